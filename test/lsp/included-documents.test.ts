// Open documents that another routes file includes: understood where they are included.

import { describe, expect, it } from 'vitest';
import { IncludedDocuments } from '../../lsp/included.js';
import { memoryHost, open, startClient, uri, type TestClient } from '../support/lsp-client.js';

describe('a file that another one includes', () => {
  const root =
    "routes {\n  concern 'shared' { get 'x', to => 'home#index' }\n  namespace 'admin' { include 'part' }\n}\n";
  const part = "resources 'users', only => <index>, concerns => 'shared'\n";
  const partUri = 'file:///app/config/part.routes';
  const opened = async (isRootOpen: boolean): Promise<TestClient> => {
    const client = await startClient(
      {},
      memoryHost(
        new Map([
          ['/app/config/routes', root],
          ['/app/config/part.routes', part],
        ]),
      ),
    );
    if (isRootOpen) await open(client, root);
    await client.notify('textDocument/didOpen', {
      textDocument: { uri: partUri, languageId: 'routes', version: 1, text: part },
    });
    return client;
  };
  const report = async (client: TestClient): Promise<string[]> =>
    (
      await client.request<{ items: { code: string }[] }>('textDocument/diagnostic', {
        textDocument: { uri: partUri },
      })
    ).items.map(({ code }) => code);
  const hover = async (client: TestClient): Promise<string> =>
    (
      await client.request<{ contents: { value: string } }>('textDocument/hover', {
        textDocument: { uri: partUri },
        position: { line: 0, character: 3 },
      })
    ).contents.value;

  for (const isRootOpen of [true, false]) {
    it(`is understood where it is included, ${isRootOpen ? 'and follows both' : 'which nobody has open'}`, async () => {
      const client = await opened(isRootOpen);
      expect(await report(client)).toEqual([]);
      expect(await hover(client)).toContain('/admin/users');
      await client.notify('textDocument/didChange', {
        textDocument: { uri: partUri, version: 2 },
        contentChanges: [
          { range: { start: { line: 0, character: 11 }, end: { line: 0, character: 16 } }, text: 'people' },
        ],
      });
      expect(await hover(client)).toContain('/admin/people');
      expect(await report(client)).toEqual(['unknown-controller']);
      if (!isRootOpen) return;
      await client.notify('textDocument/didChange', {
        textDocument: { uri, version: 2 },
        contentChanges: [{ text: root.replace('admin', 'staff') }],
      });
      expect(await hover(client)).toContain('/staff/people');
    });
  }

  it('means where it is included whatever else may stand in it, however often that is asked', async () => {
    const documents = new IncludedDocuments(memoryHost(new Map([['/app/config/routes', root]])));
    documents.open(partUri, part, 1);
    await documents.project('/app/config/part.routes');
    for (const name of ['people', 'members', 'users']) {
      const analysis = documents.get(partUri)?.analysisOf(part.replace('users', name));
      expect(analysis?.routes.map(({ definition }) => definition.pattern.text)).toContain(`/admin/${name}`);
    }
  });

  it('changes what is said of the file around it, and the other way round', async () => {
    const client = await opened(true);
    type Published = { uri: string; diagnostics: { code: string }[] };
    const published = (wanted: string, code?: string) =>
      client.next<Published>(
        'textDocument/publishDiagnostics',
        ({ uri: of, diagnostics }) =>
          of === wanted && (code === undefined || diagnostics.some((each) => each.code === code)),
      );
    await published(uri);
    await published(partUri);
    expect(await report(client)).toEqual([]);
    const table = (): Promise<string> => client.request<string>('waypost/routeTable', { uri });
    expect(await table()).toContain('/admin/users');
    await client.notify('textDocument/didChange', {
      textDocument: { uri: partUri, version: 2 },
      contentChanges: [{ text: "resources 'users', only => <index>\n" }],
    });
    expect(await table()).not.toContain('/admin/users/:user_id/x');
    await published(uri, 'unused-concern');
    await client.notify('textDocument/didChange', {
      textDocument: { uri: partUri, version: 3 },
      contentChanges: [{ text: part }],
    });
    await client.notify('textDocument/didChange', {
      textDocument: { uri, version: 2 },
      contentChanges: [{ text: root.replace('concern ', 'concerm ') }],
    });
    await published(uri, 'unknown-keyword');
    expect(await hover(client)).toContain('/admin/users');
  });

  it('is no application of its own, open or closed', async () => {
    for (const isOpen of [true, false]) {
      const client = isOpen
        ? await opened(false)
        : await startClient(
            { textDocument: { diagnostic: {} } },
            memoryHost(
              new Map([
                ['/app/config/routes', root],
                ['/app/config/part.routes', part],
              ]),
            ),
            {},
            { workspaceFolders: [{ uri: 'file:///app', name: 'app' }] },
          );
      const { items } = await client.request<{ items: { uri: string; items: { code: string }[] }[] }>(
        'workspace/diagnostic',
        { previousResultIds: [] },
      );
      expect(items.find((each) => each.uri === partUri)?.items.map(({ code }) => code)).toEqual([]);
      const symbols = await client.request<{ name: string; location: { uri: string } }[]>(
        'workspace/symbol',
        { query: 'users' },
      );
      expect(symbols.map(({ name, location }) => `${location.uri} ${name}`)).toEqual([
        `${uri} GET /admin/users/:user_id/x → admin/home#index`,
        `${partUri} GET /admin/users → admin/users#index`,
      ]);
    }
  });

  it('has the wrapper that any file has as soon as nothing includes it', async () => {
    const client = await opened(true);
    await client.notify('textDocument/didChange', {
      textDocument: { uri, version: 2 },
      contentChanges: [{ text: "routes { root to => 'home#index' }\n" }],
    });
    expect(await report(client)).toContain('misplaced-declaration');
  });

  it('shows whole paths at its outermost declarations, and offers what may stand where it is included', async () => {
    const client = await opened(false);
    const hints = await client.request<{ label: string }[]>('textDocument/inlayHint', {
      textDocument: { uri: partUri },
      range: { start: { line: 0, character: 0 }, end: { line: 1, character: 0 } },
    });
    expect(hints.map(({ label }) => label)).toEqual(['/admin/users · admin-users']);
    const offered = async (text: string): Promise<string[]> => {
      await client.notify('textDocument/didChange', {
        textDocument: { uri: partUri, version: 2 },
        contentChanges: [{ text }],
      });
      const { items } = await client.request<{ items: { label: string }[] }>('textDocument/completion', {
        textDocument: { uri: partUri },
        position: { line: 0, character: text.length },
      });
      return items.map(({ label }) => label);
    };
    expect(await offered('res')).toEqual(expect.arrayContaining(['resources', 'get']));
    expect(await offered('res')).not.toContain('resolve');
    expect(await offered("scope '/x' { ro")).toContain('root');
    expect(await offered("scope '/x' { get '/y', to => 'us")).toContain('users#index');
  });

  it('renames a concern of the file around it', async () => {
    const client = await opened(true);
    const at = {
      textDocument: { uri: partUri },
      position: { line: 0, character: part.indexOf('shared') + 1 },
    };
    await client.request('textDocument/hover', at);
    const { changes } = await client.request<{ changes: Record<string, { newText: string }[]> }>(
      'textDocument/rename',
      { ...at, newName: 'common' },
    );
    expect(Object.entries(changes).map(([file, edits]) => [file, edits.length])).toEqual([
      [uri, 1],
      [partUri, 1],
    ]);
  });
});
