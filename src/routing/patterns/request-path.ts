// The canonical form of a request's path, which patterns are matched against.
//
// Patterns are matched against decoded text. But an escaped slash must not split a path, and an escaped dot must not end a segment.
// Decoding therefore writes escaped `/`, `.`, `%` and `?` as lone surrogates ("marks"), which no well-formed path contains. `decodedValue`
// turns marks in captured values back into characters. A `%` in a pattern's text is written as a mark too.
//
//   "//caf%C3%A9/a%2Fb/?page=2"   →   "/café/a\uDC2Fb"   captured: "a/b"

/** The mark of a dot that was written `%2E`. */
export const escapedDot = '\uDC2E';
/** The mark of a slash that was written `%2F`. */
export const escapedSlash = '\uDC2F';
const escapedPercent = '\uDC25';
const escapedQuestionMark = '\uDC3F';

const marks = /[\uDC25\uDC2E\uDC2F\uDC3F]/u;
const allMarks = /[\uDC25\uDC2E\uDC2F\uDC3F]/gu;
/** Matches what a canonical path cannot have. Most paths do not match, and need no rewriting. */
const mayDiffer = /^(?!\/)|\/(?:\/|$)|[%\ud800-\uffff]/;

/** Matches what decoding alone does not make canonical: missing or surplus slashes, and characters that become marks. */
const isIntricate = /^(?!\/)|\/(?:\/|$)|%(?:2[5EF]|3F)|[\ud800-\udfff]/i;

/**
 * The canonical form of a path with or without query: a slash before each piece and none at the end, so the root is `''`, and each piece
 * decoded. Undefined if an escape is malformed or not UTF-8.
 */
export function canonicalPath(path: string): string | undefined {
  const written = path.slice(0, placeOf(path, '?', 0));
  if (!mayDiffer.test(written)) return written;
  if (hasMarks(written)) return undefined;
  try {
    if (!isIntricate.test(written)) return decodeURIComponent(written);
    // A slash is surplus if another slash or the end follows.
    return `/${written}`.replace(/\/+(?=\/|$)/g, '').replace(/(?:%..)+|%/gs, decodedRun);
  } catch {
    return undefined;
  }
}

/** A pattern's literal text in canonical form. */
export function canonicalLiteral(text: string): string {
  return text.includes('%') || text.includes('?')
    ? text.replaceAll('%', escapedPercent).replaceAll('?', escapedQuestionMark)
    : text;
}

/** A part of a canonical path as plain text, its marks turned back into characters. */
export function decodedValue(text: string): string {
  return marks.test(text)
    ? text.replace(allMarks, (mark) => String.fromCharCode(mark.charCodeAt(0) & 0xff))
    : text;
}

/** Whether a canonical path has marks. */
export function hasMarks(canonical: string): boolean {
  return marks.test(canonical);
}

/** Whether a position is between the two code units of one character. */
export function isInsideCharacter(path: string, position: number): boolean {
  return (
    (path.charCodeAt(position) & 0xfc00) === 0xdc00 && (path.charCodeAt(position - 1) & 0xfc00) === 0xd800
  );
}

/** Whether a value may end at a position of a canonical path. An escaped dot ends no value, though it matches a dot in a pattern's text. */
export function mayEnd(canonical: string, position: number): boolean {
  return canonical[position] !== escapedDot && !isInsideCharacter(canonical, position);
}

/** Decodes consecutive escapes to canonical form. Throws a `URIError` if they are malformed or not UTF-8. */
function decodedRun(run: string, at: number, path: string): string {
  const text = decodeURIComponent(run).replace(/[%./?]/g, (sign) =>
    String.fromCharCode(0xdc00 | sign.charCodeAt(0)),
  );
  // After the first half of a surrogate pair, a mark would be taken for the second.
  if (hasMarks(text.charAt(0)) && (path.charCodeAt(at - 1) & 0xfc00) === 0xd800) throw new URIError();
  return text;
}

/** The end of a segment without constraint: a slash, a dot, `length`, or what a canonical path does not have. */
export function segmentEnd(url: string, length: number, start: number): number {
  let i = start;
  for (; i < length; i++) {
    const code = url.charCodeAt(i);
    // Most characters of an id are digits and letters, which take two comparisons.
    if (code < 48 ? code === 47 || code === 46 || code === 37 : code === 63) break;
  }
  return i;
}

/** The position of the first `sign` from a position on, or the end of the path. `indexOf` is faster than a loop. */
export function placeOf(path: string, sign: string, from: number): number {
  const place = path.indexOf(sign, from);
  return place < 0 ? path.length : place;
}

/**
 * The code that an escape has in a canonical path, except that an escaped dot is a plain dot here. Undefined if it is beyond ASCII or not
 * an escape.
 */
export function escapedCode(path: string, place: number): number | undefined {
  const hex = path.substring(place + 1, place + 3);
  if (!/^[0-7][\da-f]$/i.test(hex)) return undefined;
  const code = parseInt(hex, 16);
  return code === 0x25 || code === 0x2f || code === 0x3f ? 0xdc00 | code : code;
}

/** Whether the escape at a position is that of a dot. */
export function isEscapedDot(path: string, place: number): boolean {
  return path.charCodeAt(place + 1) === 50 && (path.charCodeAt(place + 2) | 0x20) === 101;
}

/** Whether a path has no query, no escape, and no missing or surplus slash. Such a path is canonical. */
export function isPlainPath(path: string): boolean {
  return path.charCodeAt(0) === 47 && (path.length === 1 || isPlainRest(path, path.length, 1));
}

/** The same for a path that ends at `length`, from a position after a slash or text on. False if nothing is there. */
export function isPlainRest(path: string, length: number, from: number): boolean {
  let before = 47;
  for (let i = from; i < length; i++) {
    const code = path.charCodeAt(i);
    if (code === 37 || code === 63 || (code === 47 && before === 47)) return false;
    before = code;
  }
  return before !== 47;
}

/** Up to this length, the rest of a path is checked character by character. */
export const fewCharacters = 12;
/**
 * The end of the rest of a path, which is a query or `length`. The rest begins after a slash or text. -1 if it is empty, has an escape, or
 * has a slash at its start, its end or after another slash.
 */
export function plainEnd(path: string, length: number, from: number): number {
  if (length - from <= fewCharacters && isPlainRest(path, length, from)) return length;
  const query = path.indexOf('?', from);
  const end = query < 0 || query > length ? length : query;
  const escape = path.indexOf('%', from);
  if (escape >= 0 && escape < end) return -1;
  // Slash by slash. Searching for two slashes takes V8 as long, and longer if there are none.
  for (let start = from; ;) {
    const slash = path.indexOf('/', start);
    if (slash < 0 || slash >= end) return start < end ? end : -1;
    if (slash === start) return -1;
    start = slash + 1;
  }
}
