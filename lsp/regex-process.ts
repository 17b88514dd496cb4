// The process that judges regexes. Judging one can take most of a second, during which the server has to go on answering, and the
// judge loads more code than all the rest of the server. The process ends when it has had no question for a while, which frees its memory.

import { fork, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { CheckedRegex, RegexCheck } from '../src/lint/regex-safety.js';

export interface Question {
  readonly id: number;
  readonly source: string;
  readonly flags: string;
}

export interface Answer {
  readonly id: number;
  readonly checked: CheckedRegex;
}

interface Waiting {
  readonly timer: NodeJS.Timeout;
  readonly resolve: (checked: CheckedRegex) => void;
  readonly reject: (reason: Error) => void;
}

/** Milliseconds without a question after which the process ends. */
const patience = 2_000;
/** Milliseconds that one question may take, with the start of the process: a judge that is stopped must not hold up diagnostics. */
const longestAnswer = 4_000;
/** Milliseconds after such an answer that never came in which nothing is asked: the next process would most likely be stopped as well. */
const pause = 10_000;
/** The programs that it may be built as, beside the module that this is in. */
const builtAs = ['./regex-judge.js', './regex-judge.mjs'];

/** A check that runs in another process; absent where the server runs from its sources, which no process could load. */
export function separateRegexCheck(): RegexCheck | undefined {
  const program = builtAs
    .map((name) => fileURLToPath(new URL(name, import.meta.url)))
    .find((file) => existsSync(file));
  if (program === undefined) return undefined;
  const judge = new RegexProcess(program);
  return (source, flags) => judge.check(source, flags);
}

const doesNotAnswer = (): Error => new Error('the process that judges regexes does not answer');

export class RegexProcess {
  readonly #waiting = new Map<number, Waiting>();
  #child: ChildProcess | undefined;
  #end: NodeJS.Timeout | undefined;
  #count = 0;
  /** When a question may be asked again. */
  #restsUntil = 0;

  constructor(
    readonly program: string,
    readonly longest = longestAnswer,
  ) {}

  /** Rejects where the process cannot be started, or dies. */
  check(source: string, flags: string): Promise<CheckedRegex> {
    clearTimeout(this.#end);
    if (performance.now() < this.#restsUntil) return Promise.reject(doesNotAnswer());
    const child = (this.#child ??= this.#start());
    const id = ++this.#count;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#restsUntil = performance.now() + pause;
        this.#lose(child, doesNotAnswer());
        child.kill('SIGKILL');
      }, this.longest);
      this.#waiting.set(id, { resolve, reject, timer });
      child.send({ id, source, flags } satisfies Question, (error) => error && this.#lose(child, error));
    });
  }

  /** What it would print must not come between the protocol's messages; it ends with the channel, and so with the server. */
  #start(): ChildProcess {
    const child = fork(this.program, [], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], execArgv: [] });
    child.unref();
    child.channel?.unref();
    const stop = (): void => {
      if (this.#child === child) this.#child = undefined;
      child.kill();
    };
    child.on('message', ({ id, checked }: Answer) => {
      const waiting = this.#waiting.get(id);
      clearTimeout(waiting?.timer);
      waiting?.resolve(checked);
      this.#waiting.delete(id);
      if (this.#waiting.size === 0) this.#end = setTimeout(stop, patience).unref();
    });
    child.on('error', (error) => this.#lose(child, error));
    child.on('exit', () => this.#lose(child, new Error('the process that judges regexes has ended')));
    return child;
  }

  /** What was asked of a process that is gone gets no answer; the next question starts another. */
  #lose(child: ChildProcess, reason: Error): void {
    if (this.#child !== child) return;
    this.#child = undefined;
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      reject(reason);
    }
    this.#waiting.clear();
  }
}
