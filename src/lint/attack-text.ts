// Writes a text that keeps a regex busy as a JavaScript expression that people can read and try.
//
//   prefix '', pump 'a' 32 times, suffix '\0'   →   'a'.repeat(32) + '!'
//
// The suffix makes the regex fail at the end. `recheck`, which finds these texts, mostly uses NUL for it. If a printable
// character such as `!` makes the regex fail too, that is written instead. All other unprintable characters are escaped.

/** A text that keeps a regex busy: repeated pieces, then a suffix. */
export interface Attack {
  /** Each pump comes after its prefix and is repeated `base + bias` times. */
  readonly pumps: readonly { readonly prefix: string; readonly pump: string; readonly bias: number }[];
  /** What makes the regex fail in the end. */
  readonly suffix: string;
  /** How often each pump is repeated, without its bias. */
  readonly base: number;
}

interface Repetition {
  readonly text: string;
  readonly count: number;
}

/** Readable suffixes, tried in this order. */
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

/** Whether the regex fails with another ending too. Tried with one to three repetitions, because more could take very long. */
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

/** Joins equal neighbours, and drops what is empty. */
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

/** A text as a JavaScript string in single quotes, with unprintable characters escaped. */
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
