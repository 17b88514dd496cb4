// Requests as a client makes them, beyond a single routes file: controllers, hierarchies, renaming, completion, the route table.

import { describe, expect, it } from 'vitest';
import { open, startClient, uri } from '../support/lsp-client.js';
import { at, module, openModule, routes, textDocument, withModule } from '../support/lsp-application.js';

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
    const versions = full.flatMap(({ edit }) =>
      (edit.documentChanges as { textDocument?: { uri: string; version: number | null } }[]).flatMap(
        (each) => (each.textDocument?.uri === uri ? [each.textDocument.version] : []),
      ),
    );
    expect(new Set(versions)).toEqual(new Set([1]));
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

describe('the list of actions of some kinds', () => {
  it('has those below each, and all below the one that is empty', async () => {
    const client = await startClient();
    await open(client, "routes {\n  get '/about/', to => 'home#about'\n}\n");
    const titles = async (only?: readonly string[]): Promise<readonly string[]> =>
      (
        await client.request<{ title: string }[]>('textDocument/codeAction', {
          textDocument: { uri },
          range: { start: { line: 1, character: 2 }, end: { line: 1, character: 14 } },
          context: { diagnostics: [], ...(only && { only }) },
        })
      ).map(({ title }) => title);
    await client.request('textDocument/diagnostic', { textDocument: { uri } });
    expect(await titles(['refactor'])).toContain('Write the options as labels: `to: …`');
    expect(await titles(['source'])).toEqual(['Fix what can be fixed']);
    expect((await titles()).length).toBeGreaterThan(2);
    expect(await titles([''])).toEqual(await titles());
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
