// Tells which files this process has open.

import { readdirSync, readlinkSync } from 'node:fs';

/** Whether this process has a file open. The path has to be absolute and without links. */
export function isOpen(file: string): boolean {
  return readdirSync('/proc/self/fd').some((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`) === file;
    } catch {
      return false;
    }
  });
}
