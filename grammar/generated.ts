// The files that follow from the grammar, and their text.

import { generateCstDts } from 'chevrotain';
import { RoutesParser } from './parser.js';

export interface Generated {
  /** From the root of the package. */
  readonly file: string;
  readonly text: () => string;
}

export const generated: readonly Generated[] = [{ file: 'grammar/cst.ts', text: cstTypes }];

/** The types of the concrete syntax tree. */
export function cstTypes(): string {
  const productions = new RoutesParser({ skipValidations: false }).getGAstProductions();
  return `// Generated from grammar/parser.ts by \`npm run generate\`: the types of the concrete syntax tree.\n\n${generateCstDts(
    productions,
    {
      includeVisitorInterface: false,
    },
  )}`;
}
