// A text that keeps a regex busy, as a JavaScript expression that can be read and tried.
//
//   a prefix, what is repeated and how often, what makes it fail   →   'a'.repeat(32) + '!'
//
// The tool that finds such texts takes any character for the last one, mostly NUL. Where an exclamation mark makes the
// regex fail as well, that is shown; whatever does not print is escaped.

/** A text that keeps a regex busy: what is repeated, and what stands behind it. */
export interface Attack {
  /** What is repeated, each with what stands before it and how much oftener than `base`. */
  readonly pumps: readonly { readonly prefix: string; readonly pump: string; readonly bias: number }[];
  /** What makes the regex fail in the end. */
  readonly suffix: string;
  /** How often each is repeated, its bias aside. */
  readonly base: number;
}

interface Repetition {
  readonly text: string;
  readonly count: number;
}

/** What is tried as the end of a text, in this order. */
const readableEndings = ['!', '?', '-', '_', ' ', 'z', 'a', '0'];

/** @param matches whether the regex, as it is applied, matches a text */
export function attackText({ pumps, suffix, base }: Attack, matches: (text: string) => boolean): string {
  const repetitions: Repetition[] = pumps.flatMap(({ prefix, pump, bias }) => [
    { text: prefix, count: 1 },
    { text: pump, count: base + bias },
  ]);
  const ending = isReadable(suffix)
    ? suffix
    : (readableEndings.find((end) => failsAlike(repetitions, end, matches)) ?? suffix);
  return joined([...repetitions, { text: ending, count: 1 }])
    .map(({ text, count }) => (count === 1 ? quoted(text) : `${quoted(text)}.repeat(${count})`))
    .join(' + ');
}

/** Whether the regex fails with another ending too, which is tried with few repetitions, where it takes no time. */
function failsAlike(
  repetitions: readonly Repetition[],
  ending: string,
  matches: (text: string) => boolean,
): boolean {
  return [1, 2, 3].every(
    (few) =>
      !matches(repetitions.map(({ text, count }) => text.repeat(Math.min(count, few))).join('') + ending),
  );
}

/** Equal neighbours as one. */
function joined(repetitions: readonly Repetition[]): Repetition[] {
  const result: Repetition[] = [];
  for (const repetition of repetitions) {
    if (repetition.text === '' || repetition.count === 0) continue;
    const last = result.at(-1);
    if (last?.text === repetition.text)
      result[result.length - 1] = { text: last.text, count: last.count + repetition.count };
    else result.push(repetition);
  }
  return result;
}

const unprintable = /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;
const shortEscapes: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

const isReadable = (text: string): boolean => !new RegExp(unprintable, 'u').test(text);

/** A text as a JavaScript string in single quotes, everything that does not print being escaped. */
export function quoted(text: string): string {
  const escaped = text.replace(/['\\]/g, '\\$&').replace(unprintable, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return (
      shortEscapes.get(character) ??
      (code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`)
    );
  });
  return `'${escaped}'`;
}
