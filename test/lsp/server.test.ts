// The server as a client meets it: what it says at the start, what it pushes and is asked for, and what it survives.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { CheckedRegex } from '../../src/lint/regex-safety.js';
import { memoryHost, open, startClient, uri, type TestClient } from '../support/lsp-client.js';

interface Published {
  readonly diagnostics: readonly {
    readonly code: string;
    readonly range: { readonly start: { readonly line: number; readonly character: number } };
  }[];
}

const textDocument = { uri };
const position = (line: number, character: number) => ({ textDocument, position: { line, character } });
const valid = "routes {\n  resources 'photos'\n  get '/about', to => 'home#about'\n}\n";
const typo = valid.replace('resources', 'resurces');

const everyRequest: readonly (readonly [string, object])[] = [
  ...[
    'completion',
    'hover',
    'definition',
    'implementation',
    'documentHighlight',
    'prepareRename',
    'signatureHelp',
    'linkedEditingRange',
    'prepareCallHierarchy',
  ].map((name) => [`textDocument/${name}`, position(1, 5)] as const),
  ['textDocument/references', { ...position(1, 15), context: { includeDeclaration: true } }],
  ['textDocument/rename', { ...position(2, 30), newName: 'imprint' }],
  ...['documentSymbol', 'foldingRange', 'documentLink', 'codeLens', 'diagnostic', 'semanticTokens/full'].map(
    (name) => [`textDocument/${name}`, { textDocument }] as const,
  ),
  [
    'textDocument/semanticTokens/range',
    { textDocument, range: { start: { line: 0, character: 0 }, end: { line: 2, character: 0 } } },
  ],
  ['textDocument/semanticTokens/full/delta', { textDocument, previousResultId: 'none' }],
  ['textDocument/selectionRange', { textDocument, positions: [{ line: 1, character: 5 }] }],
  [
    'textDocument/inlayHint',
    { textDocument, range: { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } } },
  ],
  [
    'textDocument/codeAction',
    {
      textDocument,
      range: { start: { line: 1, character: 3 }, end: { line: 1, character: 3 } },
      context: { diagnostics: [] },
    },
  ],
  ['textDocument/formatting', { textDocument, options: { tabSize: 2, insertSpaces: true } }],
  [
    'textDocument/rangeFormatting',
    {
      textDocument,
      range: { start: { line: 1, character: 0 }, end: { line: 2, character: 0 } },
      options: { tabSize: 2, insertSpaces: true },
    },
  ],
  [
    'textDocument/rangesFormatting',
    { textDocument, ranges: [{ start: { line: 1, character: 0 }, end: { line: 2, character: 0 } }] },
  ],
  [
    'textDocument/onTypeFormatting',
    { ...position(2, 0), ch: '\n', options: { tabSize: 2, insertSpaces: true } },
  ],
  ['workspace/symbol', { query: 'photos' }],
  ['workspace/diagnostic', { previousResultIds: [] }],
  [
    'workspace/willRenameFiles',
    {
      files: [{ oldUri: 'file:///app/controllers/photos.ts', newUri: 'file:///app/controllers/pictures.ts' }],
    },
  ],
  ['waypost/routeTable', { uri }],
];

const codes = ({ diagnostics }: Published): string[] => diagnostics.map(({ code }) => code);

describe('at the start', () => {
  it('takes the encoding that the client prefers', async () => {
    const host = memoryHost();
    const client = await startClient({ general: { positionEncodings: ['utf-32', 'utf-16'] } }, host);
    await open(client, "routes { get '/😀', to => 'nobody#x' }");
    const report = await client.request<{ items: Published['diagnostics'] }>('textDocument/diagnostic', {
      textDocument,
    });
    expect(report.items[0]!.range.start).toEqual({ line: 0, character: 25 });
  });

  it('counts UTF-16 units where the client offers nothing', async () => {
    const client = await startClient();
    await open(client, "routes { get '/😀', to => 'nobody#x' }");
    const report = await client.request<{ items: Published['diagnostics'] }>('textDocument/diagnostic', {
      textDocument,
    });
    expect(report.items[0]!.range.start).toEqual({ line: 0, character: 26 });
  });
});

