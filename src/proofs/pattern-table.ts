// The routes of a table, grouped by pattern, with what is known about each: a sample path, and an answer that was found by trying paths. If
// a few routes change, an answer is kept unless a changed pattern could match one of the paths tried for it.
//
//   get '/photos/:id'        /photos/0: no earlier route                kept
//   get '/ty│                                                           changed: answered again, and so are routes with a path like it
//   get '/:page'             /0: no earlier route                       kept

import { piecesOf } from './path-language.js';
import { PathIndex } from './path-index.js';
import {
  PatternsByKey,
  type Alike,
  type Likeness,
  type OrderedRoute,
  type PatternRoutes,
} from './patterns-by-key.js';
import type { Found, Word } from './regular-language/search.js';
import type { Pattern } from '../routing/patterns/pattern.js';
import type { RouteDefinition } from '../routing/patterns/route.js';

/** The decoded pieces of a path that was tried. */
type Tried = readonly string[];

/** A sample path of a route. */
export interface Sample {
  readonly word: Word;
  readonly pieces: Tried;
  /** The patterns that could match it, ordered by their first route. */
  readonly rivals: readonly PatternRoutes[];
}

/** An answer about a route. `tried` are the paths that were tried for it, besides its sample. */
interface Finding {
  readonly tried: readonly Tried[];
}

class Group<Answer extends Finding> implements PatternRoutes {
  first: Member<Answer>;
  /** Empty if a change has removed the last of them. */
  readonly members: Member<Answer>[] = [];
  /** The sample of its routes without constraints. */
  sample: Sample | undefined = undefined;

  constructor(
    readonly pattern: Pattern,
    route: RouteDefinition,
    order: number,
  ) {
    this.first = new Member(route, order, this);
  }
}

/** A route with what is known about it. */
export class Member<Answer extends Finding> implements OrderedRoute {
  /** The sample of a route with constraints. */
  sample: Sample | undefined = undefined;
  answer: Answer | undefined = undefined;
  /** Another route that could replace this one, with its answer; `tried` then includes its sample. */
  instead: { readonly route: RouteDefinition; answer: Answer | undefined } | undefined = undefined;

  constructor(
    readonly route: RouteDefinition,
    public order: number,
    readonly group: Group<Answer>,
  ) {}
}

/** The maximal number of remembered lists of rivals. Routes that differ only in names share a sample path. */
const mostRivals = 1_000;
/** If a larger part of a table has changed, or of its patterns is gone, the table is made anew. */
const mostChanged = 1 / 8;
/** In small tables that does not matter. */
const fewRoutes = 64;

export class PatternTable<Answer extends Finding> {
  #members: readonly Member<Answer>[];
  /** Groups without routes are kept, because patterns come and go while somebody types. */
  readonly #groups = new Map<string, Group<Answer>>();
  #filledIndex: PathIndex<Group<Answer>> | undefined;
  readonly #byKey = new Map<Likeness, PatternsByKey>();
  /** The patterns that could match a path, by its pieces. */
  readonly #rivals = new Map<string, readonly Group<Answer>[]>();

  constructor(public routes: readonly RouteDefinition[]) {
    this.#members = routes.map((route, order) => this.#added(route, order));
  }

