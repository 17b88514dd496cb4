// Applications on disk, as an editor has them: modules that are open and not saved, and names that the whole project uses.

import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { nodeHost } from '../../lsp/node-host.js';
import { WorkFolder } from '../support/test-terminal.js';
import { startClient, type TestClient } from '../support/lsp-client.js';

interface Edit {
  readonly changes: Readonly<Record<string, readonly { readonly newText: string }[]>>;
}

interface Application {
  readonly client: TestClient;
  readonly uri: (path: string) => string;
  open(path: string, text: string): Promise<void>;
  change(path: string, version: number, text: string): Promise<void>;
  codes(): Promise<readonly string[]>;
}

async function application(
  files: Readonly<Record<string, string>>,
  capabilities: object = {},
): Promise<Application> {
  const work = new WorkFolder();
  onTestFinished(() => work.remove());
  work.write(files);
  const folder = work.path;
  const uri = (path: string): string => pathToFileURL(join(folder, path)).href;
  const client = await startClient(
    { textDocument: { diagnostic: {} }, ...capabilities },
    nodeHost(() => undefined),
    {},
    {
      rootUri: pathToFileURL(folder).href,
    },
  );
  return {
    client,
    uri,
    open: (path, text) =>
      client.notify('textDocument/didOpen', {
        textDocument: {
          uri: uri(path),
          languageId: path.endsWith('.ts') ? 'typescript' : 'routes',
          version: 1,
          text,
        },
      }),
    change: (path, version, text) =>
      client.notify('textDocument/didChange', {
        textDocument: { uri: uri(path), version },
        contentChanges: [{ text }],
      }),
    codes: async () => {
      const { items } = await client.request<{ items: { code: string }[] }>('textDocument/diagnostic', {
        textDocument: { uri: uri('config/routes') },
      });
      return items.map(({ code }) => code);
    },
  };
}

const routes =
  "routes {\n  get '/posts', to => 'posts#index'\n  get '/posts/:id', to => 'posts#show', as => 'post'\n}\n";
const posts = 'export function index() {}\nexport function show(request) { return request.params.id; }\n';

describe('a controller that is open and not saved', () => {
  it('has the actions that are written in it now', async () => {
    const app = await application({
      'config/routes': routes,
      'controllers/posts.ts': 'export function index() {}\n',
    });
    await app.open('config/routes', routes);
    expect(await app.codes()).toEqual(['unknown-action']);
    await app.open('controllers/posts.ts', 'export function index() {}\n');
    await app.change('controllers/posts.ts', 2, posts);
    await expect.poll(() => app.codes()).toEqual([]);
    await app.client.notify('textDocument/didClose', {
      textDocument: { uri: app.uri('controllers/posts.ts') },
    });
    await expect.poll(() => app.codes()).toEqual(['unknown-action']);
  });

  it('is edited where its functions stand now', async () => {
    const app = await application({ 'config/routes': routes, 'controllers/posts.ts': posts });
    await app.open('config/routes', routes);
    await app.open('controllers/posts.ts', `// moved down\n${posts}`);
    const edit = await app.client.request<Edit>('textDocument/rename', {
      textDocument: { uri: app.uri('config/routes') },
      position: { line: 2, character: 34 },
      newName: 'view',
    });
    expect(edit.changes[app.uri('controllers/posts.ts')]).toEqual([
      { range: { start: { line: 2, character: 16 }, end: { line: 2, character: 20 } }, newText: 'view' },
    ]);
  });
});

describe('a file that is moved', () => {
  it('is named anew where a resource implies it, and by every routes file that names it', async () => {
    const shop = "routes {\n  resource 'profile', only => <show>\n  get '/up', to => &lib/up#up\n}\n";
    const app = await application({
      'shop/config/routes': shop,
      'shop/controllers/profiles.ts': 'export function show() {}\n',
      'shop/config/lib/up.ts': 'export function up() {}\n',
    });
    const moved = async (from: string, to: string): Promise<readonly string[]> => {
      const edit = await app.client.request<Edit>('workspace/willRenameFiles', {
        files: [{ oldUri: app.uri(from), newUri: app.uri(to) }],
      });
      return edit.changes[app.uri('shop/config/routes')]!.map(({ newText }) => newText);
    };
    expect(await moved('shop/controllers/profiles.ts', 'shop/controllers/accounts.ts')).toEqual([
      ", controller => 'accounts'",
    ]);
    expect(await moved('shop/config/lib/up.ts', 'shop/health/up.ts')).toEqual(['../health/up']);
    expect(await moved('shop/config/lib', 'shop/config/parts')).toEqual(['parts/up']);
  });
});
