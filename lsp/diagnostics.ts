// Finds diagnostics in stages: syntax first, then names and targets, then everything slow. Each keystroke ends the stages that are under
// way. Diagnostics are pushed to clients that do not pull them. `typing.ts` decides which ones wait while somebody types.

import type { Connection, DocumentDiagnosticReport } from 'vscode-languageserver';
import type { Snapshot } from '../src/analysis/snapshot.js';
import type { Diagnostic } from '../src/language/diagnostics.js';
import type { SourceEdit } from '../src/language/source.js';
import { isPresentRoutesFile, pathOf, type Documents } from './documents.js';
import type { Converter } from './protocol.js';
import { messagesRead, nextTurn, within } from './turns.js';
import { Typing } from './typing.js';

/**
 * Milliseconds without a keystroke before each stage: as long as the stage before it took, within these limits. If everything in a file
 * is found at once, no stage waits. In a large file, no stage starts whose result the next keystroke would discard.
 */
const delays = { least: 5, most: 150 };
/** If full lints have lately taken this many times as long as a client waits, no lint is started for that client. */
const hopeless = 2;
/** Diagnostics let requests of the client go first, for at most this many milliseconds. */
const mostDeferred = 2_000;
/** If full lints have lately taken at most this many milliseconds, the quick stage before them is left out. */
const shortTime = 40;
/** Of this many times, the shortest counts. Longer ones may include a garbage collection, which says nothing about the next run. */
const timesKept = 3;

type Effort = 'quick' | 'full';

interface Known {
  readonly snapshot: Snapshot;
  readonly diagnostics: readonly Diagnostic[];
  readonly isFull: boolean;
  readonly resultId: string;
}

/** What is remembered about a document. Times are in milliseconds. */
interface Watched {
  /** The timer of the next stage. */
  timer?: NodeJS.Timeout;
  /** When the text last changed. */
  changed: number;
  known?: Known;
  /** How long the last lints took, the latest first. */
  readonly took: Partial<Record<Effort, readonly number[]>>;
  /** The diagnostics that were pushed last. */
  pushed?: { readonly version: number; readonly diagnostics: readonly Diagnostic[] };
  /** The first full lint after the document was opened, if a client was answered without waiting for it. */
  first?: Promise<Known | undefined>;
  /** The lint that is under way. Several callers may wait for it. */
  running?: {
    readonly snapshot: Snapshot;
    readonly effort: Effort;
    readonly linted: Promise<readonly Diagnostic[] | undefined>;
  };
}

export class DiagnosticsPublisher {
  pushes = true;
  /** Whether the server can ask the client to pull diagnostics again. */
  refreshes = false;
  readonly #typing = new Typing();
  /** Documents of which some diagnostics are held back because somebody types, and the timer that ends this. */
  readonly #withheld = new Set<string>();
  #resting: NodeJS.Timeout | undefined;
  readonly #watched = new Map<string, Watched>();
  /** When the last request was answered. */
  #answered = 0;
  #count = 0;

  constructor(
    readonly connection: Connection,
    readonly documents: Documents,
    readonly converter: () => Converter,
  ) {}

  /** Notes that a document was edited. New diagnostics in it may have to wait until nobody types. */
  edited(uri: string, edits: readonly SourceEdit[]): void {
    const snapshot = this.documents.get(uri);
    if (!snapshot) return;
    this.#typing.edited(uri, edits, snapshot);
    this.#awaitRest();
  }

  #awaitRest(): void {
    clearTimeout(this.#resting);
    const { remaining } = this.#typing;
    if (remaining > 0) this.#resting = setTimeout(() => this.#awaitRest(), Math.ceil(remaining));
    else this.#sendWithheld();
  }

  /** Sends what was held back, now that nobody types. */
  #sendWithheld(): void {
    const isPushed = this.pushes;
    if (!isPushed && this.#withheld.size > 0) this.#requestPull();
    for (const uri of this.#withheld) {
      const { known } = this.#watch(uri);
      if (isPushed && known && known.snapshot === this.documents.get(uri))
        this.#push(uri, known.snapshot, known.diagnostics);
    }
    this.#withheld.clear();
  }

  /** Starts the stages for a document whose text or surroundings have changed. */
  changed(uri: string): void {
    const watched = this.#watch(uri);
    clearTimeout(watched.timer);
    if (!this.pushes) return;
    const snapshot = this.documents.get(uri);
    if (!snapshot || !isPresentRoutesFile(uri)) return;
    watched.changed = performance.now();
    const { diagnostics } = snapshot.syntax;
    const shown = this.#shown(uri, snapshot, diagnostics);
    if (
      diagnostics.length > 0 ||
      watched.known?.diagnostics.some(({ code }) => code === 'syntax-error' || code === 'unmatched-bracket')
    )
      this.#push(uri, snapshot, [...shown, ...this.#typing.kept(uri, snapshot.source, shown)]);
    this.#schedule(uri, isShort(watched) ? 'full' : 'quick');
  }

