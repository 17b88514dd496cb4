// Makes the paths of a route that has a simple path and constraints on its segments.

import type { NamedValues } from './generator.js';
import type { GeneratedRoute } from './helper-table.js';
import { hasSimplePath, SimpleGenerator } from './simple-generator.js';
import { slotDemands } from './slot-demands.js';
import { escapedSegment } from './url-encoding.js';

/** Whether a `ConstrainedGenerator` can make the paths of a route. If values may contain dots, the pattern must not. */
export function isConstrainedSimply(definition: GeneratedRoute): boolean {
  const { pattern, segmentConstraints } = definition;
  const holdsDots = [...segmentConstraints.values()].some((each) => slotDemands(each)?.holdsDots);
  return hasSimplePath(definition) && !(holdsDots && pattern.text.includes('.'));
}

/** A `SimpleGenerator` that also checks constraints. */
export class ConstrainedGenerator extends SimpleGenerator {
  readonly #demands: ReadonlyMap<string, ReturnType<typeof slotDemands>>;

  constructor(definition: GeneratedRoute) {
    super(definition);
    this.#demands = new Map(
      [...definition.segmentConstraints].map(([name, each]) => [name, slotDemands(each)]),
    );
  }

  /** Not used if a constraint is a callable, so that the callable is called only once for a value. */
  protected override quick(
    positional: readonly unknown[],
    named: NamedValues,
    slash: unknown,
  ): string | undefined {
    const asks = [...this.#demands.values()].some((demands) => demands?.asks);
    return asks ? undefined : super.quick(positional, named, slash);
  }

  protected override refusal(name: string, text: string): string | undefined {
    return super.refusal(name, text) ?? this.#demands.get(name)?.refusal(text);
  }

  protected override encoded(name: string, text: string): string {
    return escapedSegment(text, this.#demands.get(name)?.holdsDots === true);
  }
}
