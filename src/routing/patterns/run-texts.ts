// Turns generated code into functions (written-functions.ts). Browsers are never asked, since they would report a refusal as an attack.
// Other hosts that may refuse (`--disallow-code-generation-from-strings`, workerd) are asked once.

import { writeFunctionsBy } from './written-functions.js';

let isRun: boolean | undefined;

/** Enables generated functions on Node, Bun and Deno. */
export function runTexts(): void {
  if (isAsked()) writeFunctionsBy(run);
}

/** Whether the host permits generated code. */
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
