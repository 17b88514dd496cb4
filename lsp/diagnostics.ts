// Diagnostics in stages: the syntax at once, names and targets next, what takes long last; the next keystroke ends all
// that is under way. They are pushed to clients that do not ask for them.

import type { Connection, DocumentDiagnosticReport } from 'vscode-languageserver';
import type { Snapshot } from '../src/analysis/snapshot.js';
import type { Diagnostic } from '../src/language/diagnostics.js';
import type { Documents } from './documents.js';
import { pathOf } from './documents.js';
import type { Converter } from './protocol.js';
import { messagesRead } from './turns.js';

/**
 * Milliseconds without a keystroke before each stage: as many as the one before it took, within these. A small file need not
 * wait, and in a large one nobody who types waits for what the next key makes worthless.
 */
const delays = { least: 5, most: 150 };
/** Where everything took so many times as long as somebody waits, it is not begun for that. */
const hopeless = 2;
/** For no longer than this, milliseconds, do diagnostics wait for a client that keeps asking for other things. */
const mostDeferred = 2_000;
/** Where everything takes no longer than this, milliseconds, it is looked for at once. */
const shortTime = 25;

/** A look for diagnostics that is under way. */
interface Running {
  readonly snapshot: Snapshot;
  readonly effort: 'quick' | 'full';
  readonly linted: Promise<readonly Diagnostic[] | undefined>;
}

interface Known {
  readonly snapshot: Snapshot;
  readonly diagnostics: readonly Diagnostic[];
  readonly isFull: boolean;
  readonly resultId: string;
}

export class DiagnosticsPublisher {
  pushes = true;
  readonly #timers = new Map<string, NodeJS.Timeout>();
  /** How long names and targets took last. */
  readonly #quickTimes = new Map<string, number>();
  /** How long everything took last. */
  readonly #fullTimes = new Map<string, number>();
  readonly #known = new Map<string, Known>();
  readonly #running = new Map<string, Running>();
  /** When each text changed last, and when something was answered. */
  readonly #changed = new Map<string, number>();
  #answered = 0;
  #count = 0;

  constructor(
    readonly connection: Connection,
    readonly documents: Documents,
    readonly converter: () => Converter,
  ) {}

