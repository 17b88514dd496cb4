// What responses and cookies are given under names that nobody asks for: `{ statusCode: 404 }`, `{ httponly: true }`. What serves requests, or reads
// routes, has them looked at; a bundle of compiled routes does without the names, and stays smaller.

import { isPlainObject, kindOf } from './object-shape.js';
import { type OptionNames, checkFunction, checkOptions } from './options.js';
import { type CookieOptions, type ResponseInit, checkBy } from './response.js';

const partNames: OptionNames<ResponseInit> = { body: true, headers: true, status: true };

const cookieNames: OptionNames<CookieOptions> = {
  domain: true,
  encode: true,
  expires: true,
  httpOnly: 'flag',
  maxAge: true,
  partitioned: 'flag',
  path: true,
  priority: true,
  sameSite: true,
  secure: 'flag',
};

const page = 'docs/middleware.md';

/** From now on a response with a part that there is none of, and a cookie with such an option, is a `TypeError`. */
export function checkResponses(): void {
  checkBy(look);
}

/**
 * A response whose parts are known costs a loop over their names, since each one made comes here. What is of a class, such as the Fetch response of
 * a library, may have more.
 */
function look(given: object | undefined, cookie?: { readonly value: unknown }): void {
  if (cookie !== undefined) lookAtCookie(cookie.value, given);
  else
    for (const name in given)
      if (name !== 'status' && name !== 'body' && name !== 'headers' && isPlainObject(given)) {
        checkOptions('a response', given, partNames, page);
        return;
      }
}

function lookAtCookie(value: unknown, options: CookieOptions | undefined): void {
  if (options !== undefined) checkOptions('a cookie', options, cookieNames, page);
  if (typeof value === 'object' || value === undefined)
    throw new TypeError(`the value of a cookie is text, not ${kindOf(value)} (${page})`);
  checkFunction('encode', options?.encode);
  const expires: unknown = options?.expires;
  if (expires !== undefined && !(expires instanceof Date))
    throw new TypeError(`expires is a Date, not ${kindOf(expires)} (${page})`);
}
