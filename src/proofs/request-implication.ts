// Decides if the request constraints of one route follow from those of another.
//
//   host => 'api.example.com'  implies  host => /example/
//
// Only certain implications count. A missed one only means that an unreachable route is not reported.

import {
  allowsAttribute,
  comparable,
  valuesOf,
  type AttributeTest,
  type MatchedConstraint,
  type RequestAttribute,
  type RequestConstraint,
} from '../routing/patterns/constraints.js';
import { withoutState } from '../routing/patterns/regex-test.js';
import type { RouteDefinition } from '../routing/patterns/route.js';
import { isLikeness, isSameConstraint } from './likeness.js';

/** Whether every request that passes the constraints of `specific` also passes those of `general`, for the same path. */
export function requestsImply(specific: RouteDefinition, general: RouteDefinition): boolean {
  return general.requestConstraints.every(
    (demand) =>
      isMetByVerbs(specific, demand) ||
      specific.requestConstraints.some(
        (given) => implies(given, demand) && (!asksForFormat(demand) || seeOneFormat(specific, general)),
      ),
  );
}

/** Whether a route's verbs alone satisfy a constraint on the method: `get` satisfies `method => <GET HEAD>`. */
function isMetByVerbs(route: RouteDefinition, demand: RequestConstraint): boolean {
  if (demand.kind === 'callable' || demand.attribute !== 'method' || demand.test.kind === 'callable')
    return false;
  const { test } = demand;
  return !route.any && declaredVerbs(route).every((verb) => allowsAttribute('method', test, verb));
}

/** Represents every method without a name here. Routes for any verb answer it. */
export const anyOtherMethod = '*';

/** The methods for which a route is declared. */
export function declaredVerbs(route: RouteDefinition): readonly string[] {
  if (route.any) return [anyOtherMethod];
  return route.verbs.includes('GET') && !route.verbs.includes('HEAD')
    ? [...route.verbs, 'HEAD']
    : route.verbs;
}

/**
 * Whether two routes see the same format. If the request has none, the format comes from the path or the route's default. So the defaults
 * have to be the same, and either no path or two alike routes may capture it: with other constraints a path may be divided otherwise.
 */
function seeOneFormat(a: RouteDefinition, b: RouteDefinition): boolean {
  const captures = (route: RouteDefinition): boolean => route.pattern.names.includes('format');
  if (a.defaults.get('format') !== b.defaults.get('format')) return false;
  return (!captures(a) && !captures(b)) || isLikeness(a, b);
}

const asksForFormat = (constraint: RequestConstraint): boolean =>
  constraint.kind === 'callable' || constraint.attribute === 'format';

function implies(given: RequestConstraint, demand: RequestConstraint): boolean {
  if (given.kind === 'callable' || demand.kind === 'callable')
    return given.kind === 'callable' && demand.kind === 'callable' && isSameConstraint(given, demand);
  if (given.attribute !== demand.attribute) return false;
  const { attribute } = given;
  return testImplies(given.test, demand.test, (value) => comparable(attribute, value));
}

/**
 * Whether no request passes the constraints of both routes, for example because they want different hosts. `format` is ignored, because
 * each route may get another one from its path or default.
 */
export function requestsExclude(a: RouteDefinition, b: RouteDefinition): boolean {
  return a.requestConstraints.some((first) =>
    b.requestConstraints.some(
      (second) =>
        first.kind === 'attribute' &&
        second.kind === 'attribute' &&
        first.attribute === second.attribute &&
        first.attribute !== 'format' &&
        testsExclude(first.test, second.test, (value) => comparable(first.attribute, value)),
    ),
  );
}

/**
 * Whether the plainest request for `route` is not answered by `other`. That request has no attributes except those that `route` constrains.
 */
export function isEvaded(route: RouteDefinition, other: RouteDefinition): boolean {
  if (other.requestConstraints.length === 0) return false;
  const isDemanded = (attribute: RequestAttribute): boolean =>
    attribute === 'format' ||
    attribute === 'method' ||
    route.requestConstraints.some((each) => each.kind === 'callable' || each.attribute === attribute);
  return (
    requestsExclude(route, other) ||
    other.requestConstraints.some(
      (each) =>
        each.kind === 'attribute' &&
        !isDemanded(each.attribute) &&
        (each.test.kind !== 'presence' || each.test.present),
    )
  );
}

/** Whether no value passes both tests of an attribute. */
function testsExclude(a: AttributeTest, b: AttributeTest, bare: (value: string) => string): boolean {
  if (a.kind === 'callable' || b.kind === 'callable') return false;
  if (a.kind === 'presence')
    return b.kind === 'presence' ? a.present !== b.present : !a.present && !admitsEmpty(b, bare);
  if (b.kind === 'presence') return !b.present && !admitsEmpty(a, bare);
  const mayMeet = (first: string | RegExp, second: string | RegExp): boolean => {
    if (typeof first === 'string') return valueImplies(first, second, bare);
    // Two regexes are assumed to share a text.
    return typeof second !== 'string' || valueImplies(second, first, bare);
  };
  return !valuesOf(a).some((first) => valuesOf(b).some((second) => mayMeet(first, second)));
}

function admitsEmpty(test: MatchedConstraint, bare: (value: string) => string): boolean {
  return valuesOf(test).some((value) => (typeof value === 'string' ? bare(value) === '' : value.test('')));
}

function testImplies(given: AttributeTest, demand: AttributeTest, bare: (value: string) => string): boolean {
  if (given.kind === 'callable' || demand.kind === 'callable') return isSameConstraint(given, demand);
  if (given.kind === 'presence' || demand.kind === 'presence') {
    if (demand.kind !== 'presence') return false;
    if (given.kind === 'presence') return given.present === demand.present;
    return demand.present && !admitsEmpty(given, bare);
  }
  const values = valuesOf(given);
  return (
    values.length > 0 &&
    values.every((value) => valuesOf(demand).some((wanted) => valueImplies(value, wanted, bare)))
  );
}

function valueImplies(
  value: string | RegExp,
  wanted: string | RegExp,
  bare: (value: string) => string,
): boolean {
  if (typeof value === 'string') {
    return typeof wanted === 'string' ? bare(value) === bare(wanted) : withoutState(wanted).test(bare(value));
  }
  return typeof wanted !== 'string' && value.source === wanted.source && value.flags === wanted.flags;
}
