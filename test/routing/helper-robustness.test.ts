// Whatever helpers are called with, they answer a URL or throw one of their two errors.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UnknownRouteError, UrlGenerationError } from '../../src/routing/generation/generation-errors.js';
import { UrlHelpers } from '../../src/routing/generation/url-helpers.js';
import { namedRoutes } from '../support/named-routes.js';
import { anyText } from '../support/any-text.js';

const seed = 20_261_123;

const helpers = new UrlHelpers({
  router: namedRoutes({
    root: '/',
    post: '/(:locale)/posts/:id(.:format)',
    file: '/files/*path',
    trip: '/:from-:to',
    string: '/strings/:id',
    strings: '/strings',
  }),
  defaultUrlOptions: { host: 'example.org' },
}) as unknown as Readonly<Record<string, (...values: readonly unknown[]) => string>>;

class Oddity {
  static {
    Object.defineProperty(this, 'name', { value: () => 'x' });
  }
  constructor(
    readonly id: unknown,
    readonly toParam: unknown,
    readonly isPersisted: unknown,
  ) {}
}

const anything = fc.oneof(
  fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withNullPrototype: true,
    withObjectString: true,
    withSparseArray: true,
    withTypedArray: true,
    withUnicodeString: true,
  }),
  anyText(),
  fc.constantFrom(
    Symbol('x'),
    () => 'x',
    class Thing {},
    Promise.resolve(1),
    new Proxy({}, {}),
    globalThis,
    /x/,
    new URL('http://x.y'),
    new Error('x'),
    Object.freeze([null]),
  ),
  fc.tuple(fc.anything(), fc.anything(), fc.anything()).map((values) => new Oddity(...values)),
);
const options = fc.dictionary(
  fc.oneof(
    fc.constantFrom(
      'anchor',
      'trailingSlash',
      'currentParams',
      'host',
      'protocol',
      'port',
      'id',
      'path',
      'format',
      'action',
      '__proto__',
    ),
    fc.string(),
  ),
  anything,
);

/** A part of a URL that no text was put into unescaped. */
const url = /^(?:(?:https?|wss?):\/\/[\w.:[\]-]+)?\/[\w\-.~!*'();,/:@&=+$%?#[\]]*$/;

describe.each([
  'pathFor',
  'urlFor',
  'polymorphicPath',
  'polymorphicUrl',
  'postPath',
  'postUrl',
  'filePath',
  'tripPath',
  'nonsensePath',
])('%s', (name) => {
  it('answers a URL or says what is wrong', () => {
    const target = fc.oneof(fc.constantFrom('root', 'post', 'file', 'trip'), anything);
    const isByName = name === 'pathFor' || name === 'urlFor';
    const call = fc.tuple(
      isByName ? target.map((each) => [each]) : fc.constant([]),
      fc.array(anything, { maxLength: 3 }),
      fc.option(options),
    );
    fc.assert(
      fc.property(call, ([first, values, last]) => {
        let answer: string;
        try {
          answer = helpers[name]!(...first, ...values, ...(last ? [last] : []));
        } catch (problem) {
          if (problem instanceof UnknownRouteError || problem instanceof UrlGenerationError) {
            expect(problem.message).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029]/u);
            return;
          }
          throw problem;
        }
        expect(answer).toMatch(url);
      }),
      { seed, numRuns: 600 },
    );
  });
});
