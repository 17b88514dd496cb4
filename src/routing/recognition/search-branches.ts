// The ways of a small table as a search that is written for it (written-search.ts) tells them apart: with the methods that each answers, and by what
// comes next in them.

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

/** The methods that a program knows, in capitals and small letters, by their numbers. */
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

/** One of them, and the set that a tree has for it. */
export interface ToldMethod {
  readonly name: string;
  readonly number: number;
  readonly set: MethodSet;
}

/** In a table with no more ways any method may have a search of its own, and in a larger one a method with so few of them. */
const mostApart = 20;
const fewApart = 4;
/** And that only where all of these have no more than this share of the table: a processor foresees the branches of one search sooner than those of many. */
const seldom = 0.4;

/** A way and where it ends. */
export interface Branch {
  readonly way: Way;
  readonly leaf: Leaf;
  /** A bit for each method that it answers, by the methods' numbers. */
  readonly methods: number;
}

/** Branches that are told apart in one search, and the methods that it is for. */
interface BranchGroup {
  readonly methods: number;
  readonly branches: readonly Branch[];
}

/** The ways on from a place. */
export interface Fork {
  readonly ends: readonly Branch[];
  readonly segments: readonly Branch[];
  readonly texts: ReadonlyMap<number, readonly Branch[]>;
  /** Globs with nothing behind them, which take whatever comes. */
  readonly globs: readonly Branch[];
  readonly isExtended: boolean;
  /** Pieces of text and names, and globs of another kind: only a walk can tell. */
  readonly others: readonly Branch[];
}

/** The methods that a program knows, but for those that a tree cannot tell from others. */
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

/** The methods of a table, those together that have a search together: those with the same paths always. */
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

/** The branches of some methods, for these alone. */
function narrowed(branches: readonly Branch[], methods: number): Branch[] {
  return branches
    .map((branch) => ({ ...branch, methods: branch.methods & methods }))
    .filter((branch) => branch.methods !== 0);
}

/** The methods that some branch answers. */
export function methodsOf(branches: readonly Branch[]): number {
  return branches.reduce((bits, { methods }) => bits | methods, 0);
}

/** The methods for which one of `later` was declared before one of these branches, and may answer a path that this one answers, from a place on. */
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

/** How many more pieces the paths of a way have; undefined where they may have different numbers. */
function piecesFrom(text: string, at: number): number | undefined {
  let count = 0;
  for (let k = at; k < text.length; k++) {
    const sign = text[k];
    if (sign === signs.other || sign === signs.rest) return undefined;
    if (sign === '/') count++;
  }
  return count;
}

/** The ways on from a place that branches have come to. */
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

/** Whether what a sign stands for is a glob without constraint, behind which the way ends. */
function isPlainTail(text: string, at: number, numbered: Numbered): boolean {
  const name = numbered.names[numberIn(text.substr(at, numberedLength))];
  return name?.kind === 'glob' && !name.demand.test && text.startsWith(signs.end, at + numberedLength);
}

/** The texts with a slash at their end behind which first values begin, where other texts have such values at the same place. */
export function rivalTexts(branches: readonly Branch[]): ReadonlySet<string> {
  const texts = new Set<string>();
  for (const { way } of branches) {
    const at = way.text.indexOf(signs.segment);
    if (at > 0 && way.text[at - 1] === '/') texts.add(way.text.slice(0, at));
  }
  const all = [...texts];
  return new Set(all.filter((text) => all.some((other) => other !== text && other.length === text.length)));
}
