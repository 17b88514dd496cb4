// Functions that make parts of routes from the data of a compiled module: constraints, callables, redirects, facts, helpers. A module
// imports those that its routes need.

import type { CustomHelpers, DirectHelper, ResolveTarget } from '../generation/custom-helpers.js';
import {
  type AttributeTest,
  type ConstraintCallable,
  type NamedCallable,
  type RequestAttribute,
  type RequestConstraint,
  type SegmentConstraint,
  segmentDemand,
} from '../patterns/constraints.js';
import type { FactValue, LayerDefinition, RouteFacts, RouteNotice } from '../patterns/facts.js';
import type { Pattern } from '../patterns/pattern.js';
import { bareRecord, type RedirectLocation, type Route, type Target } from '../patterns/route.js';
import { defaultExport, isClass } from '../../http/object-shape.js';
import { isSchema } from '../../middleware/validated.js';
import { isFitCallable, isMadeForFetch } from './fit-callable.js';
import { redirectTo } from './redirect.js';

/** A regex, a text to be equal to, a list of these, whether a value has to be present, or a callable. */
export type CompiledConstraint = RegExp | string | readonly (string | RegExp)[] | boolean | NamedCallable;

/** Facts that several routes may share. */
export interface CompiledFacts {
  /** The layers, outermost first. */
  readonly layers: readonly LayerDefinition[];
  /** The values of `meta`. */
  readonly meta: Readonly<Record<string, FactValue>>;
  /** Since when the routes are deprecated. */
  readonly deprecated?: RouteNotice;
  /** Since when the routes are gone. */
  readonly sunset?: RouteNotice;
}

/** The constraints on a route's segments, by name (docs/compiled-routes.md). Throws a `TypeError` for a callable that cannot be called. */
export function segmentConstraints(
  written: readonly (readonly [string, CompiledConstraint])[],
): ReadonlyMap<string, readonly SegmentConstraint[]> {
  const constraints = new Map<string, SegmentConstraint[]>();
  for (const [segment, each] of written) {
    const constraint = constraintOf(each) as SegmentConstraint;
    const others = constraints.get(segment);
    if (others) others.push(constraint);
    else constraints.set(segment, [constraint]);
  }
  return constraints;
}

/**
 * The constraints on a route's requests, each an attribute with its test, or a callable (docs/compiled-routes.md). Throws a `TypeError` for
 * a callable that cannot be called.
 */
export function requestConstraints(
  written: readonly (readonly [RequestAttribute, CompiledConstraint] | readonly [NamedCallable])[],
): readonly RequestConstraint[] {
  return written.map(([first, test]) =>
    typeof first === 'string'
      ? { kind: 'attribute', attribute: first, test: constraintOf(test!) as AttributeTest }
      : callableConstraint(first),
  );
}

/** Tells whether a decoded value fits the route's segment of that name; undefined if any value does (docs/compiled-routes.md). */
export function segmentTest(route: Route, name: string): ((value: string) => boolean) | undefined {
  return segmentDemand(route.definition.segmentConstraints.get(name)).test;
}

function constraintOf(written: CompiledConstraint): AttributeTest {
  if (written instanceof RegExp) return { kind: 'regex', regex: written };
  if (typeof written === 'string') return { kind: 'string', value: written };
  if (typeof written === 'boolean') return { kind: 'presence', present: written };
  if (Array.isArray(written)) return { kind: 'list', values: written as readonly (string | RegExp)[] };
  return callableConstraint(written as NamedCallable);
}

function callableConstraint({
  callable,
  label,
}: NamedCallable): { readonly kind: 'callable' } & NamedCallable {
  return {
    kind: 'callable',
    callable: checkedCallable(callable, 'matches', label) as ConstraintCallable,
    label,
  };
}

/**
 * A target that is a callable or a mounted application (docs/compiled-routes.md). Throws a `TypeError` for a value that cannot be called.
 */
export function callableTarget(kind: 'callable' | 'mount', value: unknown, label: string): Target {
  const callable = checkedCallable(value, 'call', label);
  return kind === 'mount' ? { kind, app: callable, label } : { kind, callable, label };
}

/**
 * Makes a redirect with a status from 300 to 399 for a route's pattern (docs/compiled-routes.md). Throws a `TypeError` for a callable that
 * is not a function.
 */
export function redirectTarget(location: RedirectLocation, status: number): (pattern: Pattern) => Target {
  const given =
    location.kind === 'callable'
      ? { ...location, callable: checkedCallable(location.callable, undefined, location.label) }
      : location;
  return (pattern) => redirectTo(given, status, pattern);
}

function checkedCallable(given: unknown, method: string | undefined, label: string): unknown {
  const value = defaultExport(given);
  if (isFitCallable(value, method)) return value;
  const wanted = method === undefined ? 'a function' : `a function, or an object with \`${method}\``;
  const found = isSchema(value)
    ? 'a schema'
    : isClass(value)
      ? 'a class'
      : value === null || value === undefined
        ? String(value)
        : method === 'call' && isMadeForFetch(value)
          ? 'an application made for Fetch'
          : `${typeof value === 'object' ? 'an' : 'a'} ${typeof value}`;
  throw new TypeError(`${label} has to be ${wanted}, and its module exports ${found}`);
}

/** The layers, meta and notices of routes (docs/compiled-routes.md). Its records inherit nothing and are frozen. */
export function routeFacts(written: readonly CompiledFacts[]): readonly RouteFacts[] {
  return written.map(({ layers, meta, deprecated, sunset }) => {
    const own = layers.map(({ label, layer }) => ({ label, layer: defaultExport(layer) }));
    return { layers: own, meta: bare(meta) as RouteFacts['meta'], deprecated, sunset };
  });
}

function bare(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return Object.freeze(value.map(bare));
  return bareRecord(Object.entries(value).map(([key, each]) => [key, bare(each)]));
}

/**
 * The helpers of a routes file, and the plurals of the words by which records are looked up, as pairs of singular and plural
 * (docs/compiled-routes.md).
 */
export function customHelpers(
  direct: readonly (readonly [string, DirectHelper['target'], readonly (readonly [string, unknown])[]])[],
  resolve: readonly (readonly [string, ResolveTarget])[],
  plurals: readonly (readonly [string, string])[],
): CustomHelpers {
  return {
    ...pluralHelpers(plurals),
    direct: new Map(
      direct.map(([name, target, defaults]) => [name, { target, defaults: bareRecord(defaults) }]),
    ),
    resolve: new Map(resolve),
  };
}

/**
 * The plurals alone, for a routes file that declares no helpers. Only plurals that are not formed with an `s` are given
 * (docs/compiled-routes.md).
 */
export function pluralHelpers(plurals: readonly (readonly [string, string])[]): CustomHelpers {
  const known = new Map(plurals);
  return {
    direct: new Map(),
    resolve: new Map(),
    plural(singular) {
      const cut = singular.lastIndexOf('-') + 1;
      const word = singular.slice(cut);
      return known.get(singular) ?? singular.slice(0, cut) + (known.get(word) ?? `${word}s`);
    },
  };
}
