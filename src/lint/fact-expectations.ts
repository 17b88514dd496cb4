// Expectations about what routes carry:
//
//   #> /admin/** through &guards#isStaff      every route that can answer a path at or below /admin has the layer
//   #> GET /reports/** meta.auth 'staff'      … every route that answers GET there has the fact, with that value
//   #> * meta.auth                            every route has it
//
// They are proved over all paths: a route without the layer or fact escapes if some path of the shape reaches it, past the
// routes before it, and is told with that path.

import { callableIdentity } from '../analysis/callables.js';
import type { ExpectedFacts } from '../analysis/expectation.js';
import { Reach } from '../proofs/reach.js';
import { noFacts, type FactValue, type RouteFacts } from '../routing/patterns/facts.js';
import { targetText } from '../routing/patterns/route.js';
import type { ApplicationKnowledge } from './application.js';
import { routeText } from './places.js';
import type { LintedRoute } from './rule.js';

/** A route that is not as expected, and a path that reaches it. */
export interface Escape {
  readonly route: LintedRoute;
  readonly message: string;
}

/** Answers expectations about one table. */
export class FactExpectations {
  readonly #reach: Reach;

  constructor(
    readonly routes: readonly LintedRoute[],
    readonly application: ApplicationKnowledge | undefined,
  ) {
    this.#reach = new Reach(routes.map(({ definition }) => definition));
  }

  /** The routes that are not as a file expects them, in declaration order. */
  escapes({ verb, shape, wanted }: ExpectedFacts, file: string): Escape[] {
    return this.routes.flatMap((route, order) => {
      const { definition } = route;
      const lack =
        wanted.kind === 'layer'
          ? this.#lacksLayer(route, wanted, file)
          : lacksFact(definition.facts ?? noFacts, wanted);
      if (lack === undefined) return [];
      const reached = this.#reached(order, verb, shape);
      if (!reached) return [];
      const reaches = reached.isCertain ? 'reaches' : 'may reach';
      return [
        {
          route,
          message: `'${reached.verb} ${reached.path}' ${reaches} '${routeText(route)}' (${targetText(definition.target)}), ${lack}`,
        },
      ];
    });
  }

  /** Whether it is about any route at all. */
  isAboutAny({ verb, shape }: ExpectedFacts): boolean {
    return this.routes.some((_, order) => this.#reached(order, verb, shape) !== undefined);
  }

  #reached(
    order: number,
    verb: ExpectedFacts['verb'],
    { text }: ExpectedFacts['shape'],
  ): ReturnType<Reach['reached']> {
    return this.#reach.reached(order, verb?.text.toUpperCase(), text === '*' ? undefined : text);
  }

  /** A name means a module beside the file that has it: one text may be two layers, and two texts one. */
  #lacksLayer(
    { layers, definition }: LintedRoute,
    wanted: Wanted<'layer'>,
    file: string,
  ): string | undefined {
    const identity = callableIdentity(wanted.callable, file, this.application);
    const isWanted = ({ value, place }: LintedRoute['layers'][number]): boolean =>
      value.inline === undefined && callableIdentity(value, place.source.file, this.application) === identity;
    if (layers.some(isWanted)) return undefined;
    const labels = definition.facts?.layers.map(({ label }) => label) ?? [];
    return `which goes through ${labels.join(', ') || 'no layers'}, not through ${wanted.callable.text}`;
  }
}

type Wanted<Kind> = ExpectedFacts['wanted'] & { readonly kind: Kind };

type FactRecord = Readonly<Record<string, FactValue>>;

const isFactRecord = (value: FactValue | FactRecord | undefined): value is FactRecord =>
  typeof value === 'object' && !Array.isArray(value);

/** What a route lacks of a fact; undefined where it has it. */
function lacksFact({ meta }: RouteFacts, wanted: Wanted<'fact'>): string | undefined {
  const name = `meta.${wanted.path.join('.')}`;
  let value: FactValue | FactRecord | undefined = meta;
  for (const key of wanted.path) {
    value = isFactRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }
  if (value === undefined) return `which has no ${name}`;
  if (wanted.value === undefined) return undefined;
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  const texts = values.map((each) => (typeof each === 'string' ? each : JSON.stringify(each)));
  if (texts.includes(wanted.value.text)) return undefined;
  return `whose ${name} is ${texts.map((text) => `'${text}'`).join(', ')}, not '${wanted.value.text}'`;
}
