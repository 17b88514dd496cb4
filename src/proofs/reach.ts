// Finds the routes that can answer a path of a given shape.
//
//   /admin/**         /admin and everywhere below it
//   /users/*/posts    any text in one piece
//
// A route can if one of its paths has the shape and no earlier route certainly takes that path. The search uses counter-examples, as in
// precedence.ts. What is not certain counts as reached, so that a guard is never assumed where there may be none.

import { pathOf, type Shape } from './path-language.js';
import { answersAll, mostSuspects, Precedence } from './precedence.js';
import { verbsOf } from './relation.js';
import { anyOtherMethod, isEvaded, requestsExclude, requestsImply } from './request-implication.js';
import type { RequestConstraint } from '../routing/patterns/constraints.js';
import { answersMethod, type RouteDefinition } from '../routing/patterns/route.js';

/** A request that a route answers. */
export interface Reached {
  readonly verb: string;
  readonly path: string;
  /** False if the route may refuse the request, or an earlier one may take it. */
  readonly isCertain: boolean;
}

export class Reach {
  readonly #precedence: Precedence;

  constructor(readonly routes: readonly RouteDefinition[]) {
    this.#precedence = new Precedence(routes);
  }

  /**
   * A request with that verb and shape that reaches the route at an index of the table. Without `verb`, any verb of the route will do.
   * Without `shape` there is a request for every route that has a verb, reached or not.
   */
  reached(order: number, verb: string | undefined, shape: Shape | undefined): Reached | undefined {
    const route = this.routes[order];
    if (!route) return undefined;
    if (shape !== undefined && partsAtOnce(route.pattern.text, shape)) return undefined;
    const own = route.any ? [...route.verbs, ...verbsOf(route)] : verbsOf(route);
    const verbs = verb === undefined ? own : answersMethod(route, verb) ? [verb] : [];
    for (const each of verbs) {
      const asked = askedBy(route, each);
      const reached = asked && this.#requestOf(asked, route, order, each, shape ?? '/**');
      if (reached) return reached;
    }
    const [first] = verbs;
    return shape === undefined && first !== undefined
      ? {
          verb: first,
          path: this.#precedence.relations.pathOf(route) ?? route.pattern.text,
          isCertain: false,
        }
      : undefined;
  }

  /** `asked` is the route with the constraint that the method is `verb`. */
  #requestOf(
    asked: RouteDefinition,
    route: RouteDefinition,
    order: number,
    verb: string,
    shape: Shape,
  ): Reached | undefined {
    const { relations } = this.#precedence;
    const suspects: RouteDefinition[] = [];
    for (;;) {
      const word = relations.within(shape, route, suspects);
      if (word === 'none') return undefined;
      if (word === 'unknown') return { verb, path: route.pattern.text, isCertain: false };
      const earlier = [...this.#precedence.matching(word)].filter(
        (other) =>
          (this.#precedence.orderOf(other) ?? order) < order &&
          answersMethod(other, verb) &&
          !isEvaded(asked, other),
      );
      const taker = earlier.find((other) => !suspects.includes(other) && this.#takes(other, asked));
      if (!taker || suspects.length >= mostSuspects) {
        const isCertain = earlier.length === 0 && relations.isExact(route) && !asksCallable(route);
        return { verb, path: pathOf(word), isCertain };
      }
      suspects.push(taker);
    }
  }

  /** Whether a route certainly answers the paths that it matches, for all requests of the `asked` route. */
  #takes(other: RouteDefinition, asked: RouteDefinition): boolean {
    return answersAll(other) && requestsImply(asked, other) && this.#precedence.relations.isExact(other);
  }
}

/** Whether the first pieces of a pattern and a shape differ, as mostly. Their languages then need not be made. */
function partsAtOnce(pattern: string, shape: Shape): boolean {
  const pieces = pattern.split('/');
  // A group before the first slash can be left out.
  if (pieces[0] !== '') return false;
  const parts = shape.split('/').filter((part) => part !== '');
  for (const [index, part] of parts.entries()) {
    const piece = pieces[index + 1];
    if (piece === undefined || /[:*()\\]/.test(piece) || /[:*]/.test(part)) return false;
    if (piece !== part) return true;
  }
  return false;
}

/** The route for requests of one method only; undefined if it refuses them. */
function askedBy(route: RouteDefinition, method: string): RouteDefinition | undefined {
  if (method === anyOtherMethod) return route;
  const only: RequestConstraint = {
    kind: 'attribute',
    attribute: 'method',
    test: { kind: 'string', value: method },
  };
  const asked = { ...route, requestConstraints: [...route.requestConstraints, only] };
  return requestsExclude(asked, asked) ? undefined : asked;
}

function asksCallable({ requestConstraints }: RouteDefinition): boolean {
  return requestConstraints.some((each) => each.kind === 'callable' || each.test.kind === 'callable');
}
