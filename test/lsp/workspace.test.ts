// The workspace of a client: settings, folders, several applications, diagnostics of every file, progress.

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Host } from '../../lsp/host.js';
import { nodeHost } from '../../lsp/node-host.js';
import { WorkFolder } from '../support/test-terminal.js';
import { memoryHost, open, startClient, type TestClient } from '../support/lsp-client.js';
import { at, routes, textDocument, withModule } from '../support/lsp-application.js';

interface Report {
  readonly kind: string;
  readonly resultId?: string;
  readonly uri: string;
  readonly items?: readonly { readonly code: string }[];
}

describe('settings', () => {
  const asked = { workspace: { configuration: true, workspaceFolders: true } };
  const hints = { textDocument, range: { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } } };
  /** Until the server has read what came before, and an answer of this client to it. */
  const settled = async (client: TestClient): Promise<void> => {
    for (let turn = 0; turn < 2; turn++)
      await client.request('textDocument/documentSymbol', { textDocument });
  };

  it('switch features off one by one', async () => {
    const client = await startClient(asked, withModule(), {
      'workspace/configuration': () => [{ inlayHints: { enabled: false }, hover: { enabled: false } }],
    });
    await open(client, routes);
    await settled(client);
    expect(await client.request('textDocument/inlayHint', hints)).toEqual([]);
    expect(await client.request('textDocument/hover', at(1, 4))).toBe(null);
    expect(await client.request<unknown[]>('textDocument/codeLens', { textDocument })).not.toEqual([]);
  });

  it('are taken from the notification of a client that cannot be asked', async () => {
    const client = await startClient({}, withModule());
    await open(client, routes);
    await client.notify('workspace/didChangeConfiguration', {
      settings: { waypost: { codeLens: { enabled: false } } },
    });
    expect(await client.request('textDocument/codeLens', { textDocument })).toEqual([]);
  });

  it('take diagnostics away, and bring them back', async () => {
    const client = await startClient({}, withModule());
    await open(client, routes.replace('get', 'got'));
    const codes = (params: { diagnostics: unknown[] }): number => params.diagnostics.length;
    await client.next<{ diagnostics: unknown[] }>(
      'textDocument/publishDiagnostics',
      (params) => codes(params) > 0,
    );
    await client.notify('workspace/didChangeConfiguration', {
      settings: { waypost: { diagnostics: { enabled: false } } },
    });
    await client.next<{ diagnostics: unknown[] }>(
      'textDocument/publishDiagnostics',
      (params) => codes(params) === 0,
    );
    expect(await client.request('textDocument/diagnostic', { textDocument })).toEqual({
      kind: 'full',
      items: [],
    });
  });

  it('of the start stay where the client is asked and says nothing', async () => {
    const client = await startClient(
      asked,
      withModule(),
      { 'workspace/configuration': () => [null, null] },
      { initializationOptions: { inlayHints: { enabled: false } } },
    );
    await open(client, routes);
    await client.notify('workspace/didChangeConfiguration', { settings: null });
    await settled(client);
    expect(await client.request('textDocument/inlayHint', hints)).toEqual([]);
  });

  it('have diagnostics off from the start', async () => {
    let answer: (settings: unknown) => void = () => undefined;
    const client = await startClient(asked, withModule(), {
      'workspace/configuration': () => new Promise((resolve) => (answer = resolve)),
    });
    await open(client, routes.replace('get', 'got'));
    await settled(client);
    answer([{ diagnostics: { enabled: false } }]);
    await client.next('textDocument/publishDiagnostics');
    await settled(client);
    const told = client.received.get('textDocument/publishDiagnostics') as { diagnostics: unknown[] }[];
    expect(told.flatMap(({ diagnostics }) => diagnostics)).toEqual([]);
  });

  const strange: Readonly<Record<string, () => unknown>> = {
    null: () => null,
    'a list of null': () => [null, null],
    'too few': () => [],
    'no list': () => ({ hover: true }),
    numbers: () => [7, 'x'],
    'keys that nobody knows': () => [{ hoover: { enabled: false }, hover: { enabled: 'no' }, inlayHints: 7 }],
    'an error': () => {
      throw new Error('no settings here');
    },
    'nothing, ever': () => new Promise(() => undefined),
  };
  for (const [what, answer] of Object.entries(strange)) {
    it(`may be answered with ${what}`, async () => {
      const client = await startClient(asked, withModule(), { 'workspace/configuration': answer });
      await open(client, routes);
      await client.notify('workspace/didChangeConfiguration', { settings: what === 'numbers' ? 3 : null });
      await settled(client);
      expect(await client.request('textDocument/hover', at(1, 4))).not.toBe(null);
      expect(await client.request<unknown[]>('textDocument/inlayHint', hints)).not.toEqual([]);
    });
  }

  it('that nobody knows are said once, with what was meant', async () => {
    const client = await startClient(asked, withModule(), {
      'workspace/configuration': () => [{ hoover: true }],
    });
    await open(client, routes);
    await client.notify('workspace/didChangeConfiguration', { settings: null });
    await client.next('window/logMessage');
    await settled(client);
    const logged = (client.received.get('window/logMessage') ?? []) as { message: string }[];
    expect(logged.map(({ message }) => message)).toEqual([
      "waypost.hoover: there is no such setting; did you mean 'hover'?",
    ]);
  });
});

