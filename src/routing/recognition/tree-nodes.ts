// The nodes of the tree that paths are looked up in (radix-tree.ts). Nodes are kept small: rarely needed fields are in `more`. Labels have
// at most twelve characters, because V8 makes substrings of that length without a separate object. Text longer than three such labels is
// one label.

import type { VariantName } from '../patterns/variants.js';
import type { Step } from '../patterns/steps.js';
import type { MethodSet, Way } from './ways.js';

/** Greater than every rank. */
export const NoRank = 0x3fffffff;

const slashCode = 47;
const dotCode = 46;
/** The first code beyond ASCII. */
const firstForeign = 128;
const noEnds: readonly MethodSet[] = [];

/**
 * The label of a folded node. It is longer than the node's `size`, so no substring of a path equals it: the comparison fails and the caller
 * unfolds the node.
 */
export const foldedLabel = '...';
const foldedSize = 2;

/** The children by character, of all nodes of a tree. One list for all keeps them close together in memory. */
export type Kids = (Node | null)[];

/** A place in the tree. It begins with the label that leads to it. */
export class Node {
  /** The text that a path must have here before anything else. */
  label = foldedLabel;
  size = foldedSize;
  /** The first character of the label. */
  head = 0;
  /** The first place of this node, relative to the first place of its parent. The places of the routes that end here come first. */
  start = 0;
  /** The methods of all routes that end here or below; `ends` has the methods of each route that ends here. */
  methods: MethodSet = 0;
  ends: readonly MethodSet[] = noEnds;
  slash: Node | null = null;
  /** Children by character: codes `base` to `base + width - 1`, whose nodes are in the tree's list from index `kids` on. */
  base = 0;
  width = 0;
  kids = 0;
  /** The child after a segment whose value ends at a slash, a dot or the path's end. */
  param: Node | null = null;
  more: More | null = null;
  /** The place of the least rank here and below, relative to the first place of the parent. */
  least = 0;

  setLabel(label: string): void {
    this.label = label;
    this.size = label.length;
    this.head = label === '' ? 0 : label.charCodeAt(0);
  }

  /** Takes over everything of another node except its places (`start`, `least`). */
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

/** The fields that few nodes need. */
export class More {
  /** Set while the node is folded. */
  folded: Folded | null = null;
  /** Some of the routes that end here may have an extension: `.json`. */
  isExtended = false;
  /** In ascending order of `least`. */
  edges: Edge[] | null = null;
  /** The only edge, if it is a glob without constraint at the end of its pattern. */
  tail: Edge | null = null;
  /** The methods of all routes behind the edges. */
  edgeMethods: MethodSet = 0;
  /** Children for characters beyond ASCII. In the tree's list they would need very wide ranges. */
  others: Map<number, Node> | null = null;
}

/** The ways that lead through a folded node, and how much of their texts leads to it. */
interface Folded {
  readonly ways: readonly Way[];
  readonly at: number;
}

/**
 * A continuation for which there is more than one possible end of the value, or more to test.
 *
 * - `wide`: a segment that may contain dots, or that is followed by text in the same piece of the path
 * - `tail`: a glob without constraint at the end of its pattern
 * - `glob`: any other glob
 * - `rest`: a remainder of a pattern that is matched by backtracking
 */
export interface Edge {
  readonly kind: 'wide' | 'tail' | 'glob' | 'rest';
  /** The place of the least rank behind the edge, relative to the node's first place. A `rest` has only this one. */
  readonly least: number;
  /** The node after the value. */
  readonly node: Node;
  readonly name: VariantName | undefined;
  readonly step: Step | undefined;
  readonly isSlashDue: boolean;
  /** A value may also end at other characters than a slash, a dot or the path's end. */
  readonly isLoose: boolean;
  /** The code of the only character that can follow the value within its piece; -1 if there are several. */
  readonly next: number;
}

/** The edge for a segment or a glob that leads to `node`. */
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

/** Whether nothing but the path's end can follow a value before this node. */
export function isTail({ size, slash, width, param, more }: Node): boolean {
  return size === 0 && slash === null && width === 0 && param === null && more === null;
}

/** Adds children for characters. None of these characters may have a child yet. */
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
