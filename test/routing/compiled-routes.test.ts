// What a compiled module is given in the place of a callable, and the places of its routes.

import { expect, test } from 'vitest';
import { parseRoutes } from '../../src/interpreter/load.js';
import {
  callableTarget,
  redirectTarget,
  requestConstraints,
  routeFacts,
} from '../../src/routing/router/compiled-parts.js';
import { Request } from '../../src/http/request.js';
import { compiledFormat, createRouter } from '../../src/routing/router/compiled-routes.js';
import { findAction } from '../../src/routing/router/controller-actions.js';
import { targetDispatcher } from '../../src/routing/router/dispatch.js';
import type { Router } from '../../src/routing/router/router.js';
import { compiledRouter, recompiled } from '../support/compiled-router.js';

test.each([
  [undefined, 'undefined'],
  [null, 'null'],
  ['home', 'a string'],
  [{ home: 1 }, 'an object'],
  [{ call: 1 }, 'an object'],
  [class {}, 'a class'],
  [{ fetch: () => new Response() }, 'an application made for Fetch'],
  [Object.assign(() => new Response(), { fetch: () => new Response() }), 'an application made for Fetch'],
])('a target that is %j', (callable, found) => {
  expect(() => callableTarget('callable', callable, '&pages#home')).toThrow(
    `&pages#home has to be a function, or an object with \`call\`, and its module exports ${found}`,
  );
});

test('a constraint and a redirect', () => {
  const callable = { call: () => true } as never;
  expect(() => requestConstraints([[{ callable, label: '&guards#isStaff' }]])).toThrow(
    '&guards#isStaff has to be a function, or an object with `matches`, and its module exports an object',
  );
  const schema = Object.assign(() => ({}), { '~standard': { validate: () => ({ value: '' }) } });
  expect(() => requestConstraints([[{ callable: schema as never, label: '&guards#staff' }]])).toThrow(
    '&guards#staff has to be a function, or an object with `matches`, and its module exports a schema',
  );
  expect(() => redirectTarget({ kind: 'callable', callable, label: '&moved#to' }, 301)).toThrow(
    '&moved#to has to be a function, and its module exports an object',
  );
});

test('the default export of what was compiled to CommonJS, which comes inside another', () => {
  const home = (): string => 'home';
  const whole = { __esModule: true, default: home };
  expect(callableTarget('callable', whole, '&pages#home')).toMatchObject({ callable: home });
  expect(callableTarget('mount', whole, '&pages')).toMatchObject({ app: home });
  expect(requestConstraints([[{ callable: whole as never, label: '&guard' }]])).toMatchObject([
    { callable: home },
  ]);
  const facts = routeFacts([{ layers: [{ label: '&layer', layer: whole }], meta: {} }]);
  expect(facts[0]!.layers[0]!.layer).toBe(home);
  class Posts {
    index(): string {
      return 'all';
    }
  }
  const controller = { default: { __esModule: true, default: Posts } };
  expect(findAction(controller, 'index')?.({} as never)).toBe('all');
});

test('what can be called', () => {
  for (const callable of [() => 'home', { call: () => 'home' }])
    expect(() => callableTarget('callable', callable, '&pages#home')).not.toThrow();
});

test('every route has its place, on the lines that it has', () => {
  const router = parseRoutes(
    `routes {
  get '/', to: 'home#index'
  include 'admin.routes'
  resources 'posts'
  get '/long',
    to: 'home#long'
}`,
    { file: 'routes', read: () => "routes {\n  get '/admin', to: 'desk#show'\n  resources 'users'\n}\n" },
  );
  const places = ({ routes }: Router): unknown => routes.map(({ pattern, location }) => [pattern, location]);
  expect(places(recompiled(router))).toEqual(places(router));
});

test('a route whose place nobody knows has none, and those around it have theirs', () => {
  const { routes } = parseRoutes(`routes { get '/a', to => 'a#b'; get '/b', to => 'b#c'; resource 'd' }`);
  const written = routes.map(({ definition }, index) =>
    index === 1 || index === 3 ? { ...definition, location: undefined } : definition,
  );
  const places = compiledRouter(written).routes.map(({ location }) => location);
  expect(places).toEqual(written.map(({ location }) => location));
});

test('names that objects inherit', () => {
  const router = parseRoutes(`routes {
    get '/a/:__proto__', to => 'a#b', meta => { '__proto__' => 'x', cache => { '__proto__' => -0 } },
      defaults => { 'constructor' => 'z' }
    get '/b', to => redirect('/c', params => { '__proto__' => 'x' })
  }`);
  const told = (of: Router): unknown => [
    ...of.routes.map(({ meta, defaults }) =>
      [meta, meta['cache'] ?? {}, defaults].map((each) => Object.entries(each)),
    ),
    Object.entries(of.recognize('GET', '/a/7')?.params ?? {}),
    of.recognize('GET', '/b')?.target,
  ];
  expect(JSON.stringify(told(recompiled(router)))).toBe(JSON.stringify(told(router)));
  expect(Object.entries(recompiled(router).recognize('GET', '/a/7')?.params ?? {})).toEqual([
    ['__proto__', '7'],
    ['constructor', 'z'],
  ]);
});

test('a module of another version', () => {
  expect(() => createRouter({ format: compiledFormat - 1 } as never)).toThrow(
    'this router was compiled by another version of waypost; compile it again',
  );
});

test('a router that was made without what a route needs', () => {
  const text = `routes {
  get '/pages', to => 'pages#show', through => &layers#Timer
  get '/health', to => &handlers#health
}`;
  const modules = { layers: { Timer: (next: unknown) => next }, handlers: { health: () => 'well' } };
  const [pages, health] = parseRoutes(text, { modules }).routes;
  const dispatcher = targetDispatcher(undefined, undefined, false);
  expect(() => dispatcher.call(pages!, new Request({ method: 'GET', path: '/pages' }))).toThrow(
    'GET /pages (pages#show) needs layers or a target that is no action, and its router was made without',
  );
  expect(() => dispatcher.call(health!, new Request({ method: 'GET', path: '/health' }))).toThrow(
    'GET /health (&handlers#health) needs layers or a target that is no action, and its router was made without',
  );
});
