import { describe, expect, test } from 'vitest';
import type { Declaration, Pair, StringValue, Value } from '../../src/language/declarations.js';
import { pairsOf, positionalsOf } from '../../src/language/declarations.js';
import { Source } from '../../src/language/source.js';
import { parseSyntax, templateSource } from '../../src/language/syntax.js';
import { outline } from '../support/outline.js';

function parse(text: string): readonly Declaration[] {
  const { declarations, diagnostics } = parseSyntax(new Source('routes', text));
  expect(diagnostics.map(({ message }) => message)).toEqual([]);
  return declarations;
}

function valueOf(text: string): Value {
  return pairsOf(parse(`get '/', x => ${text}`)[0]!)[0]!.value!;
}

describe('places', () => {
  const text = "get('/a',\n  to => redirect('/b'), only => <index show>) do # c\n  root\nend";
  const slice = ({ start, end }: { start: number; end: number }): string => text.slice(start, end);

  test('of a declaration, its keyword, parentheses and block', () => {
    const [declaration] = parse(text);
    expect(slice(declaration!.span)).toBe(text);
    expect(slice(declaration!.keyword.span)).toBe('get');
    expect(slice(declaration!.parentheses!)).toBe("('/a',\n  to => redirect('/b'), only => <index show>)");
    expect(slice(declaration!.block!.span)).toBe('do # c\n  root\nend');
  });

  test('behind a byte order mark, which editors do not show', () => {
    const source = new Source('routes', "\ufeffget '/a';\nget '/b'");
    const [first, second] = parseSyntax(source).declarations.map(({ span }) => source.rangeOf(span));
    expect(first?.start).toEqual({ offset: 1, line: 1, column: 1 });
    expect(second?.start).toEqual({ offset: 11, line: 2, column: 1 });
    expect(source.positionAt(0)).toEqual({ offset: 0, line: 1, column: 1 });
    expect(source.lineText(1)).toBe("get '/a';");
  });

  test('of pairs, keys and values', () => {
    const [to, only] = pairsOf(parse(text)[0]!) as [Pair, Pair];
    expect(slice(to.span)).toBe("to => redirect('/b')");
    expect(slice(to.key.span)).toBe('to');
    expect(slice(to.value!.span)).toBe("redirect('/b')");
    expect(slice(only.value!.span)).toBe('<index show>');
    expect(only.value?.kind === 'list' && only.value.items.map(({ span }) => slice(span))).toEqual([
      'index',
      'show',
    ]);
  });

  test('a `;` is no part of a declaration, nor is a comma before the next', () => {
    const source = "get 'a' ; get 'b', {} ;";
    expect(parse(source).map(({ span }) => source.slice(span.start, span.end))).toEqual([
      "get 'a'",
      "get 'b', {}",
    ]);
  });

  test('keys are without their colon', () => {
    const source = "get 'a', to: 1, :as => 2, :on<x>, :!y, 'z' => 3";
    const keys = pairsOf(parse(source)[0]!).map(({ key }) => source.slice(key.span.start, key.span.end));
    expect(keys).toEqual(['to', 'as', 'on', 'y', "'z'"]);
  });

  test('a callable knows its module and export', () => {
    const source = "get 'a', to => &lib/x#go";
    const value = pairsOf(parse(source)[0]!)[0]!.value!;
    expect(value).toMatchObject({ kind: 'callable', module: 'lib/x', export: 'go', inline: undefined });
    expect(
      value.kind === 'callable' &&
        [value.moduleSpan, value.exportSpan!].map(({ start, end }) => source.slice(start, end)),
    ).toEqual(['lib/x', 'go']);
  });
});

