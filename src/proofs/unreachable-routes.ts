// The routes of a table that no request can reach, because earlier ones answer all that they would (precedence.ts).

import { Precedence, type Hiding, type MayHide } from './precedence.js';
import type { RouteDefinition } from '../routing/patterns/route.js';

export interface UnreachableRoute extends Hiding {
  readonly route: RouteDefinition;
}

export interface UnreachableOptions {
  readonly mayHide?: MayHide;
  /** The table's own, where there is one already. */
  readonly precedence?: Precedence;
}

/** The routes that no request can reach, in declaration order. Sound: a reachable route is never among them. */
export function* findUnreachable(
  routes: readonly RouteDefinition[],
  { mayHide, precedence = new Precedence(routes) }: UnreachableOptions = {},
): Generator<UnreachableRoute> {
  for (const [order, route] of routes.entries()) {
    const hiding = precedence.hiding(route, order, mayHide);
    if (hiding) yield { route, ...hiding };
  }
}
