// What the programs of written-search.ts call, whoever runs them.

import { plainEnd } from '../patterns/request-path.js';
import { Match, nothing } from './match.js';
import type { Recognition } from './recognition.js';

/** The match of a path; undefined where there is none, null where only a walk can tell. */
export type WrittenSearch = (method: string, path: string) => Match | undefined | null;

/**
 * `i`, which a slash stands before, as a number that the engine does not know beforehand. From one that it knows, and that several branches have, it searches a path
 * once for all of them, before it tells them apart.
 */
function behindSlash(path: string, i: number): number {
  return path.charCodeAt(i - 1) - 47 + i;
}

function hasSlashesOnly(path: string, i: number): boolean {
  return path.indexOf('.', i) < 0 && path.indexOf('%', i) < 0 && path.indexOf('?', i) < 0;
}

/** The end of a path that goes on to `length` unless a query begins at `i` or behind it. */
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

/** The place from `i` on at which a path has not got a text. */
function differs(path: string, length: number, i: number, text: string): number {
  let k = 0;
  while (k < text.length && i + k < length && path.charCodeAt(i + k) === text.charCodeAt(k)) k++;
  return i + k;
}

/** Whether a path is to blame that leaves all branches at a place, since it has an escape, a query or a slash too many there (`missed` in walk-state.ts). */
function isDoubtful(path: string, length: number, i: number): boolean {
  if (i >= length) return length === 0 || (length > 1 && path.charCodeAt(length - 1) === 47);
  const c = path.charCodeAt(i);
  if (c === 37 || c === 63 || (i === 0 && c !== 47)) return true;
  if (c !== 47 || i === 0) return false;
  if (i === length - 1 || path.charCodeAt(i - 1) === 47) return true;
  const next = path.charCodeAt(i + 1);
  return next === 47 || next === 63;
}

/** By the names under which programs call them. */
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
 * Has a recognition ask a search first, as soon as `searchOf` gives one, and look itself for what that cannot tell. The function that asks is the same all the
 * while: where the engine has seen two, it puts neither into what calls it.
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

/** What a search tells of a path. One with a slash at its end means what it means without. */
function searched(search: WrittenSearch, method: string, path: string): Match | undefined | null {
  const found = search(method, path);
  if (found !== null) return found;
  const last = path.length - 1;
  return last > 0 && path.charCodeAt(last) === 47 ? search(method, path.substring(0, last)) : null;
}