  closed(uri: string): void {
    clearTimeout(this.#watched.get(uri)?.timer);
    this.#watched.delete(uri);
    this.#withheld.delete(uri);
    this.#typing.closed(uri);
    if (this.pushes) void this.connection.sendDiagnostics({ uri, diagnostics: [] });
  }

  stop(): void {
    clearTimeout(this.#resting);
    for (const { timer } of this.#watched.values()) clearTimeout(timer);
    this.#watched.clear();
  }

  /** Notes that a request was answered. After a keystroke, clients send several requests, and diagnostics wait for all of them. */
  answered(): void {
    this.#answered = performance.now();
  }

  #watch(uri: string): Watched {
    let watched = this.#watched.get(uri);
    if (!watched) this.#watched.set(uri, (watched = { changed: 0, took: {} }));
    return watched;
  }

  #schedule(uri: string, effort: Effort): void {
    const watched = this.#watch(uri);
    const timer = setTimeout(() => void this.#stage(uri, effort, timer), delayOf(watched));
    watched.timer = timer;
  }

  async #stage(uri: string, effort: Effort, timer: NodeJS.Timeout): Promise<void> {
    try {
      // A message that has arrived meanwhile may be the next keystroke, so messages are read first.
      await messagesRead();
      const watched = this.#watched.get(uri);
      if (watched?.timer !== timer) return;
      const now = performance.now();
      const isBusy = now - this.#answered < delayOf(watched) && now - watched.changed < mostDeferred;
      if (isBusy) return this.#schedule(uri, effort);
      if (!watched.known) await this.#sendErrors(uri);
      const known = await this.#compute(uri, effort, () => false);
      if (!known || known.snapshot !== this.documents.get(uri)) return;
      this.#push(uri, known.snapshot, this.#shown(uri, known.snapshot, known.diagnostics));
      if (effort === 'quick') this.#schedule(uri, 'full');
    } catch (error) {
      this.#log(error);
    }
  }

  /** Sends the errors of a document that was just opened, before any rule of the linter has run. */
  async #sendErrors(uri: string): Promise<void> {
    await this.documents.project(pathOf(uri));
    const snapshot = this.documents.get(uri);
    if (!snapshot) return;
    this.#push(uri, snapshot, this.#shown(uri, snapshot, this.#errorsIn(uri, snapshot)));
    await nextTurn();
  }

