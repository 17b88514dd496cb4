// Finds where the longer tokens end: words, lists, numbers, callables. `quoted-scanners` does the same for strings and regexes.
//
// A scanner gets the text and the offset at which its token would begin. It returns the offset after the token, or -1.
// Most are loops and not regexes, because they must take linear time and little stack on any text (such as a single string of
// ten megabytes), and because words may contain letters of every script.

/** Returns the offset after the token that begins at `start`, or -1 if there is none. */
export type Scanner = (text: string, start: number) => number;

/** Makes a scanner of a sticky regex, which must take linear time. The regex is created at the first use. */
export function scannerOf(make: () => RegExp): Scanner {
  let sticky: RegExp | undefined;
  return (text, start) => {
    sticky ??= make();
    sticky.lastIndex = start;
    return sticky.test(text) ? sticky.lastIndex : -1;
  };
}

const tab = 9;
const newline = 10;
const carriageReturn = 13;
const space = 32;
const dash = 45;
const dot = 46;
const slash = 47;

/** The brackets that `%w`, `%i` and `%r` take. */
export const closerOf: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
]);

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

export function isAsciiLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95;
}

/** For each ASCII code, whether the character is one of `characters`. */
export function isAmong(characters: string): readonly boolean[] {
  return Array.from({ length: 128 }, (_, code) => characters.includes(String.fromCodePoint(code)));
}

export function isLineEnd(code: number): boolean {
  return code === newline || code === carriageReturn;
}

export function lineEnd(text: string, start: number): number {
  let at = start;
  while (at < text.length && !isLineEnd(text.charCodeAt(at))) at++;
  return at;
}

/** The length in UTF-16 units (0, 1 or 2) of a letter outside ASCII or, inside a word, of a combining mark. */
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
    // The regex engine is fast at once. A process that reads only one text would never compile a loop over characters.
    asciiUnits.lastIndex = at;
    asciiUnits.test(text);
    at = asciiUnits.lastIndex;
    const code = text.charCodeAt(at);
    if (code === dash && wordUnitAt(text, at + 1) > 0) at += 1;
    else if (code >= 128) {
      const width = wordUnitAt(text, at);
      if (width === 0) return at;
      at += width;
    } else return at;
  }
}

/** Always matches, if only the empty string. */
const asciiUnits = /\w*/y;

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

/** `users#index`, `users/index`, `admin/users#index`, `links#home()` or `users/:id/edit`, but not a constant with a comment after it. */
export const bareTarget: Scanner = (text, start) => {
  const first = word(text, start);
  const next = text[first];
  if (first < 0 || (next !== '#' && next !== '/')) return -1;
  if (next === '#' && /^(?:[Tt]rue|[Ff]alse|nil)$/.test(text.slice(start, first))) return -1;
  let end = first;
  while (text.charCodeAt(end) === slash) {
    const more = word(text, end + 1);
    if (more < 0) break;
    end = more;
  }
  const segments = moreSegments(text, end);
  if (segments >= 0) return withClosingQuote(text, segments);
  if (text.charCodeAt(end) === slash) return end === first ? -1 : end;
  const action = text[end] === '#' ? word(text, end + 1) : -1;
  if (action > 0 && text.startsWith('()', action)) return action + 2;
  return action < 0 && end === first ? -1 : withClosingQuote(text, Math.max(action, end));
};

