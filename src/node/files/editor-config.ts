// Reads the line ends of a file from `.editorconfig`, searched upwards from the file as editors do.
//
// Indentation and line length are ignored, since routes files have one style.

import { isUtf8 } from 'node:buffer';
import type { Cache } from 'editorconfig';
import { attempt } from '../../http/http-error.js';
import { within } from './limited-time.js';
import { optionalPackage } from './optional-package.js';
import { readRegularFile } from './regular-file.js';

/** The settings of line ends that an `.editorconfig` makes for a file. */
export interface LineConventions {
  readonly endOfLine?: 'lf' | 'crlf' | 'cr';
  readonly finalNewline?: 'add' | 'remove';
  readonly byteOrderMark?: 'add' | 'remove';
}

/** The time limit of the search, in milliseconds, since matching a glob may backtrack for long. */
const patience = 1_000;

/** Reads the conventions of a file, which need not exist. Values that `.editorconfig` does not define are ignored. */
export async function lineConventions(file: string, cache: Cache = new Map()): Promise<LineConventions> {
  // In a bundle, a CommonJS module has only a default export.
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

/** A cache that reports an `.editorconfig` as missing if it is unreadable: the package would hang or fail. */
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

/** The largest `.editorconfig` that is read, in bytes. Files that are not UTF-8 are not read either: the parser would fail. */
const longestFile = 256 * 1024;

function isReadable(file: string): boolean {
  const bytes = attempt(() => readRegularFile(file));
  return bytes !== undefined && bytes.length <= longestFile && isUtf8(bytes);
}
