// Contenders in turns, each in a process of its own that starts anew: what one has taught the engine does not help or hurt another.
//
// A benchmark bundles itself, as the package is bundled, and is started again with what it has to measure; it prints the answer as JSON. The
// turns are rotated, so that nobody always comes after the same other. `RUN_WITH='taskset -c 1 chrt -f 10' npm run bench` starts each
// process with that, for machines that have other work.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A benchmark that can be started again and again. */
export class Turns {
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'waypost-bench-'));
  readonly #bundle = path.join(this.#folder, 'bench.mjs');

  private constructor() {}

  /** For the benchmark whose file this is. */
  static async of(file: string): Promise<Turns> {
    const { build } = await import('esbuild');
    const turns = new Turns();
    await build({
      entryPoints: [file],
      bundle: true,
      format: 'esm',
      platform: 'node',
      outfile: turns.#bundle,
      external: ['esbuild'],
      banner: {
        js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
      },
      logLevel: 'error',
    });
    return turns;
  }

  /** What each contender answered in each round, by contender. `flags` are Node's own. */
  run<Name extends string, Answer>(
    contenders: readonly Name[],
    rounds: number,
    words: readonly string[],
    flags: readonly string[] = [],
  ): Map<Name, Answer[]> {
    const answers = new Map<Name, Answer[]>(contenders.map((contender) => [contender, []]));
    const [command, ...before] = [
      ...(process.env['RUN_WITH']?.split(' ') ?? []),
      process.execPath,
      ...flags,
      this.#bundle,
    ];
    for (let round = 0; round < rounds; round++) {
      for (let k = 0; k < contenders.length; k++) {
        const contender = contenders[(k + round) % contenders.length]!;
        const output = execFileSync(command!, [...before, contender, ...words], { encoding: 'utf8' });
        answers.get(contender)!.push(JSON.parse(output) as Answer);
      }
    }
    return answers;
  }

  /** Where a file for the turns can be written; it ends with them. */
  file(name: string): string {
    return path.join(this.#folder, name);
  }

  end(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** What a process that was started for a turn has to measure; none in the process that was started by a person. */
export function turnOf(): readonly string[] | undefined {
  const words = process.argv.slice(2).filter((word) => !word.startsWith('-'));
  return process.argv[1]!.endsWith('bench.mjs') ? words : undefined;
}

export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!;
}
