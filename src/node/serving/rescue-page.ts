// The page that a developer sees when the application fails: the error and its causes, the code, the route, the params, the request.
//
// Everything on it, from the error's message to a header's name, is somebody's text, and goes through `escaped`.

import path from 'node:path';
import { attempt, errorText, messageOf } from '../../http/http-error.js';
import type { AnsweringRoute, Request } from '../../http/request.js';
import { requestIdOf } from '../../middleware/request-id.js';
import { type StackFrame, codeAround, ownFrame, stackFrames } from '../files/code-frame.js';

/** Text as HTML. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The whole HTML document. */
export function rescuePage(error: unknown, request: Request): string {
  const name = attempt(() => (error instanceof Error ? String(error.name) : undefined)) ?? 'Error';
  const message = messageOf(error) ?? errorText(error);
  const frame = ownFrame(stackFrames(error));
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(`${name}: ${message}`)}</title><style>${style}</style></head>
<body>
<header><p>${escaped(request.method)} ${escaped(request.scriptName + request.path)}</p><h1>${escaped(name)}</h1><p class="message">${escaped(message)}</p></header>
<main>
${frame === undefined ? '' : codeSection(frame)}
${section('Route', definitions(routeRows(request.route)))}
${section('Params', definitions(Object.entries(request.params)))}
${section('Stack', `<pre>${escaped(errorText(error))}</pre>`)}
${section('Request', definitions(requestRows(request)))}
</main>
</body>
</html>
`;
}

function section(title: string, content: string): string {
  return `<section><h2>${title}</h2>${content}</section>`;
}

function codeSection(frame: StackFrame): string {
  const lines = codeAround(frame).map(
    ({ number, text, isMarked }) =>
      `<span${isMarked ? ' class="marked"' : ''}><i>${number}</i>${escaped(text)}</span>`,
  );
  const place = `${path.relative(process.cwd(), frame.file) || frame.file}:${frame.line}:${frame.column}`;
  return section(escaped(place), lines.length === 0 ? '' : `<pre class="code">${lines.join('\n')}</pre>`);
}

function definitions(rows: readonly (readonly [string, string])[]): string {
  if (rows.length === 0) return '<p class="none">none</p>';
  return `<dl>${rows.map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`).join('')}</dl>`;
}

function routeRows(route: AnsweringRoute | undefined): [string, string][] {
  if (route === undefined) return [];
  const { location } = route;
  const rows: [string, string | undefined][] = [
    [
      'pattern',
      `${route.verbs.join(' ')} ${typeof route.pattern === 'string' ? route.pattern : route.pattern.text}`,
    ],
    ['target', targetText(route.target)],
    ['name', route.name],
    ['declared at', location === undefined ? undefined : `${location.file}:${location.range.start.line}`],
  ];
  return rows.filter((row): row is [string, string] => row[1] !== undefined);
}

function targetText(target: unknown): string | undefined {
  if (typeof target === 'string') return target;
  if (typeof target !== 'object' || target === null) return undefined;
  if ('controller' in target && 'action' in target)
    return `${String(target.controller)}#${String(target.action)}`;
  return 'label' in target ? String(target.label) : undefined;
}

const secrets = new Set(['authorization', 'cookie', 'proxy-authorization']);

function requestRows(request: Request): [string, string][] {
  const id = requestIdOf(request);
  const headers = [...request.headers].map(([name, value]): [string, string] => [
    name,
    secrets.has(name) ? '(hidden)' : value,
  ]);
  return [
    ['url', request.url],
    ...(id === undefined ? [] : [['request id', id] as [string, string]]),
    ...headers,
  ];
}

const style = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { margin: 0; background: Canvas; color: CanvasText; }
header { background: #a3172a; color: #fff; padding: 1.5rem 2rem; overflow-wrap: anywhere; }
header p { margin: 0; opacity: .85; } header h1 { margin: .25rem 0; font-size: 1.4rem; } header .message { font-size: 1.1rem; opacity: 1; white-space: pre-wrap; }
main { padding: 0 2rem 2rem; max-width: 70rem; }
h2 { font-size: 1rem; margin: 1.75rem 0 .5rem; }
pre { margin: 0; padding: .75rem 1rem; overflow-x: auto; background: #8881; border-radius: 6px; font: 13px/1.6 ui-monospace, monospace; }
.code { padding: .75rem 0; } .code span { display: block; padding: 0 1rem; min-width: max-content; } .code i { display: inline-block; width: 3.5em; opacity: .5; font-style: normal; user-select: none; }
.marked { background: #a3172a33; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1.5rem; margin: 0; } dt { opacity: .7; } dd { margin: 0; overflow-wrap: anywhere; }
.none { margin: 0; opacity: .6; }`;
