// All months that have posts, the posts of a year, or those of a month.

import { HttpError, type Request, type Response, type ActionRequest, type Controller } from 'waypost';
import { postsByMonth, postsOf } from '../store/posts.js';
import { html } from '../views/html.js';
import { page } from '../views/layout.js';
import { teaser } from '../views/posts.js';
import { counted, monthAndYear } from '../views/text.js';

export function show(request: ActionRequest<'archive#show'>): Response {
  const { year, month } = request.params;
  return year === undefined ? overview(request) : period(request, year, month);
}

function overview(request: Request): Response {
  const links = request.helpers;
  const months = postsByMonth();
  const years = [...new Set(months.map(({ month }) => month.slice(0, 4)))];
  return page(
    request,
    { title: 'Archive', section: 'archive' },
    html`<h1>Archive</h1>
      ${years.map(
        (year) =>
          html`<section>
            <h2><a href="${links.pathFor('archive', year)}">${year}</a></h2>
            <ul class="months">
              ${months
                .filter(({ month }) => month.startsWith(year))
                .map(
                  ({ month, count }) =>
                    html`<li>
                      <a href="${links.pathFor('archive', year, month.slice(5))}">${monthAndYear(month)}</a>
                      <span class="quiet">${counted(count, 'post')}</span>
                    </li>`,
                )}
            </ul>
          </section>`,
      )}`,
  );
}

function period(request: Request, year: string, month: string | undefined): Response {
  const links = request.helpers;
  const posts = postsOf(year, month);
  if (posts.length === 0) throw new HttpError(404);
  const title = month === undefined ? year : monthAndYear(`${year}-${month}`);
  return page(
    request,
    { title, section: 'archive' },
    html`<p class="meta">
        <a href="${links.pathFor('archive')}">Archive</a
        >${month !== undefined && html` / <a href="${links.pathFor('archive', year)}">${year}</a>`}
      </p>
      <h1>${title}</h1>
      ${posts.map((post) => teaser(links, post))}`,
  );
}

({ show }) satisfies Controller<'archive'>;
