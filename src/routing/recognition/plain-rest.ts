// How far all that is left of a path goes, which is what a glob takes, where it is canonical as it was sent.

import { isPlainRest } from '../patterns/request-path.js';

/** What is left of a path is looked through character by character where it is no longer than this. */
export const fewCharacters = 12;
/**
 * The end of what a path that goes on to `length` or to a query has from a place behind a slash or text on. -1 where that has an escape, is empty, or has a
 * slash at one of its ends or behind another.
 */
export function plainEnd(path: string, length: number, from: number): number {
  if (length - from <= fewCharacters && isPlainRest(path, length, from)) return length;
  const query = path.indexOf('?', from);
  const end = query < 0 || query > length ? length : query;
  const escape = path.indexOf('%', from);
  if (escape >= 0 && escape < end) return -1;
  // Slash by slash: two of them take the engine as long, and longer where there is none.
  for (let start = from; ;) {
    const slash = path.indexOf('/', start);
    if (slash < 0 || slash >= end) return start < end ? end : -1;
    if (slash === start) return -1;
    start = slash + 1;
  }
}
