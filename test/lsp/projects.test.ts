// Applications on disk, as an editor has them: modules that are open and not saved, and names that the whole project uses.

import { projectFiles } from '../../src/node/files/project-files.js';
import { WorkFolder } from '../support/test-terminal.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { application, applicationIn } from '../support/lsp-project.js';

interface Edit {
  readonly changes: Readonly<Record<string, readonly { readonly newText: string }[]>>;
}

const routes =
  "routes {\n  get '/posts', to => 'posts#index'\n  get '/posts/:id', to => 'posts#show', as => 'post'\n}\n";
const posts = 'export function index() {}\nexport function show(request) { return request.params.id; }\n';

it('completion answers about the text in which it was asked for, whatever is typed meanwhile', async () => {
  const text = "routes {\n  resources 'posts', only => <index d>\n}\n";
  const app = await application({
    'config/routes': text,
    'controllers/posts.ts': 'export const destroy = 1;\n',
  });
  await app.open('config/routes', text);
  const asked = app.client.request<{ items: { label: string; textEdit: { range: unknown } }[] }>(
    'textDocument/completion',
    { textDocument: { uri: app.uri('config/routes') }, position: { line: 1, character: 37 } },
  );
  await app.change('config/routes', 2, text.replace('d>', 'de>'));
  const { items } = await asked;
  expect(items.find(({ label }) => label === 'destroy')?.textEdit.range).toEqual({
    start: { line: 1, character: 36 },
    end: { line: 1, character: 37 },
  });
});

it('a message names the folder of the controllers as seen from the application, wherever the server was started', async () => {
  const text = "routes {\n  get '/a', to => 'nobody#index'\n}\n";
  const app = await application({ 'config/routes': text, 'controllers/posts.ts': posts });
  await app.open('config/routes', text);
  const { items } = await app.client.request<{ items: { message: string }[] }>('textDocument/diagnostic', {
    textDocument: { uri: app.uri('config/routes') },
  });
  expect(items[0]?.message).toMatch("no controller 'nobody' in controllers;");
});

it('a message names other files as seen from the open folder', async () => {
  const text = "routes {\n  get '/posts', to => 'posts#index'\n  include 'more.routes'\n}\n";
  const more = "get '/posts', to => 'posts#show'\nget '/up', to => &nothing\n";
  const app = await application({
    'config/routes': text,
    'config/more.routes': more,
    'controllers/posts.ts': posts,
  });
  await app.open('config/routes', text);
  await app.open('config/more.routes', more);
  const { items } = await app.client.request<{ items: { message: string }[] }>('textDocument/diagnostic', {
    textDocument: { uri: app.uri('config/more.routes') },
  });
  expect(items.map(({ message }) => message)).toEqual([
    "'GET /posts' is declared already, as '/posts' on line 2 of config/routes; this one, to posts#show, is never asked",
    "there is no module 'nothing' in config; write it, or name another",
  ]);
});

