// Open documents as snapshots, and the linting of them. The next edit makes a snapshot outdated, so callers must get the newest one again
// after each `await`.

import type { Range } from 'vscode-languageserver';
import { URI } from 'vscode-uri';
import { Snapshot, type SnapshotOptions } from '../src/analysis/snapshot.js';
import type { Diagnostic } from '../src/language/diagnostics.js';
import { difference, Source, type SourceEdit, resolvePath } from '../src/language/source.js';
import { lint } from '../src/lint/lint.js';
import { emptyConfiguration } from '../src/lint/configuration.js';
import { sourceEndings } from '../src/node/files/source-endings.js';
import type { Host, Project } from './host.js';
import { offsetAt, type PositionEncoding } from './positions.js';
import { nextTurn } from './turns.js';

/** Milliseconds that the linter works before it lets other requests run. */
const longestTurn = 3;
/** Thrown to end a lint whose text was edited. */
const outdated = Symbol('outdated');

export interface ContentChange {
  /** If absent, the whole text is replaced. */
  readonly range?: Range;
  readonly text: string;
}

/**
 * The snapshot after a list of changes. The ranges of a change refer to the text after the change before it. The changes are also added
 * to `edits`, as offsets.
 */
export function changed(
  snapshot: Snapshot,
  changes: readonly ContentChange[],
  encoding: PositionEncoding,
  version: number,
  edits: SourceEdit[] = [],
): Snapshot {
  let current = snapshot;
  for (const change of changes) {
    const edit = editOf(current, change, encoding);
    edits.push(edit);
    current = current.edited(edit, version);
  }
  return current;
}

/** A change with offsets. If it replaces the whole text, the edit is only the part that differs. */
function editOf(
  { source }: Snapshot,
  { range, text }: ContentChange,
  encoding: PositionEncoding,
): SourceEdit {
  if (!range) return difference(source.text, text);
  const start = offsetAt(source, range.start, encoding);
  return { start, end: Math.max(start, offsetAt(source, range.end, encoding)), text };
}

/**
 * The path of the file that a URI names. A URI with a query is another version of a file, as in one side of a diff. The query stays in
 * its path, so that it is not taken for the file itself.
 */
export function pathOf(uri: string): string {
  const { scheme, fsPath, path, query } = URI.parse(uri);
  if (scheme === 'file') return fsPath;
  return query === '' ? path || uri : `${path}?${encodeURIComponent(query)}`;
}

const sourceFile = new RegExp(`\\.(?:${sourceEndings.join('|')})(?:\\?|$)`);

/** Clients also open controllers and views, for their lenses and helpers. These are not routes files and get no diagnostics. */
export function isRoutesFile(uri: string): boolean {
  return !sourceFile.test(uri);
}

/**
 * Whether a URI is the current text of a routes file. Older versions, such as `git:/app/config/routes?…`, cannot be fixed and get no
 * diagnostics.
 */
export function isPresentRoutesFile(uri: string): boolean {
  const { scheme, query } = URI.parse(uri);
  return isRoutesFile(uri) && (scheme === 'file' || query === '');
}

export function uriOf(path: string): string {
  return URI.file(path).toString();
}

export class Documents {
  readonly #open = new Map<string, Snapshot>();
  readonly #uris = new Map<string, string>();
  readonly #projects = new Map<string, Project>();
  encoding: PositionEncoding = 'utf-16';

  constructor(readonly host: Host) {}

  get uris(): Iterable<string> {
    return this.#open.keys();
  }

  get(uri: string): Snapshot | undefined {
    return this.#open.get(uri);
  }

  /** The text of a file, if it is open. */
  openText(path: string): string | undefined {
    return this.#openAt(path)?.source.text;
  }

  /** The current text of a file: as the client has it open, otherwise from the disk. */
  textOf(path: string): string | undefined {
    return this.openText(path) ?? this.host.readFile(path);
  }

  /** The open snapshot of a file, or a new one of its text on disk. */
  snapshotOf(path: string): Snapshot | undefined {
    const source = this.sourceOf(path);
    return this.#openAt(path) ?? (source && this.#snapshot(source, 0));
  }

  /** The source of a file, open or on disk. */
  sourceOf(path: string): Source | undefined {
    const open = this.#openAt(path)?.source;
    const text = open ? undefined : this.host.readFile(path);
    return text === undefined ? open : new Source(path, text);
  }

