// The difference between two lists of numbers, as the protocol sends semantic tokens: one edit that replaces everything between their
// common beginning and their common end, and no edit where the lists are equal.
//
//   [1 2 3 9] → [1 2 5 5 9]   { start: 2, deleteCount: 1, data: [5 5] }

import { changeOf } from '../src/lint/unsettled.js';

export interface NumberEdit {
  start: number;
  deleteCount: number;
  data: number[];
}

/** The edits that make `after` out of `before`. */
export function numberEdits(before: readonly number[], after: readonly number[]): NumberEdit[] {
  const { start, gone, come } = changeOf(before, after);
  return gone + come === 0 ? [] : [{ start, deleteCount: gone, data: after.slice(start, start + come) }];
}