describe('diagnostics', () => {
  it('are pushed to a client that does not ask for them, and follow its edits', async () => {
    const client = await startClient();
    await open(client, typo);
    expect(
      codes(
        await client.next<Published>(
          'textDocument/publishDiagnostics',
          (each) => each.diagnostics.length > 0,
        ),
      ),
    ).toEqual(['unknown-keyword']);
    await client.notify('textDocument/didChange', {
      textDocument: { uri, version: 2 },
      contentChanges: [{ text: valid }],
    });
    await client.next<Published & { version: number }>(
      'textDocument/publishDiagnostics',
      ({ version, diagnostics }) => version === 2 && diagnostics.length === 0,
    );
  });

  it('tell the errors of a text that is opened before what the linter finds in it', async () => {
    const client = await startClient();
    await open(client, "routes {\n  get '/a/', to => 'photos#index'\n  get '/b', colour => 'red'\n}\n");
    await client.next<Published>('textDocument/publishDiagnostics', (each) => codes(each).length === 2);
    const published = (client.received.get('textDocument/publishDiagnostics') ?? []) as Published[];
    expect(published.slice(0, 2).map(codes)).toEqual([
      ['unknown-option'],
      ['redundant-slash', 'unknown-option'],
    ]);
  });

  it('are not pushed to a client that asks, and are unchanged until something changes', async () => {
    const client = await startClient({ textDocument: { diagnostic: {} } });
    await open(client, typo);
    const first = await client.request<{ resultId: string; items: Published['diagnostics'] }>(
      'textDocument/diagnostic',
      { textDocument },
    );
    expect(codes({ diagnostics: first.items })).toEqual(['unknown-keyword']);
    const again = await client.request<{ kind: string }>('textDocument/diagnostic', {
      textDocument,
      previousResultId: first.resultId,
    });
    expect(again.kind).toBe('unchanged');
    expect(client.received.has('textDocument/publishDiagnostics')).toBe(false);
  });

  it('come for every routes file of the workspace', async () => {
    const client = await startClient(
      { textDocument: { diagnostic: {} } },
      memoryHost(
        new Map([
          ['/app/config/routes', typo],
          ['/app/config/more.routes', "routes { get '/x', to => 'home#nothing' }"],
        ]),
      ),
    );
    const report = await client.request<{ items: { uri: string; items: Published['diagnostics'] }[] }>(
      'workspace/diagnostic',
      { previousResultIds: [] },
    );
    expect(report.items.map((each) => [each.uri, codes({ diagnostics: each.items })])).toEqual([
      ['file:///app/config/routes', ['unknown-keyword']],
      ['file:///app/config/more.routes', ['unknown-action']],
    ]);
  });

  it('marks as unnecessary what is never asked, and not what is asked where another declines', async () => {
    const client = await startClient({ textDocument: { diagnostic: {} } });
    const routes = `routes {
  get '/about', to => 'home#about'
  get '/about', to => 'home#index'
  get '/notes/:id', to => &handlers#ping
  get '/notes/new', to => 'home#index'
  get '/notes/:key', to => 'home#about'
}
`;
    await open(client, routes);
    const { items } = await client.request<{ items: (Published['diagnostics'][0] & { tags?: number[] })[] }>(
      'textDocument/diagnostic',
      { textDocument },
    );
    const told = items.map(({ code, range, tags }) => [range.start.line, code, tags]);
    expect(told.filter(([, code]) => String(code).endsWith('route'))).toEqual([
      [2, 'duplicate-route', [1]],
      [4, 'unreachable-route', undefined],
      [5, 'duplicate-route', undefined],
    ]);
  });
});

