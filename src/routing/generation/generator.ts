// From a route and values to a path: recognition the other way round.
//
//   (/:locale)/posts/:id    (5)        →  /posts/5          required names first
//                           ('fr', 5)  →  /fr/posts/5       then optional ones, in the order of the pattern
//
// Everything about the route is decided once: which name each positional value is for, by how many there are, and what
// is written for each choice of optional names. A call encodes values and joins them with texts that are ready.

import { describeValue, quote, UrlGenerationError } from './generation-errors.js';
import { expectation, slotText, writtenValue, type Slot } from './generation-slot.js';
import type { PathPlan, PathPlanner } from './path-plan.js';
import type { Pattern } from '../patterns/pattern.js';
import { keyOfRecord, textOfValue } from './segment-value.js';

/** Of a route, what its helper speaks of. */
export interface HelperRoute {
  readonly name?: string | undefined;
  readonly pattern: Pick<Pattern, 'text'>;
  readonly defaults: ReadonlyMap<string, string>;
}

/** What a generator is made of. */
export interface GeneratorParts {
  readonly definition: HelperRoute;
  readonly slots: readonly Slot[];
  readonly planOf: PathPlanner;
  /** For paths whose reading is not certain; a route that has none can do without. */
  readonly reading?: PathReading;
}

export interface WrittenPath {
  readonly path: string;
  readonly endsInFormat: boolean;
}

/** Makes sure that paths are read as they were meant (path-reading.ts). */
export interface PathReading {
  /**
   * The path of these texts; undefined where any path of the plan has one reading.
   *
   * @throws UrlGenerationError where there is none that would be recognised with these values
   */
  path(
    plan: PathPlan,
    texts: readonly string[],
    given: number,
    generator: Generator,
  ): WrittenPath | undefined;
}

/** Makes the paths of one route. */
export interface Generator {
  readonly definition: HelperRoute;
  /** The segments and globs, in the order of the pattern. */
  readonly slots: readonly Slot[];
  /**
   * Says which value is for which slot (docs/url-helpers.md, "Values"). `named` gives values by name; they are taken out before the
   * positional ones are dealt out. `current` gives values for names that are left, where they fit.
   *
   * @returns a value for each slot: undefined where none was given, null where it is to be left out
   * @throws UrlGenerationError for one value too many
   */
  assign(positional: readonly unknown[], named?: NamedValues, current?: NamedValues): unknown[];
  slotNamed(name: string): Slot | undefined;
  /** The slots that this number of positional values is for, in their order; of those that are `open`, or of all. */
  takers(count: number, open?: readonly Slot[]): readonly Slot[];
  /**
   * The path of one value for each slot, encoded.
   *
   * @throws UrlGenerationError for a value that is missing, or that its route would not be recognised with
   */
  path(values: readonly unknown[]): WrittenPath;
  /** What is written where just these slots have values, if each can be written as it comes. */
  quickPlan(chosen: readonly Slot[]): PathPlan | undefined;
  /** A path of these texts, whatever it may be read as; '' where a plan writes nothing. */
  write(plan: PathPlan, texts: readonly string[], escapesDots: boolean): string;
  /** An error about this route; `problem` is the rest of a sentence that begins with the route. */
  error(problem: string, segment?: string): UrlGenerationError;
}

/** Sets of optional names are numbers with a bit for each, which stay exact up to here. */
const mostNames = 50;

/** Values and options by their names. */
export type NamedValues = Readonly<Record<string, unknown>>;

/** Makes a generator of parts that are ready (`compileGenerator` prepares those of a route). */
export class RouteGenerator implements Generator {
  readonly definition: HelperRoute;
  readonly slots: readonly Slot[];
  readonly #planOf: PathPlanner;
  readonly #reading: PathReading | undefined;

  constructor({ definition, slots, planOf, reading }: GeneratorParts) {
    this.definition = definition;
    this.slots = slots;
    this.#planOf = planOf;
    this.#reading = reading;
  }

