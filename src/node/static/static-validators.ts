// The validators of a file, and the answer to a request with conditions: the file (200), not changed (304), or not the file that the client
// means (412).
//
// Conditions are evaluated in the order of RFC 9110, section 13.2.2. Entity tags are strong, so ranges can be requested with them: they
// contain size, time of change to the microsecond, and encoding of exactly the bytes that are sent.

import type { Headers } from '../../http/headers.js';

export interface Validators {
  readonly etag: string;
  /** An HTTP date. */
  readonly lastModified: string;
}

/** The validators of a file of `size` bytes, changed at `mtimeMs`, in the encoding in which it is sent. */
export function validatorsOf(size: number, mtimeMs: number, encoding: string): Validators {
  const suffix = encoding === 'identity' ? '' : `-${encoding}`;
  return {
    etag: `"${size.toString(16)}-${Math.round(mtimeMs * 1000).toString(16)}${suffix}"`,
    lastModified: new Date(Math.floor(mtimeMs / 1000) * 1000).toUTCString(),
  };
}

/** The status that the conditions of a GET or HEAD request give; 200 if there are none. */
export function conditionalStatus(headers: Headers, { etag, lastModified }: Validators): 200 | 304 | 412 {
  const ifMatch = tagsOf(headers.get('if-match'));
  if (ifMatch !== undefined) {
    if (!tagsInclude(ifMatch, etag, false)) return 412;
  } else {
    const unmodifiedSince = dateOf(headers.get('if-unmodified-since'));
    if (unmodifiedSince !== undefined && Date.parse(lastModified) > unmodifiedSince) return 412;
  }
  const givenTags = headers.get('if-none-match');
  if (givenTags === etag) return 304;
  const ifNoneMatch = tagsOf(givenTags);
  if (ifNoneMatch !== undefined) return tagsInclude(ifNoneMatch, etag, true) ? 304 : 200;
  const given = headers.get('if-modified-since');
  if (given === lastModified) return 304;
  const modifiedSince = dateOf(given);
  return modifiedSince !== undefined && Date.parse(lastModified) <= modifiedSince ? 304 : 200;
}

/** Whether a `Range` applies: there is no `If-Range`, or it names exactly this version. */
export function rangeHolds(headers: Headers, { etag, lastModified }: Validators): boolean {
  const ifRange = headers.get('if-range');
  return ifRange === null || ifRange.trim() === (ifRange.includes('"') ? etag : lastModified);
}

const oneTag = /\s*(?:(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"|(?=,|$))\s*(?:,|$)/y;

/** A list of entity tags, or `*`; undefined if there is none or it is malformed. */
function tagsOf(text: string | null): string | undefined {
  if (text === null || text.trim() === '*') return text?.trim();
  for (oneTag.lastIndex = 0; oneTag.lastIndex < text.length;) if (!oneTag.test(text)) return undefined;
  return text.includes('"') ? text : undefined;
}

/** Whether a list of entity tags contains this one, or is `*`. With `weakly`, `W/"x"` matches `"x"`. */
function tagsInclude(list: string, etag: string, weakly: boolean): boolean {
  if (list === etag || list === '*') return true;
  for (const [tag, opaque] of list.matchAll(/(?:W\/)?("[^"]*")/g)) {
    if ((weakly ? opaque : tag) === etag) return true;
  }
  return false;
}

const httpDate =
  /^(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT|[A-Z][a-z]{5,8}, \d\d-[A-Z][a-z]{2}-\d\d \d\d:\d\d:\d\d GMT|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4})$/;

/** The milliseconds of an HTTP date in one of its three forms; undefined if there is none or it is malformed. */
function dateOf(text: string | null): number | undefined {
  if (text === null || !httpDate.test(text)) return undefined;
  const time = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(time) ? undefined : time;
}