describe('a regex that takes long to judge', () => {
  const withRegex = (regex: string): string =>
    `routes {\n  resurces 'photos'\n  get '/tags/:tag', to => 'home#index', tag => ${regex}\n}\n`;
  const lines = { start: { line: 1, character: 0 }, end: { line: 1, character: 20 } };
  const actionsAsked = { textDocument, range: lines, context: { diagnostics: [] } };

  it('holds up no answer but that about everything', async () => {
    let judge: (checked: CheckedRegex) => void = () => undefined;
    const client = await startClient(
      { textDocument: { diagnostic: {} } },
      { ...memoryHost(), checkRegex: () => new Promise((resolve) => (judge = resolve)) },
    );
    await open(client, withRegex('/(?:[ab]+x?)+/'));
    const everything = client.request<{ items: Published['diagnostics'] }>('textDocument/diagnostic', {
      textDocument,
    });
    expect(JSON.stringify(await client.request('textDocument/hover', position(2, 4)))).toContain(
      '/tags/:tag',
    );
    const actions = await client.request<{ title: string }[]>('textDocument/codeAction', actionsAsked);
    expect(actions.map(({ title }) => title)).toContain("Write 'resources'");
    judge({
      status: 'vulnerable',
      complexity: { type: 'exponential' },
      attack: { pumps: [{ prefix: '', pump: 'a', bias: 0 }], suffix: '!', base: 30 },
    });
    expect(codes({ diagnostics: (await everything).items })).toEqual(['unknown-keyword', 'unsafe-regex']);
  });

  it('is judged again where the judge failed', async () => {
    const asked: string[] = [];
    const checkRegex = (source: string): Promise<CheckedRegex> => {
      asked.push(source);
      return asked.length === 1 ? Promise.reject(new Error('gone')) : Promise.resolve({ status: 'safe' });
    };
    const client = await startClient({ textDocument: { diagnostic: {} } }, { ...memoryHost(), checkRegex });
    await open(client, withRegex('/(?:[bc]+y?)+/'));
    for (const version of [2, 3, 4]) {
      const { items } = await client.request<{ items: Published['diagnostics'] }>('textDocument/diagnostic', {
        textDocument,
      });
      expect(codes({ diagnostics: items })).toEqual(['unknown-keyword']);
      await client.notify('textDocument/didChange', {
        textDocument: { uri, version },
        contentChanges: [{ text: `${withRegex('/(?:[bc]+y?)+/')}${'\n'.repeat(version)}` }],
      });
    }
    expect(asked).toEqual(['^(?:(?:[bc]+y?)+)$', '^(?:(?:[bc]+y?)+)$']);
  });

  it('is judged in a process that ends by itself', async () => {
    const judge = fork('dist/regex-judge.js', [], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    onTestFinished(() => void judge.kill());
    judge.send({ id: 7, source: '^(?:(a+)+)$', flags: '' });
    const [answer] = (await once(judge, 'message')) as [{ id: number; checked: CheckedRegex }];
    expect(answer).toMatchObject({
      id: 7,
      checked: { status: 'vulnerable', complexity: { type: 'exponential' } },
    });
    judge.disconnect();
    expect(await once(judge, 'exit')).toEqual([0, null]);
  });
});

describe('changes', () => {
  it('renames a concern everywhere', async () => {
    const client = await startClient();
    await open(
      client,
      "routes {\n  concern 'a' { post 'like', to => 'home#index' }\n  resources 'photos', concerns => 'a'\n}\n",
    );
    const edit = await client.request<{ changes: Record<string, { newText: string }[]> }>(
      'textDocument/rename',
      { ...position(1, 12), newName: 'b' },
    );
    expect(edit.changes[uri]!.map(({ newText }) => newText)).toEqual(['b', 'b']);
  });

  it('formats', async () => {
    const client = await startClient();
    await open(client, "routes {\nget   '/about',to => 'home#about'\n}\n");
    const edits = await client.request<unknown[]>('textDocument/formatting', {
      textDocument,
      options: { tabSize: 2, insertSpaces: true },
    });
    expect(edits.length).toBeGreaterThan(0);
  });

  it('follows the file of a controller', async () => {
    const client = await startClient();
    await open(client, valid);
    const edit = await client.request<{ changes: Record<string, { newText: string }[]> }>(
      'workspace/willRenameFiles',
      {
        files: [
          { oldUri: 'file:///app/controllers/photos.ts', newUri: 'file:///app/controllers/pictures.ts' },
        ],
      },
    );
    expect(edit.changes[uri]).toEqual([
      {
        range: { start: { line: 1, character: 20 }, end: { line: 1, character: 20 } },
        newText: ", controller => 'pictures'",
      },
    ]);
  });
});

describe('a server that lives', () => {
  const texts: Readonly<Record<string, string>> = {
    nothing: '',
    'a file with mistakes': "routes { get '/(', to => ; resources <a\n } } namespace { :only<",
    'no routes file at all': '\u0000\ud800{{{{<<<<\'"/%w[&#=>',
    'valid text': valid,
    'CRLF and a BOM': `\ufeff${valid.replaceAll('\n', '\r\n')}`,
    'deep brackets': '{'.repeat(10_000),
  };
  for (const [what, text] of Object.entries(texts)) {
    it(`answers every request on ${what}`, async () => {
      const client = await startClient();
      await open(client, text);
      for (const [method, params] of everyRequest) await client.request(method, params);
      const problems =
        (client.received.get('window/logMessage') as { type: number; message: string }[] | undefined)?.filter(
          ({ type }) => type === 1,
        ) ?? [];
      expect(problems).toEqual([]);
    });
  }

  it('answers every request about a document that is not open, and at places outside one that is', async () => {
    const client = await startClient();
    for (const [method, params] of everyRequest) await client.request(method, params);
    await open(client, valid);
    for (const [line, character] of [
      [99, 0],
      [0, 9999],
      [-1, 0],
    ] as const) {
      await client.request('textDocument/hover', position(line, character));
      await client.request('textDocument/completion', position(line, character));
    }
    await expectAlive(client);
  });

  it('outlives requests that are cancelled, unknown, or have no parameters', async () => {
    const client = await startClient();
    await open(client, valid);
    client.write(frame({ jsonrpc: '2.0', id: 77, method: 'textDocument/hover', params: position(1, 5) }));
    client.write(frame({ jsonrpc: '2.0', method: '$/cancelRequest', params: { id: 77 } }));
    await expect(client.request('waypost/nothing')).rejects.toThrow();
    await expect(client.request('textDocument/hover')).rejects.toThrow();
    await expectAlive(client);
  });

  it('outlives a client that refuses to be asked', async () => {
    const refuse = () => {
      throw new Error('no');
    };
    const client = await startClient(
      { workspace: { configuration: true, didChangeWatchedFiles: { dynamicRegistration: true } } },
      memoryHost(),
      { 'workspace/configuration': refuse, 'client/registerCapability': refuse },
    );
    await open(client, valid);
    await client.notify('workspace/didChangeConfiguration', { settings: null });
    await client.notify('workspace/didChangeWatchedFiles', {
      changes: [{ uri: 'file:///app/controllers/photos.ts', type: 2 }],
    });
    await expectAlive(client);
  });

  it('can be shut down before and after a document is open', async () => {
    const client = await startClient();
    await open(client, typo);
    expect(await client.request('shutdown')).toBe(null);
  });
});

function frame(message: unknown): string {
  const text = JSON.stringify(message);
  return `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}

async function expectAlive(client: TestClient): Promise<void> {
  expect(await client.request('textDocument/documentSymbol', { textDocument })).toHaveLength(1);
}
