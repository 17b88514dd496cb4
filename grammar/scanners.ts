// Where the longer tokens end: words, strings, lists, regexes, numbers.
//
// Each scanner gets the text and the offset at which its token would begin and returns the offset after it, or -1.
// They are loops rather than regular expressions because they must stay linear, and within the stack, on any text
// whatever (a single string of ten megabytes), and because words hold letters of every script.

/** Returns the offset after the token that begins at `start`, or -1 where there is none. */
export type Scanner = (text: string, start: number) => number;

const tab = 9;
const newline = 10;
const carriageReturn = 13;
const space = 32;
const doubleQuote = 34;
const singleQuote = 39;
const dash = 45;
const dot = 46;
const slash = 47;
const colon = 58;
const backslash = 92;
const openBracket = 91;
const closeBracket = 93;

/** What stands inside another token is looked for no farther than this, so that scanning stays linear. */
const farthestClass = 200;
const farthestRegex = 10_000;

const closerOf = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
]);

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isAsciiLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95;
}

function isLineEnd(code: number): boolean {
  return code === newline || code === carriageReturn;
}

/** The length of a letter (or, inside a word, a combining mark) outside ASCII: 0, 1 or 2 units. */
function foreignLetter(text: string, at: number, pattern: RegExp): number {
  const point = text.codePointAt(at);
  if (point === undefined || point < 128 || (point >= 0xd800 && point <= 0xdfff)) return 0;
  const letter = String.fromCodePoint(point);
  return pattern.test(letter) ? letter.length : 0;
}

function letterAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code < 128) return isAsciiLetter(code) ? 1 : 0;
  return foreignLetter(text, at, /^\p{L}$/u);
}

function wordUnitAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code < 128) return isAsciiLetter(code) || isDigit(code) ? 1 : 0;
  return foreignLetter(text, at, /^[\p{L}\p{M}]$/u);
}

/** A word: a letter or `_`, then letters, digits, `_` and inner `-`. */
export const word: Scanner = (text, start) => {
  const first = letterAt(text, start);
  return first === 0 ? -1 : wordRest(text, start + first);
};

function wordRest(text: string, start: number): number {
  let at = start;
  for (;;) {
    const width = wordUnitAt(text, at);
    if (width > 0) at += width;
    else if (text.charCodeAt(at) === dash && wordUnitAt(text, at + 1) > 0) at += 1;
    else return at;
  }
}

/** `name:`, but not the `name:` of `name::other`. */
export const label: Scanner = (text, start) => {
  const end = word(text, start);
  if (end < 0 || text.charCodeAt(end) !== colon || text.charCodeAt(end + 1) === colon) return -1;
  return end + 1;
};

/** `:name`. */
export const symbol: Scanner = (text, start) => word(text, start + 1);

/** The `:name` of `:name<…>` and `:name(…)`. */
export const adverbName: Scanner = (text, start) => {
  const end = word(text, start + 1);
  if (end < 0) return -1;
  const next = text[end];
  return next === '<' || next === '(' ? end : -1;
};

/** `:!name`. */
export const negatedAdverb: Scanner = (text, start) => (text[start + 1] === '!' ? word(text, start + 2) : -1);

/** `users#index`, `users/index` or `admin/users#index`, but not a value with a comment after it. */
export const bareTarget: Scanner = (text, start) => {
  const first = word(text, start);
  const next = text[first];
  if (first < 0 || (next !== '#' && next !== '/')) return -1;
  if (next === '#' && /^(?:[Tt]rue|[Ff]alse|nil)$/.test(text.slice(start, first))) return -1;
  let end = first;
  while (text.charCodeAt(end) === slash) {
    const more = word(text, end + 1);
    if (more < 0) return end === first ? -1 : end;
    end = more;
  }
  const action = text[end] === '#' ? word(text, end + 1) : -1;
  return action < 0 && end === first ? -1 : Math.max(action, end);
};

