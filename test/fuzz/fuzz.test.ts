// Everything that was ever found, again, and a few cases by chance; without end where `npm run fuzz` asks for it (see `run.mjs`).
//
// A case that fails is made as small as it goes and written to `test/fixtures/fuzz/<property>`: a text as it is, anything else as JSON.

import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { properties } from './properties.js';

const corpus = 'test/fixtures/fuzz';
const minutes = Number(process.env['WAYPOST_FUZZ_MINUTES'] ?? 0);
/** A folder for the case that is tried just now, which outlives this process. */
const trying = process.env['WAYPOST_FUZZ_TRYING'];

describe.each(Object.entries(properties))('%s', (name, { cases, check }) => {
  it.each(readdirSync(join(corpus, name)))('hold for %s', async (file) => {
    const written = readFileSync(join(corpus, name, file), 'utf8');
    await check((file.endsWith('.json') ? JSON.parse(written) : written) as never);
  });

  it('hold for some by chance', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async (each) => check(each as never)),
      { numRuns: 10, seed: 20_261_122 },
    );
  });
});

if (minutes > 0) {
  it('hold for all that there was time for', { timeout: 0 }, async () => {
    const end = Date.now() + minutes * 60_000;
    const failed = new Map<string, string>();
    let tried = 0;
    while (Date.now() < end && failed.size < Object.keys(properties).length) {
      for (const [name, { cases, check }] of Object.entries(properties)) {
        if (failed.has(name)) continue;
        const property = fc.asyncProperty(cases, async (each) => {
          tried++;
          if (trying !== undefined) write(trying, name, each, 'case');
          await check(each as never);
        });
        const { counterexample, errorInstance } = await fc.check(property, {
          numRuns: 1_000,
          seed: Math.floor(Math.random() * 2 ** 31),
          interruptAfterTimeLimit: Math.min(10_000, Math.max(0, end - Date.now())),
        });
        if (trying !== undefined) rmSync(join(trying, name), { recursive: true, force: true });
        if (!counterexample) continue;
        failed.set(name, `${write(corpus, name, counterexample[0])}: ${String(errorInstance)}`);
      }
    }
    process.stdout.write(`${tried} cases tried\n`);
    expect([...failed.values()]).toEqual([]);
  });
}

/** Writes a case into the folder of its property and gives the path of the file. */
function write(folder: string, property: string, each: unknown, name?: string): string {
  // What an editor or git might change on the way is written with escapes.
  const isPlain = typeof each === 'string' && !/[^\P{C}\n]/u.test(each);
  const text = isPlain ? each : JSON.stringify(each, undefined, 2);
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 12);
  const file = `${name ?? hash}.${isPlain ? 'txt' : 'json'}`;
  mkdirSync(join(folder, property), { recursive: true });
  writeFileSync(join(folder, property, file), text);
  return join(folder, property, file);
}
