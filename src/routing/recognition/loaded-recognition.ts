// Recognition of routes that are loaded: a small table that is asked again and again gets a search that is written for it (written-search.ts), where the
// host lets texts be run.

import type { RouteList } from '../patterns/route-list.js';
import { runTexts } from '../patterns/run-texts.js';
import { worthWriting, WrittenFunctions } from '../patterns/written-functions.js';
import type { Match } from './match.js';
import { Matcher } from './matcher.js';
import { quickRecognition } from './quick-recognition.js';
import type { ContextSource, Recognition } from './recognition.js';
import { searched, searchParts, type WrittenSearch } from './search-parts.js';
import type { SearchValues } from './search-text.js';
import { mostWritten, searchProgram } from './written-search.js';

const searches = /* @__PURE__ */ new WrittenFunctions();

/** Recognition among routes of any kind, and sooner among few. */
export function loadedRecognition(routes: RouteList): Recognition {
  const paths = new Set<string>();
  for (const { pattern } of routes.heads) {
    paths.add(typeof pattern === 'string' ? pattern : pattern.text);
    if (paths.size > mostWritten) return quickRecognition(routes);
  }
  runTexts();
  return new SearchedMatcher(routes);
}

class SearchedMatcher extends Matcher {
  readonly #routes: RouteList;
  #count = 0;
  #search: WrittenSearch | undefined = undefined;

  constructor(routes: RouteList) {
    super(routes);
    this.#routes = routes;
  }

  override find(method: string, path: string, source: ContextSource): Match | undefined {
    if (this.#search === undefined) {
      if (this.#count < worthWriting && ++this.#count === worthWriting) this.#write();
      return super.find(method, path, source);
    }
    const found = searched(this.#search, method, path);
    return found === null ? super.find(method, path, source) : found;
  }

  #write(): void {
    const values: Record<string, unknown> = { ...searchParts };
    const program = searchProgram(this.#routes, this.walks, heldIn(values));
    if (program !== undefined) this.#search = searches.write(values, program) as WrittenSearch | undefined;
  }
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
