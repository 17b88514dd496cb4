// The commands that run no code of an application. In the package, `kept-code.ts` starts them.

import type { AddCommand } from './run.js';

export const readingCommands: readonly (readonly [name: string, load: () => Promise<AddCommand>])[] = [
  ['routes', async () => (await import('./routes.js')).addRoutesCommand],
  ['match', async () => (await import('./match.js')).addMatchCommand],
  ['path', async () => (await import('./path.js')).addPathCommand],
  ['lint', async () => (await import('./lint.js')).addLintCommand],
  ['format', async () => (await import('./format.js')).addFormatCommand],
  ['openapi', async () => (await import('./openapi.js')).addOpenApiCommand],
  ['types', async () => (await import('./types.js')).addTypesCommand],
  ['new', async () => (await import('./new.js')).addNewCommand],
];
