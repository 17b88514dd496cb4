// Which patterns could match a given path? A trie over their pieces, as a filter: it may name a pattern that does not
// match, and never leaves out one that does.
//
// A pattern goes in once for each way to take its optional groups. A piece is literal text, anything (a segment alone),
// something that begins with known text (`photo-:id`), or, where a glob begins, the rest of the path.

import type { Pattern } from '../routing/patterns/pattern.js';
import { decodedValue } from '../routing/patterns/request-path.js';
import { type Way, waysThrough } from '../routing/patterns/variants.js';

/** What is seldom needed is made when it is: a table has as many nodes as it has pieces. */
class Node<Item> {
  literals: Map<string, Node<Item>> | undefined = undefined;
  /** What follows a segment alone. */
  any: Node<Item> | undefined = undefined;
  /** By the text that the piece begins with. */
  prefixes: Map<string, Node<Item>> | undefined = undefined;
  /** The lengths of the texts in `prefixes`. */
  lengths: Set<number> | undefined = undefined;
  ending: Item[] | undefined = undefined;
  globs: Item[] | undefined = undefined;
}

export class PathIndex<Item> {
  readonly #root = new Node<Item>();
  /** Those with too many ways to follow each. */
  readonly #always: Item[] = [];

  add(pattern: Pattern, item: Item): void {
    const ways = waysThrough(pattern);
    if (!ways) this.#always.push(item);
    else for (const way of ways) this.#insert(way, item);
  }

  #insert(way: Way, item: Item): void {
    let node = this.#root;
    /** The text of the piece that is being read; undefined before the first. */
    let text: string | undefined;
    let isLiteral = true;
    for (const part of way) {
      if (typeof part !== 'string') {
        if (part.kind === 'glob') {
          (node.globs ??= []).push(item);
          return;
        }
        text ??= '';
        isLiteral = false;
        continue;
      }
      const literal = decodedValue(part);
      let start = 0;
      for (let slash = literal.indexOf('/'); slash >= 0; slash = literal.indexOf('/', start)) {
        if (isLiteral && slash > start) text = (text ?? '') + literal.slice(start, slash);
        if (text !== undefined) node = childOf(node, text, isLiteral);
        text = '';
        isLiteral = true;
        start = slash + 1;
      }
      if (isLiteral && start < literal.length) text = (text ?? '') + literal.slice(start);
    }
    if (text !== undefined && (text !== '' || !isLiteral)) node = childOf(node, text, isLiteral);
    if (node.ending) node.ending.push(item);
    else node.ending = [item];
  }

  /** Whether no pattern that is followed has paths that begin with a piece, which is all that most have to be asked. */
  #isNowhere(piece: string | undefined): boolean {
    const { literals, any, prefixes, globs } = this.#root;
    return piece !== undefined && !any && !prefixes && !globs && !literals?.has(piece);
  }

  /** Everything whose pattern could match a path of these decoded pieces; an item may come more than once. */
  candidates(pieces: readonly string[]): Item[] {
    const found = this.#always.slice();
    if (this.#isNowhere(pieces[0])) return found;
    let level = [this.#root];
    for (const piece of pieces) {
      const next: Node<Item>[] = [];
      for (const { globs, literals, any, lengths, prefixes } of level) {
        if (globs) for (const item of globs) found.push(item);
        const literal = literals?.get(piece);
        if (literal) next.push(literal);
        if (any) next.push(any);
        if (!lengths) continue;
        for (const length of lengths) {
          const child = length <= piece.length ? prefixes?.get(piece.slice(0, length)) : undefined;
          if (child) next.push(child);
        }
      }
      level = next;
    }
    for (const { ending } of level) if (ending) for (const item of ending) found.push(item);
    return found;
  }
}

function childOf<Item>(node: Node<Item>, text: string, isLiteral: boolean): Node<Item> {
  if (!isLiteral && text === '') return (node.any ??= new Node<Item>());
  if (!isLiteral) (node.lengths ??= new Set()).add(text.length);
  const children = isLiteral
    ? (node.literals ??= new Map<string, Node<Item>>())
    : (node.prefixes ??= new Map<string, Node<Item>>());
  let child = children.get(text);
  if (!child) children.set(text, (child = new Node<Item>()));
  return child;
}
