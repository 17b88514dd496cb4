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
      const [run = '%'] = /^(?:%..)+/s.exec(path.slice(i)) ?? [];
      const text = decodedRun(run);
      // After half a character, a mark would be taken for its other half.
      if (text === undefined || (isMark(text.charCodeAt(0)) && /[\ud800-\udbff]$/.test(canonical)))
        return undefined;
      canonical += text;
      i += run.length - 1;
      from = i + 1;
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

function isMark(code: number): boolean {
  return code === 0xdc25 || code === 0xdc2e || code === 0xdc2f || code === 0xdc3f;
}

/** Whether the position lies between the two units of one character. */
export function isInsideCharacter(path: string, position: number): boolean {
  return (
    (path.charCodeAt(position) & 0xfc00) === 0xdc00 && (path.charCodeAt(position - 1) & 0xfc00) === 0xd800
  );
}

/** What escapes that follow each other stand for, as canonical paths have it; undefined where they are malformed or no UTF-8. */
function decodedRun(run: string): string | undefined {
  try {
    return decodeURIComponent(run).replace(/[%./?]/g, (sign) =>
      String.fromCharCode(0xdc00 | sign.charCodeAt(0)),
    );
  } catch {
    return undefined;
  }
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
