// Expectations about what routes carry:
//
//   #> /admin/** through &guards#isStaff      every route that can answer a path at or below /admin has the layer
//   #> GET /reports/** meta.auth 'staff'      … every route that answers GET there has the fact, with that value
//   #> * meta.auth                            every route has it
//
// An expectation is proved for all paths. A route without the layer or fact escapes it if some path of this shape reaches
// the route and no earlier route answers that path. The message names such a path.

import { callableIdentity } from '../analysis/callables.js';
import type { ExpectedFacts } from '../analysis/expectation.js';
import { Reach } from '../proofs/reach.js';
import { noFacts, type FactValue, type RouteFacts } from '../routing/patterns/facts.js';
import { targetText } from '../routing/patterns/route.js';
import type { ApplicationKnowledge } from './application.js';
import { routeText } from './places.js';
import type { LintedRoute } from './rule.js';

/** A route that does not meet an expectation. The message has a path that reaches it. */
export interface Escape {
  readonly route: LintedRoute;
  readonly message: string;
}

/** Checks expectations about layers and facts against the routes of one analysis. */
export class FactExpectations {
  readonly #reach: Reach;

  constructor(
    readonly routes: readonly LintedRoute[],
    readonly application: ApplicationKnowledge | undefined,
  ) {
    this.#reach = new Reach(routes.map(({ definition }) => definition));
  }

  /** The routes that do not meet an expectation written in `file`, in declaration order. */
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

  /** Whether any route answers a path of the expectation. */
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

  /**
   * What the route has instead of the layer; undefined if it has it. A callable's module is relative to the file that names it,
   * so callables are compared by their module and export, not by their text.
   */
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

/** Why a route does not have a fact; undefined if it has it. */
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
