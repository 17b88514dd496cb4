// When are two constraints one and the same, and two routes alike in all that says which paths they answer?

import type { AttributeTest, NamedCallable } from '../routing/patterns/constraints.js';
import type { RouteDefinition } from '../routing/patterns/route.js';

const numbers = new WeakMap<object, number>();
let numbered = 0;

/**
 * A text that callables share only if they are one: the same object, or, where none has been loaded, the same module and
 * export named from the same folder. Undefined for one of which nothing is known.
 */
function callableIdentity({ callable, label, folder = '' }: NamedCallable): string | undefined {
  if (!callable) return label.startsWith('&') ? `${label} in ${folder}` : undefined;
  let number = numbers.get(callable);
  if (number === undefined) numbers.set(callable, (number = ++numbered));
  return `#${number}`;
}

/** A text that constraints share only if they let the same values through; undefined for an unknown callable. */
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

/** As `String(regex)`, which takes ten times as long. */
const regexText = ({ source, flags }: RegExp): string => `/${source}/${flags}`;

/**
 * Whether the two routes are alike in pattern and segment constraints, callables too: then the earlier one's
 * callables are asked about the same values, and the later one's are the same.
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

/** Whether two constraints are known to let the same values through. */
export function isSameConstraint(a: AttributeTest, b: AttributeTest): boolean {
  const identity = identityOf(a);
  return identity !== undefined && identity === identityOf(b);
}
