// Recognition of a table that is too large for one search, while one of its routes is asked for most of the time: that route is hot, and gets a search
// of its own (written-search.ts). Any path that the search does not find is walked as always.
//
//   GET /posts/new        a rival: it was declared before the hot route, and may have its paths
//   GET /posts/:id        the hot route
//   GET /posts/latest     declared behind it: the search need not know it
//
// The search knows the rivals and the hot route alone. Where it finds a rival, the path is walked, since routes that it does not know may come before that rival.
//
// Which route is hot is told by samples of the look-ups that were walked: each counts for the route that leads, or against it. A route whose lead is
// large enough becomes hot, and stops being so when the lead is used up.

import type { Route } from '../patterns/route.js';
import type { RouteHead, RouteList } from '../patterns/route-list.js';
import { signs } from '../patterns/variants.js';
import type { Match } from './match.js';
import type { Tree } from './radix-tree.js';
import type { WrittenSearch } from './search-parts.js';
import type { SearchValues } from './search-text.js';
import { addWays, Numbered, numberedLength, type Way } from './ways.js';
import { programOf } from './written-search.js';

/** One look-up in so many is a sample; a prime, so that of paths which come in turns each is one at times. */
const sampled = 61;
/** By so many samples a route leads when its search is written. */
const enough = 16;

/** The route that a matcher is mostly asked for (matcher.ts). */
export class HotRoute {
  #search: WrittenSearch | undefined = undefined;
  /** The route that leads, or is hot. */
  #route: Route | undefined = undefined;
  /** How many look-ups the search has answered since the last sample. */
  #answered = 0;
  /** How many look-ups will be walked until the next sample. */
  #left = sampled;
  /** By how many samples the route leads. */
  #lead = 0;
  /** Routes that have no search. */
  readonly #without = new Set<Route>();
  readonly #searchOf: (index: number) => WrittenSearch | undefined;

  /** `searchOf` gives what runs the program of a route, by its index. */
  constructor(searchOf: (index: number) => WrittenSearch | undefined) {
    this.#searchOf = searchOf;
  }

  /** The match of a path that is of the hot route. */
  find(method: string, path: string): Match | undefined {
    if (this.#search === undefined) return undefined;
    const found = this.#search(method, path);
    if (!found || found.route !== this.#route) return undefined;
    this.#answered = (this.#answered + 1) | 0;
    return found;
  }

  /** Counts a look-up that was walked. */
  note(match: Match | null): void {
    if (--this.#left === 0) this.#sample(match);
  }

  #sample(match: Match | null): void {
    const isLed = this.#search !== undefined && this.#answered >= sampled;
    // The hot route is asked for with paths that its search leaves to the walk, such as those with an escape.
    if (this.#search !== undefined && this.#answered === 0 && match !== null && match.route === this.#route)
      this.#giveUp(match.route);
    this.#answered = 0;
    this.#left = sampled;
    if (this.#route !== undefined && this.#lead > 0 && (isLed || match?.route === this.#route)) {
      if (this.#lead < enough && ++this.#lead === enough) this.#write(this.#route);
    } else if (this.#lead > 0) {
      if (--this.#lead === 0) this.#search = undefined;
    } else if (match !== null && !this.#without.has(match.route)) {
      this.#route = match.route;
      this.#lead = 1;
    }
  }

  #write(route: Route): void {
    this.#search ??= this.#searchOf(route.index);
    if (this.#search === undefined) this.#giveUp(route);
  }

  #giveUp(route: Route): void {
    this.#without.add(route);
    this.#search = undefined;
    this.#lead = 0;
  }
}

/** A route has no search if more ways than these were declared before it and may have its paths. */
const mostRivals = 16;

/**
 * The program that finds the paths of a route, by its index (`searchProgram` says what it has and returns); undefined for a route without names, which is found as
 * soon without it, and for one whose paths many others may have.
 */
export function routeProgram(
  routes: RouteList,
  tree: Tree,
  index: number,
  values: SearchValues,
): string | undefined {
  const numbered = new Numbered();
  const waysOfRoute = (k: number): Way[] => {
    const ways: Way[] = [];
    addWays(ways, routes, k, tree.methods, numbered);
    return ways;
  };
  const own = waysOfRoute(index);
  if (own.every(({ text }) => !text.includes(signs.segment) && !isUnlimited(text))) return undefined;
  const start = literalStart(routes.at(index).definition);
  const rivals: Way[] = [];
  for (const [k, head] of routes.heads.entries()) {
    if (k === index || rivals.length > mostRivals) break;
    const other = literalStart(head);
    if (!start.startsWith(other) && !other.startsWith(start)) continue;
    rivals.push(...waysOfRoute(k).filter((rival) => own.some((way) => mayMeet(way, rival))));
  }
  return rivals.length > mostRivals
    ? undefined
    : programOf([...rivals, ...own], numbered, tree, values, () => []);
}

/** The text that all paths of a route begin with, or some of it. */
function literalStart({ pattern }: RouteHead): string {
  const text = typeof pattern === 'string' ? pattern : pattern.text;
  const end = text.search(/[:*()\\%?\0-\x04]/);
  return end < 0 ? text : text.slice(0, end);
}

/** Whether what a way has may go on over slashes, or is left to backtracking. */
function isUnlimited(text: string): boolean {
  return text.includes(signs.other) || text.includes(signs.rest);
}

/** Whether a path may fit two ways. */
function mayMeet({ text, methods }: Way, other: Way): boolean {
  if ((methods & other.methods) === 0) return false;
  if (isUnlimited(text) || isUnlimited(other.text)) return true;
  const pieces = piecesOf(text);
  const others = piecesOf(other.text);
  return (
    pieces.length === others.length &&
    pieces.every((piece, k) => piece === others[k] || isOpen(piece) || isOpen(others[k] ?? ''))
  );
}

function piecesOf(text: string): readonly string[] {
  return text.slice(0, -numberedLength).split('/');
}

/** Whether a piece may be one text or another. */
function isOpen(piece: string): boolean {
  return piece.includes(signs.segment) || piece.includes(signs.extension);
}
