// The generator of a route that has a simple path, and constraints on its segments.

import type { NamedValues } from './generator.js';
import type { GeneratedRoute } from './helper-table.js';
import { hasSimplePath, SimpleGenerator } from './simple-generator.js';
import { slotDemands } from './slot-demands.js';
import { escapedSegment } from './url-encoding.js';

/** Whether a `ConstrainedGenerator` can make the paths of a route: where values may have dots, nothing of the path begins with one. */
export function isConstrainedSimply(definition: GeneratedRoute): boolean {
  const { pattern, segmentConstraints } = definition;
  const holdsDots = [...segmentConstraints.values()].some((each) => slotDemands(each)?.holdsDots);
  return hasSimplePath(definition) && !(holdsDots && pattern.text.includes('.'));
}

/** Makes the paths of a route with a simple path. */
export class ConstrainedGenerator extends SimpleGenerator {
  readonly #demands: ReadonlyMap<string, ReturnType<typeof slotDemands>>;

  constructor(definition: GeneratedRoute) {
    super(definition);
    this.#demands = new Map(
      [...definition.segmentConstraints].map(([name, each]) => [name, slotDemands(each)]),
    );
  }

  /** A callable is asked once. */
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
