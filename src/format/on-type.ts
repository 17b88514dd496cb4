// Formats while the user types.
//
//   `;`       at the end of a line: the statement that it ends
//   `}`       at the end of a line: the block that it closes
//   newline   the line before, and the indentation of the new line
//
// An unfinished line mostly has a mistake in its notation, so the formatter leaves it as it is.

import type { Declaration } from '../language/declarations.js';
import type { Syntax } from '../language/syntax.js';
import type { SpanEdit } from '../language/source.js';
import { formatRanges, lineStart, type FormatOptions, type RangeFormatting } from './format.js';

/** The characters after which `formatOnType` can format. */
export const triggerCharacters = ['}', '\n', ';'] as const;

/** A character after which an editor calls `formatOnType`. */
export type TriggerCharacter = (typeof triggerCharacters)[number];

/**
 * Formats after a typed character (docs/style.md, "Where it runs"). If the line is not finished, there are no edits. Never throws.
 *
 * @param offset the offset of the cursor, after the character, in UTF-16 units
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

/** Whether only a comment follows on the line. If a `}` follows, the user is still writing inside a block of one line. */
function isLineDone(text: string, offset: number): boolean {
  return /^[^\S\n\r]*(?:#|[\n\r]|$)/.test(text.slice(offset, offset + farthestBlank));
}

/** At most this much white space at the end of a line is searched. */
const farthestBlank = 200;

function formatNewLine(syntax: Syntax, offset: number, options: FormatOptions): RangeFormatting {
  const { text } = syntax.source;
  const start = lineStart(text, offset);
  const before = start - (text.slice(start - 2, start) === '\r\n' ? 2 : 1);
  if (before < 0) return { edits: [] };
  const formatting = formatRanges(syntax, [{ start: before, end: before }], options);
  // The new line is indented even if the line before is left as it is.
  const edits = formatting.refused === undefined ? editsUpTo(formatting.edits, before, text) : [];
  return { edits: [...edits, ...indentationEdit(syntax, start)] };
}

/** The edits up to an offset. None, if a later edit changes more than white space: both brackets of a pair are changed, or neither. */
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

/** Removes a line end that would be added at the end of the text, because it would move the cursor. */
function withoutLastLineEnd(formatting: RangeFormatting, { length }: string): RangeFormatting {
  if (formatting.refused !== undefined) return formatting;
  const edits = formatting.edits.map((edit) =>
    edit.span.end === length ? { ...edit, text: edit.text.replace(/[\n\r]+$/, '') } : edit,
  );
  return { edits: edits.filter(({ span, text }) => span.end > span.start || text !== '') };
}

/** Indents a new line by the number of open brackets before it, and by one more level if the statement before continues. */
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

/** The innermost declaration whose block ends at an offset. */
function closedBy(declarations: readonly Declaration[], offset: number): Declaration | undefined {
  const around = declarations.find(({ span }) => span.start < offset && offset <= span.end);
  if (!around?.block) return undefined;
  return (
    closedBy(around.block.declarations, offset) ?? (around.block.span.end === offset ? around : undefined)
  );
}
