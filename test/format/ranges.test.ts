import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { applyEdits, formatRanges, formatRoutes } from '../../src/format/format.js';
import { formatOnType, type TriggerCharacter } from '../../src/format/on-type.js';
import { Source } from '../../src/language/source.js';
import { parseSyntax, type Syntax } from '../../src/language/syntax.js';
import { fixtureFiles, readDiagnosticFixture } from '../support/diagnostic-fixtures.js';

function parsed(text: string): Syntax {
  return parseSyntax(new Source('routes', text));
}

/** Formats what stands between `«` and `»`, as often as there are such marks. */
function inRanges(marked: string): string {
  const ranges: { start: number; end: number }[] = [];
  let text = '';
  for (const part of marked.split(/(?=[«»])/)) {
    if (part.startsWith('«')) ranges.push({ start: text.length, end: text.length });
    else if (part.startsWith('»')) ranges.push({ start: ranges.pop()!.start, end: text.length });
    text += part.replace(/^[«»]/, '');
  }
  const result = formatRanges(parsed(text), ranges);
  if (result.refused !== undefined) throw new Error(result.refused);
  return applyEdits(text, result.edits);
}

/** What typing leads to; `|` is the cursor behind the character that was typed. */
function typed(marked: string, character: TriggerCharacter): string {
  return typedAt(marked.replace('|', ''), marked.indexOf('|'), character);
}

function typedAt(text: string, offset: number, character: TriggerCharacter): string {
  const result = formatOnType(parsed(text), offset, character);
  if (result.refused !== undefined) throw new Error(result.refused);
  return applyEdits(text, result.edits);
}

function formatted(text: string): string {
  const result = formatRoutes(text);
  if (result.refused !== undefined) throw new Error(result.refused);
  return result.text;
}

describe('a range', () => {
  it('is its lines, and nothing beside them', () => {
    expect(inRanges('routes {\nget  "/a"\nget  "«/b»"\nget  "/c"\n}\n')).toBe(
      'routes {\nget  "/a"\n  get \'/b\';\nget  "/c"\n}\n',
    );
    expect(inRanges('routes {\nget  "/a«"\nget»  "/b"\nget  "/c"\n}\n')).toBe(
      "routes {\n  get '/a';\n  get '/b';\nget  \"/c\"\n}\n",
    );
  });

  it('that has the head of a block leaves what is in it', () => {
    expect(inRanges('routes {\nresources  :a  «{»\nget  :b\n}\n}\n')).toBe(
      "routes {\n  resources 'a', {\nget  :b\n}\n}\n",
    );
  });

  it('that has the end of a block leaves its beginning', () => {
    expect(inRanges('routes {\n  resources :a  {\nget  :b\n «}»\n}\n')).toBe(
      'routes {\n  resources :a  {\nget  :b\n  }\n}\n',
    );
  });

  it('changes both ends of a block where they belong together', () => {
    expect(inRanges('routes {\nresources  :a  «do»\nget  :b\n end\n}\n')).toBe(
      "routes {\n  resources 'a', {\nget  :b\n }\n}\n",
    );
    expect(inRanges('routes {\nresources  :a  do\nget  :b\n «end»\n}\n')).toBe(
      "routes {\nresources 'a', {\nget  :b\n  }\n}\n",
    );
    expect(inRanges("constraints(host => 'a') «{»\nget  :b\n }\n")).toBe(
      "constraints(host => 'a', {\nget  :b\n })\n",
    );
    expect(inRanges("constraints  host: 'a'  {\nget  :«b»\nget  :c\n «}»\n")).toBe(
      "constraints(host => 'a', {\n  get 'b';\nget  :c\n})\n",
    );
  });

  it('may have a comment, or be blank', () => {
    expect(inRanges("routes {\n      # «one»\nget  '/a'\n}\n")).toBe("routes {\n  # one\nget  '/a'\n}\n");
    expect(inRanges("routes {\nget  '/a'\n«»\nget  '/b'\n}\n")).toBe("routes {\nget  '/a'\n\nget  '/b'\n}\n");
  });

  it('takes in all of a statement that it touches', () => {
    expect(inRanges("routes {\n  get '/a',\n      «to:»  'a#b',\n      as: 'x'\nget  '/b'\n}\n")).toBe(
      "routes {\n  get '/a', to => 'a#b', as => 'x';\nget  '/b'\n}\n",
    );
  });

  it('may be one of several', () => {
    expect(inRanges('get  "«/a»"\nget  "/b"\nget  "«/c»"\nget  "/d"\n')).toBe(
      'get \'/a\';\nget  "/b"\nget \'/c\';\nget  "/d"\n',
    );
  });

  it('is formatted although there is a mistake elsewhere', () => {
    expect(inRanges("routes {\nget  '/a\n  get  '«/b»'\n  namespace 'x', {\n}\n")).toBe(
      "routes {\nget  '/a\n  get '/b';\n  namespace 'x', {\n}\n",
    );
  });

  it('is left where its indentation says what belongs together', () => {
    const text = "  get '/a',, to => 'a#b'\n  get '/c',\n«    to =>»\n  get '/d'\n";
    const [start, end] = [text.indexOf('«'), text.indexOf('»') - 1];
    const plain = text.replace(/[«»]/g, '');
    const result = formatRanges(parsed(plain), [{ start, end }]);
    const after = result.refused === undefined ? applyEdits(plain, result.edits) : plain;
    expect(parsed(after).diagnostics.map(({ message }) => message)).toEqual(
      parsed(plain).diagnostics.map(({ message }) => message),
    );
  });

  it('inside a stretch without formatting changes nothing', () => {
    const text =
      "routes {\n  # waypost-format off\n  get   '/a'\n\n\n  «get   '/b'»\n\n\n  # note\n  # waypost-format on\nget  '/c'\n}\n";
    expect(inRanges(text)).toBe(text.replace(/[«»]/g, ''));
  });

  it('of the whole text, or beyond it, is the file', () => {
    const text = '\n\n\uFEFF get  "/a"  # x\n\n\n\nget  "/b"\n\n';
    const formatting = formatRoutes(text);
    const ranges = formatRanges(parsed(text), [{ start: -5, end: 5_000 }]);
    expect(applyEdits(text, ranges.refused === undefined ? ranges.edits : [])).toBe(
      formatting.refused ?? formatting.text,
    );
  });

  it('keeps the line ends of the file', () => {
    const text = 'routes {\r\nget  "/a"\r\nresources :b, {}\r\n}\r\n';
    const result = formatRanges(parsed(text), [{ start: 12, end: 12 }]);
    expect(applyEdits(text, result.refused === undefined ? result.edits : [])).toBe(
      "routes {\r\n  get '/a';\r\nresources :b, {}\r\n}\r\n",
    );
  });
});

