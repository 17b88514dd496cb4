// How written functions (written-functions.ts) become functions. Browsers would report a refusal as an attack, and are never asked. A host that
// refuses (`--disallow-code-generation-from-strings`, workerd) is asked once.

import { writeFunctionsBy } from './written-functions.js';

/** From now on functions that come again and again are written for what they do, on Node, Bun and Deno. */
export function runTexts(): void {
  const { process }: { readonly process?: { readonly versions?: { readonly node?: unknown } } } = globalThis;
  if (process?.versions?.node === undefined) return;
  writeFunctionsBy((values, program): unknown =>
    // oxlint-disable-next-line typescript/no-implied-eval, typescript/no-unsafe-call
    new Function(...Object.keys(values), program)(...Object.values(values)),
  );
}