/** `/users/:id(.:format)` without quotes. */
export const barePath: Scanner = (text, start) => {
  let at = start + 1;
  while (at < text.length && !/[\s,;'"{}<>=]/.test(text[at]!)) at++;
  return at;
};

/** A whole number, perhaps negative, with `_` between digits. */
export const integer: Scanner = (text, start) => {
  const end = numberLike(text, start);
  if (end < 0) return -1;
  for (let at = text.charCodeAt(start) === dash ? start + 1 : start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (!isDigit(code) && !(code === 95 && isDigit(text.charCodeAt(at + 1)))) return -1;
  }
  return end;
};

/** Whatever begins like a number and goes on like a word: `0.6`, `2fa`, `1.2.3`. */
export const numberLike: Scanner = (text, start) => {
  let at = text.charCodeAt(start) === dash ? start + 1 : start;
  if (!isDigit(text.charCodeAt(at))) return -1;
  for (;;) {
    at = wordRest(text, at);
    if (text.charCodeAt(at) !== dot || wordUnitAt(text, at + 1) === 0) return at;
    at += 1;
  }
};

/** `'…'` on one line. */
export const singleQuoted: Scanner = (text, start) => {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === singleQuote) return at + 1;
    if (isLineEnd(code)) return -1;
    if (code === backslash && !isLineEnd(text.charCodeAt(at + 1))) at += 1;
  }
  return -1;
};

/** `"…"` on one line; quotes inside `#{…}` do not end it. */
export const doubleQuoted: Scanner = (text, start) => {
  let interpolation = true;
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === doubleQuote) return at + 1;
    if (isLineEnd(code)) return -1;
    if (code === backslash && !isLineEnd(text.charCodeAt(at + 1))) at += 1;
    else if (interpolation && code === 35 && text[at + 1] === '{') {
      const end = interpolationEnd(text, at);
      if (end < 0) interpolation = false;
      else at = end - 1;
    }
  }
  return -1;
};

/** The offset after the `}` of a `#{…}` that stands on one line, or -1. */
export function interpolationEnd(text: string, start: number): number {
  let depth = 0;
  const limit = Math.min(text.length, start + farthestClass);
  for (let at = start + 1; at < limit; at++) {
    const char = text[at];
    if (char === '{') depth += 1;
    else if (char === '}' && --depth === 0) return at + 1;
    else if (char === '\n' || char === '\r') return -1;
  }
  return -1;
}

/** `/…/flags` on one line; a `/` inside `[…]` does not end it, unless the `[` is never closed. */
export const slashedRegex: Scanner = (text, start) => {
  let classLimit = -1;
  let slashInClass = -1;
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isLineEnd(code) || at === classLimit) break;
    if (code === backslash) {
      if (!isLineEnd(text.charCodeAt(at + 1))) at += 1;
    } else if (code === slash) {
      if (classLimit < 0) return regexFlags(text, at + 1);
      if (slashInClass < 0) slashInClass = at;
    } else if (code === openBracket && classLimit < 0) classLimit = at + farthestClass;
    else if (code === closeBracket) {
      classLimit = -1;
      slashInClass = -1;
    }
  }
  return slashInClass < 0 ? -1 : regexFlags(text, slashInClass + 1);
};

function regexFlags(text: string, start: number): number {
  let at = start;
  while (isAsciiLetter(text.charCodeAt(at))) at++;
  return at;
}

/** `%r{…}flags`, with brackets of its kind balanced inside, on one line. */
export const percentRegex: Scanner = (text, start) => {
  if (text[start + 1] !== 'r') return -1;
  const open = text[start + 2];
  const close = open === undefined ? undefined : closerOf.get(open);
  if (close === undefined) return -1;
  let depth = 0;
  const limit = Math.min(text.length, start + farthestRegex);
  for (let at = start + 2; at < limit; at++) {
    const char = text[at];
    if (char === '\n' || char === '\r') return -1;
    if (char === '\\') at += 1;
    else if (char === open) depth += 1;
    else if (char === close && --depth === 0) return regexFlags(text, at + 1);
  }
  return -1;
};

/** `%w[…]` or `%i[…]`, on one line or more. */
export const percentList: Scanner = (text, start) => {
  const close = percentCloser(text, start);
  if (close === undefined) return -1;
  for (let at = start + 3; at < text.length; at++) {
    const char = text[at]!;
    if (char === close) return at + 1;
    if ('<>;=\'"()[]{}'.includes(char)) return -1;
  }
  return -1;
};

