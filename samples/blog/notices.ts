// A word to the reader after a form was sent: it travels in a cookie to the next page and is gone after it.
//
// The cookie holds the key of a message rather than the message, so that nobody can put words into the site's mouth.

import { Response, type Request } from 'waypost';

const messages = {
  'comment-added': 'Thank you. Your comment is below.',
  'signed-in': 'Welcome back.',
  'signed-out': 'You are signed out.',
  'sign-in-first': 'Please sign in; the desk is for writers.',
  'post-added': 'The draft is saved. Nobody but writers can see it yet.',
  'post-changed': 'The post is saved.',
  'post-published': 'The post is public now.',
  'post-withdrawn': 'The post is a draft again.',
  'post-removed': 'The post is gone.',
  'comment-removed': 'The comment is gone.',
} as const;

export type Notice = keyof typeof messages;

/** Sends the browser on after a form, with a notice for the page it comes to. */
export function seeOther(path: string, notice: Notice): Response {
  return Response.redirect(path, 303).setCookie('notice', notice, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    maxAge: 60,
  });
}

/** The message that a request brings along. */
export function noticeOf(request: Request): string | undefined {
  const key = request.cookies['notice'];
  return key !== undefined && Object.hasOwn(messages, key) ? messages[key as Notice] : undefined;
}