describe('typing', () => {
  it('`;` formats the statement that it ends', () => {
    expect(typed('routes {\nget  "/a";|\nget  "/b"\n}\n', ';')).toBe(
      'routes {\n  get \'/a\';\nget  "/b"\n}\n',
    );
  });

  it('`}` formats the block that it closes', () => {
    expect(typed("routes {\nresources :a {\nget  :b\n      }|\nget  '/c'\n}\n", '}')).toBe(
      "routes {\n  resources 'a', {\n    get 'b';\n  }\nget  '/c'\n}\n",
    );
    expect(typed("get '/a', defaults => {  a=>1 }|\n", '}')).toBe("get '/a', defaults => {  a=>1 }\n");
  });

  it('neither formats what is still being written in a block of one line', () => {
    for (const [marked, character] of [
      ["routes {\n  controller 'pages' { get '/about';| }\n}\n", ';'],
      ["routes {\n  controller 'pages' { get '/about';|}\n}\n", ';'],
      ["routes {\n  resources 'photos' { member { get 'preview' }|}\n}\n", '}'],
    ] as const)
      expect(typed(marked, character)).toBe(marked.replace('|', ''));
    expect(typed("routes {\n  member { get 'a'; }| # both\n}\n", '}')).toBe(
      "routes {\n  member { get 'a' } # both\n}\n",
    );
  });

  it('a newline formats the line before, and indents the new one', () => {
    expect(typed('routes {\n|\n}\n', '\n')).toBe('routes {\n  \n}\n');
    expect(typed('routes {\n  get  "/a"\n|\n}\n', '\n')).toBe("routes {\n  get '/a';\n  \n}\n");
    expect(typed("routes {\n  get '/a',\n|\n}\n", '\n')).toBe("routes {\n  get '/a',\n    \n}\n");
    expect(typed("routes {\n  resources 'a', {\n|}\n}\n", '\n')).toBe(
      "routes {\n  resources 'a', {\n  }\n}\n",
    );
    expect(typed("get '/a'\n      |", '\n')).toBe("get '/a';\n");
  });

  it('a newline changes no half of what belongs together', () => {
    for (const [marked, indented] of [
      ["routes {\n  scope('/a', {\n|\n  })\n}\n", "routes {\n  scope('/a', {\n    \n  })\n}\n"],
      ["routes {\n  scope('/a', {\n|})\n}\n", "routes {\n  scope('/a', {\n  })\n}\n"],
      ["routes {\n  get('/a', to => 'b#c',\n|)\n}\n", "routes {\n  get('/a', to => 'b#c',\n    )\n}\n"],
      ['routes {\n  resources [:a,\n|]\n}\n', 'routes {\n  resources [:a,\n    ]\n}\n'],
      [
        "routes {\n  constraints host: 'a' do\n|\n  end\n}\n",
        "routes {\n  constraints host: 'a' do\n    \n  end\n}\n",
      ],
      [
        'routes {\n  resources :a, only: [:index,\n|:show]\n}\n',
        'routes {\n  resources :a, only: [:index,\n      :show]\n}\n',
      ],
    ] as const)
      expect(typed(marked, '\n'), marked).toBe(indented);
  });

  it('a newline behind any token leaves the text what it means', () => {
    for (const file of fixtureFiles('test/fixtures/interpret')) {
      const { text } = readDiagnosticFixture(readFileSync(`test/fixtures/interpret/${file}`, 'utf8'));
      const { tokens, diagnostics } = parsed(text);
      for (const [index, { end }] of tokens.entries()) {
        if (diagnostics.length > 0 || index % 7 !== file.length % 7) continue;
        const broken = `${text.slice(0, end)}\n${text.slice(end)}`;
        if (parsed(broken).diagnostics.length > 0) continue;
        const after = typedAt(broken, end + 1, '\n');
        expect(formatted(after), after).toBe(formatted(broken));
      }
    }
  });

  it('the end of a text gets no newline before the cursor', () => {
    expect(typed('# a; b;|', ';')).toBe('# a; b;');
    expect(typed('get  "/a";|', ';')).toBe("get '/a';");
    expect(typed("resources 'a' { get 'b' }|", '}')).toBe("resources 'a', { get 'b' }");
    expect(typed("scope('/a') { get 'b' }|", '}')).toBe("scope '/a', { get 'b' }");
    expect(typed("constraints host: 'a' { get 'b' }|", '}')).toBe("constraints(host => 'a', { get 'b' })");
  });

  it('a newline where nothing closes yet still indents', () => {
    expect(typed("routes {\n  namespace 'x', {\n|", '\n')).toBe("routes {\n  namespace 'x', {\n    ");
  });
});
