// Code actions as plain data: a title, and edits of the routes file and of other files. Also the functions that make such edits.

import type { Snapshot } from '../../src/analysis/snapshot.js';
import type { Diagnostic } from '../../src/language/diagnostics.js';
import { applyEdits, lineEndOf, spanEdit, type Source, type Span } from '../../src/language/source.js';
import { fileEdit, type FileEdit } from './rename-files.js';

export type ActionKind = 'quickfix' | 'refactor.extract' | 'refactor.rewrite' | 'source.fixAll';

export interface CodeAction {
  readonly title: string;
  readonly kind: ActionKind;
  readonly diagnostic?: Diagnostic;
  readonly isPreferred?: true;
  /** Whether the action leaves the problem in place: it adds a comment that silences it. */
  readonly isBeside?: true;
  readonly edits: readonly ActionEdit[];
}

export type ActionEdit = FileEdit | AddedText;

/** A new file, or text at the end of an existing one. */
export interface AddedText {
  readonly file: string;
  readonly text: string;
  readonly isNew: boolean;
}

/** The whole lines of a span, including the last line's end. */
export function lineSpan({ source }: Snapshot, span: Span): Span {
  return {
    start: source.lineStart(source.lineAt(span.start)),
    end: source.lineStart(source.lineAt(span.end) + 1),
  };
}

/** Extends whole lines by adjacent lines that contain only a comment: those above, or those on both sides. */
export function withCommentLines({ source }: Snapshot, lines: Span, side: 'above' | 'both'): Span {
  const isComment = (line: number): boolean => /^[ \t]*#/.test(source.lineText(line));
  let first = source.lineAt(lines.start);
  while (isComment(first - 1)) first--;
  let behind = source.lineAt(lines.end);
  while (side === 'both' && source.lineStart(behind) >= lines.end && isComment(behind)) behind++;
  return { start: source.lineStart(first), end: Math.max(lines.end, source.lineStart(behind)) };
}

/** The comments in removed spans that the text written in their place does not contain. */
export function lostComments(
  { syntax }: Snapshot,
  taken: readonly Span[],
  written: string,
): readonly string[] {
  const lines = written.split(/\r?\n/);
  return syntax.comments
    .filter(({ span }) => taken.some(({ start, end }) => start <= span.start && span.start < end))
    .map(({ text }) => text.trimEnd())
    .filter((text) => {
      const kept = lines.findIndex((line) => line.trimEnd().endsWith(text));
      if (kept >= 0) lines.splice(kept, 1);
      return kept < 0;
    });
}

/** Whether the lines of a span contain nothing else, except for a comment. */
export function isAlone(snapshot: Snapshot, span: Span): boolean {
  const lines = lineSpan(snapshot, span);
  const { text } = snapshot.source;
  return (
    text.slice(lines.start, span.start).trim() === '' &&
    /^[ \t]*;?[ \t]*(?:#[^\r\n]*)?\r?\n?$/.test(text.slice(span.end, lines.end))
  );
}

/** Whether a name in a routes file may become a file. Absolute paths are not part of the application. */
export function mayBeFile(name: string): boolean {
  return /^(?!\/)[\w./-]+$/.test(name);
}

/** The line end for text that is added to the file. */
export function newlineOf({ source }: Snapshot): string {
  return lineEndOf(source.text);
}

/** How to end a statement that is added: with `;` if the file uses it. */
export function terminatorIn({ syntax }: Snapshot): ';' | '' {
  return syntax.tokens.some(({ kind }) => kind === 'Semicolon') ? ';' : '';
}

/** The indentation of the line at an offset. */
export function indentOf(source: Source, offset: number): string {
  const [indent = ''] = /^[ \t]+/.exec(source.lineText(source.lineAt(offset))) ?? [];
  return indent;
}

export function edit({ source }: Snapshot, span: Span, text: string): FileEdit {
  return fileEdit(source, span, text);
}

/** The edit that inserts text at an offset. */
export function insertion(snapshot: Snapshot, offset: number, text: string): FileEdit {
  return edit(snapshot, { start: offset, end: offset }, text);
}

/** The text of the file itself after some edits. */
export function changedText({ source }: Snapshot, edits: readonly ActionEdit[]): string {
  const own = edits.filter((each) => each.file === source.file);
  return applyEdits(
    source.text,
    own.flatMap((each) => ('range' in each ? [spanEdit(each)] : [])),
  );
}
