// Another text of a file beside the file itself, as the two sides of a diff have them: each is answered by its own words.

import { describe, expect, it } from 'vitest';
import { memoryHost, open, startClient, uri, type TestClient } from '../support/lsp-client.js';

const now = "routes {\n  resources 'photos'\n  resurces 'albums'\n}\n";
const before = "routes {\n\n\n  resurces 'photos'\n  get '/old', to => 'home#index', as => 'old'\n}\n";
/** As VS Code's extension for Git names the text of the last commit. */
const committed = `git:/app/config/routes?${encodeURIComponent('{"path":"/app/config/routes","ref":"~"}')}`;

interface Published {
  readonly uri: string;
  readonly diagnostics: readonly { readonly code: string; readonly range: { start: { line: number } } }[];
}

const openOther = (client: TestClient, other: string): Promise<void> =>
  client.notify('textDocument/didOpen', {
    textDocument: { uri: other, languageId: 'routes', version: 1, text: before },
  });

/** Lines of what is wrong with a document. */
async function wrongLines(client: TestClient, of: string): Promise<number[]> {
  const { items } = await client.request<{ items: Published['diagnostics'] }>('textDocument/diagnostic', {
    textDocument: { uri: of },
  });
  return items.filter(({ code }) => code === 'unknown-keyword').map(({ range }) => range.start.line);
}

const orders = [
  ['opened first', ['file', 'other']],
  ['opened last', ['other', 'file']],
] as const;
const others = [
  ['with a query, which nobody can mend', committed, []],
  ['in another scheme', 'vscode-vfs:/app/config/routes', [3]],
] as const;

describe.each(others)('a text %s', (_, other, wrong) => {
  it.each(orders)('leaves the file its place, which is %s', async (_when, order) => {
    const client = await startClient(
      { textDocument: { diagnostic: {} } },
      memoryHost(new Map([['/app/config/routes', now]])),
    );
    for (const each of order) await (each === 'file' ? open(client, now) : openOther(client, other));
    expect(await wrongLines(client, uri)).toEqual([2]);
    await client.notify('textDocument/didChange', {
      textDocument: { uri, version: 2 },
      contentChanges: [{ text: `# more\n${now}` }],
    });
    expect(await wrongLines(client, uri)).toEqual([3]);
    expect(await wrongLines(client, other)).toEqual(wrong);
    const { items } = await client.request<{
      items: { uri: string; items: Published['diagnostics'] }[];
    }>('workspace/diagnostic', { previousResultIds: [] });
    expect(items.map((each) => [each.uri, each.items.map(({ range }) => range.start.line)])).toEqual([
      [uri, [3]],
    ]);
    const symbols = await client.request<{ name: string }[]>('workspace/symbol', { query: '/old' });
    expect(symbols).toEqual([]);
    await client.notify('textDocument/didClose', { textDocument: { uri: other } });
    expect(await wrongLines(client, uri)).toEqual([3]);
    const table = await client.request<string>('waypost/routeTable', { uri });
    expect(table).toContain('/photos');
  });
});

describe('what is asked of a text with a query', () => {
  it('is answered by its own place, and edits nothing of the file', async () => {
    const client = await startClient(
      { general: { positionEncodings: ['utf-8'] } },
      memoryHost(new Map([['/app/config/routes', now]])),
    );
    await open(client, now);
    await openOther(client, committed);
    const edit = await client.request<{ changes: Record<string, unknown[]> }>('textDocument/rename', {
      textDocument: { uri: committed },
      position: { line: 4, character: 42 },
      newName: 'ancient',
    });
    expect(Object.keys(edit.changes)).toEqual([committed]);
  });

  it('is no routes file where it is a module', async () => {
    const client = await startClient({ textDocument: { diagnostic: {} } });
    const module = committed.replace('config/routes?', 'controllers/home.ts?');
    await openOther(client, module);
    expect(await wrongLines(client, module)).toEqual([]);
  });

  it('includes the files beside the file', async () => {
    const client = await startClient(
      { textDocument: { diagnostic: {} } },
      memoryHost(new Map([['/app/config/users.routes', "resources 'users'\n"]])),
    );
    await client.notify('textDocument/didOpen', {
      textDocument: {
        uri: committed,
        languageId: 'routes',
        version: 1,
        text: "routes {\n  include 'users'\n}\n",
      },
    });
    expect(await client.request<string>('waypost/routeTable', { uri: committed })).toContain('/users/:id');
  });
});
