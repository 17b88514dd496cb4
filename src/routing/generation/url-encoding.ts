// Encodes texts for the parts of a URL. No text can end the part that it is in.
//
//   segment   "a b/c.d"  →  a%20b%2Fc%2Ed     a value between two slashes
//   glob      "a b/c.d"  →  a%20b/c.d         a value that spans slashes
//   fragment  "a b#c/d"  →  a%20b%23c/d
//
// Letters, digits and - _ ~ ! * ' ( ) are not escaped; everything else is escaped as UTF-8. A lone surrogate has no UTF-8: escaping it
// throws a `URIError`, which callers turn into an error that names the place.

/** Match characters that need an escape in a segment and in the query. In the query a dot needs none. */
const unplainInSegment = /[^\w~!*'()-]/;
const unplainInQuery = /[^\w~!*'().-]/;
const plainInSegment = /* @__PURE__ */ plainCodes(unplainInSegment);
const plainInQuery = /* @__PURE__ */ plainCodes(unplainInQuery);

/** For each ASCII code, 1 if its character needs no escape. */
function plainCodes(unplain: RegExp): Uint8Array {
  return Uint8Array.from({ length: 128 }, (_, code) => (unplain.test(String.fromCharCode(code)) ? 0 : 1));
}

/** From this length on, a regex is faster than testing each character. */
const worthAsking = 8;

/** Whether a text of fewer than `worthAsking` characters is not empty and needs no escape. */
function isPlain(text: string, plain: Uint8Array): boolean {
  const { length } = text;
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i);
    if (code > 127 || plain[code] === 0) return false;
  }
  return length > 0;
}

/** Whether a text is not empty and needs no escape in a segment. Most texts need none, and nothing is allocated for them. */
export function isPlainSegment(text: string): boolean {
  return text.length >= worthAsking ? !unplainInSegment.test(text) : isPlain(text, plainInSegment);
}

/** A text escaped for a segment. Its dots are escaped too, so that they separate nothing, unless `keepsDots`. */
export function escapedSegment(text: string, keepsDots: boolean): string {
  const encoded = encodeURIComponent(text);
  return keepsDots || !text.includes('.') ? encoded : encoded.replaceAll('.', '%2E');
}

/**
 * The encoded literal text of a pattern, which is written unescaped: `/café` → `/caf%C3%A9`. Lone surrogates are replaced, so this never
 * throws.
 */
export function encodeLiteral(text: string): string {
  return encodeFragment(text.replace(/[\ud800-\udfff]/gu, '\ufffd')).replaceAll('?', '%3F');
}

/** A text escaped for the fragment, after `#`. */
export function encodeFragment(text: string): string {
  return encodeURI(text).replaceAll('#', '%23');
}

/** Whether a text is not empty and needs no escape in the query or the fragment. */
export function isPlainInQuery(text: string): boolean {
  return text.length >= worthAsking ? !unplainInQuery.test(text) : isPlain(text, plainInQuery);
}

/** A name or value escaped for the query. A space becomes `%20`, never `+`. */
export function encodeQueryText(text: string): string {
  return isPlainInQuery(text) ? text : encodeURIComponent(text);
}
