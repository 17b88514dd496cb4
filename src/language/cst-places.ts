// Finds the places of nodes in the concrete syntax tree.
//
// The tree groups a node's children by name and stores no places. Only tokens have them. The first token, the order of items with
// different names, and the extent of a node are computed from its tokens.

import type { ArgumentCstNode, BlockCstNode, JunkCstNode } from '../../grammar/cst.js';
import { endOf } from '../../grammar/inline-code.js';
import type { Token } from '../../grammar/tokens.js';
import type { Span } from './source.js';
import { WrittenSpan } from './written-nodes.js';

/** The content of brackets: arguments and, rarely, other items, each list in source order. */
export interface Enclosed {
  readonly argument?: readonly ArgumentCstNode[];
  readonly Comma?: readonly Token[];
  readonly block?: readonly BlockCstNode[];
  readonly junk?: readonly JunkCstNode[];
}

type Item = ArgumentCstNode | BlockCstNode | JunkCstNode | Token;

export function tokenSpan(token: Token): Span {
  return new WrittenSpan(token.startOffset, endOf(token));
}

export function firstTokenOf({ children }: ArgumentCstNode): Token {
  const { Key, Label, AdverbName, NegatedAdverb, LooseWord, Literal, list, hash, redirect, arrow } = children;
  if (Key) return Key[0];
  if (Label) return Label[0];
  if (AdverbName) return AdverbName[0];
  if (list) return list[0].children.LeftBracket[0];
  if (hash) return hash[0].children.HashOpen[0];
  if (redirect) return redirect[0].children.Redirect[0];
  const token = Literal ?? LooseWord ?? NegatedAdverb ?? arrow?.[0].children.Arrow;
  if (!token)
    throw new Error('an argument begins with no token that is known here, which is a bug in waypost');
  return token[0];
}

/** Whether an argument is written as a key and a value. */
export function isPair({ children }: ArgumentCstNode): boolean {
  const { Key, Label, AdverbName, Literal, arrow } = children;
  return (Key ?? Label ?? AdverbName ?? (Literal && arrow)) !== undefined;
}

/** The items between brackets in source order. If there is no mistake, only arguments. */
export function inOrder({ argument = [], Comma: commas, block, junk }: Enclosed): readonly Item[] {
  if (!commas && !block && !junk) return argument;
  const items: Item[] = [...argument, ...(commas ?? []), ...(block ?? []), ...(junk ?? [])];
  return items
    .map((item) => ({ item, start: startOf(item) }))
    .sort((one, other) => one.start - other.start)
    .map(({ item }) => item);
}

function startOf(item: Item): number {
  if ('image' in item) return item.startOffset;
  if (item.name === 'argument') return firstTokenOf(item).startOffset;
  return item.name === 'block' ? item.children.BlockOpen[0].startOffset : placeOf(item).start;
}

/** Any node of the tree. */
interface AnyNode {
  readonly children: Readonly<Record<string, readonly (Token | AnyNode)[] | undefined>>;
}

/** The span from the first token of a node to the last. */
export function placeOf(node: AnyNode): Span {
  let start = Number.POSITIVE_INFINITY;
  let end = 0;
  const visit = (children: AnyNode['children']): void => {
    for (const list of Object.values(children)) {
      for (const child of list ?? []) {
        if ('children' in child) visit(child.children);
        else {
          start = Math.min(start, child.startOffset);
          end = Math.max(end, endOf(child));
        }
      }
    }
  };
  visit(node.children);
  return { start, end };
}
