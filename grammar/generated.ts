// The files that are generated from the grammar.

import { generateCstDts } from 'chevrotain';
import { RoutesParser } from './parser.js';

export interface Generated {
  /** Path from the root of the package. */
  readonly file: string;
  readonly text: () => string;
}

export const generated: readonly Generated[] = [{ file: 'grammar/cst.ts', text: cstTypes }];

/** The types of the concrete syntax tree. A node has no list for children that it lacks, so every list has a first item. */
export function cstTypes(): string {
  const productions = new RoutesParser({ skipValidations: false }).getGAstProductions();
  const types = generateCstDts(productions, { includeVisitorInterface: false });
  return `// Generated from grammar/parser.ts by \`npm run generate\`: the types of the concrete syntax tree.

${types.replace(/\(?(\w+)\)?\[\];/g, 'Several<$1>;')}
/** One or more. */
type Several<Item> = [Item, ...Item[]];
`;
}