  slotNamed(name: string): Slot | undefined {
    return this.slots.find((slot) => slot.name === name);
  }

  quickPlan(chosen: readonly Slot[]): PathPlan | undefined {
    if (this.slots.length > mostNames) return undefined;
    // A default that is given is not written.
    if (chosen.some((slot) => slot.isOptional && slot.fallback !== undefined)) return undefined;
    const plan = this.#planOf(chosen.reduce((bits, slot) => bits + slot.bit, 0));
    return plan.missing || plan.isAmbiguous || plan.slots.length !== chosen.length ? undefined : plan;
  }

  assign(positional: readonly unknown[], named?: NamedValues, current?: NamedValues): unknown[] {
    const { slots } = this;
    const open: Slot[] = [];
    const values = slots.map((slot) => {
      const value = named && Object.hasOwn(named, slot.name) ? named[slot.name] : undefined;
      if (value === undefined) open.push(slot);
      return value;
    });
    const carried = current ? this.#carried(open, current) : undefined;
    if (positional.length > open.length) throw this.#surplus(positional.length, open.length);
    const chosen = takers(open, positional.length, carried);
    chosen.forEach((slot, index) => (values[slot.index] = keyOfRecord(positional[index], slot.name)));
    if (carried) this.#carryOver(values, open, carried);
    return values;
  }

  takers(count: number, open = this.slots): readonly Slot[] {
    return takers(open, count);
  }

