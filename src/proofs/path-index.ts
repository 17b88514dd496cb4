// Finds the patterns that could match a path, with a trie over their pieces. It may return a pattern that does not match, but never misses
// one that does.
//
//   /photos/:id/edit    →   "photos", any, "edit"          /files/photo-:id   →   "files", a piece that begins with "photo-"
//
// A pattern is added once for each choice of its optional groups. A piece is a literal text, any text (a segment alone), a text with a
// known beginning, or the rest of the path from a glob on.

import type { Pattern } from '../routing/patterns/pattern.js';
import { decodedValue } from '../routing/patterns/request-path.js';
import { type Way, waysThrough } from '../routing/patterns/variants.js';

/** Fields that few nodes need are created when needed: a table has as many nodes as pieces. */
class Node<Item> {
  literals: Map<string, Node<Item>> | undefined = undefined;
  /** The node after a segment alone. */
  any: Node<Item> | undefined = undefined;
  /** By the text with which the piece begins. */
  prefixes: Map<string, Node<Item>> | undefined = undefined;
  /** The lengths of the texts in `prefixes`, each once. */
  lengths: Set<number> | undefined = undefined;
  ending: Item[] | undefined = undefined;
  globs: Item[] | undefined = undefined;
}

export class PathIndex<Item> {
  readonly #root = new Node<Item>();
  /** Items whose patterns have too many choices of groups to add each. */
  readonly #always: Item[] = [];

  add(pattern: Pattern, item: Item): void {
    const ways = waysThrough(pattern);
    if (!ways) this.#always.push(item);
    else for (const way of ways) this.#insert(way, item);
  }

  #insert(way: Way, item: Item): void {
    let node = this.#root;
    /** The text of the current piece; undefined before the first piece. */
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

  /** Whether no added pattern has a path that begins with this piece. For most paths this is enough to know. */
  #isNowhere(piece: string | undefined): boolean {
    const { literals, any, prefixes, globs } = this.#root;
    return piece !== undefined && !any && !prefixes && !globs && !literals?.has(piece);
  }

  /** All items whose pattern could match a path of these decoded pieces. An item may be returned several times. */
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
