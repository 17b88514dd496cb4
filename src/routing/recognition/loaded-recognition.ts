// Recognition of routes that are loaded: a small table that is asked again and again gets a search that is written for it (written-search.ts), where the
// host lets texts be run.

import type { RouteList } from '../patterns/route-list.js';
import { runsTexts, runTexts } from '../patterns/run-texts.js';
import { WrittenFunctions } from '../patterns/written-functions.js';
import { Matcher, recognition } from './matcher.js';
import { quickRecognition } from './quick-recognition.js';
import type { Recognition } from './recognition.js';
import { searchFirst, searchParts, type WrittenSearch } from './search-parts.js';
import type { SearchValues } from './search-text.js';
import type { Walks } from './tree-walk.js';
import { mostWritten, searchProgram } from './written-search.js';

/**
 * After so many look-ups a search is written. Of a function that has walked for more than one call in ten when it is compiled, the engine takes the walk for what it
 * mostly does, and has no room left for the search.
 */
const worthSearching = 100;

const searches = /* @__PURE__ */ new WrittenFunctions();

/** Recognition among routes of any kind, and sooner among few. */
export function loadedRecognition(routes: RouteList): Recognition {
  const paths = new Set<string>();
  for (const { pattern } of routes.heads) {
    paths.add(typeof pattern === 'string' ? pattern : pattern.text);
    if (paths.size > mostWritten) return quickRecognition(routes);
  }
  if (!runsTexts()) return recognition(routes);
  runTexts();
  const matcher = new Matcher(routes);
  let count = 0;
  return searchFirst(matcher, () =>
    count < worthSearching && ++count === worthSearching ? searchOf(routes, matcher.walks) : undefined,
  );
}

function searchOf(routes: RouteList, walks: Walks): WrittenSearch | undefined {
  const values: Record<string, unknown> = { ...searchParts };
  const program = searchProgram(routes, walks, heldIn(values));
  return program === undefined ? undefined : (searches.write(values, program) as WrittenSearch | undefined);
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
