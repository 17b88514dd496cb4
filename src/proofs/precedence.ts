// Who comes before whom: the routes of a table in declaration order, asked which earlier ones answer what a route would.
//
// A route is hidden by one earlier route alone, or by several together (`/:a` with a => /x|y/ after `/x` and `/y`). They
// are found by counter-examples: take a path of the route; the first earlier route that answers it joins the suspects;
// ask for a path that no suspect has, and go on until there is none (hidden) or nobody earlier answers the path (not).
//
// Routes of one pattern are kept together, and patterns in an index over pieces, so that a table costs little more than
// one look for each of its patterns; languages are only compared where a path was really taken by an earlier route.

import { isLikeness } from './likeness.js';
import { PathIndex } from './path-index.js';
import { matchesWord, pathOf, piecesOf } from './path-language.js';
import { matchPattern } from '../routing/patterns/backtracking.js';
import type { Pattern } from '../routing/patterns/pattern.js';
import { asksSegmentCallable, isLiteral, RouteRelations, verbsOf } from './relation.js';
import { canonicalPath } from '../routing/patterns/request-path.js';
import { isEvaded, requestsImply } from './request-implication.js';
import { answersMethod, type RouteDefinition } from '../routing/patterns/route.js';

/** Earlier routes that answer everything that a route would. */
export interface Hiding {
  /** In declaration order; mostly one. */
  readonly by: readonly [RouteDefinition, ...RouteDefinition[]];
  /** A path of the route that one of them is the first to answer; undefined where none was found. */
  readonly witness: string | undefined;
}

/** A route that no request reaches, and those that hide it. */
export interface UnreachableRoute extends Hiding {
  readonly route: RouteDefinition;
}

/** Whether a route may be blamed; a mounted app, say, may decline a request and so hides nothing for certain. */
export type MayHide = (route: RouteDefinition) => boolean;

/** More suspects than this are not weighed. */
const mostSuspects = 24;

/** More routes than this are not asked whether they take one path: nobody is then said to be first on it. */
const mostAsked = 1_000;

/** A route with its place in the table, from 0. */
export interface OrderedRoute {
  readonly route: RouteDefinition;
  readonly order: number;
}

/** The routes of one pattern. */
export interface PatternRoutes {
  readonly pattern: Pattern;
  /** In declaration order. */
  readonly members: readonly [OrderedRoute, ...OrderedRoute[]];
}

interface Group extends PatternRoutes {
  readonly members: [OrderedRoute, ...OrderedRoute[]];
  /** For its routes without constraints: a path of them, and who could match it. */
  plain: Sample | undefined;
}

interface Sample {
  readonly word: readonly number[];
  /** Those whose first route comes first before the others. */
  readonly rivals: readonly Group[];
}

/** So many lists of rivals are kept: routes that differ in their names alone have one path as a sample. */
const mostRivals = 1_000;

export class Precedence {
  readonly relations = new RouteRelations();
  readonly #groups = new Map<string, Group>();
  #filledIndex: PathIndex<Group> | undefined;
  /** Who could match a path, by its pieces. */
  readonly #rivals = new Map<string, readonly Group[]>();
  /** Of the routes with constraints, by their place. */
  readonly #samples = new Map<number, Sample>();

  constructor(readonly routes: readonly RouteDefinition[]) {
    for (const [order, route] of routes.entries()) {
      const { pattern } = route;
      const known = this.#groups.get(pattern.text);
      if (known) known.members.push({ route, order });
      else this.#groups.set(pattern.text, { pattern, members: [{ route, order }], plain: undefined });
    }
  }

  /** The patterns of the table, each once, in the order in which they come first. */
  patterns(): Iterable<PatternRoutes> {
    return this.#groups.values();
  }

  get #index(): PathIndex<Group> {
    if (!this.#filledIndex) {
      this.#filledIndex = new PathIndex();
      for (const group of this.#groups.values()) this.#filledIndex.add(group.pattern, group);
    }
    return this.#filledIndex;
  }

  /** The routes that no request can reach, in declaration order. Sound: a reachable route is never among them. */
  *unreachable(mayHide?: MayHide): Generator<UnreachableRoute> {
    for (const [order, route] of this.routes.entries()) {
      const hiding = this.hiding(route, order, mayHide);
      if (hiding) yield { route, ...hiding };
    }
  }

  /** The routes that match a path (a word of path-language.ts), callables and requests aside, in no certain order. */
  *matching(word: readonly number[]): Generator<RouteDefinition> {
    for (const { members } of this.#rivalsFor(word)) {
      for (const { route } of members) if (matchesWord(route, word)) yield route;
    }
  }

