// Refuses to run on a Node that is too old, before anything else runs. Otherwise a command would fail somewhere inside, with a message
// that helps nobody.

import { exitStatus } from './exit-status.js';

/** The oldest Node that the commands support, such as `20.19`. The build takes it from package.json. */
declare const OLDEST_NODE: string;

/** Ends the process if its Node is too old, with a line that says which version is needed. */
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
