// Makes the paths of a route whose pattern may have optional groups, globs, constraints and defaults.
//
// What is written for each choice of optional names is decided once (path-plan.ts); a call then encodes values and joins them with ready
// texts. `ReadingGenerator` (path-reading.ts) extends this to paths that may have another reading.

import { type PatternSlot, type QuickText, type SlotDemands, slotsOf } from './generation-slot.js';
import { carriedText, Generator, halfPair, type HelperRoute, type NamedValues } from './generator.js';
import { type Atom, isGiven, type PathPlan, pathPlan } from './path-plan.js';
import { keyOfRecord, textOfValue } from './segment-value.js';
import type { Pattern } from '../patterns/pattern.js';

/** The parts of a route from which its paths are made. */
type PatternRoute = HelperRoute & { readonly pattern: Pattern };

/** Sets of optional names are numbers with a bit for each name. Up to this many bits they stay exact. */
const mostNames = 50;

/** The text of each slot, by its index. Optional slots without a value have their default, or undefined. */
export type Texts = readonly (string | undefined)[];

/** The maximal number of plans that a route keeps. Most routes have few choices of optional names. */
const mostPlans = 256;

/** Makes the paths of routes whose paths have only one reading (`isReadAsWritten`). */
export class PatternGenerator extends Generator {
  declare readonly definition: PatternRoute;
  readonly slots: readonly PatternSlot[];
  #plans: readonly PathPlan[] = [];

  /** `demandsOn` gives the demands of constraints on a name. */
  constructor(definition: PatternRoute, demandsOn?: (name: string) => SlotDemands | undefined) {
    super(definition);
    this.slots = slotsOf(definition.pattern, definition.defaults, demandsOn);
  }

  /** The plan for a choice of optional names; `given` is the sum of their bits. */
  protected plan(given: number): PathPlan {
    const known = this.#plans.find((plan) => plan.given === given);
    if (known) return known;
    const { pattern } = this.definition;
    const plan = pathPlan(pattern, this.slots, given, (atoms) => this.separatorsOf(atoms));
    if (this.#plans.length < mostPlans) this.#plans = [...this.#plans, plan];
    return plan;
  }

  /** The characters that no value of these atoms may contain (`PathPlan.separators`). */
  protected separatorsOf(_atoms: readonly Atom[]): string | undefined {
    return '';
  }

  path(positional: readonly unknown[], named: NamedValues = {}, current?: unknown, slash?: unknown): string {
    const { slots } = this;
    const values = slots.map(({ name }) => (Object.hasOwn(named, name) ? named[name] : undefined));
    const open = slots.filter(({ index }) => values[index] === undefined);
    if (positional.length > open.length) throw this.surplus(positional.length, open.length);
    // Texts from the current request that fit the open names, by the index of their slot.
    const carried: string[] = [];
    for (const slot of open) {
      const text = carriedText(current, slot.name);
      if (text !== undefined && slot.refusal(text) === undefined) carried[slot.index] = text;
    }
    takers(open, positional.length, carried).forEach(({ name, index }, k) => {
      values[index] = keyOfRecord(positional[k], name);
    });
    const filled = open.filter(({ index }) => values[index] === undefined && index in carried);
    for (const { index } of filled) values[index] = carried[index];
    this.#settle(values, filled);
    const texts = slots.map((slot) => {
      const value = values[slot.index];
      if (value === undefined || (value === null && slot.isOptional)) {
        if (!slot.isOptional && slot.fallback === undefined) throw this.missing(slot.name);
        return slot.fallback;
      }
      const text = slot.textOf(value);
      if (text === undefined) throw this.refused(slot.name, value, slot.expects);
      return text;
    });
    const wanted = this.#planOf(texts);
    for (const slot of wanted.slots) {
      const text = texts[slot.index]!;
      const refused = slot.refusal(text);
      if (refused !== undefined) throw this.refused(slot.name, text, refused);
    }
    const [path, plan] = this.closely(wanted, texts) ?? [this.write(wanted, texts), wanted];
    return slash && !plan.endsInFormat && !path.endsWith('/') ? `${path}/` : path;
  }

  /** The path for these texts, without checking how it would be read. */
  protected write({ literals, slots }: PathPlan, texts: Texts, escapesDots?: boolean): string {
    let path = literals[0]!;
    slots.forEach((slot, k) => {
      const text = texts[slot.index]!;
      try {
        path += slot.encoded(text, escapesDots) + literals[k + 1]!;
      } catch {
        throw this.refused(slot.name, text, halfPair);
      }
    });
    return path;
  }

  override lastOf(count: number): string | undefined {
    const slot = takers(this.slots, count)[count - 1];
    return slot?.isOptional === false ? slot.name : undefined;
  }

  /** The plan for calls that give exactly these slots a value other than the default; undefined if values need a closer look. */
  quickPlan(chosen: readonly PatternSlot[]): PathPlan | undefined {
    if (this.slots.length > mostNames) return undefined;
    const plan = this.plan(chosen.reduce((bits, slot) => bits + slot.bit, 0));
    return plan.missing || plan.separators === undefined ? undefined : plan;
  }

  /** Writes the values of a slot in paths of a plan; undefined if every text is accepted, so that `quickText` can write them. */
  ownOf(slot: PatternSlot, _plan: PathPlan): QuickText | undefined {
    return slot.own;
  }

  /** Drops optional values of the current request from the right, until no group lacks a value. */
  #settle(values: unknown[], filled: readonly PatternSlot[]): void {
    const { slots } = this;
    if (slots.length > mostNames)
      throw this.error(`has more than ${mostNames} segments, which is more than its helpers can tell apart`);
    const textAt = ({ index, fallback }: PatternSlot): string | undefined =>
      values[index] === undefined || values[index] === null ? fallback : textOfValue(values[index]);
    const optional = filled.filter((slot) => slot.isOptional);
    while (optional.length > 0 && this.plan(this.given(slots.map(textAt))).missing)
      values[optional.pop()!.index] = undefined;
  }