/** `/:id/edit` and `/%{id}` after the first words of a path. */
const moreSegments = scannerOf(
  () =>
    /(?:\/(?:[\w.-]|[:*](?=\w)|%\{\w+\}){1,80}){1,10}(?:\(\.:format\))?(?=['"]?[ \t]*(?:[,;)\]}{\n\r]|=>|do\b|$))/y,
);

/** `https://example.com/a` without quotes, or without the first quote. */
export const bareUrl = scannerOf(
  () => /[a-z]{2,10}:\/\/(?:[^\s,;'"<>(){}[\]%]|%(?:\{\w+\})?)+(?:['"](?=[ \t]*(?:[,;)\]}]|$)))?/my,
);

/** `../guards#isStaff` without its `&`, or a file without quotes. */
export const relativePath = scannerOf(() => /\.{1,2}\/[\w./@-]+(?:#[\w$]+)?['"]?/y);

/** `users:show`, `users->show` or `UsersController@show` as a whole argument, perhaps with its last quote. */
export const foreignTarget = scannerOf(
  () =>
    /(?!\p{Lu}[\w/]*(?:::|->))[\p{L}_][\p{L}\p{M}\p{Nd}_/-]{0,100}(?:(?:::?|@|->)[\p{L}_][\p{L}\p{M}\p{Nd}_-]{0,100}){1,5}['"]?(?=[ \t]*(?:[,;)\]}{\n\r]|do\b|$)|[ \t]+#)/uy,
);

/** `/users/:id(.:format)` without quotes, or without the first quote. */
export const barePath: Scanner = (text, start) => withClosingQuote(text, unquotedPath(text, start));

const unquotedPath = scannerOf(() => /\/(?:[^\s,;'"{}<>=%]|%(?:\{\w+\})?)*/y);

/** `*path`, `:id/edit` and `(/:locale)/about` without quotes. `(:locale)` alone is a symbol, and `(/a)` is a path only before a comma. */
export const pathOfSigns = scannerOf(
  () =>
    /(?:\*(?=\.?\w)|:(?=\w+\/[\w:*(])|\((?=[/.:*])(?:[\w:*./-]*\)(?=[/(])|(?!:\w+\))[\w./-]*[:*]\w[\w:*./-]*\)|\/[\w./-]+\)(?=['"]?[ \t]*,)))(?:[\w:*./-]|\([\w:*./-]*\))*(?:['"](?=[\s,;)\]}]|$))?/y,
);

/** `/users/:id`, `%{id}/edit` and `~/users` without quotes as the first argument in parentheses, where no regex is possible. */
export const firstPath = scannerOf(
  () =>
    /(?:~[^\s,;'"()]*|(?!\/[^/\n\r]*\/[isu]*[ \t]*[,)])(?:\/|%\{\w+\})(?:[\w:*./~-]|%\{\w+\}|\([\w:*./-]*\))*)(?=[ \t]*[,)])/y,
);

/** `/users/:id'`: a path with only its last quote, at the end of an argument. */
export const pathWithLastQuote = scannerOf(
  () => /\/[\w:*(./)%{}-]{0,200}(?:#\w{1,80})?['"](?=[ \t]*(?:[,;)\]}]|do\b|\{|=>|[\n\r]|$))/y,
);

/** `(:locale)'` in the place of a value: a path without its first quote. */
export const groupWithLastQuote = scannerOf(
  () => /\((?=[/.:*])[\w:*./-]{1,200}\)[\w:*./()-]{0,200}['"](?=[\s,;)\]}]|$)/y,
);

/** `(en|de)/` and `[0-9]+/` in the place of a value: regexes without their first slash. Also Elixir's `~r/x/`. */
export const withLastSlash = scannerOf(
  () =>
    /(?:~r(?=\/)(?:\/(?:\\[^\n\r]|[^\\/\n\r]){1,200})|\[(?:\\[^\n\r]|[^\]\\\s,'"]){1,80}\]|\((?![/.:*])(?:\\[^\n\r]|[^()\\\s,;'"/]){1,80}\))(?:\\[^\n\r]|\[(?:\\[^\n\r]|[^\]\\\s'"]){1,80}\]|,(?=[\d}])|[^\s\\[\],;'"#/]){0,80}\/[isu]{0,3}(?=[\s,;)\]}]|$)/y,
);

/** `/users/:id/edit` without quotes. It cannot be a regex, since what follows its last slash are not flags. */
export const pathOfSegments = scannerOf(
  () =>
    /(?:\/(?:[\w:*-]|%\{\w+\})(?:[\w:*.-]|%\{\w+\}){0,80}){1,10}(?<!\/[a-z]{1,3})(?:#\w{1,80})?(?=[\s,;)\]}]|$)/y,
);

/** The offset after a quote that ends an argument, otherwise `end`. The text before it lacks its first quote: `get /x', to => …`. */
export function withClosingQuote(text: string, end: number): number {
  const quote = text[end];
  return (quote === "'" || quote === '"') && /^(?:[\s,;)\]}]|$)/.test(text.slice(end + 1, end + 2))
    ? end + 1
    : end;
}

/** Whether a `=>` follows an offset on its line. */
export function isBeforeArrow(text: string, at: number): boolean {
  return /^[ \t]*=>/.test(text.slice(at, at + 20));
}

/** What follows an argument: a sign that ends it, or the end of a line, unless the next line begins with `=>`. */
export const argumentEnd = /^[ \t]*(?:[,;)}\]{]|do\b|(?:$|[\n\r])(?!\s*=>))/;

/** Whether a character is a string prefix of other languages: `r'/a'`, `f"/a"`, `@"/a"`. */
export function isPrefix(text: string, at: number): boolean {
  const next = text[at + 1];
  if ((next !== "'" && next !== '"') || withClosingQuote(text, at + 1) > at + 1) return false;
  // At 0 the text may be an excerpt of lines that are parsed again after an edit. It begins with a statement.
  return /[bfru@$]/i.test(text.charAt(at)) && (at === 0 || /[\s,;([{}=>]/.test(text.charAt(at - 1)));
}

/** A whole number, perhaps negative, perhaps with `_` between digits. Numbers that JavaScript would round are not accepted. */
export const integer: Scanner = (text, start) => {
  const end = numberLike(text, start);
  if (end < 0) return -1;
  for (let at = text.charCodeAt(start) === dash ? start + 1 : start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (!isDigit(code) && !(code === 95 && isDigit(text.charCodeAt(at + 1)))) return -1;
  }
  return Number.isSafeInteger(Number(text.slice(start, end).replaceAll('_', ''))) ? end : -1;
};

/** The offset after the `..` or `...` of a range. */
function rangeSign(text: string, at: number): number {
  return text.charCodeAt(at + 2) === dot ? at + 3 : at + 2;
}

/** Text that begins like a number and may continue like a word: `0.6`, `2fa`, `1.2.3`. */
export const numberLike: Scanner = (text, start) => {
  let at = text.charCodeAt(start) === dash ? start + 1 : start;
  if (!isDigit(text.charCodeAt(at))) return -1;
  for (;;) {
    at = wordRest(text, at);
    if (text.charCodeAt(at) === dot && text.charCodeAt(at + 1) === dot)
      return wordRest(text, rangeSign(text, at));
    if (text.charCodeAt(at) !== dot || wordUnitAt(text, at + 1) === 0) return at;
    at += 1;
  }
};

/** `%w[…]` or `%i[…]`, on one line or more. In `%w(…)` words may contain parentheses: `%w(/files(/*path) /about)`. */
export const percentList: Scanner = (text, start) => {
  const close = percentCloser(text, start);
  if (close === undefined) return -1;
  let depth = 0;
  for (let at = start + 3; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === close && depth-- === 0) return at + 1;
    if (char === '(' && close === ')' && depth < 3) depth++;
    else if (char !== close && (depth > 0 ? ' \t\n\r<>;=\'"()[]{}' : '<>;=\'"()[]{}').includes(char))
      return -1;
  }
  return -1;
};

function percentCloser(text: string, start: number): string | undefined {
  const letter = text[start + 1];
  return letter === 'w' || letter === 'i' ? closerOf.get(text[start + 2] ?? '') : undefined;
}

/** `<a b>`, on one line or more. */
export const angleList: Scanner = (text, start) => {
  for (let at = start + 1; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '>') return at + 1;
    if ('<,;=\'"{}'.includes(char)) return -1;
  }
  return -1;
};

/** `<'a', b>`: a list of words with commas or quotes, on one line. */
export const punctuatedAngleList: Scanner = (text, start) => {
  for (let at = start + 1; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '>') return at + 1;
    if ('<;={}()\n\r'.includes(char)) return -1;
  }
  return -1;
};

/** `<<a b>>` and `«a b»`, the word lists of Raku, and `＜a b＞`, on one line. */
export const doubledAngles = scannerOf(
  () => /<<[^<>;\n\r]{0,500}>>|«[ \t]*[\w-]+(?:[ \t]+[\w-]+)+[ \t]*»|\uff1c[^<>;\n\r\uff1e]{0,500}[\uff1e>]/y,
);

/** `<` and the words after it, if nothing closes them: those on its line, or else those on the lines below it. */
export const unclosedAngleList: Scanner = (text, start) => {
  let at = start + 1;
  let end = at;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isLineEnd(code) || '<,;=\'"{}()[]'.includes(text.charAt(at))) break;
    if (code !== space && code !== tab) end = at + 1;
  }
  if (end === start + 1) {
    wordsOnLines.lastIndex = at;
    return wordsOnLines.test(text) ? wordsOnLines.lastIndex : end;
  }
  wordsBehindCommas.lastIndex = at;
  const [words = ''] = wordsBehindCommas.exec(text) ?? [];
  return words === '' ? end : at + words.trimEnd().length;
};

/** Lines that contain only words. */
const wordsOnLines =
  /(?:(?:\r\n?|\n)[ \t]*(?!(?:end|do)\b)[a-z][\w-]{0,40}(?:[ \t]*,?[ \t]+[a-z][\w-]{0,40}){0,20},?(?=[ \t]*(?:[\r\n]|$))){1,20}/y;

/** `, show` of `only => <index, show`, up to the end of its line or declaration. */
const wordsBehindCommas = /(?:,[ \t]*[\p{L}_][\p{L}\p{M}\p{Nd}_-]*[ \t]*)+(?=[;})#\r\n]|$)/uy;

/** `&module#export`. */
export const callable: Scanner = (text, start) => {
  callableText.lastIndex = start + 1;
  callableText.test(text);
  return callableText.lastIndex;
};

/** Always matches, if only the empty string. */
const callableText = /[^,;(){}[\]<>'"=\s]*/y;

/** Encloses the placeholder for a `${…}` of a template literal: its number between two of these marks. */
export const placeholderMark = '\uFFFC';

export const placeholder: Scanner = (text, start) => {
  let at = start + 1;
  while (isDigit(text.charCodeAt(at))) at++;
  return at > start + 1 && text[at] === placeholderMark ? at + 1 : -1;
};

/** What people write instead of `=>` that begins with `=`: `==`, `=~`, `==>`, `=>>`, `= >`, `=.`, and the HTML for it. */
export const foreignArrow = scannerOf(() => /=(?:[=~]+>*|>{2,}|\.(?!\.)|&gt;|[ \t]+>)?/y);

/** What people write instead of `=>` that begins outside ASCII. */
export const wideArrow = scannerOf(() => /\uff1d\uff1e?|[\u2010-\u2015\u2212]>|[\u2192\u21d2\uff1a]/y);

/** Blanks and the beginning of a value that cannot begin a function. A `->` or `>` before it was meant as `=>`. */
export const valueAhead = scannerOf(
  () => /\s*(?:['"&:<[\d]|\/\S|\{\s*[\w-]+(?:\s*=>|: )|%[wir]|(?:redirect|true|false|nil)\b)/y,
);

/** Whether an `&` may begin one of the entities below. All of them end within five characters. */
export function mayBeEntity(text: string, at: number): boolean {
  const semicolon = 59;
  return (
    text.charCodeAt(at + 3) === semicolon ||
    text.charCodeAt(at + 4) === semicolon ||
    text.charCodeAt(at + 5) === semicolon
  );
}

/** Values with signs escaped as HTML: `&quot;/a&quot;`, `&lt;a b&gt;`, `&amp;module#export`. */
export const escapedValue = scannerOf(
  () =>
    /&(?:(quot|apos|#34|#0?39|#x27);[^\s&'"][^&'"\n\r]{0,200}&\1;|lt;[^\s&<>=;][^&<>=;\n\r]{0,200}&gt;|amp;[\w./@-]+(?:#[\w$]+)?(?=[ \t]*(?:[,;)}\]\n\r]|$)))/y,
);

/** Blanks escaped as HTML: `get&nbsp;'/a'`. */
export const escapedBlanks = scannerOf(() => /&(?:nbsp|#160|#xa0);(?:[ \t]*&(?:nbsp|#160|#xa0);)*/iy);

const entities: ReadonlyMap<string, string> = new Map([
  ...[['amp', '&'] as const, ['lt', '<'] as const, ['gt', '>'] as const],
  ...['quot', '#34'].map((name) => [name, '"'] as const),
  ...['apos', '#39', '#039', '#x27'].map((name) => [name, "'"] as const),
]);

/** Replaces the HTML entities in a text. */
export function unescaped(text: string): string {
  return text.replace(/&(#?\w+);/g, (entity, name: string) => entities.get(name) ?? entity);
}

/** Translates a path of other routers: `/users/{id?}` becomes `/users(/:id)`. */
export function pathHere(path: string): string {
  return path
    .replace(/\/(?:\{(\w+)\?\}|:(\w+)\?)/g, '(/:$1$2)')
    .replace(/\{(\w+)(?::\w+)?\}|<(?:\w+:)?(\w+)>/g, ':$1$2')
    .replace(/(^|\/)\*$/, '$1*path');
}

/** A Python raw string that contains a regex: it escapes a letter, repeats something, or has a sign that no path or name has. */
const regexInString =
  /r(['"])(?!\/)(?=(?:(?!\1)[^\n\r]){0,500}?(?:\\[A-Za-z.-]|[)*.][+*]|[|^$+[]))(?:(?!\1)[^\n\r]){1,500}\1(?=[^\S\n\r]*(?:[,;)\]}{#]|do\b|$))/imy;

/** `r'\d+'`, a regex of Python. -1 for any other string. */
export const prefixedRegex: Scanner = (text, start) => {
  regexInString.lastIndex = start;
  return regexInString.test(text) ? regexInString.lastIndex : -1;
};
