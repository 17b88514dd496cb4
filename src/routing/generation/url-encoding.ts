// Text into the parts of a URL. Whatever the text, nothing of it ends the part that it stands in.
//
//   segment   "a b/c.d"  →  a%20b%2Fc%2Ed     a value between two slashes
//   glob      "a b/c.d"  →  a%20b/c.d         a value that spans slashes
//   fragment  "a b#c/d"  →  a%20b%23c/d
//
// Letters, digits and - _ ~ ! * ' ( ) stand for themselves, and everything else is escaped as UTF-8. A lone
// surrogate has no UTF-8: to escape it throws a URIError, which callers turn into an error with a place.

/** Finds what has to be escaped, in a segment and in the query, where a dot ends nothing. */
const unplainInSegment = /[^\w~!*'()-]/;
const unplainInQuery = /[^\w~!*'().-]/;
const plainInSegment = /* @__PURE__ */ plainCodes(unplainInSegment);
const plainInQuery = /* @__PURE__ */ plainCodes(unplainInQuery);

/** For each code of ASCII whether its character is plain. */
function plainCodes(unplain: RegExp): Uint8Array {
  return Uint8Array.from({ length: 128 }, (_, code) => (unplain.test(String.fromCharCode(code)) ? 0 : 1));
}

/** A regex takes as long to be asked as so many characters take one by one, and then a third of the time for each. */
const worthAsking = 8;

/** Whether a text of less than `worthAsking` characters needs no escape. */
function isPlain(text: string, plain: Uint8Array): boolean {
  const { length } = text;
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i);
    if (code > 127 || plain[code] === 0) return false;
  }
  return length > 0;
}

/** Whether a text that is not empty can stand in a segment as it is: most can, and then nothing is allocated. */
export function isPlainSegment(text: string): boolean {
  return text.length >= worthAsking ? !unplainInSegment.test(text) : isPlain(text, plainInSegment);
}

/** A text in a segment: its dots are escaped too, so that they end nothing, unless they may stand there. */
export function escapedSegment(text: string, keepsDots: boolean): string {
  const encoded = encodeURIComponent(text);
  return keepsDots || !text.includes('.') ? encoded : encoded.replaceAll('.', '%2E');
}

/** The literal text of a pattern, which is written decoded: `/café` → `/caf%C3%A9`. Any text can be encoded. */
export function encodeLiteral(text: string): string {
  return encodeFragment(text.replace(/[\ud800-\udfff]/gu, '\ufffd')).replaceAll('?', '%3F');
}

/** A text behind `#`. */
export function encodeFragment(text: string): string {
  return encodeURI(text).replaceAll('#', '%23');
}

/** Whether a text that is not empty can stand in the query and behind `#` as it is. */
export function isPlainInQuery(text: string): boolean {
  return text.length >= worthAsking ? !unplainInQuery.test(text) : isPlain(text, plainInQuery);
}

/** A name or value of the query: a space is `%20`, never `+`. */
export function encodeQueryText(text: string): string {
  return isPlainInQuery(text) ? text : encodeURIComponent(text);
}
