// Requests as a client makes them, beyond a single routes file: folders, settings, progress, controllers, hierarchies.

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Host } from '../../lsp/host.js';
import { nodeHost } from '../../lsp/node-host.js';
import { WorkFolder } from '../support/test-terminal.js';
import { memoryHost, open, startClient, uri, type TestClient } from '../support/lsp-client.js';

interface Report {
  readonly kind: string;
  readonly resultId?: string;
  readonly uri: string;
  readonly items?: readonly { readonly code: string }[];
}

const textDocument = { uri };
const at = (line: number, character: number) => ({ textDocument, position: { line, character } });
const module = 'file:///app/controllers/home.ts';
/** The places are those that the application in memory says of it. */
const moduleText =
  `${'export function index(request) {\n}\n//'.padEnd(99, '.')}\n` +
  'export function about(request) {\n  return helpers.pathFor("about");\n}\n';
const routes = `routes {
  get '/about', to => 'home#about', as => 'about'
  namespace 'admin' {
    resources 'users', only => <index show>
  }
  concern 'shared' { get 'x', to => 'home#index' }
  resources 'photos', only => <index>, concerns => 'shared'
}
`;
const withModule = (): Host =>
  memoryHost(
    new Map([
      ['/app/config/routes', routes],
      ['/app/controllers/home.ts', moduleText],
    ]),
  );

async function openModule(client: TestClient): Promise<void> {
  await client.notify('textDocument/didOpen', {
    textDocument: { uri: module, languageId: 'typescript', version: 1, text: moduleText },
  });
}

describe('controllers', () => {
  const inModule = (line: number, character: number) => ({
    textDocument: { uri: module },
    position: { line, character },
  });

  it('have a lens on each action that opens its route', async () => {
    const client = await startClient({}, withModule());
    await openModule(client);
    const lenses = await client.request<
      {
        range: { start: { line: number } };
        command: { title: string; command: string; arguments: unknown[] };
      }[]
    >('textDocument/codeLens', { textDocument: { uri: module } });
    expect(
      lenses.map(({ range, command }) => [range.start.line, command.title, command.command]),
    ).toContainEqual([3, 'GET /about', 'waypost.openRoute']);
  });

  it('say over an action which requests reach it, and find its routes', async () => {
    const client = await startClient({}, withModule());
    await openModule(client);
    const hover = await client.request<{ contents: { value: string } }>(
      'textDocument/hover',
      inModule(3, 17),
    );
    expect(hover.contents.value).toContain('GET /about');
    const places = await client.request<{ uri: string; range: { start: { line: number } } }[]>(
      'textDocument/references',
      { ...inModule(3, 17), context: { includeDeclaration: true } },
    );
    expect(places.map((place) => [place.uri, place.range.start.line])).toEqual([[uri, 1]]);
    expect(await client.request('textDocument/implementation', inModule(3, 17))).toEqual(places);
  });

  it('lead from the name in a helper to its route, and offer the names there', async () => {
    const client = await startClient({}, withModule());
    await openModule(client);
    const places = await client.request<{ uri: string; range: { start: { line: number } } }[]>(
      'textDocument/definition',
      inModule(4, 28),
    );
    expect(places.map((place) => [place.uri, place.range.start.line])).toEqual([[uri, 1]]);
    const items = await client.request<{ label: string }[]>('textDocument/completion', inModule(4, 28));
    expect(items.map(({ label }) => label)).toContain('admin-users');
  });

  it('are called by declarations', async () => {
    const client = await startClient({}, withModule());
    await openModule(client);
    await open(client, routes);
    const [item] = await client.request<{ name: string }[]>(
      'textDocument/prepareCallHierarchy',
      inModule(3, 17),
    );
    expect(item!.name).toBe('home#about');
    const calls = await client.request<{ from: { name: string }; fromRanges: unknown[] }[]>(
      'callHierarchy/incomingCalls',
      { item },
    );
    expect(calls.map(({ from }) => from.name)).toEqual(["get '/about', to => 'home#about', as => 'about'"]);
  });
});

