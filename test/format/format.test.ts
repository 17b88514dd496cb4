import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { again, expectLinear } from '../support/growth.js';
import { applyEdits, formatRoutes, type FormatOptions } from '../../src/format/format.js';

const root = new URL('../..', import.meta.url).pathname;
const fixtures = join(root, 'test/fixtures/format');

function formatted(text: string, options?: FormatOptions): string {
  const result = formatRoutes(text, options);
  if (result.refused !== undefined) throw new Error(result.refused);
  expect(applyEdits(text, result.edits)).toBe(result.text);
  return result.text;
}

/** Every routes file of the project. */
function routesFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return entry.name === 'node_modules' || entry.name.startsWith('.') ? [] : routesFiles(path);
    return entry.name === 'routes' || entry.name.endsWith('.routes') ? [path] : [];
  });
}

describe('the fixtures', () => {
  const names = readdirSync(fixtures).filter((name) => name.endsWith('.routes'));

  it.each(names)('%s is formatted as expected, and no further', (name) => {
    const text = readFileSync(join(fixtures, name), 'utf8');
    const expected = readFileSync(join(fixtures, name.replace(/\.routes$/, '.formatted')), 'utf8');
    expect(formatted(text)).toBe(expected);
    expect(formatRoutes(expected)).toEqual({ text: expected, edits: [] });
  });

  it.each(names)('%s is formatted alike with other line ends', (name) => {
    const text = readFileSync(join(fixtures, name), 'utf8');
    const expected = formatted(text);
    for (const newline of ['\r\n', '\r'])
      expect(formatted(text.replaceAll('\n', newline))).toBe(expected.replaceAll('\n', newline));
  });
});

describe('the routes files of the project', () => {
  const files = ['samples', 'test']
    .flatMap((folder) => routesFiles(join(root, folder)))
    .map((file) => relative(root, file));

  it('are there', () => {
    expect(files.length).toBeGreaterThan(10);
    expect(existsSync(join(root, 'samples/blog/config/routes'))).toBe(true);
  });

  it.each(files)('%s comes to rest after one run', (file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const result = formatRoutes(text);
    if (result.refused === undefined) expect(formatted(result.text)).toBe(result.text);
    else expect(result.refused).toMatch(/leaves open what stands in which block/);
  });

  it.each(files.filter((file) => file.startsWith('samples')))('%s is formatted', (file) => {
    const text = readFileSync(join(root, file), 'utf8');
    expect(formatted(text)).toBe(text);
  });
});

describe('the page about the style', () => {
  it('shows it', () => {
    const page = readFileSync(join(root, 'docs/style.md'), 'utf8');
    const examples = [...page.matchAll(/^```routes\n([^]*?)^```$/gm)].map(([, example]) => example!);
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) expect(formatted(example)).toBe(example);
  });
});

describe('line ends', () => {
  const text = "get  '/a'\r\nget  '/b'";

  it('are those of the first line, unless something else is asked for', () => {
    expect(formatted(text)).toBe("get '/a';\r\nget '/b';\r\n");
    expect(formatted("get '/a';\nget '/b';\r\n")).toBe("get '/a';\nget '/b';\n");
    expect(formatted(text, { endOfLine: 'lf' })).toBe("get '/a';\nget '/b';\n");
    expect(formatted("get '/a';\n", { endOfLine: 'crlf' })).toBe("get '/a';\r\n");
  });

  it('end the last line, unless it is to be left or taken away', () => {
    expect(formatted("get '/a';")).toBe("get '/a';\n");
    expect(formatted("get '/a';\n\n\n")).toBe("get '/a';\n");
    expect(formatted("get '/a'", { finalNewline: 'keep' })).toBe("get '/a';");
    expect(formatted("get '/a'\n\n", { finalNewline: 'keep' })).toBe("get '/a';\n");
    expect(formatted("get '/a';\n", { finalNewline: 'remove' })).toBe("get '/a';");
  });
});

describe('a byte order mark', () => {
  it('is kept, unless it is to be put there or taken away', () => {
    expect(formatted("\uFEFF  get '/a'\n")).toBe("\uFEFFget '/a';\n");
    expect(formatted("\uFEFFget '/a';\n", { byteOrderMark: 'remove' })).toBe("get '/a';\n");
    expect(formatted('# one\n', { byteOrderMark: 'add' })).toBe('\uFEFF# one\n');
    expect(formatted('\uFEFF# one\n  # two\n')).toBe('\uFEFF# one\n# two\n');
  });
});

