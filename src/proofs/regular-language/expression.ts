// Regular languages as expressions, and their derivatives (Brzozowski 1964; Owens, Reppy and Turon 2009).
//
// The derivative of a language by a symbol is what may follow that symbol: `ab|ac` by `a` is `b|c`. A word is in the language if the
// derivative by all its symbols contains the empty word. Intersection and complement are as cheap as union, so "is A within B?" asks if `A
// & ~B` has a word (search.ts).
//
// Equal expressions are one object, because unions and intersections are flattened and sorted. The number of different derivatives is
// therefore finite, and a search can remember which it has seen. Expressions live as long as their `Expressions`.

import {
  type CharacterSet,
  emptySet,
  everySymbol,
  hasSymbol,
  intersectionOf,
  unionOf,
} from './character-set.js';

interface Shared {
  readonly id: number;
  /** Whether the language contains the empty word. */
  readonly nullable: boolean;
}

export type Expression = Shared &
  (
    | { readonly kind: 'empty-word' }
    | { readonly kind: 'set'; readonly set: CharacterSet }
    | { readonly kind: 'sequence'; readonly first: Expression; readonly rest: Expression }
    | { readonly kind: 'union'; readonly members: readonly Expression[] }
    | { readonly kind: 'intersection'; readonly members: readonly Expression[] }
    | { readonly kind: 'complement'; readonly of: Expression }
    | { readonly kind: 'repeat'; readonly of: Expression; readonly min: number; readonly max: number }
  );

interface FirstSets {
  /** Every word begins with one of these symbols, but not each of them has to begin a word. */
  readonly possible: CharacterSet;
  readonly sets: readonly CharacterSet[];
}

const noFirstSets: FirstSets = { possible: emptySet, sets: [] };

/** Makes expressions and their derivatives. Expressions of two makers must not be mixed. */
export class Expressions {
  readonly #known = new Map<string, Expression>();
  readonly #sequences = new Map<number, Expression>();
  readonly #firstSets = new Map<Expression, FirstSets>();
  #size = 0;
  #work = 0;

