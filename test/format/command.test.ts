import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createColors } from 'picocolors';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '../../src/cli/program.js';
import type { Terminal } from '../../src/cli/terminal.js';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waypost-format-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}

function textOf(name: string): string {
  return readFileSync(join(folder, name), 'utf8');
}

interface Run {
  readonly output: string;
  readonly errors: string;
  readonly status: number;
}

async function waypost(
  args: readonly string[],
  input = '',
  meanwhile: () => void = () => undefined,
): Promise<Run> {
  let output = '';
  let errors = '';
  const terminal: Terminal = {
    cwd: folder,
    colors: createColors(false),
    print: (text) => void (output += `${text}\n`),
    write: (text) => void (output += text),
    printError: (text) => {
      errors += `${text}\n`;
      meanwhile();
    },
    readInput: async () => Buffer.from(input),
    exitCode: 0,
  };
  await runCommand(args, terminal);
  return { output: output.replaceAll(/\d+ ms/g, '9 ms'), errors, status: terminal.exitCode };
}

const untidy = 'routes {\nget "/a"\n}\n';
const tidy = "routes {\n  get '/a';\n}\n";

describe('waypost format', () => {
  it('prints the formatted text of the file that it finds, and writes nothing', async () => {
    file('config/routes', untidy);
    expect(await waypost(['format'])).toEqual({ output: tidy, errors: '', status: 0 });
    expect(textOf('config/routes')).toBe(untidy);
  });

  it('says that there is none', async () => {
    const { errors, status } = await waypost(['format']);
    expect(errors).toMatch(/there is no routes file/);
    expect(status).toBe(2);
  });
});

describe('waypost format --write', () => {
  it('writes the files that change, and what they include', async () => {
    file('config/routes', "routes {\n  include 'admin';\n  include 'more/shop.routes';\n}\n");
    file('config/admin.routes', "get '/a'\n");
    file('config/more/shop.routes', "include '../admin.routes';\n");
    expect(await waypost(['format', '--write'])).toEqual({
      output:
        'config/routes  unchanged\nconfig/admin.routes  9 ms\nconfig/more/shop.routes  unchanged\n1 file formatted, 2 files unchanged\n',
      errors: '',
      status: 0,
    });
    expect(textOf('config/admin.routes')).toBe("get '/a';\n");
  });

  it('takes files and folders, and goes on after one that cannot be read', async () => {
    file('apps/one/routes', untidy);
    file('apps/two/config/admin.routes', untidy);
    file('apps/two/node_modules/x/routes', untidy);
    file('apps/two/readme', untidy);
    file('other.txt', untidy);
    const { output, errors, status } = await waypost(['format', '--write', 'apps', 'other.txt', 'missing']);
    expect(output).toBe(
      'apps/one/routes  9 ms\napps/two/config/admin.routes  9 ms\nother.txt  9 ms\n3 files formatted, 1 file not read\n',
    );
    expect(errors).toMatch(/error: there is no file .*missing/);
    expect(status).toBe(2);
    expect(textOf('apps/two/node_modules/x/routes')).toBe(untidy);
    expect(textOf('apps/one/routes')).toBe(tidy);
  });

  it('says of a folder that there is no routes file in it, and goes on', async () => {
    file('empty/readme', untidy);
    file('routes', untidy);
    const { output, errors, status } = await waypost(['format', '--write', 'empty', 'routes']);
    expect(output).toBe('routes  9 ms\n1 file formatted, 1 file not read\n');
    expect(errors).toMatch(
      /^error: there is no routes file in .*empty; one is named `routes` or ends in `\.routes`\n$/,
    );
    expect(status).toBe(2);
  });

  it('leaves a file as it is that somebody saves meanwhile', async () => {
    file('config/routes', "routes {\nget '/a' to => 'a#b'\n}\n");
    const saved = "routes {\nget '/b', to => 'a#b'\n}\n";
    // Told of the mistake, they mend it.
    const { errors, output, status } = await waypost(['format', '--write'], '', () =>
      file('config/routes', saved),
    );
    expect(errors).toMatch(/routes has changed meanwhile and is left as it is; run this again/);
    expect([output, status]).toEqual(['1 file not written\n', 2]);
    expect(textOf('config/routes')).toBe(saved);
  });

  it('counts the mistakes of a file with several', async () => {
    file('routes', "get '/a' to 'c'\nget '/b' to 'd'\n");
    const { errors } = await waypost(['format', '--check', 'routes']);
    expect(errors).toMatch(
      /^warning: routes has 2 mistakes in its notation, the first on line 1, left as written: /,
    );
  });

  it('formats around a mistake, and says where it is', async () => {
    file('routes', "routes {\nget  '/a'\nget   '/b' to 'c'\n}\n");
    const { errors, status } = await waypost(['format', '--write']);
    expect(textOf('routes')).toBe("routes {\n  get '/a';\n  get   '/b' to 'c'\n}\n");
    expect(errors).toMatch(/^warning: routes has a mistake in its notation, on line 3, left as written: /);
    expect(status).toBe(0);
  });
});

