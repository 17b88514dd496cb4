// What becomes of a thrown error, under every server alike: the client gets a status and hardly a word, the log gets everything.
//
// An `HttpError` below 500 is the client's mistake: its status and its message. Anything else is the application's: `Internal Server
// Error`, with the stack only in development, and a log entry that begins with the request.

import { isPromise } from './endpoint.js';
import { errorResponse } from './error-response.js';
import { errorText, httpStatusOf, messageOf, reasonPhrase } from './http-error.js';
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
export function failureResponse(error: unknown, { development, request }: FailureOptions): Response {
  const status = httpStatusOf(error) ?? 500;
  const phrase = reasonPhrase(status);
  const headers = { 'cache-control': 'no-store' };
  const accept = request?.headers.get('accept') ?? null;
  if (status < 500) {
    const message = messageOf(error);
    const detail = message === phrase ? undefined : message;
    const text = detail === undefined ? `${phrase}\n` : `${phrase}: ${detail}\n`;
    return errorResponse(status, accept, { text, detail, headers });
  }
  if (!development) return errorResponse(status, accept, { text: `${phrase}\n`, headers });
  const stack = errorText(error);
  return errorResponse(status, accept, {
    text: `${phrase}\n\n${stack}\n`,
    detail: stack.split('\n', 1)[0],
    members: { stack: stack.split('\n') },
    headers,
  });
}

/** Whether an error belongs in the log: all but those that only say what the client did wrong. */
export function isOwnFault(error: unknown): boolean {
  return (httpStatusOf(error) ?? 500) >= 500;
}

/** Gives an error to `onError`, or prints it; where `onError` fails in its turn, both are printed. */
export function report(
  error: unknown,
  request: Request,
  onError: ((error: unknown, request: Request) => unknown) | undefined,
): void {
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
export function requestLine(request: Request): string {
  const query = request.queryString === '' ? '' : `?${request.queryString}`;
  return escapeControls(`${request.method} ${request.scriptName}${request.path}${query}`);
}
