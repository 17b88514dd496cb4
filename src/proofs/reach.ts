// Which routes can answer a path of a shape?
//
//   /admin/**         at /admin and everywhere below it
//   /users/*/posts    one piece, whatever it is
//
// A route can if one of its paths has the shape and no earlier route takes that path for certain. As in precedence.ts it is
// found by counter-examples: take a path of both; an earlier route that answers it joins the suspects; ask for a path that
// no suspect has. What cannot be told counts as reached, so that a guard is never believed to be where it may not be.

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
  /** False where the route may refuse the request, or an earlier one take it, which cannot be told. */
  readonly isCertain: boolean;
}

export class Reach {
  readonly #precedence: Precedence;

  constructor(readonly routes: readonly RouteDefinition[]) {
    this.#precedence = new Precedence(routes);
  }

  /**
   * A request of that verb and shape that reaches the route at a place of the table; any verb unless given. Without a shape
   * there is one of every route, reached or not.
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

  /** `asked` is the route as it is for requests of the verb alone. */
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

  /** Whether a route answers the paths that it matches for certain whenever the asked one would. */
  #takes(other: RouteDefinition, asked: RouteDefinition): boolean {
    return answersAll(other) && requestsImply(asked, other) && this.#precedence.relations.isExact(other);
  }
}

/** Whether a pattern and a shape differ in their first pieces, as most do: their languages need not be made then. */
function partsAtOnce(pattern: string, shape: Shape): boolean {
  const pieces = pattern.split('/');
  // A group before the first slash may be left out.
  if (pieces[0] !== '') return false;
  const parts = shape.split('/').filter((part) => part !== '');
  for (const [index, part] of parts.entries()) {
    const piece = pieces[index + 1];
    if (piece === undefined || /[:*()\\]/.test(piece) || /[:*]/.test(part)) return false;
    if (piece !== part) return true;
  }
  return false;
}

/** A route as it is for requests of one method; undefined where it refuses them. */
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
