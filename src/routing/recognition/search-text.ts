// What the programs of written-search.ts are put together from: expressions for what is of the routes, places in a path, and how far branches have come.

import type { Leaf, LeafTest } from './leaf.js';
import type { Match } from './match.js';

/** Expressions of a program for what is of the routes. */
export interface SearchValues {
  text(text: string): string;
  /** What a match is made of beside its params: an object that has them as a leaf does. */
  source(leaf: Leaf): string;
  /** The match of a path that gives no values. */
  match(match: Match): string;
  test(leaf: Leaf, test: LeafTest): string;
}

/** A place in a path: the variable that has the end of the segment before it, if there is one, and so many characters more. */
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

/** Statements one after the other, as far as any path comes. */
export function inOrder(...statements: readonly string[]): string {
  const last = statements.findIndex((statement) => statement.startsWith('return '));
  return statements
    .slice(0, last < 0 ? statements.length : last + 1)
    .filter(Boolean)
    .join('\n');
}

/** How far branches have come. */
export interface Position {
  /** In the ways' texts. */
  readonly at: number;
  readonly place: Place;
  /** Start and end of each value before. */
  readonly values: readonly (readonly [string, string])[];
  /** What is done with a path that goes on otherwise from some place on. */
  readonly leave: (place: string) => string;
}

/** How a path leaves all branches of a function. */
export function ended(place: string): string {
  return `i = ${place}; break out;`;
}

export const beginning: Position = {
  at: 0,
  place: { behind: undefined, plus: 0 },
  values: [],
  leave: ended,
};

/** What the params of a leaf's matches are beside the path's values. */
export function paramsOf({ shape, extras }: Leaf): string {
  return JSON.stringify([shape.names, shape.others, extras]);
}
