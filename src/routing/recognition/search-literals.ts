// The part of a written search (written-search.ts) for literal paths whose match is the same for every request. A few are compared one by
// one. More are looked up in a table, by length, the character after the first slash, and one other. All paths go through the same
// computation, since a branch by length would be predicted badly.

import type { LiteralPath } from './static-table.js';
import type { SearchValues } from './search-text.js';

/** The most paths that are compared one by one. */
const fewLiterals = 4;

/** Positions of the other character: as code, and as a function of the length. Each is inside any path that is not empty. */
const places: readonly (readonly [string, (length: number) => number])[] = [
  ['path.length - 1', (length) => length - 1],
  ['path.length >> 1', (length) => length >> 1],
  ['(path.length * 3) >> 2', (length) => (length * 3) >> 2],
  ['path.length >> 2', (length) => length >> 2],
];
const factors = [1, 5, 9, 13, 19, 27];

/**
 * Code that returns the match of a path that is one of these, and otherwise continues. `declare` makes a constant of a value. If there are
 * many, a path whose character after the first slash is not in `firsts` (`firstCharacters`) has no match, and the code returns at once.
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
  // An empty slot holds some other path, so the list contains only strings. That path is found in its own slot.
  const paths = slots.map((entry = any) => values.text(entry.path));
  const matches = slots.map((entry) => (entry === undefined ? '' : values.match(entry.match)));
  const isFar = `((${firsts} >>> first) & 1) === 0 && path.charCodeAt(0) === 47`;
  // The second character, or the first of a path that has only one.
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

/** Paths by slot. If a slot is taken, a path is left to the code that follows. */
interface SlotTable {
  readonly place: string;
  readonly factor: number;
  readonly slots: readonly (LiteralPath | undefined)[];
}

/** The table that holds the most of these paths. */
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
