// Recognition by a search whose code is part of a compiled module (src/compiler/search-function.ts). It is as fast as a search generated at
// runtime, from the first look-up on, and also where the host does not permit generated code.

import type { RouteList } from '../patterns/route-list.js';
import { fixedMatch, type Match } from './match.js';
import type { Recognition } from './recognition.js';
import { searchFirst, searchParts } from './search-parts.js';

/**
 * Makes the search of a compiled module. It gets the functions that it calls, by name, and a function that gives the match of a route
 * without values, by index. The search returns undefined if no route answers, and null if it cannot tell.
 */
export type SearchFunction = (
  parts: Readonly<Record<string, unknown>>,
  matchOf: (index: number) => Match,
) => (method: string, path: string) => Match | undefined | null;

/** Recognition that uses a search first, and `others` if it cannot tell (docs/compiled-routes.md, "`waypost/router`"). */
export function writtenRecognition(
  others: (routes: RouteList) => Recognition,
  searchOf: SearchFunction,
): (routes: RouteList) => Recognition {
  return (routes) =>
    searchFirst(others(routes), () => searchOf(searchParts, (index) => fixedMatch(routes.at(index))));
}
