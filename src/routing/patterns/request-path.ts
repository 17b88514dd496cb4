// The path of a request in the one form that patterns are matched against.
//
// Patterns are matched against text, but an escaped slash must not split a path, nor an escaped dot end a segment. So
// decoding writes those characters, and `%` and `?` as text, as lone surrogates, which no well-formed path can hold;
// `decodedValue` puts them back in what was captured. Patterns write their own `%` alike.
//
//   "//caf%C3%A9/a%2Fb/?page=2"   →   "/café/a\uDC2Fb"   captured: "a/b"

/** How a dot that was written `%2E` stands in a canonical path. */
export const escapedDot = '\uDC2E';
/** How a slash that was written `%2F` does. */
export const escapedSlash = '\uDC2F';
const escapedPercent = '\uDC25';
const escapedQuestionMark = '\uDC3F';

const marks = /[\uDC25\uDC2E\uDC2F\uDC3F]/u;
const allMarks = /[\uDC25\uDC2E\uDC2F\uDC3F]/gu;
/** What only a path has that may not be in canonical form: most paths are, and need not be written anew. */
const mayDiffer = /^(?!\/)|\/(?:\/|$)|[%\ud800-\uffff]/;

/** What makes more of a path than the escapes of other characters: slashes too many or too few, and characters that are marked. */
const isIntricate = /^(?!\/)|\/(?:\/|$)|%(?:2[5EF]|3F)|[\ud800-\udfff]/i;

/**
 * The canonical form of a path with or without query: a slash before each piece, none at the end, so that the root is
 * `''`; every piece decoded. Undefined where an escape is malformed or no UTF-8.
 */
export function canonicalPath(path: string): string | undefined {
  const written = path.slice(0, placeOf(path, '?', 0));
  if (!mayDiffer.test(written)) return written;
  if (hasMarks(written)) return undefined;
  try {
    if (!isIntricate.test(written)) return decodeURIComponent(written);
    // Slashes that another one or the end follows are too many.
    return `/${written}`.replace(/\/+(?=\/|$)/g, '').replace(/(?:%..)+|%/gs, decodedRun);
  } catch {
    return undefined;
  }
}

/** The literal text of a pattern as canonical paths have it. */
export function canonicalLiteral(text: string): string {
  return text.includes('%') || text.includes('?')
    ? text.replaceAll('%', escapedPercent).replaceAll('?', escapedQuestionMark)
    : text;
}

/** A stretch of a canonical path as the text it stands for. */
export function decodedValue(text: string): string {
  return marks.test(text)
    ? text.replace(allMarks, (mark) => String.fromCharCode(mark.charCodeAt(0) & 0xff))
    : text;
}

/** Whether something in a canonical path stands for another character. */
export function hasMarks(canonical: string): boolean {
  return marks.test(canonical);
}

/** Whether the position lies between the two units of one character. */
export function isInsideCharacter(path: string, position: number): boolean {
  return (
    (path.charCodeAt(position) & 0xfc00) === 0xdc00 && (path.charCodeAt(position - 1) & 0xfc00) === 0xd800
  );
}

/** Whether a value of a canonical path may end at a position: no escaped dot ends one, though it is the dot of a text. */
export function mayEnd(canonical: string, position: number): boolean {
  return canonical[position] !== escapedDot && !isInsideCharacter(canonical, position);
}

/** What escapes that follow each other stand for, as canonical paths have it. Throws a `URIError` where they are malformed or no UTF-8. */
function decodedRun(run: string, at: number, path: string): string {
  const text = decodeURIComponent(run).replace(/[%./?]/g, (sign) =>
    String.fromCharCode(0xdc00 | sign.charCodeAt(0)),
  );
  // After half a character, a mark would be taken for its other half.
  if (hasMarks(text.charAt(0)) && (path.charCodeAt(at - 1) & 0xfc00) === 0xd800) throw new URIError();
  return text;
}

/** The end of a segment without constraint: a slash, a dot, the end, or what the canonical path does not have. */
export function segmentEnd(url: string, length: number, start: number): number {
  let i = start;
  for (; i < length; i++) {
    const code = url.charCodeAt(i);
    // Most characters of an id are digits and letters: they are through after two comparisons.
    if (code < 48 ? code === 47 || code === 46 || code === 37 : code === 63) break;
  }
  return i;
}

/** Where a sign comes first from a place on; the end where it does not. The engine finds it sooner than a loop would. */
export function placeOf(path: string, sign: string, from: number): number {
  const place = path.indexOf(sign, from);
  return place < 0 ? path.length : place;
}

/** The character that an escape stands for in a canonical path, but for a dot always a dot; undefined of one beyond ASCII, and of no escape. */
export function escapedCode(path: string, place: number): number | undefined {
  const hex = path.substring(place + 1, place + 3);
  if (!/^[0-7][\da-f]$/i.test(hex)) return undefined;
  const code = parseInt(hex, 16);
  return code === 0x25 || code === 0x2f || code === 0x3f ? 0xdc00 | code : code;
}

/** Whether the escape at a place is that of a dot. */
export function isEscapedDot(path: string, place: number): boolean {
  return path.charCodeAt(place + 1) === 50 && (path.charCodeAt(place + 2) | 0x20) === 101;
}

/** Whether a path has no query, no escape, and no slash too many or too few: such a path is canonical as it is. */
export function isPlainPath(path: string): boolean {
  return path.charCodeAt(0) === 47 && (path.length === 1 || isPlainRest(path, path.length, 1));
}

/** The same of what a path that goes on to `length` has from a place behind a slash or text on, and that something is there. */
export function isPlainRest(path: string, length: number, from: number): boolean {
  let before = 47;
  for (let i = from; i < length; i++) {
    const code = path.charCodeAt(i);
    if (code === 37 || code === 63 || (code === 47 && before === 47)) return false;
    before = code;
  }
  return before !== 47;
}

/** What is left of a path is looked through character by character where it is no longer than this. */
export const fewCharacters = 12;
/**
 * The end of what a path that goes on to `length` or to a query has from a place behind a slash or text on. -1 where that has an escape, is empty, or has a
 * slash at one of its ends or behind another.
 */
export function plainEnd(path: string, length: number, from: number): number {
  if (length - from <= fewCharacters && isPlainRest(path, length, from)) return length;
  const query = path.indexOf('?', from);
  const end = query < 0 || query > length ? length : query;
  const escape = path.indexOf('%', from);
  if (escape >= 0 && escape < end) return -1;
  // Slash by slash: two of them take the engine as long, and longer where there is none.
  for (let start = from; ;) {
    const slash = path.indexOf('/', start);
    if (slash < 0 || slash >= end) return start < end ? end : -1;
    if (slash === start) return -1;
    start = slash + 1;
  }
}
