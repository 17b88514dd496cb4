// Keeps the layout of the formatter in texts that have it. If an action makes a line too long, the line is broken; lines that now fit are
// joined. An action whose result the formatter would undo is not offered.
//
//   post '/photos', to => 'photos#create', as => 'photos-of-…'      three lines, as `waypost format` would write it

import type { Snapshot } from '../../src/analysis/snapshot.js';
import { addEdits } from '../../src/format/edits.js';
import { formatRanges } from '../../src/format/format.js';
import {
  applyEdits,
  difference,
  spanEdit,
  spanOf,
  type Span,
  type SpanEdit,
} from '../../src/language/source.js';
import { changedText, edit, type ActionEdit, type CodeAction } from './action-edits.js';

/**
 * An action that keeps the layout of its lines. Unchanged if these lines do not have the formatter's layout; none if the formatted result
 * is the old text.
 */
export function laidOut(snapshot: Snapshot, action: CodeAction): readonly CodeAction[] {
  const { source } = snapshot;
  const { diagnostic } = action;
  const isOwn = (each: ActionEdit): boolean => 'range' in each && each.file === source.file;
  const own = action.edits.flatMap((each) => ('range' in each && isOwn(each) ? [spanEdit(each)] : []));
  const places = own.map(({ span }) => span);
  if (diagnostic?.file === source.file) places.push(spanOf(diagnostic.range));
  if (own.length === 0 || !isLaidOut(snapshot, around(places))) return [action];
  const text = changedText(snapshot, action.edits);
  const formatting = formatRanges(snapshot.tried(text).syntax, writtenSpans(own));
  if (formatting.refused !== undefined || formatting.edits.length === 0) return [action];
  const formatted = applyEdits(text, formatting.edits);
  const changed = difference(source.text, formatted);
  const edits: SpanEdit[] = [];
  addEdits(edits, source.text, changed, changed.text);
  if (edits.length === 0) return [];
  const others = action.edits.filter((each) => !isOwn(each));
  return [{ ...action, edits: [...edits.map((each) => edit(snapshot, each.span, each.text)), ...others] }];
}

/** Whether the lines of a span have no syntax errors and the formatter would not change them. */
export function isLaidOut({ syntax }: Snapshot, span: Span): boolean {
  if (syntax.problems.some(({ start, end }) => start <= span.end && span.start <= end)) return false;
  const formatting = formatRanges(syntax, [span]);
  return formatting.refused === undefined && formatting.edits.length === 0;
}

function around(spans: readonly Span[]): Span {
  return {
    start: Math.min(...spans.map(({ start }) => start)),
    end: Math.max(...spans.map(({ end }) => end)),
  };
}

/** The places of the inserted texts after all edits are made. */
function writtenSpans(edits: readonly SpanEdit[]): readonly Span[] {
  let moved = 0;
  return edits
    .toSorted((one, other) => one.span.start - other.span.start)
    .map(({ span, text }) => {
      const start = span.start + moved;
      moved += text.length - (span.end - span.start);
      return { start, end: start + text.length };
    });
}
