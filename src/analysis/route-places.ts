// Finds the routes of a declaration: those that it makes itself, and those within it.
//
// The first few questions go through all routes. After that an index is made, and the answer is looked up in it.

import type { InterpretedRoute } from '../interpreter/interpreted-route.js';
import type { Declaration } from '../language/declarations.js';
import { firstIndex } from '../language/first-index.js';
import { addTo } from '../language/grouping.js';
import type { Source, Span } from '../language/source.js';

/** The offset of a declaration that a route comes from (directly, or through a concern or a file), and the route. */
interface Origin {
  readonly start: number;
  readonly index: number;
  readonly route: InterpretedRoute;
}

/** After this many questions, making an index pays. */
const fewQuestions = 3;
const noRoutes: readonly InterpretedRoute[] = [];

/** The declarations that a route comes from: its own, then the uses of concerns and files that lead to it, outermost first. */
export function originsOf({
  declaration,
  uses,
}: Pick<InterpretedRoute, 'declaration' | 'uses'>): readonly Declaration[] {
  return [declaration, ...uses.map((use) => use.declaration)];
}

export class RoutePlaces {
  #byDeclaration: Map<Declaration, InterpretedRoute[]> | undefined;
  #bySource: Map<Source, Origin[]> | undefined;
  #questions = { of: 0, within: 0 };

  constructor(readonly routes: readonly InterpretedRoute[]) {}

  /** The routes of a declaration itself, without those of its block. */
  of(declaration: Declaration): readonly InterpretedRoute[] {
    if (++this.#questions.of <= fewQuestions)
      return this.routes.filter((route) => route.declaration === declaration);
    return (this.#byDeclaration ??= byDeclaration(this.routes)).get(declaration) ?? noRoutes;
  }

  /** The routes of a declaration and of everything in it, in declaration order. */
  within({ source, span }: Declaration): readonly InterpretedRoute[] {
    if (++this.#questions.within <= fewQuestions) {
      const isInside = (declaration: Declaration): boolean =>
        declaration.source === source &&
        declaration.span.start >= span.start &&
        declaration.span.start < span.end;
      return this.routes.filter((route) => originsOf(route).some(isInside));
    }
    return this.#lookedUp((this.#bySource ??= bySource(this.routes)).get(source) ?? [], span);
  }

  #lookedUp(origins: readonly Origin[], { start: from, end }: Span): readonly InterpretedRoute[] {
    const first = firstIndex(origins, ({ start }) => start >= from);
    const behind = firstIndex(origins, ({ start }) => start >= end);
    const found = origins.slice(first, behind);
    // Without concerns and files, the routes are already in the order of the text.
    const isInOrder = found.every(({ index }, at) => index > (found[at - 1]?.index ?? -1));
    if (!isInOrder) found.sort((one, other) => one.index - other.index);
    return found.filter(({ index }, at) => index !== found[at - 1]?.index).map(({ route }) => route);
  }
}

function byDeclaration(routes: readonly InterpretedRoute[]): Map<Declaration, InterpretedRoute[]> {
  const lists = new Map<Declaration, InterpretedRoute[]>();
  for (const route of routes) addTo(lists, route.declaration, route);
  return lists;
}

function bySource(routes: readonly InterpretedRoute[]): Map<Source, Origin[]> {
  const lists = new Map<Source, Origin[]>();
  for (const [index, route] of routes.entries()) {
    for (const { source, span } of originsOf(route))
      addTo(lists, source, { start: span.start, index, route });
  }
  for (const origins of lists.values())
    origins.sort((one, other) => one.start - other.start || one.index - other.index);
  return lists;
}
