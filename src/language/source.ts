// A text with a name, and places in it.
//
// Everything inside waypost speaks in offsets (UTF-16 units from 0) and spans of them; lines and columns are
// worked out only where somebody reads them. A line ends at "\n", "\r\n" or a lone "\r", as in editors, which take a byte
// order mark for no part of the first line.

import { firstIndex } from './first-index.js';

/** A half-open stretch of one source: `start` is inside, `end` is the first unit after it. */
export interface Span {
  /** The offset of the first character, in UTF-16 code units. */
  readonly start: number;
  /** The offset behind the last character. */
  readonly end: number;
}

/** A span of its own for another node at the same place. */
export function copied({ start, end }: Span): Span {
  return { start, end };
}

/** Replaces a span of a text by another text. */
export interface SpanEdit {
  /** What is replaced; an empty span is an insertion. */
  readonly span: Span;
  /** What takes its place. */
  readonly text: string;
}

/** Another text in the place of a stretch of a source. */
export interface SourceEdit extends Span {
  /** What stands in the place of the span now. */
  readonly text: string;
}

/** A place for people: `offset` in UTF-16 units from 0, `line` and `column` from 1 (columns in UTF-16 units). */
export interface Position {
  /** In UTF-16 code units, from 0. */
  readonly offset: number;
  /** From 1. */
  readonly line: number;
  /** In UTF-16 code units, from 1. */
  readonly column: number;
}

/** Two places of a text, the second behind its last character. */
export interface Range {
  /** The first character. */
  readonly start: Position;
  /** Behind the last character. */
  readonly end: Position;
}

/** One text that was read, under the name that diagnostics show. */
export class Source {
  /** The path or name of the file, for messages. */
  readonly file: string;
  #text: string;
  #lineStarts: number[] | undefined;
  /** That was asked for last. */
  #lastLine = 1;

  constructor(file: string, text: string) {
    this.file = file;
    this.#text = text;
  }

  /** The whole text. */
  get text(): string {
    return this.#text;
  }

  /** Puts another text into the place of a span. Whoever has spans of this source moves them along: `reparse` does. */
  replace({ start, end }: Span, text: string): void {
    this.#text = this.#text.slice(0, start) + text + this.#text.slice(end);
    this.#lineStarts = undefined;
  }

  /** The offset at which each line begins: the first at 0, or behind a byte order mark. */
  get lineStarts(): readonly number[] {
    return (this.#lineStarts ??= findLineStarts(this.text));
  }

  /** The place of an offset; offsets outside the text are moved to its nearest end. */
  positionAt(offset: number): Position {
    const at = Math.max(0, Math.min(offset, this.text.length));
    const line = this.lineAt(at);
    return { offset: at, line, column: Math.max(at - this.lineStart(line), 0) + 1 };
  }

  /** The offset at which a line (from 1) begins; behind the last line, the end of the text. */
  lineStart(line: number): number {
    return this.lineStarts[line - 1] ?? this.text.length;
  }

  /** The line, from 1, that an offset is on. */
  lineAt(offset: number): number {
    const starts = this.lineStarts;
    // Whoever asks for many goes from line to line.
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

/** The text after edits that do not overlap, in whatever order they are given. */
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

/** The same of an edit by lines and columns. */
export function spanEdit({ range, text }: { readonly range: Range; readonly text: string }): SpanEdit {
  return { span: spanOf(range), text };
}

/** The edit between two texts: what is between the beginning and the end that two texts have in common. */
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

/** The folder of a file with the slash behind it; empty for a name alone. */
export function folderOf(file: string): string {
  return file.slice(0, Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
}

/** What a path has behind that of a folder, the slash first; empty for the folder itself, undefined where it is outside. */
export function pathBelow(path: string, folder: string): string | undefined {
  const around = folder.replace(/[/\\]$/, '');
  const rest = path.slice(around.length);
  return path.startsWith(around) && /^(?:[/\\]|$)/.test(rest) ? rest : undefined;
}

/** A path relative to the folder of a file, `.` and `..` taken out. Works on names, not on a disk. */
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

/** A text whose lines end as those of the text that it is written into. */
export function inLinesOf(whole: string, text: string): string {
  return text.includes('\n') ? text.replaceAll(/\r?\n/g, lineEndOf(whole)) : text;
}
