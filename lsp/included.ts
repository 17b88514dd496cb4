// Open documents that another routes file includes. They are analysed as part of the including file: with the scope and the concerns of
// their `include`.
//
//   config/routes        namespace 'admin', { include 'users' }
//   config/users.routes  resources 'users'        is /admin/users in both
//
// The including file is the application's routes file. An analysis is kept until one of the two files changes.

import type { Analysis } from '../src/analysis/analyze.js';
import { Snapshot } from '../src/analysis/snapshot.js';
import type { Diagnostic } from '../src/language/diagnostics.js';
import { ParsedSyntax } from '../src/language/syntax.js';
import { Documents, pathOf } from './documents.js';
import type { Project } from './host.js';

/** An included file: its own text and tree, with their meaning in the including file. */
class Part extends Snapshot {
  #last: Snapshot | undefined;

  constructor(
    readonly whole: Snapshot,
    readonly tree: ParsedSyntax,
    version: number,
  ) {
    super(tree.source, version);
  }

  override get syntax(): ParsedSyntax {
    return this.tree;
  }

  override get analysis(): Snapshot['analysis'] {
    return this.whole.analysis;
  }

  /** Analyses the including file with the changed text. Editing this file's tree alone would ignore that file. */
  override tried(text: string): Snapshot {
    if (text === this.source.text) return this;
    if (this.#last?.source.text !== text) this.#last = this.with(text);
    return this.#last;
  }

  override with(text: string): Snapshot {
    const { file } = this.source;
    const whole = this.whole.withIncluded(file, text);
    const tree = treeOf(whole, file);
    return tree ? new Part(whole, tree, this.version) : super.with(text);
  }

  override get occurrences(): Snapshot['occurrences'] {
    return this.whole.occurrences;
  }
}

interface KnownPart {
  /** The including document at that time. If it is not open, a snapshot of its text on disk. */
  readonly root: Snapshot;
  readonly part: Part | undefined;
}

export class IncludedDocuments extends Documents {
  readonly #parts = new WeakMap<Snapshot, KnownPart>();
  /** Snapshots of including files that are not open, kept until something changes. */
  readonly #closedRoots = new Map<string, Snapshot>();

  /** Lint results of whole applications. Included files that are not open share them. */
  readonly #linted = new WeakMap<Analysis, Map<string, Promise<readonly Diagnostic[] | undefined>>>();

  override get(uri: string): Snapshot | undefined {
    const own = super.get(uri);
    return own && (this.#partOf(own) ?? own);
  }

  override snapshotOf(path: string): Snapshot | undefined {
    const own = super.snapshotOf(path);
    if (own && this.knownProject(path)?.routesFile === path) return this.#root(path);
    return own && (this.#partOf(own) ?? own);
  }

  /** The snapshots of files, one for each application. An included file is part of the file that includes it. */
  wholesOf(paths: Iterable<string>): ReadonlySet<Snapshot> {
    const wholes = new Set<Snapshot>();
    for (const path of paths) {
      const snapshot = this.snapshotOf(path);
      if (snapshot) wholes.add(snapshot instanceof Part ? snapshot.whole : snapshot);
    }
    return wholes;
  }

  /** Open documents whose meaning changes with this one: those that include it, and those that it includes. */
  affectedBy(uri: string): readonly string[] {
    const path = pathOf(uri);
    const root = this.knownProject(path)?.routesFile;
    if (root === undefined) return [];
    return [...this.uris].filter((other) => {
      const file = pathOf(other);
      return (
        other !== uri && this.knownProject(file)?.routesFile === root && (file === root || path === root)
      );
    });
  }

  override async project(path: string): Promise<Project> {
    const project = await super.project(path);
    const { routesFile } = project;
    if (routesFile === undefined || routesFile === path || this.knownProject(routesFile) === project)
      return project;
    // The snapshot of the including file needs the project too.
    await super.project(routesFile);
    this.#closedRoots.delete(routesFile);
    return project;
  }

  override modulesChanged(): void {
    this.#closedRoots.clear();
    super.modulesChanged();
  }

  override async lint(
    snapshot: Snapshot,
    effort: 'quick' | 'full',
  ): Promise<readonly Diagnostic[] | undefined> {
    const { file } = snapshot.source;
    const uri = this.uriOf(file);
    if (!(snapshot instanceof Part) && (super.get(uri) === snapshot || this.get(uri) !== snapshot))
      return super.lint(snapshot, effort);
    if (super.get(uri)) return this.lintWhile(snapshot, effort, () => this.get(uri) === snapshot);
    const { analysis } = snapshot;
    const known = this.#linted.get(analysis) ?? new Map<string, Promise<readonly Diagnostic[] | undefined>>();
    this.#linted.set(analysis, known);
    const linted = known.get(effort) ?? this.lintWhile(snapshot, effort, () => true);
    known.set(effort, linted);
    return linted;
  }

  #partOf(own: Snapshot): Part | undefined {
    const path = own.source.file;
    const file = this.knownProject(path)?.routesFile;
    const root = file === undefined || file === path ? undefined : this.#root(file);
    if (!root) return undefined;
    const known = this.#parts.get(own);
    if (known?.root === root) return known.part;
    const part = this.#newPart(root, own);
    this.#parts.set(own, { root, part });
    return part;
  }

  #root(file: string): Snapshot | undefined {
    const own = super.snapshotOf(file);
    if (!own || super.get(this.uriOf(file))) return own;
    const known = this.#closedRoots.get(file);
    if (known?.source.text === own.source.text) return known;
    this.#closedRoots.set(file, own);
    return own;
  }

  #newPart(root: Snapshot, { source, version }: Snapshot): Part | undefined {
    const known = treeOf(root, source.file);
    if (!known) return undefined;
    const whole = known.source.text === source.text ? root : root.refreshed();
    const tree = treeOf(whole, source.file);
    return tree && new Part(whole, tree, version);
  }
}

/** The tree of an included file within the including one. */
function treeOf(whole: Snapshot, path: string): ParsedSyntax | undefined {
  const found = [...whole.analysis.interpretation.program.files.values()].find(
    ({ source }) => source.file === path,
  );
  return found instanceof ParsedSyntax && found !== whole.syntax ? found : undefined;
}
