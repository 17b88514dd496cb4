// What `.editorconfig` says of how a file's lines end: read upwards from the file, as editors do.
//
// Indentation and the length of lines are no matter of it here: a routes file has one style.

import type { Cache } from 'editorconfig';
import { optionalPackage } from './optional-package.js';
import { irregularity } from './regular-file.js';

/** How the lines of a file end, as far as an `.editorconfig` says it. */
export interface LineConventions {
  readonly endOfLine?: 'lf' | 'crlf' | 'cr';
  readonly finalNewline?: 'add' | 'remove';
  readonly byteOrderMark?: 'add' | 'remove';
}

/** Reads the conventions of a file, which need not exist. Values that `.editorconfig` does not define are ignored. */
export async function lineConventions(file: string, cache: Cache = new Map()): Promise<LineConventions> {
  // A bundler gives a CommonJS module as its default alone.
  const {
    default: { parse },
  } = await optionalPackage('editorconfig', import('editorconfig'));
  const {
    end_of_line: end,
    insert_final_newline: newline,
    charset,
  } = await parse(file, { cache: filesAlone(cache), unset: true });
  return {
    ...(end === 'lf' && { endOfLine: 'lf' }),
    ...(end === 'crlf' && { endOfLine: 'crlf' }),
    ...(end === 'cr' && { endOfLine: 'cr' }),
    ...(typeof newline === 'boolean' && { finalNewline: newline ? 'add' : 'remove' }),
    ...(charset === 'utf-8-bom' && { byteOrderMark: 'add' }),
    ...(charset === 'utf-8' && { byteOrderMark: 'remove' }),
  };
}

/** A cache in which there is no `.editorconfig` where something else has that name: the package would wait for a pipe. */
function filesAlone(cache: Cache): Cache {
  const alone: Cache = {
    get: (name) =>
      cache.get(name) ??
      (irregularity(name) === undefined ? undefined : { root: false, name, config: [], notfound: true }),
    set(name, config) {
      cache.set(name, config);
      return alone;
    },
  };
  return alone;
}
