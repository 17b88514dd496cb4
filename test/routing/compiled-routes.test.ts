// What a compiled module hands to `createRouter` in the place of a callable: what is wrong is said when the router is made.

import { expect, test } from 'vitest';
import {
  type CompiledRoute,
  compiledFormat,
  createRouter,
} from '../../src/routing/router/compiled-routes.js';

const made = (route: Pick<CompiledRoute, 'to' | 'when'>) => () =>
  createRouter({ format: compiledFormat, files: [], routes: [{ verbs: 'GET', path: '/', ...route }] });

test.each([
  [undefined, 'undefined'],
  [null, 'null'],
  ['home', 'a string'],
  [{ home: 1 }, 'an object'],
  [{ call: 1 }, 'an object'],
])('a target that is %j', (callable, found) => {
  expect(made({ to: { callable, label: '&pages#home' } })).toThrow(
    `&pages#home has to be a function, or an object with \`call\`, and its module exports ${found}`,
  );
});

test('a constraint and a redirect', () => {
  const callable = { call: () => true };
  expect(made({ to: 'pages#home', when: [[{ callable, label: '&guards#isStaff' } as never]] })).toThrow(
    '&guards#isStaff has to be a function, or an object with `matches`, and its module exports an object',
  );
  const redirect = { kind: 'callable', callable, label: '&moved#to' } as never;
  expect(made({ to: { redirect, status: 301 } })).toThrow(
    '&moved#to has to be a function, and its module exports an object',
  );
});

test('what can be called', () => {
  for (const callable of [() => 'home', { call: () => 'home' }])
    expect(made({ to: { callable, label: '&pages#home' } })).not.toThrow();
});
