// The patterns of a table by something that some of them have in common, of which those keys are wanted at which something is to be said. When
// patterns come and go, only what has their keys is looked at again.

import type { Pattern } from '../routing/patterns/pattern.js';
import type { RouteDefinition } from '../routing/patterns/route.js';

/** A route with its place in the table, from 0. */
export interface OrderedRoute {
  readonly route: RouteDefinition;
  readonly order: number;
}

/** The routes of one pattern. */
export interface PatternRoutes {
  readonly pattern: Pattern;
  /** The one that is declared first. */
  readonly first: OrderedRoute;
  /** In declaration order. */
  readonly members: readonly OrderedRoute[];
}

/** What patterns may have in common. */
export interface Likeness {
  /** The keys of a pattern, each once. */
  keysOf(pattern: Pattern): readonly string[];
  /** Whether there is something to be said of the patterns that have a key. */
  isNotable(patterns: readonly PatternRoutes[], key: string): boolean;
}

/** A key, and the patterns that have it, in declaration order. */
export interface Alike {
  readonly key: string;
  readonly patterns: readonly PatternRoutes[];
}

export class PatternsByKey {
  readonly #byKey = new Map<string, PatternRoutes[]>();
  readonly #notable = new Set<string>();
  readonly #changed = new Set<string>();

  constructor(readonly likeness: Likeness) {}

  /** Takes patterns into account that are new, or of whose routes some are others or none are left. */
  change(patterns: Iterable<PatternRoutes>): void {
    for (const each of patterns) {
      for (const key of this.likeness.keysOf(each.pattern)) {
        const known = this.#byKey.get(key);
        if (!known) this.#byKey.set(key, [each]);
        else if (!known.includes(each)) known.push(each);
        this.#changed.add(key);
      }
    }
  }

  /** Those of which something is to be said, in declaration order. */
  notable(): readonly Alike[] {
    for (const key of this.#changed) this.#look(key);
    this.#changed.clear();
    return Array.from(this.#notable, (key) => ({ key, patterns: this.#byKey.get(key) ?? [] })).sort(
      ({ patterns: [a] }, { patterns: [b] }) => (a?.first.order ?? 0) - (b?.first.order ?? 0),
    );
  }

  #look(key: string): void {
    let left = this.#byKey.get(key) ?? [];
    // Most keys are those of one pattern.
    if (left.length > 1 || left[0]?.members.length === 0)
      left = left.filter(({ members }) => members.length > 0).sort((a, b) => a.first.order - b.first.order);
    if (left.length > 0) this.#byKey.set(key, left);
    else this.#byKey.delete(key);
    if (left.length > 0 && this.likeness.isNotable(left, key)) this.#notable.add(key);
    else this.#notable.delete(key);
  }
}
