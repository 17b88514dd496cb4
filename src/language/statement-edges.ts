// Where one statement ends and the next begins, as far as single tokens tell: what a window of statements that is parsed apart may have at its edges.

import { isNearlyEnd } from '../../grammar/inline-code.js';
import type { Declaration } from './declarations.js';
import type { SyntaxToken, TokenKind } from './syntax.js';

/** Whether a statement ends in a block that nothing closes. */
export function endsOpen(statement: Declaration | undefined): boolean {
  const block = statement?.block;
  return block !== undefined && (!block.isClosed || endsOpen(block.declarations.at(-1)));
}

/** What may stand between a statement and the next; anything else there is told by the indentation of the one before. */
const closers: ReadonlySet<TokenKind | undefined> = new Set<TokenKind>([
  'BlockClose',
  'RightParen',
  'Semicolon',
]);

/** Whether a statement, or nothing, stands from a token on, but for what closes the one before. */
export function beginsStatementBehind(tokens: readonly SyntaxToken[], from: number): boolean {
  let next = from;
  while (closers.has(tokens[next]?.kind)) next++;
  const token = tokens[next];
  return token === undefined || beginsStatement(token);
}

/** Whether a statement begins with a token: a `do` at the beginning of a line may be the block of the statement before. */
export function beginsStatement({ kind, text }: SyntaxToken): boolean {
  return kind === 'Keyword' && text !== 'do';
}

const unfinished: ReadonlySet<TokenKind> = new Set<TokenKind>([
  'Keyword',
  'Key',
  'Label',
  'AdverbName',
  'Word',
  'LooseWord',
  'StrayWord',
  'Redirect',
  'Arrow',
  'Equals',
  'Comma',
  'Stray',
  'LambdaArrow',
  'BarePath',
  // One of the next two lines may have the quote that closes it.
  'UnclosedSingleString',
  'UnclosedDoubleString',
]);

/** A `do` or `end`, misspelt perhaps, that is no bracket where it stands may still be counted as one. */
export function isLooseEnd({ kind, text }: SyntaxToken): boolean {
  return (text === 'do' || isNearlyEnd(text)) && kind !== 'BlockOpen' && kind !== 'BlockClose';
}

/** Whether a statement may end with a token. */
export function endsStatement({ kind }: SyntaxToken): boolean {
  return !unfinished.has(kind);
}

/** How deep brackets nest in tokens. */
export function depthOf(tokens: readonly SyntaxToken[]): number {
  let depth = 0;
  let most = 0;
  for (const { kind } of tokens) {
    if (kind === 'BlockOpen' || kind === 'HashOpen' || kind === 'LeftParen' || kind === 'LeftBracket')
      most = Math.max(most, ++depth);
    else if (
      kind === 'BlockClose' ||
      kind === 'HashClose' ||
      kind === 'RightParen' ||
      kind === 'RightBracket'
    )
      depth--;
  }
  return most;
}
