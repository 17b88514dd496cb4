// The blog while it moves: an Express application that has been there for years, and waypost for the addresses that have moved.
//
//     npm run start:express
//
// Half of the addresses are Express's: the interface for programs, the newsletter, what machines and lawyers ask for. Between them stands the
// blog; what its routes file does not know goes on. Express's pages ask the blog's helpers for addresses.

import { pathToFileURL } from 'node:url';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import { createApplication, toNodeListener } from 'waypost/node';
import { api } from './legacy/api.js';
import { newsletter } from './legacy/newsletter.js';
import { machines, pages } from './legacy/pages.js';

/** The whole application: Express with the blog in it. */
export async function createExpressApplication(): Promise<Express> {
  const blog = await createApplication(new URL('.', import.meta.url));
  const links = blog.router.helpers;
  const { router: letters, subscribers } = newsletter(links);

  const app = express();
  app.use(express.urlencoded({ extended: false }));
  app.use('/api', api(links));
  app.use('/newsletter', letters);
  app.use(machines(subscribers));
  app.use(toNodeListener(blog));
  app.use(pages(links));
  app.use(
    (request, response) =>
      void response.status(404).type('text').send(`Express knows no ${request.path} either`),
  );
  app.use((error: Error, _: Request, response: Response, next: NextFunction) => {
    if (response.headersSent) next(error);
    else
      response
        .status((error as { status?: number }).status ?? 500)
        .type('text')
        .send('Something broke, says Express');
  });
  return app;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const app = await createExpressApplication();
  const port = Number(process.env['PORT'] ?? 3000);
  app.listen(port, '127.0.0.1', () =>
    console.log(`Listening on http://localhost:${port} (Express, with the blog in it)`),
  );
}
