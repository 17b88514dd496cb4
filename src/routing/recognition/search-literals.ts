// The literal paths of a method in the program of a search (written-search.ts), whose matches are the same whatever the request: few are compared
// one after the other, more are looked up as in a `StaticTable`, whose buckets are part of the program.

import { bucketOf, type LiteralPath } from './static-table.js';
import type { SearchValues } from './search-text.js';

/** So many paths are compared. */
const fewLiterals = 4;

/** What returns the match of a path that is one of these, and goes on behind it otherwise; `declare` gives a value a name. */
export function literalsProgram(
  literals: readonly LiteralPath[],
  values: SearchValues,
  declare: (value: string) => string,
): string {
  if (literals.length === 0) return '';
  const byLength: LiteralPath[][] = [];
  for (const literal of literals) (byLength[literal.path.length] ??= []).push(literal);
  if (literals.length <= fewLiterals) return comparisons(byLength, values);
  return `if (path.length < ${byLength.length}) {
      const bucket = ${declare(bucketsText(byLength, values))}[path.length];
      if (bucket !== undefined) {
        const slot = (path.charCodeAt(bucket.first) * 33 + path.charCodeAt(bucket.second)) & bucket.mask;
        if (path === bucket.paths[slot]) return bucket.matches[slot];
      }
    }`;
}

function comparisons(byLength: readonly LiteralPath[][], values: SearchValues): string {
  const cases = byLength.map((literals, length) => {
    const compared = literals.map(
      ({ path, match }) => `if (path === ${values.text(path)}) return ${values.match(match)};`,
    );
    return `case ${length}: ${compared.join('\n')} break;\n`;
  });
  return `switch (path.length) {\n${cases.join('')}}`;
}

/** The buckets of paths by their lengths. */
function bucketsText(byLength: readonly LiteralPath[][], values: SearchValues): string {
  const buckets = byLength.map((literals, length) => {
    const { first, second, mask, slots } = bucketOf(literals, length);
    const paths = slots.map((entry) => (entry === null ? '' : values.text(entry.path)));
    const matches = slots.map((entry) => (entry === null ? '' : values.match(entry.match)));
    return `\n{ first: ${first}, second: ${second}, mask: ${mask}, paths: [${paths.join()}], matches: [${matches.join()}] }`;
  });
  return `[${buckets.join()}]`;
}
