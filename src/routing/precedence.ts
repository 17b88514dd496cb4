// Who comes before whom: the routes of a table in declaration order, asked which earlier ones answer what a route would.
//
// A route is hidden by one earlier route alone, or by several together (`/:a` with a => /x|y/ after `/x` and `/y`). They
// are found by counter-examples: take a path of the route; the first earlier route that answers it joins the suspects;
// ask for a path that no suspect has, and go on until there is none (hidden) or nobody earlier answers the path (not).
//
// Routes of one pattern are kept together, and patterns in an index over pieces, so that a table costs little more than
// one look for each of its patterns; languages are only compared where a path was really taken by an earlier route.

import { PathIndex } from './path-index.js';
import { piecesOf } from './path-language.js';
import { allowsRoutePath } from './path-membership.js';
import type { Pattern } from './pattern.js';
import { answers, isLikeness, RouteRelations, verbsOf } from './relation.js';
import { requestsImply } from './request-implication.js';
import type { RouteDefinition } from './route.js';

/** Earlier routes that answer everything that a route would. */
export interface Hiding {
  /** In declaration order; mostly one. */
  readonly by: readonly RouteDefinition[];
  /** A path that would reach the route if it stood first. */
  readonly witness: string;
}

/** Whether a route may be blamed; a mounted app, say, may decline a request and so hides nothing for certain. */
export type MayHide = (route: RouteDefinition) => boolean;

/** More suspects than this are not weighed. */
const mostSuspects = 24;

interface Entry {
  readonly route: RouteDefinition;
  /** Its place in the table, from 0. */
  readonly order: number;
}

/** The routes of one pattern, in declaration order. */
interface Group {
  readonly pattern: Pattern;
  readonly entries: Entry[];
  /** For its routes without constraints: a path of them, and who could match it. */
  plain: Sample | undefined;
}

interface Sample {
  readonly word: readonly number[];
  readonly rivals: readonly Group[];
}

export class Precedence {
  readonly relations = new RouteRelations();
  readonly #groups = new Map<string, Group>();
  readonly #index = new PathIndex<Group>();

  constructor(readonly routes: readonly RouteDefinition[]) {
    for (let order = 0; order < routes.length; order++) {
      const route = routes[order]!;
      const { pattern } = route;
      const known = this.#groups.get(pattern.text);
      if (known) {
        known.entries.push({ route, order });
        continue;
      }
      const group: Group = { pattern, entries: [{ route, order }], plain: undefined };
      this.#groups.set(pattern.text, group);
      this.#index.add(pattern, group);
    }
  }

  /** The routes that match a path (a word of path-language.ts), callables and requests aside, in no certain order. */
  *matching(word: readonly number[]): Generator<RouteDefinition> {
    for (const { entries } of this.#rivalsFor(word)) {
      for (const { route } of entries) if (allowsRoutePath(route, word)) yield route;
    }
  }

  /** The earlier routes of some patterns that match a sample path of a route, callables and requests aside. */
  *takers(route: RouteDefinition, order: number, isWanted: (pattern: Pattern) => boolean): Generator<RouteDefinition> {
    const sample = this.#sample(route);
    for (const { pattern, entries } of sample?.rivals ?? []) {
      if (!isWanted(pattern)) continue;
      for (const entry of entries) if (entry.order < order && allowsRoutePath(entry.route, sample!.word)) yield entry.route;
    }
  }

  /**
   * Those before the place `order` that together answer every request that the route would answer; undefined where one
   * is left, or where one cannot say. Sound: what is said to be hidden is.
   */
  hiding(route: RouteDefinition, order: number, mayHide: MayHide = () => true): Hiding | undefined {
    const sample = this.#sample(route);
    if (!sample) return undefined;
    // Mostly nobody before has a path that begins like this one.
    if (!sample.rivals.some(({ entries }) => entries[0]!.order < order)) return undefined;
    return new Search(this.relations, sample, route, order, mayHide, (word) => this.#rivalsFor(word)).run();
  }

  #sample(route: RouteDefinition): Sample | undefined {
    const group = route.segmentConstraints.size === 0 ? this.#groups.get(route.pattern.text) : undefined;
    if (group?.plain) return group.plain;
    const word = this.relations.sample(route);
    if (typeof word === 'string') return undefined;
    const sample: Sample = { word, rivals: this.#rivalsFor(word) };
    if (group) group.plain = sample;
    return sample;
  }

  #rivalsFor(word: readonly number[]): readonly Group[] {
    const found = this.#index.candidates(piecesOf(word));
    return found.length < 2 ? found : [...new Set(found)];
  }
}

