// Decides which bracket a closer closes in a file whose brackets do not pair up.
//
// A file in which every closer fits its opener never comes here. In any other file, the indentation shows what was meant, and the surplus
// of openers and closers in the whole file shows which of the two there are too many of:
//
//   namespace 'a' {          one `{` too many. The `}` is indented like `routes`, so
//     get '/x', …            `namespace` is the one that was never closed
//   }  ← routes

import { bracketMark, isWord } from './inline-code.js';
import type { Token } from './tokens.js';
import * as tokens from './tokens.js';

export type BracketKind = 'paren' | 'bracket' | 'brace' | 'end';

/** An open bracket. The role `call` is the parenthesis after a keyword, `group` any other parenthesis. */
export interface Frame {
  readonly kind: BracketKind;
  readonly role: 'block' | 'hash' | 'list' | 'call' | 'group';
  readonly token: Token;
  /** The indentation and the number of its line. */
  readonly indent: number;
  readonly line: number;
  /** The indentation of the first statement inside that begins a line. */
  bodyIndent: number;
  /** The indentation of the statement that contains it. */
  readonly statementIndent: number;
  /** The `:` of a block that ends by its indentation, as in Python. */
  readonly colon?: Token;
}

/** The surplus of openers (positive) or closers (negative) of each kind in a file. */
export type Surplus = Record<BracketKind, number>;

export interface Closer {
  readonly kind: BracketKind;
  readonly line: number;
  readonly indent: number;
  readonly isFirst: boolean;
  /** The indentation of the statement on the next line. -1 if there is none or it is a closer. */
  readonly nextIndent: number;
}

/** Close `frame` (all brackets above it were never closed), or leave the closer out. */
export type Decision = { readonly frame: Frame; readonly isWrongKind: boolean } | 'stray';

export function surplusOf(all: readonly Token[]): Surplus {
  const surplus: Surplus = { paren: 0, bracket: 0, brace: 0, end: 0 };
  for (const token of all) {
    const mark = bracketMark(token);
    if (mark) surplus[mark.kind] += mark.isOpener ? 1 : -1;
    else if (isWord(token) && token.image === 'do') surplus.end++;
    else if (isWord(token) && token.image === 'end') surplus.end--;
  }
  return surplus;
}

/** Whether a closer was meant for the bracket around the innermost one. Neither kind may lack closers. */
export function areSwapped(stack: readonly Frame[], kind: BracketKind, surplus: Surplus): boolean {
  const [around, top] = stack.slice(-2);
  return (
    around?.kind === kind &&
    top !== undefined &&
    top.kind !== kind &&
    surplus[kind] >= 0 &&
    surplus[top.kind] >= 0
  );
}

/** The token type of the closer of a bracket. */
export function closingType({ role }: Frame): Token['tokenType'] {
  switch (role) {
    case 'block':
      return tokens.BlockClose;
    case 'hash':
      return tokens.HashClose;
    case 'list':
      return tokens.RightBracket;
    case 'call':
    case 'group':
      return tokens.RightParen;
  }
}

/** By type number: 1 for openers, -1 for closers. */
const sides: number[] = [];
for (const { tokenTypeIdx = 0 } of [tokens.BlockOpen, tokens.HashOpen, tokens.LeftParen, tokens.LeftBracket])
  sides[tokenTypeIdx] = 1;
for (const { tokenTypeIdx = 0 } of [
  tokens.BlockClose,
  tokens.HashClose,
  tokens.RightParen,
  tokens.RightBracket,
])
  sides[tokenTypeIdx] = -1;

/** 1 for an opener, -1 for a closer, 0 for any other token. The token must be arranged. */
export function sideOf({ tokenType: { tokenTypeIdx = 0 } }: Token): number {
  return sides[tokenTypeIdx] ?? 0;
}

/** The limit of the search for a partner. A deeper file has been reported for that. */
const farthest = 200;

