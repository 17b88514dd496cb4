// Divides a text whose brackets do not pair up into statements, by its indentation. A missing bracket is then searched in one statement
// and not in the whole file:
//
//   routes {                   head
//     namespace 'a' {          a statement of the body: its `{` is never closed
//       get '/x', …
//     resources 'b' { … }      the next statement: it has the same indentation, so it is not inside
//   }                          tail
//
// A text with other indentation has no such parts, and is judged as a whole.

import { surplusOf, type Surplus } from './brackets.js';
import { indentAt, isArrow, isCloser, isWord, mayBeEnd } from './inline-code.js';
import type { Token } from './tokens.js';

export interface Body {
  /** Up to the line of the first statement inside. */
  readonly head: readonly Token[];
  readonly inner: readonly Token[];
  /** From the line that closes the block. */
  readonly tail: readonly Token[];
}

/** Words at the beginning of a line that begin no statement. */
const otherWords = new Set(['do', 'end', 'redirect', 'true', 'false', 'True', 'False', 'nil']);

/**
 * The statements of a list, each with everything indented deeper. If a statement opens a bracket that a later one closes, the two are one:
 * the indentation says nothing there.
 */
export function statementsOf(text: string, all: readonly Token[]): readonly (readonly Token[])[] {
  const level = all[0] ? indentAt(text, all[0].startOffset) : -1;
  if (level < 0) return [all];
  const starts = [0];
  for (let index = 1; index < all.length; index++) {
    const indent = statementIndent(text, all, index);
    if (indent >= 0 && indent <= level) starts.push(index);
  }
  const statements = starts.map((start, index) => all.slice(start, starts[index + 1]));
  return mated(statements);
}

/** The parts of a statement with a block, if its indentation shows them. */
export function bodyOf(text: string, all: readonly Token[]): Body | undefined {
  const outer = all[0] ? indentAt(text, all[0].startOffset) : -1;
  const first = all.findIndex((_, index) => index > 0 && statementIndent(text, all, index) >= 0);
  if (outer < 0 || first < 0) return undefined;
  const level = statementIndent(text, all, first);
  const tail = all.findIndex((token, index) => {
    if (index <= first || !(isEnd(token) || mayBeEnd(text, all, index))) return false;
    const indent = indentAt(text, token.startOffset);
    return indent >= 0 && indent < level;
  });
  if (level <= outer || tail < 0) return undefined;
  for (let index = first + 1; index < all.length; index++) {
    const indent = statementIndent(text, all, index);
    if (indent >= 0 && (index > tail || indent <= outer)) return undefined;
  }
  const body = { head: all.slice(0, first), inner: all.slice(first, tail), tail: all.slice(tail) };
  const [frame, inner] = [surplusOf([...body.head, ...body.tail]), surplusOf(body.inner)];
  // A misspelt `end` may belong to a `do` inside.
  if (mayBeEnd(text, all, tail)) frame.end--;
  return areMates(frame, inner) || areMates(inner, frame) ? undefined : body;
}

/** The indentation of a statement that may begin at a token. -1 if none does. */
function statementIndent(text: string, all: readonly Token[], index: number): number {
  const token = all[index];
  if (!token || !isWord(token) || otherWords.has(token.image) || mayBeEnd(text, all, index)) return -1;
  const next = all[index + 1];
  const isKey = next !== undefined && (isArrow(next) || next.image === ':');
  return isKey ? -1 : indentAt(text, token.startOffset);
}

/** Whether a token closes a block, or another bracket. */
function isEnd(token: Token): boolean {
  return isCloser(token) || (isWord(token) && token.image === 'end');
}

/** Joins a statement with surplus openers, a later one with surplus closers, and all between them. */
function mated(statements: readonly (readonly Token[])[]): readonly (readonly Token[])[] {
  const joined: { tokens: readonly Token[]; surplus: Surplus }[] = [];
  let hasOpeners = false;
  for (const each of statements) {
    const surplus = surplusOf(each);
    const mate =
      hasOpeners && hasMore(surplus, -1)
        ? joined.findLastIndex((before) => areMates(before.surplus, surplus))
        : -1;
    hasOpeners ||= hasMore(surplus, 1);
    if (mate < 0) {
      joined.push({ tokens: each, surplus });
      continue;
    }
    const together = [...joined.splice(mate).flatMap((before) => before.tokens), ...each];
    joined.push({ tokens: together, surplus: surplusOf(together) });
  }
  return joined.map((each) => each.tokens);
}

/** The surplus by kinds that may pair with each other: `do` may pair with `}`. */
function kindsOf({ paren, bracket, brace, end }: Surplus): readonly number[] {
  return [paren, bracket, brace + end];
}

function hasMore(surplus: Surplus, sign: 1 | -1): boolean {
  return kindsOf(surplus).some((count) => count * sign > 0);
}

/** Whether a statement opens a bracket that it does not close. */
export function isOpen(statement: readonly Token[]): boolean {
  return hasMore(surplusOf(statement), 1);
}

/** Whether `one` has surplus openers and `other`, which follows it, surplus closers of the same kind. */
function areMates(one: Surplus, other: Surplus): boolean {
  const closers = kindsOf(other);
  return kindsOf(one).some((count, kind) => count > 0 && (closers[kind] ?? 0) < 0);
}
