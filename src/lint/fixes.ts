// Applies fixes to a text: all that do not touch each other and do no harm. To find out whether they do harm, the changed
// text is analyzed. There must be no new mistakes, the fixed mistakes must be gone, and every request that was answered
// must still be answered. A fix that would remove a comment is not applied.

import type { Analysis } from '../analysis/analyze.js';
import { originsOf } from '../analysis/route-places.js';
import { walkDeclarations, type Declaration } from '../language/declarations.js';
import { aboutModules, errorsIn, type Diagnostic, type TextEdit } from '../language/diagnostics.js';
import { applyEdits, spanEdit, type Source } from '../language/source.js';
import type { LintedRoute } from './rule.js';
import { shapeOf } from '../routing/patterns/pattern-shape.js';
import { demandsOf } from './rules/duplicate-route.js';

/** The result of applying fixes. */
export interface FixedText {
  /** The changed text. */
  readonly text: string;
  /** The diagnostics whose fix was applied. */
  readonly fixed: readonly Diagnostic[];
}

/** Analyzes the file, or the file that includes it, with another text. */
export type Reread = (text: string) => Analysis;

/**
 * Applies the fixes of a file's diagnostics to its text. A fix is left out if it touches an earlier one, changes another
 * file too, or would do harm. To apply the fixes that touched, lint the result again.
 */
export function applyFixes(
  file: string,
  text: string,
  diagnostics: readonly Diagnostic[],
  reread: Reread,
): FixedText {
  const wanted: Diagnostic[] = [];
  const edits: TextEdit[] = [];
  for (const diagnostic of diagnostics) {
    const own = diagnostic.fix?.edits ?? [];
    if (own.length === 0 || !own.every((edit) => (edit.file ?? diagnostic.file) === file)) continue;
    if (own.some((edit) => edits.some((other) => touches(edit, other)))) continue;
    edits.push(...own);
    wanted.push(diagnostic);
  }
  if (wanted.length === 0) return { text, fixed: [] };
  const before = reread(text);
  let fixed: readonly Diagnostic[] = [];
  // Mostly all can be taken at once. If that does harm, try each half, down to the fix that does the harm.
  const take = (some: readonly Diagnostic[]): void => {
    const all = [...fixed, ...some];
    const source = { file, text: changedText(text, all) };
    if (isSound(before, reread(source.text), all, source)) fixed = all;
    else if (some.length > 1) {
      const middle = some.length >> 1;
      take(some.slice(0, middle));
      take(some.slice(middle));
    }
  };
  take(wanted.filter((each) => keepsComments(before, each)));
  return { text: changedText(text, fixed), fixed };
}

function changedText(text: string, diagnostics: readonly Diagnostic[]): string {
  return applyEdits(text, diagnostics.flatMap(({ fix }) => fix?.edits ?? []).map(spanEdit));
}

function touches(a: TextEdit, b: TextEdit): boolean {
  return a.range.start.offset <= b.range.end.offset && b.range.start.offset <= a.range.end.offset;
}

/** Whether a fix removes no comment, except the one that the diagnostic is about. */
function keepsComments({ interpretation }: Analysis, { file, range, fix }: Diagnostic): boolean {
  const syntax = [...interpretation.program.files.values()].find(({ source }) => source.file === file);
  return (fix?.edits ?? []).every(({ range: { start, end }, text }) => {
    if (!syntax?.source.text.slice(start.offset, end.offset).includes('#')) return true;
    return syntax.comments.every(({ span, text: comment }) => {
      const isTaken = start.offset <= span.start && span.end <= end.offset && !text.includes(comment);
      return !isTaken || (span.start <= range.start.offset && range.start.offset < span.end);
    });
  });
}

/** The file with its fixes. The analysis may be of another file, which includes this one. */
type Changed = Pick<Source, 'file' | 'text'>;

/** Whether the fixes do no harm: no error is new, as many errors are gone as were fixed, and the routes are kept. */
function isSound(before: Analysis, after: Analysis, fixed: readonly Diagnostic[], changed: Changed): boolean {
  const left = errorsOf(before);
  const known = new Set(before.diagnostics.map(placeOf));
  let mended = errorsIn(fixed).filter(
    (each) => known.has(placeOf(each)) && !aboutModules.has(each.code),
  ).length;
  for (const count of left.values()) mended -= count;
  for (const [message, count] of errorsOf(after)) {
    if (count > (left.get(message) ?? 0)) return false;
    mended += count;
  }
  return mended <= 0 && !leavesErrors(before, after, fixed, changed) && keepsRoutes(before, after, fixed);
}

