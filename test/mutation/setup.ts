// What runs before each test file: in the run that finds out which test reaches which mutant, notes that; when a mutant is tried, leaves
// out the tests that do not reach it.

import { mkdirSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, beforeEach, inject, type RunnerTestCase } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder that takes what each file reached; none when a mutant is tried. */
    reached: string | undefined;
    /** For each test file the names of its tests that reach the mutant; null for all of them. */
    wanted: Readonly<Record<string, readonly string[] | null>> | undefined;
  }
}

/** What the code that Stryker's instrumenter adds writes to and reads. */
interface Counted {
  mutantCoverage?: { static: Record<string, number>; perTest: Record<string, Record<string, number>> };
  currentTestId?: string | undefined;
}

const reached = inject('reached');
const wanted = inject('wanted');
// A mutant is killed by the first counterexample; the smallest one interests nobody.
fc.configureGlobal({ endOnFailure: true });

if (reached !== undefined) {
  const counted = ((globalThis as { __stryker__?: Counted }).__stryker__ ??= {});
  let file = '';
  beforeEach(({ task }) => {
    file = task.file.filepath;
    counted.currentTestId = fullName(task);
  });
  afterEach(() => {
    counted.currentTestId = undefined;
  });
  afterAll(() => {
    mkdirSync(reached, { recursive: true });
    const name = `${createHash('sha1').update(file).digest('hex')}.json`;
    writeFileSync(join(reached, name), JSON.stringify({ file, ...counted.mutantCoverage }));
  });
} else if (wanted !== undefined) {
  beforeEach(({ task, skip }) => {
    const names = wanted[task.file.filepath];
    if (names != null && !names.includes(fullName(task))) skip();
  });
}

function fullName(task: Readonly<RunnerTestCase>): string {
  const names = [task.name];
  for (let suite = task.suite; suite !== undefined; suite = suite.suite) names.unshift(suite.name);
  return names.join(' > ');
}