describe('call hierarchy', () => {
  const outgoing = async (line: number, character: number): Promise<string[]> => {
    const client = await startClient({}, withModule());
    await open(client, routes);
    const [item] = await client.request<unknown[]>('textDocument/prepareCallHierarchy', at(line, character));
    return (await client.request<{ to: { name: string } }[]>('callHierarchy/outgoingCalls', { item })).map(
      ({ to }) => to.name,
    );
  };

  it('goes from a namespace to its actions', async () => {
    expect(await outgoing(2, 4)).toEqual(['admin/users#index', 'admin/users#show']);
  });

  it('goes from an action to the declarations that lead to it', async () => {
    const client = await startClient({}, withModule());
    await open(client, routes);
    const [item] = await client.request<{ uri: string; range: { start: { line: number } } }[]>(
      'textDocument/prepareCallHierarchy',
      at(1, 30),
    );
    expect([item!.uri, item!.range.start.line]).toEqual([module, 3]);
    const calls = await client.request<{ from: { name: string } }[]>('callHierarchy/incomingCalls', { item });
    expect(calls.map(({ from }) => from.name)).toEqual(["get '/about', to => 'home#about', as => 'about'"]);
  });

  it('goes from a concern to its uses, and from a declaration to the block around it', async () => {
    const client = await startClient({}, withModule());
    await open(client, routes);
    const incoming = async (line: number, character: number): Promise<string[]> => {
      const [item] = await client.request<unknown[]>(
        'textDocument/prepareCallHierarchy',
        at(line, character),
      );
      return (
        await client.request<{ from: { name: string } }[]>('callHierarchy/incomingCalls', { item })
      ).map(({ from }) => from.name);
    };
    expect(await incoming(5, 4)).toEqual(["resources 'photos', only => <index>, concerns => 'shared'"]);
    expect(await incoming(3, 6)).toEqual(["namespace 'admin'"]);
  });
});

describe('renaming', () => {
  const editing = {
    workspace: {
      workspaceEdit: {
        documentChanges: true,
        resourceOperations: ['create', 'rename'],
        changeAnnotationSupport: {},
      },
    },
  };

  it('says which changes are outside of routes files, and makes them with the others', async () => {
    const client = await startClient(editing, withModule());
    await open(client, routes);
    const edit = await client.request<{
      documentChanges: {
        textDocument: { uri: string };
        edits: { newText: string; annotationId?: string }[];
      }[];
      changeAnnotations: Record<string, { needsConfirmation: boolean }>;
    }>('textDocument/rename', { ...at(1, 46), newName: 'imprint' });
    expect(
      edit.documentChanges.map((each) => [
        each.textDocument.uri,
        each.edits.map(({ newText, annotationId }) => [newText, annotationId]),
      ]),
    ).toEqual([
      [uri, [['imprint', undefined]]],
      [module, [['imprint', 'waypost.modules']]],
    ]);
    expect(edit.changeAnnotations['waypost.modules']!.needsConfirmation).toBe(false);
  });

  it('renames a controller with its file, where the client can', async () => {
    const client = await startClient(editing, withModule());
    await open(client, routes);
    const edit = await client.request<{
      documentChanges: { kind?: string; oldUri?: string; newUri?: string }[];
    }>('textDocument/rename', { ...at(1, 24), newName: 'pages' });
    expect(edit.documentChanges.at(-1)).toEqual({
      kind: 'rename',
      oldUri: module,
      newUri: 'file:///app/controllers/pages.ts',
    });
  });

  it('names changes by file where the client knows no others, and offers none that makes a file', async () => {
    const text = "routes {\n  resurces 'photos'\n  get '/a', to => 'nowhere#index'\n}\n";
    const lines = { start: { line: 1, character: 0 }, end: { line: 2, character: 40 } };
    interface Action {
      readonly title: string;
      readonly edit: { readonly changes?: Record<string, unknown[]>; readonly documentChanges?: unknown[] };
    }
    const offered = async (workspaceEdit: object): Promise<Action[]> => {
      const client = await startClient({ workspace: { workspaceEdit } }, withModule());
      await open(client, text);
      return client.request('textDocument/codeAction', {
        textDocument,
        range: lines,
        context: { diagnostics: [] },
      });
    };
    const plain = await offered({});
    expect(plain.find(({ title }) => title === "Write 'resources'")?.edit.changes).toHaveProperty([uri]);
    expect(plain.every(({ edit }) => edit.documentChanges === undefined)).toBe(true);
    const full = await offered({ documentChanges: true, resourceOperations: ['create'] });
    expect(full.every(({ edit }) => edit.changes === undefined)).toBe(true);
    expect(full.length).toBeGreaterThan(plain.length);
  });

  it('says why there is nothing to rename', async () => {
    const client = await startClient({}, withModule());
    await open(client, routes);
    await expect(client.request('textDocument/prepareRename', at(6, 15))).rejects.toThrow(
      /follows from the declaration/,
    );
    expect(await client.request('textDocument/prepareRename', at(0, 2))).toBe(null);
  });

  it('follows a folder of controllers and a module of callables', async () => {
    const client = await startClient({}, withModule());
    await open(
      client,
      `${routes}# end\n`.replace('namespace', "get '/up', to => &handlers#health\n  namespace"),
    );
    const files = [
      { oldUri: 'file:///app/controllers/home.ts', newUri: 'file:///app/controllers/site/home.ts' },
      { oldUri: 'file:///app/config/handlers.ts', newUri: 'file:///app/config/lib/handlers.ts' },
    ];
    const edit = await client.request<{ changes: Record<string, { newText: string }[]> }>(
      'workspace/willRenameFiles',
      { files },
    );
    expect(edit.changes[uri]!.map(({ newText }) => newText)).toEqual([
      'site/home',
      'site/home',
      'lib/handlers',
    ]);
    const folder = await client.request<{ changes: Record<string, { newText: string }[]> }>(
      'workspace/willRenameFiles',
      {
        files: [{ oldUri: 'file:///app/controllers/admin', newUri: 'file:///app/controllers/staff' }],
      },
    );
    expect(folder.changes[uri]!.map(({ newText }) => newText)).toEqual([", controller => '/staff/users'"]);
  });
});

