// Whether a text fits a regex of a routes file, so that no text can stall the process: a regex that certainly takes linear
// time goes to the engine of the language, every other one is matched by `LinearMatcher`, which is slower.
//
// Which of them it is, is decided once for a regex, when the first test of it is made.

import { LinearMatcher } from './linear-matcher.js';
import { isSurelyLinear } from './regex-linearity.js';
import { parseRegex } from './regex-syntax.js';

export type TextTest = (text: string) => boolean;

/** How a regex is applied: it has to match the whole of a segment, or some part of an attribute. */
export type Anchoring = 'whole' | 'anywhere';

const tests: Readonly<Record<Anchoring, WeakMap<RegExp, TextTest>>> = {
  whole: new WeakMap(),
  anywhere: new WeakMap(),
};
const wholeRegexes = new WeakMap<RegExp, RegExp>();
const trusted = new WeakSet<RegExp>();

/** The test of a regex as it is applied. The same regex gives the same one again. */
export function regexTest(regex: RegExp, anchored: Anchoring): TextTest {
  let test = tests[anchored].get(regex);
  if (!test) {
    test = makeTest(regex, anchored);
    tests[anchored].set(regex, test);
  }
  return test;
}

/** Leaves a regex to the engine of the language, however long it may take (`regex: 'native'` of the loaders). */
export function trustRegex(regex: RegExp): void {
  trusted.add(regex);
}

/**
 * Why a regex could stall the process: there is neither a proof that it takes linear time, nor a way to match it so.
 * Undefined for every other one.
 */
export function unsafeBecause(regex: RegExp): 'backreference' | 'size' | undefined {
  const node = parseRegex(regex);
  if (!node) return 'backreference';
  return isSurelyLinear(regex, 'whole', node) || LinearMatcher.of(node, regex.flags) ? undefined : 'size';
}

/** The regex that matches a text only whole. The same regex gives the same one again. */
export function wholeRegex(regex: RegExp): RegExp {
  let whole = wholeRegexes.get(regex);
  if (!whole) {
    const flags = regex.flags.replace(/[gy]/g, '');
    // Under the flag `m`, `^` and `$` would also match at the lines of a value.
    const source = flags.includes('m') ? `(?<![^])(?:${regex.source})(?![^])` : `^(?:${regex.source})$`;
    whole = new RegExp(source, flags);
    wholeRegexes.set(regex, whole);
  }
  return whole;
}

function makeTest(regex: RegExp, anchored: Anchoring): TextTest {
  if (!trusted.has(regex)) {
    const node = parseRegex(regex);
    if (node && !isSurelyLinear(regex, anchored, node)) {
      const matcher = LinearMatcher.of(node, regex.flags);
      if (matcher) return (text) => matcher.test(text, anchored);
    }
  }
  const native = anchored === 'whole' ? wholeRegex(regex) : withoutState(regex);
  return (text) => native.test(text);
}

/** Without the flags that would make a test remember the last one. */
function withoutState(regex: RegExp): RegExp {
  return regex.global || regex.sticky ? new RegExp(regex.source, regex.flags.replace(/[gy]/g, '')) : regex;
}
