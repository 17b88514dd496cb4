// What `.editorconfig` says of how a file's lines end: read upwards from the file, as editors do.
//
// Indentation and the length of lines are no matter of it here: a routes file has one style.

import { isUtf8 } from 'node:buffer';
import type { Cache } from 'editorconfig';
import { attempt } from '../../http/http-error.js';
import { optionalPackage } from './optional-package.js';
import { readRegularFile } from './regular-file.js';

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
  } = await parse(file, { cache: readableAlone(cache), unset: true });
  return {
    ...(end === 'lf' && { endOfLine: 'lf' }),
    ...(end === 'crlf' && { endOfLine: 'crlf' }),
    ...(end === 'cr' && { endOfLine: 'cr' }),
    ...(typeof newline === 'boolean' && { finalNewline: newline ? 'add' : 'remove' }),
    ...(charset === 'utf-8-bom' && { byteOrderMark: 'add' }),
    ...(charset === 'utf-8' && { byteOrderMark: 'remove' }),
  };
}

/** A cache in which there is no `.editorconfig` that the package would wait for, fail at or be busy with for long. */
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

const longestFile = 256 * 1024;
const longestGlob = 1_000;
/** Of all globs in a file: the package writes each of them out. */
const mostAlternatives = 10_000;

function isReadable(file: string): boolean {
  const bytes = attempt(() => readRegularFile(file));
  if (bytes === undefined || bytes.length > longestFile || !isUtf8(bytes)) return false;
  const globs = bytes.toString().match(/^[ \t]*\[.*/gm) ?? [];
  const alternatives = globs.reduce((sum, glob) => sum + alternativesOf(glob), 0);
  return alternatives <= mostAlternatives && globs.every(({ length }) => length <= longestGlob);
}

/** How many globs a glob is written out to, or more: `{a,b}` is two, `{1..9}` nine, and `**` is `*` or more. */
function alternativesOf(glob: string): number {
  const open: number[] = [];
  let product = 1;
  for (const [sign, first, last] of glob.matchAll(/\*\*|[{},]|(-?\d+)\.\.(-?\d+)/g)) {
    if (sign === '{') open.push(1);
    else if (sign === '}') product *= open.pop() ?? 1;
    else if (sign === ',') open.push((open.pop() ?? 0) + 1);
    else product *= sign === '**' ? 2 : Math.abs(Number(last) - Number(first)) + 1;
  }
  return product;
}
