// Decides if a path could be recognised with other values than it was made from.
//
// Most paths cannot: each piece between slashes is a literal or a single name, and no other choice of optional groups has matching pieces.
// Only the paths of other patterns are read back when they are made (path-reading.ts).
//
//   /:id/edit    has one reading       /:a-:b    'x' and 'y-z' give /x-y-z, which is read as 'x-y' and 'z'

import type { PatternSlot as Slot } from './generation-slot.js';
import type { Atom } from './path-plan.js';
import type { Pattern } from '../patterns/pattern.js';
import { decodedValue } from '../patterns/request-path.js';
import { waysThrough } from '../patterns/variants.js';

/** The atoms between two slashes. */
type Piece = readonly Atom[];

/**
 * The characters that no value may contain, so that a path of these atoms has no other reading by the same pattern. '' if values may
 * contain any characters; undefined if it cannot be told.
 */
export function separatorsOf(
  pattern: Pattern,
  slots: readonly Slot[],
  atoms: readonly Atom[],
): string | undefined {
  if (lacksSlash(atoms)) return undefined;
  const pieces = piecesOf(atoms);
  const isOnlyWay = pattern.parts.every(({ kind }) => kind !== 'group');
  return separators(pieces, isOnlyWay ? [pieces] : allVariants(pattern, slots));
}

/** Whether the atoms lack the slash with which every path begins. */
function lacksSlash([first]: readonly Atom[]): boolean {
  return first !== undefined && !(typeof first === 'string' && first.startsWith('/'));
}

/** All choices of optional groups, as pieces; empty if there are too many. */
function allVariants(pattern: Pattern, slots: readonly Slot[]): readonly (readonly Piece[])[] {
  const atomOf = (item: string | { readonly name: string }): Atom =>
    typeof item === 'string' ? decodedValue(item) : slots.find(({ name }) => name === item.name)!;
  return (waysThrough(pattern) ?? []).map((way) => piecesOf(way.map(atomOf)));
}

/** The atoms between slashes. Empty pieces are dropped, as doubled slashes count as one. */
function piecesOf(atoms: readonly Atom[]): readonly Piece[] {
  let piece: Atom[] = [];
  const pieces = [piece];
  for (const atom of atoms) {
    if (typeof atom !== 'string') {
      piece.push(atom);
      continue;
    }
    const [first = '', ...rest] = atom.split('/');
    append(piece, first);
    for (const text of rest) pieces.push((piece = text === '' ? [] : [text]));
  }
  return pieces.filter((piece) => piece.length > 0);
}

function append(piece: Atom[], text: string): void {
  const last = piece.at(-1);
  if (text === '') return;
  if (typeof last === 'string') piece[piece.length - 1] = last + text;
  else piece.push(text);
}

function separators(pieces: readonly Piece[], variants: readonly (readonly Piece[])[]): string | undefined {
  const globAt = pieces.findIndex(hasGlob);
  const isPlainGlob = globAt === pieces.length - 1 && pieces[globAt]?.length === 1;
  if (variants.length === 0 || (globAt >= 0 && !isPlainGlob)) return undefined;
  const areApart = (separating: string): boolean =>
    variants.every((other) => areSame(pieces, other) || !mayAgree(pieces, other, separating));
  const isDotted = pieces.every((piece) => hasGlob(piece) || isDelimited(piece));
  if (isDotted && areApart('')) return '';
  if (!isDotted && pieces.some(hasNeighbours)) return undefined;
  // If no value contains a character of the texts between names, these texts appear in a path only where they were written.
  const between = variants.flat().map(textBetween).join('');
  return areApart(between) ? between : undefined;
}

/** The texts of a piece that have a name before and after them, joined. */
function textBetween(piece: Piece): string {
  const at = piece.map((atom) => typeof atom !== 'string');
  const isBetween = (k: number): boolean => at.indexOf(true) < k && k < at.lastIndexOf(true);
  return piece.map((atom, k) => (typeof atom === 'string' && isBetween(k) ? atom : '')).join('');
}

/** Whether two names are next to each other without a text between them. */
function hasNeighbours(piece: Piece): boolean {
  return piece.some((atom, k) => typeof atom !== 'string' && k > 0 && typeof piece[k - 1] !== 'string');
}

/** Whether a piece has only one reading: it has at most one name, or no name may contain a dot and each but the last is followed by one. */
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
    a.every((piece, i) => {
      const other = b[i];
      return piece.length === other?.length && piece.every((atom, k) => atom === other[k]);
    })
  );
}

/** Whether a path of `a` could be a path of `b` too, if no value contains a separator. False only if it certainly cannot. */
function mayAgree(a: readonly Piece[], b: readonly Piece[], separators: string): boolean {
  const [endOfA, endOfB] = [a.findIndex(hasGlob), b.findIndex(hasGlob)];
  if (endOfA < 0 && endOfB < 0 && a.length !== b.length) return false;
  if (endOfA < 0 && endOfB >= 0 && a.length < b.length) return false;
  if (endOfB < 0 && endOfA >= 0 && b.length < a.length) return false;
  const length = Math.min(endOfA < 0 ? a.length : endOfA, endOfB < 0 ? b.length : endOfB);
  return a.slice(0, length).every((piece, i) => piecesMayAgree(piece, b[i] ?? [], separators));
}

function piecesMayAgree(a: Piece, b: Piece, separators: string): boolean {
  const [startOfA, startOfB] = [a[0] ?? '', b[0] ?? ''];
  if (typeof startOfA === 'string' && typeof startOfB === 'string') {
    if (a.length < 2 && b.length < 2) return startOfA === startOfB;
    if (!startOfA.startsWith(startOfB) && !startOfB.startsWith(startOfA)) return false;
  }
  if ([...separators].some((each) => countOf(each, b) > countOf(each, a))) return false;
  const [dotsOfA, dotsOfB] = [dotsIn(a), dotsIn(b)];
  return dotsOfA === undefined || dotsOfB === undefined || dotsOfA === dotsOfB;
}

/** The number of unescaped dots in a piece; undefined if values may contain dots. */
function dotsIn(piece: Piece): number | undefined {
  return piece.some((atom) => typeof atom !== 'string' && atom.holdsDots) ? undefined : countOf('.', piece);
}

/** How often a character is in the texts of a piece. */
function countOf(character: string, piece: Piece): number {
  return piece.reduce(
    (sum, atom) => sum + (typeof atom === 'string' ? atom.split(character).length - 1 : 0),
    0,
  );
}
