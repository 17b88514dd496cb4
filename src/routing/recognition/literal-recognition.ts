// Recognition for larger tables of text and whole segments. It wraps another recognition and remembers paths without values with their
// matches, which are always the same because no route has a constraint.
//
//   GET /posts/new  →  found by the walk, and remembered      GET /posts/new  →  one look-up in a map

import type { RouteList } from '../patterns/route-list.js';
import { type Match, noParams } from './match.js';
import type { Recognition } from './recognition.js';

/** The most methods that are remembered for one path. Routes for any method answer whatever method a client invents. */
const mostMethods = 16;

/** Recognition that remembers paths without values (docs/compiled-routes.md, "`waypost/router`"). No route may have a constraint. */
export function literalRecognition(
  others: (routes: RouteList) => Recognition,
): (routes: RouteList) => Recognition {
  return (routes) => {
    const recognition = others(routes);
    const walk = recognition.find.bind(recognition);
    const known = new Map<string, Map<string, Match>>();
    // By length, a bit for each last character of the remembered paths, both modulo 32. Rules out most other paths.
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
        // Keep a slice of the pattern: a slice of the request's path would keep the whole request text alive.
        known.set(match.route.pattern.slice(0, length), new Map([[method, match]]));
      }
      return match;
    };
    return recognition;
  };
}
