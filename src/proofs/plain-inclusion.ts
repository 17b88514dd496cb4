// Is every path of one pattern a path of another? The cases that are plain to see, for patterns without constraints,
// before languages are asked (relation.ts): nearly all routes that hide one another are of this kind.
//
//   /files/*path  has  /files/:dir/edit(.:format)        /:a/:b  has  /photos/:id
//
// Only a yes means something.

import type { Pattern } from '../routing/patterns/pattern.js';

type Piece = { readonly kind: 'literal'; readonly text: string } | { readonly kind: 'any' };

/** Whether it is plain to see that every path of `inner` is one of `outer`; neither may have constraints. */
export function plainlyIncludes(outer: Pattern, inner: Pattern): boolean {
  return includesBelowGlob(outer, inner) || includesPieceByPiece(outer, inner);
}

/** `/files/*path` has all that goes on below `/files/`. */
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

/** The pieces of a pattern, if each is literal or a segment alone. */
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
