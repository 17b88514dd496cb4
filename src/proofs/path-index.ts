// Which patterns could match a given path? A trie over their pieces, as a filter: it may name a pattern that does not
// match, and never leaves out one that does.
//
// A pattern goes in once for each way to take its optional groups. A piece is literal text, anything (a segment alone),
// something that begins with known text (`photo-:id`), or, where a glob begins, the rest of the path.

import type { Pattern, PatternPart } from '../routing/patterns/pattern.js';

/** Patterns with more ways to take their groups than this are candidates for every path. */
const mostVariants = 16;

type FlatPart = Exclude<PatternPart, { kind: 'group' }>;

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
  readonly #always: Item[] = [];

  add(pattern: Pattern, item: Item): void {
    if (pattern.text === '/') {
      this.#insert([], item);
    } else if (pattern.optionalNames.size === 0 && pattern.parts.every(isFlat)) {
      this.#insert(pattern.parts, item);
    } else {
      const variants = variantsOf(pattern.parts);
      if (variants) for (const variant of variants) this.#insert(variant, item);
      else this.#always.push(item);
    }
  }

  #insert(parts: readonly FlatPart[], item: Item): void {
    let node = this.#root;
    /** The text of the piece that is being read; undefined before the first. */
    let text: string | undefined;
    let isLiteral = true;
    for (const part of parts) {
      if (part.kind === 'glob') {
        (node.globs ??= []).push(item);
        return;
      }
      if (part.kind === 'segment') {
        text ??= '';
        isLiteral = false;
        continue;
      }
      const literal = part.text;
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
    if (text !== undefined) node = childOf(node, text, isLiteral);
    if (node.ending) node.ending.push(item);
    else node.ending = [item];
  }

  /** Everything whose pattern could match a path of these decoded pieces; an item may come more than once. */
  candidates(pieces: readonly string[]): Item[] {
    const found = [...this.#always];
    const add = (items: readonly Item[] | undefined): void => items?.forEach((item) => found.push(item));
    let level = [this.#root];
    for (const piece of pieces) {
      const next: Node<Item>[] = [];
      for (const node of level) {
        add(node.globs);
        const literal = node.literals?.get(piece);
        if (literal) next.push(literal);
        if (node.any) next.push(node.any);
        for (const length of node.lengths ?? []) {
          const child = length <= piece.length ? node.prefixes!.get(piece.slice(0, length)) : undefined;
          if (child) next.push(child);
        }
      }
      level = next;
    }
    for (const node of level) add(node.ending);
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

function isFlat(part: PatternPart): part is FlatPart {
  return part.kind !== 'group';
}

/** The pattern without groups, once for each way to take them; undefined if there are too many. */
export function variantsOf(parts: readonly PatternPart[]): FlatPart[][] | undefined {
  let variants: FlatPart[][] = [[]];
  for (const part of parts) {
    if (part.kind !== 'group') {
      for (const variant of variants) variant.push(part);
      continue;
    }
    const inner = variantsOf(part.parts);
    if (!inner || variants.length * (inner.length + 1) > mostVariants) return undefined;
    variants = variants.flatMap((variant) => [variant, ...inner.map((taken) => [...variant, ...taken])]);
  }
  return variants;
}
