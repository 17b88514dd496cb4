// What the programs of written-search.ts are put together from: expressions for what is of the routes, and places in a path.

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