describe('waypost format --check', () => {
  it('names the files that are not formatted, and exits with 1', async () => {
    file('a.routes', untidy);
    file('b.routes', tidy);
    expect(await waypost(['format', '--check', 'a.routes', 'b.routes'])).toEqual({
      output: 'not formatted  a.routes\n1 file not formatted, 1 file formatted already; --write formats it\n',
      errors: '',
      status: 1,
    });
    expect(await waypost(['format', '--check', 'b.routes'])).toEqual({
      output: '1 file formatted already\n',
      errors: '',
      status: 0,
    });
    file('c.routes', untidy);
    expect((await waypost(['format', '--check', 'a.routes', 'c.routes'])).output).toBe(
      'not formatted  a.routes\nnot formatted  c.routes\n2 files not formatted; --write formats them\n',
    );
    expect(textOf('a.routes')).toBe(untidy);
  });

  it('does not go with --write', async () => {
    expect((await waypost(['format', '--check', '--write'])).status).toBe(2);
  });
});

describe('waypost format --stdin', () => {
  it('prints what it read, formatted, to the byte', async () => {
    expect(await waypost(['format', '--stdin'], "\uFEFFget '/a'\r\n")).toEqual({
      output: "\uFEFFget '/a';\r\n",
      errors: '',
      status: 0,
    });
    expect((await waypost(['format', '--stdin'])).output).toBe('');
  });

  it('says on the other stream where a mistake is', async () => {
    const { output, errors, status } = await waypost(
      ['format', '--stdin', '--stdin-filename', 'x.routes'],
      "get  '/a'\nget  '/b' to 'c'\n",
    );
    expect(output).toBe("get '/a';\nget  '/b' to 'c'\n");
    expect(errors).toMatch(/^warning: x\.routes has a mistake in its notation, on line 2, left as written: /);
    expect(status).toBe(0);
  });

  it('takes a FILE for the name of the text, of which there is one', async () => {
    const text = "get  '/a' to 'b'\n";
    expect(await waypost(['format', '--stdin', 'x.routes'], text)).toEqual(
      await waypost(['format', '--stdin', '--stdin-filename', 'x.routes'], text),
    );
    expect(await waypost(['format', '--stdin-filename', 'x.routes'], text)).toEqual(
      await waypost(['format', '--stdin', 'x.routes'], text),
    );
    const twice = ['format', '--stdin', '--stdin-filename', 'x.routes', 'y.routes'];
    for (const args of [twice, ['format', '--stdin', 'x.routes', 'y.routes']])
      expect(await waypost(args, text)).toEqual({
        output: '',
        errors: 'error: --stdin reads one text; name it once, as FILE or with --stdin-filename\n',
        status: 2,
      });
    expect((await waypost(['format', '--check', '--stdin-filename', 'x.routes'], text)).status).toBe(2);
  });
});

describe('.editorconfig', () => {
  it('says how lines end, for files and for named input', async () => {
    file(
      '.editorconfig',
      'root = true\n\n[*.routes]\nend_of_line = crlf\ninsert_final_newline = false\ncharset = utf-8-bom\nindent_size = 8\n\n[lf/**]\nend_of_line = lf\ninsert_final_newline = true\ncharset = utf-8\n',
    );
    file('a.routes', untidy);
    file('lf/routes', '\uFEFFget "/a"\r\n');
    expect((await waypost(['format', '--write', '.'])).status).toBe(0);
    expect(textOf('a.routes')).toBe("\uFEFFroutes {\r\n  get '/a';\r\n}");
    expect(textOf('lf/routes')).toBe("get '/a';\n");
    expect((await waypost(['format', '--stdin', '--stdin-filename', 'x.routes'], "get '/a'\n")).output).toBe(
      "\uFEFFget '/a';",
    );
  });

  it.each([
    ['is no UTF-8 text', '# Gr\u00f6\u00dfe\n[*]\nend_of_line = crlf\n', 'latin1'],
    ['stands for very many names', `[${'{a,b,*}'.repeat(20)}]\nend_of_line = crlf\n`],
    ['stands for very many folders', `[${'**/'.repeat(300)}routes]\nend_of_line = crlf\n`],
    ['stands for very many numbers', '[{1..9999999},routes]\nend_of_line = crlf\n'],
    ['tries all its ways of laying itself over a name', `[${'*a'.repeat(12)}x*]\nend_of_line = crlf\n`],
    ['is very long', `${'[*]\nend_of_line = crlf\n'.repeat(20_000)}`],
  ] as const)('that %s is as if it were not there', async (_, text, encoding: BufferEncoding = 'utf8') => {
    writeFileSync(join(folder, '.editorconfig'), text, encoding);
    const name = `${'a'.repeat(200)}.routes`;
    file(name, tidy);
    expect(await waypost(['format', '--check', name])).toMatchObject({ errors: '', status: 0 });
  });
});
