// Finds where a piece of program text in a routes file begins and ends.
//
// People bring program text from Ruby, Raku and JavaScript. It is no part of the language. Each piece is taken whole, up to its `end` or
// closing bracket, and reported once. The declarations around it are read as usual:
//
//   if Rails.env.development?      ┐
//     get '/debug', to: 'debug#x'  │ one piece
//   end                            ┘
//   get '/x', to: ->(env) { [200, {}, []] }, as: :x
//                 └───────────────────────┘

import type { Token } from './tokens.js';
import * as tokens from './tokens.js';

const statementWords = new Set([
  'if',
  'unless',
  'case',
  'def',
  'while',
  'until',
  'begin',
  'for',
  'class',
  'module',
]);
/** Words that begin a line of program text. */
const lineWords = new Set([
  ...['import', 'export', 'const', 'let', 'var', 'use', 'from', 'extend'],
  ...['require', 'require_relative', 'require_dependency', 'load', 'eval', 'instance_eval'],
  ...['async', 'function', 'func', 'fn', 'public', 'private', 'return'],
  ...['my', 'our', 'state', 'constant', 'unit', 'multi'],
]);
const valueWords = new Set(['sub', 'proc', 'lambda', 'function', 'async']);
const continuations = new Set(['else', 'elsif', 'elseif', 'elif', 'orwith', 'ensure', 'rescue']);

/** Words that define something with a name without quotes. */
const definitionWords = new Set(['def', 'class', 'module']);

/** Whether a word at the start of a statement begins program text. `module 'admin'` does not: it is an option in the place of a keyword. */
export function beginsCodeStatement(word: string, next: Token | undefined): boolean {
  if (definitionWords.has(word) && next?.tokenType.CATEGORIES?.includes(tokens.Literal)) return false;
  return statementWords.has(word);
}

/** Methods as request lines write them, which people copy: `GET /users`. */
export const upperCaseVerbs = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Whether a word at the start of a statement begins a single line of program text, without an `end`. */
export function beginsCodeLine(word: string): boolean {
  return lineWords.has(word);
}

/** Whether a word in the place of a value begins program text. `next` is the token after it. */
export function beginsCodeValue(word: string, next: Token | undefined): boolean {
  if (word === 'new' || word === 'await')
    return next !== undefined && isWord(next) && (word === 'await' || /^\p{Lu}/u.test(next.image));
  if (!valueWords.has(word) || !next) return false;
  return (
    next.image === '{' ||
    [tokens.LeftParen, tokens.LambdaArrow, tokens.Stray].includes(next.tokenType) ||
    (isWord(next) && (next.image === 'do' || next.image === 'function'))
  );
}

/** Usual names of the parameter of an arrow function: `to => req => …`. */
const parameters = new Set(['c', 'context', 'ctx', 'env', 'event', 'r', 'req', 'request', 'res', '_']);

export function isParameter(word: string): boolean {
  return parameters.has(word);
}

/** The limit, in tokens, of the search for a lambda's body, so that a line of many lambdas takes linear time. */
const farthestBody = 200;

/** Finds the ends of pieces of program text in the tokens of one file. */
export class CodeFinder {
  #partners: Int32Array | undefined;

  constructor(
    readonly text: string,
    readonly tokens: readonly Token[],
  ) {}

  /** The index of the last token of the statement that begins at `index`: its `end`, its `}` or the end of its line. */
  statementEnd(index: number): number {
    let last = this.lineEnd(index);
    if (this.tokens[last]?.image === ':' || this.tokens[last]?.tokenType === tokens.Label)
      return this.#indentedEnd(index, last);
    const hasBraces = last > index && this.tokens[last]?.image === '}';
    const partner = this.#partnerOf(index);
    if (!hasBraces) return partner < 0 ? last : partner;
    for (;;) {
      const next = this.tokens[last + 1];
      if (!next || !isWord(next) || !continuations.has(next.image)) return last;
      last = this.lineEnd(last + 1);
    }
  }

  /** The last token of a decorator (`@…`) and of what it decorates on the next lines. */
  decoratorEnd(index: number): number {
    const last = this.lineEnd(index);
    const next = this.tokens[last + 1];
    if (next?.image === '@') return this.decoratorEnd(last + 1);
    const isDecorated =
      next && (beginsCodeStatement(next.image, this.tokens[last + 2]) || beginsCodeLine(next.image));
    return isDecorated ? this.statementEnd(last + 1) : last;
  }

