// Finds what is at an offset of a routes file: the declarations around it, the argument, the value.
//
//   namespace 'admin' { get '/a|b', to => 'x#y' }
//     parents: namespace · declaration: get · argument and value: '/ab'

import { pairedOption } from '../language/call-parts.js';
import {
  spanIn,
  type Argument,
  type Block,
  type Comment,
  type Declaration,
  type HashValue,
  type Pair,
  type RedirectValue,
  type StringValue,
  type Value,
} from '../language/declarations.js';
import { firstIndex } from '../language/first-index.js';
import type { Span } from '../language/source.js';
import type { Syntax, SyntaxToken, TokenKind } from '../language/syntax.js';
import { optionRole, positionalRole } from '../language/roles.js';
import {
  canonicalOption,
  keywordRow,
  redirectRow,
  type OptionName,
  type Role,
} from '../language/vocabulary.js';

/** The kinds of tokens that open brackets of any kind, and those that close them. */
export const openers: ReadonlySet<string> = new Set<TokenKind>([
  'BlockOpen',
  'HashOpen',
  'LeftParen',
  'LeftBracket',
  'LeftBrace',
]);
export const closers: ReadonlySet<string> = new Set<TokenKind>([
  'BlockClose',
  'HashClose',
  'RightParen',
  'RightBracket',
  'RightBrace',
]);

/** What is at an offset. Every part is undefined if there is none. */
export interface Cursor {
  readonly offset: number;
  /** The declaration whose head (keyword and arguments) contains the offset. */
  readonly declaration: Declaration | undefined;
  /** The declarations whose blocks contain the offset, outermost first. */
  readonly parents: readonly Declaration[];
  /** The innermost block around the offset. */
  readonly block: Block | undefined;
  readonly argument: Argument | undefined;
  /** The innermost pair, and the innermost value, that contain the offset. */
  readonly pair: Pair | undefined;
  readonly value: Value | undefined;
  /** The option that the pair gives to its call; undefined if the pair is in a hash, or its key is not an option. */
  readonly option: OptionName | undefined;
  /** The innermost hash, and the innermost `redirect(…)`, around the offset. */
  readonly hash: HashValue | undefined;
  readonly redirect: RedirectValue | undefined;
  /** Whether the offset is in the pair's key. */
  readonly isOnKey: boolean;
  /** The token that ends at the offset, and the one that begins there. If a token contains the offset, it is both. */
  readonly before: SyntaxToken | undefined;
  readonly after: SyntaxToken | undefined;
  /** The comment in which the cursor is: it begins before the offset. */
  readonly comment: Comment | undefined;
}

/** The declaration whose head contains an offset, with the declarations around it and the innermost block. */
export function declarationsAt(
  { declarations }: Syntax,
  offset: number,
): Pick<Cursor, 'declaration' | 'parents' | 'block'> {
  const parents: Declaration[] = [];
  let block: Block | undefined;
  let list: readonly Declaration[] = declarations;
  for (;;) {
    const found = declarationAt(list, offset);
    const inner = found?.block;
    if (!inner || !isInside(inner.span, offset)) return { declaration: found, parents, block };
    parents.push(found);
    block = inner;
    list = inner.declarations;
  }
}

/** The offsets of the brackets that are open around an offset, or at the end of the text before it. */
export function openAround(syntax: Syntax, offset: number): ReadonlySet<number> {
  const { tokens } = syntax;
  const open = new Set<number>();
  const last = firstIndex(tokens, ({ start }) => start >= offset) - 1;
  const before = tokens[last];
  if (!before) return open;
  const { parents, declaration } = declarationsAt(syntax, before.start);
  for (const { source, block, parentheses } of declaration ? [...parents, declaration] : parents) {
    if (block && !block.isClosed) open.add(block.span.start);
    if (parentheses && source.text.charAt(parentheses.end - 1) !== ')') open.add(parentheses.start);
  }
  if (!declaration || declaration.block) return open;
  // In the head of a statement, the tokens decide.
  const opened: number[] = [];
  const first = firstIndex(tokens, ({ start }) => start >= declaration.span.start);
  for (const { kind, start } of tokens.slice(first, last + 1)) {
    if (openers.has(kind)) opened.push(start);
    else if (closers.has(kind)) opened.pop();
  }
  return new Set([...open, ...opened]);
}

