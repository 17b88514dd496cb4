// Makes paths that could be read in another way than they were written. Each path is matched with its own pattern, and written in other
// ways until it gives the same values.
//
//   /:a.:b with ('x.y', 'z')    /x.y.z would be recognised with :b = 'y.z'    →    /x%2Ey.z

import { quote } from './generation-errors.js';
import type { GeneratedRoute } from './helper-table.js';
import { separatorsOf } from './path-ambiguity.js';
import { type PatternSlot, type QuickText, writtenText } from './generation-slot.js';
import { type Atom, isGiven, type PathPlan } from './path-plan.js';
import { PatternGenerator, type Texts } from './pattern-generator.js';
import { slotDemands } from './slot-demands.js';
import { isPlainSegment } from './url-encoding.js';
import { matchPattern } from '../patterns/backtracking.js';
import { canonicalPath } from '../patterns/request-path.js';

/** Makes the paths of any route, and reads back those that may have another reading. */
export class ReadingGenerator extends PatternGenerator {
  declare readonly definition: GeneratedRoute;

  constructor(definition: GeneratedRoute) {
    const { segmentConstraints } = definition;
    super(definition, (name) => slotDemands(segmentConstraints.get(name)));
  }

  protected override separatorsOf(atoms: readonly Atom[]): string | undefined {
    return separatorsOf(this.definition.pattern, this.slots, atoms);
  }

  /** Tries other ways to write the path, such as with defaults written out. */
  protected override closely(
    plan: PathPlan,
    texts: Texts,
  ): readonly [path: string, plan: PathPlan] | undefined {
    super.closely(plan, texts);
    // An escaped dot of a value could be read as a dot of the pattern.
    const hasDot =
      this.definition.pattern.text.includes('.') &&
      plan.slots.some((slot) => texts[slot.index]!.includes('.'));
    if (plan.separators === '' && !hasDot) return undefined;
    const given = this.given(texts);
    const defaults = this.slots.filter(
      (slot) => slot.bit > 0 && slot.fallback !== undefined && !isGiven(slot, given),
    );
    for (const more of subsetSums(defaults.slice(0, 5).map(({ bit }) => bit))) {
      const written = this.plan(given + more);
      const path = this.#readable(written, texts);
      if (path !== undefined) return [path, written];
    }
    const natural = this.write(plan, texts);
    const reading = this.#read(natural);
    const found = reading && [...reading].map(([name, text]) => `:${name} = ${quote(text)}`);
    const seen =
      found === undefined ? 'not at all' : found.length === 0 ? 'without values' : `with ${found.join(', ')}`;
    throw this.error(
      `cannot be given these values: its path ${quote(natural)} would be recognised ${seen}; give values that keep apart`,
      plan.slots[0]?.name,
    );
  }

  /** A value that contains a separator needs a closer look. */
  override ownOf(slot: PatternSlot, { separators = '' }: PathPlan): QuickText | undefined {
    return separators === '' ? slot.own : ownWithout(slot, separators);
  }

  /** Whether every path has one reading, for each of so many choices of optional names. */
  isCertain(choices: number): boolean {
    return Array.from({ length: choices }, (_, given) => this.plan(given)).every(
      (plan) => plan.separators === '',
    );
  }

  #readable(plan: PathPlan, texts: Texts): string | undefined {
    if (plan.missing || plan.slots.some((slot) => slot.refusal(texts[slot.index]!) !== undefined))
      return undefined;
    for (const escapesDots of [false, true]) {
      const path = this.write(plan, texts, escapesDots);
      if (this.#agrees(plan, texts, this.#read(path))) return path;
    }
    return undefined;
  }

  /** The values with which the route recognises a path. */
  #read(path: string): ReadonlyMap<string, string> | undefined {
    const canonical = canonicalPath(path);
    return canonical === undefined ? undefined : matchPattern(this.definition, canonical);
  }

  #agrees(plan: PathPlan, texts: Texts, reading: ReadonlyMap<string, string> | undefined): boolean {
    if (!reading) return false;
    return this.slots.every(
      (slot) =>
        (reading.get(slot.name) ?? slot.fallback) ===
        (plan.slots.includes(slot) ? texts[slot.index] : slot.fallback),
    );
  }
}

/** Writes the values of a slot, except those that contain one of these characters. */
function ownWithout(slot: PatternSlot, separators: string): QuickText {
  const [first = '', ...others] = new Set(separators);
  const closely = (value: unknown): string | undefined => {
    const text = writtenText(slot, value);
    if (text === undefined) return undefined;
    const read = typeof value === 'string' ? value : text;
    return read.includes(first) || others.some((each) => read.includes(each)) ? undefined : text;
  };
  if (slot.own !== undefined) return closely;
  // Most texts need neither an escape nor a closer look; one regex finds those.
  const plain = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)).filter(
    (each) => isPlainSegment(each) && !separators.includes(each),
  );
  const unplain = new RegExp(`[^${plain.join('').replace(/\W/g, '\\$&')}]`);
  const hasDigits = /\d/.test(separators);
  return (value) => {
    if (typeof value === 'string' && value !== '' && !unplain.test(value)) return value;
    if (typeof value === 'number' && value >>> 0 === value && !hasDigits) return `${value}`;
    return closely(value);
  };
}

/** Up to so many choices of optional names are checked one by one. */
const mostChoices = 64;

/** Whether every path of a route has only one reading, so that none has to be read back. */
export function isReadAsWritten(definition: GeneratedRoute): boolean {
  const { names, text, optionalNames } = definition.pattern;
  if (names.length === 0) return true;
  const choices = 2 ** optionalNames.size;
  return !text.includes('.') && choices <= mostChoices && new ReadingGenerator(definition).isCertain(choices);
}

/** The sums of all subsets of these numbers, beginning with the empty one. */
function subsetSums(numbers: readonly number[]): readonly number[] {
  return numbers.reduce<readonly number[]>(
    (sums, number) => [...sums, ...sums.map((sum) => sum + number)],
    [0],
  );
}