/**
 * Whether there is a new error at the text that a fix wrote: `to => -> 'a#b'` would not mend `to -> 'a#b'`. An error that was there before
 * does not count.
 */
function leavesErrors(
  before: Analysis,
  after: Analysis,
  fixed: readonly Diagnostic[],
  { file, text }: Changed,
): boolean {
  const known = new Set(before.diagnostics.map((each) => `${placeOf(each)} ${each.message}`));
  const errors = errorsIn(after.diagnostics).filter(
    (each) => each.file === file && !aboutModules.has(each.code),
  );
  if (errors.length === 0) return false;
  let moved = 0;
  return fixed
    .flatMap(({ fix }) => fix?.edits ?? [])
    .toSorted((a, b) => a.range.start.offset - b.range.start.offset)
    .some((edit) => {
      const written = edit.range.start.offset + moved;
      const movedBefore = moved;
      moved += edit.text.length - (edit.range.end.offset - edit.range.start.offset);
      let [start, end] = [written, written + edit.text.length];
      while (/\s/.test(text[start - 1] ?? '')) start--;
      while (/\s/.test(text[end] ?? '')) end++;
      return errors.some(({ code, message, range }) => {
        const offset = range.start.offset - (range.start.offset < written ? movedBefore : moved);
        const touches = range.start.offset <= end && start <= range.end.offset;
        return touches && !known.has(`${code} ${file} ${offset} ${message}`);
      });
    });
}

/** The number of errors by code and message. Errors about modules do not count: a mended line may be the first to name a module. */
function errorsOf({ diagnostics }: Analysis): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { code, message } of errorsIn(diagnostics))
    if (!aboutModules.has(code))
      counts.set(`${code} ${message}`, (counts.get(`${code} ${message}`) ?? 0) + 1);
  return counts;
}

const placeOf = ({ code, file, range }: Diagnostic): string => `${code} ${file} ${range.start.offset}`;

/** Whether every request is still answered and every name is still there, except those of declarations that the fixes change. */
function keepsRoutes(before: Analysis, after: Analysis, fixed: readonly Diagnostic[]): boolean {
  const answered = new Set(after.routes.map(answerOf));
  const names = new Set(after.routes.map(({ definition }) => definition.name));
  const lost = before.routes.filter(
    (route) => !answered.has(answerOf(route)) || !names.has(route.definition.name),
  );
  if (lost.length === 0) return true;
  const changed = changedDeclarations(before, fixed);
  const isChanged = (route: LintedRoute): boolean => originsOf(route).some((each) => changed.has(each));
  return after.routes.length >= before.routes.length && lost.every(isChanged);
}

/** The declarations that the fixes change, and everything in a block whose head they change. */
function changedDeclarations(
  { interpretation }: Analysis,
  fixed: readonly Diagnostic[],
): ReadonlySet<Declaration> {
  const changed = new Set<Declaration>();
  for (const { source, declarations } of interpretation.program.files.values()) {
    const edits = fixed.flatMap(({ file, fix }) => (file === source.file ? (fix?.edits ?? []) : []));
    const isTouched = (from: number, to: number): boolean =>
      edits.some(({ range: { start, end } }) => start.offset <= to && from <= end.offset);
    if (edits.length === 0) continue;
    walkDeclarations(declarations, (declaration, parents) => {
      const { span, block } = declaration;
      const isWithin = parents.some((parent) => changed.has(parent));
      // Spaces after a key without a value are not part of the declaration yet, but a fix may write the value there.
      const [blanks = ''] = /^[ \t]*/.exec(source.text.slice(span.end, span.end + 100)) ?? [];
      const end = block ? block.span.start : span.end + blanks.length;
      if (isWithin || isTouched(span.start, end)) changed.add(declaration);
    });
  }
  return changed;
}

/** Equal for routes that answer the same requests; names of segments do not matter. */
const answerOf = (route: LintedRoute): string =>
  `${shapeOf(route.definition.pattern)} ${demandsOf(route) ?? 'unknown'}`;
