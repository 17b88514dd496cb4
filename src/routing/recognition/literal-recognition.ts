// Recognition of a larger table of text and whole segments, beside a smaller one that does the work: paths without values are remembered with
// their matches, which are the same each time, since nothing else of a request is asked for there.
//
//   GET /posts/new  →  found by the walk, and remembered      GET /posts/new  →  one look-up in a map

import type { RouteList } from '../patterns/route-list.js';
import { type Match, noParams } from './match.js';
import type { Recognition } from './recognition.js';

/** Routes for any method answer whatever method a client thinks of: no more than these are remembered of a path. */
const mostMethods = 16;

/** Recognition that remembers paths without values (docs/compiled-routes.md, "`waypost/router`"). No route may have a constraint. */
export function literalRecognition(
  others: (routes: RouteList) => Recognition,
): (routes: RouteList) => Recognition {
  return (routes) => {
    const recognition = others(routes);
    const walk = recognition.find.bind(recognition);
    const known = new Map<string, Map<string, Match>>();
    // By their lengths the last characters of these paths, a bit for each, both modulo 32: most other paths are not looked for.
    const tails = new Int32Array(32);
    recognition.find = (method, path, source) => {
      const { length } = path;
      const tail = 1 << path.charCodeAt(length - 1);
      const seen = tails[length & 31] ?? 0;
      const matches = seen & tail ? known.get(path) : undefined;
      const found = matches?.get(method);
      if (found) return found;
      const match = walk(method, path, source);
      if (match?.params !== noParams || !match.route.pattern.startsWith(path)) return match;
      if (matches) {
        if (matches.size < mostMethods) matches.set(method, match);
      } else {
        tails[length & 31] = seen | tail;
        // What a request's path was cut out of is not kept.
        known.set(match.route.pattern.slice(0, length), new Map([[method, match]]));
      }
      return match;
    };
    return recognition;
  };
}
