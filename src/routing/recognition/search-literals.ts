// The literal paths of a method in the program of a search (written-search.ts), whose matches are the same whatever the request: few are compared
// one after the other, more are looked up by their length, the character behind the first slash and one other. The same is computed for any path, without
// a branch by its length, which a processor could not foresee.

import type { LiteralPath } from './static-table.js';
import type { SearchValues } from './search-text.js';

/** So many paths are compared. */
const fewLiterals = 4;

/** Places of the other character, as the program writes them and by a path's length. Each is inside of any path that is not empty. */
const places: readonly (readonly [string, (length: number) => number])[] = [
  ['path.length - 1', (length) => length - 1],
  ['path.length >> 1', (length) => length >> 1],
  ['(path.length * 3) >> 2', (length) => (length * 3) >> 2],
  ['path.length >> 2', (length) => length >> 2],
];
const factors = [1, 5, 9, 13, 19, 27];

/**
 * What returns the match of a path that is one of these, and goes on behind it otherwise; `declare` gives a value a name. Where they are many, a path
 * whose character behind its first slash is none of `firsts` (`firstCharacters`) is answered at once: no route has it.
 */
export function literalsProgram(
  literals: readonly LiteralPath[],
  firsts: number,
  values: SearchValues,
  declare: (value: string) => string,
): string {
  const [any] = literals;
  if (any === undefined || literals.length <= fewLiterals) return comparisons(literals, values);
  const { place, factor, slots } = tableOf(literals);
  // An empty slot holds the text of some path, so that the list has texts alone; that path is found in its own slot.
  const paths = slots.map((entry = any) => values.text(entry.path));
  const matches = slots.map((entry) => (entry === undefined ? '' : values.match(entry.match)));
  const isFar = `((${firsts} >>> first) & 1) === 0 && path.charCodeAt(0) === 47`;
  // The second character; of a path that has only one, the first.
  return `const first = path.charCodeAt(1 ^ ((path.length - 2) >>> 31));
    ${firsts === -1 ? '' : `if (${isFar}) return undefined;`}
    const slot = (first * ${factor} + path.charCodeAt(${place}) * 3 + path.length) & ${slots.length - 1};
    if (path === ${declare(`[${paths.join()}]`)}[slot]) return ${declare(`[${matches.join()}]`)}[slot];`;
}

function comparisons(literals: readonly LiteralPath[], values: SearchValues): string {
  if (literals.length === 0) return '';
  const byLength: string[] = [];
  for (const { path, match } of literals)
    byLength[path.length] =
      `${byLength[path.length] ?? ''}if (path === ${values.text(path)}) return ${values.match(match)};\n`;
  const cases = byLength.map((compared, length) => `case ${length}: ${compared} break;\n`);
  return `switch (path.length) {\n${cases.join('')}}`;
}

/** Paths by their slots. A path whose slot is another's is left to what follows in the program. */
interface SlotTable {
  readonly place: string;
  readonly factor: number;
  readonly slots: readonly (LiteralPath | undefined)[];
}

/** The table with the most of these paths. */
function tableOf(literals: readonly LiteralPath[]): SlotTable {
  let size = 4;
  while (size < literals.length * 4) size *= 2;
  let best: SlotTable = { place: '', factor: 0, slots: [] };
  let most = -1;
  for (const factor of factors)
    for (const [place, at] of places) {
      const slots = new Array<LiteralPath | undefined>(size).fill(undefined);
      for (const literal of literals) {
        const { path } = literal;
        const code = path.charCodeAt(path.length < 2 ? 0 : 1);
        slots[(code * factor + path.charCodeAt(at(path.length)) * 3 + path.length) & (size - 1)] ??= literal;
      }
      const placed = slots.filter((literal) => literal !== undefined).length;
      if (placed > most) {
        best = { place, factor, slots };
        most = placed;
      }
      if (placed === literals.length) return best;
    }
  return best;
}
