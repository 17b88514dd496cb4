// The fast matcher against the one that tries every route in order, on tables and paths made by chance.

import { describe, expect, test } from 'vitest';
import type { RequestContext } from '../../src/routing/patterns/constraints.js';
import type { RouteDefinition } from '../../src/routing/patterns/route.js';
import { PlainSearch } from '../../src/routing/recognition/plain-search.js';
import { loadedRecognition } from '../../src/routing/recognition/loaded-recognition.js';
import { quickRecognition, recognition } from '../../src/routing/recognition/matcher.js';
import { Router } from '../../src/routing/router/router.js';
import { compiledRouter } from '../support/compiled-router.js';
import { pick, seededRandom } from '../support/random.js';
import { contexts, methods, randomPath, randomTable } from '../support/random-routes.js';
import { inheritsNothing } from '../support/inherits-nothing.js';
import * as reference from '../support/reference-matcher.js';

const tables = Number(process.env['WAYPOST_MATCHER_TABLES'] ?? 80);
const seed = Number(process.env['WAYPOST_MATCHER_SEED'] ?? 1);
const pathsPerTable = 60;

function shown(routes: readonly RouteDefinition[]): string {
  const text = (route: RouteDefinition): string =>
    `${route.any ? 'ANY' : route.verbs.join('|')} ${route.pattern.text} ${JSON.stringify([...route.segmentConstraints])} ${JSON.stringify(route.requestConstraints)} ${JSON.stringify([...route.defaults])}`;
  return routes.map((route, index) => `${index}: ${text(route)}`).join('\n');
}

function check(size: (round: number) => number, isPlain: boolean, seedOffset: number): void {
  let found = 0;
  for (let round = 0; round < tables; round++) {
    const random = seededRandom(seed * 1_000_003 + seedOffset + round);
    const routes = randomTable(random, { size: size(round), isPlain });
    const router = new Router({ recognition, routes });
    const compiled = round % 4 === 0 ? compiledRouter(routes) : router;
    for (let k = 0; k < pathsPerTable; k++) {
      const path = randomPath(random, routes);
      if (/\p{Surrogate}/u.test(path)) continue;
      const method = methods[random(methods.length)]!;
      const context = contexts[random(contexts.length)]!;
      const where = (): string =>
        `${method} ${JSON.stringify(path)} ${JSON.stringify(context)} in\n${shown(routes)}`;

      const expected = reference.recognise(routes, method, path, context);
      const match = router.recognize(method, path, { context });
      const actual = match && { index: match.route.index, params: Object.entries(match.params) };
      if (JSON.stringify(actual) !== JSON.stringify(expected)) expect(actual, where()).toEqual(expected);
      if (match) {
        found++;
        expect(inheritsNothing(match.params)).toBe(true);
      }
      const plainly = new PlainSearch(router.routes).find(method, path, { context });
      if (JSON.stringify(plainly) !== JSON.stringify(match)) expect(plainly, where()).toEqual(match);
      const again = compiled.recognize(method, path, { context });
      const foundAgain = again && { index: again.route.index, params: Object.entries(again.params) };
      if (JSON.stringify(foundAgain) !== JSON.stringify(actual))
        expect(foundAgain, `compiled: ${where()}`).toEqual(actual);
      const status = router.recognitionStatus(method, path, { context });
      if (status !== reference.recognitionStatus(routes, method, path, context)) {
        expect(status, where()).toBe(reference.recognitionStatus(routes, method, path, context));
      }
      const allowed = router.allowedMethods(path, { context });
      const expectedAllowed = reference.allowedMethods(routes, path, context);
      if (allowed.join() !== expectedAllowed.join()) expect(allowed, where()).toEqual(expectedAllowed);
    }
  }
  expect(found).toBeGreaterThan(tables * pathsPerTable * 0.2);
}

describe('the matcher answers as one that tries every route in order', () => {
  test('on small tables of everything that a pattern can have', () =>
    check((round) => 1 + (round % 8), false, 0));
  test('on larger ones, where routes overlap', () => check((round) => 10 + (round % 30), false, 10_000_000));
  test('on tables of plain segments and text', () => check((round) => 5 + (round % 60), true, 20_000_000));
});

/** All that a router says of a request, but for what its routes are. */
function told(router: Router, method: string, path: string, context: RequestContext): string {
  const match = router.recognize(method, path, { context });
  return JSON.stringify([
    match && [match.route.index, Object.entries(match.params), match.controller, match.action],
    router.recognitionStatus(method, path, { context }),
    router.allowedMethods(path, { context }),
    router.explain(method, path, { context }).map(({ route, ...why }) => [route.index, why]),
  ]);
}

