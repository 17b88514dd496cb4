// Diagnostics in stages: the syntax at once, names and targets next, what takes long last; the next keystroke ends all
// that is under way. They are pushed to clients that do not ask for them.

import type { Connection, DocumentDiagnosticReport } from 'vscode-languageserver';
import type { Snapshot } from '../src/analysis/snapshot.js';
import type { Diagnostic } from '../src/language/diagnostics.js';
import type { Documents } from './documents.js';
import { pathOf } from './documents.js';
import type { Converter } from './protocol.js';

/**
 * Milliseconds without a keystroke before each stage: as many as the one before it took, within these. A small file need not
 * wait, and in a large one nobody who types waits for what the next key makes worthless.
 */
const delays = { least: 5, most: 150 };
/** Where everything takes no longer than this, milliseconds, it is looked for at once. */
const shortTime = 25;

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
    if (this.pushes) void this.connection.sendDiagnostics({ uri, diagnostics: [] });
  }

  stop(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }

  #schedule(uri: string, effort: 'quick' | 'full'): void {
    const delay = Math.min(delays.most, Math.max(delays.least, this.#quickTimes.get(uri) ?? 0));
    this.#timers.set(uri, setTimeout(() => void this.#stage(uri, effort), delay));
  }

  async #stage(uri: string, effort: 'quick' | 'full'): Promise<void> {
    try {
      const start = performance.now();
      const known = await this.#compute(uri, effort, false);
      const took = performance.now() - start;
      const times = effort === 'quick' ? this.#quickTimes : this.#fullTimes;
      times.set(uri, known ? took : Math.max(took, times.get(uri) ?? 0));
      if (!known || known.snapshot !== this.documents.get(uri)) return;
      this.#push(uri, known.snapshot, known.diagnostics);
      if (effort === 'quick') this.#schedule(uri, 'full');
    } catch (error) {
      this.connection.console.error(`diagnostics failed, which is a bug in waypost: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    }
  }

  /** @param isAsked somebody waits: when the text changes meanwhile, the answer is about the new one */
  async #compute(uri: string, effort: 'quick' | 'full', isAsked: boolean): Promise<Known | undefined> {
    await this.documents.project(pathOf(uri));
    const snapshot = this.documents.get(uri) ?? this.documents.snapshotOf(pathOf(uri));
    if (!snapshot) return undefined;
    const before = this.#known.get(uri);
    if (before?.snapshot === snapshot && (before.isFull || effort === 'quick')) return before;
    const linted = await this.documents.lint(snapshot, effort);
    if (!linted) return effort === 'full' && isAsked ? this.#compute(uri, effort, isAsked) : undefined;
    const diagnostics = linted.filter(({ file }) => file === snapshot.source.file);
    const known: Known = { snapshot, diagnostics, isFull: effort === 'full', resultId: `${++this.#count}` };
    this.#known.set(uri, known);
    return known;
  }

  #push(uri: string, snapshot: Snapshot, diagnostics: readonly Diagnostic[]): void {
    const converter = this.converter();
    void this.connection.sendDiagnostics({ uri, version: snapshot.version, diagnostics: diagnostics.map((each) => converter.diagnostic(each)) });
  }

  /** Everything that is known of a document now, for the actions at a place. */
  async known(uri: string): Promise<readonly Diagnostic[]> {
    return (await this.#compute(uri, 'full', true))?.diagnostics ?? [];
  }

  async report(uri: string, previous: string | undefined): Promise<DocumentDiagnosticReport> {
    if (!isRoutesFile(uri)) return { kind: 'full', items: [] };
    const known = await this.#compute(uri, 'full', true);
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
