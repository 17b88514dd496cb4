// Validators of a file, and what a request that carries some of them should be told: the file, that it has not changed (304), or that it is
// not the one that was meant (412).
//
// The order of the questions is that of RFC 9110, section 13.2.2. Entity tags are strong: size and time of change, to the microsecond, of
// the very bytes that are sent, so that a range can be asked for under one.

import type { Headers } from '../../http/headers.js';

export interface Validators {
  readonly etag: string;
  /** An HTTP date. */
  readonly lastModified: string;
}

/** The validators of a file of `size` bytes, changed at `mtimeMs`, as it is sent in that encoding. */
export function validatorsOf(size: number, mtimeMs: number, encoding: string): Validators {
  const suffix = encoding === 'identity' ? '' : `-${encoding}`;
  return {
    etag: `"${size.toString(16)}-${Math.round(mtimeMs * 1000).toString(16)}${suffix}"`,
    lastModified: new Date(Math.floor(mtimeMs / 1000) * 1000).toUTCString(),
  };
}

/** What the conditions of a GET or HEAD come to; 200 where there are none. */
export function conditionalStatus(headers: Headers, { etag, lastModified }: Validators): 200 | 304 | 412 {
  const ifMatch = headers.get('if-match');
  if (ifMatch !== null) {
    if (!tagsInclude(ifMatch, etag, false)) return 412;
  } else {
    const unmodifiedSince = dateOf(headers.get('if-unmodified-since'));
    if (unmodifiedSince !== undefined && Date.parse(lastModified) > unmodifiedSince) return 412;
  }
  const ifNoneMatch = headers.get('if-none-match');
  if (ifNoneMatch !== null) return tagsInclude(ifNoneMatch, etag, true) ? 304 : 200;
  const given = headers.get('if-modified-since');
  if (given === lastModified) return 304;
  const modifiedSince = dateOf(given);
  return modifiedSince !== undefined && Date.parse(lastModified) <= modifiedSince ? 304 : 200;
}

/** Whether a `Range` holds: no `If-Range`, or one that names exactly this version. */
export function rangeHolds(headers: Headers, { etag, lastModified }: Validators): boolean {
  const ifRange = headers.get('if-range');
  return ifRange === null || ifRange.trim() === (ifRange.includes('"') ? etag : lastModified);
}

/** Whether a list of entity tags has this one, or is `*`; `weakly` takes `W/"x"` for `"x"`. */
function tagsInclude(list: string, etag: string, weakly: boolean): boolean {
  if (list === etag || list.trim() === '*') return true;
  for (const [tag, weak = '', opaque] of list.matchAll(/(W\/)?("[^"]*")/g)) {
    if (weakly ? opaque === etag : weak === '' && tag === etag) return true;
  }
  return false;
}

/** Milliseconds of an HTTP date; undefined where there is none that can be read. */
function dateOf(text: string | null): number | undefined {
  if (text === null || !/^[a-z]{3}/i.test(text)) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}
