// Finds where strings and regexes end, also those that are never closed.
//
//   'a\'b'   "#{x["y"]}"   /a[/]b/i   %r{a{2}}        up to the closing quote on the same line
//   get '/users, to => &users#index                  up to the next option
//           └────┘
//
// As in `scanners`, everything must stay linear on any text. A search that failed is not repeated.

import {
  callable,
  closerOf,
  isAmong,
  isAsciiLetter,
  isLineEnd,
  lineEnd,
  scannerOf,
  type Scanner,
} from './scanners.js';

const space = 32;
const doubleQuote = 34;
const singleQuote = 39;
const slash = 47;
const openBracket = 91;
const backslash = 92;
const closeBracket = 93;

/** Searches inside a token go no farther than this, so that scanning stays linear. */
const farthestClass = 200;
const farthestRegex = 2_000;
const farthestText = 2_000;

/**
 * Remembers a stretch of a line in which a string or regex was not closed. Another one that begins in this stretch cannot close either:
 * what would close it would have closed the first. Without this, a line of many quotes would take quadratic time.
 */
class UnclosedLine {
  #text: string | undefined;
  #start = 0;
  #end = 0;

  has(text: string, start: number): boolean {
    return start > this.#start && start < this.#end && text === this.#text;
  }

  /** Remembers that nothing closes from `start` to `end`. Returns -1. */
  note(text: string, start: number, end: number): -1 {
    this.#text = text;
    this.#start = start;
    this.#end = end;
    return -1;
  }

  /** The end of the line, if it is known for the line of `start`. */
  endFor(text: string, start: number): number | undefined {
    return this.has(text, start) ? this.#end : undefined;
  }

  forget(): void {
    this.#text = undefined;
    this.#end = 0;
  }
}

const unclosedSingle = new UnclosedLine();
const unclosedDouble = new UnclosedLine();
const unclosedSlashed = new UnclosedLine();
const knownLine = new UnclosedLine();

/** Releases the scanned text. The lexer calls it at the end of a text. */
export function forgetText(): void {
  for (const line of [unclosedSingle, unclosedDouble, unclosedSlashed, knownLine]) line.forget();
}

/** `'…'` and `"…"` without escapes, `#{…}` and other quotes, as most strings are. -1 for any that may have some. */
export const plainQuoted: Scanner = (text, start) => {
  const isSingle = text.charCodeAt(start) === singleQuote;
  if ((isSingle ? unclosedSingle : unclosedDouble).has(text, start)) return -1;
  const plain = isSingle ? plainSingle : plainDouble;
  plain.lastIndex = start;
  return plain.test(text) ? plain.lastIndex : -1;
};

const plainSingle = /'[^'"`\\\n\r\u0080-\uffff]*'/y;
const plainDouble = /"[^"'`#\\\n\r\u0080-\uffff]*"/y;

/** A string with one of its quotes doubled: `''/a'` or `'/a''`. */
export const doubledQuote = scannerOf(
  () =>
    /(['"])(?:\1[\p{L}\p{M}\p{Nd}_/:*(](?:[^'"\\\n\r]|\\[^\n\r]){0,200}\1(?!\1)|(?:[^'"\\\n\r]|\\[^\n\r]){1,200}\1\1)(?=[^\S\n\r]*(?:[,;)\]}{#\n\r]|=>|do\b|$))/uy,
);

/** `"""…"""` and `'''…'''`, on one line or more. */
export const tripledQuote: Scanner = (text, start) => {
  const quote = text.charAt(start);
  if (text[start + 1] !== quote || text[start + 2] !== quote) return -1;
  const end = text.slice(start + 3, start + farthestText).indexOf(quote.repeat(3));
  return end < 0 ? -1 : start + 3 + end + 3;
};

/** `'…'` on one line. */
export const singleQuoted: Scanner = (text, start) => {
  if (unclosedSingle.has(text, start)) return -1;
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === singleQuote) return at + 1;
    if (isLineEnd(code)) return unclosedSingle.note(text, start, at);
    if (code === backslash && !isLineEnd(text.charCodeAt(at + 1))) at += 1;
  }
  return unclosedSingle.note(text, start, text.length);
};

/** `"…"` on one line. Quotes inside `#{…}` do not end it. */
export const doubleQuoted: Scanner = (text, start) => {
  if (unclosedDouble.has(text, start)) return -1;
  let interpolation = true;
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === doubleQuote) return at + 1;
    if (isLineEnd(code)) return unclosedDouble.note(text, start, at);
    if (code === backslash && !isLineEnd(text.charCodeAt(at + 1))) at += 1;
    else if (interpolation && code === 35 && text[at + 1] === '{') {
      const end = interpolationEnd(text, at);
      if (end < 0) interpolation = false;
      else at = end - 1;
    }
  }
  return unclosedDouble.note(text, start, text.length);
};

/** The ASCII characters besides letters with which text may continue directly after a quote. */
const goesOn = isAmong('/:*(0123456789');