  /** Texts from the current request that fit the names which are still open. */
  #carried(open: readonly Slot[], current: NamedValues): ReadonlyMap<Slot, string> {
    const carried = new Map<Slot, string>();
    for (const slot of open) {
      if (slot.name === 'format' || !Object.hasOwn(current, slot.name)) continue;
      const text = textOfValue(current[slot.name]);
      if (text !== undefined && slot.refusal(text) === undefined) carried.set(slot, text);
    }
    return carried;
  }

  /** Fills what was not given; an optional value that no group can hold is left behind. */
  #carryOver(values: unknown[], open: readonly Slot[], carried: ReadonlyMap<Slot, string>): void {
    const filled: Slot[] = [];
    for (const slot of open) {
      if (values[slot.index] !== undefined || !carried.has(slot)) continue;
      values[slot.index] = carried.get(slot);
      if (slot.isOptional) filled.push(slot);
    }
    while (filled.length > 0 && this.#planOf(this.#given(values)).missing)
      values[filled.pop()!.index] = undefined;
  }

  /** The optional names that have to be written: those with a value other than their default. */
  #given(values: readonly unknown[]): number {
    let given = 0;
    for (const slot of this.slots) {
      const value = values[slot.index];
      if (slot.isOptional && value !== undefined && value !== null && textOfValue(value) !== slot.fallback)
        given += slot.bit;
    }
    return given;
  }

  path(values: readonly unknown[]): WrittenPath {
    const { slots } = this;
    if (slots.length > mostNames)
      throw this.error(`has more than ${mostNames} segments, which is more than its helpers can tell apart`);
    let given = 0;
    const texts = slots.map((slot) => {
      const value = values[slot.index];
      if (value === undefined || (value === null && slot.isOptional)) {
        if (slot.fallback === undefined && !slot.isOptional) throw this.#missing(slot);
        return slot.fallback ?? '';
      }
      const text = slotText(slot, value);
      if (text === undefined) throw this.#refused(slot, value, expectation(slot));
      if (slot.isOptional && text !== slot.fallback) given += slot.bit;
      return text;
    });
    const plan = this.#planOf(given);
    if (plan.missing) throw this.#missing(plan.missing, given);
    for (const slot of plan.slots) {
      const refusal = slot.refusal(texts[slot.index]!);
      if (refusal !== undefined) throw this.#refused(slot, texts[slot.index], refusal);
    }
    const glob = plan.slots.find((slot) => slot.isGlob);
    if (glob) this.#checkSlashes(plan, texts, glob);
    const readable = this.#reading?.path(plan, texts, given, this);
    if (readable) return readable;
    return { path: this.write(plan, texts, false) || '/', endsInFormat: plan.endsInFormat };
  }

  write(plan: PathPlan, texts: readonly string[], escapesDots: boolean): string {
    let path = plan.literals[0]!;
    plan.slots.forEach((slot, index) => {
      try {
        path += writtenValue(slot, texts[slot.index]!, escapesDots) + plan.literals[index + 1]!;
      } catch {
        throw this.#refused(slot, texts[slot.index], 'it has half of a surrogate pair, which is no text');
      }
    });
    return path;
  }

  /** A request's doubled and trailing slashes count for nothing, so a glob's value must not make any. */
  #checkSlashes(plan: PathPlan, texts: readonly string[], glob: Slot): void {
    const path = plan.texts.reduce((before, text, index) => {
      const slot = plan.slots[index - 1]!;
      return before + (slot.isGlob ? texts[slot.index]! : '_') + text;
    });
    if (!path.includes('//') && !path.endsWith('/')) return;
    throw this.#refused(
      glob,
      texts[glob.index],
      'it must not begin or end with a slash, nor have two in a row',
    );
  }

  error(problem: string, segment?: string): UrlGenerationError {
    const { name, pattern } = this.definition;
    return new UrlGenerationError(`${this.#routeText()} ${problem}`, {
      route: name,
      pattern: pattern.text,
      segment,
    });
  }

  #routeText(): string {
    const { name, pattern } = this.definition;
    return name === undefined ? `the route ${pattern.text}` : `the route ${quote(name)} (${pattern.text})`;
  }

  #missing(slot: Slot, given = 0): UrlGenerationError {
    const where = `give it as a segment value or as { ${slot.name}: … }`;
    if (!slot.isOptional) return this.error(`lacks a value for ${shown(slot)}; ${where}`, slot.name);
    const others = this.slots.filter(
      (other) => other !== slot && Math.floor(given / (other.bit || Infinity)) % 2 === 1,
    );
    return this.error(
      `lacks a value for ${shown(slot)}, which stands together with ${others.map(shown).join(', ')}; ${where}`,
      slot.name,
    );
  }

  #surplus(given: number, open: number): UrlGenerationError {
    const names = this.slots.map(shown).join(', ');
    const takes =
      open === this.slots.length
        ? `takes ${open === 0 ? 'no segment values' : `at most ${open}`}`
        : `has ${open} of its names left`;
    return this.error(
      `${takes}, but was given ${given}; ${names === '' ? 'it has no segments' : `its segments are ${names}`}`,
    );
  }

  #refused(slot: Slot, value: unknown, expected: string): UrlGenerationError {
    return this.error(`cannot have ${describeValue(value)} as ${shown(slot)}; ${expected}`, slot.name);
  }
}

/** `':id'`, `'*path'`. */
function shown(slot: Slot): string {
  return `'${slot.isGlob ? '*' : ':'}${slot.name}'`;
}

/**
 * The slots that get this number of positional values: the required ones, then optional ones from left to right, in the
 * order of the pattern. With fewer values than required names, those go first without that have a value anyway:
 * carried ones from the left, then defaults from the right.
 */
function takers(open: readonly Slot[], count: number, carried?: ReadonlyMap<Slot, string>): readonly Slot[] {
  const required = open.filter((slot) => !slot.isOptional);
  if (count >= required.length) {
    let more = count - required.length;
    return open.filter((slot) => !slot.isOptional || more-- > 0);
  }
  const fallbacks = required.filter((slot) => slot.fallback !== undefined && !carried?.has(slot)).reverse();
  const without = [...required.filter((slot) => carried?.has(slot)), ...fallbacks];
  if (without.length < required.length - count) return required.slice(0, count);
  const skipped = new Set(without.slice(0, required.length - count));
  return required.filter((slot) => !skipped.has(slot));
}
