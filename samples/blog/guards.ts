// Who may see what.
//
// `isCopy` is a constraint for the routes file: it is asked while the route is looked for, and sees the request's context
// only. `writersOnly` is a layer, which the routes file puts around the desk: it sees the whole request, and answers instead of
// the action.

import type { Next, Request, Response } from 'waypost';
import { seeOther } from './notices.js';
import { writerOf } from './store/writers.js';

/** Whether the site is being seen on somebody's machine or on a preview rather than at its own address. */
export function isCopy({ host = '' }: { readonly host?: string }): boolean {
  return host === 'localhost' || host.startsWith('127.') || host === '[::1]' || host.startsWith('preview.');
}

/** The writer whose session the browser holds. */
export function writerIn(request: Request<object>): string | undefined {
  const token = request.cookies['desk'];
  return token === undefined ? undefined : writerOf(token);
}

/** The layer around the desk: writers go through, everybody else is asked to sign in. */
export function writersOnly(request: Request, next: Next): Response | Promise<Response> {
  if (writerIn(request) !== undefined) return next(request);
  const wished = request.method === 'GET' ? `?to=${encodeURIComponent(request.path)}` : '';
  return seeOther(`/login${wished}`, 'sign-in-first');
}