describe('folders', () => {
  const files = new Map([
    ['/one/config/routes', "routes { get '/one', to => 'home#index' }\n"],
    ['/two/config/routes', "routes { get '/two', to => 'home#index' }\n"],
  ]);
  const host = (): Host => ({
    ...memoryHost(files),
    routesFiles: (folder) => Promise.resolve([...files.keys()].filter((file) => file.startsWith(folder))),
  });
  const found = async (client: TestClient): Promise<string[]> =>
    (await client.request<{ name: string }[]>('workspace/symbol', { query: '' })).map(({ name }) => name);

  it('come and go', async () => {
    const client = await startClient(
      { workspace: { workspaceFolders: true } },
      host(),
      {},
      { workspaceFolders: [{ uri: 'file:///one', name: 'one' }] },
    );
    expect(await found(client)).toEqual(['GET /one → home#index']);
    await client.notify('workspace/didChangeWorkspaceFolders', {
      event: { added: [{ uri: 'file:///two', name: 'two' }], removed: [] },
    });
    expect(await found(client)).toEqual(['GET /one → home#index', 'GET /two → home#index']);
    await client.notify('workspace/didChangeWorkspaceFolders', {
      event: { added: [], removed: [{ uri: 'file:///one', name: 'one' }] },
    });
    expect(await found(client)).toEqual(['GET /two → home#index']);
  });

  it('have settings of their own', async () => {
    const client = await startClient(
      { workspace: { workspaceFolders: true, configuration: true } },
      host(),
      {
        'workspace/configuration': () => [
          null,
          { codeLens: { enabled: false } },
          { codeLens: { enabled: true } },
        ],
      },
      {
        workspaceFolders: [
          { uri: 'file:///one', name: 'one' },
          { uri: 'file:///two', name: 'two' },
        ],
      },
    );
    for (const name of ['one', 'two']) {
      await client.notify('textDocument/didOpen', {
        textDocument: {
          uri: `file:///${name}/config/routes`,
          languageId: 'routes',
          version: 1,
          text: files.get(`/${name}/config/routes`),
        },
      });
    }
    // The server asks for them, and answers meanwhile.
    await vi.waitFor(async () =>
      expect(
        await client.request('textDocument/codeLens', { textDocument: { uri: 'file:///one/config/routes' } }),
      ).toEqual([]),
    );
    expect(
      await client.request<unknown[]>('textDocument/codeLens', {
        textDocument: { uri: 'file:///two/config/routes' },
      }),
    ).toHaveLength(1);
  });
});

describe('two applications in one workspace', () => {
  it('are not mixed up', async () => {
    const folder = new WorkFolder();
    onTestFinished(() => folder.remove());
    const text = "routes {\n  root to => 'home#index'\n  get '/x', to => 'home#only'\n}\n";
    folder.write({
      'one/config/routes': text,
      'one/controllers/home.ts': 'export function index() {}\nexport function only() {}\n',
      'two/config/routes': text,
      'two/controllers/home.ts': 'export function index() {}\n',
    });
    const uriOf = (path: string): string => pathToFileURL(join(folder.path, path)).href;
    const client = await startClient(
      { textDocument: { diagnostic: {} } },
      nodeHost(() => undefined),
      {},
      { workspaceFolders: ['one', 'two'].map((name) => ({ uri: uriOf(name), name })) },
    );
    for (const name of ['one', 'two'])
      await client.notify('textDocument/didOpen', {
        textDocument: { uri: uriOf(`${name}/config/routes`), languageId: 'routes', version: 1, text },
      });
    const codes = async (name: string): Promise<string[]> =>
      (
        await client.request<{ items: { code: string }[] }>('textDocument/diagnostic', {
          textDocument: { uri: uriOf(`${name}/config/routes`) },
        })
      ).items.map(({ code }) => code);
    expect([await codes('one'), await codes('two')]).toEqual([[], ['unknown-action']]);
    const places = await client.request<{ uri: string }[]>('textDocument/definition', {
      textDocument: { uri: uriOf('two/config/routes') },
      position: { line: 1, character: 22 },
    });
    expect(places.map((place) => place.uri)).toEqual([uriOf('two/controllers/home.ts')]);
    folder.write({ 'two/controllers/home.ts': 'export function index() {}\nexport function only() {}\n' });
    await client.notify('workspace/didChangeWatchedFiles', {
      changes: [{ uri: uriOf('two/controllers/home.ts'), type: 2 }],
    });
    expect(await codes('two')).toEqual([]);
  });
});

