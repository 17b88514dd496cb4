// Routers for tests, made without a routes file:
//
//   routerOf({
//     'GET /posts/:id': { to: 'posts#show', where: { id: /\d+/ } },
//     'PATCH|PUT /posts/:id': 'posts#update',
//     'ANY /ping': () => 'pong',
//     'MOUNT /legacy': { app },
//   })

import type { RouteDefinition } from '../../src/routing/patterns/route.js';
import { quickGeneration } from '../../src/routing/generation/generation.js';
import { UrlHelpers } from '../../src/routing/generation/url-helpers.js';
import { loadedRecognition } from '../../src/routing/recognition/loaded-recognition.js';
import { otherTargets } from '../../src/routing/router/other-targets.js';
import { Router, type RouterOptions } from '../../src/routing/router/router.js';
import { surroundings } from '../../src/routing/router/surroundings.js';
import { definitionOf, type Callable, type WrittenDetails } from './definition.js';

export type WrittenRoute = string | Callable | WrittenDetails;

export function routerOf(
  routes: Readonly<Record<string, WrittenRoute>>,
  options: Partial<RouterOptions> = {},
): Router {
  return new Router({
    recognition: loadedRecognition,
    helpers: UrlHelpers,
    generation: quickGeneration,
    otherTargets,
    surroundings,
    ...options,
    routes: routesOf(routes),
  });
}

/** The definitions of routes written as `VERB|VERB /path`. Without `to` the target is `things#show`. */
export function routesOf(routes: Readonly<Record<string, WrittenRoute>>): RouteDefinition[] {
  return Object.entries(routes).map(([key, written]) => {
    const [verbs = '', path = ''] = key.split(' ');
    const isTarget = typeof written === 'string' || typeof written === 'function';
    return definitionOf(verbs, path, isTarget ? { to: written } : written);
  });
}
