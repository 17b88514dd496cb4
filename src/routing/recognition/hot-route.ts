// The hot route of a table that is too large for a search of the whole table: if one route is requested most of the time, it gets its own
// search (written-search.ts). The tree is walked for every path that the search does not find.
//
//   GET /posts/new        a rival: declared before the hot route, and may match some of its paths
//   GET /posts/:id        the hot route
//   GET /posts/latest     declared after it: the search can ignore it
//
// The search only knows the hot route and its rivals. If it finds a rival, the tree is walked, since routes that the search does not know
// may precede the rival.
//
// Which route is hot is found by sampling look-ups. Each sample counts for or against the leading route. A route with a large enough lead
// becomes hot, until the lead is used up.

import type { Route } from '../patterns/route.js';
import type { RouteHead, RouteList } from '../patterns/route-list.js';
import { signs } from '../patterns/variants.js';
import type { Match } from './match.js';
import type { Tree } from './radix-tree.js';
import type { WrittenSearch } from './search-parts.js';
import type { SearchValues } from './search-text.js';
import { addWays, Numbered, numberedLength, type Way } from './ways.js';
import { programOf } from './written-search.js';

/** One of this many look-ups is a sample. It is a prime, so that paths requested in rotation are all sampled. */
const sampleInterval = 61;
/** The lead, in samples, at which a search is written. */
const hotLead = 16;

/** Finds the route that a matcher is asked for most (matcher.ts), and searches for its paths. */
export class HotRoute {
  #search: WrittenSearch | undefined = undefined;
  /** The leading or hot route. */
  #route: Route | undefined = undefined;
  /** How many look-ups the search has answered since the latest sample. */
  #answered = 0;
  /** How many more look-ups are walked until the next sample. */
  #untilSample = sampleInterval;
  /** The lead of the route, in samples. */
  #lead = 0;
  /** Routes for which no search can be written, or whose search was no use. */
  readonly #unsearchable = new Set<Route>();
  readonly #searchOf: (index: number) => WrittenSearch | undefined;

  /** `searchOf` makes the search for a route, by its index. */
  constructor(searchOf: (index: number) => WrittenSearch | undefined) {
    this.#searchOf = searchOf;
  }

  /** The match if the path belongs to the hot route. */
  find(method: string, path: string): Match | undefined {
    if (this.#search === undefined) return undefined;
    const found = this.#search(method, path);
    if (!found || found.route !== this.#route) return undefined;
    this.#answered = (this.#answered + 1) | 0;
    return found;
  }

  /** Counts a look-up that was walked. */
  note(match: Match | null): void {
    if (--this.#untilSample === 0) this.#sample(match);
  }

  #sample(match: Match | null): void {
    const isLed = this.#search !== undefined && this.#answered >= sampleInterval;
    // The hot route is requested with paths that its search cannot answer, such as those with an escape.
    if (this.#search !== undefined && this.#answered === 0 && match !== null && match.route === this.#route)
      this.#giveUp(match.route);
    this.#answered = 0;
    this.#untilSample = sampleInterval;
    if (this.#route !== undefined && this.#lead > 0 && (isLed || match?.route === this.#route)) {
      if (this.#lead < hotLead && ++this.#lead === hotLead) this.#write(this.#route);
    } else if (this.#lead > 0) {
      if (--this.#lead === 0) this.#search = undefined;
    } else if (match !== null && !this.#unsearchable.has(match.route)) {
      this.#route = match.route;
      this.#lead = 1;
    }
  }

  #write(route: Route): void {
    this.#search ??= this.#searchOf(route.index);
    if (this.#search === undefined) this.#giveUp(route);
  }

  #giveUp(route: Route): void {
    this.#unsearchable.add(route);
    this.#search = undefined;
    this.#lead = 0;
  }
}

/** The most rivals, in ways, that a search may have. */
const mostRivals = 16;

/**
 * The program that finds the paths of a route, by its index (`searchProgram` describes the program). Undefined for a route without names,
 * which is found as fast without a search, and for a route with too many rivals.
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

/** Whether a way has a name whose value may contain slashes, or is matched by backtracking. */
function isUnlimited(text: string): boolean {
  return text.includes(signs.other) || text.includes(signs.rest);
}

/** Whether some path may match both ways. */
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

/** Whether a piece can have more than one text. */
function isOpen(piece: string): boolean {
  return piece.includes(signs.segment) || piece.includes(signs.extension);
}
