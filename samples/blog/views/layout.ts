// The page around every page, and how one is answered.

import { Response, type Request } from 'waypost';
import { counted } from './text.js';
import { html, type Content, type Html } from './html.js';
import { noticeOf } from '../notices.js';
import { writerIn } from '../guards.js';

export interface PageParts {
  readonly title?: string;
  readonly description?: string;
  /** Which entry of the menu the page belongs to. */
  readonly section?: 'posts' | 'tags' | 'archive' | 'numbers' | 'about' | 'desk';
  readonly status?: number;
}

/** A whole page as the answer to a request. */
export function page(request: Request, parts: PageParts, ...content: readonly Content[]): Response {
  const notice = noticeOf(request);
  const response = Response.html(String(document(request, parts, notice, content)), {
    status: parts.status ?? 200,
  });
  // Pages differ for those who have signed in, and a notice is for one reader once.
  response.headers.set('cache-control', 'private, no-cache');
  if (notice !== undefined) response.setCookie('notice', '', { path: '/', maxAge: 0 });
  return response;
}

/** The links between the pages of a list; nothing where there is one page. */
export function pagination(
  { number, pages }: { readonly number: number; readonly pages: number },
  pathOf: (page: number) => string,
): Content {
  if (pages < 2) return undefined;
  const step = (target: number, rel: string, label: string): Html =>
    target < 1 || target > pages
      ? html`<span class="step"></span>`
      : html`<a class="step" rel="${rel}" href="${pathOf(target)}">${label}</a>`;
  return html`<nav class="pagination" aria-label="Pages">
    ${step(number - 1, 'prev', '← Newer')}
    <span>Page ${number} of ${pages}</span>
    ${step(number + 1, 'next', 'Older →')}
  </nav>`;
}

/** A form that a browser can send: what is no GET goes as POST, with the verb that is meant in `_method`. */
export function form(
  verb: 'post' | 'patch' | 'delete',
  action: string,
  ...content: readonly Content[]
): Html {
  return html`<form method="post" action="${action}">
    ${verb !== 'post' && html`<input type="hidden" name="_method" value="${verb}" />`} ${content}
  </form>`;
}

/** A button that is a form of its own. */
export function button(verb: 'post' | 'patch' | 'delete', action: string, label: string, kind = ''): Html {
  return html`<form class="inline" method="post" action="${action}">
    <input type="hidden" name="_method" value="${verb}" /><button class="${kind}">${label}</button>
  </form>`;
}

/** A button that deletes, once the question has been answered: a popover, which needs no script. */
export function askedButton(action: string, label: string, question: string): Html {
  const id = `ask${action.replace(/\W+/g, '-')}`;
  return html`<button type="button" class="plain danger" popovertarget="${id}">${label}</button>
    <div id="${id}" class="question" popover>
      <p>${question}</p>
      ${button('delete', action, label)}
      <button type="button" class="plain" popovertarget="${id}" popovertargetaction="hide">Cancel</button>
    </div>`;
}

function document(
  request: Request,
  parts: PageParts,
  notice: string | undefined,
  content: readonly Content[],
): Html {
  const links = request.helpers;
  const writer = writerIn(request);
  const query = request.route?.name === 'search' ? (request.query.get('q') ?? '') : '';
  const entry = (section: PageParts['section'], name: string, label: string): Html =>
    html`<a href="${links.pathFor(name)}" ${parts.section === section && html` aria-current="true"`}
      >${label}</a
    >`;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${parts.title === undefined ? 'Fingerpost' : `${parts.title} · Fingerpost`}</title>
        <meta name="description" content="${parts.description ?? 'Notes on paths, walked and written.'}" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/style.css" />
        <link
          rel="alternate"
          type="application/atom+xml"
          title="Fingerpost"
          href="${links.pathFor('feed')}"
        />
      </head>
      <body>
        <a class="skip" href="#content">Skip to the text</a>
        <header class="site">
          <a class="brand" href="${links.pathFor('root')}">${sign} Fingerpost</a>
          <nav aria-label="Site">
            ${entry('posts', 'posts', 'Posts')} ${entry('tags', 'tags', 'Tags')}
            ${entry('archive', 'archive', 'Archive')} ${entry('numbers', 'numbers', 'Numbers')}
            ${entry('about', 'about', 'About')} ${writer !== undefined && entry('desk', 'admin-root', 'Desk')}
          </nav>
          <form class="search" role="search" action="${links.pathFor('search')}">
            <input type="search" name="q" value="${query}" placeholder="Search" aria-label="Search" />
          </form>
        </header>
        <main id="content">
          ${notice !== undefined && html`<p class="notice" role="status">${notice}</p>`} ${content}
        </main>
        <footer class="site">
          <p>
            Fingerpost, a sample application. Its routes are one text file, served by
            <a href="${links.urlFor('source')}">waypost</a>.
          </p>
          <div class="row">
            <a href="${links.pathFor('feed')}">Feed</a> ${
              writer === undefined
                ? html`<a href="${links.pathFor('login')}">For writers</a>`
                : html`<span>Signed in as ${writer}</span>
                    ${button('delete', links.pathFor('logout'), 'Sign out', 'plain')}`
            }
          </div>
        </footer>
      </body>
    </html> `;
}

const sign = html`<svg viewBox="0 0 24 24" width="26" height="26" aria-hidden="true">
  <path d="M11 2h2v3h6l3 3-3 3h-6v2H5l-3-3 3-3h6zM11 14h2v8h-2z" fill="currentColor" />
</svg>`;

/** What is wrong with a form, above it; nothing where nothing is. */
export function mistakes(messages: readonly string[]): Content {
  if (messages.length === 0) return undefined;
  return html`<div class="mistakes" role="alert">
    <p>${counted(messages.length, 'thing')} to put right:</p>
    <ul>
      ${messages.map((message) => html`<li>${message}</li>`)}
    </ul>
  </div>`;
}