  /** The last token after `behind` that is indented deeper than the token at `index`. */
  #indentedEnd(index: number, behind: number): number {
    const level = indentAt(this.text, this.tokens[index]?.startOffset ?? 0);
    let last = behind;
    for (let next = this.tokens[last + 1]; next; next = this.tokens[last + 1]) {
      const indent = indentAt(this.text, next.startOffset);
      if (indent >= 0 && indent <= level) break;
      last++;
    }
    return last;
  }

  /**
   * The index of the last token on the line of `index`. Brackets that open on the line are taken whole. Method calls on the next lines
   * belong to it, and so do lines after a comma at the end of a line.
   */
  lineEnd(index: number): number {
    const level = indentAt(this.text, this.tokens[index]?.startOffset ?? 0);
    let last = this.bracketEnd(index);
    for (;;) {
      const next = this.tokens[last + 1];
      if (!next || next.tokenType === tokens.Semicolon || isCloser(next)) return last;
      const indent = indentAt(this.text, next.startOffset);
      const goesOn = level >= 0 && indent > level && this.tokens[last]?.tokenType === tokens.Comma;
      if (indent >= 0 && !goesOn && !isOfMethod(next)) return last;
      if (isWord(next) && next.image === 'end') return last;
      last = this.bracketEnd(last + 1);
    }
  }

  /** The index of the last token of the value that begins at `index`: its closing bracket, or the token before a comma. */
  valueEnd(index: number): number {
    const opener = this.#bodyOnLine(index);
    if (opener >= 0) return this.#partnerOf(opener) < 0 ? this.lineEnd(opener) : this.#partnerOf(opener);
    return this.#argumentEnd(index);
  }

  /** The same for a value in parentheses, which may be the parameters of an arrow function. */
  parenthesisedEnd(index: number): number {
    const last = this.bracketEnd(index);
    const next = this.tokens[last + 1];
    return next?.tokenType === tokens.Arrow ? this.#argumentEnd(last + 1) : last;
  }

  #argumentEnd(index: number): number {
    let last = this.bracketEnd(index);
    for (;;) {
      const next = this.tokens[last + 1];
      if (!next || [tokens.Semicolon, tokens.Comma].includes(next.tokenType) || isCloser(next)) return last;
      if (indentAt(this.text, next.startOffset) >= 0) return last;
      last = this.bracketEnd(last + 1);
    }
  }

  /** The index of the last token from `index` on that follows the one before it without a space. */
  gluedEnd(index: number): number {
    let last = index;
    for (;;) {
      const next = this.tokens[last + 1];
      const end = this.tokens[last];
      if (!next || !end || next.startOffset !== endOf(end)) return last;
      if ([tokens.Semicolon, tokens.Comma, tokens.Arrow].includes(next.tokenType) || isCloser(next))
        return last;
      last = this.bracketEnd(last + 1);
    }
  }

  /** The index of the `{` or `do` of a lambda on this line, after `(…)` and names. -1 if there is none. */
  #bodyOnLine(index: number): number {
    for (let at = index; at < index + farthestBody; at++) {
      const token = this.tokens[at];
      if (!token) return -1;
      if (at > index && indentAt(this.text, token.startOffset) >= 0) return -1;
      if (token.image === '{' || (isWord(token) && token.image === 'do')) return at;
      if ([tokens.Semicolon, tokens.Arrow, tokens.Label].includes(token.tokenType) || isCloser(token))
        return -1;
      if (token.tokenType === tokens.Comma && this.tokens[index]?.tokenType !== tokens.LambdaArrow) return -1;
      if (token.tokenType === tokens.LeftParen || token.tokenType === tokens.LeftBracket)
        at = this.bracketEnd(at);
    }
    return -1;
  }

  /** The index of a bracket's closing partner, or `index` itself if it has none. */
  bracketEnd(index: number): number {
    const partner = this.#partnerOf(index);
    return partner < 0 ? index : partner;
  }

  #partnerOf(index: number): number {
    this.#partners ??= findPartners(this.text, this.tokens);
    return this.#partners[index] ?? -1;
  }
}

/** The kind and direction of a bracket. */
export interface BracketMark {
  readonly kind: 'paren' | 'bracket' | 'brace';
  readonly isOpener: boolean;
}

const marksByType: ReadonlyMap<Token['tokenType'], BracketMark> = new Map([
  [tokens.LeftParen, { kind: 'paren', isOpener: true }],
  [tokens.RightParen, { kind: 'paren', isOpener: false }],
  [tokens.LeftBracket, { kind: 'bracket', isOpener: true }],
  [tokens.RightBracket, { kind: 'bracket', isOpener: false }],
] as const);

/** Braces are recognised by their text, since their types may already be those of a block or a hash. */
const marksByText: ReadonlyMap<string, BracketMark> = new Map([
  ['{', { kind: 'brace', isOpener: true }],
  ['}', { kind: 'brace', isOpener: false }],
] as const);

export function bracketMark({ tokenType, image }: Token): BracketMark | undefined {
  return marksByType.get(tokenType) ?? marksByText.get(image);
}

/** For each bracket, `do` and code word, the index of what closes it. Nesting of different kinds is ignored. */
function findPartners(text: string, all: readonly Token[]): Int32Array {
  const partners = new Int32Array(all.length).fill(-1);
  const open: Record<BracketMark['kind'], number[]> = { paren: [], bracket: [], brace: [] };
  const words = new OpenWords();
  for (const [index, token] of all.entries()) {
    const indent = indentAt(text, token.startOffset);
    if (indent >= 0) words.beginLine(indent);
    const mark = bracketMark(token);
    if (mark?.isOpener) open[mark.kind].push(index);
    else if (mark || (isWord(token) && !isBeforeArrow(all, index))) {
      const beginsStatement = indent >= 0 || isBeforeStatement(all[index - 1]);
      const opener = mark
        ? open[mark.kind].pop()
        : words.take(token.image, index, beginsStatement, indent >= 0);
      if (opener !== undefined) partners[opener] = index;
    }
  }
  return partners;
}

