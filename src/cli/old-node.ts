// A Node that is too old fails somewhere inside of a command, in words that help nobody: it is told before anything else runs.

import { exitStatus } from './exit-status.js';

/** The oldest Node that the commands run on, `20.19`: that of package.json, put in when they are built. */
declare const OLDEST_NODE: string;

/** Ends the process where its Node is too old, with a line that says which is needed. */
export function refuseOldNode(): void {
  const { node, bun, deno } = process.versions;
  if (bun || deno || orderOf(node) >= orderOf(OLDEST_NODE)) return;
  process.stderr.write(`error: waypost needs Node ${OLDEST_NODE} or later, and this is ${node}\n`);
  process.exit(exitStatus.usage);
}

/** A number that grows with major and minor version. */
function orderOf(version: string): number {
  const [major, minor] = version.split('.').map(Number);
  return 1000 * (major ?? 0) + (minor ?? 0);
}
