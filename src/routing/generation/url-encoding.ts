// Text into the parts of a URL. Whatever the text, nothing of it ends the part that it stands in.
//
//   segment   "a b/c.d"  →  a%20b%2Fc%2Ed     a value between two slashes
//   glob      "a b/c.d"  →  a%20b/c.d         a value that spans slashes
//   fragment  "a b#c/d"  →  a%20b%23c/d
//
// Letters, digits and - _ ~ ! * ' ( ) stand for themselves, and everything else is escaped as UTF-8. A lone
// surrogate has no UTF-8: `encode…` throws a URIError for it, which its callers turn into an error with a place.

/** One byte for each UTF-16 unit, so that the loop over a text has one question for each: 2 where it is plain, 1 for a dot. */
const plainness = /* @__PURE__ */ plainUnits();

function plainUnits(): Uint8Array {
  const units = new Uint8Array(0x10000);
  for (let code = 0; code < 128; code++) if (/[\w~!*'()-]/.test(String.fromCharCode(code))) units[code] = 2;
  units[0x2e] = 1;
  return units;
}

/** Whether a text that is not empty can stand in a segment as it is: most can, and then nothing is allocated. */
export function isPlainSegment(text: string): boolean {
  const { length } = text;
  for (let i = 0; i < length; i++) if (plainness[text.charCodeAt(i)] !== 2) return false;
  return length > 0;
}

/** A text in a segment: its dots are escaped too, so that they end nothing, unless they may stand there. */
export function escapedSegment(text: string, keepsDots: boolean): string {
  const encoded = encodeURIComponent(text);
  return keepsDots ? encoded : encoded.replaceAll('.', '%2E');
}

/** The literal text of a pattern, which is written decoded: `/café` → `/caf%C3%A9`. Any text can be encoded. */
export function encodeLiteral(text: string): string {
  return encodeFragment(text.replace(/\p{Cs}/gu, '\ufffd')).replaceAll('?', '%3F');
}

/** A text behind `#`. */
export function encodeFragment(text: string): string {
  return encodeURI(text).replaceAll('#', '%23');
}

/** A name or value of the query: a space is `%20`, never `+`. */
export function encodeQueryText(text: string): string {
  for (let i = 0; i < text.length; i++)
    if (plainness[text.charCodeAt(i)] === 0) return encodeURIComponent(text);
  return text;
}

/**
 * A URL, or a path, that somebody wrote whole: its structure and its escapes stay, and what can stand in no URL
 * (white space, quotes, `<`, `>`, `\`, text beyond ASCII) is escaped.
 */
export function encodeWrittenUrl(url: string): string {
  let encoded = '';
  for (const character of url) {
    const code = character.codePointAt(0) ?? 0;
    const stays = code > 32 && code < 127 && !'"<>\\^`{|}'.includes(character);
    encoded += stays ? character : encodeURIComponent(character);
  }
  return encoded;
}
