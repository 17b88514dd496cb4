// Finds the earlier routes that answer the requests of a route, so that it is never reached.
//
// A route may be hidden by one earlier route, or by several together: `/:a` with a => /x|y/ after `/x` and `/y`. The search uses
// counter-examples. It takes a path of the route; the first earlier route that answers it becomes a suspect. Then it takes a path that no
// suspect has, and so on. If there is no such path left, the route is hidden. If no earlier route answers the path, it is not.
//
// Routes are grouped by pattern, and patterns are in an index (path-index.ts). Languages are compared only after an earlier route has taken
// a path.

import { isLikeness } from './likeness.js';
import { matchesWord, pathOf, piecesOf } from './path-language.js';
import { PatternTable, type Sample } from './pattern-table.js';
import type { Alike, Likeness, OrderedRoute, PatternRoutes } from './patterns-by-key.js';
import { matchPattern } from '../routing/patterns/backtracking.js';
import type { Pattern } from '../routing/patterns/pattern.js';
import { asksSegmentCallable, isLiteral, mayAnswer, RouteRelations, verbsOf } from './relation.js';
import { canonicalPath } from '../routing/patterns/request-path.js';
import { isEvaded, requestsImply } from './request-implication.js';
import type { Word } from './regular-language/search.js';
import { answersMethod, type RouteDefinition } from '../routing/patterns/route.js';

/** Earlier routes that answer every request of a route. */
interface Hiding {
  /** In declaration order; mostly one. */
  readonly by: readonly [RouteDefinition, ...RouteDefinition[]];
  /** A path of the route that one of them is the first to answer; undefined if none was found. */
  readonly witness: string | undefined;
}

/** A route that no request reaches, with the routes that hide it. */
interface UnreachableRoute extends Hiding {
  readonly route: RouteDefinition;
}

/** Whether a route may be reported as hiding others. */
type MayHide = (route: RouteDefinition) => boolean;

/** Whether the route's target may decline a request with `x-cascade: pass`, so that the next route is tried. */
export const mayDecline = ({ target: { kind } }: RouteDefinition): boolean =>
  kind === 'mount' || kind === 'callable';

/** Whether a route certainly answers every request that it matches. */
export const answersAll: MayHide = (route) => !mayDecline(route);

/** The maximal number of suspects. */
export const mostSuspects = 24;

/** The maximal number of routes tested on one path. If there are more, no route is reported to be first on it. */
const mostAsked = 1_000;

/** The routes that hide a route, if any, and the paths that were tried to find out. */
interface Answer {
  readonly hiding: Hiding | undefined;
  readonly tried: readonly (readonly string[])[];
}

/** The usual answer: no earlier route has a path that begins like the sample. */
const isFree: Answer = { hiding: undefined, tried: [] };

const anyone: MayHide = () => true;

export class Precedence {
  readonly relations = new RouteRelations();
  readonly #table: PatternTable<Answer>;
  /** The `mayHide` for which answers are kept: the first one that is used. */
  #mayHide: MayHide | undefined;
  /** The paths that are tried while an answer is searched. */
  #tried: (readonly string[])[] | undefined;

  /** @param before the table of an earlier version, which must not be used afterwards: what still holds is taken over */
  constructor(
    readonly routes: readonly RouteDefinition[],
    before?: Precedence,
  ) {
    const isTakenOver = before !== undefined && before.#table.become(routes);
    this.#table = isTakenOver ? before.#table : new PatternTable(routes);
    if (isTakenOver) this.#mayHide = before.#mayHide;
  }

  /** The groups of patterns that deserve a report, in declaration order. */
  alike(likeness: Likeness): readonly Alike[] {
    return this.#table.alike(likeness);
  }

  /** The routes that no request can reach, in declaration order. Sound: it never contains a reachable route. */
  *unreachable(mayHide?: MayHide): Generator<UnreachableRoute> {
    for (const [order, route] of this.routes.entries()) {
      const hiding = this.hiding(route, order, mayHide);
      if (hiding) yield { route, ...hiding };
    }
  }

  /** The index of a route in the table; undefined if it is not in the table. */
  orderOf(route: RouteDefinition): number | undefined {
    return this.#table.orderOf(route);
  }

  /** The routes that match a path (a word of path-language.ts), in any order. Callables and request constraints are ignored. */
  *matching(word: Word): Generator<RouteDefinition, undefined> {
    for (const { members } of this.#rivalsFor(word)) {
      for (const { route } of members) if (matchesWord(route, word)) yield route;
    }
  }

