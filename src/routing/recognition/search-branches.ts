// How a written search (written-search.ts) groups the ways of a table: by the methods that each answers, and by what comes next in them.

import { signs } from '../patterns/variants.js';
import type { Leaf } from './leaf.js';
import {
  isSign,
  type Methods,
  type MethodSet,
  type Numbered,
  numberedLength,
  numberIn,
  type Way,
} from './ways.js';

/** The methods that a program knows in any spelling. A method's number is its index here. */
export const methodsTold = [
  'GET',
  'POST',
  'PATCH',
  'PUT',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'CONNECT',
] as const;

/** One of these methods, and its set in the tree. */
export interface ToldMethod {
  readonly name: string;
  readonly number: number;
  readonly set: MethodSet;
}

/**
 * In a table with at most `mostApart` ways, any method may have its own search. In larger ones, only methods with at most `fewApart` ways.
 */
const mostApart = 20;
const fewApart = 4;
/**
 * All of these together may have at most this share of the table's ways: processors predict the branches of one search better than those of
 * many.
 */
const seldom = 0.4;

/** A way and its leaf. */
export interface Branch {
  readonly way: Way;
  readonly leaf: Leaf;
  /** A bit for each method that it answers, by number. */
  readonly methods: number;
}

/** The branches of one search, and the methods that it serves. */
interface BranchGroup {
  readonly methods: number;
  readonly branches: readonly Branch[];
}

/** Branches, grouped by what comes next. */
export interface Fork {
  readonly ends: readonly Branch[];
  readonly segments: readonly Branch[];
  readonly texts: ReadonlyMap<number, readonly Branch[]>;
  /** Globs without constraint at the end of their pattern. */
  readonly globs: readonly Branch[];
  readonly isExtended: boolean;
  /** Pieces of text and names, and other globs. Only a walk can decide them. */
  readonly others: readonly Branch[];
}

/** The methods that a program knows, without those that share a bit in the tree. */
export function toldMethods(methods: Methods): readonly ToldMethod[] {
  return methodsTold
    .map((name, number) => ({ name, number, set: methods.setOf(name) }))
    .filter(({ set }) => set !== 0);
}

/** A bit for each of these methods that a way answers. */
export function answeredOf(methods: readonly ToldMethod[], way: Way): number {
  return methods.reduce(
    (bits, { set, number }) => ((way.methods & set) === 0 ? bits : bits | (1 << number)),
    0,
  );
}

/** The methods of a table in groups. Each group has one search. Methods with exactly the same paths are always in one group. */
export function groupsOf(branches: readonly Branch[]): readonly BranchGroup[] {
  const byPaths = new Map<string, number>();
  for (let bit = 1; bit < 1 << methodsTold.length; bit <<= 1) {
    const own = branches.filter(({ methods }) => (methods & bit) !== 0);
    const paths = own.map(({ way }) => way.text.slice(0, -numberedLength)).join();
    if (own.length > 0) byPaths.set(paths, bit | (byPaths.get(paths) ?? 0));
  }
  const groups = [...byPaths.values()].map((methods) => ({ methods, branches: narrowed(branches, methods) }));
  const [, ...smaller] = groups.toSorted((a, b) => b.branches.length - a.branches.length);
  if (groups.length === 0) return groups;
  const apart = smaller.filter((group) => branches.length <= mostApart || group.branches.length <= fewApart);
  const count = apart.reduce((sum, group) => sum + group.branches.length, 0);
  if (count > branches.length * seldom) apart.length = 0;
  const others = groups.reduce((bits, group) => (apart.includes(group) ? bits : bits | group.methods), 0);
  return [...apart, { methods: others, branches: narrowed(branches, others) }];
}

/** The branches that answer some of these methods, narrowed to these methods. */
function narrowed(branches: readonly Branch[], methods: number): Branch[] {
  return branches
    .map((branch) => ({ ...branch, methods: branch.methods & methods }))
    .filter((branch) => branch.methods !== 0);
}

/** All methods that the branches answer. */
export function methodsOf(branches: readonly Branch[]): number {
  return branches.reduce((bits, { methods }) => bits | methods, 0);
}

/**
 * The methods for which one of `later` was declared before one of the branches and may match a path that this one also matches, from `at`
 * on.
 */
export function overtaken(branches: readonly Branch[], later: readonly Branch[], at: number): number {
  let bits = 0;
  for (const { way, methods } of branches) {
    const pieces = piecesFrom(way.text, at);
    for (const { way: other, methods: others } of later) {
      if (other.rank >= way.rank || (methods & others) === 0) continue;
      const otherPieces = piecesFrom(other.text, at);
      if (pieces === undefined || otherPieces === undefined || pieces === otherPieces)
        bits |= methods & others;
    }
  }
  return bits;
}

/** How many more pieces the paths of a way have; undefined if the number varies. */
function piecesFrom(text: string, at: number): number | undefined {
  let count = 0;
  for (let k = at; k < text.length; k++) {
    const sign = text[k];
    if (sign === signs.other || sign === signs.rest) return undefined;
    if (sign === '/') count++;
  }
  return count;
}

/** Groups branches by what comes at `at`. */
export function forkOf(branches: readonly Branch[], at: number, numbered: Numbered): Fork {
  const ends: Branch[] = [];
  const segments: Branch[] = [];
  const texts = new Map<number, Branch[]>();
  const globs: Branch[] = [];
  const others: Branch[] = [];
  let isExtended = false;
  for (const branch of branches) {
    const { text } = branch.way;
    const code = text.charCodeAt(at);
    const sign = String.fromCharCode(code);
    if (sign === signs.end || sign === signs.extension) ends.push(branch);
    isExtended ||= sign === signs.extension;
    if (sign === signs.segment) segments.push(branch);
    else if (!isSign(code)) texts.set(code, [...(texts.get(code) ?? []), branch]);
    else if (sign === signs.other && isPlainTail(text, at, numbered)) globs.push(branch);
    else if (sign === signs.other || sign === signs.rest) others.push(branch);
  }
  return { ends, segments, texts, globs, isExtended, others };
}

/** Whether a sign is a glob without constraint that ends its way. */
function isPlainTail(text: string, at: number, numbered: Numbered): boolean {
  const name = numbered.names[numberIn(text.substr(at, numberedLength))];
  return name?.kind === 'glob' && !name.demand.test && text.startsWith(signs.end, at + numberedLength);
}

/** The texts that end with a slash and precede a first value, if another such text has the same length. */
export function rivalTexts(branches: readonly Branch[]): ReadonlySet<string> {
  const texts = new Set<string>();
  for (const { way } of branches) {
    const at = way.text.indexOf(signs.segment);
    if (at > 0 && way.text[at - 1] === '/') texts.add(way.text.slice(0, at));
  }
  const all = [...texts];
  return new Set(all.filter((text) => all.some((other) => other !== text && other.length === text.length)));
}