  /** The earlier routes of some patterns that match a sample path of a route, callables and requests aside. */
  *takers(
    route: RouteDefinition,
    order: number,
    isWanted: (pattern: Pattern) => boolean,
  ): Generator<RouteDefinition> {
    const sample = this.#sample(route, order);
    if (!sample) return;
    for (const { pattern, members } of sample.rivals) {
      if (!isWanted(pattern)) continue;
      for (const other of members)
        if (other.order < order && matchesWord(other.route, sample.word)) yield other.route;
    }
  }

  /**
   * Those before the place `order` that together answer every request that the route would answer; undefined where one
   * is left, or where one cannot say. Sound: what is said to be hidden is.
   */
  hiding(route: RouteDefinition, order: number, mayHide: MayHide = () => true): Hiding | undefined {
    const sample = this.#sample(route, order);
    if (!sample) return undefined;
    // Mostly nobody before has a path that begins like this one.
    if (!sample.rivals.some(({ members: [first] }) => first.order < order)) return undefined;
    return new Search(this, sample, route, order, mayHide, (word) => this.#rivalsFor(word)).run();
  }

  /**
   * A path of the route that one of some earlier routes is the first to answer, as the router has it: no other route
   * before may come first, whatever its callables say. Undefined where none was found.
   */
  witness(
    route: RouteDefinition,
    order: number,
    by: readonly RouteDefinition[],
    words: Iterable<readonly number[]> = this.#wordsPast(route, order, by),
  ): string | undefined {
    for (const word of words) {
      const first = verbsOf(route)
        .map((verb) => this.#firstOn(word, verb, route, order))
        .find((taker) => taker && by.includes(taker));
      if (!first) continue;
      const path = pathOf(word);
      const canonical = canonicalPath(path);
      if (canonical !== undefined && matchPattern(route, canonical) && matchPattern(first, canonical))
        return path;
    }
    return undefined;
  }

  /** Paths of a route: a plain one, those that no route before `by` has, and others that differ in kind. */
  *#wordsPast(
    route: RouteDefinition,
    order: number,
    by: readonly RouteDefinition[],
  ): Generator<readonly number[]> {
    let word = this.relations.sample(route);
    const others: RouteDefinition[] = [];
    while (typeof word !== 'string') {
      yield word;
      const takers: (RouteDefinition | undefined)[] = [];
      for (const verb of verbsOf(route)) takers.push(this.#firstOn(word, verb, route, order));
      const other = takers.find((taker) => taker && !by.includes(taker) && !others.includes(taker));
      if (!other || others.length >= mostSuspects) break;
      others.push(other);
      const left = this.relations.uncovered(others, route);
      word = typeof left === 'string' ? left : left.word;
    }
    yield* this.relations.words(route);
  }

  /** The first route before a place that may answer the verb on a path, to a request that is for a certain later one. */
  #firstOn(
    word: readonly number[],
    verb: string,
    route: RouteDefinition,
    order: number,
  ): RouteDefinition | undefined {
    return this.firstTaker(
      word,
      this.#rivalsFor(word),
      order,
      (other) => answersMethod(other, verb) && !isEvaded(route, other),
    )?.route;
  }

  /**
   * The first route before a place that may take a path and matches it, callables and requests aside; undefined also where very many would have
   * to be asked.
   */
  firstTaker(
    word: readonly number[],
    rivals: readonly PatternRoutes[],
    before: number,
    mayTake: (route: RouteDefinition) => boolean,
  ): OrderedRoute | undefined {
    let first: OrderedRoute | undefined;
    let asked = 0;
    for (const { members } of rivals) {
      // Those that follow begin later.
      if (members[0].order >= (first?.order ?? before)) break;
      for (const member of members) {
        if (member.order >= (first?.order ?? before)) break;
        if (++asked > mostAsked) return undefined;
        if (!mayTake(member.route) || !matchesWord(member.route, word)) continue;
        first = member;
        break;
      }
    }
    return first;
  }

  #sample(route: RouteDefinition, order: number): Sample | undefined {
    const isOwn = this.routes[order] === route;
    const known = isOwn ? this.#samples.get(order) : undefined;
    if (known) return known;
    const group = route.segmentConstraints.size === 0 ? this.#groups.get(route.pattern.text) : undefined;
    const sample = group?.plain ?? this.#findSample(route);
    if (group) group.plain = sample;
    else if (isOwn && sample) this.#samples.set(order, sample);
    return sample;
  }

