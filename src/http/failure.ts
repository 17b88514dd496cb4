// How thrown errors are answered. All servers do the same: the client gets a status and little else, the log gets everything.
//
// - Mistakes of the client get their status and message: an `HttpError` below 500, an error for which a Connect layer has noted such a
//   status, and
// whatever fails because the client has disconnected.
// - Any other error is the application's. The client gets `Internal Server Error`, in development with the stack. The log entry begins
//   with the request.

import { isPromise } from './endpoint.js';
import { ofFailure, titledResponse } from './error-response.js';
import {
  asError,
  attempt,
  errorText,
  httpHeadersOf,
  httpStatusOf,
  isError,
  messageOf,
  reasonPhrase,
} from './http-error.js';
import { escapeControls, escapeLines } from './printable.js';
import type { Request } from './request.js';
import type { Response } from './response.js';

export interface FailureOptions {
  /** Whether the client may see the stack. */
  readonly development: boolean;
  /** The request that failed. The form of the response depends on it. */
  readonly request?: Request | undefined;
}

/** The response to a thrown error: a line of text, or problem details if the client prefers JSON. */
export function failureResponse(error: unknown, options: FailureOptions): Response {
  return finishedFailure(plainFailure(error, options), error, options.request);
}

/** Adds the headers of the error, and what the route that threw it adds to every response. */
export function finishedFailure(response: Response, error: unknown, request: Request | undefined): Response {
  for (const [name, value] of httpHeadersOf(error)) {
    if (name === 'vary') response.headers.addToken(name, value);
    else if (name === 'set-cookie') response.headers.append(name, value);
    else if (!ofText.has(name)) response.headers.set(name, value);
  }
  return request?.source.notices?.reduce((answer, notice) => notice(answer), response) ?? response;
}

/** Headers that describe the text of the response. An error cannot set them. */
const ofText: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'content-type',
  'content-length',
  'content-encoding',
]);

function plainFailure(error: unknown, { development, request }: FailureOptions): Response {
  const status = failureStatus(error, request);
  const phrase = reasonPhrase(status);
  const answer = (more: string, members?: object): Response =>
    titledResponse(status, phrase, request?.acceptedForm ?? 'text', ofFailure, `${phrase}${more}\n`, members);
  if (status < 500) {
    const message = httpStatusOf(error) === undefined ? noted(error)?.message : messageOf(error);
    return message === undefined || message === phrase
      ? answer('')
      : answer(`: ${message}`, { detail: message });
  }
  if (!development) return answer('');
  const stack = errorText(error);
  const lines = stack.split('\n');
  return answer(`\n\n${stack}`, { detail: lines[0], stack: lines });
}

interface NotedFailure {
  readonly status: number;
  /** What the client may read. */
  readonly message: string | undefined;
}

const notedFailures = new WeakMap<object, NotedFailure>();

/** Notes the status and message with which an error must be answered. The error itself does not change, since outer handlers may see it. */
export function noteFailure(error: object, failure: NotedFailure): void {
  notedFailures.set(error, failure);
}

function noted(error: unknown): NotedFailure | undefined {
  return typeof error === 'object' && error !== null ? notedFailures.get(error) : undefined;
}

/** The status that a Connect layer has noted for an error. */
export function notedStatus(error: unknown): number | undefined {
  return noted(error)?.status;
}

/** The status with which a thrown error is answered. */
export function failureStatus(error: unknown, request: Request | undefined): number {
  return httpStatusOf(error) ?? notedStatus(error) ?? (request && isHangUp(error, request) ? 400 : 500);
}

/** Whether an error must be logged. Mistakes of the client are not. */
export function isOwnFault(error: unknown, request: Request | undefined): boolean {
  return failureStatus(error, request) >= 500;
}

/**
 * The error that a host is given for a thrown value. Without a value, hosts would think that all went well or wait forever, and Express
 * treats two strings as instructions. These values are wrapped.
 */
export function errorForHost(thrown: unknown): unknown {
  return isTakenForError(thrown) ? thrown : asError(thrown);
}

/** Whether Express treats an argument of `next` as an error: it is truthy and not one of the two strings that continue elsewhere. */
export function isTakenForError(given: unknown): boolean {
  return Boolean(given) && given !== 'route' && given !== 'router';
}

/**
 * Whether a request failed because its client has disconnected. Its signal is then aborted, and whatever waits for it fails with an
 * `AbortError` or with the signal's reason. With Hono on Node, the reason is the text of the body's error.
 */
export function isHangUp(error: unknown, { signal }: Request): boolean {
  if (!signal.aborted) return false;
  if (error === signal.reason) return true;
  const isReasonText = (): boolean => String(error) === signal.reason;
  return attempt(isReasonText) === true || (isError(error) && attempt(() => error.name) === 'AbortError');
}

/** Passes an error of the application to `onError`, or prints it. If `onError` fails too, both errors are printed. */
export function report(
  error: unknown,
  request: Request,
  onError: ((error: unknown, request: Request) => unknown) | undefined,
): void {
  if (!isOwnFault(error, request)) return;
  const print = (failure: unknown): void => console.error(failureText(failure, request));
  if (onError === undefined) {
    print(error);
    return;
  }
  const printBoth = (failure: unknown): void => {
    print(error);
    print(failure);
  };
  try {
    const reported = onError(error, request);
    if (isPromise(reported)) Promise.resolve(reported).catch(printBoth);
  } catch (failure) {
    printBoth(failure);
  }
}

/** The request on one line, then the error with its causes. Nothing that a client sends can look like another log entry. */
export function failureText(error: unknown, request: Request): string {
  return `${requestLine(request)} failed: ${escapeLines(errorText(error))}`;
}

/** `GET /posts/7?draft=1`, safe to print. */
function requestLine(request: Request): string {
  const query = request.queryString === '' ? '' : `?${request.queryString}`;
  return escapeControls(`${request.method} ${request.scriptName}${request.path}${query}`);
}

const caught = new WeakSet<object>();

/** Notes that an error was caught. If a CommonJS module throws while it is imported, Node raises the error again as uncaught. */
export function noteCaught(error: object): void {
  caught.add(error);
}

/** Whether `noteCaught` was called for this error. */
export function isCaught(error: unknown): boolean {
  return typeof error === 'object' && error !== null && caught.has(error);
}