export function decide(stack: readonly Frame[], closer: Closer, surplus: Surplus): Decision {
  const short = shortInnermost(stack, closer, surplus);
  if (short) return { frame: short, isWrongKind: true };
  const sameKind = innermost(stack, (frame) => frame.kind === closer.kind);
  const otherKind = isOfBlock(closer)
    ? blockOfOtherKind(stack, closer, sameKind)
    : (listOfOtherKind(stack, sameKind) ?? openBlock(stack, closer, surplus, sameKind));
  // If the block has a closer of its own and this closer has no opener, the closer is one too many.
  if (otherKind && surplus[closer.kind] < 0 && surplus[otherKind.kind] <= 0) return 'stray';
  if (otherKind) return { frame: otherKind, isWrongKind: true };
  if (!sameKind) return 'stray';
  if (isOfBlock(closer))
    return closer.isFirst
      ? decideByIndent(stack, closer, surplus, sameKind)
      : decideInLine(stack, closer, surplus, sameKind);
  const crossesBlock = above(stack, sameKind).some((frame) => frame.role === 'block');
  if (crossesBlock && sameKind.line !== closer.line && !canSpare(stack, sameKind, surplus)) return 'stray';
  return { frame: sameKind, isWrongKind: false };
}

function isOfBlock({ kind }: Closer): boolean {
  return kind === 'brace' || kind === 'end';
}

/** The block that a wrong closer was meant to close: `end` for `}`, or `}` for `end`. */
function blockOfOtherKind(
  stack: readonly Frame[],
  closer: Closer,
  sameKind: Frame | undefined,
): Frame | undefined {
  if (!sameKind)
    return innermost(
      stack,
      ({ role, indent, line }) =>
        role === 'block' && (closer.isFirst ? indent === closer.indent : line === closer.line),
    );
  if (!closer.isFirst || closer.indent === sameKind.indent) return undefined;
  const block = innermost(above(stack, sameKind), ({ role }) => role === 'block');
  return block?.indent === closer.indent ? block : undefined;
}

/** The innermost bracket, if its kind lacks closers and the closer's kind has too many: `}}` or `))` for `})`. */
function shortInnermost(
  stack: readonly Frame[],
  { kind, isFirst, indent }: Closer,
  surplus: Surplus,
): Frame | undefined {
  const last = stack.at(-1);
  if (!last || last.kind === kind || surplus[last.kind] <= 0 || surplus[kind] >= 0) return undefined;
  return !isFirst || (last.role === 'block' && last.indent === indent) ? last : undefined;
}

/** The innermost bracket, if a `)` or `]` without an opener was meant to close it. Never a block or hash. */
function listOfOtherKind(stack: readonly Frame[], sameKind: Frame | undefined): Frame | undefined {
  const last = stack.at(-1);
  return !sameKind && last?.role !== 'block' && last?.role !== 'hash' ? last : undefined;
}

/** The innermost block, if a `)` or `]` without an opener stands where the end of the block is missing. */
function openBlock(
  stack: readonly Frame[],
  { isFirst, indent, line }: Closer,
  surplus: Surplus,
  sameKind: Frame | undefined,
): Frame | undefined {
  const last = stack.at(-1);
  if (sameKind || !last || surplus[last.kind] <= 0) return undefined;
  return (isFirst ? last.indent === indent : last.line === line) ? last : undefined;
}

function decideByIndent(
  stack: readonly Frame[],
  closer: Closer,
  surplus: Surplus,
  sameKind: Frame,
): Decision {
  const aligned = innermost(stack, (frame) => frame.kind === closer.kind && frame.indent === closer.indent);
  const tooMany = surplus[closer.kind] < 0;
  if (!aligned) {
    return tooMany && closer.indent > sameKind.indent ? 'stray' : { frame: sameKind, isWrongKind: false };
  }
  if (tooMany && closer.nextIndent > closer.indent) return 'stray';
  return { frame: canSpare(stack, aligned, surplus) ? aligned : sameKind, isWrongKind: false };
}

function decideInLine(stack: readonly Frame[], closer: Closer, surplus: Surplus, sameKind: Frame): Decision {
  const here = innermost(stack, (frame) => frame.kind === closer.kind && frame.line === closer.line);
  if (here) return { frame: here, isWrongKind: false };
  return surplus[closer.kind] < 0 ? 'stray' : { frame: sameKind, isWrongKind: false };
}

/** Whether all brackets above a frame may have been left open. */
function canSpare(stack: readonly Frame[], frame: Frame, surplus: Surplus): boolean {
  return above(stack, frame).every(({ kind }) => surplus[kind] > 0);
}

function above(stack: readonly Frame[], frame: Frame): readonly Frame[] {
  return stack.slice(stack.lastIndexOf(frame) + 1);
}

function innermost(stack: readonly Frame[], test: (frame: Frame) => boolean): Frame | undefined {
  return stack.slice(-farthest).findLast(test);
}