  #findSample(route: RouteDefinition): Sample | undefined {
    const word = this.relations.sample(route);
    return typeof word === 'string' ? undefined : { word, rivals: this.#rivalsFor(word) };
  }

  #rivalsFor(word: readonly number[]): readonly Group[] {
    const pieces = piecesOf(word);
    const key = JSON.stringify(pieces);
    let rivals = this.#rivals.get(key);
    if (rivals === undefined) {
      rivals = [...new Set(this.#index.candidates(pieces))].sort(
        ({ members: [a] }, { members: [b] }) => a.order - b.order,
      );
      if (this.#rivals.size >= mostRivals) this.#rivals.clear();
      this.#rivals.set(key, rivals);
    }
    return rivals;
  }
}

/** The search for those who hide one route. */
class Search {
  readonly #implied = new Map<RouteDefinition, boolean>();

  constructor(
    readonly table: Precedence,
    readonly sample: Sample,
    readonly route: RouteDefinition,
    readonly order: number,
    readonly mayHide: MayHide,
    readonly rivalsFor: (word: readonly number[]) => readonly Group[],
  ) {}

  run(): Hiding | undefined {
    const verbs = verbsOf(this.route);
    if (verbs.length === 0) return undefined;
    const suspects = new Set<OrderedRoute>();
    for (const verb of verbs) {
      const hiding = this.#whoHides(verb);
      if (!hiding) return undefined;
      for (const suspect of hiding) suspects.add(suspect);
    }
    const { relations } = this.table;
    const [first, ...others] = [...suspects].sort((a, b) => a.order - b.order).map(({ route }) => route);
    if (!first) return undefined;
    const all: Hiding['by'] = [first, ...others];
    const alone = all.find(
      (other) => verbs.every((verb) => answersMethod(other, verb)) && relations.covers([other], this.route),
    );
    // One that has all paths may be the first on none of them: `/*path` behind `/:n` of `/:slug`.
    const blamed: Hiding['by'] = alone ? [alone] : all;
    for (const by of alone && others.length > 0 ? [blamed, all] : [blamed]) {
      const witness = this.table.witness(this.route, this.order, by);
      if (witness !== undefined) return { by, witness };
    }
    return { by: blamed, witness: undefined };
  }

  /** Earlier routes that together answer the verb on every path of the route; undefined if one path is left. */
  #whoHides(verb: string): OrderedRoute[] | undefined {
    const { relations } = this.table;
    const twin = this.#twin(verb);
    if (twin !== undefined) return [twin];
    const suspects: OrderedRoute[] = [];
    let { word, rivals } = this.sample;
    while (suspects.length < mostSuspects) {
      const suspect = this.table.firstTaker(
        word,
        rivals,
        this.order,
        (other) => this.#mayAnswer(other, verb) && this.#isKnown(other),
      );
      if (suspect === undefined) return undefined;
      suspects.push(suspect);
      // A literal path is the only one of its route.
      if (isLiteral(this.route.pattern) || (suspects.length === 1 && isLikeness(suspect.route, this.route)))
        return suspects;
      const uncovered = relations.uncovered(
        suspects.map(({ route }) => route),
        this.route,
      );
      if (uncovered === 'none') return suspects;
      if (uncovered === 'unknown') return undefined;
      word = uncovered.word;
      rivals = this.rivalsFor(word);
    }
    return undefined;
  }

  /** An earlier route that hides nothing but its own likeness, where this is one. */
  #twin(verb: string): OrderedRoute | undefined {
    if (this.route.segmentConstraints.size === 0) return undefined;
    const { relations } = this.table;
    const group = this.sample.rivals.find(({ pattern }) => pattern.text === this.route.pattern.text);
    return group?.members.find(
      ({ route: other, order }) =>
        order < this.order &&
        this.#mayAnswer(other, verb) &&
        !relations.isExact(other) &&
        isLikeness(other, this.route),
    );
  }

  /** Whether trying a path of this route on another one says what the other one answers. */
  #isKnown(other: RouteDefinition): boolean {
    return isLiteral(this.route.pattern) ? !asksSegmentCallable(other) : this.table.relations.isExact(other);
  }

  /** Whether another route may be blamed, and answers the verb on every request that the route answers. */
  #mayAnswer(other: RouteDefinition, verb: string): boolean {
    return answersMethod(other, verb) && this.mayHide(other) && this.#isImplied(other);
  }

  #isImplied(other: RouteDefinition): boolean {
    if (other.requestConstraints.length === 0) return true;
    let implied = this.#implied.get(other);
    if (implied === undefined) this.#implied.set(other, (implied = requestsImply(this.route, other)));
    return implied;
  }
}