describe('settings', () => {
  const asked = { workspace: { configuration: true, workspaceFolders: true } };
  const hints = { textDocument, range: { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } } };
  const settled = async (client: TestClient): Promise<void> => {
    await client.request('textDocument/documentSymbol', { textDocument });
    await new Promise((resolve) => setTimeout(resolve, 20));
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
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(
      await client.request('textDocument/codeLens', { textDocument: { uri: 'file:///one/config/routes' } }),
    ).toEqual([]);
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

describe('the route table', () => {
  it('is a read-only document to any client, and a request for one declaration', async () => {
    const client = await startClient({}, withModule());
    await open(client, routes);
    const { text } = await client.request<{ text: string }>('workspace/textDocumentContent', {
      uri: 'waypost-table:/app/config/routes',
    });
    expect(
      text
        .split('\n')
        .slice(0, 2)
        .map((line) => line.split(/ +/)),
    ).toEqual([
      ['Name', 'Verbs', 'Pattern', 'Target'],
      ['about', 'GET', '/about', 'home#about'],
    ]);
    expect(await client.request('waypost/routeTable', { uri })).toBe(text);
    const start = routes.indexOf('namespace');
    const part = await client.request<string>('waypost/routeTable', {
      uri,
      start,
      end: routes.indexOf('  concern') - 1,
    });
    expect(part.trimEnd().split('\n')).toHaveLength(3);
  });
});

describe('completion', () => {
  it('tells the comment of an action when it is asked for', async () => {
    const client = await startClient({}, withModule());
    await open(client, "routes { get '/a', to => '' }");
    const { items } = await client.request<{ items: { label: string }[] }>(
      'textDocument/completion',
      at(0, 26),
    );
    const item = items.find(({ label }) => label === 'home#about');
    expect(await client.request('completionItem/resolve', item)).toMatchObject({
      documentation: { value: expect.stringContaining('What about does.') },
    });
  });
});

describe('the list of actions that an editor asks for by itself', () => {
  it('has only what mends something', async () => {
    const client = await startClient();
    await open(client, "routes {\n  get '/about/', to => 'home#about'\n  get '/b', to => 'home#about'\n}\n");
    const titles = async (line: number, triggerKind: 1 | 2): Promise<readonly string[]> =>
      (
        await client.request<{ title: string }[]>('textDocument/codeAction', {
          textDocument: { uri },
          range: { start: { line, character: 2 }, end: { line, character: 14 } },
          context: { diagnostics: [], triggerKind },
        })
      ).map(({ title }) => title);
    expect(await titles(2, 1)).toContain('Write the options as labels: `to: …`');
    expect(await titles(2, 2)).toEqual([]);
    await client.request('textDocument/diagnostic', { textDocument: { uri } });
    expect(await titles(1, 1)).toContain('Silence redundant-slash here, with a reason');
    expect(await titles(1, 2)).toEqual(['Leave the slash out']);
  });
});

describe('the rows of the route table', () => {
  it('lead to declarations and controllers, and say what is never reached', async () => {
    const client = await startClient({});
    await open(
      client,
      "routes {\n  get '/photos/:id', to => 'photos#show', as => 'photo'\n  get '/photos/new', to => 'nobody#new'\n}\n",
    );
    const rows = await client.request<Record<string, unknown>[]>('waypost/routeRows', { uri });
    expect(rows).toEqual([
      {
        name: 'photo',
        verbs: 'GET',
        pattern: '/photos/:id',
        target: 'photos#show',
        isUnreachable: false,
        source: { uri, range: { start: { line: 1, character: 2 }, end: { line: 1, character: 55 } } },
        controller: {
          uri: 'file:///app/controllers/photos.ts',
          range: { start: { line: 9, character: 16 }, end: { line: 9, character: 20 } },
        },
      },
      expect.objectContaining({ target: 'nobody#new', isUnreachable: true }),
    ]);
    expect(rows[1]).not.toHaveProperty('controller');
  });
});