test('every form of a table says the same, when it is new and when it has been asked often', () => {
  for (let round = 0; round < tables / 4; round++) {
    const random = seededRandom(seed * 1_000_003 + 50_000_000 + round);
    const routes = randomTable(random, { size: 1 + (round % 12) });
    const plain = new Router({ recognition: ({ all }) => new PlainSearch(all), routes });
    const forms = {
      loaded: new Router({ recognition: loadedRecognition, routes }),
      quick: new Router({ recognition: quickRecognition, routes }),
      size: compiledRouter(routes),
      speed: compiledRouter(routes, undefined, { optimize: 'speed' }),
    };
    const asked = Array.from({ length: 40 }, () => {
      const [method, context] = [pick(random, methods), pick(random, contexts)];
      return [method, randomPath(random, routes).toWellFormed(), context] as const;
    });
    const expected = asked.map((each) => told(plain, ...each));
    for (const [form, router] of Object.entries(forms)) {
      for (const often of [1, 2, 3])
        asked.forEach((each, index) => {
          const actual = told(router, ...each);
          if (actual !== expected[index])
            expect(actual, `${form} ${often}: ${JSON.stringify(each)} in\n${shown(routes)}`).toBe(
              expected[index],
            );
        });
    }
  }
});

test('callables are asked the same in every form of a table, though they ask the router again, throw, or answer as they like', () => {
  for (let round = 0; round < tables / 4; round++) {
    const random = seededRandom(seed * 1_000_003 + 80_000_000 + round);
    /** What callables were asked in a look-up, but for those of look-ups inside it. */
    let noted: string[] = [];
    let askAgain: (() => unknown) | undefined;
    const again = (): void => {
      const [before, inner] = [noted, askAgain];
      [noted, askAgain] = [[], undefined];
      try {
        inner?.();
      } catch {
        // It is no matter to the look-up outside.
      } finally {
        [noted, askAgain] = [before, inner];
      }
    };
    const callables = Array.from({ length: 4 }, (_, kind) => (value: unknown): boolean => {
      noted.push(`${kind} ${typeof value === 'string' ? value : 'context'}`);
      again();
      if (kind === 0 && noted.length % 3 === 0) throw new Error('thrown by a callable');
      return (noted.length + kind) % 2 === 0;
    });
    const callable = () => ({ kind: 'callable', callable: pick(random, callables), label: '&a#b' }) as const;
    const routes = randomTable(random, { size: 1 + (round % 12) }).map((route, index) => ({
      ...route,
      segmentConstraints: new Map(
        [...route.segmentConstraints].map(([name, each]) => [
          name,
          each.map((one) => (one.kind === 'callable' ? callable() : one)),
        ]),
      ),
      requestConstraints: [
        ...route.requestConstraints.filter(({ kind }) => kind !== 'callable'),
        ...(index % 3 === 0 ? [callable()] : []),
      ],
    }));
    const asked = Array.from({ length: 20 }, () => {
      const [method, context] = [pick(random, methods), pick(random, contexts)];
      return [method, randomPath(random, routes).toWellFormed(), context] as const;
    });
    const outcome = (router: Router, [method, path, context]: (typeof asked)[number]): string => {
      const [other] = asked;
      askAgain = () => told(router, other![0], other![1], other![2]);
      const options = {
        get context() {
          again();
          return context;
        },
      };
      const looks = [
        () => router.recognize(method, path, options),
        () => router.recognitionStatus(method, path, options),
        () => router.allowedMethods(path, options),
      ];
      return JSON.stringify(
        looks.map((look) => {
          noted = [];
          try {
            return [look(), noted];
          } catch (error) {
            return [String(error), noted];
          }
        }),
        (key, value: unknown) => (key === 'route' ? (value as { index: number }).index : value),
      );
    };
    const plain = new Router({ recognition: ({ all }) => new PlainSearch(all), routes });
    const expected = asked.map((each) => outcome(plain, each));
    for (const [form, router] of Object.entries({
      loaded: new Router({ recognition: loadedRecognition, routes }),
      size: compiledRouter(routes),
      speed: compiledRouter(routes, undefined, { optimize: 'speed' }),
    }))
      for (const often of [1, 2, 3])
        asked.forEach((each, index) =>
          expect(
            outcome(router, each),
            `${form} ${often}: ${JSON.stringify(each)} in\n${shown(routes)}`,
          ).toBe(expected[index]),
        );
  }
});
