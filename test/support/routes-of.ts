// Routers for tests, made without a routes file:
//
//   routerOf({
//     'GET /posts/:id': { to: 'posts#show', where: { id: /\d+/ } },
//     'PATCH|PUT /posts/:id': 'posts#update',
//     'ANY /ping': () => 'pong',
//     'MOUNT /legacy': { app },
//   })

import type { RequestConstraint, SegmentConstraint } from '../../src/routing/patterns/constraints.js';
import { noFacts, type LayerDefinition } from '../../src/routing/patterns/facts.js';
import { parsePattern } from '../../src/routing/patterns/pattern.js';
import { redirectTo, type RedirectLocation } from '../../src/routing/router/redirect.js';
import type { RouteDefinition, Target } from '../../src/routing/patterns/route.js';
import { quickGeneration } from '../../src/routing/generation/generation.js';
import { UrlHelpers } from '../../src/routing/generation/url-helpers.js';
import { loadedRecognition } from '../../src/routing/recognition/loaded-recognition.js';
import { otherTargets } from '../../src/routing/router/other-targets.js';
import { Router, type RouterOptions } from '../../src/routing/router/router.js';
import { surroundings } from '../../src/routing/router/surroundings.js';
import { anyVerbs } from './random-routes.js';

type Callable = (request: never) => unknown;
type WrittenConstraint = string | RegExp | readonly (string | RegExp)[] | ((value: string) => unknown);

export type WrittenRoute = string | Callable | WrittenDetails;

interface WrittenDetails {
  readonly to?: string | Callable;
  /** A callable that is no function: an object with `call`. */
  readonly callable?: unknown;
  readonly app?: unknown;
  /** A template, or another way to say where to; 301. */
  readonly redirect?: string | RedirectLocation;
  readonly as?: string;
  readonly where?: Readonly<Record<string, WrittenConstraint | readonly SegmentConstraint[]>>;
  readonly request?: readonly RequestConstraint[];
  readonly defaults?: Readonly<Record<string, string>>;
  readonly through?: readonly LayerDefinition[];
}

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

/** The definitions of routes written as `VERB|VERB /path`, the target of a text without `to` being `things#show`. */
export function routesOf(routes: Readonly<Record<string, WrittenRoute>>): RouteDefinition[] {
  return Object.entries(routes).map(([key, written]) => {
    const [verbs = '', path = ''] = key.split(' ');
    const details: WrittenDetails =
      typeof written === 'string' || typeof written === 'function' ? { to: written } : written;
    const isMount = verbs === 'MOUNT';
    const any = isMount || verbs === 'ANY';
    const { pattern, problems } = parsePattern(isMount ? `${path}(/*mounted_path)` : path);
    if (problems[0]) throw new Error(`${path}: ${problems[0].message}`);
    const target: Target =
      details.redirect === undefined
        ? targetOf(details)
        : redirectTo(
            typeof details.redirect === 'string'
              ? { kind: 'template', template: details.redirect }
              : details.redirect,
            301,
            pattern,
          );
    return {
      name: details.as,
      verbs: any ? anyVerbs : verbs.split('|'),
      any,
      pattern,
      target,
      segmentConstraints: new Map(
        Object.entries(details.where ?? {}).map(([name, constraint]) => [name, constraintsOf(constraint)]),
      ),
      requestConstraints: details.request ?? [],
      defaults: new Map(Object.entries(details.defaults ?? {})),
      ...(details.through && { facts: { ...noFacts, layers: details.through } }),
    };
  });
}

function targetOf({ to = 'things#show', callable, app }: WrittenDetails): Target {
  if (app !== undefined) return { kind: 'mount', app, label: '&app' };
  if (callable !== undefined) return { kind: 'callable', callable, label: '&things#callable' };
  if (typeof to === 'function') return { kind: 'callable', callable: to, label: 'inline' };
  const [controller = '', action = ''] = to.split('#');
  return { kind: 'controller', controller, action };
}

function constraintsOf(
  written: WrittenConstraint | readonly SegmentConstraint[],
): readonly SegmentConstraint[] {
  if (typeof written === 'string') return [{ kind: 'string', value: written }];
  if (written instanceof RegExp) return [{ kind: 'regex', regex: written }];
  if (typeof written === 'function')
    return [{ kind: 'callable', callable: written, label: '&guards#allows' }];
  const isList = (written as readonly unknown[]).every(
    (each) => typeof each === 'string' || each instanceof RegExp,
  );
  return isList
    ? [{ kind: 'list', values: written as readonly (string | RegExp)[] }]
    : (written as readonly SegmentConstraint[]);
}