  /** The sum of the bits of the optional names whose text is not their default: these have to be written. */
  protected given(texts: Texts): number {
    return this.slots.reduce(
      (bits, { index, bit, fallback }) => (texts[index] === fallback ? bits : bits + bit),
      0,
    );
  }

  #planOf(texts: Texts): PathPlan {
    const given = this.given(texts);
    const plan = this.plan(given);
    const { missing } = plan;
    if (!missing) return plan;
    const others = this.slots.filter((other) => other !== missing && isGiven(other, given));
    const beside = others.map(({ name }) => this.shown(name)).join(', ');
    throw this.missing(missing.name, `, which stands together with ${beside}`);
  }

  /**
   * Checks a plan and its texts more closely. Returns another path and plan if the plan's own path has another reading. Recognition ignores
   * doubled and trailing slashes, so a glob's value must not produce any.
   */
  protected closely(plan: PathPlan, texts: Texts): readonly [path: string, plan: PathPlan] | undefined {
    const glob = plan.slots.find((slot) => slot.isGlob);
    if (!glob) return undefined;
    const path = plan.literals.reduce((before, text, index) => {
      const slot = plan.slots[index - 1]!;
      return before + (slot.isGlob ? texts[slot.index]! : '_') + text;
    });
    if (!path.includes('//') && !path.endsWith('/')) return undefined;
    throw this.refused(
      glob.name,
      texts[glob.index],
      'it must not begin or end with a slash, nor have two in a row',
    );
  }
}

/**
 * The slots that get `count` positional values, in the order of the pattern: the required ones, then the optional ones from the left. If
 * there are fewer values than required names, the names that have a value anyway get none: first those with a carried value from the left,
 * then those with a default from the right.
 */
export function takers(
  open: readonly PatternSlot[],
  count: number,
  carried: readonly string[] = [],
): readonly PatternSlot[] {
  const required = open.filter((slot) => !slot.isOptional);
  let more = count - required.length;
  if (more >= 0) return open.filter((slot) => !slot.isOptional || more-- > 0);
  const without = [
    ...required.filter(({ index }) => index in carried),
    ...required.filter(({ index, fallback }) => fallback !== undefined && !(index in carried)).reverse(),
  ].slice(0, -more);
  return without.length < -more
    ? required.slice(0, count)
    : required.filter((slot) => !without.includes(slot));
}
