// The token types of a routes file: the vocabulary of the grammar.
//
// The lexer knows no keywords: every word is a `Word`. The role of a token depends on its place: a word may be the first word of a
// declaration or a key, a `{` may open a block or a hash. `arrange` decides this and gives each token one of the types at the end:
//
//   get '/a', to => 'a#b'      Word Literal Comma Word Arrow Literal
//                              Keyword Literal Comma Key Arrow Literal

import { createToken, type IToken, type TokenType } from 'chevrotain';

/** One token. Its text is `image`, its offset `startOffset`, and its kind `tokenType.name`. */
export type Token = IToken;

/** A token that is a value by itself: a string, a symbol, a number, a regex, a list of words, a callable, `*` … */
export const Literal = createToken({ name: 'Literal' });

/** Any token that is neither a bracket, a `;`, nor the first word of a declaration. */
export const Plain = createToken({ name: 'Plain' });

const literal = (name: string): TokenType => createToken({ name, categories: [Literal, Plain] });
const plain = (name: string): TokenType => createToken({ name, categories: [Plain] });
const bare = (name: string): TokenType => createToken({ name });

export const Comment = bare('Comment');
/** A comment of another language, such as `//` or `/*`. It is kept with the comments, and reported. */
export const ForeignComment = bare('ForeignComment');

/** `name:`. */
export const Label = plain('Label');
export const Word = plain('Word');
/** The `:name` of `:name<…>` and `:name(…)`. */
export const AdverbName = plain('AdverbName');
/** `:!name`. */
export const NegatedAdverb = plain('NegatedAdverb');
export const SymbolString = literal('SymbolString');

export const SingleString = literal('SingleString');
export const UnclosedSingleString = literal('UnclosedSingleString');
/** `‘…’`, `` `…` ``. */
export const ForeignQuoted = literal('ForeignQuoted');
/** `'…"`. */
export const MismatchedQuoted = literal('MismatchedQuoted');
export const DoubleString = literal('DoubleString');
export const UnclosedDoubleString = literal('UnclosedDoubleString');
export const Regex = literal('Regex');
export const UnclosedRegex = literal('UnclosedRegex');
export const PercentRegex = literal('PercentRegex');
export const PercentList = literal('PercentList');
export const UnclosedPercent = literal('UnclosedPercent');
export const AngleList = literal('AngleList');
export const PunctuatedAngleList = literal('PunctuatedAngleList');
export const UnclosedAngleList = literal('UnclosedAngleList');
export const Integer = literal('Integer');
export const MalformedNumber = literal('MalformedNumber');
/** `%(…)`, `%w<…>`, `<<…>>`. */
export const ForeignPercent = literal('ForeignPercent');
/** `qw(…)`, `q{…}` and `rx/…/` in the place of a value. */
export const QuotedWords = literal('QuotedWords');
/** `&module#export`. `@module#export` in the place of a value is read as a callable too, and reported. */
export const Callable = literal('Callable');
export const InlineCallable = literal('InlineCallable');
export const Star = literal('Star');
/** A path without quotes, directly after the first word of a statement. No regex can stand there. */
export const BarePath = literal('BarePath');
/**
 * A target without quotes: `users#index` directly after `=>` or a label (elsewhere the `#` begins a comment), or `users/index`.
 * Also a string without its first quote: `users'`.
 */
export const BareTarget = literal('BareTarget');

export const Arrow = plain('Arrow');
/** What people write instead of `=>`: `=`, `:=`, `->`. After a key it is read as `=>`, and reported. */
export const Equals = createToken({ name: 'Equals', categories: [Arrow, Plain] });
export const Comma = plain('Comma');
export const LambdaArrow = plain('LambdaArrow');
export const Semicolon = bare('Semicolon');
export const LeftParen = bare('LeftParen');
export const RightParen = bare('RightParen');
export const LeftBracket = bare('LeftBracket');
export const RightBracket = bare('RightBracket');
export const LeftBrace = bare('LeftBrace');
export const RightBrace = bare('RightBrace');

/** A character (or pair of surrogates) that begins no token. */
export const Stray = plain('Stray');

// The types that `arrange` gives to words and braces.

/** The first word of a declaration. */
export const Keyword = bare('Keyword');
/** A word before `=>`. */
export const Key = plain('Key');
/** `true`, `false`, `True`, `False` or `nil` as a value. */
export const BooleanWord = literal('BooleanWord');
/** The `redirect` of `redirect(…)`. */
export const Redirect = plain('Redirect');
/** A word where an argument or a value is due. */
export const LooseWord = plain('LooseWord');
/** A word where nothing is due. */
export const StrayWord = plain('StrayWord');
/** A whole piece of program text, already reported. */
export const InlineCode = literal('InlineCode');
export const BlockOpen = bare('BlockOpen');
export const BlockClose = bare('BlockClose');
export const HashOpen = bare('HashOpen');
export const HashClose = bare('HashClose');

/** The characters that are tokens by themselves, with their types before `arrange`. */
export const markTypes: ReadonlyMap<string, TokenType> = new Map([
  ['(', LeftParen],
  [')', RightParen],
  ['*', Star],
  [',', Comma],
  [';', Semicolon],
  ['[', LeftBracket],
  [']', RightBracket],
  ['{', LeftBrace],
  ['}', RightBrace],
]);

/** The same, indexed by character code. */
export const marks: ({ readonly type: TokenType; readonly image: string } | undefined)[] = Array.from({
  length: 128,
});
for (const [image, type] of markTypes) marks[image.charCodeAt(0)] = { type, image };

/** All token types. */
export const tokenTypes: readonly TokenType[] = [
  ...[Comment, ForeignComment, Comma, Arrow, Equals, Semicolon, LeftParen, RightParen, LeftBracket],
  ...[RightBracket, LeftBrace, RightBrace, LambdaArrow, Star, Label, BareTarget, QuotedWords, Word],
  ...[AdverbName, NegatedAdverb, SymbolString, MismatchedQuoted, SingleString, UnclosedSingleString],
  ...[DoubleString, UnclosedDoubleString, ForeignQuoted, AngleList, PunctuatedAngleList],
  ...[UnclosedAngleList, Integer, MalformedNumber, BarePath, Regex, UnclosedRegex, PercentRegex],
  ...[PercentList, ForeignPercent, UnclosedPercent, Callable, InlineCallable, Stray, Keyword, Key],
  ...[BooleanWord, Redirect, LooseWord, StrayWord, InlineCode, BlockOpen, BlockClose, HashOpen],
  ...[HashClose, Literal, Plain],
];

class WrittenToken implements Token {
  image: string;
  startOffset: number;
  tokenType: TokenType;

  constructor(type: TokenType, image: string, startOffset: number) {
    this.image = image;
    this.startOffset = startOffset;
    this.tokenType = type;
  }

  /** Chevrotain reads this. */
  get tokenTypeIdx(): number {
    return this.tokenType.tokenTypeIdx ?? 0;
  }
}

/**
 * Makes a token. All tokens have one shape. Chevrotain sets `tokenTypeIdx` when it makes a type, although its interface calls it
 * optional.
 */
export function newToken(type: TokenType, image: string, startOffset: number): Token {
  return new WrittenToken(type, image, startOffset);
}
