// A shortcut for what most statements are made of: tokens that have only one possible role, whatever stands around the statement.
//
//   get '/a', to => &a#b        Literal Comma Key Arrow Literal

import type { ArrangedTokens } from './arranged-tokens.js';
import { endOf } from './inline-code.js';
import { isLiteral, type Neighbours } from './neighbours.js';
import { lineEnd } from './scanners.js';
import * as tokens from './tokens.js';
import type { Token } from './tokens.js';

/**
 * Arranges the plain values and `word => value` pairs after the first word of a line, as long as commas separate them. Returns the index of
 * the last token that it arranged, or the index of the word if nothing of the kind follows.
 */
export function plainArguments(near: Neighbours, to: ArrangedTokens, index: number): number {
  const { all } = near;
  const end = lineEnd(near.text, endOf(near.at(index)));
  for (let last = index; ;) {
    const first = all[last + 1];
    const second = all[last + 2];
    const isPair = first?.tokenType === tokens.Word && second?.tokenType === tokens.Arrow;
    const value = isPair ? all[last + 3] : first;
    if (!value || value.startOffset >= end || !isPlain(value)) return last;
    if (isPair) {
      to.take(first, tokens.Key, last + 1);
      to.emit(second);
    }
    to.emit(value);
    last += isPair ? 3 : 1;
    const comma = all[last + 1];
    if (comma?.tokenType !== tokens.Comma || comma.startOffset >= end) return last;
    to.emit(comma);
    last++;
  }
}

/** A `*` is not plain: it may begin a splat of program text. */
function isPlain(value: Token): boolean {
  return isLiteral(value) && value.tokenType !== tokens.Star && value.tokenType !== tokens.BarePath;
}
