// Where routes come from, in the order of the text: which of them stand within a declaration is a look-up, not a search.

import type { InterpretedRoute } from '../interpreter/route-set.js';
import type { Declaration } from '../language/declarations.js';
import { firstIndex } from '../language/first-index.js';
import type { Source } from '../language/source.js';

/** A declaration that a route comes from, itself or through a concern or a file, and which route that is. */
interface Origin {
  readonly start: number;
  readonly index: number;
}

export class RoutePlaces {
  readonly #bySource = new Map<Source, Origin[]>();

  constructor(readonly routes: readonly InterpretedRoute[]) {
    for (const [index, { declaration, uses }] of routes.entries()) {
      this.#add(declaration, index);
      for (const use of uses) this.#add(use.declaration, index);
    }
    for (const origins of this.#bySource.values()) origins.sort((one, other) => one.start - other.start || one.index - other.index);
  }

  #add({ source, span }: Declaration, index: number): void {
    const origins = this.#bySource.get(source);
    if (origins) origins.push({ start: span.start, index });
    else this.#bySource.set(source, [{ start: span.start, index }]);
  }

  /** In declaration order. */
  within({ source, span }: Declaration): readonly InterpretedRoute[] {
    const origins = this.#bySource.get(source) ?? [];
    const first = firstIndex(origins, ({ start }) => start >= span.start);
    const found: InterpretedRoute[] = [];
    let last = -1;
    for (let at = first; at < origins.length && origins[at]!.start < span.end; at++) {
      const { index } = origins[at]!;
      // Without concerns and files the order of the text is that of the routes.
      if (index <= last) return this.#inOrder(origins, first, span.end);
      found.push(this.routes[index]!);
      last = index;
    }
    return found;
  }

  #inOrder(origins: readonly Origin[], first: number, end: number): readonly InterpretedRoute[] {
    const found = new Set<number>();
    for (let at = first; at < origins.length && origins[at]!.start < end; at++) found.add(origins[at]!.index);
    return [...found].sort((one, other) => one - other).map((index) => this.routes[index]!);
  }
}
