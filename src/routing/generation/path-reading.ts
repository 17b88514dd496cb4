// Paths that could be read in another way than they were written: each is read as a request's path would be, and written anew until it
// gives its own values.
//
//   /:a.:b with ('x.y', 'z')    /x.y.z would be recognised with :b = 'y.z'    →    /x%2Ey.z

import { quote } from './generation-errors.js';
import type { Slot } from './generation-slot.js';
import type { Generator, PathReading, WrittenPath } from './generator.js';
import type { PathPlan, PathPlanner } from './path-plan.js';
import { matchPattern } from '../patterns/backtracking.js';
import { canonicalPath } from '../patterns/request-path.js';
import type { RouteDefinition } from '../patterns/route.js';

/** Of a route, what its paths are made from, and read by. */
export type GeneratedRoute = Pick<RouteDefinition, 'name' | 'pattern' | 'segmentConstraints' | 'defaults'>;

/** Makes sure that paths of one route are read as they were meant. */
export class RouteReading implements PathReading {
  readonly #definition: GeneratedRoute;
  readonly #slots: readonly Slot[];
  readonly #planOf: PathPlanner;
  /** Whether an escaped dot of a value could be read as a dot of the pattern. */
  readonly #hasDots: boolean;

  constructor(definition: GeneratedRoute, slots: readonly Slot[], planOf: PathPlanner) {
    this.#definition = definition;
    this.#slots = slots;
    this.#planOf = planOf;
    this.#hasDots = definition.pattern.text.includes('.');
  }

  /** If need be with some of the defaults written out. */
  path(
    plan: PathPlan,
    texts: readonly string[],
    given: number,
    generator: Generator,
  ): WrittenPath | undefined {
    const hasDot = this.#hasDots && plan.slots.some((slot) => texts[slot.index]!.includes('.'));
    if (!plan.isAmbiguous && !hasDot) return undefined;
    const defaults = this.#slots.filter(
      ({ bit, fallback }) => bit > 0 && fallback !== undefined && Math.floor(given / bit) % 2 === 0,
    );
    for (const more of subsetSums(defaults.slice(0, 5).map(({ bit }) => bit))) {
      const written = this.#planOf(given + more);
      const path = this.#readable(written, texts, generator);
      if (path !== undefined) return { path: path || '/', endsInFormat: written.endsInFormat };
    }
    const natural = generator.write(plan, texts, false);
    const reading = this.#read(natural);
    const found = reading && [...reading].map(([name, text]) => `:${name} = ${quote(text)}`);
    const seen =
      found === undefined ? 'not at all' : found.length === 0 ? 'without values' : `with ${found.join(', ')}`;
    throw generator.error(
      `cannot be given these values: its path ${quote(natural)} would be recognised ${seen}; give values that keep apart`,
      plan.slots[0]?.name,
    );
  }

  #readable(plan: PathPlan, texts: readonly string[], generator: Generator): string | undefined {
    if (plan.missing || plan.slots.some((slot) => slot.refusal(texts[slot.index]!) !== undefined))
      return undefined;
    for (const escapesDots of [false, true]) {
      const path = generator.write(plan, texts, escapesDots);
      if (this.#agrees(plan, texts, this.#read(path))) return path;
    }
    return undefined;
  }

  /** The values with which the route itself recognises a path. */
  #read(path: string): ReadonlyMap<string, string> | undefined {
    const canonical = canonicalPath(path);
    return canonical === undefined ? undefined : matchPattern(this.#definition, canonical);
  }

  #agrees(
    plan: PathPlan,
    texts: readonly string[],
    reading: ReadonlyMap<string, string> | undefined,
  ): boolean {
    if (!reading) return false;
    return this.#slots.every(
      (slot) =>
        (reading.get(slot.name) ?? slot.fallback) ===
        (plan.slots.includes(slot) ? texts[slot.index] : slot.fallback),
    );
  }
}

/** The sums of every choice of these, beginning with none. */
function subsetSums(numbers: readonly number[]): readonly number[] {
  return numbers.reduce<readonly number[]>(
    (sums, number) => [...sums, ...sums.map((sum) => sum + number)],
    [0],
  );
}
