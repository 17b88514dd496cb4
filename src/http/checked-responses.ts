// Rejects misspelt parts of responses and options of cookies: `{ statusCode: 404 }`, `{ httponly: true }`. Whatever serves requests or
// reads routes turns the check on. A bundle of compiled routes leaves it out and stays smaller.

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

/** From now on, an unknown part of a response or option of a cookie throws a `TypeError`. */
export function checkResponses(): void {
  checkBy(checkParts);
}

/**
 * Runs for each response, so known parts cost only a loop over names. An instance of a class, such as a library's Fetch response, may
 * have other properties.
 */
function checkParts(given: object | undefined, cookie?: { readonly value: unknown }): void {
  if (cookie !== undefined) checkCookie(cookie.value, given);
  else
    for (const name in given)
      if (name !== 'status' && name !== 'body' && name !== 'headers' && isPlainObject(given)) {
        checkOptions('a response', given, partNames, page);
        return;
      }
}

function checkCookie(value: unknown, options: CookieOptions | undefined): void {
  if (options !== undefined) checkOptions('a cookie', options, cookieNames, page);
  if (typeof value === 'object' || value === undefined)
    throw new TypeError(`the value of a cookie is text, not ${kindOf(value)} (${page})`);
  checkFunction('encode', options?.encode);
  const expires: unknown = options?.expires;
  if (expires !== undefined && !(expires instanceof Date))
    throw new TypeError(`expires is a Date, not ${kindOf(expires)} (${page})`);
}
