// Writes the search of a compiled table as a function of its module. It is the program of `written-search.ts`. Wherever the program needs
// something of the routes, the text has an expression.
//
//   function search({ Match, nothing, … }, matchOf) {
//     const match0 = matchOf(0);
//     …
//     return function find(method, path) { … };
//   }

import { listOf } from '../routing/patterns/route-list.js';
import type { RouteDefinition } from '../routing/patterns/route.js';
import type { Match } from '../routing/recognition/match.js';
import { Tree } from '../routing/recognition/radix-tree.js';
import { searchParts } from '../routing/recognition/search-parts.js';
import type { SearchValues } from '../routing/recognition/search-text.js';
import { Walks } from '../routing/recognition/tree-walk.js';
import { searchProgram } from '../routing/recognition/written-search.js';
import { jsonText } from './literal.js';

/**
 * The text of a `SearchFunction`; undefined if the table must be walked instead. `part` imports a name from `waypost/router` and returns
 * it.
 */
export function searchFunction(
  definitions: readonly RouteDefinition[],
  part: (name: string) => string,
): string | undefined {
  const routes = listOf(definitions);
  const constants = new Map<string, string>();
  const constant = (word: string, value: string): string => {
    const known = constants.get(value);
    if (known !== undefined) return known;
    const name = `${word}${constants.size}`;
    constants.set(value, name);
    return name;
  };
  const matchOf = ({ route }: Pick<Match, 'route'>): string => constant('match', `matchOf(${route.index})`);
  const values: SearchValues = {
    text: jsonText,
    source: matchOf,
    match: matchOf,
    test: (leaf, { index }) => {
      const name = jsonText(leaf.shape.names[index] ?? '');
      return constant('test', `${part('segmentTest')}(${matchOf(leaf)}.route, ${name})`);
    },
  };
  const program = searchProgram(routes, new Walks(new Tree(routes)), values);
  if (program === undefined) return undefined;
  return indented(`function search({ ${Object.keys(searchParts).join(', ')} }, matchOf) {
    ${[...constants].map(([value, name]) => `const ${name} = ${value};`).join('\n')}
    ${program}
  }`);
}

/** Indents the lines of a program by the depth of their brackets. */
function indented(program: string): string {
  let depth = 0;
  return program
    .split('\n')
    .flatMap((line) => {
      const text = line.trim();
      if (text === '') return [];
      const brackets = text.replaceAll(/"(?:[^"\\]|\\.)*"|[^{}]/g, '');
      const shown = '  '.repeat(text.startsWith('}') ? depth - 1 : depth) + text;
      depth += 2 * brackets.replaceAll('}', '').length - brackets.length;
      return [shown];
    })
    .join('\n');
}
