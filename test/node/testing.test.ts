// `waypost/testing` from the side of its users: what holds passes, what does not says what happens instead.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { parseRoutes, routes } from '../../src/index.js';
import type { Request } from '../../src/http/request.js';
import { actionRequest, ask, expectRoute, useRoutes } from '../../src/node/testing.js';
import { recognition } from '../../src/routing/recognition/matcher.js';
import { Router } from '../../src/routing/router/router.js';
import { routeDefinition } from '../support/named-routes.js';

const folder = mkdtempSync(join(tmpdir(), 'waypost-testing-'));
beforeAll(() => {
  mkdirSync(join(folder, 'config'));
  writeFileSync(
    join(folder, 'config/routes'),
    `routes {
  resources 'posts', only => <index show>, id => /\\d+/;
  get '/old/:id', to => redirect('/posts/%{id}');
  get '/short/:id', to => redirect(&links#long);
  get '/api', to => 'api#index', constraints => { subdomain => 'api' };
  get '/staff', to => &pages#staff, constraints => &guards#isStaff;
  include 'shop';
}
`,
  );
  writeFileSync(join(folder, 'config/shop'), "get '/basket', to => 'baskets#show'\n");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => vi.restoreAllMocks());

describe('the routes of the working directory', () => {
  beforeAll(() => void vi.spyOn(process, 'cwd').mockReturnValue(folder));
  const here = (): void => void vi.spyOn(process, 'cwd').mockReturnValue(folder);

  it('are expected without loading a module', () => {
    here();
    expectRoute('GET /posts/7').toBe('posts#show', { id: '7' });
    expectRoute('get /posts?page=2').toBe('posts#index', {});
    expectRoute('GET /old/7').toRedirectTo('/posts/7', 301);
    expectRoute('GET /posts/x').toBeNotFound();
    expectRoute('POST /posts/7').toBeNotAllowed(['GET', 'HEAD']);
    expectRoute('POST /posts/7').toBeNotAllowed(['HEAD', 'GET']);
    expectRoute('GET http://api.example.com/api').toBe('api#index');
    expectRoute('GET /api', { headers: { host: 'api.example.com' } }).toBe('api#index');
    expectRoute('GET /api').toBeNotFound();
    expectRoute('GET /staff').toBe('&pages#staff');
    expectRoute('GET /basket').toBe('baskets#show');
  });

  it.each([
    [
      () => expectRoute('GET /pots/7').toBe('posts#show'),
      /^GET \/pots\/7 is not found, not posts#show\n.*GET \/posts.*piece 1 of the path is 'pots'/,
    ],
    [
      () => expectRoute('GET /posts/7').toBe('posts#show', { id: '8' }),
      'GET /posts/7 is posts#show with the params {"id":"7"}, not {"id":"8"}',
    ],
    [() => expectRoute('GET /posts/7').toBe('posts#edit'), 'GET /posts/7 is posts#show, not posts#edit'],
    [() => expectRoute('GET /posts/7').toBeNotFound(), 'is posts#show; no route is expected to answer'],
    [() => expectRoute('GET /old/7').toRedirectTo('/'), 'redirects to /posts/7, not to /'],
    [() => expectRoute('GET /old/7').toRedirectTo('/posts/7', 302), 'redirects with 301, not 302'],
    [
      () => expectRoute('GET /short/7').toRedirectTo('/posts/7'),
      'GET /short/7 asks &links#long where to, which is not loaded; give a router that is (docs/testing.md)',
    ],
    [() => expectRoute('POST /posts').toBeNotAllowed(['PUT']), 'but the path answers GET, HEAD'],
    [() => expectRoute('/posts'), "a request is written 'GET /posts/7', with the method first, not '/posts'"],
  ])('say what they do instead (%#)', (expectation, message) => {
    here();
    expect(expectation).toThrow(message);
  });
});

describe('a router that is given', () => {
  const actions = {
    create: async (request: Request) => (await request.formData()).get('title') as string,
    update: async (request: Request) => ({ got: await request.json() }),
    show: (request: Request) => request.helpers.pathFor('post', Number(request.params['id']) + 1),
  };
  const router = parseRoutes("routes { resources 'posts', only => <create update show> }", {
    controllers: { posts: actions },
  });

  it('is asked for routes, answers requests, and makes the request of an action', async () => {
    useRoutes(router);
    expectRoute('PATCH /posts/7').toBe('posts#update', { id: '7' });
    expect(await (await ask(router, 'POST /posts', { form: { title: 'a & b' } })).text()).toBe('a & b');
    expect(await (await ask(router, 'PUT /posts/7', { json: [1] })).json()).toEqual({ got: [1] });
    expect(actions.show(actionRequest('GET /posts/7'))).toBe('/posts/8');
    expect(() => actionRequest('GET /pots')).toThrow('no route answers GET /pots');
    // As `ActionRequest<'posts#show'>` is, once `waypost types` has run.
    const typed = (request: Request<{ id: string }, { body: object }>): string => request.params.id;
    expect(typed(actionRequest('GET /posts/7'))).toBe('7');
  });

  it('makes the request of an action where it was compiled without URL helpers', () => {
    const bare = new Router({ recognition, routes: [routeDefinition('post', '/posts/:id')] });
    const asked = actionRequest('GET /posts/7', { router: bare });
    expect(asked.params).toEqual({ id: '7' });
    expect(() => asked.helpers).toThrow('compiled without URL helpers');
  });

  it('is sent forms with lists and with files', async () => {
    const fields = routes`post '/fields', to => ${async (request) => [...(await request.formData()).entries()]}`;
    expect(
      await (await ask(fields, 'POST /fields', { form: { title: 'x', tags: ['a', 'b'] } })).json(),
    ).toEqual([
      ['title', 'x'],
      ['tags', 'a'],
      ['tags', 'b'],
    ]);
    const upload = new FormData();
    upload.append('title', 'x');
    upload.append('photo', new File(['abc'], 'photo.txt'));
    const files = routes`post '/files', to => ${async (request) => {
      const photo = (await request.formData()).get('photo') as File;
      return `${photo.name}: ${await photo.text()}`;
    }}`;
    expect(await (await ask(files, 'POST /files', { form: upload })).text()).toBe('photo.txt: abc');
  });
});

it('works under `node:test`', () => {
  const library = new URL('../../dist/testing.js', import.meta.url).href;
  const file = join(folder, 'posts.test.mjs');
  writeFileSync(
    file,
    `import test from 'node:test';
     import { expectRoute } from ${JSON.stringify(library)};
     test('holds', () => expectRoute('GET /posts/7').toBe('posts#show', { id: '7' }));
     test('does not hold', () => expectRoute('GET /posts/7').toBeNotFound());`,
  );
  const { status, stdout } = spawnSync(process.execPath, ['--test', '--test-reporter', 'tap', file], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stdout).toMatch(/^ok 1 - holds$/m);
  expect(stdout).toMatch(/^not ok 2 - does not hold\n[^]*posts#show/m);
});
