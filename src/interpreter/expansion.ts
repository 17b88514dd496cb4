// Counts how many declarations and routes the use of a concern makes, before the use is read. If each concern uses the one before it twice,
// the number doubles with each concern: twenty lines make a million declarations.
//
//   concern 'a' { get 'x'; get 'y' }                 2 declarations, 2 routes
//   concern 'b' { concerns 'a'; concerns 'a' }       2 + 2 × 2 declarations, 4 routes
//
// The count of routes is a lower bound: a call with `only` or `except` counts as if it made no routes.

import { stringsOf } from '../language/value-kinds.js';
import type { Declaration, StringValue } from '../language/declarations.js';
import { declares, isVerbKeyword } from '../language/roles.js';
import { concernsUsed } from './concern-uses.js';
import { maximalDepth, type Concern, type Program } from './program.js';

interface Expansion {
  readonly declarations: number;
  readonly routes: number;
}

const nothing: Expansion = { declarations: 0, routes: 0 };

export class Expansions {
  readonly #known = new Map<Concern, Expansion>();

  constructor(readonly program: Program) {}

  /** How many declarations and routes one use of the concern makes. If a concern uses itself, the inner use counts as nothing. */
  of(concern: Concern, depth = 0): Expansion {
    const known = this.#known.get(concern);
    if (known) return known;
    if (depth > maximalDepth) return nothing;
    this.#known.set(concern, nothing);
    const expansion = this.#inside(concern.declaration, depth);
    this.#known.set(concern, expansion);
    return expansion;
  }

  #inside({ block }: Declaration, depth: number): Expansion {
    if (depth > maximalDepth) return nothing;
    return sum((block?.declarations ?? []).map((declaration) => this.#declaration(declaration, depth + 1)));
  }

  #declaration(declaration: Declaration, depth: number): Expansion {
    const call = this.program.call(declaration);
    if (!call || declares(declaration, 'concern')) return nothing;
    const isFiltered = call.options.has('only') || call.options.has('except');
    const { actions } = call.row;
    const routes = actions?.length ?? (isVerbKeyword(declaration.keyword.text) ? 1 : 0);
    const inside = sum([
      { declarations: 0, routes: isFiltered ? 0 : routes },
      this.#inside(declaration, depth),
      ...this.#uses(concernsUsed(call), isFiltered && !actions, depth),
    ]);
    // `resources 'a', 'b'` is read once for each name.
    const times = actions ? Math.max(call.values.flatMap(stringsOf).length, 1) : 1;
    return { declarations: 1 + inside.declarations * times, routes: inside.routes * times };
  }

  #uses(names: readonly StringValue[], isFiltered: boolean, depth: number): Expansion[] {
    return names.flatMap(({ value }) => {
      const concern = this.program.concerns.get(value);
      if (!concern) return [];
      const expansion = this.of(concern, depth + 1);
      return [isFiltered ? { ...expansion, routes: 0 } : expansion];
    });
  }
}

function sum(expansions: readonly Expansion[]): Expansion {
  let { declarations, routes } = nothing;
  for (const each of expansions) {
    declarations += each.declarations;
    routes += each.routes;
  }
  return { declarations, routes };
}