  #added(route: RouteDefinition, order: number): Member<Answer> {
    const { pattern } = route;
    let group = this.#groups.get(pattern.text);
    const isNew = !group;
    if (!group) this.#groups.set(pattern.text, (group = new Group(pattern, route, order)));
    const member = isNew ? group.first : new Member(route, order, group);
    group.members.push(member);
    if (isNew) this.#filledIndex?.add(pattern, group);
    return member;
  }

  /** The index of a route in the table. */
  orderOf(route: RouteDefinition): number | undefined {
    return this.#groups.get(route.pattern.text)?.members.find((member) => member.route === route)?.order;
  }

  /** The member for a route, if it is at this index. */
  member(route: RouteDefinition, order: number): Member<Answer> | undefined {
    const member = this.#members[order];
    return member?.route === route ? member : undefined;
  }

  /** The groups of patterns that deserve a report. */
  alike(likeness: Likeness): readonly Alike[] {
    let byKey = this.#byKey.get(likeness);
    if (!byKey) {
      this.#byKey.set(likeness, (byKey = new PatternsByKey(likeness)));
      byKey.change(this.#groups.values());
    }
    return byKey.notable();
  }

  /** A sample path of a route that is in the table or could be. `find` finds one if none is known. */
  sample(route: RouteDefinition, order: number, find: () => Found): Sample | undefined {
    const owner =
      route.segmentConstraints.size === 0 ? this.#groups.get(route.pattern.text) : this.member(route, order);
    if (owner?.sample) return owner.sample;
    const word = find();
    if (typeof word === 'string') return undefined;
    const pieces = piecesOf(word);
    const sample = { word, pieces, rivals: this.rivals(pieces) };
    if (owner) owner.sample = sample;
    return sample;
  }

  /** The patterns that could match a path, ordered by their first route. */
  rivals(pieces: Tried): readonly PatternRoutes[] {
    const key = JSON.stringify(pieces);
    let rivals = this.#rivals.get(key);
    if (rivals === undefined) {
      rivals = [...new Set(this.#index.candidates(pieces))]
        .filter(({ members }) => members.length > 0)
        .sort(({ first: a }, { first: b }) => a.order - b.order);
      if (this.#rivals.size >= mostRivals) this.#rivals.clear();
      this.#rivals.set(key, rivals);
    }
    return rivals;
  }

  get #index(): PathIndex<Group<Answer>> {
    if (!this.#filledIndex) {
      this.#filledIndex = new PathIndex();
      for (const group of this.#groups.values()) this.#filledIndex.add(group.pattern, group);
    }
    return this.#filledIndex;
  }

  /** Changes the table to other routes. Returns false and changes nothing if making a new table is cheaper. */
  become(routes: readonly RouteDefinition[]): boolean {
    const before = this.#members;
    const most = Math.min(before.length, routes.length);
    let start = 0;
    while (start < most && before[start]?.route === routes[start]) start++;
    let kept = 0;
    while (kept < most - start && before.at(-1 - kept)?.route === routes.at(-1 - kept)) kept++;
    const removed = before.slice(start, before.length - kept);
    const inserted = routes.slice(start, routes.length - kept);
    const isLargeChange = removed.length + inserted.length > fewRoutes + before.length * mostChanged;
    if (isLargeChange || this.#groups.size > fewRoutes + before.length * (1 + mostChanged)) return false;

    const changed = new Set<Group<Answer>>();
    for (const member of removed) {
      member.group.members.splice(member.group.members.indexOf(member), 1);
      changed.add(member.group);
    }
    const added = inserted.map((route, index) => this.#added(route, start + index));
    for (const { group } of added) changed.add(group);
    this.routes = routes;
    this.#members = [...before.slice(0, start), ...added, ...before.slice(before.length - kept)];
    if (removed.length !== inserted.length)
      for (let order = start + added.length; order < this.#members.length; order++) {
        const member = this.#members[order];
        if (member) member.order = order;
      }
    for (const group of changed) {
      group.members.sort((a, b) => a.order - b.order);
      group.first = group.members[0] ?? group.first;
    }
    for (const byKey of this.#byKey.values()) byKey.change(changed);
    this.#forget(changed);
    return true;
  }

  /** Forgets everything that was found with a path that one of these patterns could match. */
  #forget(changed: ReadonlySet<PatternRoutes>): void {
    const index = new PathIndex<PatternRoutes>();
    for (const group of changed) index.add(group.pattern, group);
    const isTouched = (pieces: Tried): boolean => index.candidates(pieces).length > 0;
    this.#rivals.clear();
    for (const group of this.#groups.values())
      if (group.sample && isTouched(group.sample.pieces)) group.sample = undefined;
    for (const member of this.#members) {
      if (member.sample && isTouched(member.sample.pieces)) member.sample = undefined;
      const { answer } = member;
      if (answer && (!(member.sample ?? member.group.sample) || answer.tried.some(isTouched)))
        member.answer = undefined;
      const { instead } = member;
      if (instead?.answer?.tried.some(isTouched)) instead.answer = undefined;
    }
  }
}