/** The search for those who hide one route. */
class Search {
  readonly #implied = new Map<RouteDefinition, boolean>();

  constructor(
    readonly relations: RouteRelations,
    readonly sample: Sample,
    readonly route: RouteDefinition,
    readonly order: number,
    readonly mayHide: MayHide,
    readonly rivalsFor: (word: readonly number[]) => readonly Group[],
  ) {}

  run(): Hiding | undefined {
    const verbs = verbsOf(this.route);
    if (verbs.length === 0) return undefined;
    const suspects = new Map<RouteDefinition, Entry>();
    for (const verb of verbs) {
      const hiding = this.#whoHides(verb);
      if (!hiding) return undefined;
      for (const entry of hiding) suspects.set(entry.route, entry);
    }
    const alone = [...suspects.keys()].find(
      (other) => verbs.every((verb) => answers(other, verb)) && this.relations.covers([other], this.route),
    );
    const by = alone ? [alone] : [...suspects.values()].sort((a, b) => a.order - b.order).map(({ route }) => route);
    const witness = this.relations.witnessOf(this.route);
    return witness && { by, witness: witness.witness };
  }

  /** Earlier routes that together answer the verb on every path of the route; undefined if one path is left. */
  #whoHides(verb: string): Entry[] | undefined {
    const twin = this.#twin(verb);
    if (twin) return [twin];
    const suspects: Entry[] = [];
    let { word, rivals } = this.sample;
    while (suspects.length < mostSuspects) {
      const suspect = this.#firstToAnswer(verb, word, rivals);
      if (!suspect) return undefined;
      suspects.push(suspect);
      // A literal path is the only one of its route.
      if (isLiteral(this.route) || (suspects.length === 1 && isLikeness(suspect.route, this.route))) return suspects;
      const uncovered = this.relations.uncovered(suspects.map(({ route }) => route), this.route);
      if (uncovered === 'none') return suspects;
      if (uncovered === 'unknown') return undefined;
      word = uncovered.word;
      rivals = this.rivalsFor(word);
    }
    return undefined;
  }

  /** An earlier route that hides nothing but its own likeness, where this is one. */
  #twin(verb: string): Entry | undefined {
    if (this.route.segmentConstraints.size === 0) return undefined;
    const group = this.sample.rivals.find(({ pattern }) => pattern.text === this.route.pattern.text);
    return group?.entries.find(
      (entry) => this.#mayAnswer(entry, verb) && !this.relations.isExact(entry.route) && isLikeness(entry.route, this.route),
    );
  }

  #firstToAnswer(verb: string, word: readonly number[], rivals: readonly Group[]): Entry | undefined {
    let first: Entry | undefined;
    for (const { entries } of rivals) {
      for (const entry of entries) {
        if (entry.order >= (first?.order ?? this.order)) break;
        if (!this.#mayAnswer(entry, verb) || !this.relations.isExact(entry.route) || !allowsRoutePath(entry.route, word)) continue;
        first = entry;
        break;
      }
    }
    return first;
  }

  /** Whether an entry comes first, may be blamed, and answers the verb on every request that the route answers. */
  #mayAnswer({ route, order }: Entry, verb: string): boolean {
    return order < this.order && answers(route, verb) && this.mayHide(route) && this.#isImplied(route);
  }

  #isImplied(other: RouteDefinition): boolean {
    if (other.requestConstraints.length === 0) return true;
    let implied = this.#implied.get(other);
    if (implied === undefined) this.#implied.set(other, (implied = requestsImply(this.route, other)));
    return implied;
  }
}

function isLiteral({ pattern }: RouteDefinition): boolean {
  return pattern.parts.length === 1 && pattern.parts[0]!.kind === 'literal';
}