describe('the routes files of a workspace', () => {
  it('are looked for once until something changes', async () => {
    const folder = new WorkFolder();
    onTestFinished(() => folder.remove());
    folder.write({ 'config/routes': 'routes {\n}\n' });
    const host = nodeHost(() => undefined);
    const count = async (): Promise<number> => (await host.routesFiles(folder.path)).length;
    expect(await count()).toBe(1);
    folder.write({ 'config/more.routes': '' });
    expect(await count()).toBe(1);
    host.forget();
    expect(await count()).toBe(2);
  });

  it('keep no completion waiting, which is asked for again', async () => {
    const host = { ...memoryHost(), routesFiles: () => new Promise<never>(() => undefined) };
    const client = await startClient({}, host);
    await open(client, 'routes {\n  ge\n}\n');
    const { isIncomplete, items } = await client.request<{
      isIncomplete: boolean;
      items: readonly { label: string }[];
    }>('textDocument/completion', at(1, 4));
    expect(isIncomplete).toBe(true);
    expect(items.map(({ label }) => label)).toContain('get');
  });
});

describe('diagnostics of the workspace', () => {
  const files = new Map([
    ['/app/config/routes', "routes { got '/x' }\n"],
    ['/app/config/more.routes', "get '/x', to => 'home#nothing'\n"],
  ]);
  const reports = (client: TestClient, previous: readonly Report[] = []) =>
    client.request<{ items: Report[] }>('workspace/diagnostic', {
      previousResultIds: previous.map((report) => ({ uri: report.uri, value: report.resultId })),
    });

  it('are unchanged until a file changes, or something around it', async () => {
    const changing = new Map(files);
    const client = await startClient({ textDocument: { diagnostic: {} } }, memoryHost(changing));
    const first = await reports(client);
    expect(first.items.map(({ kind }) => kind)).toEqual(['full', 'full']);
    const second = await reports(client, first.items);
    expect(second.items.map(({ kind }) => kind)).toEqual(['unchanged', 'unchanged']);
    changing.set('/app/config/more.routes', "get '/x', to => 'home#index'\n");
    const third = await reports(client, first.items);
    expect(third.items.map(({ kind }) => kind)).toEqual(['unchanged', 'full']);
    await client.notify('workspace/didChangeWatchedFiles', {
      changes: [{ uri: 'file:///app/controllers/home.ts', type: 2 }],
    });
    expect((await reports(client, third.items)).items.map(({ kind }) => kind)).toEqual(['full', 'full']);
  });

  it('come file by file, and show how far they are', async () => {
    const client = await startClient({ textDocument: { diagnostic: {} } }, memoryHost(files));
    const answer = await client.request<{ items: Report[] }>('workspace/diagnostic', {
      previousResultIds: [],
      workDoneToken: 'work',
      partialResultToken: 'part',
    });
    expect(answer.items).toEqual([]);
    const progress = (client.received.get('$/progress') ?? []) as {
      token: string;
      value: { kind?: string; percentage?: number; items?: Report[] };
    }[];
    expect(
      progress
        .filter(({ token }) => token === 'part')
        .map(({ value }) => value.items!.map((item) => item.uri)),
    ).toEqual([['file:///app/config/routes'], ['file:///app/config/more.routes']]);
    expect(
      progress.filter(({ token }) => token === 'work').map(({ value }) => [value.kind, value.percentage]),
    ).toEqual([
      ['begin', 0],
      ['report', 50],
      ['report', 100],
      ['end', undefined],
    ]);
  });

  it('are asked for anew when a controller changes, where the client can', async () => {
    const asked: string[] = [];
    const refresh = (name: string) => () => void asked.push(name);
    const client = await startClient(
      {
        textDocument: { diagnostic: {} },
        workspace: { diagnostics: { refreshSupport: true }, codeLens: { refreshSupport: true } },
      },
      memoryHost(files),
      {
        'workspace/diagnostic/refresh': refresh('diagnostics'),
        'workspace/codeLens/refresh': refresh('lenses'),
      },
    );
    await client.notify('workspace/didChangeWatchedFiles', {
      changes: [{ uri: 'file:///app/controllers/home.ts', type: 2 }],
    });
    await client.request('textDocument/documentSymbol', { textDocument });
    expect(asked).toEqual(['diagnostics', 'lenses']);
  });
});

describe('progress', () => {
  it('is shown while controllers are read for the first time', async () => {
    const client = await startClient({ window: { workDoneProgress: true } }, withModule());
    await open(client, routes);
    await client.next<{ value: { kind: string } }>('$/progress', ({ value }) => value.kind === 'end');
    const progress = client.received.get('$/progress') as { value: { kind: string; title?: string } }[];
    expect(progress[0]!.value).toMatchObject({ kind: 'begin', title: 'Reading controllers' });
  });

  it('is nothing to a client that does not know it', async () => {
    const client = await startClient({}, withModule());
    await open(client, routes);
    await client.request('textDocument/hover', at(1, 4));
    expect(client.received.has('$/progress')).toBe(false);
  });
});
