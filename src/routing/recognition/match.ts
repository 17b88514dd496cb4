// What recognition gives.

import type { Route, Target } from '../patterns/route.js';

/** The prototype of all params: it has neither properties nor a prototype, so that params inherit nothing. */
export const nothing: object = /* @__PURE__ */ Object.freeze(Object.create(null) as object);

/** The route that answers, and what the path gave it (docs/router.md, "A match"). */
export class Match {
  /** The halves of `controller#action`; undefined where the target is no controller. */
  readonly controller: string | undefined;
  /** The half behind the `#`. */
  readonly action: string | undefined;
  /** The path's values in the pattern's order, then the defaults that it did not give; inherits nothing. */
  readonly params: Readonly<Record<string, string>>;
  /** Undefined where the target is no callable. */
  readonly callable: unknown;
  /** The route that answers. */
  readonly route: Route;
  /** What it answers with. */
  readonly target: Target;

  constructor(
    controller: string | undefined,
    action: string | undefined,
    params: Record<string, string>,
    callable: unknown,
    route: Route,
    target: Target,
  ) {
    this.controller = controller;
    this.action = action;
    this.params = params;
    this.callable = callable;
    this.route = route;
    this.target = target;
  }
}

/**
 * A match of nothing, the first that is made. The engine learns from it that routes and targets may be of any kind: it would look at each of them before it
 * is handed on, and in a large table those are far away in memory.
 */
export const noMatch = /* @__PURE__ */ new (Match as unknown as new () => Match)();

/** Of a match: its values by their names. */
export type Params = Record<string, string>;

/** A constructor of params without any yet, which inherit nothing. */
export function emptyConstructor(): new () => Params {
  function Params(): void {}
  Params.prototype = nothing;
  return Params as unknown as new () => Params;
}

/** The match of a route with the values that a path gave, in the pattern's order. */
export function matchOf(route: Route, values: ReadonlyMap<string, string>): Match {
  return withParams(fixedMatch(route), paramsWith(values));
}

function paramsWith(values: ReadonlyMap<string, string>): Params {
  const params = Object.create(nothing) as Params;
  for (const [name, value] of values) params[name] = value;
  return params;
}

/** The match of a route that has this one where its path gives nothing, with what a path gave. */
export function withParams(fixed: Match, params: Record<string, string>): Match {
  const { controller, action, callable, route, target, params: defaults } = fixed;
  if (defaults !== noParams)
    for (const [name, value] of Object.entries(defaults)) if (!(name in params)) params[name] = value;
  return new Match(controller, action, params, callable, route, target);
}

/** Of all routes whose path and defaults give nothing. */
export const noParams = /* @__PURE__ */ paramsWith(new Map());

/** The match of a route whose path gives nothing: its params are the defaults. */
export function fixedMatch(route: Route): Match {
  const { defaults } = route.definition;
  const params = Object.freeze(defaults.size > 0 ? paramsWith(defaults) : noParams);
  const { target } = route;
  const { controller, action, callable }: PossibleTarget = target;
  return Object.freeze(new Match(controller, action, params, callable, route, target));
}

/** What a target of one kind or another has. */
interface PossibleTarget extends Pick<Target, 'kind'> {
  readonly controller?: string;
  readonly action?: string;
  readonly callable?: unknown;
}
