// The search function that a loaded router writes for its table.

import type { RouteDefinition } from '../../src/routing/patterns/route.js';
import { listOf } from '../../src/routing/patterns/route-list.js';
import { heldIn } from '../../src/routing/recognition/loaded-recognition.js';
import { Tree } from '../../src/routing/recognition/radix-tree.js';
import { searchParts, type WrittenSearch } from '../../src/routing/recognition/search-parts.js';
import { Walks } from '../../src/routing/recognition/tree-walk.js';
import { searchProgram } from '../../src/routing/recognition/written-search.js';

/** The search of a table; undefined if the table is too large to have one. */
export function searchOf(definitions: readonly RouteDefinition[]): WrittenSearch | undefined {
  const routes = listOf(definitions);
  const values: Record<string, unknown> = { ...searchParts };
  const program = searchProgram(routes, new Walks(new Tree(routes)), heldIn(values));
  if (program === undefined) return undefined;
  return new Function(...Object.keys(values), program)(...Object.values(values)) as WrittenSearch;
}
