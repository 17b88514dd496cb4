// Finds the lists of statements around an edit, outermost first.
//
//   routes {                  level 0: the statements of the file
//     namespace 'a' {         level 1: those of `routes`
//       get '/x'              level 2: those of the namespace, on the lines between its brackets; the edit is here
//     }
//   }

import type { Block, Declaration } from './declarations.js';
import { firstIndex } from './first-index.js';
import { growSpan, moveDeclarations } from './move.js';
import type { SourceEdit, Span } from './source.js';
import type { ParsedSyntax } from './syntax.js';

/** A list of statements, the declarations around it, and the whole lines that it may occupy. */
export interface Level {
  readonly list: Declaration[];
  readonly around: readonly Declaration[];
  readonly lines: Span;
}

/** The number of brackets open around a list. */
export function bracketsAround({ around }: Level): number {
  return around.reduce((count, { parentheses }) => count + (parentheses ? 2 : 1), 0);
}

/** The levels whose lines contain an edit, outermost first. */
export function levelsAt({ source, declarations, tokens }: ParsedSyntax, edit: SourceEdit): Level[] {
  let level: Level = {
    list: declarations as Declaration[],
    around: [],
    lines: { start: 0, end: source.text.length },
  };
  const levels = [level];
  for (;;) {
    const declaration = level.list[firstIndex(level.list, ({ span }) => span.start > edit.start) - 1];
    const lines =
      declaration &&
      !declaration.damaged &&
      (linesInside(declaration, source.text) ?? linesToEnd(declaration, source.text, tokens.at(-1)!.end));
    if (!lines || edit.start < lines.start || edit.end > lines.end) return levels;
    level = {
      list: declaration.block!.declarations as Declaration[],
      around: [...level.around, declaration],
      lines,
    };
    levels.push(level);
  }
}

/** The lines between those of a block's brackets. Undefined if these are no pair, or something is beside one of them. */
export function linesInside({ block }: Declaration, text: string): Span | undefined {
  if (!block?.isClosed || block.isJoined || !hasPair(block, text)) return undefined;
  const start = text.indexOf('\n', block.span.start) + 1;
  const end = text.lastIndexOf('\n', block.span.end - 1) + 1;
  const first = block.declarations[0];
  const last = block.declarations.at(-1);
  if (start === 0 || start > end || end > block.span.end) return undefined;
  const isBeside = (first && first.span.start < start) || (last && last.span.end > end);
  const isClosedOnLine = /^[ \t]*(?:\}|end)/.test(text.slice(end, block.span.end));
  return isBeside || !isClosedOnLine ? undefined : { start, end };
}

/** The lines after the opener of a block that is never closed and ends the file. Undefined if a statement is beside the opener. */
function linesToEnd({ block, span, parentheses }: Declaration, text: string, end: number): Span | undefined {
  const first = block?.declarations[0];
  if (!first || block.isClosed || parentheses || span.end !== end) return undefined;
  const start = text.indexOf('\n', block.span.start) + 1;
  return start === 0 || first.span.start < start ? undefined : { start, end: text.length };
}

function hasPair({ span }: Block, text: string): boolean {
  return text[span.start] === '{'
    ? text[span.end - 1] === '}'
    : text.startsWith('do', span.start) && text.slice(span.end - 3, span.end) === 'end';
}

/** Moves everything after the blocks that contain an edit, and the ends of those blocks. */
export function growAround({ declarations }: ParsedSyntax, { around }: Level, edit: SourceEdit): void {
  const by = edit.text.length - (edit.end - edit.start);
  for (const [depth, declaration] of around.entries()) {
    const siblings = around[depth - 1]?.block?.declarations ?? declarations;
    moveDeclarations(siblings.slice(siblings.indexOf(declaration) + 1), by);
    growSpan(declaration.span, by);
    growSpan(declaration.block!.span, by);
    if (declaration.parentheses && declaration.parentheses.end >= edit.end)
      growSpan(declaration.parentheses, by);
  }
}

export function lineStart(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}

export function lineEnd(text: string, offset: number): number {
  const newline = text.indexOf('\n', offset);
  return newline < 0 ? text.length : newline + 1;
}
