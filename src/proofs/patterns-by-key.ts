// Groups the patterns of a table by keys, and finds the keys whose patterns deserve a report. When patterns change, only the groups with
// their keys are checked again.

import type { Pattern } from '../routing/patterns/pattern.js';
import type { RouteDefinition } from '../routing/patterns/route.js';

/** A route with its index in the table. */
export interface OrderedRoute {
  readonly route: RouteDefinition;
  readonly order: number;
}

/** A pattern with its routes. */
export interface PatternRoutes {
  readonly pattern: Pattern;
  /** The route that is declared first. */
  readonly first: OrderedRoute;
  /** In declaration order. */
  readonly members: readonly OrderedRoute[];
}

/** How patterns are grouped. */
export interface Likeness {
  /** The keys of a pattern, each once. */
  keysOf(pattern: Pattern): readonly string[];
  /** Whether the patterns with a key deserve a report. */
  isNotable(patterns: readonly PatternRoutes[], key: string): boolean;
}

/** The patterns with a key, in declaration order. */
export interface Alike {
  readonly key: string;
  readonly patterns: readonly PatternRoutes[];
}

export class PatternsByKey {
  readonly #byKey = new Map<string, PatternRoutes[]>();
  readonly #notable = new Set<string>();
  readonly #changed = new Set<string>();

  constructor(readonly likeness: Likeness) {}

  /** Updates the groups for patterns that are new, or whose routes have changed or are gone. */
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

  /** The groups that deserve a report, in declaration order. */
  notable(): readonly Alike[] {
    for (const key of this.#changed) this.#look(key);
    this.#changed.clear();
    return Array.from(this.#notable, (key) => ({ key, patterns: this.#byKey.get(key) ?? [] })).sort(
      ({ patterns: [a] }, { patterns: [b] }) => (a?.first.order ?? 0) - (b?.first.order ?? 0),
    );
  }

  #look(key: string): void {
    let left = this.#byKey.get(key) ?? [];
    // Most keys belong to a single pattern.
    if (left.length > 1 || left[0]?.members.length === 0)
      left = left.filter(({ members }) => members.length > 0).sort((a, b) => a.first.order - b.first.order);
    if (left.length > 0) this.#byKey.set(key, left);
    else this.#byKey.delete(key);
    if (left.length > 0 && this.likeness.isNotable(left, key)) this.#notable.add(key);
    else this.#notable.delete(key);
  }
}
