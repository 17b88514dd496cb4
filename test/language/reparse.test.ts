import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { expect, describe, test } from 'vitest';
import { walkDeclarations, walkValues, type Declaration } from '../../src/language/declarations.js';
import { reparse } from '../../src/language/reparse.js';
import { Source } from '../../src/language/source.js';
import { parseSyntax, type ParsedSyntax } from '../../src/language/syntax.js';

/** Everything that a tree says, with every place in it. */
function told(syntax: ParsedSyntax): unknown {
  const strings: unknown[] = [];
  walkDeclarations(syntax.declarations, (declaration) => {
    expect(declaration.source).toBe(syntax.source);
    walkValues(declaration, (value) => {
      if (value.kind === 'string')
        strings.push(Array.from({ length: value.value.length + 1 }, (_, index) => value.offsetOf(index)));
    });
  });
  const plain = (list: readonly Declaration[]): unknown =>
    JSON.parse(JSON.stringify(list, (key, value: unknown) => (key === 'source' ? undefined : value)));
  return {
    text: syntax.source.text,
    declarations: plain(syntax.declarations),
    strings,
    comments: syntax.comments,
    tokens: syntax.tokens,
    diagnostics: syntax.diagnostics,
    guessed: syntax.guessed.map(({ start }) => start).sort((a, b) => a - b),
  };
}

/** Most are the same, which Node's comparison finds quickest. */
function expectSame(actual: unknown, expected: unknown, story?: () => string): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual, story?.()).toEqual(expected);
}

/** Applies an edit to a fresh parse of a text; undefined where the whole was to be parsed. */
function edited(text: string, start: number, end: number, by: string): ParsedSyntax | undefined {
  const result = reparse(parseSyntax(new Source('routes', text)), { start, end, text: by })?.syntax;
  if (result)
    expectSame(
      told(result),
      told(parseSyntax(new Source('routes', text.slice(0, start) + by + text.slice(end)))),
    );
  return result;
}

const text = `routes {
  # the front page
  root to => 'home#index';
  resources 'photos', except => <destroy>, {
    member { get 'preview' }
    collection do
      get 'search'
    end
  }
  namespace 'admin', {
    constraints(subdomain => 'admin', &guards#isStaff, {
      resources 'users'
      get '/a', to => 'a#b', # why
        id => /\\d+/
    })
  }
  get '/health', to => &handlers#health;
  mount &legacy#app => '/legacy'
}
`;

