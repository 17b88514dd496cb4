// Completes a text with open brackets around the cursor: it keeps the heads of the open blocks and the statement being written, and closes
// every bracket. The place and scope of the cursor then follow from the text before it, whatever is missing after it. A concern gets a
// use, since otherwise nothing in it has a scope.
//
//   routes {                             routes {
//     resources 'photos'                 namespace 'admin' {
//     namespace 'admin' {           →    ge│
//       ge│                              }
//     resources 'posts' { … }            }

import { closers } from '../../src/analysis/cursor.js';
import type { Snapshot } from '../../src/analysis/snapshot.js';
import type { Declaration } from '../../src/language/declarations.js';
import { firstIndex } from '../../src/language/first-index.js';
import { Source, type Span } from '../../src/language/source.js';
import { declares } from '../../src/language/roles.js';
import { parseSyntax, type TokenKind } from '../../src/language/syntax.js';
import { keywordRow } from '../../src/language/vocabulary.js';

export interface Finished {
  readonly snapshot: Snapshot;
  readonly offset: number;
  /** The distance from a place in the completed statement to its place in the original text. */
  readonly shift: number;
}

/** The first key of a hash. Until its `=>` is written, the parser cannot tell the hash from a block. */
const firstKey = /(?:=>|[\p{L}\p{M}\p{Nd}_]:)\s*\{\s*[\p{L}_][\p{L}\p{M}\p{Nd}_-]*[ \t]*$/u;

/**
 * The text around an offset with all brackets closed that are open there. Undefined if none is open.
 *
 * @param colon the offset of a colon to leave out; a symbol is completed like the same word without its colon
 */
export function finished(
  snapshot: Snapshot,
  offset: number,
  colon: number | undefined,
): Finished | undefined {
  const { source, syntax } = snapshot;
  const line = source.text.slice(source.text.lastIndexOf('\n', offset - 1) + 1, offset);
  const previous = syntax.tokens[firstIndex(syntax.tokens, ({ start }) => start >= offset) - 1];
  const isWritten = !syntax.isSettled || (previous && isOpenList(previous.kind)) || firstKey.test(line);
  if (colon === undefined && !isWritten && !isInUnusedConcern(snapshot, offset)) return undefined;
  const end = colon ?? offset;
  const { text, back } = near(snapshot, end);
  const before = parseSyntax(new Source(source.file, text));
  const open: Declaration[] = [];
  let list = before.declarations;
  for (let last = list.at(-1); last?.block && !last.block.isClosed; last = list.at(-1)) {
    open.push(last);
    list = last.block.declarations;
  }
  const heads = open.filter((around) => !isOpenHash(around)).map((around) => headOf(around, text));
  const last = list.at(-1);
  // The first letters of a keyword may look like program text (such as `const`), which belongs to no statement.
  const start =
    last && !(last.block && last.span.end < text.length)
      ? back(last.span.start)
      : wordStart(source.text, end);
  const typed =
    source.text.slice(start, end) + (colon === undefined ? '' : source.text.slice(colon + 1, offset));
  const statement = closed(typed, restOfLine(source.text, offset));
  const head = heads.map(({ opening }) => `${opening}\n`).join('');
  const tail = heads.toReversed().map(({ closing }) => `\n${closing}`);
  return {
    snapshot: snapshot.with(head + statement + tail.join('')),
    offset: head.length + typed.length,
    shift: start - head.length,
  };
}

const goingOn: ReadonlySet<TokenKind> = new Set<TokenKind>(['Comma', 'Arrow', 'Label']);

/**
 * The text without the word at an offset, if the word is alone after a comma, arrow or label. The parser takes it for the next statement,
 * but it may be an argument of the one before.
 *
 *   get '/about',
 *   to│
 */
export function withoutWord(
  snapshot: Snapshot,
  offset: number,
): { readonly without: Snapshot; readonly word: Span } | undefined {
  const { declaration } = snapshot.cursor(offset);
  if (!declaration || declaration.arguments.length > 0 || declaration.block) return undefined;
  const { source, syntax } = snapshot;
  const word = declaration.keyword.span;
  const before = syntax.tokens[firstIndex(syntax.tokens, ({ start }) => start >= word.start) - 1];
  if (!before || !goingOn.has(before.kind) || offset <= word.start || word.end < offset) return undefined;
  return { without: snapshot.with(source.text.slice(0, word.start) + source.text.slice(word.end)), word };
}

/** Whether an offset is in a concern without a use, where no scope is known. */
function isInUnusedConcern(snapshot: Snapshot, offset: number): boolean {
  const { scopes } = snapshot.analysis.interpretation;
  const { parents } = snapshot.cursor(offset);
  return parents.some((parent) => isConcern(parent) && parent.block && !scopes.has(parent.block));
}

const isConcern = (declaration: Declaration): boolean => declares(declaration, 'concern');

/** How many complete statements before the cursor are kept, because they may decide what a bracket means. */
const nearStatements = 8;

/**
 * The text before an offset, without complete statements farther away in the surrounding blocks. They do not affect what is open at the
 * offset. `back` converts an offset in the shortened text, after the omitted parts, to the original one.
 */
function near(
  { source, syntax }: Snapshot,
  offset: number,
): { readonly text: string; back(place: number): number } {
  const kept: Span[] = [];
  let from = 0;
  let list = syntax.declarations;
  for (;;) {
    const at = firstIndex(list, ({ span }) => span.end >= offset);
    const far = list.slice(0, Math.max(0, at - nearStatements));
    const [first, last] = [far[0], far.at(-1)];
    if (first && last && far.every(isWhole)) {
      kept.push({ start: from, end: first.span.start });
      from = last.span.end;
    }
    const around = list[at];
    if (!around?.block || around.damaged || around.block.span.start >= offset) break;
    list = around.block.declarations;
  }
  kept.push({ start: from, end: offset });
  return {
    text: kept.map((span) => source.textOf(span)).join(''),
    back: (place) => place + offset - kept.reduce((length, { start, end }) => length + end - start, 0),
  };
}

/** Whether a statement has no open brackets. */
function isWhole({ block, damaged }: Declaration): boolean {
  return !damaged && (!block || (block.isClosed && block.declarations.every(isWhole)));
}

/** Whether a block is really a hash that is still open: the keyword cannot have a block, as in `get '/a', constraints => {`. */
function isOpenHash({ keyword, block }: Declaration): boolean {
  const isWritten = block?.declarations.some((each) => each.arguments.length > 0);
  return isWritten === true && keywordRow(keyword.text)?.block === 'none';
}

function headOf(
  declaration: Declaration,
  text: string,
): { readonly opening: string; readonly closing: string } {
  const { span, block, parentheses } = declaration;
  if (!block) return { opening: text.slice(span.start, span.end), closing: '' };
  const isDo = block.notation === 'do';
  const isWithin = parentheses !== undefined && parentheses.end >= block.span.end;
  const [name] = declaration.arguments;
  // The meaning of a concern is known only at its uses.
  const use =
    name && isConcern(declaration) ? `\nconcerns ${text.slice(name.span.start, name.span.end)}` : '';
  return {
    opening: text.slice(span.start, block.span.start + (isDo ? 2 : 1)),
    closing: `${isDo ? 'end' : '}'}${isWithin ? ')' : ''}${use}`,
  };
}

function wordStart(text: string, end: number): number {
  let start = end;
  while (/[\p{L}\p{M}\p{Nd}_-]/u.test(text.charAt(start - 1))) start--;
  return start;
}

function restOfLine(text: string, offset: number): string {
  const end = text.indexOf('\n', offset);
  return text.slice(offset, end < 0 ? undefined : end);
}

function isOpenList(kind: TokenKind): boolean {
  return kind === 'UnclosedAngleList' || kind === 'UnclosedPercent';
}

const closings: Partial<Record<TokenKind, string>> = {
  BlockOpen: '}',
  LeftBrace: '}',
  HashOpen: '}',
  LeftParen: ')',
  LeftBracket: ']',
};

/** A statement with its brackets closed. Closers after the cursor that belong to a surrounding block are left out. */
function closed(before: string, behind: string): string {
  const [word = ''] = /^[\p{L}\p{M}\p{Nd}_-]+/u.exec(behind) ?? [];
  const rest = behind.slice(word.length);
  const isKey = firstKey.test(before) && !/^\s*(?:=>|:)/.test(rest);
  const text = `${before}${word}${isKey ? ' => 1' : ''}${rest}`;
  const open: string[] = [];
  for (const { kind, start, end, text: image } of parseSyntax(new Source('', text)).tokens) {
    const closing = closings[kind];
    if (closing) open.push(image === 'do' ? ' end' : closing);
    else if (kind === 'UnclosedAngleList' && end <= before.length && before.slice(end).trim() === '')
      return closed(before, `>${behind}`);
    else if (closers.has(kind) || image === 'end') {
      if (open.length === 0 && start >= before.length) return text.slice(0, start);
      open.pop();
    }
  }
  return `${text}${text.includes('#') ? '\n' : ''}${open.toReversed().join('')}`;
}
