// Files in the texts of the editor: named as seen from the open folder, where the language server names them itself.

import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { application, applicationIn } from '../support/lsp-project.js';
import { WorkFolder } from '../support/test-terminal.js';

const posts = 'export function index() {}\nexport function show(request) { return request.params.id; }\n';

it.each([
  ['an action', 'posts#show', 'posts#sh', '`controllers/posts.ts:2`'],
  ['a controller', 'posts#index', 'pos', '`controllers/posts.ts`'],
  ['a callable', '&../lib/up_and_down_#up', 'lib/', '`lib/up_and_down_.ts:1`'],
  ['a routes file', "'more.routes'", 'more', 'The routes file `config/more.routes`.'],
])('a hover names files as seen from the open folder, as code: %s', async (_, line, at, told) => {
  const text = `routes {
  get '/a', to => 'posts#show'
  get '/b', to => 'posts#index'
  get '/c', to => &../lib/up_and_down_#up
  include 'more.routes'
}
`;
  const app = await application({
    'config/routes': text,
    'config/more.routes': '',
    'controllers/posts.ts': posts,
    'lib/up_and_down_.ts': 'export function up() {}\n',
    'package.json': '{}',
  });
  await app.open('config/routes', text);
  const before = text.slice(0, text.indexOf(line) + line.indexOf(at) + at.length).split('\n');
  const { contents } = await app.client.request<{ contents: { value: string } }>('textDocument/hover', {
    textDocument: { uri: app.uri('config/routes') },
    position: { line: before.length - 1, character: before.at(-1)!.length },
  });
  expect(contents.value.split('\n\n')).toContain(told);
});

it('what the user wrote is left as it is, the path of the open folder too', async () => {
  const app = await application({ 'config/routes': '', 'controllers/posts.ts': posts, 'package.json': '{}' });
  const folder = `${fileURLToPath(app.uri(''))}/`;
  const written = `get '${folder}a', to => 'posts#show'`;
  await app.open('config/routes', `routes {\n  ${written}\n}\n`);
  const hover = async (character: number): Promise<string> => {
    const { contents } = await app.client.request<{ contents: { value: string } }>('textDocument/hover', {
      textDocument: { uri: app.uri('config/routes') },
      position: { line: 1, character },
    });
    return contents.value;
  };
  expect(await hover(2)).toContain(`GET ${folder}a → posts#show`);
  const target = await hover(2 + written.indexOf('show'));
  expect(target).toContain('`controllers/posts.ts:2`');
  expect(target).toContain(`GET ${folder}a → posts#show`);
});

it('so is what a module says of an export', async () => {
  const work = new WorkFolder();
  onTestFinished(() => work.remove());
  const text = "routes {\n  get '/c', to => &../lib/reader#up\n}\n";
  work.write({
    'config/routes': text,
    'lib/reader.ts': `/** Reads ${work.path}/data.json. */\nexport function up() {}\n`,
    'package.json': '{}',
  });
  const app = await applicationIn(work);
  await app.open('config/routes', text);
  const { contents } = await app.client.request<{ contents: { value: string } }>('textDocument/hover', {
    textDocument: { uri: app.uri('config/routes') },
    position: { line: 1, character: 26 },
  });
  expect(contents.value).toContain(`Reads ${work.path}/data.json.`);
  expect(contents.value).toContain('`lib/reader.ts:2`');
});
