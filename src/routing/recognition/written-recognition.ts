// Recognition by a search that a compiled module has in its text (src/compiler/search-function.ts). It is as quick as one that is written for a loaded
// table while that is asked, from the first look-up on, and wherever texts may not be run.

import type { RouteList } from '../patterns/route-list.js';
import { fixedMatch, type Match } from './match.js';
import type { Recognition } from './recognition.js';
import { searchFirst, searchParts } from './search-parts.js';

/**
 * The search that a compiled module has in its text: made of what it calls, by name, and of the matches of routes whose paths give no values, by their
 * indices. It gives undefined where no route answers, and null where it cannot tell.
 */
export type SearchFunction = (
  parts: Readonly<Record<string, unknown>>,
  matchOf: (index: number) => Match,
) => (method: string, path: string) => Match | undefined | null;

/** Recognition that asks a search first, and leaves to `others` what that cannot tell (docs/compiled-routes.md, "`waypost/router`"). */
export function writtenRecognition(
  others: (routes: RouteList) => Recognition,
  searchOf: SearchFunction,
): (routes: RouteList) => Recognition {
  return (routes) =>
    searchFirst(others(routes), () => searchOf(searchParts, (index) => fixedMatch(routes.at(index))));
}
