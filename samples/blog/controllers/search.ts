// Full-text search.

import type { Response, ActionRequest, Controller } from 'waypost';
import { search } from '../store/search.js';
import { html } from '../views/html.js';
import { page } from '../views/layout.js';
import { counted } from '../views/text.js';

export function show(request: ActionRequest<'search#show'>): Response {
  const links = request.helpers;
  const query = (request.query.get('q') ?? '').trim().slice(0, 200);
  const hits = query === '' ? [] : search(query);
  return page(
    request,
    { title: query === '' ? 'Search' : `Search: ${query}` },
    html`<h1>Search</h1>
      <form class="search wide" role="search" action="${links.pathFor('search')}">
        <input type="search" name="q" value="${query}" aria-label="Search for" /><button>Search</button>
      </form>
      ${query !== '' && html`<p class="quiet" role="status">${counted(hits.length, 'post')} for “${query}”</p>`}
      ${hits.map(
        ({ post, pieces }) =>
          html`<article class="teaser">
            <h2><a href="${links.pathFor('post', post)}">${post.title}</a></h2>
            <p>${pieces.map(({ text, found }) => (found ? html`<mark>${text}</mark>` : text))}</p>
          </article>`,
      )}`,
  );
}

({ show }) satisfies Controller<'search'>;
