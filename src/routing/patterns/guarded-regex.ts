// Regexes that no text can stall the process with: one that certainly takes linear time goes to the engine of the language,
// every other one is matched by `LinearMatcher`, which is slower.
//
// A regex is guarded where it is read, or where a compiled module names it. What is not guarded, because it was proved to be
// linear before or because the application trusts it, needs none of this room.

import { LinearMatcher } from './linear-matcher.js';
import { isPlainlyLinear, isSurelyLinear } from './regex-linearity.js';
import { parseRegex } from './regex-syntax.js';
import { type Anchoring, testBy, type TextTest } from './regex-test.js';

/**
 * The same regex, which from now on no text keeps busy for longer than in proportion to its length
 * (docs/compiled-routes.md, "`waypost/router`").
 */
export function guarded(regex: RegExp): RegExp {
  testBy(regex, linearTest);
  return regex;
}

/** What matches a regex in linear time where the engine of the language may not; undefined where that does. */
export function linearTest(regex: RegExp, anchored: Anchoring): TextTest | undefined {
  const matcher = matcherOf(regex, anchored);
  return matcher instanceof LinearMatcher ? (text) => matcher.test(text, anchored) : undefined;
}

/**
 * Why a regex could stall the process: there is neither a proof that it takes linear time, nor a way to match it so.
 * Undefined for every other one.
 */
export function unsafeBecause(regex: RegExp, anchored: Anchoring): 'backreference' | 'size' | undefined {
  const reason = matcherOf(regex, anchored);
  return typeof reason === 'string' ? reason : undefined;
}

/** What matches a regex in linear time, or why nothing does; undefined where the engine of the language surely does. */
function matcherOf(regex: RegExp, anchored: Anchoring): LinearMatcher | 'backreference' | 'size' | undefined {
  if (isPlainlyLinear(regex, anchored)) return undefined;
  const node = parseRegex(regex);
  if (!node) return 'backreference';
  return isSurelyLinear(regex, anchored, node) ? undefined : (LinearMatcher.of(node, regex.flags) ?? 'size');
}
