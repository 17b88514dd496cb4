// Parses again what an edit has touched, and nothing else: the rest of the tree is moved to where it stands now.
//
//   resources 'a' { … }          kept
//   get '/x', to => 'a#b'        the lines of the edit, widened to whole statements: parsed again
//   resources 'b' { … }          kept, its spans moved
//
// What a statement comes to depends on its own text alone where every bracket of the file has its partner and the
// statements beside it are complete. Where that is not certain there is no answer, and the whole text has to be parsed;
// a test holds the two to each other over random edits.

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
  /** The declarations whose blocks the edit is inside of, outermost first; everything else that is not new is as it was. */
  readonly around: readonly Declaration[];
}

/** More mistakes than these are no longer moved one by one. */
const mostProblems = 900;

/**
 * Applies an edit to a text and its tree, in place: on success `before` and everything that was got from it is no longer to be
 * used. Undefined, with nothing changed, where the whole text has to be parsed.
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

/** Whether a mistake is code that has more openers than closers, or fewer: it is one with what lacks a partner elsewhere. */
function isOpenCode({ source: { text } }: ParsedSyntax, { code, start, end }: Problem): boolean {
  if (code !== 'inline-code') return false;
  const written = text.slice(start, end);
  return written.split(/[([{]/).length !== written.split(/[)\]}]/).length;
}

/** The declaration with a long block whose first or last lines an edit is on. */
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
