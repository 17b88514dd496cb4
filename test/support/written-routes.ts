// Routes for tests, written in one line or generated, and a small set of paths that they may match.

import fc from 'fast-check';
import type { RequestConstraint } from '../../src/routing/patterns/constraints.js';
import type { RouteDefinition } from '../../src/routing/patterns/route.js';
import { definitionOf, type WrittenConstraint } from './definition.js';

/** Makes a route: `route('GET|POST /photos/:id', { id: /\d+/ })`. The verb `*` means any verb. */
export function route(
  written: string,
  where: Readonly<Record<string, WrittenConstraint>> = {},
  request: readonly RequestConstraint[] = [],
): RouteDefinition {
  const [verbs = '', path = ''] = written.split(' ');
  return definitionOf(verbs === '*' ? 'ANY' : verbs, path, { to: 'c#a', where, request });
}

// The set of paths: every path of up to three of these pieces.

const pieces = ['a', 'b', '7', 'a.b', 'a%2Eb', 'a%2Fb', 'a-b', '.a', 'ab'];
export const worldPaths = ['/'];
for (const first of pieces) {
  worldPaths.push(`/${first}`);
  for (const second of pieces) {
    worldPaths.push(`/${first}/${second}`);
    for (const third of ['a', '7', 'a.b']) worldPaths.push(`/${first}/${second}/${third}`);
  }
}

const written: fc.Arbitrary<WrittenConstraint> = fc.constantFrom<WrittenConstraint>(
  /\d+/,
  /[a-z]+/,
  /a|b/,
  /[^\/]+/,
  /.+/,
  /\w+/,
  /a.b/,
  /[^.]*/,
  /[ab]{1,2}/,
  /(?!a)\w+/,
  /a\b.*/,
  /^a$/,
  'a',
  'a.b',
  ['a', '7'],
  [/\d/, 'b'],
);

export const generatedRoute: fc.Arbitrary<RouteDefinition> = fc
  .record({
    verbs: fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'GET|POST', 'POST', '*'),
    paths: fc.array(
      fc.constantFrom(
        '/a',
        '/b',
        '/7',
        '/a.b',
        '/:NAME',
        '/:NAME',
        '/:NAME',
        '(/:NAME)',
        '(/a)',
        '/a-:NAME',
        '/:NAME.:NAME',
        '/*NAME',
        '/a(.:NAME)',
        '(.:NAME)',
        '/:NAME(.:NAME)',
        '(/*NAME)',
        '/(:NAME-)b',
        '/:NAME-:NAME',
        '/(a)b',
        '(/:NAME(/:NAME))',
      ),
      { minLength: 0, maxLength: 3 },
    ),
    constraints: fc.array(fc.option(written, { freq: 3 }), { minLength: 6, maxLength: 6 }),
  })
  .map(({ verbs, paths, constraints }) => {
    let names = 0;
    const path = (paths.join('') || '/').replace(/NAME/g, () => `n${names++}`);
    const segments: Record<string, WrittenConstraint> = {};
    constraints.slice(0, names).forEach((each, index) => {
      if (each !== null) segments[`n${index}`] = each;
    });
    return route(`${verbs} ${path}`, segments);
  });