  /** A document has another text, or its surroundings have changed. */
  changed(uri: string): void {
    clearTimeout(this.#timers.get(uri));
    if (!this.pushes) return;
    const snapshot = this.documents.get(uri);
    if (!snapshot || !isRoutesFile(uri)) return;
    this.#changed.set(uri, performance.now());
    const { diagnostics } = snapshot.syntax;
    const before = this.#known.get(uri);
    if (diagnostics.length > 0 || before?.diagnostics.some(({ code }) => code === 'syntax-error' || code === 'unmatched-bracket')) this.#push(uri, snapshot, diagnostics);
    this.#schedule(uri, (this.#fullTimes.get(uri) ?? Infinity) <= shortTime ? 'full' : 'quick');
  }

  closed(uri: string): void {
    clearTimeout(this.#timers.get(uri));
    this.#timers.delete(uri);
    this.#known.delete(uri);
    this.#quickTimes.delete(uri);
    this.#fullTimes.delete(uri);
    this.#changed.delete(uri);
    if (this.pushes) void this.connection.sendDiagnostics({ uri, diagnostics: [] });
  }

  stop(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }

  /** Something has been answered: after a keystroke a client asks for this and that, and all of it goes first. */
  answered(): void {
    this.#answered = performance.now();
  }

  #schedule(uri: string, effort: 'quick' | 'full'): void {
    const timer = setTimeout(() => void this.#stage(uri, effort, timer), this.#delay(uri));
    this.#timers.set(uri, timer);
  }

  #delay(uri: string): number {
    return Math.min(delays.most, Math.max(delays.least, this.#quickTimes.get(uri) ?? 0));
  }

  #isBusy(uri: string): boolean {
    const now = performance.now();
    return now - this.#answered < this.#delay(uri) && now - (this.#changed.get(uri) ?? 0) < mostDeferred;
  }

  async #stage(uri: string, effort: 'quick' | 'full', timer: NodeJS.Timeout): Promise<void> {
    try {
      // What came in while the timer ran out may be the next keystroke.
      await messagesRead();
      if (this.#timers.get(uri) !== timer) return;
      if (this.#isBusy(uri)) return this.#schedule(uri, effort);
      const known = await this.#compute(uri, effort, () => false);
      if (!known || known.snapshot !== this.documents.get(uri)) return;
      this.#push(uri, known.snapshot, known.diagnostics);
      if (effort === 'quick') this.#schedule(uri, 'full');
    } catch (error) {
      this.#log(error);
    }
  }

  /** @param isAsked somebody waits: when the text changes meanwhile, the answer is about the new one */
  async #compute(uri: string, effort: 'quick' | 'full', isAsked: () => boolean): Promise<Known | undefined> {
    await this.documents.project(pathOf(uri));
    const snapshot = this.documents.get(uri) ?? this.documents.snapshotOf(pathOf(uri));
    if (!snapshot) return undefined;
    const before = this.#known.get(uri);
    if (before?.snapshot === snapshot && (before.isFull || effort === 'quick')) return before;
    const start = performance.now();
    const linted = await this.#lint(uri, snapshot, effort);
    const took = performance.now() - start;
    const times = effort === 'quick' ? this.#quickTimes : this.#fullTimes;
    times.set(uri, linted ? took : Math.max(took, times.get(uri) ?? 0));
    if (!linted) return isAsked() ? this.#compute(uri, effort, isAsked) : undefined;
    const meanwhile = this.#known.get(uri);
    if (meanwhile?.snapshot === snapshot && (meanwhile.isFull || effort === 'quick')) return meanwhile;
    const diagnostics = linted.filter(({ file }) => file === snapshot.source.file);
    const known: Known = { snapshot, diagnostics, isFull: effort === 'full', resultId: `${++this.#count}` };
    this.#known.set(uri, known);
    return known;
  }

  /** Lints a snapshot, or waits for the one who does already. */
  #lint(uri: string, snapshot: Snapshot, effort: 'quick' | 'full'): Promise<readonly Diagnostic[] | undefined> {
    const running = this.#running.get(uri);
    if (running?.snapshot === snapshot && running.effort === effort) return running.linted;
    const linted = this.documents.lint(snapshot, effort).finally(() => {
      if (this.#running.get(uri)?.linted === linted) this.#running.delete(uri);
    });
    this.#running.set(uri, { snapshot, effort, linted });
    return linted;
  }

  #push(uri: string, snapshot: Snapshot, diagnostics: readonly Diagnostic[]): void {
    const converter = this.converter();
    void this.connection.sendDiagnostics({ uri, version: snapshot.version, diagnostics: diagnostics.map((each) => converter.diagnostic(each)) });
  }

  /**
   * What is wrong with a document now, for the actions at a place. Where it takes longer than `patience` milliseconds to
   * find everything, only what the analysis says: the client is told of the rest, and asks again.
   */
  async known(uri: string, patience?: number): Promise<readonly Diagnostic[]> {
    if (patience === undefined) return (await this.#compute(uri, 'full', () => true))?.diagnostics ?? [];
    const before = this.#known.get(uri);
    const snapshot = this.documents.get(uri);
    if (before?.isFull && before.snapshot === snapshot) return before.diagnostics;
    if (snapshot && (this.#fullTimes.get(uri) ?? 0) > hopeless * patience) return snapshot.analysis.diagnostics;
    let isWaiting = true;
    let timer: NodeJS.Timeout | undefined;
    const everything = this.#compute(uri, 'full', () => isWaiting).catch((error: unknown) => this.#log(error));
    const known = await Promise.race([everything, new Promise<void>((resolve) => (timer = setTimeout(resolve, patience)))]);
    isWaiting = false;
    clearTimeout(timer);
    return known?.diagnostics ?? this.documents.get(uri)?.analysis.diagnostics ?? [];
  }

  #log(error: unknown): void {
    this.connection.console.error(`diagnostics failed, which is a bug in waypost: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  }

  async report(uri: string, previous: string | undefined): Promise<DocumentDiagnosticReport> {
    if (!isRoutesFile(uri)) return { kind: 'full', items: [] };
    const known = await this.#compute(uri, 'full', () => true);
    if (!known) return { kind: 'full', items: [] };
    if (known.resultId === previous) return { kind: 'unchanged', resultId: known.resultId };
    const converter = this.converter();
    return { kind: 'full', resultId: known.resultId, items: known.diagnostics.map((each) => converter.diagnostic(each)) };
  }
}

/** Controllers are opened too, for their lenses; nothing else is said of them. */
export function isRoutesFile(uri: string): boolean {
  return !/\.[cm]?[jt]sx?$/.test(uri);
}