describe('a text without declarations', () => {
  it('is empty, or its comments', () => {
    expect(formatted('')).toBe('');
    expect(formatted(' \n\n ')).toBe('');
    expect(formatted('\uFEFF')).toBe('\uFEFF');
    expect(formatted('\n\n  # only this')).toBe('# only this\n');
  });
});

describe('edits', () => {
  function edits(text: string): string[] {
    const result = formatRoutes(text);
    return (result.refused === undefined ? result.edits : []).map(
      ({ span, text: wanted }) => `${text.slice(span.start, span.end)}→${wanted}`,
    );
  }

  it('change no more than they must', () => {
    expect(edits("get  '/a';\n")).toEqual(['  → ']);
    expect(edits('get "/a";\n')).toEqual(['"→\'', '"→\'']);
    expect(edits("get '/a'\n")).toEqual(['→;']);
    expect(edits("routes {\nget '/a';\n}\n")).toEqual(['\n→\n  ']);
    expect(edits("get '/a', to: 'a#b';\n")).toEqual([':→', '→=> ']);
  });

  it('are none where there is nothing to do', () => {
    expect(edits("routes {\n  get '/a', to => 'a#b';\n}\n")).toEqual([]);
  });
});

describe('a text of many lines and no sense', () => {
  it('is answered all the same', () => {
    for (const piece of [
      '{',
      '}',
      '(',
      'routes { ',
      "get '/a' ",
      '<',
      "'",
      "get '/a'\n)\n",
      'x }\n',
      'x {\n}, { y }\n',
    ]) {
      const text = piece.repeat(1_001);
      const result = formatRoutes(text);
      if (result.refused === undefined)
        expect(formatRoutes(result.text)).toEqual({ text: result.text, edits: [] });
    }
  });
});

describe('a bracket that is never closed', () => {
  it('gets no closer, whatever ends where its block does', () => {
    for (const text of [
      'r{c->{{}',
      "routes {\n  get '/a', to => -> { { x\n}\n",
      "routes {\n  namespace 'a' {\n    get   'b'\n}\n",
    ]) {
      const result = formatRoutes(text);
      const closers = (one: string): number => one.split('}').length;
      expect(closers(result.refused === undefined ? result.text : text)).toBe(closers(text));
    }
  });
});

describe('`# waypost-format off`', () => {
  it('between a keyword and its block leaves both alone', () => {
    const text = "rou# waypost-format off\n{\n get   '/a'\n}\n";
    expect(formatRoutes(text)).toMatchObject({ text });
  });
});

describe('a long list', () => {
  const names = Array.from({ length: 3_000 }, (_, index) => `name${index}`);
  it.each([
    ['of names', `resources ${names.map((name) => `'${name}'`).join(', ')}`],
    [
      'in a hash',
      `get '/x', to => 'a#b', defaults => { ${names.map((name) => `${name} => 'v'`).join(', ')} }`,
    ],
  ])('%s is laid out without reading again what is written already', (_, statement) => {
    const trimmed = vi.spyOn(String.prototype, 'trimEnd');
    const after = formatted(`routes {\n  ${statement}\n}\n`);
    const read = trimmed.mock.contexts.reduce<number>((sum, text) => sum + String(text).length, 0);
    trimmed.mockRestore();
    expect(after.split('\n').length).toBeGreaterThan(3_000);
    expect(read).toBeLessThan(3 * after.length);
  });
});

describe('eight times as many values of one declaration cost about eight times as much', again, () => {
  it.each([
    ['resources', "'photos'"],
    ['root', "'home#index'"],
    ['get', "'/photos'"],
    ['get', ':photos'],
    ['through', '&auth#user'],
  ])('%s of %s', (keyword, value) => {
    const costOf = (count: number): number => {
      const text = `routes {\n  ${keyword} ${Array.from({ length: count }, () => value).join(', ')}\n}\n`;
      const { user } = process.cpuUsage();
      formatRoutes(text);
      return (process.cpuUsage().user - user) / 1000;
    };
    return expectLinear(costOf, 24_000);
  });
});
