// The nodes of the tree that paths are looked up in (radix-tree.ts). They are slim: whatever is rare stands in `more`. Text is cut into labels of
// at most twelve characters, which a substring can be compared with without making an object of its own; text longer than three of them is one label.

import type { VariantName } from '../patterns/variants.js';
import type { Step } from '../patterns/steps.js';
import type { MethodSet, Way } from './ways.js';

/** Behind every rank. */
export const NoRank = 0x3fffffff;

const slashCode = 47;
const dotCode = 46;
/** Behind ASCII. */
const firstForeign = 128;
const noEnds: readonly MethodSet[] = [];

/** The label of a folded node: longer than its size, so that no piece of a path equals it, and whoever compares them comes to unfold the node. */
export const foldedLabel = '...';
const foldedSize = 2;

/** The nodes behind characters, of all nodes of a tree: one list, which the processor has at hand where it would have to fetch one for each node. */
export type Kids = (Node | null)[];

/** A place in the tree: behind its label. */
export class Node {
  /** What has to be there before anything else. */
  label = foldedLabel;
  size = foldedSize;
  /** The first character of the label. */
  head = 0;
  /** Where its places begin, less where those of the node before do. Those of the routes that end here come first. */
  start = 0;
  /** The methods of routes that end here or below, and of each that ends here. */
  methods: MethodSet = 0;
  ends: readonly MethodSet[] = noEnds;
  slash: Node | null = null;
  /** The characters behind which something comes: so many from `base` on, whose nodes stand in the tree's list from `kids` on. */
  base = 0;
  width = 0;
  kids = 0;
  /** Behind a segment that ends at a slash, a dot or the path's end. */
  param: Node | null = null;
  more: More | null = null;
  /** The place of the least rank of all that lie here and below, as the node before counts. */
  least = 0;

  setLabel(label: string): void {
    this.label = label;
    this.size = label.length;
    this.head = label === '' ? 0 : label.charCodeAt(0);
  }

  /** Is from now on what another node is. */
  become(other: Node): void {
    this.label = other.label;
    this.size = other.size;
    this.head = other.head;
    this.methods = other.methods;
    this.ends = other.ends;
    this.slash = other.slash;
    this.base = other.base;
    this.width = other.width;
    this.kids = other.kids;
    this.param = other.param;
    this.more = other.more;
  }
}

/** What few nodes have. */
export class More {
  /** Of a folded node. */
  folded: Folded | null = null;
  /** Some leaves may have an extension behind them: `.json`. */
  isExtended = false;
  /** By ascending least rank. */
  edges: Edge[] | null = null;
  /** The only one of them, if it is a glob that any rest fits. */
  tail: Edge | null = null;
  /** The methods of routes behind these. */
  edgeMethods: MethodSet = 0;
  /** Kids behind characters beyond ASCII, which would make the others' list long. */
  others: Map<number, Node> | null = null;
}

/** The ways that lead through a node, and how far they have come. */
interface Folded {
  readonly ways: readonly Way[];
  readonly at: number;
}

/**
 * A way on that has more than one end, or more to test than where it ends: `wide` a segment that may hold dots or is
 * followed by text in its piece; `tail` a glob that any rest of a path fits; `glob` another one; `rest` what is left to backtracking.
 */
export interface Edge {
  readonly kind: 'wide' | 'tail' | 'glob' | 'rest';
  /** The place of the least rank, and of a rest its only one. */
  readonly least: number;
  /** Behind the name. */
  readonly node: Node;
  readonly name: VariantName | undefined;
  readonly step: Step | undefined;
  readonly isSlashDue: boolean;
  /** A value may end elsewhere than at a slash, a dot or the path's end. */
  readonly isLoose: boolean;
  /** The one character that stands behind a value in its piece; -1 where there may be others. */
  readonly next: number;
}

/** The way on behind a segment or a glob. */
export function nameEdge(name: VariantName, node: Node): Edge {
  const { param, base, width, more } = node;
  const kind = name.kind === 'segment' ? 'wide' : isTail(node) && !name.demand.test ? 'tail' : 'glob';
  const isOpen = param !== null || (more !== null && (more.edges !== null || more.others !== null));
  return {
    kind,
    least: node.least,
    node,
    name,
    step: undefined,
    isSlashDue: false,
    isLoose: isOpen || width > 1 || (width === 1 && base !== dotCode),
    next: !isOpen && width === 1 ? base : -1,
  };
}

export function childOf(kids: Kids, node: Node, code: number): Node | null {
  if (code === slashCode) return node.slash;
  if (code >= firstForeign) return node.more?.others?.get(code) ?? null;
  const at = code - node.base;
  return at >= 0 && at < node.width ? kids[node.kids + at]! : null;
}

/** Whether a value before this node goes on to the path's end, however it is written. */
export function isTail({ size, slash, width, param, more }: Node): boolean {
  return size === 0 && slash === null && width === 0 && param === null && more === null;
}

/** Puts nodes behind characters, none of which has one there. */
export function setChildren(
  kids: Kids,
  node: Node,
  codes: readonly number[],
  children: readonly Node[],
): void {
  let low = firstForeign;
  let high = -1;
  for (let k = 0; k < codes.length; k++) {
    const code = codes[k]!;
    if (code === slashCode) node.slash = children[k]!;
    else if (code >= firstForeign)
      ((node.more ??= new More()).others ??= new Map<number, Node>()).set(code, children[k]!);
    else {
      if (code < low) low = code;
      if (code > high) high = code;
    }
  }
  if (high < 0) return;
  node.base = low;
  node.width = high - low + 1;
  node.kids = kids.length;
  for (let code = low; code <= high; code++) kids.push(null);
  for (let k = 0; k < codes.length; k++) {
    const code = codes[k]!;
    if (code !== slashCode && code < firstForeign) kids[node.kids + code - low] = children[k]!;
  }
}
