// Contenders in turns, each in a process of its own that starts anew: what one has taught the engine does not help or hurt another.
//
// A benchmark bundles itself, as the package is bundled, and is started again with what it has to measure. Either one process after the other runs
// to its end and prints its answer as JSON (`run`), or all of a round live at once and are asked by turns of some milliseconds (`together`), so that other work on the
// machine comes to all of them alike. The turns are rotated, so that nobody always comes after the same other. `RUN_WITH='taskset -c 1 chrt -f 10' npm run bench` starts each
// process with that, for machines that have other work.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
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
    const [command, ...before] = this.#commandLine(flags);
    for (let round = 0; round < rounds; round++) {
      for (let k = 0; k < contenders.length; k++) {
        const contender = contenders[(k + round) % contenders.length]!;
        const output = execFileSync(command!, [...before, contender, ...words], { encoding: 'utf8' });
        answers.get(contender)!.push(JSON.parse(output) as Answer);
      }
    }
    return answers;
  }

  /** One process for each contender, which waits to be asked (`answerTurns`) and ends with the others. `flags` are Node's own. */
  async together<Name extends string>(
    contenders: readonly Name[],
    words: readonly string[],
    flags: readonly string[],
    ask: (asked: readonly Asked<Name>[]) => Promise<void>,
  ): Promise<void> {
    const [command, ...before] = this.#commandLine(flags);
    const asked = contenders.map(
      (name) =>
        new Asked(
          name,
          spawn(command!, [...before, name, ...words], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }),
        ),
    );
    try {
      await ask(asked);
    } finally {
      for (const each of asked) each.end();
    }
  }

  #commandLine(flags: readonly string[]): string[] {
    return [...(process.env['RUN_WITH']?.split(' ') ?? []), process.execPath, ...flags, this.#bundle];
  }

  /** Where a file for the turns can be written; it ends with them. */
  file(name: string): string {
    return path.join(this.#folder, name);
  }

  end(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** A contender's process that waits to be asked. */
export class Asked<Name extends string = string> {
  readonly #process: ChildProcess;

  constructor(
    readonly name: Name,
    child: ChildProcess,
  ) {
    this.#process = child;
  }

  /** Throws when the process ends before it answers. */
  async ask<Answer>(question: string): Promise<Answer> {
    this.#process.send(question);
    const ended = new AbortController();
    const answer = once(this.#process, 'message', { signal: ended.signal });
    const gone = once(this.#process, 'exit', { signal: ended.signal });
    try {
      const [message] = (await Promise.race([answer, gone.then(() => [undefined])])) as [unknown];
      if (message === undefined) throw new Error(`${this.name} ended: ${question}`);
      return message as Answer;
    } finally {
      for (const waiting of [answer, gone]) waiting.catch(() => undefined);
      ended.abort();
    }
  }

  end(): void {
    this.#process.disconnect();
  }
}

/** Answers what the process that has started this one asks (`Asked`), until that lets it go. */
export function answerTurns(answer: (question: string) => unknown): void {
  process.on('message', (question: string) => void process.send!(answer(question)));
}

/** What a process that was started for a turn has to measure; none in the process that was started by a person. */
export function turnOf(): readonly string[] | undefined {
  const words = process.argv.slice(2).filter((word) => !word.startsWith('-'));
  return process.argv[1]!.endsWith('bench.mjs') ? words : undefined;
}

export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!;
}
