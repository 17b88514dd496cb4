// The tokens of a routes file, and the lexer that finds them.
//
// The lexer knows no keywords: every word is a `Word`. What a token is at its place – the first word of a declaration,
// a key, the `{` of a block or of a hash – is decided by `arrange`, which gives it one of the types at the end:
//
//   get '/a', to => 'a#b'      Word Literal Comma Word Arrow Literal
//                              Keyword Literal Comma Key Arrow Literal

import { createToken, Lexer, type IToken, type TokenType } from 'chevrotain';
import * as quoted from './quoted-scanners.js';
import * as scanners from './scanners.js';
import type { Scanner } from './scanners.js';

/** One token: its text is `image`, it begins at `startOffset` and its kind is `tokenType.name`. */
export type Token = IToken;

/** A token that is a value by itself: a string, a symbol, a number, a regex, a list of words, a callable, `*` … */
export const Literal = createToken({ name: 'Literal', pattern: Lexer.NA });

/** Any token that is neither a bracket, a `;`, nor the first word of a declaration. */
export const Plain = createToken({ name: 'Plain', pattern: Lexer.NA });

/** The units that the lexer's table of first characters tells apart: each below 257, then the first of every 255. */
const everyStart = Array.from({ length: 0x1_00_00 }, (_, code) => code).filter(
  (code) => code <= 256 || code % 255 === 0,
);
const foreignStarts = everyStart.filter((code) => code >= 128);
const letterStarts = ['_', ...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ', ...foreignStarts];
const digitStarts = [...'0123456789-'];

interface Scanned {
  readonly starts: readonly (string | number)[];
  readonly lines?: boolean;
  readonly categories?: TokenType[];
}

function scanned(
  name: string,
  scan: Scanner,
  { starts, lines = false, categories = [Literal, Plain] }: Scanned,
): TokenType {
  // The lexer reads a match before it asks for the next one, so one array serves them all.
  const match: [string] = [''];
  return createToken({
    name,
    categories,
    line_breaks: lines,
    start_chars_hint: [...starts],
    pattern: (text, start) => {
      const end = scan(text, start);
      if (end < 0) return null;
      match[0] = text.slice(start, end);
      return match;
    },
  });
}

const literal = (name: string, pattern: RegExp | string): TokenType =>
  createToken({ name, pattern, categories: [Literal, Plain] });
const plain = (name: string, pattern: RegExp | string): TokenType =>
  createToken({ name, pattern, categories: [Plain] });
const bracket = (name: string, pattern: string): TokenType => createToken({ name, pattern });
const arranged = (name: string, categories: TokenType[]): TokenType =>
  createToken({ name, pattern: Lexer.NA, categories });

export const WhiteSpace = createToken({
  name: 'WhiteSpace',
  pattern: /\s+/,
  group: Lexer.SKIPPED,
  line_breaks: true,
});
export const Comment = createToken({ name: 'Comment', pattern: /#[^\r\n]*/, group: 'comments' });

/** What is a comment in other languages, with `//` or `/*`: kept with the comments, and reported. */
export const ForeignComment = createToken({
  name: 'ForeignComment',
  group: 'comments',
  line_breaks: true,
  start_chars_hint: ['/'],
  pattern: (text, start, tokens) => {
    const before = tokens.at(-1);
    const after = before?.tokenType.name;
    const isBarePath =
      before !== undefined &&
      after === 'Word' &&
      before.image !== 'end' &&
      !/[\n\r]/.test(text.slice(before.startOffset, start));
    if (isBarePath || after === 'Arrow' || after === 'Label' || after === 'LeftParen') return null;
    const end = quoted.foreignComment(text, start);
    return end < 0 ? null : [text.slice(start, end)];
  },
});

export const Label = scanned('Label', scanners.label, { starts: letterStarts, categories: [Plain] });
export const Word = scanned('Word', scanners.word, { starts: letterStarts, categories: [Plain] });
export const AdverbName = scanned('AdverbName', scanners.adverbName, { starts: [':'], categories: [Plain] });
export const NegatedAdverb = scanned('NegatedAdverb', scanners.negatedAdverb, {
  starts: [':'],
  categories: [Plain],
});
export const SymbolString = scanned('SymbolString', scanners.symbol, { starts: [':'] });

export const SingleString = scanned('SingleString', quoted.singleQuoted, { starts: ["'"] });
export const UnclosedSingleString = scanned('UnclosedSingleString', quoted.unclosedString, {
  starts: ["'"],
});
/** `‘…’`, `` `…` ``. */
export const ForeignQuoted = scanned('ForeignQuoted', quoted.foreignQuoted, { starts: [...'`‘’‚“”„«»'] });
/** `'…"`. */
export const MismatchedQuoted = scanned('MismatchedQuoted', quoted.mismatchedQuoted, { starts: ["'", '"'] });
export const DoubleString = scanned('DoubleString', quoted.doubleQuoted, { starts: ['"'] });
export const UnclosedDoubleString = scanned('UnclosedDoubleString', quoted.unclosedString, {
  starts: ['"'],
});
export const Regex = scanned('Regex', quoted.slashedRegex, { starts: ['/'] });
export const UnclosedRegex = scanned('UnclosedRegex', quoted.unclosedString, { starts: ['/'] });
export const PercentRegex = scanned('PercentRegex', quoted.percentRegex, { starts: ['%'] });
export const PercentList = scanned('PercentList', scanners.percentList, { starts: ['%'], lines: true });
export const UnclosedPercent = scanned('UnclosedPercent', quoted.unclosedPercent, { starts: ['%'] });
export const AngleList = scanned('AngleList', scanners.angleList, { starts: ['<'], lines: true });
export const PunctuatedAngleList = scanned('PunctuatedAngleList', scanners.punctuatedAngleList, {
  starts: ['<'],
});
export const UnclosedAngleList = scanned('UnclosedAngleList', scanners.unclosedAngleList, { starts: ['<'] });
export const Integer = scanned('Integer', scanners.integer, { starts: digitStarts });
export const MalformedNumber = scanned('MalformedNumber', scanners.numberLike, { starts: digitStarts });
/** `%(…)`, `%w<…>`. */
export const ForeignPercent = scanned('ForeignPercent', quoted.foreignPercent, { starts: ['%'] });
/** `qw(…)` and `rx/…/` where a value is due. */
export const QuotedWords = createToken({
  name: 'QuotedWords',
  categories: [Literal, Plain],
  line_breaks: false,
  start_chars_hint: ['q', 'r'],
  pattern: (text, start, tokens) => {
    const before = tokens.at(-1)?.tokenType.name;
    if (before !== 'Arrow' && before !== 'Label') return null;
    const isRegex = text.startsWith('rx/', start) || text.startsWith('qr/', start);
    const end = isRegex ? quoted.slashedRegex(text, start + 2) : quoted.foreignPercent(text, start);
    return end < 0 ? null : [text.slice(start, end)];
  },
});
/** `&module#export`; with `@`, where a value is due, it is understood, and reported. */
export const Callable = createToken({
  name: 'Callable',
  categories: [Literal, Plain],
  line_breaks: false,
  start_chars_hint: ['&', '@'],
  pattern: (text, start, tokens) => {
    const before = tokens.at(-1)?.tokenType.name;
    const isForeign = text[start] === '@';
    if (isForeign && ((before !== 'Arrow' && before !== 'Label') || !/[\p{L}_]/u.test(text[start + 1] ?? '')))
      return null;
    if (!isForeign && text[start] !== '&') return null;
    return [text.slice(start, quoted.callableEnd(text, start))];
  },
});
export const InlineCallable = scanned('InlineCallable', scanners.placeholder, {
  starts: [scanners.placeholderMark],
});
export const Star = literal('Star', '*');

/** A path without quotes, directly after the first word of a statement: no regex stands there. */
export const BarePath = createToken({
  name: 'BarePath',
  categories: [Literal, Plain],
  line_breaks: false,
  start_chars_hint: ['/'],
  pattern: (text, start, tokens) => {
    const before = tokens.at(-2)?.tokenType.name;
    if (tokens.at(-1)?.tokenType.name !== 'Word' || before === 'Comma' || before === 'LeftParen') return null;
    return [text.slice(start, scanners.barePath(text, start))];
  },
});

/** `users#index` without quotes, directly after `=>` or a label (elsewhere the `#` begins a comment), or `users/index`. */
export const BareTarget = createToken({
  name: 'BareTarget',
  categories: [Literal, Plain],
  line_breaks: false,
  start_chars_hint: letterStarts,
  pattern: (text, start, tokens) => {
    const end = scanners.bareTarget(text, start);
    if (end < 0) return null;
    const image = text.slice(start, end);
    const before = tokens.at(-1)?.tokenType.name;
    const hasTarget = image.includes('#');
    return hasTarget && before !== 'Arrow' && before !== 'Label' ? null : [image];
  },
});

export const Arrow = plain('Arrow', '=>');
/** What people write for `=>`: `=`, `:=`, `->`; where it stands after a key it is understood, and reported. */
export const Equals = createToken({
  name: 'Equals',
  pattern: /=[=~]?|:=|>=|[\u2192\u21d2]|->(?=\s*(?:['"&:]|redirect))/,
  categories: [Arrow, Plain],
});
export const Comma = plain('Comma', ',');
export const LambdaArrow = plain('LambdaArrow', '->');
export const Semicolon = bracket('Semicolon', ';');
export const LeftParen = bracket('LeftParen', '(');
export const RightParen = bracket('RightParen', ')');
export const LeftBracket = bracket('LeftBracket', '[');
export const RightBracket = bracket('RightBracket', ']');
export const LeftBrace = bracket('LeftBrace', '{');
export const RightBrace = bracket('RightBrace', '}');

/** A character that no token begins with, a pair of surrogates being one. */
export const Stray = createToken({
  name: 'Stray',
  pattern: /[\uD800-\uDBFF][\uDC00-\uDFFF]|[^\s]/,
  start_chars_hint: everyStart,
  line_breaks: false,
  categories: [Plain],
});

// What `arrange` makes of words and braces.

/** The first word of a declaration. */
export const Keyword = arranged('Keyword', []);
/** A word before `=>`. */
export const Key = arranged('Key', [Plain]);
/** `true`, `false`, `True`, `False` or `nil` as a value. */
export const BooleanWord = arranged('BooleanWord', [Literal, Plain]);
/** The `redirect` of `redirect(…)`. */
export const Redirect = arranged('Redirect', [Plain]);
/** A word where an argument or a value is due. */
export const LooseWord = arranged('LooseWord', [Plain]);
/** A word where nothing is due. */
export const StrayWord = arranged('StrayWord', [Plain]);
/** A piece of program text, all of it, already reported. */
export const InlineCode = arranged('InlineCode', [Literal, Plain]);
export const BlockOpen = arranged('BlockOpen', []);
export const BlockClose = arranged('BlockClose', []);
export const HashOpen = arranged('HashOpen', []);
export const HashClose = arranged('HashClose', []);

/** In the order in which the lexer tries them. */
export const tokenTypes: TokenType[] = [
  ...[
    WhiteSpace,
    Comment,
    ForeignComment,
    Comma,
    Arrow,
    Equals,
    Semicolon,
    LeftParen,
    RightParen,
    LeftBracket,
    RightBracket,
  ],
  ...[
    LeftBrace,
    RightBrace,
    LambdaArrow,
    Star,
    Label,
    BareTarget,
    QuotedWords,
    Word,
    AdverbName,
    NegatedAdverb,
    SymbolString,
  ],
  ...[
    MismatchedQuoted,
    SingleString,
    UnclosedSingleString,
    DoubleString,
    UnclosedDoubleString,
    ForeignQuoted,
  ],
  ...[
    AngleList,
    PunctuatedAngleList,
    UnclosedAngleList,
    Integer,
    MalformedNumber,
    BarePath,
    Regex,
    UnclosedRegex,
  ],
  ...[PercentRegex, PercentList, ForeignPercent, UnclosedPercent, Callable, InlineCallable, Stray],
  ...[
    Keyword,
    Key,
    BooleanWord,
    Redirect,
    LooseWord,
    StrayWord,
    InlineCode,
    BlockOpen,
    BlockClose,
    HashOpen,
    HashClose,
  ],
  ...[Literal, Plain],
];

let lexer: Lexer | undefined;

/** The tokens and the comments of a text, in source order. Every text has them: what is no token is `Stray`. */
export function tokenize(text: string): { readonly tokens: Token[]; readonly comments: readonly Token[] } {
  lexer ??= createLexer({ skipValidations: true });
  const { tokens, groups } = lexer.tokenize(text);
  quoted.forgetText();
  return { tokens, comments: groups['comments'] ?? [] };
}

/** A lexer of these tokens; the tests make one that validates them. */
export function createLexer(options: { readonly skipValidations: boolean }): Lexer {
  return new Lexer(tokenTypes, { positionTracking: 'onlyOffset', ensureOptimizations: true, ...options });
}