describe('the offset of a character of a string', () => {
  const offsets = (text: string): number[] => {
    const value = positionalsOf(parse(`get ${text}`)[0]!)[0] as StringValue;
    return Array.from({ length: value.value.length + 1 }, (_, index) => value.offsetOf(index) - 4);
  };

  test('without escapes', () => expect(offsets("'abc'")).toEqual([1, 2, 3, 4]));
  test('of a symbol', () => expect(offsets(':abc')).toEqual([1, 2, 3, 4]));
  test('of a word', () => expect(offsets('<  ab >')).toEqual([3, 4, 5]));
  test('after escapes', () => expect(offsets(String.raw`'a\'b\\c\d'`)).toEqual([1, 2, 4, 5, 7, 8, 9, 10]));
  test('of an escape of two units', () =>
    expect(offsets(String.raw`"a\u{1F600}b"`)).toEqual([1, 2, 2, 11, 12]));
  test('of an empty string', () => expect(offsets("''")).toEqual([1]));
});

describe('a regex', () => {
  const regexOf = (text: string): RegExp | undefined => {
    const value = valueOf(text);
    return value.kind === 'regex' ? value.regex : undefined;
  };

  test('is compiled once, with its flags', () => expect(regexOf('/a[/]b/iu')).toEqual(/a[/]b/iu));
  test(String.raw`has \A and \z for ^ and $`, () => expect(regexOf(String.raw`/\A\d+\z/`)).toEqual(/^\d+$/));
  test(String.raw`keeps a backslash before z`, () => expect(regexOf(String.raw`/a\\z/`)).toEqual(/a\\z/));
  test('keeps its pattern as it is written', () =>
    expect(valueOf(String.raw`%r{\Aa\Z}i`)).toMatchObject({ pattern: String.raw`\Aa\Z`, flags: 'i' }));
});

describe('a template literal', () => {
  const parseTemplate = (strings: TemplateStringsArray, ...values: unknown[]) =>
    parseSyntax(templateSource(strings.raw), { inlineCallables: values.length });

  test('has its values where a callable may stand', () => {
    const { declarations, diagnostics } = parseTemplate`get '/a', to => ${1}, constraints => [${2}, &x]
      mount ${3} => '/b'
      get '/c', id => /\d+\//`;
    expect(diagnostics).toEqual([]);
    expect(outline(declarations)).toBe(
      "get '/a' to => ${0} constraints => [${1}, &x]\nmount & => '/b'\nget '/c' id => /\\d+\\//\n",
    );
    expect(pairsOf(declarations[1]!)[0]!.key.callable).toMatchObject({ inline: 2 });
  });

  test('may not have them inside a text', () => {
    const { diagnostics } = parseTemplate`get '/a/${1}', to => "x${2}", only => <a ${3}>, id => /${4}/`;
    expect(diagnostics.map(({ code }) => code)).toEqual([
      'inline-code',
      'inline-code',
      'inline-code',
      'inline-code',
    ]);
  });

  test('the mark of a value means nothing in a file', () => {
    const { diagnostics } = parseSyntax(
      new Source('routes', "get '/a', to => \uFFFC0\uFFFC, as => '\uFFFC'"),
    );
    expect(diagnostics).toHaveLength(1);
  });
});

describe('beside the tree', () => {
  test('are the comments, with their places', () => {
    const text = "# one\nget 'a' # two\n#";
    const { comments } = parseSyntax(new Source('routes', text));
    expect(comments.map(({ text: comment, span }) => [comment, span.start])).toEqual([
      ['# one', 0],
      ['# two', 14],
      ['#', 20],
    ]);
  });

  test('are all tokens, with the part that they play', () => {
    const { tokens } = parseSyntax(new Source('routes', 'only only => true, { only do end } # c\n}'));
    expect(tokens.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      ...[
        'Keyword only',
        'Key only',
        'Arrow =>',
        'BooleanWord true',
        'Comma ,',
        'BlockOpen {',
        'Keyword only',
      ],
      ...['BlockOpen do', 'BlockClose end', 'BlockClose }', 'RightBrace }'],
    ]);
  });
});
