// Finds a sample of the values that a segment's constraints accept, and whether all accepted values are known exactly.
//
//   \d{4}  →  7777        [a-z]+  →  a        (?!new)\w+  →  7, but not known exactly
//
// A few plain values are tried before a language is made. Results are kept by the text of the constraints: tables have few different ones,
// and an editor asks about them after each keystroke.

import {
  type MatchedConstraint,
  type SegmentConstraint,
  valueTest,
} from '../routing/patterns/constraints.js';
import { identityOf } from './likeness.js';
import { requestPaths, separator, unitsOf, valueLanguage } from './path-language.js';
import { Expressions } from './regular-language/expression.js';
import { type Found, shortestWord } from './regular-language/search.js';

/** Values to try first, shorter ones before longer ones. */
const plainValues = ['7', 'a', '77', 'aa', '7777'].map((value) => ({ value, word: unitsOf(value) }));

const mostKept = 5_000;
const samples = new Map<string, Found>();
const exactness = new Map<string, boolean>();

/** A short and readable value that passes all constraints except callables, in the symbols of path-language.ts. */
export function sampleValue(kind: 'segment' | 'glob', constraints: readonly SegmentConstraint[]): Found {
  const matched = constraints.filter((constraint) => constraint.kind !== 'callable');
  return kept(samples, keyOf(kind, matched), () => findSample(kind, matched));
}

function findSample(kind: 'segment' | 'glob', constraints: readonly MatchedConstraint[]): Found {
  const plain = plainValues.find(({ value }) =>
    constraints.every((constraint) => valueTest(constraint)(value)),
  );
  if (plain) return plain.word;
  const expressions = new Expressions();
  const language = valueLanguage(expressions, kind, constraints, 'more');
  if (!language) return 'unknown';
  // A value is a path without its first slash.
  const wellFormed = expressions.derivative(requestPaths(expressions), separator);
  return shortestWord(expressions, expressions.intersection(language, wellFormed));
}

/** Whether it is known for every value if it passes. False if a callable or something that is not regular decides. */
export function hasExactValues(kind: 'segment' | 'glob', constraints: readonly SegmentConstraint[]): boolean {
  if (constraints.some((constraint) => constraint.kind === 'callable')) return false;
  return kept(
    exactness,
    keyOf(kind, constraints),
    () => valueLanguage(new Expressions(), kind, constraints, 'exact') !== undefined,
  );
}

function kept<Value>(known: Map<string, Value>, key: string, find: () => Value): Value {
  let value = known.get(key);
  if (value === undefined) {
    value = find();
    if (known.size >= mostKept) known.clear();
    known.set(key, value);
  }
  return value;
}

function keyOf(kind: 'segment' | 'glob', constraints: readonly SegmentConstraint[]): string {
  let key: string = kind;
  for (const constraint of constraints)
    key += ` ${constraint.kind === 'callable' ? '' : identityOf(constraint)}`;
  return key;
}