/** Whether a statement may follow a token on its line: it is a `;`, or opens a block. */
function isBeforeStatement(token: Token | undefined): boolean {
  return token !== undefined && (token.tokenType === tokens.Semicolon || /^(?:\{|do)$/.test(token.image));
}

/** The words that are open until their `end`. */
class OpenWords {
  readonly #open: { readonly index: number; readonly indent: number }[] = [];
  /** The indentation of the current line, and whether its `do` belongs to a `while`, `until` or `for` that is already open. */
  #indent = 0;
  #isLoop = false;

  beginLine(indent: number): void {
    this.#indent = indent;
    this.#isLoop = false;
  }

  /** Opens a word that needs an `end`. For an `end`, returns the index of the word that it closes. */
  take(word: string, index: number, beginsStatement: boolean, isFirst: boolean): number | undefined {
    if (word === 'end') {
      const isDeeper = isFirst && (this.#open.at(-1)?.indent ?? -1) > this.#indent;
      const aligned = isDeeper ? this.#open.findLastIndex(({ indent }) => indent === this.#indent) : -1;
      // Words that are indented deeper were never closed.
      if (aligned >= 0) this.#open.length = aligned + 1;
      return this.#open.pop()?.index;
    }
    const isCode = beginsStatement && statementWords.has(word);
    if (isCode || (word === 'do' && !this.#isLoop)) {
      this.#open.push({ index, indent: this.#indent });
      if (isCode) this.#isLoop = ['while', 'until', 'for'].includes(word);
    }
    return undefined;
  }
}

const wordTypes = new Set([
  ...[
    tokens.Word,
    tokens.Keyword,
    tokens.Key,
    tokens.BooleanWord,
    tokens.Redirect,
    tokens.LooseWord,
    tokens.StrayWord,
  ],
  ...[tokens.BlockOpen, tokens.BlockClose],
]);

/** Whether a token is a word, whatever type it was given. */
export function isWord(token: Token): boolean {
  return wordTypes.has(token.tokenType) && token.image !== '{' && token.image !== '}' && token.image !== '';
}

export function isNearlyEnd(word: string): boolean {
  return nearlyEnd.test(word);
}

/** `end` with one typing mistake or in another case, or the words of other languages for it. */
const nearlyEnd =
  /^(?:\wend|e\wnd|en\wd|end\w|\wnd|e\wd|en\w|nd|ed|en|ned|edn|done|fi|end|end_?(?:if|for|foreach|while|do|def|case|with|block|scope|group|namespace|resources?|routes))$/i;

/** Whether a word that is alone on its line, or between semicolons, may be a misspelt `end`. */
export function mayBeEnd(text: string, all: readonly Token[], index: number): boolean {
  const [token, next] = [all[index], all[index + 1]];
  if (!token || !isWord(token) || token.image === 'end' || !nearlyEnd.test(token.image)) return false;
  const isSemicolon = (other: Token | undefined): boolean => other?.tokenType === tokens.Semicolon;
  const isFirst = indentAt(text, token.startOffset) >= 0 || isSemicolon(all[index - 1]);
  return isFirst && (!next || isSemicolon(next) || indentAt(text, next.startOffset) >= 0);
}

/** Whether a sign at the beginning of a line continues with a method call: `.post(create)`, `->name('x')`. */
function isOfMethod({ image, tokenType }: Token): boolean {
  return image === '.' || tokenType === tokens.LambdaArrow;
}

function isBeforeArrow(all: readonly Token[], index: number): boolean {
  const next = all[index + 1];
  return next !== undefined && isArrow(next);
}

/** Whether a token is `=>`, or what people write instead. */
export function isArrow({ tokenType }: Token): boolean {
  return tokenType === tokens.Arrow || tokenType === tokens.Equals;
}

/** Whether a token is a closing bracket. */
export function isCloser(token: Token): boolean {
  return bracketMark(token)?.isOpener === false;
}

export function endOf(token: Token): number {
  return token.startOffset + token.image.length;
}

/** The column (from 0) of a token that is first on its line. -1 for any other token. */
export function indentAt(text: string, offset: number): number {
  let at = offset - 1;
  while (at >= 0) {
    const code = text.charCodeAt(at);
    if (code === 10 || code === 13) break;
    if (code !== 32 && code !== 9 && code !== 0xfeff && !isWideBlank(code)) return -1;
    at--;
  }
  return offset - at - 1;
}

/** A blank or zero-width character that no space bar writes, but that copied text may contain. */
function isWideBlank(code: number): boolean {
  return code >= 0xa0 && code !== 0x2028 && code !== 0x2029 && /[\s\p{Cf}]/u.test(String.fromCharCode(code));
}
