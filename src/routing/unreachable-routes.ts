// The routes of a table that no request can reach, because earlier ones answer all that they would.
//
// One earlier route may do so alone, or several together (`/:a` with a => /x|y/ after `/x` and `/y`). Found by
// counter-examples: take a path of the route; the first earlier route that answers it joins the suspects; ask for a path
// that no suspect has, and go on until there is none (unreachable) or nobody earlier answers the path (reachable).
// Who answers a path is asked of an index over pieces, so that a table costs little more than a look at each route, and
// languages are only compared where a path was really taken by an earlier route.

import type { RouteDefinition } from './route.js';
import { PathIndex } from './path-index.js';
import { piecesOf } from './path-language.js';
import { allowsRoutePath } from './path-membership.js';
import { answers, isLikeness, RouteRelations, verbsOf } from './relation.js';
import { requestsImply } from './request-implication.js';

export interface UnreachableRoute {
  readonly route: RouteDefinition;
  /** The earlier routes that take everything, in declaration order; mostly one. */
  readonly by: readonly RouteDefinition[];
  /** A path that would reach the route if it stood first. */
  readonly witness: string;
}

export interface UnreachableOptions {
  /** Whether a route may be blamed; a mounted app, say, may decline a request and so hides nothing for certain. */
  readonly mayHide?: (route: RouteDefinition) => boolean;
}

/** More suspects than this are not weighed. */
const mostSuspects = 24;

interface Entry {
  readonly route: RouteDefinition;
  readonly order: number;
}

/** The routes that no request can reach, in declaration order. Sound: a reachable route is never among them. */
export function* findUnreachable(
  routes: readonly RouteDefinition[],
  { mayHide = () => true }: UnreachableOptions = {},
): Generator<UnreachableRoute> {
  const relations = new RouteRelations();
  const index = new PathIndex<Entry>();
  /** By pattern, those that hide nothing but their likeness. */
  const likenesses = new Map<string, RouteDefinition[]>();

  for (const [order, route] of routes.entries()) {
    const found = new Search(relations, index, likenesses.get(route.pattern.text) ?? [], route).run();
    if (found) yield found;
    if (!mayHide(route)) continue;
    if (!relations.isExact(route)) {
      likenesses.set(route.pattern.text, [...(likenesses.get(route.pattern.text) ?? []), route]);
    } else {
      index.add(route.pattern, { route, order });
    }
  }
}

/** The search for those who hide one route. */
class Search {
  readonly #relations: RouteRelations;
  readonly #index: PathIndex<Entry>;
  readonly #likenesses: readonly RouteDefinition[];
  readonly #route: RouteDefinition;
  readonly #implied = new Map<RouteDefinition, boolean>();

  constructor(relations: RouteRelations, index: PathIndex<Entry>, likenesses: readonly RouteDefinition[], route: RouteDefinition) {
    this.#relations = relations;
    this.#index = index;
    this.#likenesses = likenesses.filter((other) => isLikeness(other, route));
    this.#route = route;
  }

  run(): UnreachableRoute | undefined {
    const sample = this.#relations.sample(this.#route);
    if (typeof sample === 'string') return undefined;
    const verbs = verbsOf(this.#route);
    if (verbs.length === 0) return undefined;
    const suspects = new Map<string, Entry[]>();
    for (const verb of verbs) {
      const hidden = this.#whoHides(verb, sample);
      if (!hidden) return undefined;
      suspects.set(verb, hidden);
    }
    const everybody = new Map([...suspects.values()].flat().map((entry) => [entry.route, entry]));
    const alone = [...everybody.keys()].find(
      (other) => verbs.every((verb) => answers(other, verb)) && this.#covers([other]),
    );
    const by = alone
      ? [alone]
      : [...everybody.values()].sort((a, b) => a.order - b.order).map((entry) => entry.route);
    const witness = this.#relations.witnessOf(this.#route);
    return witness && { route: this.#route, by, witness: witness.witness };
  }

  /** Earlier routes that together answer the verb on every path of the route; undefined if one path is left. */
  #whoHides(verb: string, sample: readonly number[]): Entry[] | undefined {
    const twin = this.#likenesses.find((other) => answers(other, verb) && this.#isImplied(other));
    if (twin) return [{ route: twin, order: -1 }];
    const suspects: Entry[] = [];
    let word = sample;
    while (suspects.length < mostSuspects) {
      const suspect = this.#firstToAnswer(verb, word);
      if (!suspect) return undefined;
      suspects.push(suspect);
      const routes = suspects.map(({ route }) => route);
      // A literal path is the only one of its route.
      if (isLiteral(this.#route) || (suspects.length === 1 && isLikeness(suspect.route, this.#route))) return suspects;
      const uncovered = this.#relations.uncovered(routes, this.#route);
      if (uncovered === 'none') return suspects;
      if (uncovered === 'unknown') return undefined;
      word = uncovered.word;
    }
    return undefined;
  }

  #covers(others: readonly RouteDefinition[]): boolean {
    return this.#relations.covers(others, this.#route);
  }

  #firstToAnswer(verb: string, word: readonly number[]): Entry | undefined {
    let first: Entry | undefined;
    for (const entry of this.#index.candidates(piecesOf(word))) {
      if (first && first.order <= entry.order) continue;
      if (!answers(entry.route, verb) || !this.#isImplied(entry.route)) continue;
      if (allowsRoutePath(entry.route, word)) first = entry;
    }
    return first;
  }

  #isImplied(other: RouteDefinition): boolean {
    let implied = this.#implied.get(other);
    if (implied === undefined) this.#implied.set(other, (implied = requestsImply(this.#route, other)));
    return implied;
  }
}

function isLiteral({ pattern }: RouteDefinition): boolean {
  return pattern.parts.length === 1 && pattern.parts[0]!.kind === 'literal';
}