/**
 * The intended end of a string that runs on to the opening quote of the next one: `'/a, to => '` in `get '/a, to => 'b#c'` was meant to end
 * after `/a`. -1 for any other string.
 */
export function endBeforeNext(text: string, start: number, end: number): number {
  const code = text.charCodeAt(end);
  const mayGoOn = code < 128 ? isAsciiLetter(code) || goesOn[code] : /[\p{L}\p{Nd}]/u.test(text.charAt(end));
  if (!mayGoOn || end - start > farthestQuote) return -1;
  const inside = text.slice(start + 1, end - 1);
  const next = beforeQuote.test(inside) ? nextItem.exec(inside) : null;
  return next ? start + 1 + next.index : -1;
}

const beforeQuote = /(?:=>|[,:([]|\{ *[a-z]+) *$/;
const nextItem = /,\s*[\p{L}_][\p{L}\p{M}\p{Nd}_-]*(?:\s*=>|:(?:\s|$))|,? \{ +[a-z]| *=> *$|, *$/u;

/** Quotes of any kind: those of the language, and those that people and editors write instead. */
export const anyQuote =
  /['"`\u2018\u2019\u201a\u201c\u201d\u201e«»\u2032\u2033\u00b4\uff02\uff07\uff62\uff63\u300c-\u300f]/;
/** Quotes that begin no string of the language. */
export const foreignQuote =
  /[\u2018\u2019\u201a\u201c\u201d\u201e«»\u2032\u2033\u00b4\uff02\uff07\uff62\uff63\u300c-\u300f]/;
const farthestQuote = 500;

/** `‘…’`, `“…”`, `` `…` ``: up to the next quote of any kind, or to the end of the argument. */
export const foreignQuoted: Scanner = (text, start) => {
  const limit = Math.min(text.length, start + farthestQuote);
  let end = -1;
  for (let at = start + 1; at < limit && !isLineEnd(text.charCodeAt(at)); at++) {
    const char = text.charAt(at);
    if (anyQuote.test(char)) return at + 1;
    if (end < 0 && ',;'.includes(char)) end = at;
  }
  return end;
};

/**
 * `'…"` and `"…'`: the other quote ends the string. Its own quote does not follow, or only as the beginning of the next string.
 *
 *   get '/x", to => 'x#y'
 *       └──┘
 */
export const mismatchedQuoted: Scanner = (text, start) => {
  const own = text.charAt(start);
  const limit = Math.min(text.length, start + farthestQuote);
  let other = -1;
  for (let at = start + 1; at < limit && !isLineEnd(text.charCodeAt(at)); at++) {
    const char = text.charAt(at);
    if (char === '\\') at += 1;
    else if (char === own) return other >= 0 && /[\p{L}\p{Nd}/:]/u.test(text[at + 1] ?? '') ? other + 1 : -1;
    else if (other < 0 && anyQuote.test(char)) {
      if (!/^(?:[\s,;)\]}]|$)/.test(text.slice(at + 1, at + 2))) return -1;
      other = at;
    } else if (other < 0 && ',;=>'.includes(char)) return -1;
  }
  return other + 1 || -1;
};

const foreignClosers = new Map([...closerOf, ['<', '>'], ['|', '|'], ['!', '!'], ['/', '/']]);

const foreignOpener = /^(?:%[qQwWiIrsx]?|qw ?|qq?|[rqm][rx]?(?=\{))([([{<|!/])/;
/** `%(…)`, `%q{…}`, `%w<…>`, `%r|…|`, `qw(…)`, `q{…}`, `qq[…]` and `rx{…}`, on one line. */
export const foreignPercent: Scanner = (text, start) => {
  const opening = foreignOpener.exec(text.slice(start, start + 4));
  const closer = foreignClosers.get(opening?.[1] ?? '');
  if (!opening || closer === undefined) return -1;
  const inside = start + opening[0].length;
  const [line = ''] = text.slice(inside, inside + farthestQuote).split(/[\r\n]/, 1);
  const end = line.indexOf(closer);
  return end < 0 ? -1 : inside + end + 1;
};

/** The end of `&module#export`, including any `${…}` and `#{…}` in it, so that this program text is reported once. */
export function callableEnd(text: string, start: number): number {
  let end = callable(text, start);
  while (text[end] === '{' && (text[end - 1] === '$' || text[end - 1] === '#')) {
    const closed = interpolationEnd(text, end - 1);
    if (closed < 0 && text[end - 1] === '#') return end;
    end = callable(text, closed < 0 ? end : closed - 1);
  }
  return end;
}

/** The offset after the `}` of a `#{…}` on one line, or -1. */
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

/**
 * `/…/flags` on one line. A `/` inside `[…]` does not end it unless the `[` is never closed. A `/` in the middle of a regex, as in `/a/b/`,
 * does not end it either.
 */
export const slashedRegex: Scanner = (text, start) => {
  const end = firstRegex(text, start);
  if (end < 0 || endsInString(text, start, end)) return -1;
  moreOfRegex.lastIndex = end;
  return moreOfRegex.test(text) ? moreOfRegex.lastIndex : end;
};

/** Whether the slash that would close the regex belongs to a string after the next option or block: `id => /\d+ { get '/x'`. */
function endsInString(text: string, start: number, end: number): boolean {
  const last = text.lastIndexOf('/', end - 1);
  const quote = text.charCodeAt(last - 1);
  if ((quote !== singleQuote && quote !== doubleQuote) || end - start > farthestQuote) return false;
  const inside = text.slice(start, last - 1);
  return beforeQuote.test(inside) && inside.search(nextOnLine) >= 0;
}

/** More text directly after a regex that ends like a regex, before the end of a value. */
const moreOfRegex =
  /(?:(?:\\[^\n\r]|\[(?:\\[^\n\r]|[^\]\\\n\r]){0,200}\]|[^\s\\[,;'"/]|,(?=[\d}])){0,200}\/){1,20}[a-z]{0,3}(?=[\s,;)\]}#]|$)/y;

const firstRegex: Scanner = (text, start) => {
  if (unclosedSlashed.has(text, start)) return -1;
  let classLimit = -1;
  let slashInClass = -1;
  let at = start + 1;
  for (; at < text.length; at++) {
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
  if (slashInClass >= 0) return regexFlags(text, slashInClass + 1);
  return unclosedSlashed.note(text, start, classLimit < 0 ? at : classLimit - farthestClass);
};

function regexFlags(text: string, start: number): number {
  let at = start;
  while (isAsciiLetter(text.charCodeAt(at))) at++;
  return at;
}

/** `%r{…}flags` on one line. Brackets of its own kind are balanced inside. */
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

/** The beginning of a `%w`, `%i` or `%r` that is never closed. */
export const unclosedPercent: Scanner = (text, start) => {
  if (!'wir'.includes(text[start + 1] ?? ' ') || !closerOf.has(text[start + 2] ?? '')) return -1;
  return unclosedEnd(text, start, 3);
};

export const unclosedRegex: Scanner = (text, start) => unclosedEnd(text, start, 1);

/** A string that is not closed on its line. If a quote on one of the next two lines ends an argument, the string reaches there. */
export const unclosedString: Scanner = (text, start) => {
  const end = unclosedEnd(text, start, 1);
  const rest = text.charCodeAt(start) === singleQuote ? restBeforeSingle : restBeforeDouble;
  rest.lastIndex = end;
  return rest.test(text) ? rest.lastIndex : end;
};

/** One or two more lines up to a quote, without comments and without what begins a block or another string. */
const restBefore = (quote: string): RegExp =>
  new RegExp(
    String.raw`(?:[^\S\n\r]*(?:\r\n?|\n)(?!\s*#)[^\n\r'"\x60=;{}\\]{0,200}){1,2}${quote}(?=[^\S\n\r]*(?:[,;)\]}{#\n\r]|=>|do\b|$))`,
    'y',
  );
const restBeforeSingle = /* @__PURE__ */ restBefore("'");
const restBeforeDouble = /* @__PURE__ */ restBefore('"');

/**
 * The assumed end of a string or regex that is never closed: before the next option or block on its line, otherwise the end of the line
 * without the brackets and separators there that do not belong to it.
 *
 *   namespace 'admin, {            get '/users, to => &users#index;
 *             └────┘                   └────┘
 */
function unclosedEnd(text: string, start: number, opening: number): number {
  const inside = start + opening;
  let end = knownLine.endFor(text, start) ?? lineEnd(text, inside);
  knownLine.note(text, start, end);
  nextOnLine.lastIndex = inside;
  const next = nextOnLine.exec(text.slice(0, end));
  if (next) end = next.index;
  const open = new Map(
    [...closerOf].map(([opener, close]) => [close, surplus(text, inside, end, opener, close)]),
  );
  for (;;) {
    const before = end;
    while (end > inside && text.charCodeAt(end - 1) <= space) end--;
    const last = end > inside ? text.charAt(end - 1) : '';
    const unopened = open.get(last) ?? 0;
    const opens = last === '{' && text[end - 2] !== '%';
    if (last === ';' || last === ',' || opens) end--;
    else if (unopened > 0) {
      open.set(last, unopened - 1);
      end--;
    } else if (last === 'o' && /\sdo$/.test(text.slice(Math.max(inside, end - 3), end))) end -= 2;
    if (end === before) return end;
  }
}

/** The next option or block on a line. */
const nextOnLine = /,\s*[\w-]+(?:\s*=>|: )|,?\s\{\s+(?=[a-z]+[ (])/g;

/** The number of closers in a range minus the number of openers. */
function surplus(text: string, start: number, end: number, open: string, close: string): number {
  let count = 0;
  for (let at = start; at < end; at++) {
    if (text[at] === close) count += 1;
    else if (text[at] === open) count -= 1;
  }
  return count;
}
