// Guards regexes against texts that would stall the process. A regex that certainly takes linear time is matched by JavaScript's engine,
// every other one by `LinearMatcher`, which is slower.
//
// A regex is guarded when it is read, or when a compiled module names it. Regexes that were proved linear before, or that the application
// trusts, need none of this.

import { LinearMatcher } from './linear-matcher.js';
import { isPlainlyLinear, isSurelyLinear } from './regex-linearity.js';
import { parseRegex } from './regex-syntax.js';
import { type Anchoring, testBy, type TextTest } from './regex-test.js';

/** Returns the same regex, guarded: matching it takes time linear in the text (docs/compiled-routes.md, "`waypost/router`"). */
export function guarded(regex: RegExp): RegExp {
  testBy(regex, linearTest);
  return regex;
}

/** A test that takes linear time, if JavaScript's engine may not; undefined if it does. */
export function linearTest(regex: RegExp, anchored: Anchoring): TextTest | undefined {
  const matcher = matcherOf(regex, anchored);
  return matcher instanceof LinearMatcher ? (text) => matcher.test(text, anchored) : undefined;
}

/** Why a regex could stall the process: it is not proved linear, and `LinearMatcher` cannot match it. Undefined for all others. */
export function unsafeBecause(regex: RegExp, anchored: Anchoring): 'backreference' | 'size' | undefined {
  const reason = matcherOf(regex, anchored);
  return typeof reason === 'string' ? reason : undefined;
}

/** The matcher for a regex, or why there is none; undefined if JavaScript's engine certainly takes linear time. */
function matcherOf(regex: RegExp, anchored: Anchoring): LinearMatcher | 'backreference' | 'size' | undefined {
  if (isPlainlyLinear(regex, anchored)) return undefined;
  const node = parseRegex(regex);
  if (!node) return 'backreference';
  return isSurelyLinear(regex, anchored, node) ? undefined : (LinearMatcher.of(node, regex.flags) ?? 'size');
}
