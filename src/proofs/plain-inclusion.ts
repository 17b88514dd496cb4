// Decides simple cases of "is every path of one pattern a path of another?", for patterns without constraints. Nearly all hidden routes are
// such cases, so this is tried before languages are compared (relation.ts).
//
//   /files/*path  includes  /files/:dir/edit(.:format)        /:a/:b  includes  /photos/:id
//
// False means only that it is not a simple case.

import type { Pattern } from '../routing/patterns/pattern.js';

type Piece = { readonly kind: 'literal'; readonly text: string } | { readonly kind: 'any' };

/** Whether `outer` certainly includes every path of `inner`. Neither may have constraints. */
export function plainlyIncludes(outer: Pattern, inner: Pattern): boolean {
  return includesBelowGlob(outer, inner) || includesPieceByPiece(outer, inner);
}

/** `/files/*path` includes all patterns that go on after `/files/`. */
function includesBelowGlob(outer: Pattern, inner: Pattern): boolean {
  const [prefix, glob, ...rest] = outer.parts;
  if (prefix?.kind !== 'literal' || glob?.kind !== 'glob' || rest.length > 0 || !prefix.text.endsWith('/'))
    return false;
  const [first, next] = inner.parts;
  if (first?.kind !== 'literal' || !first.text.startsWith(prefix.text)) return false;
  return first.text.length > prefix.text.length || next?.kind === 'segment' || next?.kind === 'glob';
}

function includesPieceByPiece(outer: Pattern, inner: Pattern): boolean {
  const wide = piecesOf(outer);
  const narrow = wide && piecesOf(inner);
  if (!narrow || wide.length !== narrow.length) return false;
  return wide.every((piece, index) => {
    const other = narrow[index];
    if (piece.kind === 'literal') return other?.kind === 'literal' && piece.text === other.text;
    return other?.kind !== 'literal' || !other.text.includes('.');
  });
}

/** The pieces of a pattern, if each is a literal or a single segment. */
function piecesOf(pattern: Pattern): Piece[] | undefined {
  if (pattern.optionalNames.size > 0 || pattern.globNames.size > 0) return undefined;
  const pieces: Piece[] = [];
  if (pattern.text === '/') return pieces;
  for (const part of pattern.parts) {
    if (part.kind === 'segment') {
      const last = pieces.at(-1);
      if (last?.kind !== 'literal' || last.text !== '') return undefined;
      pieces[pieces.length - 1] = { kind: 'any' };
    } else if (part.kind === 'literal') {
      const texts = part.text.split('/');
      if (texts.shift() !== '') return undefined;
      pieces.push(...texts.map((text) => ({ kind: 'literal' as const, text })));
    } else return undefined;
  }
  return pieces;
}
