// The building blocks of the programs of written-search.ts: expressions for values of the routes, positions in the path, and the progress
// of branches.

import type { Leaf, LeafTest } from './leaf.js';
import type { Match } from './match.js';

/** Gives the expressions by which a program refers to values of the routes. */
export interface SearchValues {
  text(text: string): string;
  /** An object with the properties of a leaf that a match needs besides its params. */
  source(leaf: Leaf): string;
  /** The match of a route whose path gives no values. */
  match(match: Match): string;
  test(leaf: Leaf, test: LeafTest): string;
}

/** A position in the path: the variable with the end of the preceding value, if there is one, plus a number of characters. */
export interface Place {
  readonly behind: string | undefined;
  readonly plus: number;
}

export function moved({ behind, plus }: Place, by: number): Place {
  return { behind, plus: plus + by };
}

export function shown({ behind, plus }: Place): string {
  return behind === undefined ? String(plus) : plus === 0 ? behind : `${behind} + ${plus}`;
}

/** Statements in sequence, up to the first unconditional `return`. */
export function inOrder(...statements: readonly string[]): string {
  const last = statements.findIndex((statement) => statement.startsWith('return '));
  return statements
    .slice(0, last < 0 ? statements.length : last + 1)
    .filter(Boolean)
    .join('\n');
}

/** How far branches have got. */
export interface Position {
  /** The position in the ways' texts. */
  readonly at: number;
  readonly place: Place;
  /** Start and end of each captured value, as expressions. */
  readonly values: readonly (readonly [string, string])[];
  /** The code for a path that differs from all branches at a position. */
  readonly leave: (place: string) => string;
}

/** The code that leaves a function because no branch matches. */
export function ended(place: string): string {
  return `i = ${place}; break out;`;
}

export const beginning: Position = {
  at: 0,
  place: { behind: undefined, plus: 0 },
  values: [],
  leave: ended,
};

/** A key for the params of a leaf, apart from the values in the path. */
export function paramsOf({ shape, extras }: Leaf): string {
  return JSON.stringify([shape.names, shape.others, extras]);
}
