// A text in which brackets are still open, made whole around the cursor: the heads of the blocks that are open there, the
// statement that is being written, and every bracket closed. Where the cursor is and what scope that is then follows from
// the text before it, whatever is missing behind.
//
//   routes {                             routes {
//     resources 'photos'                 namespace 'admin' {
//     namespace 'admin' {           →    ge│
//       ge│                              }
//     resources 'posts' { … }            }

import type { Snapshot } from '../../src/analysis/snapshot.js';
import type { Declaration } from '../../src/language/declarations.js';
import { firstIndex } from '../../src/language/first-index.js';
import { Source } from '../../src/language/source.js';
import { parseSyntax, type TokenKind } from '../../src/language/syntax.js';

export interface Finished {
  readonly snapshot: Snapshot;
  readonly offset: number;
  /** How far places in the statement at the cursor are from those in the text itself. */
  readonly shift: number;
}

/** A key that begins a hash, which cannot be told from program text before its `=>` is there. */
const firstKey = /(?:=>|[\p{L}\p{N}_]:)\s*\{\s*[\p{L}_][\p{L}\p{N}_-]*$/u;

/** The text around an offset as it would be with everything closed that is open there; undefined where nothing is. */
export function finished(snapshot: Snapshot, offset: number): Finished | undefined {
  const { source, syntax } = snapshot;
  const line = source.text.slice(source.text.lastIndexOf('\n', offset - 1) + 1, offset);
  const previous = syntax.tokens[firstIndex(syntax.tokens, ({ start }) => start >= offset) - 1];
  if (syntax.isSettled && !(previous && isOpenList(previous.kind)) && !firstKey.test(line)) return undefined;
  const before = parseSyntax(new Source(source.file, source.text.slice(0, offset)));
  const open: Declaration[] = [];
  let list = before.declarations;
  for (let last = list.at(-1); last?.block && !last.block.isClosed; last = list.at(-1)) {
    open.push(last);
    list = last.block.declarations;
  }
  const heads = open.map((around) => headOf(around, source.text));
  const last = list.at(-1);
  const start = last && !(last.block && last.span.end < offset) ? last.span.start : offset;
  const statement = closed(source.text.slice(start, offset), restOfLine(source.text, offset));
  const head = heads.map(({ opening }) => `${opening}\n`).join('');
  const tail = heads.toReversed().map(({ closing }) => `\n${closing}`);
  return {
    snapshot: snapshot.with(head + statement + tail.join('')),
    offset: head.length + offset - start,
    shift: start - head.length,
  };
}

function headOf(
  { span, block, parentheses }: Declaration,
  text: string,
): { readonly opening: string; readonly closing: string } {
  const isDo = block!.notation === 'do';
  const isWithin = parentheses !== undefined && parentheses.end >= block!.span.end;
  return {
    opening: text.slice(span.start, block!.span.start + (isDo ? 2 : 1)),
    closing: `${isDo ? 'end' : '}'}${isWithin ? ')' : ''}`,
  };
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
const closers: ReadonlySet<TokenKind> = new Set<TokenKind>([
  'BlockClose',
  'HashClose',
  'RightBrace',
  'RightParen',
  'RightBracket',
]);

/** A statement with its brackets closed, without the closers behind the cursor that belong to what is around it. */
function closed(before: string, behind: string): string {
  const word = /^[\p{L}\p{N}_-]*/u.exec(behind)![0];
  const rest = behind.slice(word.length);
  const isKey = firstKey.test(before) && !/^\s*(?:=>|:)/.test(rest);
  const text = `${before}${word}${isKey ? ' => 1' : ''}${rest}`;
  const open: string[] = [];
  for (const { kind, start, end, text: image } of parseSyntax(new Source('', text)).tokens) {
    const closing = closings[kind];
    if (closing) open.push(image === 'do' ? ' end' : closing);
    else if (kind === 'UnclosedAngleList' && end <= before.length && before.slice(end).trim() === '')
      return closed(`${before}`, `>${behind}`);
    else if (closers.has(kind) || image === 'end') {
      if (open.length === 0 && start >= before.length) return text.slice(0, start);
      open.pop();
    }
  }
  return `${text}${text.includes('#') ? '\n' : ''}${open.toReversed().join('')}`;
}