  #errorsIn(uri: string, snapshot: Snapshot): readonly Diagnostic[] {
    const errors = errorsOf(snapshot);
    this.#typing.found(uri, errors);
    return errors;
  }

  /**
   * Quickly gives diagnostics for a client that pulls. In a document that was just opened these are only the errors, if the linter takes
   * long. The client is asked to pull again when the linter has found more.
   */
  async #soon(uri: string): Promise<Known | undefined> {
    await this.documents.project(pathOf(uri));
    const watched = this.#watch(uri);
    const opened = this.documents.get(uri);
    if (!opened || watched.known?.isFull) return this.#compute(uri, 'full', () => true);
    const start = performance.now();
    this.#errorsIn(uri, opened);
    const isOpen = (): boolean => this.#watched.get(uri) === watched;
    const { first = messagesRead().then(() => this.#compute(uri, 'full', isOpen)) } = watched;
    const left = shortTime - (performance.now() - start);
    const known = left > 0 ? await within(left, first) : undefined;
    const snapshot = this.documents.get(uri);
    if (known || !snapshot) return known;
    if (!watched.first) {
      watched.first = first;
      void first
        .then((all) => {
          if (all && isOpen() && all.diagnostics.length > errorsOf(all.snapshot).length) this.#requestPull();
        })
        .catch((error: unknown) => this.#log(error))
        .finally(() => delete watched.first);
    }
    const diagnostics = this.#errorsIn(uri, snapshot);
    return { snapshot, diagnostics, isFull: false, resultId: `${++this.#count}` };
  }

  #requestPull(): void {
    this.connection.languages.diagnostics.refresh().catch((error: unknown) => this.#log(error));
  }

  /** @param isAsked whether somebody waits; if the text changes meanwhile, the result is then for the new text */
  async #compute(uri: string, effort: Effort, isAsked: () => boolean): Promise<Known | undefined> {
    await this.documents.project(pathOf(uri));
    const snapshot = this.documents.get(uri) ?? this.documents.snapshotOf(pathOf(uri));
    if (!snapshot) return undefined;
    const watched = this.#watch(uri);
    const before = knownOf(watched, snapshot, effort);
    if (before) return before;
    const start = performance.now();
    const linted = await this.#lint(watched, snapshot, effort);
    const took = performance.now() - start;
    // A lint that was stopped would have taken longer.
    const counted = linted ? took : Math.max(took, lately(watched, effort) ?? 0);
    watched.took[effort] = [counted, ...(watched.took[effort] ?? [])].slice(0, timesKept);
    if (!linted) return isAsked() ? this.#compute(uri, effort, isAsked) : undefined;
    const found = inFile(snapshot, linted);
    const diagnostics =
      effort === 'full' ? found : [...found, ...this.#typing.slowlyFound(uri, snapshot.source)];
    // Another caller that waited for the same lint may have stored its result already.
    const same = knownOf(watched, snapshot, effort);
    if (same) return same;
    if (snapshot === this.documents.get(uri)) this.#typing.found(uri, diagnostics);
    return (watched.known = {
      snapshot,
      diagnostics,
      isFull: effort === 'full',
      resultId: `${++this.#count}`,
    });
  }

  /** The diagnostics to send now. The others are sent when nobody types. */
  #shown(uri: string, { source }: Snapshot, diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
    const shown = this.#typing.told(uri, source, diagnostics);
    if (areSame(shown, diagnostics)) this.#withheld.delete(uri);
    else this.#withheld.add(uri);
    return shown;
  }

  /** Lints a snapshot, or waits for the same lint if it is under way. */
  #lint(watched: Watched, snapshot: Snapshot, effort: Effort): Promise<readonly Diagnostic[] | undefined> {
    const { running } = watched;
    if (running?.snapshot === snapshot && running.effort === effort) return running.linted;
    const linted = this.documents.lint(snapshot, effort).finally(() => {
      if (watched.running?.linted === linted) delete watched.running;
    });
    watched.running = { snapshot, effort, linted };
    return linted;
  }

  #push(uri: string, snapshot: Snapshot, diagnostics: readonly Diagnostic[]): void {
    const { version } = snapshot;
    const watched = this.#watch(uri);
    const { pushed } = watched;
    if (pushed?.version === version && areSame(pushed.diagnostics, diagnostics)) return;
    watched.pushed = { version, diagnostics };
    const converter = this.converter();
    void this.connection.sendDiagnostics({
      uri,
      version,
      diagnostics: diagnostics.map((each) => converter.diagnostic(each)),
    });
  }

  /** The diagnostics last found in a document. Its text may have changed since. */
  found(uri: string): readonly Diagnostic[] {
    return this.#watched.get(uri)?.known?.diagnostics ?? [];
  }

  /**
   * The diagnostics of a document for code actions. If finding all takes longer than `patience` milliseconds, only those of the analysis
   * are returned. The client gets the others later, and asks again.
   */
  async known(uri: string, patience?: number): Promise<readonly Diagnostic[]> {
    if (patience === undefined) return (await this.#compute(uri, 'full', () => true))?.diagnostics ?? [];
    const watched = this.#watch(uri);
    const { known: before } = watched;
    const snapshot = this.documents.get(uri);
    if (before?.isFull && before.snapshot === snapshot) return before.diagnostics;
    if (snapshot && (lately(watched, 'full') ?? 0) > hopeless * patience)
      return snapshot.analysis.diagnostics;
    let isWaiting = true;
    const everything = this.#compute(uri, 'full', () => isWaiting).catch((error: unknown) =>
      this.#log(error),
    );
    const known = await within(patience, everything);
    isWaiting = false;
    return known?.diagnostics ?? this.documents.get(uri)?.analysis.diagnostics ?? [];
  }

  #log(error: unknown): void {
    this.connection.console.error(
      `diagnostics failed, which is a bug in waypost: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
  }

  /** @param isHurried whether the report may be incomplete, if the client can be asked to pull again */
  async report(
    uri: string,
    previous: string | undefined,
    isHurried: boolean,
  ): Promise<DocumentDiagnosticReport> {
    if (!isPresentRoutesFile(uri)) return { kind: 'full', items: [] };
    const known = await (isHurried && this.refreshes
      ? this.#soon(uri)
      : this.#compute(uri, 'full', () => true));
    if (!known) return { kind: 'full', items: [] };
    const shown = this.refreshes ? this.#shown(uri, known.snapshot, known.diagnostics) : known.diagnostics;
    const isAll = areSame(shown, known.diagnostics);
    const resultId = isAll ? known.resultId : `${known.resultId}.${shown.length}`;
    if (resultId === previous) return { kind: 'unchanged', resultId };
    const converter = this.converter();
    return { kind: 'full', resultId, items: shown.map((each) => converter.diagnostic(each)) };
  }
}

/** The errors of a text, which do not depend on the linter. */
function errorsOf(snapshot: Snapshot): readonly Diagnostic[] {
  return inFile(snapshot, snapshot.analysis.diagnostics);
}

function inFile({ source }: Snapshot, diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.filter(({ file }) => file === source.file);
}

function areSame(some: readonly Diagnostic[], others: readonly Diagnostic[]): boolean {
  return some.length === others.length && some.every((each, index) => each === others[index]);
}

/** How long a stage lately took; undefined if it has not run. */
function lately({ took }: Watched, effort: Effort): number | undefined {
  const times = took[effort];
  return times && Math.min(...times);
}

function isShort(watched: Watched): boolean {
  return (lately(watched, 'full') ?? Infinity) <= shortTime;
}

function delayOf(watched: Watched): number {
  if (isShort(watched)) return delays.least;
  return Math.min(delays.most, Math.max(delays.least, lately(watched, 'quick') ?? 0));
}

/** The known diagnostics of a snapshot. Undefined if a full lint is wanted and only the quick one was run. */
function knownOf({ known }: Watched, snapshot: Snapshot, effort: Effort): Known | undefined {
  return known?.snapshot === snapshot && (known.isFull || effort === 'quick') ? known : undefined;
}
