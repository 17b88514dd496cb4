// Whatever the text, it is understood as far as can be: nothing throws, every place lies in the text, and what has no
// error makes a router.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { analyze } from '../../src/analysis/analyze.js';
import { errorCodes } from '../../src/language/diagnostics.js';
import { parsePattern } from '../../src/routing/patterns/pattern.js';
import { recognition } from '../../src/routing/recognition/matcher.js';
import { Router } from '../../src/routing/router/router.js';
import { pieces, statements } from '../support/random-texts.js';
import { runsOf } from '../support/runs.js';

const included = new Map([
  ['a', "resources 'as' { include 'x#y' }"],
  ['photos.routes', "concern 'photos' { get 'x', on => 'member' }\nconcerns 'a'"],
]);

describe('any sequence of declarations', () => {
  test('is understood, with every diagnostic at a place of the text and every route with a pattern', () => {
    fc.assert(
      fc.property(statements, (body) => {
        const text = `routes {\n${body}\n}`;
        const { diagnostics, interpretation, routes } = analyze(text, { read: (path) => included.get(path) });
        for (const { code, message, range, file, related = [] } of diagnostics) {
          expect(errorCodes).toHaveProperty([code]);
          expect(message).not.toMatch(/undefined|\[object|NaN|\.$/);
          const length = file === 'routes' ? text.length : included.get(file)!.length;
          expect(range.start.offset).toBeGreaterThanOrEqual(0);
          expect(range.end.offset).toBeGreaterThanOrEqual(range.start.offset);
          expect(range.end.offset).toBeLessThanOrEqual(length);
          for (const place of related) expect(place.message).not.toMatch(/undefined/);
        }
        for (const { definition } of routes) {
          expect(parsePattern(definition.pattern.text).pattern.text).toBe(definition.pattern.text);
          expect(definition.pattern.text).toMatch(/^\(?\/|^\(/);
          if (definition.name !== undefined) expect(definition.name).toMatch(/^[\p{L}_][\p{L}\p{N}_-]*$/u);
        }
        if (diagnostics.length === 0) {
          const router = new Router({
            recognition,
            routes: routes.map(({ definition }) => definition),
            customHelpers: interpretation.customHelpers,
          });
          for (const path of ['/', '/a', '/a/b', '/photos/7/edit'])
            router.recognize('GET', path, { context: { subdomain: 'x' } });
        }
      }),
      { numRuns: runsOf(1_500), seed: 4 },
    );
  });

  test('says the same whenever it is asked', () => {
    fc.assert(
      fc.property(statements, (body) => {
        const once = analyze(`routes {\n${body}\n}`);
        const again = analyze(`routes {\n${body}\n}`);
        expect(again.diagnostics).toEqual(once.diagnostics);
        expect(again.routeTable()).toEqual(once.routeTable());
      }),
      { numRuns: runsOf(150), seed: 5 },
    );
  });
});

describe('any text', () => {
  test('is understood', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (list) => {
        const { routeTable } = analyze(list.join(''), { wrapperIsOptional: true });
        routeTable();
        analyze(list.join(' '));
      }),
      { numRuns: runsOf(1_500), seed: 6 },
    );
  });
});