  uriOf(path: string): string {
    return this.#uris.get(path) ?? uriOf(path);
  }

  open(uri: string, text: string, version: number): Snapshot {
    const path = pathOf(uri);
    // A document with another scheme does not replace the open file with the same path.
    if (uri.startsWith('file:') || !this.#uris.has(path)) this.#uris.set(path, uri);
    const snapshot = this.#snapshot(new Source(path, text), version);
    this.#open.set(uri, snapshot);
    return snapshot;
  }

  /** Returns the edits of an open document as offsets. Each edit refers to the text after the one before it. */
  change(uri: string, changes: readonly ContentChange[], version: number): readonly SourceEdit[] {
    const before = this.#open.get(uri);
    const edits: SourceEdit[] = [];
    if (before) this.#open.set(uri, changed(before, changes, this.encoding, version, edits));
    return edits;
  }

  /** Makes the open documents that include a file read it again. Returns their URIs. */
  reread(included: string): string[] {
    const path = resolvePath('', pathOf(included));
    const readers = [...this.#open].filter(([uri, snapshot]) => uri !== included && snapshot.includes(path));
    for (const [uri, snapshot] of readers) this.#open.set(uri, snapshot.reread());
    return readers.map(([uri]) => uri);
  }

  close(uri: string): void {
    this.#open.delete(uri);
    const path = pathOf(uri);
    if (this.#uris.get(path) === uri) this.#uris.delete(path);
  }

  /** The project of a file, read if it is not known yet. */
  async project(path: string): Promise<Project> {
    const project = await this.host.project(path);
    if (this.#projects.get(path) !== project) {
      this.#projects.set(path, project);
      this.#refresh(path);
    }
    return project;
  }

  knownProject(path: string): Project | undefined {
    return this.#projects.get(path);
  }

  /** Forgets all projects, so that open documents are analysed again. */
  forgetProjects(): void {
    this.host.forget();
    this.#projects.clear();
    this.modulesChanged();
  }

  /** Analyses open documents again because an open module has changed. */
  modulesChanged(): void {
    for (const snapshot of this.#open.values()) this.#refresh(snapshot.source.file);
  }

  #refresh(path: string): void {
    const uri = this.#uris.get(path);
    const snapshot = uri === undefined ? undefined : this.#open.get(uri);
    if (uri !== undefined && snapshot) this.#open.set(uri, snapshot.refreshed());
  }

  #snapshot(source: Source, version: number): Snapshot {
    return new Snapshot(source, version, () => this.#options(source.file));
  }

  #options(path: string): SnapshotOptions {
    const project = this.#projects.get(path);
    const { inflections, regex } = project?.configuration ?? {};
    return {
      file: path,
      read: (included) => this.textOf(included),
      application: project?.application,
      ...(project?.bindings && { bindings: project.bindings }),
      ...(inflections && { inflections }),
      regex,
    };
  }

  /**
   * Lints a snapshot; `quick` leaves out the slow rules. Other requests run in between. The result is undefined if the text was edited
   * meanwhile.
   */
  async lint(snapshot: Snapshot, effort: 'quick' | 'full'): Promise<readonly Diagnostic[] | undefined> {
    const path = snapshot.source.file;
    const isOpen = this.#openAt(path) === snapshot;
    return this.lintWhile(snapshot, effort, () => !isOpen || this.#openAt(path) === snapshot);
  }

  /** Lints a snapshot until `isCurrent` returns false. */
  protected async lintWhile(
    snapshot: Snapshot,
    effort: 'quick' | 'full',
    isCurrent: () => boolean,
  ): Promise<readonly Diagnostic[] | undefined> {
    const project = this.#projects.get(snapshot.source.file);
    let start = performance.now();
    const check = (): void => {
      if (!isCurrent()) throw outdated;
    };
    const pause = async (): Promise<void> => {
      check();
      if (performance.now() - start < longestTurn) return;
      await nextTurn();
      check();
      start = performance.now();
    };
    try {
      const { diagnostics } = await lint(snapshot.analysis, {
        configuration: project?.configuration ?? emptyConfiguration,
        application: project?.application,
        effort,
        pause,
        checkRegex: this.host.checkRegex,
      });
      return diagnostics;
    } catch (error) {
      if (error === outdated) return undefined;
      throw error;
    }
  }

  #openAt(path: string): Snapshot | undefined {
    return this.#open.get(this.#uris.get(path) ?? '');
  }
}
