// Recognition for routes loaded at runtime. If the host permits generated code, a small table gets a search after many look-ups
// (written-search.ts), and a larger one a search for its most requested route (hot-route.ts).

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
 * The number of look-ups after which a search is written. If V8 compiles `find` after it has walked in more than one call in ten, it
 * inlines the walk and leaves no room for the search.
 */
const worthSearching = 100;

const searches = /* @__PURE__ */ new WrittenFunctions();
const hotSearches = /* @__PURE__ */ new WrittenFunctions();

/** Recognition for routes of any kind, faster for few. */
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

/**
 * Puts values into a record, under the names by which the program refers to them. The text of the program then contains nothing of the
 * routes.
 */
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
