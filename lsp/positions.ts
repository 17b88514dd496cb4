// Converts between offsets and positions of the protocol: line and character from 0, with characters counted in the client's encoding.
// The text is the client's: a byte order mark that it sends is a character of the first line.

import type { Position, Range } from 'vscode-languageserver';
import type { Source, Span } from '../src/language/source.js';

export type PositionEncoding = 'utf-8' | 'utf-16' | 'utf-32';

/** The offset of a position. A position outside the text gives the nearest offset in it. */
export function offsetAt(source: Source, { line, character }: Position, encoding: PositionEncoding): number {
  if (line < 0) return 0;
  if (line >= source.lineStarts.length) return source.text.length;
  const start = lineStart(source, line + 1);
  const text = source.text.slice(start, source.lineStart(line + 1)) + source.lineText(line + 1);
  if (encoding === 'utf-16') return start + Math.max(0, Math.min(character, text.length));
  let units = 0;
  let counted = 0;
  for (const char of text) {
    if (counted >= character) break;
    counted += encoding === 'utf-8' ? utf8Length(char) : 1;
    units += char.length;
  }
  return start + units;
}

export function positionAt(source: Source, offset: number, encoding: PositionEncoding): Position {
  const at = Math.max(0, Math.min(offset, source.text.length));
  const line = source.lineAt(at) - 1;
  const start = lineStart(source, line + 1);
  if (encoding === 'utf-16') return { line, character: at - start };
  let character = 0;
  for (const char of source.text.slice(start, at)) character += encoding === 'utf-8' ? utf8Length(char) : 1;
  return { line, character };
}

function lineStart(source: Source, line: number): number {
  return line === 1 ? 0 : source.lineStart(line);
}

export function rangeAt(source: Source, span: Span, encoding: PositionEncoding): Range {
  return { start: positionAt(source, span.start, encoding), end: positionAt(source, span.end, encoding) };
}

function utf8Length(char: string): number {
  const code = char.codePointAt(0) ?? 0;
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}
