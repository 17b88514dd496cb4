// The page that a developer sees when the application fails: the error with its causes, the code, the route, the params, the request.
//
// Every text on it, from the error's message to the names of headers, is untrusted and goes through `shownText`.

import { failureResponse, failureStatus, finishedFailure, isOwnFault } from '../../http/failure.js';
import { attempt, errorText, isError, messageOf } from '../../http/http-error.js';
import { isInProject, shownFrom } from '../files/project-folder.js';
import type { AnsweringRoute, Request } from '../../http/request.js';
import type { Response } from '../../http/response.js';
import {
  definitions,
  developmentPage,
  pageResponse,
  requestRows,
  section,
  shownPlace,
  shownText,
} from './development-page.js';
import { type StackFrame, codeAround, ownFrame, stackFrames } from '../files/code-frame.js';

/** The answer to a failed request. In development it is the page, if the error is the application's fault and HTML is accepted. */
export function failureAnswer(error: unknown, request: Request, development: boolean): Response {
  const isPage = development && isOwnFault(error, request) && request.acceptedForm === 'html';
  const page = isPage ? attempt(() => rescuePage(error, request)) : undefined;
  return page === undefined
    ? failureResponse(error, { development, request })
    : finishedFailure(pageResponse(page, failureStatus(error, request)), error, request);
}

/** The whole HTML document. */
function rescuePage(error: unknown, request: Request): string {
  const name = attempt(() => (isError(error) ? String(error.name) : undefined)) ?? 'Error';
  const message = messageOf(error) ?? errorText(error);
  // Only files of the project: a client's text in the stack's message may look like a frame of any file.
  const frame = ownFrame(stackFrames(error).filter(({ file }) => isInProject(file, process.cwd())));
  return developmentPage({
    request,
    title: `${name}: ${message}`,
    heading: name,
    message,
    content: [
      frame === undefined ? '' : codeSection(frame),
      section('Route', definitions(routeRows(request.route))),
      section('Params', definitions(Object.entries(request.params))),
      section('Stack', `<pre>${shownText(errorText(error))}</pre>`),
      section('Request', definitions(requestRows(request))),
    ],
  });
}
function codeSection(frame: StackFrame): string {
  const lines = codeAround(frame).map(
    ({ number, text, isMarked }) =>
      `<span${isMarked ? ' class="marked"' : ''}><i>${number}</i>${shownText(text)}</span>`,
  );
  const place = `${shownFrom(process.cwd(), frame.file)}:${frame.line}:${frame.column}`;
  return section(shownText(place), lines.length === 0 ? '' : `<pre class="code">${lines.join('')}</pre>`);
}

function routeRows(route: AnsweringRoute | undefined): [string, string][] {
  if (route === undefined) return [];
  const { location } = route;
  const rows: [string, string | undefined][] = [
    ['pattern', `${route.verbs.join(' ')} ${route.pattern}`],
    ['target', targetText(route.target)],
    ['name', route.name],
    ['declared at', location && shownPlace(location)],
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
