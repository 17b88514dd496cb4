// The functions that the programs of written-search.ts call.

import { plainEnd } from '../patterns/request-path.js';
import { Match, nothing } from './match.js';
import type { Recognition } from './recognition.js';

/** Returns the match of a path, undefined if there is none, and null if only a walk can tell. */
export type WrittenSearch = (method: string, path: string) => Match | undefined | null;

/**
 * Returns `i`, the position after a slash, as a number unknown to V8 at compile time. If the number were a constant shared by several
 * branches, V8 would move their searches of the path before the branching.
 */
function behindSlash(path: string, i: number): number {
  return path.charCodeAt(i - 1) - 47 + i;
}

function hasSlashesOnly(path: string, i: number): boolean {
  return path.indexOf('.', i) < 0 && path.indexOf('%', i) < 0 && path.indexOf('?', i) < 0;
}

/** The position of a query from `i` on, or `length` if there is none. */
function lengthFrom(path: string, length: number, i: number): number {
  const query = path.indexOf('?', i);
  return query < 0 ? length : query;
}

function valueEnd(path: string, length: number, i: number, isSlashed: boolean): number {
  if (isSlashed) {
    const end = path.indexOf('/', i);
    return end < 0 ? length : end;
  }
  let end = i;
  for (; end < length; end++) {
    const c = path.charCodeAt(end);
    if (c < 48 ? c === 47 || c === 46 || c === 37 : c === 63) break;
  }
  return end;
}

/** The first position from `i` on where the path differs from a text. */
function differs(path: string, length: number, i: number, text: string): number {
  let k = 0;
  while (k < text.length && i + k < length && path.charCodeAt(i + k) === text.charCodeAt(k)) k++;
  return i + k;
}

/**
 * Whether the path may be not canonical where it left all branches: it has an escape, a query or a surplus slash there (`missed` in
 * walk-state.ts).
 */
function isDoubtful(path: string, length: number, i: number): boolean {
  if (i >= length) return length === 0 || (length > 1 && path.charCodeAt(length - 1) === 47);
  const c = path.charCodeAt(i);
  if (c === 37 || c === 63 || (i === 0 && c !== 47)) return true;
  if (c !== 47 || i === 0) return false;
  if (i === length - 1 || path.charCodeAt(i - 1) === 47) return true;
  const next = path.charCodeAt(i + 1);
  return next === 47 || next === 63;
}

/** By the names that programs use. */
export const searchParts = {
  Match,
  nothing,
  behindSlash,
  hasSlashesOnly,
  lengthFrom,
  valueEnd,
  plainEnd,
  differs,
  isDoubtful,
};

/**
 * Makes a recognition use a search first, once `searchOf` returns one, and itself for what the search cannot tell. `find` stays the same
 * function throughout: after two different ones, V8 would inline neither into its callers.
 */
export function searchFirst(
  recognition: Recognition,
  searchOf: () => WrittenSearch | undefined,
): Recognition {
  const walk = recognition.find.bind(recognition);
  let search: WrittenSearch | undefined;
  recognition.find = (method, path, source) => {
    search ??= searchOf();
    if (search === undefined) return walk(method, path, source);
    const found = searched(search, method, path);
    return found === null ? walk(method, path, source) : found;
  };
  return recognition;
}

/** The answer of a search. A slash at the end of a path makes no difference. */
function searched(search: WrittenSearch, method: string, path: string): Match | undefined | null {
  const found = search(method, path);
  if (found !== null) return found;
  const last = path.length - 1;
  return last > 0 && path.charCodeAt(last) === 47 ? search(method, path.substring(0, last)) : null;
}
