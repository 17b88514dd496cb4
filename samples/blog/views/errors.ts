// The pages for what went wrong. They know neither router nor database, since either may be what is missing.

import { Response, type Request } from 'waypost';
import { html, type Html } from './html.js';

const words: ReadonlyMap<number, readonly [title: string, text: string]> = new Map([
  [404, ['There is no path here', 'It may have been one once. The search knows what there is now.']],
  [405, ['This path goes another way', 'Something is here, but it does not do what was asked of it.']],
  [413, ['That is too much at once', 'The form was larger than what fits through the door.']],
]);
const otherwise = [
  'That could not be understood',
  'Something about the request was not as it should be.',
] as const;

export function errorPage(request: Request, status: number): Response {
  const [title, text] = words.get(status) ?? otherwise;
  return Response.html(String(document(status, title, text, request.path)), { status });
}

function document(status: number, title: string, text: string, path: string): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Fingerpost</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/style.css" />
      </head>
      <body>
        <main id="content" class="lost">
          <p class="status">${status}</p>
          <h1>${title}</h1>
          <p>${text}</p>
          <p><code>${path}</code></p>
          <form class="search wide" role="search" action="/search">
            <input type="search" name="q" aria-label="Search for" /><button>Search</button>
          </form>
          <p><a href="/">To the front page</a></p>
        </main>
      </body>
    </html> `;
}
