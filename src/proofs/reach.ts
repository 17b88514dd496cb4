// Which routes can answer a path of a shape?
//
//   /admin/**         at /admin and everywhere below it
//   /users/*/posts    one piece, whatever it is
//
// A route can if one of its paths has the shape and no earlier route takes that path for certain. As in precedence.ts it is
// found by counter-examples: take a path of both; an earlier route that answers it joins the suspects; ask for a path that
// no suspect has. What cannot be told counts as reached, so that a guard is never believed to be where it may not be.

import { pathOf, type Shape } from './path-language.js';
import { Precedence } from './precedence.js';
import { verbsOf } from './relation.js';
import { requestsImply } from './request-implication.js';
import { answersMethod, type RouteDefinition } from '../routing/patterns/route.js';

/** More suspects than this are not weighed. */
const mostSuspects = 24;

const shapePattern = /^(?:\/(?:\*\*|(?:[^\s/*()]|\*(?!\*))*))+$/;

/** Whether a text is the shape of paths: `**` stands for whole pieces only. */
export function isShape(text: string): boolean {
  return shapePattern.test(text);
}

/** A request that a route answers. */
export interface Reached {
  readonly verb: string;
  readonly path: string;
  /** False where the route's own constraints may refuse the path, which cannot be told. */
  readonly isCertain: boolean;
}

export class Reach {
  readonly #precedence: Precedence;
  readonly #orders: ReadonlyMap<RouteDefinition, number>;

  constructor(readonly routes: readonly RouteDefinition[]) {
    this.#precedence = new Precedence(routes);
    this.#orders = new Map(routes.map((route, order) => [route, order]));
  }

  /** A request of that verb and shape that reaches the route at a place of the table; any verb, any path unless given. */
  reached(order: number, verb: string | undefined, shape: Shape | undefined): Reached | undefined {
    const route = this.routes[order]!;
    const asked = verb === 'HEAD' && !route.verbs.includes('HEAD') ? 'GET' : verb;
    const own = route.any ? [...route.verbs, ...verbsOf(route)] : verbsOf(route);
    const verbs = asked === undefined ? own : answersMethod(route, asked) ? [asked] : [];
    for (const each of verbs) {
      const path = shape === undefined ? this.#anyPath(route) : this.#pathOf(route, order, each, shape);
      if (path !== undefined) {
        const isCertain = this.#precedence.relations.isExact(route);
        return { verb: verb ?? each, path, isCertain };
      }
    }
    return undefined;
  }

  #anyPath(route: RouteDefinition): string {
    const found = this.#precedence.relations.pathOf(route);
    return typeof found === 'string' ? route.pattern.text : found.witness;
  }

  #pathOf(route: RouteDefinition, order: number, verb: string, shape: Shape): string | undefined {
    const { relations } = this.#precedence;
    const suspects: RouteDefinition[] = [];
    for (;;) {
      const found = relations.within(shape, route, suspects);
      if (found === 'none') return undefined;
      if (found === 'unknown') return route.pattern.text;
      const taker =
        suspects.length < mostSuspects ? this.#taker(route, order, verb, found.word, suspects) : undefined;
      if (!taker) return pathOf(found.word);
      suspects.push(taker);
    }
  }

  /** An earlier route that answers the path for certain whenever this one would. */
  #taker(
    route: RouteDefinition,
    order: number,
    verb: string,
    word: readonly number[],
    suspects: readonly RouteDefinition[],
  ): RouteDefinition | undefined {
    for (const other of this.#precedence.matching(word)) {
      if (
        this.#orders.get(other)! < order &&
        !suspects.includes(other) &&
        other.target.kind !== 'mount' &&
        answersMethod(other, verb) &&
        requestsImply(route, other) &&
        this.#precedence.relations.isExact(other)
      )
        return other;
    }
    return undefined;
  }
}
