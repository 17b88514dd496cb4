// What a stranger's text decides the length of ends when the time is over.

import { join } from 'node:path';
import { globSync } from 'tinyglobby';
import { expect, it } from 'vitest';
import { within } from '../../src/node/files/limited-time.js';
import { WorkFolder } from '../support/test-terminal.js';

it('a glob that tries all its ways of laying itself over a name is given up', () => {
  const folder = new WorkFolder();
  folder.write({ [`${'a'.repeat(200)}.routes`]: '' });
  const found = (pattern: string, milliseconds: number): readonly string[] | undefined =>
    within(milliseconds, () => globSync([pattern], { cwd: folder.path, absolute: true }));
  expect(found(`${'*a'.repeat(12)}x*`, 300)).toBe(undefined);
  expect(found('*.routes', 30_000)).toEqual([join(folder.path, `${'a'.repeat(200)}.routes`)]);
  folder.remove();
});

it('an error of it is thrown on', () => {
  const broken = (): never => {
    throw new RangeError('broken');
  };
  expect(() => within(1_000, broken)).toThrow(RangeError);
});
