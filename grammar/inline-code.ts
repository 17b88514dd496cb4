// Program text in a routes file: where a piece of it begins and where it ends.
//
// People bring it from Ruby, Raku and JavaScript. It is no part of the language, so each piece is taken whole, up to its
// `end` or closing bracket, reported once, and the declarations around it go on:
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

/** Words that define something by a name without quotes. */
const definitionWords = new Set(['def', 'class', 'module']);

/** Whether a word at the start of a statement begins program text; `module 'admin'` is an option in the place of a keyword. */
export function beginsCodeStatement(word: string, next: Token | undefined): boolean {
  if (definitionWords.has(word) && next?.tokenType.CATEGORIES?.includes(tokens.Literal)) return false;
  return statementWords.has(word);
}

/** Methods as a request line has them, which people copy: `GET /users`. */
export const upperCaseVerbs = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Whether a word at the start of a statement begins a line of program text, which goes on to no `end`. */
export function beginsCodeLine(word: string): boolean {
  return lineWords.has(word);
}

/** Whether a word where a value is due begins program text, going by the token after it. */
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

/** What people call the parameter of an arrow function: `to => req => …`. */
const parameters = new Set(['c', 'context', 'ctx', 'env', 'event', 'r', 'req', 'request', 'res', '_']);

export function isParameter(word: string): boolean {
  return parameters.has(word);
}

/** The body of a lambda is looked for in no more tokens than this, so that a line of many lambdas costs what it is long. */
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

  /** The last token of a statement that begins with an `@`, and of what that decorates on the lines behind it. */
  decoratorEnd(index: number): number {
    const last = this.lineEnd(index);
    const next = this.tokens[last + 1];
    if (next?.image === '@') return this.decoratorEnd(last + 1);
    const isDecorated =
      next && (beginsCodeStatement(next.image, this.tokens[last + 2]) || beginsCodeLine(next.image));
    return isDecorated ? this.statementEnd(last + 1) : last;
  }

  /** The last token of what is indented deeper than a token, on the lines behind another. */
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
   * The index of the last token on the line of `index`, brackets that are opened on it being taken whole, and on the lines behind it methods and
   * what a comma at the end of a line goes on with.
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

  /** The index of the last token of the value that begins at `index`: its closing bracket, or what stands before a comma. */
  valueEnd(index: number): number {
    const opener = this.#bodyOnLine(index);
    if (opener >= 0) return this.#partnerOf(opener) < 0 ? this.lineEnd(opener) : this.#partnerOf(opener);
    return this.#argumentEnd(index);
  }

  /** The same for a value in parentheses, which may turn out to be the parameters of an arrow function. */
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

  /** The index of the last token that stands without a space after the one before it, from `index` on. */
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

  /** The `{` or `do` of a lambda on its line, `(…)` and names between, or -1. */
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

  /** The closing partner of a bracket, or the token itself where it has none. */
  bracketEnd(index: number): number {
    const partner = this.#partnerOf(index);
    return partner < 0 ? index : partner;
  }

  #partnerOf(index: number): number {
    this.#partners ??= findPartners(this.text, this.tokens);
    return this.#partners[index] ?? -1;
  }
}

/** What a bracket opens or closes. */
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

/** Braces go by their text: before the parser runs, they are a block's or a hash's. */
const marksByText: ReadonlyMap<string, BracketMark> = new Map([
  ['{', { kind: 'brace', isOpener: true }],
  ['}', { kind: 'brace', isOpener: false }],
] as const);

export function bracketMark({ tokenType, image }: Token): BracketMark | undefined {
  return marksByType.get(tokenType) ?? marksByText.get(image);
}

/** For each bracket, `do` and code word the index of what closes it, without a look at how the kinds are nested. */
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

/** Whether a statement may begin on the line of a token: it is a `;`, or opens a block. */
function isBeforeStatement(token: Token | undefined): boolean {
  return token !== undefined && (token.tokenType === tokens.Semicolon || /^(?:\{|do)$/.test(token.image));
}

/** The words that are open until their `end`. */
class OpenWords {
  readonly #open: { readonly index: number; readonly indent: number }[] = [];
  /** Of the current line; and whether its `do` belongs to a `while`, `until` or `for`, which is open already. */
  #indent = 0;
  #isLoop = false;

  beginLine(indent: number): void {
    this.#indent = indent;
    this.#isLoop = false;
  }

  /** Opens what the word opens; of an `end`, the index of the word that it closes. */
  take(word: string, index: number, beginsStatement: boolean, isFirst: boolean): number | undefined {
    if (word === 'end') {
      const isDeeper = isFirst && (this.#open.at(-1)?.indent ?? -1) > this.#indent;
      const aligned = isDeeper ? this.#open.findLastIndex(({ indent }) => indent === this.#indent) : -1;
      // What is indented deeper was never closed.
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

/** Whether a token is a word of the text, whatever it has been taken for. */
export function isWord(token: Token): boolean {
  return wordTypes.has(token.tokenType) && token.image !== '{' && token.image !== '}' && token.image !== '';
}

export function isNearlyEnd(word: string): boolean {
  return nearlyEnd.test(word);
}

/** `end` with one letter too many, too few, wrong or swapped with its neighbour, or in another case; or what other languages have for it. */
const nearlyEnd =
  /^(?:\wend|e\wnd|en\wd|end\w|\wnd|e\wd|en\w|nd|ed|en|ned|edn|done|fi|end|end_?(?:if|for|foreach|while|do|def|case|with|block|scope|group|namespace|resources?|routes))$/i;

/** Whether a word that stands alone on its line, or between the `;` of one, is an `end` that is misspelt, if one is missing there. */
export function mayBeEnd(text: string, all: readonly Token[], index: number): boolean {
  const [token, next] = [all[index], all[index + 1]];
  if (!token || !isWord(token) || token.image === 'end' || !nearlyEnd.test(token.image)) return false;
  const isSemicolon = (other: Token | undefined): boolean => other?.tokenType === tokens.Semicolon;
  const isFirst = indentAt(text, token.startOffset) >= 0 || isSemicolon(all[index - 1]);
  return isFirst && (!next || isSemicolon(next) || indentAt(text, next.startOffset) >= 0);
}

/** Whether a sign at the beginning of a line goes on with a method of what is before: `.post(create)`, `->name('x')`. */
function isOfMethod({ image, tokenType }: Token): boolean {
  return image === '.' || tokenType === tokens.LambdaArrow;
}

function isBeforeArrow(all: readonly Token[], index: number): boolean {
  const next = all[index + 1];
  return next !== undefined && isArrow(next);
}

/** Whether a token is a `=>`, or what people write for it. */
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

/** The column (from 0) of the first token of a line; -1 for any other token. */
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

/** A blank that no keyboard writes by its space bar, or a character of no width, as text from a page has it. */
function isWideBlank(code: number): boolean {
  return code >= 0xa0 && code !== 0x2028 && code !== 0x2029 && /[\s\p{Cf}]/u.test(String.fromCharCode(code));
}
