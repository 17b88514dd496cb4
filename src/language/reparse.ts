// Parses again only what an edit has touched. The rest of the tree is moved.
//
//   resources 'a' { … }          kept
//   get '/x', to => 'a#b'        the lines of the edit, widened to whole statements: parsed again
//   resources 'b' { … }          kept, its spans moved
//
// A statement depends only on its own text if every bracket of the file has its partner and the neighbouring statements are complete. If
// that is not certain, the result is undefined, and the whole text must be parsed. A test compares both ways over random edits.

import type { Problem } from '../../grammar/problem.js';
import type { Declaration } from './declarations.js';
import { firstIndex } from './first-index.js';
import { isInLoose, isOfFrame, reparseFrame, type Framed } from './reparse-frame.js';
import {
  bracketsAround,
  growAround,
  levelsAt,
  lineEnd,
  lineStart,
  linesInside,
  type Level,
} from './reparse-levels.js';
import { Window } from './reparse-window.js';
import type { SourceEdit } from './source.js';
import type { ParsedSyntax } from './syntax.js';

export interface Reparsed {
  readonly syntax: ParsedSyntax;
  /** The declarations whose blocks contain the edit, outermost first. Everything else that is not new is unchanged. */
  readonly around: readonly Declaration[];
}

/** If there are more problems, moving each would take too long. */
const mostProblems = 900;

/**
 * Applies an edit to a text and its tree, in place. On success, `before` and everything taken from it must not be used afterwards.
 * Returns undefined, with nothing changed, if the whole text must be parsed.
 */
export function reparse(before: ParsedSyntax, edit: SourceEdit): Reparsed | undefined {
  if (
    !(before.isSettled || before.isLaidOut) ||
    before.problems.length > mostProblems ||
    before.problems.some((problem) => problem.isTooDeep || isOpenCode(before, problem))
  )
    return undefined;
  const levels = levelsAt(before, edit).filter(({ lines }) => !isInLoose(before, lines.start));
  for (const level of levels.toReversed()) {
    const framed = framedAt(before, level, edit);
    const around = framed && reparseFrame(framed, edit);
    if (around) {
      growAround(before, level, edit);
      return { syntax: around, around: level.around };
    }
    const window = new Window(before, level, edit);
    const found = window.parse();
    if (found) return { syntax: window.replace(found), around: level.around };
  }
  return undefined;
}

/** Whether a problem is program text with unequal numbers of openers and closers. It belongs to brackets elsewhere. */
function isOpenCode({ source: { text } }: ParsedSyntax, { code, start, end }: Problem): boolean {
  if (code !== 'inline-code') return false;
  const written = text.slice(start, end);
  return written.split(/[([{]/).length !== written.split(/[)\]}]/).length;
}

/** The declaration with a long block whose first or last lines contain the edit. */
function framedAt(before: ParsedSyntax, level: Level, edit: SourceEdit): Framed | undefined {
  const { list } = level;
  const { text } = before.source;
  const index = firstIndex(list, ({ span }) => lineEnd(text, span.end) >= edit.end);
  const declaration = list[index];
  const inside = declaration && linesInside(declaration, text);
  if (!inside) return undefined;
  const lines = { start: lineStart(text, declaration.span.start), end: lineEnd(text, declaration.span.end) };
  const isAlone =
    (index === 0 || list[index - 1]!.span.end <= lines.start) &&
    (index + 1 >= list.length || list[index + 1]!.span.start >= lines.end);
  const framed = { before, list, index, lines, inside, depth: bracketsAround(level) };
  return isAlone && isOfFrame(framed, edit) ? framed : undefined;
}
