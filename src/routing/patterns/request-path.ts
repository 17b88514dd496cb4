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

const Slash = 47;
const Dot = 46;
const Percent = 37;
const QuestionMark = 63;

const marks = /[\uDC25\uDC2E\uDC2F\uDC3F]/u;
const allMarks = /* @__PURE__ */ new RegExp(marks, 'gu');

/**
 * The canonical form of a path with or without query: a slash before each piece, none at the end, so that the root is
 * `''`; every piece decoded. Undefined where an escape is malformed or no UTF-8.
 */
export function canonicalPath(path: string): string | undefined {
  if (isCanonical(path)) return path;
  let canonical = '';
  /** A slash that is written when something follows it. */
  let isSlashDue = true;
  let from = 0;
  let i = 0;
  for (; i < path.length; i++) {
    const code = path.charCodeAt(i);
    if (code === QuestionMark) break;
    if (code === Slash) {
      if (i > from) canonical += path.slice(from, i);
      from = i + 1;
      isSlashDue = true;
      continue;
    }
    if (isSlashDue) canonical += '/';
    isSlashDue = false;
    if (code === Percent) {
      if (i > from) canonical += path.slice(from, i);
      const point = decodedAt(path, i);
      if (point === undefined) return undefined;
      i += utf8Length(point) * 3 - 1;
      from = i + 1;
      const mark = markOf(point);
      // After half a character, a mark would be taken for its other half.
      if (mark !== undefined && (canonical.charCodeAt(canonical.length - 1) & 0xfc00) === 0xd800)
        return undefined;
      canonical += mark ?? String.fromCodePoint(point);
    } else if (isMark(code) && (path.charCodeAt(i - 1) & 0xfc00) !== 0xd800) {
      return undefined;
    }
  }
  return i > from ? canonical + path.slice(from, i) : canonical;
}

/** Whether a path certainly is in canonical form already, as most are, so that it need not be written anew. */
function isCanonical(path: string): boolean {
  let last = 0;
  for (let i = 0; i < path.length; i++) {
    const code = path.charCodeAt(i);
    if (code === Percent || code === QuestionMark || code >= 0xd800) return false;
    if (code === Slash ? last === Slash : i === 0) return false;
    last = code;
  }
  return last !== Slash && last !== 0;
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

/** How an escaped character stands in a canonical path, where it does not stand for itself. */
function markOf(point: number): string | undefined {
  return point === Percent || point === Dot || point === Slash || point === QuestionMark
    ? String.fromCharCode(0xdc00 | point)
    : undefined;
}

function isMark(code: number): boolean {
  return code === 0xdc25 || code === 0xdc2e || code === 0xdc2f || code === 0xdc3f;
}

/** Whether the position lies between the two units of one character. */
export function isInsideCharacter(path: string, position: number): boolean {
  return (
    (path.charCodeAt(position) & 0xfc00) === 0xdc00 && (path.charCodeAt(position - 1) & 0xfc00) === 0xd800
  );
}

function utf8Length(point: number): number {
  return point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
}

/** The code point whose UTF-8 is escaped at `i`; undefined where there is none. */
function decodedAt(path: string, i: number): number | undefined {
  const lead = byteAt(path, i);
  if (lead < 0x80) return lead < 0 ? undefined : lead;
  const size =
    lead >= 0xc2 && lead < 0xe0 ? 2 : lead >= 0xe0 && lead < 0xf0 ? 3 : lead >= 0xf0 && lead < 0xf5 ? 4 : 0;
  if (size === 0) return undefined;
  let point = lead & (0xff >> (size + 1));
  for (let k = 1; k < size; k++) {
    const byte = byteAt(path, i + k * 3);
    if (byte < 0x80 || byte > 0xbf) return undefined;
    point = (point << 6) | (byte & 0x3f);
  }
  if (size === 3 && (point < 0x800 || (point >= 0xd800 && point <= 0xdfff))) return undefined;
  return size === 4 && (point < 0x10000 || point > 0x10ffff) ? undefined : point;
}

/** The byte that `%XX` stands for, -1 where there is no such escape. */
function byteAt(path: string, i: number): number {
  if (path.charCodeAt(i) !== Percent) return -1;
  const high = hexValue(path.charCodeAt(i + 1));
  const low = hexValue(path.charCodeAt(i + 2));
  return high < 0 || low < 0 ? -1 : (high << 4) | low;
}

function hexValue(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const letter = code | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
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

/** Whether a path has no query, no escape, and no slash too many or too few: such a path is canonical as it is. */
export function isPlainPath(path: string): boolean {
  const { length } = path;
  let before = 0;
  for (let i = 0; i < length; i++) {
    const code = path.charCodeAt(i);
    if (code <= 63 && (code === 37 || code === 63 || (code === 47 && before === 47))) return false;
    before = code;
  }
  return path.charCodeAt(0) === 47 && (before !== 47 || length === 1);
}
