// What is written for one choice of a pattern's optional names: literal texts with a slot between each two.
//
//   (/:locale)/posts/:id    neither given  →  "/posts/" :id          locale given  →  "/" :locale "/posts/" :id
//
// A plan also knows whether its paths could be read in another way than they were written. Most cannot: the pieces
// between slashes are each one literal or one name, and no other way through the groups has pieces that agree. Only
// the paths of the others are read back when they are made.

import { encodeLiteral } from './url-encoding.js';
import type { Slot } from './generation-slot.js';
import type { Pattern, PatternPart } from '../patterns/pattern.js';
import { decodedValue } from '../patterns/request-path.js';
import { waysThrough } from '../patterns/variants.js';

export interface PathPlan {
  /** Encoded; one more than there are slots. The first begins with `/` unless the plan writes nothing at all. */
  readonly literals: readonly string[];
  /** As they are in the pattern, decoded. */
  readonly texts: readonly string[];
  readonly slots: readonly Slot[];
  /** The name that is missing from a group of which other names were given. */
  readonly missing: Slot | undefined;
  readonly isAmbiguous: boolean;
  readonly endsInFormat: boolean;
}

type Atom = string | Slot;
/** What stands between two slashes. */
type Piece = readonly Atom[];

/** Makes the plans of one pattern; `given` is the sum of the bits of the optional names that have to be written. */
export function pathPlanner(pattern: Pattern, slots: readonly Slot[]): (given: number) => PathPlan {
  const { parts } = pattern;
  const byName = new Map(slots.map((slot) => [slot.name, slot]));
  const plans = new Map<number, PathPlan>();
  let variants: readonly (readonly Piece[])[] | undefined;
  return (given) => {
    let plan = plans.get(given);
    if (!plan) {
      variants ??= allVariants(pattern, byName);
      plan = makePlan(parts, byName, given, variants);
      if (plans.size < 256) plans.set(given, plan);
    }
    return plan;
  };
}

function makePlan(
  parts: readonly PatternPart[],
  byName: ReadonlyMap<string, Slot>,
  given: number,
  variants: readonly (readonly Piece[])[],
): PathPlan {
  let missing: Slot | undefined;
  const atoms: Atom[] = [];
  const isGiven = (slot: Slot): boolean => slot.bit > 0 && Math.floor(given / slot.bit) % 2 === 1;
  const isNeeded = (list: readonly PatternPart[]): boolean =>
    list.some((part) =>
      part.kind === 'group'
        ? isNeeded(part.parts)
        : part.kind !== 'literal' && isGiven(byName.get(part.name)!),
    );
  const emit = (list: readonly PatternPart[]): void => {
    for (const part of list) {
      if (part.kind === 'literal') atoms.push(part.text);
      else if (part.kind === 'group') {
        if (isNeeded(part.parts) || isNameless(part.parts)) emit(part.parts);
      } else {
        const slot = byName.get(part.name)!;
        if (slot.isOptional && !isGiven(slot) && slot.fallback === undefined) missing ??= slot;
        atoms.push(slot);
      }
    }
  };
  emit(parts);

  const texts: string[] = [''];
  const slots: Slot[] = [];
  for (const atom of atoms) {
    if (typeof atom === 'string') texts[texts.length - 1] += atom;
    else {
      slots.push(atom);
      texts.push('');
    }
  }
  const lacksSlash = atoms.length > 0 && !texts[0]!.startsWith('/');
  if (lacksSlash) texts[0] = `/${texts[0]}`;
  const last = slots.at(-1);
  return {
    literals: texts.map(encodeLiteral),
    texts,
    slots,
    missing,
    isAmbiguous: lacksSlash || isAmbiguous(piecesOf(atoms), variants),
    endsInFormat: last?.name === 'format' && texts.at(-1) === '' && texts.at(-2)!.endsWith('.'),
  };
}

function isNameless(parts: readonly PatternPart[]): boolean {
  return parts.every((part) => part.kind === 'literal' || (part.kind === 'group' && isNameless(part.parts)));
}

/** Every way through the groups, as pieces; empty where there are too many to look at. */
function allVariants(pattern: Pattern, byName: ReadonlyMap<string, Slot>): readonly (readonly Piece[])[] {
  const atomOf = (item: string | { readonly name: string }): Atom =>
    typeof item === 'string' ? decodedValue(item) : byName.get(item.name)!;
  return (waysThrough(pattern) ?? []).map((way) => piecesOf(way.map(atomOf)));
}

