// The routes of a table by their patterns, and what is known of each: a path of its own, and what an answer came to that was looked for by
// trying paths. When a few routes change, what is known of the others stays, but for those of whose paths one may be taken by what has changed.
//
//   get '/photos/:id'        /photos/0: nobody before                   kept
//   get '/ty│                                                           another: asked anew, and so are those with a path that both have
//   get '/:page'             /0: nobody before                          kept

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

/** The pieces of a path for which was asked who could match it. */
type Tried = readonly string[];

/** A path of a route. */
export interface Sample {
  readonly word: Word;
  readonly pieces: Tried;
  /** Those who could match it; those whose first route comes first before the others. */
  readonly rivals: readonly PatternRoutes[];
}

/** What was found out about a route by trying these paths beside its sample. */
interface Finding {
  readonly tried: readonly Tried[];
}

class Group<Answer extends Finding> implements PatternRoutes {
  first: Member<Answer>;
  /** None where a change has taken out the last of them. */
  readonly members: Member<Answer>[] = [];
  /** For its routes without constraints. */
  sample: Sample | undefined = undefined;

  constructor(
    readonly pattern: Pattern,
    route: RouteDefinition,
    order: number,
  ) {
    this.first = new Member(route, order, this);
  }
}

/** A route, with what is known of it. */
export class Member<Answer extends Finding> implements OrderedRoute {
  /** For a route with constraints. */
  sample: Sample | undefined = undefined;
  answer: Answer | undefined = undefined;
  /** Of another route that might stand in its place; tried is its sample too. */
  instead: { readonly route: RouteDefinition; answer: Answer | undefined } | undefined = undefined;

  constructor(
    readonly route: RouteDefinition,
    public order: number,
    readonly group: Group<Answer>,
  ) {}
}

/** So many lists of rivals are kept: routes that differ in their names alone have one path as a sample. */
const mostRivals = 1_000;
/** A table of which more than this part has changed is made anew, and so is one of which this part of the patterns is gone. */
const mostChanged = 1 / 8;
/** In a small one that is no matter. */
const fewRoutes = 64;

export class PatternTable<Answer extends Finding> {
  #members: readonly Member<Answer>[];
  /** Those of whose routes none is left are kept: what is typed comes and goes. */
  readonly #groups = new Map<string, Group<Answer>>();
  #filledIndex: PathIndex<Group<Answer>> | undefined;
  readonly #byKey = new Map<Likeness, PatternsByKey>();
  /** Who could match a path, by its pieces. */
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

  /** The place of a route of the table. */
  orderOf(route: RouteDefinition): number | undefined {
    return this.#groups.get(route.pattern.text)?.members.find((member) => member.route === route)?.order;
  }

  /** A route of the table by its place, where it is that. */
  member(route: RouteDefinition, order: number): Member<Answer> | undefined {
    const member = this.#members[order];
    return member?.route === route ? member : undefined;
  }

  /** The patterns that have something in common of which something is to be said. */
  alike(likeness: Likeness): readonly Alike[] {
    let byKey = this.#byKey.get(likeness);
    if (!byKey) {
      this.#byKey.set(likeness, (byKey = new PatternsByKey(likeness)));
      byKey.change(this.#groups.values());
    }
    return byKey.notable();
  }

  /** A path of a route: of one in the table, or of one that it may have. `find` looks for one. */
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

  /** Who could match a path; those whose first route comes first before the others. */
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

  /** Makes this the table of other routes; false, with nothing done, where most of it would have to be looked at anew. */
  become(routes: readonly RouteDefinition[]): boolean {
    const before = this.#members;
    const most = Math.min(before.length, routes.length);
    let start = 0;
    while (start < most && before[start]?.route === routes[start]) start++;
    let kept = 0;
    while (kept < most - start && before.at(-1 - kept)?.route === routes.at(-1 - kept)) kept++;
    const gone = before.slice(start, before.length - kept);
    const come = routes.slice(start, routes.length - kept);
    const isMuch = gone.length + come.length > fewRoutes + before.length * mostChanged;
    if (isMuch || this.#groups.size > fewRoutes + before.length * (1 + mostChanged)) return false;

    const changed = new Set<Group<Answer>>();
    for (const member of gone) {
      member.group.members.splice(member.group.members.indexOf(member), 1);
      changed.add(member.group);
    }
    const added = come.map((route, index) => this.#added(route, start + index));
    for (const { group } of added) changed.add(group);
    this.routes = routes;
    this.#members = [...before.slice(0, start), ...added, ...before.slice(before.length - kept)];
    if (gone.length !== come.length)
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

  /** Forgets of all routes what was found by a path that one of some patterns could match. */
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
