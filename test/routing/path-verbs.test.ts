// The verbs of paths that two patterns meet, of which the tree remembers some.

import { expect, test } from 'vitest';
import { listOf } from '../../src/routing/patterns/route-list.js';
import { recognition } from '../../src/routing/recognition/matcher.js';
import { mostJoint, verbsOfPath } from '../../src/routing/recognition/path-verbs.js';
import { Tree } from '../../src/routing/recognition/radix-tree.js';
import { routesOf } from '../support/routes-of.js';

test('what is remembered of two places does not grow with the paths that are asked for', () => {
  const count = Math.ceil(Math.sqrt(mostJoint)) + 1;
  const numbers = Array.from({ length: count }, (_, k) => k);
  const tree = new Tree(
    listOf(
      routesOf(
        Object.fromEntries(
          numbers.flatMap((k) => [
            [`GET /x${k}/:b`, `a#show`],
            [`POST /:a/y${k}`, `b#create`],
          ]),
        ),
      ),
    ),
  );
  for (const i of numbers) for (const k of numbers) expect(verbsOfPath(tree, `/x${i}/y${k}`)).toHaveLength(3);
  expect(tree.jointVerbs.size).toBeLessThanOrEqual(mostJoint);
});

test('a path with an extension has the verbs of the routes that may have it, whatever was asked for before', () => {
  const asked = recognition(
    listOf(
      routesOf({
        'GET /posts/:id(.:format)': {},
        'DELETE /posts/:id(.:format)': {},
        'GET /notes/:id(.:format)': {},
        'PUT /notes/:id': {},
        'GET /files/:id(.:format)': {},
        'PATCH /files/:id(.:format)': { where: { format: 'json' } },
      }),
    ),
  );
  const verbs: Readonly<Record<string, string>> = {
    '/posts/7': 'GET,HEAD,DELETE',
    '/posts/7.json': 'GET,HEAD,DELETE',
    '/notes/7': 'GET,HEAD,PUT',
    '/notes/7.json': 'GET,HEAD',
    '/files/7': 'GET,HEAD,PATCH',
    '/files/7.json': 'GET,HEAD,PATCH',
    '/files/7.xml': 'GET,HEAD',
    '/posts/7.': '',
    '/posts/7.json.gz': '',
  };
  for (const before of Object.keys(verbs))
    for (const [path, all] of Object.entries(verbs)) {
      asked.allowedMethods(before, {});
      expect(asked.allowedMethods(path, {}).join(), `${path} after ${before}`).toBe(all);
    }
});