/** The atoms between each two slashes, doubled ones being one. */
function piecesOf(atoms: readonly Atom[]): readonly Piece[] {
  const pieces: Atom[][] = [[]];
  for (const atom of atoms) {
    if (typeof atom !== 'string') {
      pieces.at(-1)!.push(atom);
      continue;
    }
    const [first = '', ...rest] = atom.split('/');
    append(pieces.at(-1)!, first);
    for (const text of rest) pieces.push(text === '' ? [] : [text]);
  }
  return pieces.filter((piece) => piece.length > 0);
}

function append(piece: Atom[], text: string): void {
  const last = piece.at(-1);
  if (text === '') return;
  if (typeof last === 'string') piece[piece.length - 1] = last + text;
  else piece.push(text);
}

function isAmbiguous(pieces: readonly Piece[], variants: readonly (readonly Piece[])[]): boolean {
  if (variants.length === 0) return true;
  const globAt = pieces.findIndex(hasGlob);
  const isPlainGlob = globAt === pieces.length - 1 && pieces[globAt]?.length === 1;
  if (globAt >= 0 && !isPlainGlob) return true;
  if (pieces.some((piece) => !hasGlob(piece) && !isDelimited(piece))) return true;
  return variants.some((other) => !areSame(pieces, other) && mayAgree(pieces, other));
}

/** Whether a piece with these names has one reading: one name, or names that stop at a dot with a dot after each. */
function isDelimited(piece: Piece): boolean {
  const names = piece.filter((atom) => typeof atom !== 'string');
  if (names.length < 2) return true;
  return piece.every((atom, index) => {
    if (typeof atom === 'string') return true;
    const next = piece[index + 1];
    return !atom.holdsDots && (next === undefined || isDotted(next) || isLastName(piece, index));
  });
}

function isDotted(atom: Atom): boolean {
  return typeof atom === 'string' && atom.startsWith('.');
}

function isLastName(piece: Piece, index: number): boolean {
  return piece.slice(index + 1).every((atom) => typeof atom === 'string');
}

function hasGlob(piece: Piece): boolean {
  return piece.some((atom) => typeof atom !== 'string' && atom.isGlob);
}

function areSame(a: readonly Piece[], b: readonly Piece[]): boolean {
  return (
    a.length === b.length &&
    a.every((piece, i) => piece.length === b[i]!.length && piece.every((atom, k) => atom === b[i]![k]))
  );
}

/** Whether a path of `a` could be one of `b` as well; false only where that is certainly not so. */
function mayAgree(a: readonly Piece[], b: readonly Piece[]): boolean {
  const [endOfA, endOfB] = [a.findIndex(hasGlob), b.findIndex(hasGlob)];
  if (endOfA < 0 && endOfB < 0 && a.length !== b.length) return false;
  if (endOfA < 0 && endOfB >= 0 && a.length < b.length) return false;
  if (endOfB < 0 && endOfA >= 0 && b.length < a.length) return false;
  const length = Math.min(endOfA < 0 ? a.length : endOfA, endOfB < 0 ? b.length : endOfB);
  for (let i = 0; i < length; i++) if (!piecesMayAgree(a[i]!, b[i]!)) return false;
  return true;
}

function piecesMayAgree(a: Piece, b: Piece): boolean {
  const [startOfA, startOfB] = [a[0] ?? '', b[0] ?? ''];
  if (typeof startOfA === 'string' && typeof startOfB === 'string') {
    if (a.length < 2 && b.length < 2) return startOfA === startOfB;
    if (!startOfA.startsWith(startOfB) && !startOfB.startsWith(startOfA)) return false;
  }
  const [dotsOfA, dotsOfB] = [dotsIn(a), dotsIn(b)];
  return dotsOfA === undefined || dotsOfB === undefined || dotsOfA === dotsOfB;
}

/** How many plain dots the piece has, where that is certain. */
function dotsIn(piece: Piece): number | undefined {
  let dots = 0;
  for (const atom of piece) {
    if (typeof atom === 'string') dots += atom.split('.').length - 1;
    else if (atom.holdsDots) return undefined;
  }
  return dots;
}
