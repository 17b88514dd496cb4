// A text with a name, and positions in it.
//
// All of waypost uses offsets (UTF-16 units from 0) and spans of them. Lines and columns are computed only for people and editors. A line
// ends with "\n", "\r\n" or a lone "\r", as in editors. A byte order mark is not part of the first line.

import { firstIndex } from './first-index.js';

/** A half-open range of one source: `start` is inclusive, `end` exclusive. */
export interface Span {
  /** The offset of the first character, in UTF-16 code units. */
  readonly start: number;
  /** The offset after the last character. */
  readonly end: number;
}

/** A copy of a span, for another node at the same place. */
export function copied({ start, end }: Span): Span {
  return { start, end };
}

/** Replaces a span of a text with another text. */
export interface SpanEdit {
  /** The replaced span. An empty span is an insertion. */
  readonly span: Span;
  /** The new text. */
  readonly text: string;
}

/** Replaces a span of a source. */
export interface SourceEdit extends Span {
  /** The new text. */
  readonly text: string;
}

/** A position for people: `offset` in UTF-16 units from 0, `line` and `column` from 1 (columns in UTF-16 units). */
export interface Position {
  /** In UTF-16 code units, from 0. */
  readonly offset: number;
  /** From 1. */
  readonly line: number;
  /** In UTF-16 code units, from 1. */
  readonly column: number;
}

/** A range of a text, as two positions. */
export interface Range {
  /** The first character. */
  readonly start: Position;
  /** After the last character. */
  readonly end: Position;
}

/** A text and the name that diagnostics show for it. */
export class Source {
  /** The path or name of the file, for messages. */
  readonly file: string;
  #text: string;
  #lineStarts: number[] | undefined;
  /** The last requested line. */
  #lastLine = 1;

  constructor(file: string, text: string) {
    this.file = file;
    this.#text = text;
  }

  /** The whole text. */
  get text(): string {
    return this.#text;
  }

  /** Replaces a span of the text. The caller must move all spans of this source, as `reparse` does. */
  replace({ start, end }: Span, text: string): void {
    this.#text = this.#text.slice(0, start) + text + this.#text.slice(end);
    this.#lineStarts = undefined;
  }

  /** The offset at which each line begins: 0 for the first, or 1 if there is a byte order mark. */
  get lineStarts(): readonly number[] {
    return (this.#lineStarts ??= findLineStarts(this.text));
  }

  /** The position of an offset. Offsets outside the text are moved to its nearest end. */
  positionAt(offset: number): Position {
    const at = Math.max(0, Math.min(offset, this.text.length));
    const line = this.lineAt(at);
    return { offset: at, line, column: Math.max(at - this.lineStart(line), 0) + 1 };
  }

  /** The offset at which a line (from 1) begins. For lines after the last, the end of the text. */
  lineStart(line: number): number {
    return this.lineStarts[line - 1] ?? this.text.length;
  }

  /** The line (from 1) of an offset. */
  lineAt(offset: number): number {
    const starts = this.lineStarts;
    // Callers with many offsets usually go from line to line.
    for (let line = this.#lastLine; line <= this.#lastLine + 1; line++) {
      const start = starts[line - 1];
      if (start !== undefined && start <= offset && offset < (starts[line] ?? Infinity))
        return (this.#lastLine = line);
    }
    return (this.#lastLine = Math.max(
      firstIndex(starts, (start) => start > offset),
      1,
    ));
  }

  /** The lines and columns of a span. */
  rangeOf(span: Span): Range {
    return { start: this.positionAt(span.start), end: this.positionAt(span.end) };
  }

  /** The text at a span. */
  textOf({ start, end }: Span): string {
    return this.#text.slice(start, end);
  }

  /** The text of a line (from 1), without its line end. */
  lineText(line: number): string {
    if (line < 1) return '';
    const start = this.lineStart(line);
    let end = this.lineStart(line + 1);
    while (end > start && /[\r\n]/.test(this.text.charAt(end - 1))) end--;
    return this.text.slice(start, end);
  }
}

/** The text after edits in any order, which must not overlap. */
export function applyEdits(text: string, edits: readonly SpanEdit[]): string {
  let result = '';
  let at = 0;
  const inOrder = edits.toSorted((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
  for (const { span, text: replacement } of inOrder) {
    result += text.slice(at, span.start) + replacement;
    at = span.end;
  }
  return result + text.slice(at);
}

/** The offsets of a range. */
export function spanOf({ start, end }: Range): Span {
  return { start: start.offset, end: end.offset };
}

/** The same for an edit by lines and columns. */
export function spanEdit({ range, text }: { readonly range: Range; readonly text: string }): SpanEdit {
  return { span: spanOf(range), text };
}

/** The edit that turns one text into another: what remains without their common beginning and end. */
export function difference(before: string, after: string): SourceEdit {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  let tail = 0;
  while (
    tail < most - start &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  )
    tail++;
  return { start, end: before.length - tail, text: after.slice(start, after.length - tail) };
}

function findLineStarts(text: string): number[] {
  const starts = [text.startsWith('\uFEFF') ? 1 : 0];
  if (!text.includes('\r')) {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
    return starts;
  }
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 10) starts.push(i + 1);
    else if (code === 13) {
      if (text.charCodeAt(i + 1) === 10) i++;
      starts.push(i + 1);
    }
  }
  return starts;
}

/** The folder of a file, with a final slash. Empty for a bare name. */
export function folderOf(file: string): string {
  return file.slice(0, Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
}

/** The part of a path below a folder, with a leading slash. Empty for the folder itself, undefined outside it. */
export function pathBelow(path: string, folder: string): string | undefined {
  const around = folder.replace(/[/\\]$/, '');
  const rest = path.slice(around.length);
  return path.startsWith(around) && /^(?:[/\\]|$)/.test(rest) ? rest : undefined;
}

/** Resolves a path against the folder of a file, including `.` and `..`. Works on names only, not on the disk. */
export function resolvePath(fromFile: string, path: string): string {
  const isAbsolute = /^(?:[/\\]|[A-Za-z]:[/\\])/.test(path);
  const joined = (isAbsolute ? path : folderOf(fromFile) + path).replaceAll('\\', '/');
  const root = /^(?:[A-Za-z]:)?\//.exec(joined)?.[0] ?? '';
  const pieces: string[] = [];
  for (const piece of joined.slice(root.length).split('/')) {
    if (piece === '' || piece === '.') continue;
    if (piece === '..' && pieces.length > 0 && pieces.at(-1) !== '..') pieces.pop();
    else if (piece !== '..' || root === '') pieces.push(piece);
  }
  return root + pieces.join('/');
}

/** How the lines of a text end. */
export function lineEndOf(text: string): '\r\n' | '\n' {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

/** A text with the line ends of the text that it is inserted into. */
export function inLinesOf(whole: string, text: string): string {
  return text.includes('\n') ? text.replaceAll(/\r?\n/g, lineEndOf(whole)) : text;
}
