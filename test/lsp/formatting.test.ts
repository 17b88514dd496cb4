// Formatting in an editor gives what `waypost format` gives, byte for byte: for every fixture of the formatter, whatever
// the file's neighbours say of its lines.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { offsetAt } from '../../lsp/positions.js';
import { nodeHost } from '../../lsp/node-host.js';
import { Source } from '../../src/language/source.js';
import { startClient, type TestClient } from '../support/lsp-client.js';
import { WorkFolder } from '../support/test-terminal.js';

interface Edit {
  readonly range: {
    readonly start: { readonly line: number; readonly character: number };
    readonly end: { readonly line: number; readonly character: number };
  };
  readonly newText: string;
}

const fixtures = readdirSync('test/fixtures/format').filter((name) => name.endsWith('.routes'));
const samples = ['samples/lobsters/routes', 'samples/blog/config/routes'];
const texts = new Map([
  ...[...fixtures.map((name) => `test/fixtures/format/${name}`), ...samples].map(
    (path) => [path, readFileSync(path, 'utf8')] as const,
  ),
  ['CRLF', "routes {\r\nget   '/a',to => 'b#c'\r\n}\r\n"],
  ['a byte order mark', "\ufeffroutes {\nget   '/a',to => 'b#c'\n}"],
  ['two kinds of line ends', "routes {\nget   '/a',to => 'b#c'\r\n}\n\n\n"],
  ['a mistake', "routes {\nget   '/a' to => 'b#c'\n resources 'photos'   , only=><index>\n}\n"],
  ['a bracket that is open', "routes {\n  scope 'a' {\nget   '/a',to => 'b#c'\n}\n"],
  ['nothing', ''],
]);
const conventions = {
  'nothing said': undefined,
  'CRLF and no final newline': '[*]\nend_of_line = crlf\ninsert_final_newline = false\n',
  'LF and a byte order mark': '[{routes,*.routes}]\nend_of_line = lf\ncharset = utf-8-bom\n',
};

describe.each(Object.entries(conventions))('with %s', (_, said) => {
  const folder = new WorkFolder();
  let client: TestClient;
  beforeAll(async () => {
    folder.write({ '.editorconfig': `root = true\n${said ?? ''}` });
    client = await startClient(
      {},
      nodeHost(() => undefined),
    );
    return () => folder.remove();
  });

  it.each([...texts])('%s', async (_name, text) => {
    folder.write({ 'some.routes': text });
    const uri = pathToFileURL(join(folder.path, 'some.routes')).href;
    await client.notify('textDocument/didOpen', {
      textDocument: { uri, languageId: 'routes', version: 1, text },
    });
    const options = { tabSize: 8, insertSpaces: false };
    const edits =
      (await client.request<Edit[] | null>('textDocument/formatting', { textDocument: { uri }, options })) ??
      [];
    await folder.run(['format', '--write', 'some.routes']);
    const output = folder.read('some.routes');
    expect(applied(text, edits)).toBe(output);
    if (said === undefined) {
      const whole = {
        start: { line: 0, character: 0 },
        end: { line: text.split('\n').length, character: 0 },
      };
      const ranged =
        (await client.request<Edit[] | null>('textDocument/rangeFormatting', {
          textDocument: { uri },
          range: whole,
          options,
        })) ?? [];
      expect(applied(text, ranged)).toBe(output);
    }
    await client.notify('textDocument/didClose', { textDocument: { uri } });
  });
});

function applied(text: string, edits: readonly Edit[]): string {
  const source = new Source('routes', text);
  const spans = edits.map(({ range, newText }) => ({
    start: offsetAt(source, range.start, 'utf-16'),
    end: offsetAt(source, range.end, 'utf-16'),
    newText,
  }));
  return spans
    .toSorted((a, b) => b.start - a.start || b.end - a.end)
    .reduce((result, { start, end, newText }) => result.slice(0, start) + newText + result.slice(end), text);
}