describe('an edit is parsed with the statements on its lines alone', () => {
  const at = (needle: string): number => text.indexOf(needle);
  test.each([
    ['in a word', at("preview'") + 3, 0, 'x'],
    ['in a target', at('home#index') + 4, 6, '#show'],
    ['a new statement between others', at('  namespace'), 0, "  get '/new', to => 'a#b'\n"],
    ['a new block', at('  namespace'), 0, "  scope '/x' {\n    get '/new', to => 'a#b'\n  }\n"],
    ['a statement taken away', at("      resources 'users'"), "      resources 'users'\n".length, ''],
    ['a comment', at('# why') + 3, 0, 'never'],
    ['half a string', at("      get 'search'"), 0, "      get '/half\n"],
    ['a mistake', at("get '/health'"), 0, "get '/b' to = 'x'\n  "],
    ['a word alone', at("      get 'search'"), 0, '      get\n'],
    ['a comma at the end', at("'users'") + 7, 0, ','],
    ['half a list', at("      resources 'users'"), 0, "      resources 'a', only => <sh\n"],
    ['a bracket opened', at("get 'search'") + 12, 0, ' {'],
    ['a block opened', at("      get '/a'"), 0, "      scope '/x' {\n"],
    ['a closer too many', at("  get '/health'"), 0, '  get :x }\n'],
  ])('%s', (_, start, length, by) => {
    expect(edited(text, start, start + length, by)).toBeDefined();
  });

  test('over the end of a block, with the whole block', () => {
    const start = at("get 'search'");
    expect(edited(text, start, at('  namespace'), 'end\n  }\n')).toBeDefined();
    expect(edited(text, start, at('constraints('), "end }\n  namespace 'staff', {\n    ")).toBeDefined();
    expect(edited(text, start, start, "end }\n  scope '/x' { collection do ")).toBeDefined();
  });

  test('in a block behind brackets, or inside them', () => {
    const written = "scope('/x') {\n  get '/a'\n}\nscope('/y', {\n  get '/b'\n})\n";
    for (const path of ["'/a'", "'/b'"]) {
      const inside = written.indexOf(path) + 3;
      expect(edited(written, inside, inside, 'longer')).toBeDefined();
    }
  });

  test('among words that may be a misspelt `end`, whose `do` stands elsewhere', () => {
    const written = "routes {\n  namespace :a do\n    concern 'a' {\n    }\n  ned;\n  ned\n}\n";
    edited(written, written.indexOf('concern') - 2, written.indexOf('concern') - 2, '\n');
  });

  test('in blocks as deep as the notation allows', () => {
    const depth = 60;
    const deep = `${'scope do\n'.repeat(depth)}get '/x'\n${'end\n'.repeat(depth)}`;
    const inside = deep.indexOf("'/x'") + 3;
    edited(deep, inside, inside, 'y');
    edited(deep, inside + 1, inside + 1, `, to => ${'['.repeat(60)}${']'.repeat(60)}`);
  });

  test.each([
    ['a bracket closed', at("      get 'search'"), 0, '}'],
    ['a bracket that the end of the file closes', at('routes {'), 8, 'routes'],
  ])('and the whole text for %s', (_, start, length, by) => {
    expect(edited(text, start, start + length, by)).toBeUndefined();
  });

  test.each([
    ['a comment', at('routes {') + 8, 0, ' # all of them'],
    ['another word', at('routes {'), 6, 'draw'],
    ['the bracket taken away', at('routes {') + 6, 2, ''],
    ['an argument', at('routes {') + 6, 0, " 'x',"],
    ['more than the last line has', at('routes {') + 8, 0, ' # every one of them'],
    ['the last line', text.length - 1, 0, ' # that was all'],
  ])('and the lines around a long block alone: %s', (_, start, length, by) => {
    const inside = "  resources 'photos' {\n    get 'preview'\n  }\n".repeat(60);
    const shift = start > text.length / 2 ? inside.length : 0;
    const long = text.replace('  # the front page\n', inside);
    const moved = start > text.length / 2 ? start + shift - '  # the front page\n'.length : start;
    expect(edited(long, moved, moved + length, by)).toBeDefined();
  });

  describe('beside a statement in which a bracket is open and a line is indented less than its block', () => {
    const loose = text.replace(
      "  get '/health'",
      "  constraints(subdomain => 'x', {\n  get '/typed', to = 'a#b'\n    get '/other'\n  }\n  get '/health'",
    );
    test.each([
      ['the statement before', "'photos'", 3, 0, 'x'],
      ['a block before it', "'search'", 3, 0, 'x'],
      ['a mistake before it', '    collection do', 0, 0, "    get '/b' to = 'x'\n"],
      ['a line in it', "  get '/typed'", 0, 0, "  get '/b' to = 'x'\n"],
      ['a line of its block', "'/other'", 3, 0, 'x'],
      ['the line taken out again', "  get '/typed', to = 'a#b'\n", 0, 27, ''],
      ['the statement behind', "'/health'", 3, 0, 'x'],
      ['a line behind it', "  get '/health'", 0, 0, "  get '/b'\n"],
    ])('%s', (_, needle, behind, length, by) => {
      const start = loose.indexOf(needle) + behind;
      expect(edited(loose, start, start + length, by)).toBeDefined();
    });
  });

  test('and the whole text where the last line of a long block moves in, and a bracket is open inside', () => {
    const inside = "  resources 'photos' {\n    get 'preview'\n  }\n".repeat(60);
    const open = `routes {\n${inside}  resources 'a' do\n    get :x }\n  resources 'b' {\n${inside}}\n`;
    expect(edited(open, open.length - 2, open.length - 2, '      ')).toBeUndefined();
  });

  test.each([
    [
      'a bracket is missing in a statement that its indentation does not divide',
      "routes {\n  get '/a', {to => 'a#b'\n  resources 'x', only => <index>  \n    }\n",
      34,
      "  namespace 'n' {\n",
    ],
    [
      'a block is closed by a line that is indented as what is in it',
      "routes {\n  resources 'x', only => <index>\n  get '/a', to => 'a#b'\n   }",
      66,
      "    constraints(subdomain => 'typed', {\n",
    ],
    [
      'a statement is indented deeper than the one before it, and a block is opened in it',
      "routes {\n  get '/a', to => 'a#b'\n   resources 'r' do\n    get '/b'\n    get '/c'\n  end\n}\n",
      53,
      "    namespace 'n' {\n",
    ],
  ])('and the whole text where %s', (_, written, start, by) => {
    expect(edited(written, start, start, by)).toBeUndefined();
  });

  test('while the file is written from its top, and nothing is closed yet', () => {
    const open = "routes {\n  get '/a', to => 'a#b';\n  namespace 'x' {\n    get '/b', to => 'a#b'\n";
    for (const [start, by] of [
      [open.length, '    g'],
      [open.length, "    get '/c', to => 'a#b';\n"],
      [open.length - 1, ','],
      [open.indexOf("'/b'") + 3, 'c'],
      [open.indexOf("'/a'") + 3, 'c'],
    ] as const)
      expect(edited(open, start, start, by), by).toBeDefined();
    expect(edited(open, open.length, open.length, '  }\n')).toBeUndefined();
    expect(edited(open, open.length, open.length, '  root to => "a#b"\n')).toBeUndefined();
    expect(edited(open, open.length, open.length, "    scope '/x' {\n")).toBeUndefined();
  });

  test('where nothing is written yet', () => {
    for (const by of ['\n', ' ', '# first', "get '/x'\n"]) expect(edited('', 0, 0, by), by).toBeDefined();
    expect(edited('\n', 0, 1, '')).toBeDefined();
  });

  test('and the whole text where the first of several statements is left open', () => {
    const open = "routes {\n  resources 'a', {collection do\n}\nget '/x'\n";
    const inside = open.indexOf('}\n');
    expect(edited(open, inside, inside, "  resources 'a', {collection do\n")).toBeUndefined();
    const closed = "routes {\n  get '/a'\n}\nget '/x'\n";
    const begin = closed.indexOf('  get');
    expect(edited(closed, begin, begin, "  scope '/b' {\n")).toBeUndefined();
  });

  test('while a bracket is open', () => {
    const line = "      scope '/x' {\n";
    const open = edited(text, at("      get '/a'"), at("      get '/a'"), line)!;
    const inside = open.source.text.indexOf(line) + line.length;
    for (const [start, by] of [
      [inside, "        get '/typed', to => 'a#b'\n"],
      [at("preview'"), 'x'],
      [open.source.text.indexOf("'/health'"), "'/b', to => 'a#b'\n  get "],
    ] as const)
      expect(edited(open.source.text, start, start, by)).toBeDefined();
  });

  test('when the only bracket that is open goes, and the one that may be another’s partner comes', () => {
    const line = "      scope '/x' {\n";
    const opened = text.replace("      get '/a'", `${line}      get '/a'`);
    const begin = opened.indexOf(line);
    expect(edited(opened, begin, begin + line.length, '')?.isSettled).toBe(true);
    const lacking = text.replace(', except => <destroy>, {', ', except => <destroy>');
    const between = lacking.indexOf("  get '/health'");
    expect(edited(lacking, between, between, "  get '/b', to => 'a#b'\n")).toBeDefined();
    expect(edited(lacking, between, between, "  get '/b', defaults => { a => 'b'\n")).toBeUndefined();
  });

  test('in a block whose parenthesis is never closed', () => {
    const open = text.replace('    })', '    }');
    for (const [start, by] of [
      [at("'/a'") + 2, 'bc'],
      [at("      get '/a'"), "      get '/typed', to => 'a#b'\n"],
      [at("preview'"), 'x'],
      [at("subdomain => 'admin'") + 14, 's'],
    ] as const)
      expect(edited(open, start, start, by)).toBeDefined();
  });
});

