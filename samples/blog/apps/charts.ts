// The blog in numbers, as pictures and as data: an application of its own, which the blog mounts at /charts.
//
// Its routes are written here, in a template literal, and know nothing of where they are mounted; `request.scriptName`
// tells. What they do not answer, the router declines (`x-cascade: pass`), and the blog's next route is asked.

import { Response, routes, type Request } from 'waypost';
import { commentsByAuthor } from '../store/comments.js';
import { postsByMonth, tagsWithCounts } from '../store/posts.js';
import { html, type Html } from '../views/html.js';
import { monthAndYear } from '../views/text.js';

interface Bar {
  readonly label: string;
  readonly count: number;
}

const charts: ReadonlyMap<string, () => readonly Bar[]> = new Map([
  ['months', lastYear],
  [
    'tags',
    () =>
      tagsWithCounts()
        .map(({ name, count }) => ({ label: name, count }))
        .sort((one, other) => other.count - one.count),
  ],
  ['readers', () => commentsByAuthor(10).map(({ author, count }) => ({ label: author, count }))],
]);

function list(request: Request): Response {
  return Response.json(
    [...charts.keys()].map((name) => ({
      name,
      data: `${request.scriptName}/${name}.json`,
      picture: `${request.scriptName}/${name}.svg`,
    })),
  );
}

function data(request: Request): Response {
  return Response.json(barsOf(request));
}

function picture(request: Request): Response {
  return new Response({
    body: String(drawing(barsOf(request))),
    headers: { 'content-type': 'image/svg+xml; charset=utf-8' },
  });
}

export default routes`
  get '/', to => ${list};

  constraints(chart => <months tags readers>, {
    get '/:chart.json', to => ${data};
    get '/:chart.svg', to => ${picture};
  })
`;

function barsOf(request: Request): readonly Bar[] {
  return charts.get(request.params['chart'] ?? '')?.() ?? [];
}

/** The posts of each of the twelve months that end with the newest post, also of those without one. */
function lastYear(): Bar[] {
  const posts = postsByMonth();
  const counts = new Map(posts.map(({ month, count }) => [month, count]));
  const [year, month] = (posts[0]?.month ?? '2026-01').split('-').map(Number);
  return Array.from({ length: 12 }, (_, index) => {
    const key = new Date(Date.UTC(year!, month! - 12 + index)).toISOString().slice(0, 7);
    return { label: monthAndYear(key), count: counts.get(key) ?? 0 };
  });
}

const width = 640;
const rowHeight = 30;
const labelWidth = 150;

/** A horizontal bar for each row. As a picture of its own it brings its own colours, for light and for dark. */
function drawing(bars: readonly Bar[]): Html {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  const room = width - labelWidth - 40;
  return html`<svg
    xmlns="http://www.w3.org/2000/svg"
    viewBox="0 0 ${width} ${Math.max(1, bars.length) * rowHeight}"
    font-family="system-ui, sans-serif"
    font-size="14"
  >
    <style>
      text {
        fill: #4a4438;
      }
      rect {
        fill: #b4571f;
      }
      @media (prefers-color-scheme: dark) {
        text {
          fill: #cfc7b8;
        }
        rect {
          fill: #e0935c;
        }
      }
    </style>
    ${bars.map(({ label, count }, index) => {
      const top = index * rowHeight;
      const length = Math.round((count / most) * room);
      return html`<text x="${labelWidth - 12}" y="${top + 20}" text-anchor="end">${label}</text>
        <rect x="${labelWidth}" y="${top + 5}" width="${length}" height="${rowHeight - 10}" rx="3" />
        <text x="${labelWidth + length + 8}" y="${top + 20}">${count}</text> `;
    })}
  </svg> `;
}
