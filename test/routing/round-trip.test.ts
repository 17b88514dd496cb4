// Generation and recognition are each other's inverse: what a helper makes, its route gives back.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UrlGenerationError } from '../../src/routing/generation/generation-errors.js';
import { matchPattern } from '../../src/routing/patterns/backtracking.js';
import { parsePattern } from '../../src/routing/patterns/pattern.js';
import { canonicalPath } from '../../src/routing/patterns/request-path.js';
import { recognition } from '../../src/routing/recognition/matcher.js';
import { Router } from '../../src/routing/router/router.js';
import { quickGeneration } from '../../src/routing/generation/generation.js';
import { UrlHelpers } from '../../src/routing/generation/url-helpers.js';
import { generatedCall, type GeneratedCall } from '../support/generated-routes.js';
import { runsOf } from '../support/runs.js';
import { routeDefinition } from '../support/named-routes.js';

const seed = 20_261_121;

function routerOf({ route }: Pick<GeneratedCall, 'route'>): Router {
  const routes = [routeDefinition('thing', route)];
  return new Router({ recognition, helpers: UrlHelpers, generation: quickGeneration, routes });
}

/** The path of a call, or undefined where the helper refuses to make one. */
function pathOf(router: Router, values: readonly unknown[]): string | undefined {
  const helpers = new UrlHelpers({ router });
  try {
    return helpers.pathFor('thing', ...(values as []));
  } catch (problem) {
    // By its name: a bundled router brings a class of its own.
    if (problem instanceof Error && problem.name === UrlGenerationError.name) return undefined;
    throw problem;
  }
}

/** What recognition has to give for values by name: the values, or the defaults. */
function expectedParams({ route, values }: GeneratedCall): Record<string, string> {
  const given = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== null);
  return { ...route.defaults, ...Object.fromEntries(given) };
}

describe('a generated path', () => {
  it('is recognised with the values that it was made from', () => {
    let made = 0;
    const runs = runsOf(2000);
    fc.assert(
      fc.property(generatedCall, (call) => {
        const router = routerOf(call);
        const path = pathOf(router, [call.values]);
        if (path === undefined) return;
        made++;
        expect({ ...router.recognize('GET', path)?.params }, `${call.route.path} → ${path}`).toEqual(
          expectedParams(call),
        );
      }),
      { seed, numRuns: runs },
    );
    expect(made).toBeGreaterThan(runs / 5);
  });

  it('keeps characters beyond the first plane beside escaped dots and slashes', () => {
    const router = routerOf({ route: { path: '/:id', constraints: {}, defaults: {} } });
    for (const id of ['\u{2c400}.', '\u{10000}/', './', '/.', '\u{103ff}./\u{2c400}']) {
      expect(router.recognize('GET', pathOf(router, [id])!)?.params['id']).toBe(id);
    }
  });

  it('is a path that clients send as it is', () => {
    fc.assert(
      fc.property(generatedCall, (call) => {
        const path = pathOf(routerOf(call), [call.values]);
        if (path === undefined) return;
        expect(path).toMatch(/^\/(?!\/)[\w\-.~!*'();,/:@&=+$%]*$/);
        expect(new URL(path, 'http://example.org').pathname).toBe(path);
      }),
      { seed, numRuns: runsOf(1500) },
    );
  });

  it('is the same for values by name and by position', () => {
    fc.assert(
      fc.property(generatedCall, (call) => {
        const router = routerOf(call);
        const { pattern } = router.routes[0]!.definition;
        const given = pattern.names.map((name) => call.values[name]);
        const isComplete = pattern.names.every(
          (name, index) => pattern.optionalNames.has(name) || given[index] !== undefined,
        );
        if (isComplete) expect(pathOf(router, given)).toBe(pathOf(router, [call.values]));
      }),
      { seed, numRuns: runsOf(1500) },
    );
  });

  it('carries a query and a fragment that read back as what they were', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 6 });
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.stringMatching(/^[a-z&= é[\]]{1,5}$/),
          fc.oneof(text, fc.array(text, { minLength: 1, maxLength: 3 })),
          { maxKeys: 4 },
        ),
        text,
        (query, anchor) => {
          const helpers = new UrlHelpers({
            router: routerOf({ route: { path: '/x', constraints: {}, defaults: {} } }),
            defaultUrlOptions: { host: 'a.b' },
          });
          const url = new URL(helpers.urlFor('thing', { ...query, anchor }));
          const pairs = Object.keys(query)
            .sort()
            .flatMap((key) => {
              const value = query[key]!;
              return typeof value === 'string' ? [[key, value]] : value.map((item) => [`${key}[]`, item]);
            });
          expect([...url.searchParams]).toEqual(pairs);
          expect(decodeURIComponent(url.hash.slice(1))).toBe(anchor);
        },
      ),
      { seed, numRuns: runsOf(500) },
    );
  });
});

describe('a helper that refuses', () => {
  /** Every way of writing the values into the pattern, with dots plain and escaped. */
  function somePath(call: GeneratedCall): string | undefined {
    const definition = routeDefinition('thing', call.route);
    const wanted = new Map(Object.entries(expectedParams(call)));
    const write = (parts: typeof definition.pattern.parts, dot: string): string[] =>
      parts.reduce<string[]>(
        (paths, part) => {
          const texts =
            part.kind === 'group'
              ? ['', ...write(part.parts, dot)]
              : part.kind === 'literal'
                ? [encodeURI(part.text)]
                : [
                    encodeURIComponent(wanted.get(part.name) ?? '_')
                      .replaceAll('.', dot)
                      .replaceAll('%2F', part.kind === 'glob' ? '/' : '%2F'),
                  ];
          return paths.flatMap((path) => texts.map((text) => path + text));
        },
        [''],
      );
    const candidates = ['.', '%2E'].flatMap((dot) => write(definition.pattern.parts, dot));
    return candidates.find((path) => {
      const canonical = canonicalPath(path);
      const values = canonical === undefined ? undefined : matchPattern(definition, canonical);
      if (!values) return false;
      const params = { ...call.route.defaults, ...Object.fromEntries(values) };
      return JSON.stringify(Object.entries(params).sort()) === JSON.stringify([...wanted].sort());
    });
  }

  it('refuses only what no path of its route could say', () => {
    fc.assert(
      fc.property(generatedCall, (call) => {
        const texts = Object.values(call.values).filter((value) => value !== null);
        const isOrdinary = texts.every(
          (value) => value !== '' && !/\p{Cs}/u.test(value) && !/(^|\/)\.{0,2}(\/|$)/.test(value),
        );
        const isAsked = Object.values(call.route.constraints).some(
          (constraint) => typeof constraint === 'function',
        );
        const names = parsePattern(call.route.path).pattern.names;
        // Literal text in a group is always written, and never tried without.
        if (call.route.path.includes('(-tng)')) return;
        const isNulled = names.some((name) => call.values[name] === null);
        if (!isOrdinary || isAsked || isNulled || pathOf(routerOf(call), [call.values]) !== undefined) return;
        expect(somePath(call), JSON.stringify(call)).toBeUndefined();
      }),
      { seed, numRuns: runsOf(2000) },
    );
  });
});
