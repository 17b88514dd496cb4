// The process that judges regexes. A judgement can take most of a second, while the server must keep answering, and it needs more code
// than the whole server. The process ends after some time without questions, which frees its memory.

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
/** Milliseconds that one question may take, including the start of the process. A stopped process must not delay diagnostics for long. */
const longestAnswer = 4_000;
/** Milliseconds without further questions after one got no answer. A new process would probably be stopped too. */
const pause = 10_000;
/** The possible file names of the program, beside this module. */
const builtAs = ['./regex-judge.js', './regex-judge.mjs'];

/** A check that runs in another process. Undefined if the server runs from its sources, which no process could load. */
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
  /** The time from which questions are allowed again. */
  #restsUntil = 0;

  constructor(
    readonly program: string,
    readonly longest = longestAnswer,
  ) {}

  /** Rejects if the process cannot be started, or ends before it answers. */
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

  /**
   * Starts the process. Its output is ignored, since it would mix with the protocol's messages. It ends when the channel closes with the
   * server.
   */
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

  /** Rejects the questions of a process that has ended. The next question starts another. */
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
