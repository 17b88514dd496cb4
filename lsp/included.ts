// Open documents of which some are included by others: such a one is understood where it is included, with the scope and
// the concerns of that place.
//
//   config/routes        namespace 'admin', { include 'users' }
//   config/users.routes  resources 'users'        is /admin/users, here as there
//
// The file that includes is the application's own routes file. What is known of either is good until one of the two changes.

import { Snapshot } from '../src/analysis/snapshot.js';
import type { Diagnostic } from '../src/language/diagnostics.js';
import { ParsedSyntax } from '../src/language/syntax.js';
import { Documents, pathOf } from './documents.js';
import type { Project } from './host.js';

/** A file as another one includes it: its own text and tree, and what they mean there. */
class Part extends Snapshot {
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

  override get occurrences(): Snapshot['occurrences'] {
    return this.whole.occurrences;
  }
}

interface KnownPart {
  /** The including document as it was; of one that nobody has open, what was read of it. */
  readonly root: Snapshot;
  readonly part: Part | undefined;
}

export class IncludedDocuments extends Documents {
  readonly #parts = new WeakMap<Snapshot, KnownPart>();
  /** Routes files that nobody has open, as they were read since something changed last. */
  readonly #closedRoots = new Map<string, Snapshot>();

  override get(uri: string): Snapshot | undefined {
    const own = super.get(uri);
    return own && (this.#partOf(own) ?? own);
  }

  /** Other open documents of the same application that mean something else when this one changes: what includes it, or is included. */
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
    // What is read of the including file has to know the application too.
    await super.project(routesFile);
    this.#closedRoots.delete(routesFile);
    return project;
  }

  override forgetProjects(): void {
    this.#closedRoots.clear();
    super.forgetProjects();
  }

  override async lint(
    snapshot: Snapshot,
    effort: 'quick' | 'full',
  ): Promise<readonly Diagnostic[] | undefined> {
    const { file } = snapshot.source;
    const uri = this.uriOf(file);
    if (!(snapshot instanceof Part) && (super.get(uri) === snapshot || this.get(uri) !== snapshot))
      return super.lint(snapshot, effort);
    return this.lintWhile(snapshot, effort, () => this.get(uri) === snapshot);
  }

  #partOf(own: Snapshot): Part | undefined {
    const path = own.source.file;
    const root = this.#rootOf(path);
    if (!root) return undefined;
    const known = this.#parts.get(own);
    if (known?.root === root) return known.part;
    const part = this.#newPart(root, path, own.version);
    this.#parts.set(own, { root, part });
    return part;
  }

  /** The application's routes file, if this is another one. */
  #rootOf(path: string): Snapshot | undefined {
    const file = this.knownProject(path)?.routesFile;
    if (file === undefined || file === path) return undefined;
    const open = super.get(this.uriOf(file));
    if (open) return open;
    const closed = this.#closedRoots.get(file) ?? this.snapshotOf(file);
    if (closed) this.#closedRoots.set(file, closed);
    return closed;
  }

  #newPart(root: Snapshot, path: string, version: number): Part | undefined {
    if (!isIncluded(root, path)) return undefined;
    const whole = root.refreshed();
    const tree = [...whole.analysis.interpretation.program.files.values()].find(
      ({ source }) => source.file === path,
    );
    return tree instanceof ParsedSyntax ? new Part(whole, tree, version) : undefined;
  }
}

function isIncluded(root: Snapshot, path: string): boolean {
  return [...root.analysis.interpretation.program.files.values()].some(({ source }) => source.file === path);
}
