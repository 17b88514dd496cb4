// The layout of the pages that only developers see: a red heading, with sections below it.
//
// Every text on such a page, from the error's message to the names of headers, is untrusted and goes through `shownText`.

import { escapeMarkup, escapeText } from '../../http/printable.js';
import type { AnsweringRoute, Request } from '../../http/request.js';
import { Response } from '../../http/response.js';
import { shownFrom } from '../files/project-folder.js';
import { requestIdOf } from '../../middleware/request-id.js';

export interface PageParts {
  readonly request: Request;
  /** The title of the browser's tab. */
  readonly title: string;
  readonly heading: string;
  readonly message: string;
  /** Sections, as HTML. */
  readonly content: readonly string[];
}

/** The whole HTML document. */
export function developmentPage({ request, title, heading, message, content }: PageParts): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${shownText(title)}</title><style>${style}</style></head>
<body>
<header><p>${shownText(request.method)} ${shownText(request.scriptName + request.path)}</p><h1>${shownText(heading)}</h1><p class="message">${shownText(message)}</p></header>
<main>
${content.join('\n')}
</main>
</body>
</html>
`;
}

/** The response with such a page. Its content security policy allows only scripts of its own server, so no text on it can run. */
export function pageResponse(
  html: string,
  status: number,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.html(html, {
    status,
    headers: {
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
      ...headers,
    },
  });
}

/** An untrusted text as HTML. Characters that would change the direction of writing are shown as escapes. */
export function shownText(text: string): string {
  return escapeMarkup(escapeText(text));
}

export function section(title: string, content: string): string {
  return `<section><h2>${title}</h2>${content}</section>`;
}

export function definitions(rows: readonly (readonly [string, string])[]): string {
  if (rows.length === 0) return '<p class="none">none</p>';
  return `<dl>${rows.map(([name, value]) => `<dt>${shownText(name)}</dt><dd>${shownText(value)}</dd>`).join('')}</dl>`;
}

const secrets = new Set(['authorization', 'cookie', 'proxy-authorization']);

export function requestRows(request: Request): [string, string][] {
  const id = requestIdOf(request);
  const rows: [string, string][] = [['url', request.url]];
  if (id !== undefined) rows.push(['request id', id]);
  for (const [name, value] of request.headers) rows.push([name, secrets.has(name) ? '(hidden)' : value]);
  return rows;
}

/** A place in a file, such as `config/routes:7`: relative to the working directory if it is below that. */
export function shownPlace({ file, range }: NonNullable<AnsweringRoute['location']>): string {
  return `${shownFrom(process.cwd(), file)}:${range.start.line}`;
}

const style = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { margin: 0; background: Canvas; color: CanvasText; }
header { background: #a3172a; color: #fff; padding: 1.5rem 2rem; overflow-wrap: anywhere; }
header p { margin: 0; opacity: .85; } header h1 { margin: .25rem 0; font-size: 1.4rem; } header .message { font-size: 1.1rem; opacity: 1; white-space: pre-wrap; }
main { padding: 0 2rem 2rem; max-width: 80rem; }
h2 { font-size: 1rem; margin: 1.75rem 0 .5rem; }
pre { margin: 0; padding: .75rem 1rem; overflow-x: auto; background: #8881; border-radius: 6px; font: 13px/1.6 ui-monospace, monospace; }
.code { padding: .75rem 0; } .code span { display: block; padding: 0 1rem; min-width: max-content; } .code i { display: inline-block; width: 3.5em; opacity: .5; font-style: normal; user-select: none; }
.marked { background: #a3172a33; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1.5rem; margin: 0; } dt { opacity: .7; } dd { margin: 0; overflow-wrap: anywhere; }
.none { margin: 0; opacity: .6; }
table { border-collapse: collapse; width: 100%; font: 13px/1.6 ui-monospace, monospace; } th { text-align: left; font-weight: normal; opacity: .7; }
th, td { padding: .15rem 1rem .15rem 0; vertical-align: top; } td:first-child { white-space: nowrap; } td:nth-child(3) { min-width: 16rem; overflow-wrap: anywhere; } .table { overflow-x: auto; }
.near { list-style: none; margin: 0; padding: 0; overflow-wrap: anywhere; } .near li { margin: 0 0 .75rem; } .near code { font: 13px/1.6 ui-monospace, monospace; } .near p { margin: 0; } .place { opacity: .6; }
@media (max-width: 45rem) {
  header { padding: 1rem; } main { padding: 0 1rem 1rem; }
  dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .4rem; }
  tr { display: flex; flex-wrap: wrap; gap: 0 1rem; padding: .3rem 0; } tr + tr { border-top: 1px solid #8884; } td:nth-child(n) { min-width: 0; padding: 0; white-space: normal; overflow-wrap: anywhere; } th, td:empty { display: none; }
}`;
