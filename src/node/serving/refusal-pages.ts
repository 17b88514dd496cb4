// In development, a request without a route is answered with a page: the nearest routes with the reason why each did not match, the
// request, and the whole table with the place of each declaration. Programs get the same text or JSON as in production.

import { type Endpoint, isPromise } from '../../http/endpoint.js';
import { attempt, reasonPhrase } from '../../http/http-error.js';
import type { Request } from '../../http/request.js';
import { type Response, isDeclined } from '../../http/response.js';
import type { Explanation } from '../../routing/recognition/explain.js';
import { targetText, type Route } from '../../routing/patterns/route.js';
import type { Router } from '../../routing/router/router.js';
import {
  definitions,
  developmentPage,
  pageResponse,
  requestRows,
  section,
  shownPlace,
  shownText,
} from './development-page.js';

/** How many routes the table shows at most. */
const longestTable = 2000;

/** A router whose refusals (400, 404, 405) are pages for clients that accept HTML. Answers of routes are not changed. */
export class RefusalPages implements Endpoint {
  constructor(private readonly router: Router) {}

  call(request: Request): Response | Promise<Response> {
    const answer = this.router.call(request);
    return isPromise(answer)
      ? answer.then((response) => this.shown(request, response))
      : this.shown(request, answer);
  }

  private shown(request: Request, response: Response): Response {
    const { status } = response;
    const isRefusal =
      (status === 404 && isDeclined(response)) ||
      ((status === 400 || status === 405) && request.route === undefined);
    if (!isRefusal || request.acceptedForm !== 'html') return response;
    const headers: Record<string, string> = { vary: 'accept' };
    for (const name of ['allow', 'x-cascade']) {
      const value = response.headers.get(name);
      if (value !== null) headers[name] = value;
    }
    return pageResponse(this.page(request, status), status, headers);
  }

  private page(request: Request, status: number): string {
    const { router } = this;
    const phrase = reasonPhrase(status);
    const rows = router.routes.slice(0, longestTable).map(tableRow);
    const left = router.routes.length - rows.length;
    return developmentPage({
      request,
      title: `${status} ${phrase}`,
      heading: `${status} ${phrase}`,
      message:
        status === 400
          ? 'The path has an escape that is malformed or no UTF-8.'
          : status === 405
            ? `This path answers ${router.allowedMethods(request.path, request).join(', ')}.`
            : 'No route answers this request.',
      content: [
        // No route is near to a path that cannot be decoded.
        status === 400 ? '' : section('Nearest routes', nearestList(this.tried(request))),
        section('Request', definitions(requestRows(request))),
        section(
          `Routes (${router.routes.length})`,
          `<div class="table"><table><tr><th>name</th><th>verbs</th><th>pattern</th><th>target</th><th>declared at</th></tr>${rows.join('')}</table>${left > 0 ? `<p>and ${left} more</p>` : ''}</div>`,
        ),
      ],
    });
  }

  /** Why each route did not match; empty if a callable of the application throws, which must not replace the answer. */
  private tried(request: Request): readonly Explanation[] {
    return attempt(() => this.router.explain(request.method, request.path, request)) ?? [];
  }
}

function nearestList(tried: readonly Explanation[]): string {
  const near = tried
    .filter(({ nearness }) => nearness > 0.1)
    .sort((a, b) => b.nearness - a.nearness)
    .slice(0, 5);
  if (near.length === 0) return '<p class="none">none comes near</p>';
  const items = near.map(
    ({ route, message }) =>
      `<li><code>${shownText(`${route.verbs.join('|')} ${route.pattern} → ${targetText(route.target)}`)}</code> <code class="place">${shownText(placeOf(route))}</code><p>${shownText(message)}</p></li>`,
  );
  return `<ul class="near">${items.join('')}</ul>`;
}

function tableRow(route: Route): string {
  const { name, verbs, pattern, target } = route.tableRow();
  const cells = [name ?? '', verbs.join('|'), pattern, target, placeOf(route)];
  return `<tr>${cells.map((cell) => `<td>${shownText(cell).replaceAll('|', '|<wbr>')}</td>`).join('')}</tr>`;
}

function placeOf({ location }: Route): string {
  return location === undefined ? '' : shownPlace(location);
}