describe('a callable of the application', () => {
  const files = {
    'config/beside.ts': 'export function beside() {}\n',
    'guards.ts': 'export const isStaff = () => true;\n',
    'lib/layers/auth.ts': 'export class SignedIn { call() {} }\n',
    'lib/limits.ts': 'export const most = 5;\n',
    'built/guards.js': 'export const isStaff = () => true;\n',
    'controllers/posts.ts': posts,
    '.gitignore': 'built\n',
  };

  it.each([
    ['a target', "get '/up', to => &", ['beside', '../guards', '../controllers/posts']],
    ['a layer', 'through &', ['beside', '../guards', '../lib/layers/auth', '../controllers/posts']],
    [
      'an expectation',
      '#> * through &',
      ['&beside', '&../guards', '&../lib/layers/auth', '&../lib/limits', '&../controllers/posts'],
    ],
  ])('is offered by its module, wherever in the application that is: %s', async (_of, line, modules) => {
    const text = `routes {\n  ${line}\n}\n`;
    const app = await application({ ...files, 'config/routes': text });
    await app.open('config/routes', text);
    const offered = async (): Promise<readonly string[]> => {
      const { items } = await app.client.request<{ items: { label: string }[] }>('textDocument/completion', {
        textDocument: { uri: app.uri('config/routes') },
        position: { line: 1, character: line.length + 2 },
      });
      return items.map(({ label }) => label);
    };
    await expect.poll(offered).toEqual(modules);
  });
});

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

  it('has them as soon as it is opened, as an editor does that was closed before it was saved', async () => {
    const app = await application({ 'config/routes': routes, 'controllers/posts.ts': posts });
    await app.open('config/routes', routes);
    expect(await app.codes()).toEqual([]);
    await app.open('controllers/posts.ts', 'export function index() {}\n');
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

it('files that the client does not watch are looked at again when the routes are saved', async () => {
  const work = new WorkFolder();
  onTestFinished(() => work.remove());
  const text = routes.replace('{', "{\n  root to => 'home#index'");
  work.write({ 'config/routes': text, 'controllers/posts.ts': posts });
  const app = await applicationIn(work, { textDocument: { publishDiagnostics: {} } });
  await app.open('config/routes', text);
  const told = (count: number): Promise<unknown> =>
    app.client.next<{ diagnostics: readonly unknown[] }>(
      'textDocument/publishDiagnostics',
      ({ diagnostics }) => diagnostics.length === count,
    );
  await told(1);
  work.write({ 'controllers/home.ts': 'export function index() {}\n' });
  await app.client.notify('textDocument/didSave', { textDocument: { uri: app.uri('config/routes') } });
  await told(0);
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
      const edit = await app.client.request<Edit | null>('workspace/willRenameFiles', {
        files: [{ oldUri: app.uri(from), newUri: app.uri(to) }],
      });
      return edit === null ? [] : edit.changes[app.uri('shop/config/routes')]!.map(({ newText }) => newText);
    };
    expect(await moved('shop/controllers/profiles.ts', 'shop/controllers/accounts.ts')).toEqual([
      ", controller => 'accounts'",
    ]);
    expect(await moved('shop/config/lib/up.ts', 'shop/health/up.ts')).toEqual(['../health/up']);
    expect(await moved('shop/config/lib', 'shop/config/parts')).toEqual(['parts/up']);
    expect(await moved('shop/config/routes', 'shop/routes')).toEqual(['config/lib/up']);
    expect(await moved('shop/config/lib/up.ts', 'shop/config/lib/up.js')).toEqual([]);
  });
});

