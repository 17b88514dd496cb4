// Does what one route demands of a request follow from what another demands?
//
//   host => 'api.example.com'  implies  host => /example/
//
// Only what is certain counts: an implication that is not seen here makes no route unreachable.

import type {
  AttributeTest,
  ConstraintCallable,
  RequestAttribute,
  RequestConstraint,
} from '../routing/patterns/constraints.js';
import type { RouteDefinition } from '../routing/patterns/route.js';

/** Whether every request that passes the constraints of `specific` passes those of `general` (for one path). */
export function requestsImply(specific: RouteDefinition, general: RouteDefinition): boolean {
  return general.requestConstraints.every((demand) =>
    specific.requestConstraints.some(
      (given) => implies(given, demand) && (!asksForFormat(demand) || seeOneFormat(specific, general)),
    ),
  );
}

/**
 * Where the context has no format, the one that the path gave or the route's default stands in: two routes see one
 * format if neither captures it, or both alike.
 */
function seeOneFormat(a: RouteDefinition, b: RouteDefinition): boolean {
  const captures = (route: RouteDefinition): boolean => route.pattern.names.includes('format');
  if (a.defaults.get('format') !== b.defaults.get('format')) return false;
  return (!captures(a) && !captures(b)) || a.pattern.text === b.pattern.text;
}

const asksForFormat = (constraint: RequestConstraint): boolean =>
  constraint.kind === 'callable' || constraint.attribute === 'format';

function implies(given: RequestConstraint, demand: RequestConstraint): boolean {
  if (given.kind === 'callable' || demand.kind === 'callable') {
    return given.kind === 'callable' && demand.kind === 'callable' && isSameCallable(given, demand);
  }
  if (given.attribute !== demand.attribute) return false;
  return testImplies(given.test, demand.test, bareForms.get(given.attribute) ?? String);
}

/** How values of an attribute are compared: `https://` and `https` are one protocol, `get` and `GET` one method. */
const bareForms: ReadonlyMap<RequestAttribute, (value: string) => string> = new Map([
  ['protocol', (value) => value.replace(/:(?:\/\/)?$/, '')],
  ['method', (value) => value.toUpperCase()],
]);

function testImplies(given: AttributeTest, demand: AttributeTest, bare: (value: string) => string): boolean {
  if (given.kind === 'callable' || demand.kind === 'callable') {
    return given.kind === 'callable' && demand.kind === 'callable' && isSameCallable(given, demand);
  }
  if (given.kind === 'presence' || demand.kind === 'presence') {
    if (demand.kind !== 'presence') return false;
    if (given.kind === 'presence') return given.present === demand.present;
    return (
      demand.present &&
      valuesOf(given).every((value) => (typeof value === 'string' ? value !== '' : !value.test('')))
    );
  }
  const values = valuesOf(given);
  return (
    values.length > 0 &&
    values.every((value) => valuesOf(demand).some((wanted) => valueImplies(value, wanted, bare)))
  );
}

/** The alternatives of a test: any one of them lets the value through. */
function valuesOf(
  test: Extract<AttributeTest, { kind: 'string' | 'regex' | 'list' }>,
): readonly (string | RegExp)[] {
  switch (test.kind) {
    case 'string':
      return [test.value];
    case 'regex':
      return [test.regex];
    case 'list':
      return test.values;
    default:
      return test satisfies never;
  }
}

function valueImplies(
  value: string | RegExp,
  wanted: string | RegExp,
  bare: (value: string) => string,
): boolean {
  if (typeof value === 'string') {
    return typeof wanted === 'string'
      ? bare(value) === bare(wanted)
      : new RegExp(wanted.source, wanted.flags.replace(/[gy]/g, '')).test(bare(value));
  }
  return typeof wanted !== 'string' && isSameRegex(value, wanted);
}

export function isSameRegex(a: RegExp, b: RegExp): boolean {
  return a === b || (a.source === b.source && a.flags === b.flags);
}

interface Callable {
  readonly callable: ConstraintCallable | undefined;
  readonly label: string;
}

/** One and the same callable: the same object, or, where none has been loaded, the same module and export. */
export function isSameCallable(a: Callable, b: Callable): boolean {
  if (a.callable || b.callable) return a.callable === b.callable;
  return a.label === b.label && a.label.startsWith('&');
}
