// What becomes of a thrown error, under every server alike: the client gets a status and hardly a word, the log gets everything.
//
// An `HttpError` below 500 is the client's mistake: its status and its message; so is an error for which a Connect layer has noted such a
// status, and whatever a request fails with because its client has hung up. Anything else is the application's: `Internal Server Error`, with the
// stack only in development, and a log entry that begins with the request.

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
  /** Whether the client sees the stack. */
  readonly development: boolean;
  /** The request that failed, of which the form of the answer is taken. */
  readonly request?: Request | undefined;
}

/** What the client is told about a thrown error: a line of text, or problem details where it prefers JSON. */
export function failureResponse(error: unknown, options: FailureOptions): Response {
  return finishedFailure(plainFailure(error, options), error, options.request);
}

/** The answer to an error with the headers of that error, and with what the route that threw it adds to every answer. */
export function finishedFailure(response: Response, error: unknown, request: Request | undefined): Response {
  for (const [name, value] of httpHeadersOf(error)) {
    if (name === 'vary') response.headers.addToken(name, value);
    else if (name === 'set-cookie') response.headers.append(name, value);
    else if (!ofText.has(name)) response.headers.set(name, value);
  }
  return request?.source.notices?.reduce((answer, notice) => notice(answer), response) ?? response;
}

/** What describes the text of an answer, which is not the error's. */
const ofText: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'content-type',
  'content-length',
  'content-encoding',
]);

function plainFailure(error: unknown, { development, request }: FailureOptions): Response {
  const status = failureStatus(error, request);
  const phrase = reasonPhrase(status);
  const told = (more: string, members?: object): Response =>
    titledResponse(status, phrase, request?.acceptedForm ?? 'text', ofFailure, `${phrase}${more}\n`, members);
  if (status < 500) {
    const message = httpStatusOf(error) === undefined ? noted(error)?.message : messageOf(error);
    return message === undefined || message === phrase ? told('') : told(`: ${message}`, { detail: message });
  }
  if (!development) return told('');
  const stack = errorText(error);
  const lines = stack.split('\n');
  return told(`\n\n${stack}`, { detail: lines[0], stack: lines });
}

interface NotedFailure {
  readonly status: number;
  /** What the client may read. */
  readonly message: string | undefined;
}

const notedFailures = new WeakMap<object, NotedFailure>();

/** Notes of an error with which status, and which words, it is to be answered; the error itself stays as it is, for handlers further out. */
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

/** The status that a thrown error is answered with. */
export function failureStatus(error: unknown, request: Request | undefined): number {
  return httpStatusOf(error) ?? notedStatus(error) ?? (request && isHangUp(error, request) ? 400 : 500);
}

/** Whether an error belongs in the log: all but those that only say what the client did wrong. */
export function isOwnFault(error: unknown, request: Request | undefined): boolean {
  return failureStatus(error, request) >= 500;
}

/**
 * What a host is given for a thrown value. Of nothing, hosts think that all went well, or wait for ever, and Express takes two words for orders: an
 * error stands for these.
 */
export function errorForHost(thrown: unknown): unknown {
  return isTakenForError(thrown) ? thrown : asError(thrown);
}

/** Whether Express takes what `next` is given for an error: not nothing, nor one of its two words for going on elsewhere. */
export function isTakenForError(given: unknown): boolean {
  return Boolean(given) && given !== 'route' && given !== 'router';
}

/**
 * Whether a request failed because its client has hung up: whatever waits for its signal is aborted then, and fails with an `AbortError`, or with the
 * reason that the host gives. Hono's on Node is the text of what the body fails with.
 */
export function isHangUp(error: unknown, { signal }: Request): boolean {
  if (!signal.aborted) return false;
  if (error === signal.reason) return true;
  const isTold = (): boolean => String(error) === signal.reason;
  return attempt(isTold) === true || (isError(error) && attempt(() => error.name) === 'AbortError');
}

/** Gives an error of the application to `onError`, or prints it; where `onError` fails in its turn, both are printed. */
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

/** The request on one line and the error with its causes below it; nothing that a client sent can forge an entry. */
export function failureText(error: unknown, request: Request): string {
  return `${requestLine(request)} failed: ${escapeLines(errorText(error))}`;
}

/** `GET /posts/7?draft=1`, safe to print. */
function requestLine(request: Request): string {
  const query = request.queryString === '' ? '' : `?${request.queryString}`;
  return escapeControls(`${request.method} ${request.scriptName}${request.path}${query}`);
}

const caught = new WeakSet<object>();

/** Notes an error that somebody has caught: Node raises what a CommonJS module throws while it is imported once more, as if nobody had. */
export function noteCaught(error: object): void {
  caught.add(error);
}

/** Whether somebody has caught it, and said so. */
export function isCaught(error: unknown): boolean {
  return typeof error === 'object' && error !== null && caught.has(error);
}
