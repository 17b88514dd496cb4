// The verbs of paths that two patterns meet, of which the tree remembers some.

import { expect, test } from 'vitest';
import { listOf } from '../../src/routing/patterns/route-list.js';
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
