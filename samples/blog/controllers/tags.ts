// Tags, and the posts that have one.

import { HttpError, type Response, type ActionRequest, type Controller } from 'waypost';
import { pageNumber } from '../requested.js';
import { pageOfPosts, tagsWithCounts } from '../store/posts.js';
import { html } from '../views/html.js';
import { page, pagination } from '../views/layout.js';
import { teaser } from '../views/posts.js';
import { counted } from '../views/text.js';

export function index(request: ActionRequest<'tags#index'>): Response {
  const links = request.helpers;
  return page(
    request,
    { title: 'Tags', section: 'tags' },
    html`<h1>Tags</h1>
      <ul class="tag-cloud">
        ${tagsWithCounts().map(
          ({ name, count }) =>
            html`<li>
              <a href="${links.pathFor('tag', name)}">${name} <small>${counted(count, 'post')}</small></a>
            </li>`,
        )}
      </ul>`,
  );
}

export function show(request: ActionRequest<'tags#show'>): Response {
  const links = request.helpers;
  const tag = request.params['name'] ?? '';
  const list = pageOfPosts(pageNumber(request), { tag });
  if (list.total === 0 || list.number > list.pages) throw new HttpError(404);
  return page(
    request,
    { title: tag, section: 'tags' },
    html`<h1><span class="quiet">Tag:</span> ${tag}</h1>
      ${list.posts.map((post) => teaser(links, post))}`,
    pagination(list, (number) => links.pathFor('tag', tag, number === 1 ? {} : { page: number })),
  );
}

({ index, show }) satisfies Controller<'tags'>;
