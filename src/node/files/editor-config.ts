// What `.editorconfig` says of how a file's lines end: read upwards from the file, as editors do.
//
// Indentation and the length of lines are no matter of it here: a routes file has one style.

import { isUtf8 } from 'node:buffer';
import type { Cache } from 'editorconfig';
import { attempt } from '../../http/http-error.js';
import { within } from './limited-time.js';
import { optionalPackage } from './optional-package.js';
import { readRegularFile } from './regular-file.js';

/** How the lines of a file end, as far as an `.editorconfig` says it. */
export interface LineConventions {
  readonly endOfLine?: 'lf' | 'crlf' | 'cr';
  readonly finalNewline?: 'add' | 'remove';
  readonly byteOrderMark?: 'add' | 'remove';
}

/** Milliseconds that they are looked for: a glob is tried on the file's path in all the ways that it has. */
const patience = 1_000;

/** Reads the conventions of a file, which need not exist. Values that `.editorconfig` does not define are ignored. */
export async function lineConventions(file: string, cache: Cache = new Map()): Promise<LineConventions> {
  // A bundler gives a CommonJS module as its default alone.
  const {
    default: { parseSync },
  } = await optionalPackage('editorconfig', import('editorconfig'));
  const {
    end_of_line: end,
    insert_final_newline: newline,
    charset,
  } = within(patience, () => parseSync(file, { cache: readableAlone(cache), unset: true })) ?? {};
  return {
    ...(end === 'lf' && { endOfLine: 'lf' }),
    ...(end === 'crlf' && { endOfLine: 'crlf' }),
    ...(end === 'cr' && { endOfLine: 'cr' }),
    ...(typeof newline === 'boolean' && { finalNewline: newline ? 'add' : 'remove' }),
    ...(charset === 'utf-8-bom' && { byteOrderMark: 'add' }),
    ...(charset === 'utf-8' && { byteOrderMark: 'remove' }),
  };
}

/** A cache in which there is no `.editorconfig` that the package would wait for or fail at. */
function readableAlone(cache: Cache): Cache {
  const alone: Cache = {
    get: (name) =>
      cache.get(name) ?? (isReadable(name) ? undefined : { root: false, name, config: [], notfound: true }),
    set(name, config) {
      cache.set(name, config);
      return alone;
    },
  };
  return alone;
}

/** Parsing takes what is no UTF-8 for a fault of its own, and nobody writes a longer one. */
const longestFile = 256 * 1024;

function isReadable(file: string): boolean {
  const bytes = attempt(() => readRegularFile(file));
  return bytes !== undefined && bytes.length <= longestFile && isUtf8(bytes);
}
