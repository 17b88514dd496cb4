// Code actions: the linter's fixes and suggestions, a comment that silences a problem with a reason, things to add to the application,
// and changes of the text that keep its meaning.

import type { Snapshot } from '../../src/analysis/snapshot.js';
import type { Diagnostic } from '../../src/language/diagnostics.js';
import type { Span } from '../../src/language/source.js';
import { applyFixes } from '../../src/lint/fixes.js';
import { rules } from '../../src/lint/registry.js';
import { indentOf, insertion, newlineOf, type CodeAction } from './action-edits.js';
import { laidOut } from './laid-out.js';
import { isOfLanguage, mends } from './mends.js';
import { refactorings } from './refactorings.js';
import { suggested } from './suggestions.js';
import { extractedConcern, tableRefactorings } from './table-refactorings.js';
import type { ModuleHost } from './rename-in-modules.js';

/**
 * The actions for a span of the file, given the known diagnostics. Unwanted kinds are left out if that saves analysing the changed file.
 */
export function codeActions(
  snapshot: Snapshot,
  within: Span,
  diagnostics: readonly Diagnostic[],
  host: ModuleHost = {},
  wants: (kind: 'quickfix' | 'refactor' | 'source') => boolean = () => true,
): readonly CodeAction[] {
  const { file } = snapshot.source;
  const here = diagnostics.filter(
    ({ file: of, range }) =>
      of === file && range.start.offset <= within.end && within.start <= range.end.offset,
  );
  return [
    ...(wants('quickfix') ? here.flatMap((diagnostic) => forDiagnostic(snapshot, diagnostic, host)) : []),
    ...(wants('refactor')
      ? [
          ...extractedConcern(snapshot, within),
          ...refactorings(snapshot, within.start, host),
          ...tableRefactorings(snapshot, within, host),
        ]
      : []),
    ...(wants('source') ? fixAll(snapshot, diagnostics) : []),
  ].flatMap((action) => laidOut(snapshot, action));
}

function forDiagnostic(snapshot: Snapshot, diagnostic: Diagnostic, host: ModuleHost): CodeAction[] {
  const { file, fix } = diagnostic;
  const beside = actionsBeside(snapshot, diagnostic, host);
  if (!fix) return [...suggested(snapshot, diagnostic, host), ...beside];
  if (!isHarmless(snapshot, diagnostic)) return beside;
  const edits = fix.edits.map((each) => ({ ...each, file: each.file ?? file }));
  return [{ title: fix.title, kind: 'quickfix', diagnostic, isPreferred: true, edits }, ...beside];
}

/** Whether a fix really improves the file. A fix that changes other files too is trusted. */
function isHarmless(snapshot: Snapshot, diagnostic: Diagnostic): boolean {
  const { file, text } = snapshot.source;
  if (diagnostic.fix?.edits.some((each) => (each.file ?? diagnostic.file) !== file)) return true;
  return applyFixes(file, text, [diagnostic], (changed) => snapshot.analysisOf(changed)).fixed.length > 0;
}

/** Actions for a diagnostic apart from its own fix. */
function actionsBeside(snapshot: Snapshot, diagnostic: Diagnostic, host: ModuleHost): CodeAction[] {
  const isSilenceable = rules.has(diagnostic.code) && !isOfLanguage(snapshot, diagnostic);
  return [...mends(snapshot, diagnostic, host), ...(isSilenceable ? [silenced(snapshot, diagnostic)] : [])];
}

/** Adds a comment above the statement, or at the end of its line if something else precedes it there. */
function silenced(snapshot: Snapshot, diagnostic: Diagnostic): CodeAction {
  const { source, syntax } = snapshot;
  const { code, range } = diagnostic;
  const at = snapshot.cursor(range.start.offset).declaration?.span.start ?? range.start.offset;
  const line = source.lineAt(at);
  const start = source.lineStart(line);
  const comment = `# waypost-ignore ${code}: say why`;
  const end = start + source.lineText(line).length;
  const isFirst = source.text.slice(start, at).trim() === '';
  const hasComment = syntax.comments.some(({ span }) => span.start >= start && span.start <= end);
  const isBehind = !isFirst && !hasComment;
  const above = indentOf(source, start) + (isFirst ? comment : comment.replace('ignore', 'ignore-block'));
  return {
    title: `Silence ${code} here, with a reason`,
    kind: 'quickfix',
    isBeside: true,
    diagnostic,
    edits: [
      isBehind
        ? insertion(snapshot, end, ` ${comment}`)
        : insertion(snapshot, start, above + newlineOf(snapshot)),
    ],
  };
}

function fixAll(snapshot: Snapshot, diagnostics: readonly Diagnostic[]): CodeAction[] {
  const { source } = snapshot;
  const { fixed } = applyFixes(source.file, source.text, diagnostics, (text) => snapshot.analysisOf(text));
  if (fixed.length === 0) return [];
  return [
    {
      title: fixed.length === 1 ? 'Fix what can be fixed' : `Fix all ${fixed.length} that can be fixed`,
      kind: 'source.fixAll',
      edits: fixed.flatMap(({ fix }) => fix?.edits ?? []).map((each) => ({ ...each, file: source.file })),
    },
  ];
}
