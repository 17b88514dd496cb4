// A router that is made for speed has functions written for what it is asked again and again, whoever made it: nothing of the language is
// loaded here, as in a compiled module.

import { afterEach, expect, test, vi } from 'vitest';
import { quickGeneration } from '../../src/routing/generation/generation.js';
import { UrlHelpers } from '../../src/routing/generation/url-helpers.js';
import { worthWriting } from '../../src/routing/patterns/written-functions.js';
import { recognition } from '../../src/routing/recognition/matcher.js';
import { quickRecognition } from '../../src/routing/recognition/quick-recognition.js';
import { Router, type RouterOptions } from '../../src/routing/router/router.js';
import { routesOf } from '../support/routes-of.js';

afterEach(() => void vi.unstubAllGlobals());

const routes = routesOf({
  'GET /posts/:id': { as: 'post', to: 'posts#show' },
  'GET /about': 'pages#about',
});

/** How many functions are made of texts while a router is asked. */
function functionsWritten(options: Pick<RouterOptions, 'recognition' | 'generation'>): number {
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
  const router = new Router({ routes, helpers: UrlHelpers, ...options });
  for (let k = 0; k <= worthWriting; k++) {
    router.recognize('GET', `/posts/${k}`);
    router.helpers.pathFor('post', { id: k, page: 2 });
  }
  return written;
}

test('none for a router that is made for size', () => {
  expect(functionsWritten({ recognition })).toBe(0);
});

test('a search and a call for one that is made for speed', () => {
  expect(functionsWritten({ recognition: quickRecognition, generation: quickGeneration })).toBe(2);
});
