// Decides if two constraints are the same, and if two routes have the same pattern and constraints on segments.

import type { AttributeTest, NamedCallable } from '../routing/patterns/constraints.js';
import type { RouteDefinition } from '../routing/patterns/route.js';

const numbers = new WeakMap<object, number>();
let numbered = 0;

/**
 * A text that two callables share only if they are the same: the same object, or if none is loaded, the same module and export named from
 * the same folder. Undefined for a callable that cannot be identified.
 */
function callableIdentity({ callable, label, folder = '' }: NamedCallable): string | undefined {
  if (!callable) return label.startsWith('&') ? `${label} in ${folder}` : undefined;
  let number = numbers.get(callable);
  if (number === undefined) numbers.set(callable, (number = ++numbered));
  return `#${number}`;
}

/** A text that two constraints share only if they accept the same values; undefined for a callable that cannot be identified. */
export function identityOf(constraint: AttributeTest): string | undefined {
  switch (constraint.kind) {
    case 'regex':
      return regexText(constraint.regex);
    case 'string':
      return JSON.stringify(constraint.value);
    case 'list':
      return `[${constraint.values.map((value) => (typeof value === 'string' ? JSON.stringify(value) : regexText(value))).join()}]`;
    case 'presence':
      return String(constraint.present);
    case 'callable':
      return callableIdentity(constraint);
    default:
      return constraint satisfies never;
  }
}

/** The same as `String(regex)`, but much faster. */
const regexText = ({ source, flags }: RegExp): string => `/${source}/${flags}`;

/**
 * Whether two routes have the same pattern and the same segment constraints, including callables. Both then ask the same callables about
 * the same values.
 */
export function isLikeness(a: RouteDefinition, b: RouteDefinition): boolean {
  if (a.pattern.text !== b.pattern.text) return false;
  return a.pattern.names.every((name) => {
    const first = a.segmentConstraints.get(name) ?? [];
    const second = b.segmentConstraints.get(name) ?? [];
    if (first.length !== second.length) return false;
    return first.every((constraint, index) => {
      const other = second[index];
      return other !== undefined && isSameConstraint(constraint, other);
    });
  });
}

/** Whether two constraints certainly accept the same values. */
export function isSameConstraint(a: AttributeTest, b: AttributeTest): boolean {
  const identity = identityOf(a);
  return identity !== undefined && identity === identityOf(b);
}
