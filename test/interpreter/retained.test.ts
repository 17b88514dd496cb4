// What a router keeps of the text that it was made from: the routes, as plain data, and nothing of the tree.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { interpret } from '../../src/interpreter/interpret.js';
import { interpretOptions, moduleBindings, parseRoutes, routerOf } from '../../src/interpreter/load.js';
import { Source } from '../../src/language/source.js';
import { parseSyntax } from '../../src/language/syntax.js';
import type { Router } from '../../src/routing/router/router.js';

const text = `routes {
  concern 'commentable' { resources 'comments', only => <index create> }
  namespace 'admin', through => &auth#staff, meta => { team => 'back' } {
    resources 'posts', id => /\\d+/, concerns => 'commentable'
    get '/report(/:year)', to => 'reports#show', as => 'report', constraints => { year => [/\\d{4}/, 'all'] }, deprecated => '2026-01-01'
  }
  constraints(host => /^api/, { get '/hook', to => &auth#staff, constraints => &auth#isStaff })
  get '/old/:id', to => redirect('/admin/posts/%{id}')
  get '/older', to => redirect(host => 'example.org', status => 302)
  get '/file/*path', to => 'files#show', format => /json|xml/, defaults => { kind => 'plain' }
  mount &auth#app, at => '/app'
  direct 'homepage', 'https://example.com'
  direct 'asked', &auth#staff
  resolve 'Basket', <cart>
  resource 'cart'
}
`;
const auth = { staff: (request: unknown) => request, isStaff: () => true, app: { call: () => undefined } };

/** A router, and what it was made of in weak references. */
function loaded(): { readonly router: Router; readonly made: Readonly<Record<string, WeakRef<object>>> } {
  const syntax = parseSyntax(new Source('config/routes', text));
  const bindings = moduleBindings({ modules: { auth } }, 'no-module');
  const interpretation = interpret(syntax, interpretOptions({}, bindings));
  const { program, routes } = interpretation;
  const made = { syntax, interpretation, program, declaration: syntax.declarations[0]!, route: routes[0]! };
  return {
    router: routerOf(interpretation, undefined, parseRoutes),
    made: Object.fromEntries(Object.entries(made).map(([name, value]) => [name, new WeakRef(value)])),
  };
}

test('a router keeps nothing of the tree, also when it has been used', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const { router, made } = loaded();
  expect(router.recognize('GET', '/admin/posts/7')?.params).toEqual({ id: '7' });
  expect(router.helpers.pathFor('admin-report', 2026)).toBe('/admin/report/2026');
  // What a weak reference has been asked for stays until the turn is over.
  await new Promise((done) => setTimeout(done, 0));
  collect();
  expect(Object.keys(made).filter((name) => made[name]!.deref() !== undefined)).toEqual([]);
  expect(router.routes[0]!.location).toMatchObject({ file: 'config/routes', range: { start: { line: 2 } } });
});
