import { expect, it } from 'vitest';
import { importsUnderWay, noting } from '../../src/node/modules/import-failure.js';

it.each([['a text'], [undefined], [null], [7], [new Error('an error')]])(
  'hands on what an import throws, be it %j',
  async (thrown) => {
    const failing = noting('/app/broken.ts', () => Promise.reject(thrown as Error));
    expect(importsUnderWay()).toEqual(['/app/broken.ts']);
    await expect(failing).rejects.toBe(thrown);
    expect(importsUnderWay()).toEqual([]);
  },
);
