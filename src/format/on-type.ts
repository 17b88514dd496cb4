// Formatting while somebody types.
//
//   `;`       the statement that it ends, at the end of a line
//   `}`       the block that it closes, there too
//   newline   the line before, and the indentation of the new one
//
// A line that somebody is still writing mostly has a mistake in its notation, and so is left as it is.

import type { Declaration } from '../language/declarations.js';
import type { Syntax } from '../language/syntax.js';
import type { SpanEdit } from '../language/source.js';
import { formatRanges, lineStart, type FormatOptions, type RangeFormatting } from './format.js';

/** What typing a character asks the formatter for. */
export const triggerCharacters = ['}', '\n', ';'] as const;

/** A character after which an editor asks for the line to be laid out. */
export type TriggerCharacter = (typeof triggerCharacters)[number];

/**
 * The edits that a typed character asks for (docs/style.md, "Where it runs"); none where the line is not done. Never throws.
 *
 * @param offset the offset behind the character, in UTF-16 units, where the cursor stands
 */
export function formatOnType(
  syntax: Syntax,
  offset: number,
  character: TriggerCharacter,
  options: FormatOptions = {},
): RangeFormatting {
  const { text } = syntax.source;
  if (character !== '\n' && !isLineDone(text, offset)) return { edits: [] };
  switch (character) {
    case ';':
      return withoutLastLineEnd(formatRanges(syntax, [{ start: offset - 1, end: offset }], options), text);
    case '}': {
      const closed = closedBy(syntax.declarations, offset);
      return closed ? withoutLastLineEnd(formatRanges(syntax, [closed.span], options), text) : { edits: [] };
    }
    case '\n':
      return formatNewLine(syntax, offset, options);
  }
}

/** Whether nothing but a comment stands behind an offset on its line: what is inside of a block of one line is written as long as its end is ahead. */
function isLineDone(text: string, offset: number): boolean {
  return /^[^\S\n\r]*(?:#|[\n\r]|$)/.test(text.slice(offset, offset + farthestBlank));
}

/** More white space at the end of a line is not looked through. */
const farthestBlank = 200;

function formatNewLine(syntax: Syntax, offset: number, options: FormatOptions): RangeFormatting {
  const { text } = syntax.source;
  const start = lineStart(text, offset);
  const before = start - (text.slice(start - 2, start) === '\r\n' ? 2 : 1);
  if (before < 0) return { edits: [] };
  const formatting = formatRanges(syntax, [{ start: before, end: before }], options);
  // a line that has to stay as it is takes nothing from the indentation of the next
  const edits = formatting.refused === undefined ? editsUpTo(formatting.edits, before, text) : [];
  return { edits: [...edits, ...indentationEdit(syntax, start)] };
}

/** The edits up to an offset, if all behind it concern white space alone: of brackets that belong together, both are written or none. */
function editsUpTo(edits: readonly SpanEdit[], offset: number, text: string): readonly SpanEdit[] {
  const [own, others] = [
    edits.filter(({ span }) => span.end <= offset),
    edits.filter(({ span }) => span.end > offset),
  ];
  const areBlank = others.every(({ span, text: written }) =>
    /^\s*$/.test(text.slice(span.start, span.end) + written),
  );
  return areBlank ? own : [];
}

/** Without the line end that a text lacks: it would stand before the cursor. */
function withoutLastLineEnd(formatting: RangeFormatting, { length }: string): RangeFormatting {
  if (formatting.refused !== undefined) return formatting;
  const edits = formatting.edits.map((edit) =>
    edit.span.end === length ? { ...edit, text: edit.text.replace(/[\n\r]+$/, '') } : edit,
  );
  return { edits: edits.filter(({ span, text }) => span.end > span.start || text !== '') };
}

/** Puts a new line as deep as the brackets before it are, and one step deeper where the statement before goes on. */
function indentationEdit({ tokens, source: { text } }: Syntax, start: number): SpanEdit[] {
  let end = start;
  while (text[end] === ' ' || text[end] === '\t') end++;
  let depth = 0;
  let last = '';
  for (const token of tokens) {
    if (token.start >= end) {
      if (token.start === end && closes(token.text, token.kind)) depth--;
      break;
    }
    if (token.kind === 'BlockOpen' || token.kind === 'HashOpen' || token.text === '[') depth++;
    else if (closes(token.text, token.kind)) depth--;
    last = token.text;
  }
  const isContinued = last === ',' || last === '=>';
  const indentation = ' '.repeat(2 * Math.max(0, depth + (isContinued ? 1 : 0)));
  return text.slice(start, end) === indentation ? [] : [{ span: { start, end }, text: indentation }];
}

function closes(text: string, kind: string): boolean {
  return kind === 'BlockClose' || kind === 'HashClose' || text === ']';
}

/** The declaration whose block ends at an offset. */
function closedBy(declarations: readonly Declaration[], offset: number): Declaration | undefined {
  const around = declarations.find(({ span }) => span.start < offset && offset <= span.end);
  if (!around?.block) return undefined;
  return (
    closedBy(around.block.declarations, offset) ?? (around.block.span.end === offset ? around : undefined)
  );
}