it('a controller that is moved out of the folder of the controllers is missed where routes lead to it', async () => {
  const app = await application({
    'config/routes': routes,
    'controllers/posts.ts': posts,
    'controllers/other.ts': posts,
  });
  const said = async (from: string, to: string): Promise<readonly string[]> => {
    app.client.received.clear();
    await app.client.request('workspace/willRenameFiles', {
      files: [{ oldUri: app.uri(from), newUri: app.uri(to) }],
    });
    const messages = (app.client.received.get('window/showMessage') ?? []) as { message: string }[];
    return messages.map(({ message }) => message);
  };
  const [message, ...others] = await said('controllers/posts.ts', 'lib/posts.ts');
  expect(others).toEqual([]);
  expect(message).toMatch(
    /^config\/routes:2, config\/routes:3 leads to a controller that is moved out .* in lib\/posts\.ts\./,
  );
  expect(await said('controllers', 'lib')).toHaveLength(1);
  expect(await said('controllers/other.ts', 'lib/other.ts')).toEqual([]);
  expect(await said('controllers/posts.ts', 'controllers/articles.ts')).toEqual([]);
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

  it('lead to their routes from a view, which is no routes file', async () => {
    const app = await application(files);
    await app.open('views/layout.ejs', files['views/layout.ejs']);
    const at = { textDocument: { uri: app.uri('views/layout.ejs') }, position: { line: 0, character: 32 } };
    const places = await app.client.request<{ uri: string }[]>('textDocument/definition', at);
    expect(places.map(({ uri }) => uri)).toEqual([app.uri('config/routes')]);
    expect(await app.client.request('textDocument/diagnostic', at)).toEqual({ kind: 'full', items: [] });
  });

  it('are told with their routes, and found from one another, in a view', async () => {
    const app = await application(files);
    const view = files['views/product.tsx'];
    await app.open('views/product.tsx', view);
    const at = {
      textDocument: { uri: app.uri('views/product.tsx') },
      position: { line: 0, character: view.indexOf('productPath') + 3 },
    };
    const { contents } = await app.client.request<{ contents: { value: string } }>('textDocument/hover', at);
    expect(contents.value).toContain('/products/:id');
    const references = (includeDeclaration: boolean): Promise<{ uri: string }[]> =>
      app.client.request('textDocument/references', { ...at, context: { includeDeclaration } });
    expect(names(await references(false))).toEqual(['kept.local.ts', 'product.tsx']);
    expect(names(await references(true))).toEqual(['kept.local.ts', 'product.tsx', 'routes']);
  });

  it('are told and offered where the application makes them itself', async () => {
    const text = "routes {\n  direct 'docs', 'https://docs.example.com/'\n}\n";
    const view = "helpers.docsUrl() + helpers.pathFor('');\n";
    const app = await application({ 'config/routes': text, 'views/page.ts': view });
    await app.open('views/page.ts', view);
    const at = (character: number) => ({
      textDocument: { uri: app.uri('views/page.ts') },
      position: { line: 0, character },
    });
    const told = await app.client.request<{ contents: { value: string } }>('textDocument/hover', at(10));
    expect(told.contents.value).toContain("direct 'docs', 'https://docs.example.com/'");
    const offered = await app.client.request<{ label: string }[]>(
      'textDocument/completion',
      at(view.indexOf("('") + 2),
    );
    expect(offered.map(({ label }) => label)).toEqual(['docs']);
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

  it('are found, and renamed, in every spelling that a helper has', async () => {
    const view =
      "helpers.about_path(); about_url(); helpers['about_path'](); helpers['about-url'](); helpers.aboutPath(); helpers.pathFor('about') + helpers.pathFor('about_path');\n";
    const app = await application({ ...files, 'views/layout.ejs': '', 'views/page.ts': view });
    await app.open('config/routes', shop);
    await app.open('views/page.ts', view);
    const at = {
      textDocument: { uri: app.uri('views/page.ts') },
      position: { line: 0, character: view.indexOf('about_path') + 2 },
    };
    const declared = await app.client.request<{ uri: string }[]>('textDocument/definition', at);
    expect(names(declared)).toEqual(['routes']);
    const context = { includeDeclaration: false };
    expect(await app.client.request('textDocument/references', { ...at, context })).toHaveLength(6);
    const { changes } = await app.client.request<Edit>('textDocument/rename', {
      textDocument: { uri: app.uri('config/routes') },
      position: { line: 2, character: 46 },
      newName: 'about-us',
    });
    expect(changes[app.uri('views/page.ts')]!.map(({ newText }) => newText)).toEqual([
      ...['about_us', 'about_us', 'about_us', 'about-us'],
      ...['aboutUs', 'about-us'],
    ]);
  });

  it('are looked for no longer than there is time, and nothing is said then of names that nobody uses', async () => {
    const folder = new WorkFolder();
    onTestFinished(() => folder.remove());
    folder.write(files);
    expect((await projectFiles(folder.path, { files: 1, milliseconds: 1_000 })).isComplete).toBe(false);
    expect((await projectFiles(folder.path, { files: 99, milliseconds: -1 })).files).toEqual([]);
    // Such a pattern tries every way of laying itself over a path.
    folder.write({ '.gitignore': `${'**/a/'.repeat(12)}b\n`, [`${'a/'.repeat(40)}page.ts`]: '' });
    expect((await projectFiles(folder.path, { files: 99, milliseconds: 300 })).isComplete).toBe(false);
  });
});

describe('a segment that gets another name', () => {
  const text = [
    'routes {',
    "  resources 'posts', param => 'slug', only => <show>, { resources 'notes', only => <index> }",
    "  get '/p/:slug', to => &lib/pages#page, as => 'page'",
    '  #> GET /posts/a => posts#show slug=a',
    "  #> page-path(slug: 'a') => /p/a",
    '}',
    '',
  ].join('\n');
  const files = {
    'config/routes': text,
    'config/lib/pages.ts': 'export const page = ({ params }) => params.slug;\n',
    'controllers/posts.ts': 'export function show(request) { return request.params.slug; }\n',
    'controllers/notes.ts': 'export function index() {}\n',
    'views/post.tsx':
      'export const a = (post, slug) => postPath({ slug }) + postNotesPath({ post_slug: slug }) + postPath(post);\n',
    'views/layout.ejs': '<a href="<%= postPath({ slug: 1 }) %>"></a>\n',
    'test/posts.test.ts': "expectRoute('GET /posts/a').toBe('posts#show', { slug: 'a' });\n",
  };
  const renamed = async (line: number, character: number): Promise<readonly string[]> => {
    const app = await application(files, { window: { showMessage: {} } });
    await app.open('config/routes', text);
    const edit = await app.client.request<{
      changes: Record<string, { newText: string; range: { start: { line: number; character: number } } }[]>;
    }>('textDocument/rename', {
      textDocument: { uri: app.uri('config/routes') },
      position: { line, character },
      newName: 'name',
    });
    const said = (app.client.received.get('window/showMessage') ?? []) as { message: string }[];
    return [
      ...Object.entries(edit.changes).flatMap(([uri, edits]) =>
        edits.map(
          ({ newText, range: { start } }) =>
            `${uri.split('/').at(-1)}:${start.line}:${start.character} ${newText}`,
        ),
      ),
      ...said.map(({ message }) => message),
    ];
  };

  it('has it wherever it is read, called with and expected, and what cannot be known is told', async () => {
    const answer = await renamed(1, 33);
    expect(answer).toEqual([
      'routes:1:31 name',
      'routes:3:32 name',
      'posts.ts:0:54 name',
      'posts.test.ts:0:49 name',
      'post.tsx:0:44 name: ',
      'post.tsx:0:70 post_name',
      "Left as it is, for its keys cannot be told: views/layout.ejs:1, views/post.tsx:1. Look whether 'name' is meant there.",
    ]);
  });

  it('has it in the module of a callable too', async () => {
    expect(await renamed(2, 11)).toEqual(['routes:2:11 name', 'routes:4:15 name', 'pages.ts:0:43 name']);
  });
});

describe('a URL that is asked in the search for symbols', () => {
  const shop =
    "routes {\n  get '/products/:id', to => 'products#show', id => /\\d+/\n  post '/products/new', to => 'products#create'\n  get '/products/*rest', to => 'products#other'\n}\n";
  const ask = async (query: string): Promise<readonly string[]> => {
    const app = await application({ 'config/routes': shop });
    const found = await app.client.request<
      { name: string; containerName: string; location: { range: { start: { line: number } } } }[]
    >('workspace/symbol', { query });
    return found.map(
      ({ name, containerName, location }) => `${location.range.start.line} ${name} | ${containerName}`,
    );
  };

  it('leads to the winning route, and says why each one before it does not answer', async () => {
    expect(await ask('GET /products/new')).toEqual([
      '3 GET /products/new → products#other rest=new | /products/new is answered here',
      '2 GET /products/new ✗ POST /products/new | /products/new: it answers POST, not GET',
      "1 GET /products/new ✗ GET /products/:id | /products/new: ':id' is 'new', which has to be /\\d+/",
    ]);
    expect((await ask('get https://example.com/products/7?x=1'))[0]).toBe(
      '1 GET https://example.com/products/7?x=1 → products#show id=7 | https://example.com/products/7?x=1 is answered here',
    );
  });

  it('may be one of a browser, whose part behind the # no server sees', async () => {
    expect(await ask('https://example.com/products/new')).toEqual(
      await ask('GET https://example.com/products/new'),
    );
    expect((await ask('GET /products/7#reviews'))[0]).toMatch(
      /^1 GET \/products\/7#reviews → products#show id=7 /,
    );
    expect((await ask('GET https://example.com/products/7#'))[0]).toContain('→ products#show id=7');
  });

  it('that nobody answers is told so', async () => {
    expect((await ask('GET /nothing'))[0]).toBe(
      '0 GET /nothing → 404 | GET /nothing is answered by no route',
    );
    expect((await ask('DELETE /products/7'))[0]).toBe(
      '0 DELETE /products/7 → 405: it answers GET, HEAD | DELETE /products/7 is answered by no route',
    );
  });

  it('is another search where a pattern is meant', async () => {
    expect(await ask('get /products/:id')).toEqual(['1 GET /products/:id → products#show | ']);
  });
});