/** Looks up any offset, also between and after declarations. */
export function cursorAt(syntax: Syntax, offset: number): Cursor {
  const around = declarationsAt(syntax, offset);
  const { declaration } = around;
  const argument = declaration?.arguments.find((candidate) => touches(candidate.span, offset));
  const next = firstIndex(syntax.tokens, ({ start }) => start >= offset);
  const before = syntax.tokens[next - 1];
  return {
    offset,
    ...around,
    argument,
    ...innermost(declaration, argument, offset),
    before,
    after: before && before.end > offset ? before : syntax.tokens[next],
    comment: syntax.comments.find(({ span }) => span.start < offset && offset <= span.end),
  };
}

/** The declaration that contains an offset. At the boundary of two, the later one. */
function declarationAt(list: readonly Declaration[], offset: number): Declaration | undefined {
  const found = list[firstIndex(list, ({ span }) => span.start > offset) - 1];
  return found && offset <= found.span.end ? found : undefined;
}

function innermost(
  declaration: Declaration | undefined,
  argument: Argument | undefined,
  offset: number,
): Pick<Cursor, 'pair' | 'value' | 'option' | 'hash' | 'redirect' | 'isOnKey'> {
  let pair: Pair | undefined;
  let option: OptionName | undefined;
  let hash: HashValue | undefined;
  let redirect: RedirectValue | undefined;
  let value: Value | undefined;
  let next: Argument | undefined = argument;
  while (next) {
    if (next.kind === 'pair') {
      pair = next;
      option = optionIn(value ?? declaration, pair);
      if (touches(next.key.span, offset))
        return { pair, value: undefined, option, hash, redirect, isOnKey: true };
      next = next.value && touches(next.value.span, offset) ? next.value : undefined;
      continue;
    }
    value = next;
    if (next.kind === 'hash') hash = next;
    if (next.kind === 'redirect') redirect = next;
    next = partsOf(next).find((part) => touches(part.span, offset));
  }
  return { pair, value, option, hash, redirect, isOnKey: false };
}

/** The option that a pair gives, if it is directly in a declaration or a `redirect(…)`. */
function optionIn(around: Declaration | Value | undefined, pair: Pair): OptionName | undefined {
  if (around?.kind === 'redirect') return pairedOption(pair, around.call, redirectRow);
  return around?.kind === 'declaration'
    ? pairedOption(pair, around, keywordRow(around.keyword.text))
    : undefined;
}

function partsOf(value: Value): readonly Argument[] {
  switch (value.kind) {
    case 'list':
      return value.items;
    case 'hash':
      return value.pairs;
    case 'redirect':
      return value.call.arguments;
    default:
      return [];
  }
}

function touches(span: Span, offset: number): boolean {
  return span.start <= offset && offset <= span.end;
}

function isInside(span: Span, offset: number): boolean {
  return span.start < offset && offset < span.end;
}

/** The option whose hash a cursor is in. */
export function hashOptionAt({ argument, hash }: Pick<Cursor, 'argument' | 'hash'>): string | undefined {
  return hash && argument?.kind === 'pair' ? canonicalOption(argument.key.text) : undefined;
}

/** The role of the keys around a cursor that are not options: params, constraints or facts. */
export function roleOfKeys(cursor: Pick<Cursor, 'argument' | 'hash'>, call: Declaration): Role | undefined {
  const option = hashOptionAt(cursor);
  return option === undefined ? positionalRole(call) : optionRole(option);
}

/** The part of a target string that contains the offset: `controller` before the `#`, `action` after it. Without `#` all is the action. */
export function targetPartAt(
  value: StringValue,
  offset: number,
): { readonly part: 'controller' | 'action'; readonly text: string; readonly span: Span } {
  const hash = value.value.indexOf('#');
  if (hash < 0) return { part: 'action', text: value.value, span: spanIn(value) };
  const [controller, action] = [spanIn(value, 0, hash), spanIn(value, hash + 1)];
  return offset <= controller.end
    ? { part: 'controller', text: value.value.slice(0, hash), span: controller }
    : { part: 'action', text: value.value.slice(hash + 1), span: action };
}
