// Recognition of routes that are loaded: a small table that is asked again and again gets a search that is written for it (written-search.ts), and a
// larger one a search of the route that is asked for most (hot-route.ts), where the host lets texts be run.

import type { RouteList } from '../patterns/route-list.js';
import { runsTexts, runTexts } from '../patterns/run-texts.js';
import { WrittenFunctions } from '../patterns/written-functions.js';
import { HotRoute, routeProgram } from './hot-route.js';
import { Matcher, recognition } from './matcher.js';
import type { Recognition } from './recognition.js';
import { searchFirst, searchParts, type WrittenSearch } from './search-parts.js';
import type { SearchValues } from './search-text.js';
import { mostWritten, searchProgram } from './written-search.js';

/**
 * After so many look-ups a search is written. Of a function that has walked for more than one call in ten when it is compiled, the engine takes the walk for what it
 * mostly does, and has no room left for the search.
 */
const worthSearching = 100;

const searches = /* @__PURE__ */ new WrittenFunctions();
const hotSearches = /* @__PURE__ */ new WrittenFunctions();

/** Recognition among routes of any kind, and sooner among few. */
export function loadedRecognition(routes: RouteList): Recognition {
  if (!runsTexts()) return recognition(routes);
  runTexts();
  const matcher = new Matcher(routes);
  const { walks } = matcher;
  if (!isSmall(routes)) {
    matcher.hot = new HotRoute((index) =>
      written(hotSearches, (values) => routeProgram(routes, walks.tree, index, values)),
    );
    return matcher;
  }
  let count = 0;
  return searchFirst(matcher, () =>
    count < worthSearching && ++count === worthSearching
      ? written(searches, (values) => searchProgram(routes, walks, values))
      : undefined,
  );
}

function written(
  functions: WrittenFunctions,
  programOf: (values: SearchValues) => string | undefined,
): WrittenSearch | undefined {
  const values: Record<string, unknown> = { ...searchParts };
  const program = programOf(heldIn(values));
  return program === undefined ? undefined : (functions.write(values, program) as WrittenSearch | undefined);
}

function isSmall({ heads }: RouteList): boolean {
  const paths = new Set<string>();
  for (const { pattern } of heads) {
    paths.add(typeof pattern === 'string' ? pattern : pattern.text);
    if (paths.size > mostWritten) return false;
  }
  return true;
}

/** Puts values into a record under the names that a program has for them, in whose text there is nothing of the routes then. */
export function heldIn(values: Record<string, unknown>): SearchValues {
  const names = new Map<unknown, string>();
  const held = (value: unknown): string => {
    const known = names.get(value);
    if (known !== undefined) return known;
    const name = `value${names.size}`;
    names.set(value, name);
    values[name] = value;
    return name;
  };
  return { text: held, source: held, match: held, test: (_, { test }) => held(test) };
}
