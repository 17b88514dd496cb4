// Tests whether a text matches a regex of a routes file.
//
// JavaScript's engine decides, unless the regex is guarded (guarded-regex.ts). A test is made once, when first needed.

export type TextTest = (text: string) => boolean;

/** How a regex is applied: it must match a segment's whole value, or may match anywhere in an attribute. */
export type Anchoring = 'whole' | 'anywhere';

/** Makes a test that replaces JavaScript's engine; undefined if none is needed. */
type TestMaker = (regex: RegExp, anchored: Anchoring) => TextTest | undefined;

const tests: Readonly<Record<Anchoring, WeakMap<RegExp, TextTest>>> = {
  whole: new WeakMap(),
  anywhere: new WeakMap(),
};
const makers = new WeakMap<RegExp, TestMaker>();

/** The test of a regex. The same regex always gets the same test. */
export function regexTest(regex: RegExp, anchored: Anchoring): TextTest {
  let test = tests[anchored].get(regex);
  if (!test) {
    test = makeTest(regex, anchored);
    tests[anchored].set(regex, test);
  }
  return test;
}

/** Makes `maker` supply the tests of a regex. */
export function testBy(regex: RegExp, maker: TestMaker): void {
  makers.set(regex, maker);
}

/** A regex that matches only the whole text. */
export function wholeRegex(regex: RegExp): RegExp {
  const flags = regex.flags.replace(/[gy]/g, '');
  // With the flag `m`, `^` and `$` would also match at line breaks inside a value.
  const source = flags.includes('m') ? `(?<![^])(?:${regex.source})(?![^])` : `^(?:${regex.source})$`;
  return new RegExp(source, flags);
}

function makeTest(regex: RegExp, anchored: Anchoring): TextTest {
  const made = makers.get(regex)?.(regex, anchored) ?? (anchored === 'whole' ? digitsTest(regex) : undefined);
  if (made) return made;
  const native = anchored === 'whole' ? wholeRegex(regex) : withoutState(regex);
  return (text) => native.test(text);
}

const onlyDigits = /^(?:\\d|\[0-9\])(?:\+|\{(\d+)(?:(,)(\d*))?\})$/;

/** The test of `\d+`, `\d{4}` and the like, as most ids have. Comparing characters takes half the engine's time. */
function digitsTest({ source }: RegExp): TextTest | undefined {
  const parts = onlyDigits.exec(source);
  if (!parts) return undefined;
  const [, exactly, comma, last] = parts;
  const least = Number(exactly ?? 1);
  const most = exactly === undefined || comma !== undefined ? Number(last || Infinity) : least;
  return (text) => {
    const { length } = text;
    if (length < least || length > most) return false;
    for (let k = 0; k < length; k++) {
      const code = text.charCodeAt(k);
      if (code < 48 || code > 57) return false;
    }
    return true;
  };
}

/** The regex without the flags that make it remember its last match. */
export function withoutState(regex: RegExp): RegExp {
  return regex.global || regex.sticky ? new RegExp(regex.source, regex.flags.replace(/[gy]/g, '')) : regex;
}
