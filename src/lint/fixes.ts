// Applying fixes to a text: all that do not touch one another, from the end to the beginning.

import type { Diagnostic, TextEdit } from '../language/diagnostics.js';

export interface FixedText {
  readonly text: string;
  /** The diagnostics whose fix is in the text now. */
  readonly fixed: readonly Diagnostic[];
}

/**
 * The text of a file with the fixes of its diagnostics applied. Of two fixes that overlap, or where one changes another file
 * too, only the first that stands alone is taken: whoever wants the others lints the result again.
 */
export function applyFixes(file: string, text: string, diagnostics: readonly Diagnostic[]): FixedText {
  const fixed: Diagnostic[] = [];
  const taken: TextEdit[] = [];
  for (const diagnostic of diagnostics) {
    const edits = diagnostic.fix?.edits ?? [];
    if (edits.length === 0 || !edits.every((edit) => (edit.file ?? diagnostic.file) === file)) continue;
    if (edits.some((edit) => taken.some((other) => touches(edit, other)))) continue;
    taken.push(...edits);
    fixed.push(diagnostic);
  }
  const ordered = taken.toSorted((a, b) => b.range.start.offset - a.range.start.offset);
  let result = text;
  for (const { range, text: inserted } of ordered)
    result = result.slice(0, range.start.offset) + inserted + result.slice(range.end.offset);
  return { text: result, fixed };
}

function touches(a: TextEdit, b: TextEdit): boolean {
  return a.range.start.offset <= b.range.end.offset && b.range.start.offset <= a.range.end.offset;
}
