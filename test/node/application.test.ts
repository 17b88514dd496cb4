// The folder of an application, as it is loaded: what it lacks is said at once.

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createApplication } from '../../src/node/serving/application.js';
import { ask } from '../../src/node/testing.js';
import { folderOf } from '../support/temporary-folder.js';

const routes = "routes { get '/', to => 'orders#index'; get '/:id', to => 'orders#show' }";

describe('what is not there', () => {
  it('is a folder of controllers that a route leads into', async () => {
    const folder = folderOf({ 'config/routes': routes });
    for (const options of [{}, { controllers: undefined }])
      await expect(createApplication(folder, options)).rejects.toThrow(
        /there is no folder '[^']*controllers' for the controller 'orders'; write \S+controllers\/orders\.ts/,
      );
    await expect(createApplication(folder, { controllers: 'desks' })).rejects.toThrow(
      "there is no folder 'desks' for the controller 'orders'; write desks/orders.ts",
    );
    const controllers = { orders: { index: () => 'all', show: () => 'one' } };
    expect(await (await ask(await createApplication(folder, { controllers }), 'GET /')).text()).toBe('all');
  });

  it('is no folder of controllers where no route leads into one', async () => {
    const folder = folderOf({ routes: "routes { get '/old', to => redirect('/new') }" });
    expect((await ask(await createApplication(folder), 'GET /old')).status).toBe(301);
  });

  it('is a routes file that a compiler has left behind', async () => {
    const folder = folderOf({ 'controllers/orders.js': "export const index = () => 'all';" });
    await expect(createApplication(folder)).rejects.toThrow(
      `there is no routes file in ${folder}: looked for config/routes and routes; what compiles the controllers leaves it behind: copy it as well`,
    );
  });

  it('is the path of the folder', async () => {
    await expect(createApplication(undefined as never)).rejects.toThrow(
      'an application is a folder, given by its path, not undefined',
    );
  });
});

it.each<[string, (path: string) => string | URL]>([
  ['paths', (path) => path],
  ['URLs', (path) => pathToFileURL(path)],
  ['URLs as text', (path) => pathToFileURL(path).href],
])('its places may be given as %s', async (_, place) => {
  const folder = folderOf({
    'shop.routes': "routes { get '/', to => 'orders#index' }",
    'desks/orders.js': "export const index = () => 'all';",
    'files/a.txt': 'a file',
  });
  const app = await createApplication(place(folder), {
    routes: place(join(folder, 'shop.routes')),
    controllers: place(join(folder, 'desks')),
    public: place(join(folder, 'files')),
  });
  expect(await (await ask(app, 'GET /')).text()).toBe('all');
  expect((await ask(app, 'GET /a.txt')).status).toBe(200);
});

it('names its files from the working directory', async () => {
  const folder = folderOf({
    'shop/config/routes': "routes { gte '/a'; get '/', to => 'orders#index' }",
    'shop/controllers/posts.js': '',
  });
  const mistakes = (): Promise<unknown> =>
    createApplication(join(folder, 'shop')).then(undefined, ({ message }: Error) =>
      message.split('\n').filter((line) => line.includes('config')),
    );
  const seenFrom = (place: string): readonly string[] => [
    `${place}shop/config/routes has 2 errors`,
    `${place}shop/config/routes:1:10 unknown-keyword: 'gte' is no declaration; did you mean 'get'?`,
    `${place}shop/config/routes:1:35 unknown-controller: there is no controller 'orders' in ${place}shop/controllers; write it, or name another`,
  ];
  expect(await mistakes()).toEqual(seenFrom(`${folder}/`));
  vi.spyOn(process, 'cwd').mockReturnValue(folder);
  onTestFinished(() => void vi.restoreAllMocks());
  expect(await mistakes()).toEqual(seenFrom(''));
});

it.each(['js', 'mjs', 'cjs', 'ts', 'mts', 'cts'])(
  'the module of the middleware may end in .%s',
  async (ending) => {
    const layer =
      'class { constructor({ app }) { this.call = () => new Response("from the stack"); } call() {} }';
    const configure = `(stack) => void stack.use('all', ${layer})`;
    const app = await createApplication(
      folderOf({
        'config/routes': 'routes {}',
        [`config/middleware.${ending}`]: `${ending === 'cjs' ? 'module.exports =' : 'export default'} ${configure};`,
      }),
    );
    expect(await (await ask(app, 'GET /')).text()).toBe('from the stack');
  },
);