/** The same numbers again for the same seed. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const pieces = [
  "get '/x', to => 'a#b'",
  "\n  get '/y/:id', to => 'c#d', id => /\\d+/\n",
  "resources 'posts'",
  '{',
  '}',
  ' do\n',
  '\nend\n',
  "'",
  '"',
  ',',
  ' => ',
  ';',
  '\n',
  '\n\n',
  '  ',
  '<a b',
  '<a>',
  '%w[a',
  '%w[a b]',
  '# note\n',
  'x',
  ':id',
  '(',
  ')',
  '[',
  ']',
  'to: ',
  ':only<index>',
  'member { get :x }',
  "scope '/s' {\n    get '/t', to => 'a#b'\n  }\n",
  '&a#b',
  '/re+/',
  'foo bar',
  '\r\n',
  'true',
  '->',
  '/',
  '=',
  "namespace 'n', {\n}\n",
  ' 5',
  'é',
  '.x',
];

describe('random edits', () => {
  const runs = Number(process.env['WAYPOST_EDITS'] ?? 2);
  const texts = [
    text,
    ...['blog/config', 'lobsters'].map((folder) =>
      readFileSync(new URL(`../../samples/${folder}/routes`, import.meta.url), 'utf8'),
    ),
    // As they are written from their tops, with nothing closed yet.
    text.slice(0, text.lastIndexOf('}')),
    text.slice(0, text.indexOf("get 'search'") + 13),
    `${text.slice(0, text.indexOf('    constraints(subdomain'))}    get '/n', to => 'n#n'\n    `,
  ];
  test.each(texts.map((initial, index) => [index, initial] as const))(
    'of text %i come to what a fresh parse comes to',
    (index, initial) => {
      let reparsed = 0;
      let edits = 0;
      for (let run = 0; run < runs; run++) {
        const next = numbers(run * 7 + index);
        let syntax = parseSyntax(new Source('routes', initial));
        const undo: string[] = [];
        for (let step = 0; step < 40; step++) {
          const current = syntax.source.text;
          const start = next(current.length + 1);
          const width = next(4) > 0 ? 0 : next(next(4) > 0 ? 4 : 80);
          let edit = {
            start,
            end: Math.min(current.length, start + width),
            text: pieces[next(pieces.length)]!,
          };
          if (next(3) === 0 && undo.length > 0) {
            const back = undo.pop()!;
            let same = 0;
            while (same < back.length && back[same] === current[same]) same++;
            let tail = 0;
            while (
              tail < Math.min(back.length, current.length) - same &&
              back.at(-1 - tail) === current.at(-1 - tail)
            )
              tail++;
            edit = { start: same, end: current.length - tail, text: back.slice(same, back.length - tail) };
          } else undo.push(current);
          edits++;
          const result = reparse(syntax, edit);
          const after = current.slice(0, edit.start) + edit.text + current.slice(edit.end);
          const fresh = parseSyntax(new Source('routes', after));
          if (result) {
            reparsed++;
            expectSame(told(result.syntax), told(fresh), () => JSON.stringify({ current, edit }));
          }
          syntax = result?.syntax ?? fresh;
          // A text that stays broken tells little: go on from what is whole.
          if (!syntax.isSettled && next(2) === 0) syntax = parseSyntax(new Source('routes', initial));
        }
      }
      expect(reparsed / edits).toBeGreaterThan(0.2);
    },
    600_000,
  );
});
