import { describe, expect, test } from 'vitest';
import { tokenize } from '../../grammar/lexer.js';
import * as tokens from '../../grammar/tokens.js';
import type { TokenKind } from '../../grammar/token-kind.js';

/** What the lexer makes of a text: `Word(get) SingleString('/a')`. */
function lexed(text: string): string {
  return tokenize(text)
    .tokens.map(({ tokenType, image }) => `${tokenType.name}(${image})`)
    .join(' ');
}

test('every kind of token has its name in `TokenKind`', () => {
  const kinds: Record<TokenKind, true> = {
    ...{
      Comment: true,
      ForeignComment: true,
      Keyword: true,
      Key: true,
      Label: true,
      AdverbName: true,
      NegatedAdverb: true,
      BooleanWord: true,
    },
    ...{
      Redirect: true,
      Word: true,
      SymbolString: true,
      SingleString: true,
      DoubleString: true,
      Regex: true,
    },
    ...{
      PercentRegex: true,
      PercentList: true,
      AngleList: true,
      Integer: true,
      Callable: true,
      InlineCallable: true,
    },
    ...{
      Star: true,
      Arrow: true,
      Comma: true,
      Semicolon: true,
      BlockOpen: true,
      BlockClose: true,
      HashOpen: true,
    },
    ...{
      HashClose: true,
      LeftParen: true,
      RightParen: true,
      LeftBracket: true,
      RightBracket: true,
      LeftBrace: true,
    },
    ...{ RightBrace: true, UnclosedSingleString: true, UnclosedDoubleString: true, UnclosedRegex: true },
    ...{ UnclosedPercent: true, UnclosedAngleList: true, PunctuatedAngleList: true, MalformedNumber: true },
    ...{ ForeignQuoted: true, MismatchedQuoted: true, ForeignPercent: true, QuotedWords: true },
    ...{
      BarePath: true,
      BareTarget: true,
      LooseWord: true,
      StrayWord: true,
      Equals: true,
      LambdaArrow: true,
      Stray: true,
    },
  };
  const inner = ['Literal', 'Plain', 'InlineCode'];
  const names = tokens.tokenTypes.map(({ name }) => name).filter((name) => !inner.includes(name));
  expect(names.sort()).toEqual(Object.keys(kinds).sort());
});

describe('a token', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['a-b_c1 größe ルート', 'Word(a-b_c1) Word(größe) Word(ルート)'],
    ['a- -a', 'Word(a) Stray(-) Stray(-) Word(a)'],
    ['to:x to: :x a::b', 'Label(to:) Word(x) Label(to:) SymbolString(:x) Word(a) Stray(:) SymbolString(:b)'],
    [
      ':only<a b> :id(1) :!shallow :x',
      'AdverbName(:only) AngleList(<a b>) AdverbName(:id) LeftParen(() Integer(1) RightParen()) NegatedAdverb(:!shallow) SymbolString(:x)',
    ],
    [
      String.raw`'it\'s' "a\"b" 'x`,
      String.raw`SingleString('it\'s') DoubleString("a\"b") UnclosedSingleString('x)`,
    ],
    [String.raw`'\\' '\'`, String.raw`SingleString('\\') UnclosedSingleString('\')`],
    ['"#{x["a"]}" "#{"', 'DoubleString("#{x["a"]}") DoubleString("#{")'],
    ['=> /a[/]b/i , /a/', 'Arrow(=>) Regex(/a[/]b/i) Comma(,) Regex(/a/)'],
    [
      '%r{a{2}}u %w[a b] %i(a b) %r{',
      'PercentRegex(%r{a{2}}u) PercentList(%w[a b]) PercentList(%i(a b)) UnclosedPercent(%r{)',
    ],
    ['<a\nb> <a, b> <a', 'AngleList(<a\nb>) PunctuatedAngleList(<a, b>) UnclosedAngleList(<a)'],
    [
      '12 1_000 -3 0.6 2fa',
      'Integer(12) Integer(1_000) Integer(-3) MalformedNumber(0.6) MalformedNumber(2fa)',
    ],
    ['&a/b#c, &x #y', 'Callable(&a/b#c) Comma(,) Callable(&x)'],
    [
      'get /a/:b(.:c), to => a/b#c',
      'Word(get) BarePath(/a/:b(.:c)) Comma(,) Word(to) Arrow(=>) BareTarget(a/b#c)',
    ],
    ['a = b == c -> *', 'Word(a) Equals(=) Word(b) Equals(==) Word(c) LambdaArrow(->) Star(*)'],
    ["… ‘a’ 'b", "Stray(…) ForeignQuoted(‘a’) UnclosedSingleString('b)"],
    ['\u{1F600} \ud800', 'Stray(\u{1F600}) Stray(\ud800)'],
  ];
  for (const [text, expected] of cases) {
    test(JSON.stringify(text), () => expect(lexed(text)).toBe(expected));
  }
});

test('comments are kept apart', () => {
  const { tokens: found, comments } = tokenize("get 'a' # one\n# two\r\nget 'b#c'");
  expect(found.map(({ image }) => image)).toEqual(['get', "'a'", 'get', "'b#c'"]);
  expect(comments.map(({ image }) => image)).toEqual(['# one', '# two']);
});
