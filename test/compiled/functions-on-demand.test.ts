// A router that is made for speed has functions written for what it is asked again and again, whoever made it: nothing of the language is
// loaded here, as in a compiled module.

import { afterEach, expect, test, vi } from 'vitest';
import { quickGeneration } from '../../src/routing/generation/generation.js';
import { UrlHelpers } from '../../src/routing/generation/url-helpers.js';
import { worthWriting } from '../../src/routing/patterns/written-functions.js';
import { recognition } from '../../src/routing/recognition/matcher.js';
import { loadedRecognition } from '../../src/routing/recognition/loaded-recognition.js';
import { simpleRecognition } from '../../src/routing/recognition/simple-recognition.js';
import { writtenRecognition } from '../../src/routing/recognition/written-recognition.js';
import { Router, type RouterOptions } from '../../src/routing/router/router.js';
import { routesOf } from '../support/routes-of.js';

afterEach(() => void vi.unstubAllGlobals());

const routes = routesOf({
  'GET /posts/:id': { as: 'post', to: 'posts#show' },
  'GET /about': 'pages#about',
});

/** How many functions are made of texts while a router is asked. */
function functionsWritten(options: Pick<RouterOptions, 'recognition' | 'generation'>): number {
  const router = new Router({ routes, helpers: UrlHelpers, ...options });
  return functionsMadeBy(() => {
    for (let k = 0; k <= worthWriting; k++) {
      router.recognize('GET', `/posts/${k}`);
      router.helpers.pathFor('post', { id: k, page: 2 });
    }
  });
}

function functionsMadeBy(ask: () => void): number {
  let written = 0;
  vi.stubGlobal(
    'Function',
    new Proxy(Function, {
      construct(target, values) {
        written++;
        return Reflect.construct(target, values) as object;
      },
    }),
  );
  ask();
  return written;
}

/** A router of more paths than a search is written for, each with names of its own, and as many paths of each as are asked for. */
function largeRouter(prefix: string): (counts: readonly number[]) => void {
  const names = Array.from({ length: 100 }, (_, k) => `${prefix}${k}`);
  const router = new Router({
    routes: routesOf(Object.fromEntries(names.map((name) => [`GET /${name}/:${name}`, 'posts#show']))),
    recognition: loadedRecognition,
  });
  return (counts) => {
    const most = Math.max(...counts);
    for (let k = 0; k < most; k++)
      counts.forEach((count, n) => k < count && router.recognize('GET', `/${names[n]}/${k}`));
  };
}

test('none for a router that is made for size', () => {
  expect(functionsWritten({ recognition })).toBe(0);
});

test('a call for one whose search is in its module', () => {
  const recognition = writtenRecognition(simpleRecognition, () => () => undefined);
  expect(functionsWritten({ recognition, generation: quickGeneration })).toBe(1);
});

test('a search and a call for one that is made for speed', () => {
  expect(functionsWritten({ recognition: loadedRecognition, generation: quickGeneration })).toBe(2);
});

test('a constructor of params for names that come again and again', () => {
  const ask = largeRouter('often');
  expect(functionsMadeBy(() => ask([worthWriting, worthWriting, 1]))).toBe(2);
});

test('none for names of which many come as often', () => {
  const ask = largeRouter('by_turns');
  expect(functionsMadeBy(() => ask(Array.from({ length: 100 }, () => worthWriting)))).toBe(0);
});