  /** The earlier routes with certain patterns that match the sample path of a route. Callables and request constraints are ignored. */
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
   * The routes before index `order` that together answer every request that the route would answer; undefined if a request is left, or it
   * is not certain. Sound: a route that is reported as hidden is hidden.
   */
  hiding(route: RouteDefinition, order: number, mayHide: MayHide = anyone): Hiding | undefined {
    const member = (this.#mayHide ??= mayHide) === mayHide ? this.#table.member(route, order) : undefined;
    if (member?.answer) return member.answer.hiding;
    const sample = this.#sample(route, order);
    if (!sample) return undefined;
    const answer = this.#answer(sample, route, order, mayHide);
    if (member) member.answer = answer;
    return answer.hiding;
  }

  /**
   * The routes that would hide another route in the place of a route of the table. `make` makes the other route and has to depend on its
   * argument alone. Undefined also if the first route is hidden itself.
   */
  hidingInstead(
    route: RouteDefinition,
    make: (route: RouteDefinition) => RouteDefinition,
    mayHide: MayHide,
  ): Hiding | undefined {
    const order = this.#table.orderOf(route);
    const member = order === undefined ? undefined : this.#table.member(route, order);
    if (order === undefined || !member) return undefined;
    const instead = (member.instead ??= { route: make(route), answer: undefined });
    if (!instead.answer) {
      const sample = this.#sample(instead.route, order);
      if (!sample) return undefined;
      const { hiding, tried } = this.#answer(sample, instead.route, order, mayHide);
      instead.answer = { hiding, tried: [sample.pieces, ...tried] };
    }
    const { hiding } = instead.answer;
    return hiding && !this.hiding(route, order, mayHide) ? hiding : undefined;
  }

  #answer(sample: Sample, route: RouteDefinition, order: number, mayHide: MayHide): Answer {
    if (!sample.rivals.some(({ first }) => first.order < order)) return isFree;
    const tried: Answer['tried'][number][] = [];
    this.#tried = tried;
    const hiding = new Search(this, sample, route, order, mayHide, (word) => this.#rivalsFor(word)).run();
    this.#tried = undefined;
    return hiding || tried.length > 0 ? { hiding, tried } : isFree;
  }

  /**
   * A path of the route that one of the routes `by` is the first to answer: no other earlier route may come first, whatever its callables
   * decide. Undefined if none was found.
   */
  witness(
    route: RouteDefinition,
    order: number,
    by: readonly RouteDefinition[],
    words: Iterable<Word> = this.#wordsPast(route, order, by),
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

  /** Paths of a route to try: its sample, paths that no earlier route outside of `by` has, and paths of different kinds. */
  *#wordsPast(route: RouteDefinition, order: number, by: readonly RouteDefinition[]): Generator<Word> {
    let word = this.relations.sample(route);
    const others: RouteDefinition[] = [];
    while (typeof word !== 'string') {
      yield word;
      const takers: (RouteDefinition | undefined)[] = [];
      for (const verb of verbsOf(route)) takers.push(this.#firstOn(word, verb, route, order));
      const other = takers.find((taker) => taker && !by.includes(taker) && !others.includes(taker));
      if (!other || others.length >= mostSuspects) break;
      others.push(other);
      word = this.relations.uncovered(others, route);
    }
    yield* this.relations.words(route);
  }

  /** The first route before an index that may answer the verb on a path, for a request that the given later route would answer. */
  #firstOn(word: Word, verb: string, route: RouteDefinition, order: number): RouteDefinition | undefined {
    return this.firstTaker(
      word,
      this.#rivalsFor(word),
      order,
      (other) => mayAnswer(other, verb) && !isEvaded(route, other),
    )?.route;
  }

  /**
   * The first route before an index that matches a path and for which `mayTake` is true. Callables and request constraints are ignored.
   * Undefined also if too many routes would have to be tested.
   */
  firstTaker(
    word: Word,
    rivals: readonly PatternRoutes[],
    before: number,
    mayTake: (route: RouteDefinition) => boolean,
  ): OrderedRoute | undefined {
    let first: OrderedRoute | undefined;
    let asked = 0;
    for (const { first: earliest, members } of rivals) {
      // Groups are ordered, so all further ones begin later.
      if (earliest.order >= (first?.order ?? before)) break;
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
    return this.#table.sample(route, order, () => this.relations.sample(route));
  }

  #rivalsFor(word: Word): readonly PatternRoutes[] {
    const pieces = piecesOf(word);
    this.#tried?.push(pieces);
    return this.#table.rivals(pieces);
  }
}

/** The search for the routes that hide one route. */
class Search {
  readonly #implied = new Map<RouteDefinition, boolean>();

  constructor(
    readonly table: Precedence,
    readonly sample: Sample,
    readonly route: RouteDefinition,
    readonly order: number,
    readonly mayHide: MayHide,
    readonly rivalsFor: (word: Word) => readonly PatternRoutes[],
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
    // A route that has all the paths may be the first on none of them: `/*path` after `/:n`, for `/:slug`.
    const blamed: Hiding['by'] = alone ? [alone] : all;
    for (const by of alone && others.length > 0 ? [blamed, all] : [blamed]) {
      const witness = this.table.witness(this.route, this.order, by);
      if (witness !== undefined) return { by, witness };
    }
    return { by: blamed, witness: undefined };
  }

  /** Earlier routes that together answer the verb on every path of the route; undefined if a path is left. */
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
      // A literal pattern has only this path.
      if (isLiteral(this.route.pattern) || (suspects.length === 1 && isLikeness(suspect.route, this.route)))
        return suspects;
      const uncovered = relations.uncovered(
        suspects.map(({ route }) => route),
        this.route,
      );
      if (uncovered === 'none') return suspects;
      if (uncovered === 'unknown') return undefined;
      word = uncovered;
      rivals = this.rivalsFor(word);
    }
    return undefined;
  }

  /**
   * An earlier route that is alike in pattern and segment constraints, callables included. It hides this route although its paths are not
   * known exactly.
   */
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

  /** Whether testing a path tells for certain if the other route answers it. */
  #isKnown(other: RouteDefinition): boolean {
    return isLiteral(this.route.pattern) ? !asksSegmentCallable(other) : this.table.relations.isExact(other);
  }

  /** Whether another route may be reported, and answers the verb on every request that the route answers. */
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
