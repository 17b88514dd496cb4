// Whether a text fits a regex of a routes file.
//
// The engine of the language says so, unless the regex is guarded (guarded-regex.ts). What tests it is made once, when the
// first test of it is asked for.

export type TextTest = (text: string) => boolean;

/** How a regex is applied: it has to match the whole of a segment, or is looked for at every place of an attribute. */
export type Anchoring = 'whole' | 'anywhere';

/** Makes a test that takes the place of the engine of the language; undefined where none is needed. */
type TestMaker = (regex: RegExp, anchored: Anchoring) => TextTest | undefined;

const tests: Readonly<Record<Anchoring, WeakMap<RegExp, TextTest>>> = {
  whole: new WeakMap(),
  anywhere: new WeakMap(),
};
const makers = new WeakMap<RegExp, TestMaker>();

/** The test of a regex as it is applied. The same regex gives the same one again. */
export function regexTest(regex: RegExp, anchored: Anchoring): TextTest {
  let test = tests[anchored].get(regex);
  if (!test) {
    test = makeTest(regex, anchored);
    tests[anchored].set(regex, test);
  }
  return test;
}

/** Makes `maker` answer for a regex in place of the engine of the language. */
export function testBy(regex: RegExp, maker: TestMaker): void {
  makers.set(regex, maker);
}

/** The regex that matches a text only whole. */
export function wholeRegex(regex: RegExp): RegExp {
  const flags = regex.flags.replace(/[gy]/g, '');
  // Under the flag `m`, `^` and `$` would also match at the lines of a value.
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

/** The test of `\d+`, `\d{4}` and the like, which most ids have: comparing the characters takes half the time of the engine. */
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

/** Without the flags that would make a test remember the last one. */
export function withoutState(regex: RegExp): RegExp {
  return regex.global || regex.sticky ? new RegExp(regex.source, regex.flags.replace(/[gy]/g, '')) : regex;
}
