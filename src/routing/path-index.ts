// Which routes could match a given path? A trie over the pieces of patterns, as a filter: it may name a route that does
// not match, and never leaves out one that does.
//
// A pattern goes in once for each way to take its optional groups. A piece is literal text, anything (a segment alone),
// something that begins with known text (`photo-:id`), or, where a glob begins, the rest of the path.

import type { Pattern, PatternPart } from './pattern.js';

/** Patterns with more ways to take their groups than this are candidates for every path. */
const mostVariants = 16;

type FlatPart = Exclude<PatternPart, { kind: 'group' }>;

class Node<Item> {
  readonly literals = new Map<string, Node<Item>>();
  /** By the text that the piece begins with; `''` for a piece that is anything at all. */
  readonly prefixes = new Map<string, Node<Item>>();
  /** The lengths of the texts in `prefixes`. */
  readonly lengths = new Set<number>();
  readonly ending: Item[] = [];
  readonly globs: Item[] = [];
}

export class PathIndex<Item> {
  readonly #root = new Node<Item>();
  readonly #always: Item[] = [];

  add(pattern: Pattern, item: Item): void {
    const variants = variantsOf(pattern.text === '/' ? [] : pattern.parts);
    if (!variants) {
      this.#always.push(item);
      return;
    }
    for (const variant of variants) this.#insert(variant, item);
  }

  #insert(parts: readonly FlatPart[], item: Item): void {
    let node = this.#root;
    let text: string | undefined;
    let isLiteral = true;
    const endPiece = (): void => {
      if (text === undefined) return;
      node = isLiteral ? childOf(node.literals, text) : prefixChildOf(node, text);
      text = undefined;
      isLiteral = true;
    };
    for (const part of parts) {
      if (part.kind === 'glob') {
        node.globs.push(item);
        return;
      }
      if (part.kind === 'segment') {
        text ??= '';
        isLiteral = false;
        continue;
      }
      part.text.split('/').forEach((piece, index) => {
        if (index > 0) {
          endPiece();
          text = '';
        }
        if (isLiteral && (text !== undefined || piece !== '')) text = (text ?? '') + piece;
      });
    }
    endPiece();
    node.ending.push(item);
  }

  /** Everything whose pattern could match a path of these decoded pieces; an item may come more than once. */
  candidates(pieces: readonly string[]): Item[] {
    const found = [...this.#always];
    const visit = (node: Node<Item>, depth: number): void => {
      if (depth < pieces.length) found.push(...node.globs);
      const piece = pieces[depth];
      if (piece === undefined) {
        found.push(...node.ending);
        return;
      }
      const literal = node.literals.get(piece);
      if (literal) visit(literal, depth + 1);
      for (const length of node.lengths) {
        const child = length <= piece.length ? node.prefixes.get(piece.slice(0, length)) : undefined;
        if (child) visit(child, depth + 1);
      }
    };
    visit(this.#root, 0);
    return found;
  }
}

function childOf<Item>(children: Map<string, Node<Item>>, key: string): Node<Item> {
  let child = children.get(key);
  if (!child) children.set(key, (child = new Node()));
  return child;
}

function prefixChildOf<Item>(node: Node<Item>, prefix: string): Node<Item> {
  node.lengths.add(prefix.length);
  return childOf(node.prefixes, prefix);
}

/** The pattern without groups, once for each way to take them; undefined if there are too many. */
function variantsOf(parts: readonly PatternPart[]): FlatPart[][] | undefined {
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
