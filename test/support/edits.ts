// A text with the edits of a fix in it.

import type { TextEdit } from '../../src/language/diagnostics.js';

export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  return [...edits]
    .sort((one, other) => other.range.start.offset - one.range.start.offset)
    .reduce(
      (edited, { range, text: replacement }) =>
        edited.slice(0, range.start.offset) + replacement + edited.slice(range.end.offset),
      text,
    );
}
