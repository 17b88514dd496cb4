// Decides from single tokens where a statement ends and the next begins: what may be at the edges of a window of statements that is parsed
// separately.

import { isNearlyEnd } from '../../grammar/inline-code.js';
import type { Declaration } from './declarations.js';
import type { SyntaxToken, TokenKind } from './syntax.js';

/** Whether a statement ends with a block that is never closed. */
export function endsOpen(statement: Declaration | undefined): boolean {
  const block = statement?.block;
  return block !== undefined && (!block.isClosed || endsOpen(block.declarations.at(-1)));
}

/** The tokens that may stand between two statements. Anything else belongs to a statement by indentation. */
const closers: ReadonlySet<TokenKind | undefined> = new Set<TokenKind>([
  'BlockClose',
  'RightParen',
  'Semicolon',
]);

/** Whether, after any closers, a statement or nothing follows from a token on. */
export function beginsStatementBehind(tokens: readonly SyntaxToken[], from: number): boolean {
  let next = from;
  while (closers.has(tokens[next]?.kind)) next++;
  const token = tokens[next];
  return token === undefined || beginsStatement(token);
}

/** Whether a statement begins with this token. A `do` at the beginning of a line may be the block of the statement before. */
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
  // Their closing quote may be on one of the next two lines.
  'UnclosedSingleString',
  'UnclosedDoubleString',
]);

/** A `do` or `end`, perhaps misspelt, that is no bracket here but may still be counted as one. */
export function isLooseEnd({ kind, text }: SyntaxToken): boolean {
  return (text === 'do' || isNearlyEnd(text)) && kind !== 'BlockOpen' && kind !== 'BlockClose';
}

/** Whether a statement may end with this token. */
export function endsStatement({ kind }: SyntaxToken): boolean {
  return !unfinished.has(kind);
}

/** The maximum nesting depth of brackets. */
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