  /** The language without words. */
  readonly nothing: Expression = this.set(emptySet);
  /** The language that contains only the empty word. */
  readonly emptyWord: Expression = this.#make('e', (id) => ({ id, kind: 'empty-word', nullable: true }));
  /** The language of all words. */
  readonly anything: Expression = this.#make(`r${this.set(everySymbol).id},0,Infinity`, (id) => ({
    id,
    kind: 'repeat',
    nullable: true,
    of: this.set(everySymbol),
    min: 0,
    max: Infinity,
  }));

  /** The number of different expressions made so far, as a measure of memory. */
  get size(): number {
    return this.#size;
  }

  /** The number of expressions looked at so far, as a measure of time. */
  get work(): number {
    return this.#work;
  }

  /** The language of single symbols from the set. */
  set(set: CharacterSet): Expression {
    return this.#make(`s${set.join()}`, (id) => ({ id, kind: 'set', nullable: false, set }));
  }

  /** The parts one after the other. */
  sequence(...parts: readonly Expression[]): Expression {
    return parts.reduceRight((rest, first) => this.#pair(first, rest), this.emptyWord);
  }

  #pair(first: Expression, rest: Expression): Expression {
    if (first === this.nothing || rest === this.nothing) return this.nothing;
    if (first === this.emptyWord) return rest;
    if (rest === this.emptyWord) return first;
    if (first.kind === 'sequence') return this.#pair(first.first, this.#pair(first.rest, rest));
    const key = first.id * 2 ** 26 + rest.id;
    let made = this.#sequences.get(key);
    if (!made) {
      made = { id: this.#size++, kind: 'sequence', nullable: first.nullable && rest.nullable, first, rest };
      this.#sequences.set(key, made);
    }
    return made;
  }

  union(...parts: readonly Expression[]): Expression {
    const members = new Set<Expression>();
    const sets: CharacterSet[] = [];
    const add = (part: Expression): void => {
      if (part.kind === 'union') part.members.forEach(add);
      else if (part.kind === 'set') sets.push(part.set);
      else members.add(part);
    };
    parts.forEach(add);
    if (members.has(this.anything)) return this.anything;
    const [first = emptySet] = sets;
    const set = sets.length > 1 ? unionOf(...sets) : first;
    if (set.length > 0) members.add(this.set(set));
    return members.size === 0 ? this.nothing : this.#ofMembers('union', members);
  }

  intersection(...parts: readonly Expression[]): Expression {
    const members = new Set<Expression>();
    let set: CharacterSet | undefined;
    const add = (part: Expression): void => {
      if (part.kind === 'intersection') part.members.forEach(add);
      else if (part.kind === 'set') set = set ? intersectionOf(set, part.set) : part.set;
      else if (part !== this.anything) members.add(part);
    };
    parts.forEach(add);
    if (set) {
      if (set.length === 0) return this.nothing;
      members.add(this.set(set));
    }
    for (const member of members) {
      if (member.kind === 'complement' && members.has(member.of)) return this.nothing;
    }
    return members.size === 0 ? this.anything : this.#ofMembers('intersection', members);
  }

  #ofMembers(kind: 'union' | 'intersection', all: ReadonlySet<Expression>): Expression {
    const members = [...all].sort(byId);
    this.#work += members.length;
    const [only] = members;
    if (only && members.length === 1) return only;
    return this.#make(`${kind}${members.map(idOf).join()}`, (id) => {
      const nullable = kind === 'union' ? members.some(isNullable) : members.every(isNullable);
      return { id, kind, nullable, members };
    });
  }

  /** All words that are not in the language. */
  complement(of: Expression): Expression {
    if (of.kind === 'complement') return of.of;
    if (of === this.nothing) return this.anything;
    if (of === this.anything) return this.nothing;
    return this.#make(`n${of.id}`, (id) => ({ id, kind: 'complement', nullable: !of.nullable, of }));
  }

  /** `of` repeated `min` to `max` times; `max` may be Infinity. */
  repeat(of: Expression, min: number, max: number): Expression {
    if (max === 0 || of === this.emptyWord) return this.emptyWord;
    if (of === this.nothing) return min === 0 ? this.emptyWord : this.nothing;
    if (min === 1 && max === 1) return of;
    if (of.kind === 'repeat' && of.min === 0 && of.max === Infinity) return of;
    return this.#make(`r${of.id},${min},${max}`, (id) => ({
      id,
      kind: 'repeat',
      nullable: min === 0 || of.nullable,
      of,
      min,
      max,
    }));
  }

  optional(of: Expression): Expression {
    return this.union(this.emptyWord, of);
  }

  /** What may follow the symbol in words of the language. */
  derivative(of: Expression, symbol: number): Expression {
    this.#work++;
    switch (of.kind) {
      case 'empty-word':
        return this.nothing;
      case 'set':
        return hasSymbol(of.set, symbol) ? this.emptyWord : this.nothing;
      case 'sequence': {
        const inFirst = this.#pair(this.derivative(of.first, symbol), of.rest);
        return of.first.nullable ? this.union(inFirst, this.derivative(of.rest, symbol)) : inFirst;
      }
      case 'union':
        return this.union(...of.members.map((member) => this.derivative(member, symbol)));
      case 'intersection': {
        const members: Expression[] = [];
        for (const member of of.members) {
          const next = this.derivative(member, symbol);
          if (next === this.nothing) return this.nothing;
          members.push(next);
        }
        return this.intersection(...members);
      }
      case 'complement':
        return this.complement(this.derivative(of.of, symbol));
      case 'repeat':
        return this.#pair(
          this.derivative(of.of, symbol),
          this.repeat(of.of, Math.max(0, of.min - 1), of.max - 1),
        );
      default:
        return of satisfies never;
    }
  }

  /** What tells first symbols apart: two possible symbols that are in the same of these sets have the same derivative. */
  firstSets(of: Expression): FirstSets {
    let known = this.#firstSets.get(of);
    if (!known) this.#firstSets.set(of, (known = this.#findFirstSets(of)));
    return known;
  }

  #findFirstSets(of: Expression): FirstSets {
    switch (of.kind) {
      case 'empty-word':
        return noFirstSets;
      case 'set':
        return { possible: of.set, sets: of.set.length > 0 ? [of.set] : [] };
      case 'sequence': {
        const first = this.firstSets(of.first);
        if (!of.first.nullable) return first;
        const rest = this.firstSets(of.rest);
        return { possible: unionOf(first.possible, rest.possible), sets: distinct([first, rest]) };
      }
      case 'union': {
        const members = of.members.map((member) => this.firstSets(member));
        return { possible: unionOf(...members.map(({ possible }) => possible)), sets: distinct(members) };
      }
      case 'intersection': {
        const members = of.members.map((member) => this.firstSets(member));
        return {
          possible: members.map(({ possible }) => possible).reduce(intersectionOf),
          sets: distinct(members),
        };
      }
      case 'complement':
        return { possible: everySymbol, sets: this.firstSets(of.of).sets };
      case 'repeat':
        return this.firstSets(of.of);
      default:
        return of satisfies never;
    }
  }

  #make(key: string, build: (id: number) => Expression): Expression {
    const known = this.#known.get(key);
    if (known) return known;
    const made = build(this.#size++);
    this.#known.set(key, made);
    return made;
  }
}

function distinct(members: readonly FirstSets[]): readonly CharacterSet[] {
  return [...new Set(members.flatMap(({ sets }) => sets))];
}

const idOf = (expression: Expression): number => expression.id;
const isNullable = (expression: Expression): boolean => expression.nullable;
const byId = (a: Expression, b: Expression): number => a.id - b.id;
