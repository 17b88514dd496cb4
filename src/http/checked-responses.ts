// What responses and cookies are given under names that nobody asks for: `{ statusCode: 404 }`, `{ httponly: true }`. Whoever serves requests, or reads
// routes, has them looked at; a bundle of compiled routes has no room for the names.

import { kindOf } from './object-shape.js';
import { type OptionNames, checkOptions } from './options.js';
import { type CookieOptions, type ResponseInit, checkBy, isResponse } from './response.js';

const partNames: OptionNames<ResponseInit> = { body: true, headers: true, status: true };

const cookieNames: OptionNames<CookieOptions> = {
  domain: true,
  encode: true,
  expires: true,
  httpOnly: true,
  maxAge: true,
  partitioned: true,
  path: true,
  priority: true,
  sameSite: true,
  secure: true,
};

const page = 'docs/middleware.md';

/** From now on a part of a response, or an option of a cookie, of which there is none is a `TypeError`. */
export function checkResponses(): void {
  checkBy(look);
}

/** A loop and a look at each name is all that a response costs which has none of another. */
function look(given: object | undefined, cookie?: { readonly value: unknown }): void {
  if (cookie !== undefined) lookAtCookie(cookie.value, given);
  else
    for (const name in given)
      if (name !== 'status' && name !== 'body' && name !== 'headers' && !isResponse(given)) {
        checkOptions('a response', given, partNames, page);
        return;
      }
}

function lookAtCookie(value: unknown, options: CookieOptions = {}): void {
  for (const name in options)
    if (!(name in cookieNames)) checkOptions('a cookie', options, cookieNames, page);
  if (typeof value === 'object' || value === undefined)
    throw new TypeError(`the value of a cookie is text, not ${kindOf(value)} (${page})`);
  const expires: unknown = options.expires;
  if (expires !== undefined && !(expires instanceof Date))
    throw new TypeError(`expires is a Date, not ${kindOf(expires)} (${page})`);
}
