// The blog while it moves: an Express application that has been there for years, and waypost for the addresses that have moved.
//
//     npm run start:express
//
// Express answers the interface for programs, the newsletter, what it keeps of its own (/status, /contact, /legal) and whatever nobody knows; in between
// stands the blog, and what its routes file does not know goes on. Express's pages ask the blog's helpers for addresses.

import { pathToFileURL } from 'node:url';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import { createApplication, toNodeListener } from 'waypost/node';
import { findPost, latestPosts, tagsWithCounts, type Post } from './store/posts.js';
import { search } from './store/search.js';

/** The whole application: Express with the blog in it. */
export async function createExpressApplication(): Promise<Express> {
  const blog = await createApplication(new URL('.', import.meta.url).pathname);
  const links = blog.router.helpers;
  const subscribers = new Set<string>();
  const summary = (post: Post): object => ({
    id: post.id,
    title: post.title,
    url: links.pathFor('post', post),
  });

  const app = express();
  app.use(express.urlencoded({ extended: false }));

  const api = express.Router();
  api.get('/posts', (_, response) => void response.json(latestPosts(10).map(summary)));
  api.get('/posts/:id', (request, response, next) => {
    const post = findPost(Number(request.params.id));
    if (post === undefined) next();
    else response.json(summary(post));
  });
  api.get('/tags', (_, response) => void response.json(tagsWithCounts()));
  api.get(
    '/search',
    ({ query: { q } }, response) => void response.json(typeof q === 'string' ? search(q) : []),
  );
  api.use((_, response) => void response.status(404).json({ error: 'not found' }));
  app.use('/api', api);

  app
    .route('/newsletter')
    .get((_, response) => void response.type('html').send(page('Newsletter', form)))
    .post((request, response) => {
      const { email } = request.body as { readonly email?: unknown };
      if (typeof email === 'string' && email.includes('@')) subscribers.add(email);
      response.redirect(303, links.pathFor('root'));
    });
  app.get(
    '/status',
    (_, response) => void response.json({ posts: latestPosts(1000).length, subscribers: subscribers.size }),
  );

  app.use(toNodeListener(blog));

  app.get(
    '/contact',
    (_, response) => void response.type('html').send(page('Contact', '<p>Write to us.</p>')),
  );
  app.get(
    '/legal',
    (_, response) => void response.type('html').send(page('Legal', '<p>Nothing to declare.</p>')),
  );
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

  function page(title: string, content: string): string {
    return `<!doctype html><title>${title}</title><h1>${title}</h1>${content}<p><a href="${links.pathFor('root')}">The blog</a>`;
  }
}

const form =
  '<form method="post"><input name="email" type="email" required><button>Subscribe</button></form>';

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const app = await createExpressApplication();
  const port = Number(process.env['PORT'] ?? 3000);
  app.listen(port, '127.0.0.1', () =>
    console.log(`Listening on http://localhost:${port} (Express, with the blog in it)`),
  );
}
