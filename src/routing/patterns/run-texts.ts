// How written functions (written-functions.ts) become functions. Browsers would report a refusal as an attack, and are never asked. A host that
// refuses (`--disallow-code-generation-from-strings`, workerd) is asked once.

import { writeFunctionsBy } from './written-functions.js';

let isRun: boolean | undefined;

/** From now on functions that come again and again are written for what they do, on Node, Bun and Deno. */
export function runTexts(): void {
  if (isAsked()) writeFunctionsBy(run);
}

/** Whether the host lets texts be run. */
export function runsTexts(): boolean {
  if (isRun !== undefined) return isRun;
  try {
    isRun = isAsked() && run({}, 'return true') === true;
  } catch {
    isRun = false;
  }
  return isRun;
}

function isAsked(): boolean {
  const { process }: { readonly process?: { readonly versions?: { readonly node?: unknown } } } = globalThis;
  return process?.versions?.node !== undefined;
}

function run(values: Readonly<Record<string, unknown>>, program: string): unknown {
  // oxlint-disable-next-line typescript/no-implied-eval, typescript/no-unsafe-call
  return new Function(...Object.keys(values), program)(...Object.values(values));
}
