// The result of recognition: the match and its params.

import type { Route, Target } from '../patterns/route.js';

/** The prototype of all params: an empty object without a prototype, so params inherit nothing. */
export const nothing: object = /* @__PURE__ */ Object.freeze(Object.create(null) as object);

/** The route that answers, and the values from its path (docs/router.md, "A match"). */
export class Match {
  /** The controller of `controller#action`; undefined if the target is not a controller. */
  readonly controller: string | undefined;
  /** The action of `controller#action`. */
  readonly action: string | undefined;
  /** The path's values in the order of the pattern, then defaults for names that are not in the path. Inherits nothing. */
  readonly params: Readonly<Record<string, string>>;
  /** The callable; undefined if the target is not a callable. */
  readonly callable: unknown;
  /** The route that answers. */
  readonly route: Route;
  /** The target of that route. */
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
 * An empty match, made before all others. V8 learns from it that routes and targets can be of any type. It would otherwise check each one's
 * hidden class, which in a large table means a fetch from distant memory.
 */
export const noMatch = /* @__PURE__ */ new (Match as unknown as new () => Match)();

/** The params of a match: values by name. */
export type Params = Record<string, string>;

/** A constructor of empty params, which inherit nothing. */
export function emptyConstructor(): new () => Params {
  function Params(): void {}
  Params.prototype = nothing;
  return Params as unknown as new () => Params;
}

/** The match of a route with the values of a path, in the order of the pattern. */
export function matchOf(route: Route, values: ReadonlyMap<string, string>): Match {
  return withParams(fixedMatch(route), paramsWith(values));
}

function paramsWith(values: ReadonlyMap<string, string>): Params {
  const params = Object.create(nothing) as Params;
  for (const [name, value] of values) params[name] = value;
  return params;
}

/** A match with params. `fixed` is the match of the same route without values. */
export function withParams(fixed: Match, params: Record<string, string>): Match {
  const { controller, action, callable, route, target, params: defaults } = fixed;
  if (defaults !== noParams)
    for (const [name, value] of Object.entries(defaults)) if (!(name in params)) params[name] = value;
  return new Match(controller, action, params, callable, route, target);
}

/** The params of all matches that have no values and no defaults. */
export const noParams = /* @__PURE__ */ paramsWith(new Map());

/** The match of a route whose path gives no values: its params are the defaults. */
export function fixedMatch(route: Route): Match {
  const { defaults } = route.definition;
  const params = Object.freeze(defaults.size > 0 ? paramsWith(defaults) : noParams);
  const { target } = route;
  const { controller, action, callable }: PossibleTarget = target;
  return Object.freeze(new Match(controller, action, params, callable, route, target));
}

/** All properties that a target of some kind has. */
interface PossibleTarget extends Pick<Target, 'kind'> {
  readonly controller?: string;
  readonly action?: string;
  readonly callable?: unknown;
}
