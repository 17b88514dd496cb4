// The difference between two lists of numbers, as the protocol sends semantic tokens: one edit that replaces everything between their
// common beginning and their common end, and no edit where the lists are equal.
//
//   [1 2 3 9] → [1 2 5 5 9]   { start: 2, deleteCount: 1, data: [5 5] }

export interface NumberEdit {
  start: number;
  deleteCount: number;
  data: number[];
}

/** The edits that make `after` out of `before`. */
export function numberEdits(before: readonly number[], after: readonly number[]): NumberEdit[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  if (start === before.length && start === after.length) return [];
  let tail = 0;
  while (
    tail < before.length - start &&
    tail < after.length - start &&
    before.at(-1 - tail) === after.at(-1 - tail)
  )
    tail++;
  return [
    { start, deleteCount: before.length - start - tail, data: after.slice(start, after.length - tail) },
  ];
}