function percentCloser(text: string, start: number): string | undefined {
  const letter = text[start + 1];
  return letter === 'w' || letter === 'i' ? closerOf.get(text[start + 2] ?? '') : undefined;
}

/** The beginning of a `%w`, `%i` or `%r` that is never closed. */
export const unclosedPercent: Scanner = (text, start) => {
  if (!'wir'.includes(text[start + 1] ?? ' ') || !closerOf.has(text[start + 2] ?? '')) return -1;
  return unclosedEnd(text, start, 3);
};

/** `<a b>`, on one line or more. */
export const angleList: Scanner = (text, start) => {
  for (let at = start + 1; at < text.length; at++) {
    const char = text[at]!;
    if (char === '>') return at + 1;
    if ('<,;=\'"{}'.includes(char)) return -1;
  }
  return -1;
};

/** `<'a', b>`: a list of words with commas or quotes in it, on one line. */
export const punctuatedAngleList: Scanner = (text, start) => {
  for (let at = start + 1; at < text.length; at++) {
    const char = text[at]!;
    if (char === '>') return at + 1;
    if ('<;={}()\n\r'.includes(char)) return -1;
  }
  return -1;
};

/** `<` and the words after it, where nothing closes them on the line. */
export const unclosedAngleList: Scanner = (text, start) => {
  let at = start + 1;
  let end = at;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isLineEnd(code) || '<,;=\'"{}()[]'.includes(text[at]!)) break;
    if (code !== space && code !== tab) end = at + 1;
  }
  return end;
};

export const unclosedString: Scanner = (text, start) => unclosedEnd(text, start, 1);

/**
 * Where a string or regex that is never closed is taken to end: before the next option on its line, otherwise at the
 * end of the line, but for what closes or opens something there.
 *
 *   namespace 'admin, {            get '/users, to => &users#index;
 *             └────┘                   └────┘
 */
function unclosedEnd(text: string, start: number, opening: number): number {
  const inside = start + opening;
  let end = inside;
  while (end < text.length && !isLineEnd(text.charCodeAt(end))) end++;
  const option = /,\s*[\w-]+(?:\s*=>|: )/g;
  option.lastIndex = inside;
  const next = option.exec(text.slice(0, end));
  if (next) end = next.index;
  const open = new Map([')', ']', '}'].map((close) => [close, surplus(text, inside, end, close)]));
  for (;;) {
    const before = end;
    while (end > inside && text.charCodeAt(end - 1) <= space) end--;
    const last = end > inside ? text[end - 1]! : '';
    const unopened = open.get(last) ?? 0;
    if (last === ';' || last === ',' || last === '{') end--;
    else if (unopened > 0) {
      open.set(last, unopened - 1);
      end--;
    } else if (last === 'o' && /\sdo$/.test(text.slice(Math.max(inside, end - 3), end))) end -= 2;
    if (end === before) return end;
  }
}

/** How many closers of a kind a stretch has beyond its openers. */
function surplus(text: string, start: number, end: number, close: string): number {
  const open = close === ')' ? '(' : close === ']' ? '[' : '{';
  let count = 0;
  for (let at = start; at < end; at++) {
    if (text[at] === close) count += 1;
    else if (text[at] === open) count -= 1;
  }
  return count;
}

/** `&module#export`. */
export const callable: Scanner = (text, start) => {
  let at = start + 1;
  while (at < text.length && !isCallableEnd(text, at)) at++;
  return at;
};

function isCallableEnd(text: string, at: number): boolean {
  const char = text[at]!;
  return ',;(){}[]<>\'"='.includes(char) || /\s/.test(char);
}

/** The placeholder that a template literal's `${…}` leaves in its text: its number between two marks. */
export const placeholderMark = '\uFFFC';

export const placeholder: Scanner = (text, start) => {
  let at = start + 1;
  while (isDigit(text.charCodeAt(at))) at++;
  return at > start + 1 && text[at] === placeholderMark ? at + 1 : -1;
};
