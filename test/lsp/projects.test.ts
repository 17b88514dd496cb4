// Applications on disk, as an editor has them: modules that are open and not saved, and names that the whole project uses.

import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { nodeHost } from '../../lsp/node-host.js';
import { projectFiles } from '../../src/node/files/project-files.js';
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

describe('helpers', () => {
  const shop =
    "routes {\n  resources 'products', only => <index show>\n  get '/about', to => 'site#about', as => 'about'\n  get '/legal', to => 'site#legal', as => 'legal'\n}\n";
  const files = {
    'config/routes': shop,
    '.git/info/exclude': 'private/\n',
    '.gitignore': 'dist\n*.local.ts\n!kept.local.ts\n',
    'controllers/site.ts': 'export function about() {}\nexport function legal() {}\n',
    'views/product.tsx': 'export const link = (p) => <a href={productPath(p)}>{helpers.productsUrl()}</a>;\n',
    'views/layout.ejs': '<a href="<%= helpers.pathFor(\'about\') %>">About</a>\n',
    'test/kept.local.ts': "helpers['product-path'](1);\n",
    'dist/built.js': 'productPath(1); legalPath();\n',
    'test/mine.local.ts': 'productPath(1); legalPath();\n',
    'private/notes.ts': 'productPath(1); legalPath();\n',
    'node_modules/x/index.js': 'productPath(1); legalPath();\n',
    'types.d.ts': 'productPath(1); legalPath();\n',
  };
  const names = (places: readonly { uri: string }[]): readonly string[] =>
    places.map(({ uri }) => uri.split('/').at(-1)!).toSorted();

  it('are found in views, layouts and tests by the resource that they are of, and not in what git ignores', async () => {
    const app = await application(files);
    await app.open('config/routes', shop);
    const places = await app.client.request<{ uri: string }[]>('textDocument/references', {
      textDocument: { uri: app.uri('config/routes') },
      position: { line: 1, character: 16 },
      context: { includeDeclaration: false },
    });
    expect(names(places)).toEqual(['kept.local.ts', 'product.tsx', 'product.tsx']);
  });

  it('that only a view calls are used, as the lens over their route knows', async () => {
    const app = await application(files);
    await app.open('config/routes', shop);
    const titles = async (): Promise<readonly string[]> =>
      (
        await app.client.request<{ command: { title: string } }[]>('textDocument/codeLens', {
          textDocument: { uri: app.uri('config/routes') },
        })
      ).map(({ command }) => command.title);
    expect(await titles()).toContain("nothing uses the name 'legal'");
    expect(await titles()).not.toContain("nothing uses the name 'about'");
    await app.open('controllers/site.ts', files['controllers/site.ts']);
    await app.change('controllers/site.ts', 2, `${files['controllers/site.ts']}legalPath();\n`);
    await expect.poll(titles).not.toContain("nothing uses the name 'legal'");
  });

  it('are renamed wherever they are called', async () => {
    const app = await application(files);
    await app.open('config/routes', shop);
    const edit = await app.client.request<Edit>('textDocument/rename', {
      textDocument: { uri: app.uri('config/routes') },
      position: { line: 2, character: 46 },
      newName: 'imprint',
    });
    expect(edit.changes[app.uri('views/layout.ejs')]!.map(({ newText }) => newText)).toEqual(['imprint']);
  });

  it('are looked for no longer than there is time, and nothing is said then of names that nobody uses', async () => {
    const folder = new WorkFolder();
    onTestFinished(() => folder.remove());
    folder.write(files);
    expect((await projectFiles(folder.path, { files: 1, milliseconds: 1_000 })).isComplete).toBe(false);
    expect((await projectFiles(folder.path, { files: 99, milliseconds: -1 })).files).toEqual([]);
  });
});
