// What becomes of a thrown error, under every server alike: the client gets a status and hardly a word, the log gets everything.
//
// An `HttpError` below 500 is the client's mistake: its status and its message. Anything else is the application's: `Internal Server
// Error`, with the stack only in development, and a log entry that begins with the request.

import { errorText, isHttpError, reasonPhrase } from './http-error.js';
import { escapeControls, escapeLines } from './printable.js';
import type { Request } from './request.js';
import { Response } from './response.js';

/** What the client is told about a thrown error. */
export function failureResponse(error: unknown, options: { readonly development: boolean }): Response {
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };
  if (isHttpError(error) && error.status < 500) {
    const phrase = reasonPhrase(error.status);
    const body = error.message === phrase ? `${phrase}\n` : `${phrase}: ${error.message}\n`;
    return new Response({ status: error.status, body, headers });
  }
  const status = isHttpError(error) ? error.status : 500;
  const phrase = reasonPhrase(status);
  const body = options.development ? `${phrase}\n\n${errorText(error)}\n` : `${phrase}\n`;
  return new Response({ status, body, headers });
}

/** Whether an error belongs in the log: all but those that only say what the client did wrong. */
export function isOwnFault(error: unknown): boolean {
  return !isHttpError(error) || error.status >= 500;
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
