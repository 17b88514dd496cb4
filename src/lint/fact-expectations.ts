// Expectations about what routes carry:
//
//   #> /admin/** through &guards#isStaff      every route that can answer a path at or below /admin has the layer
//   #> GET /reports/** meta.auth 'staff'      … every route that answers GET there has the fact, with that value
//   #> * meta.auth                            every route has it
//
// They are proved over all paths: a route without the layer or fact escapes if some path of the shape reaches it, past the
// routes before it, and is told with that path.

import { Reach, isShape } from '../proofs/reach.js';
import { noFacts, type FactValue, type RouteFacts } from '../routing/patterns/facts.js';
import { targetText } from '../routing/patterns/route.js';
import { routeText } from './places.js';
import type { LintedRoute } from './rule.js';

export interface FactExpectation {
  /** Upper case; undefined where any verb is meant. */
  readonly verb: string | undefined;
  /** `/admin/**`; undefined for `*`, every route. */
  readonly shape: string | undefined;
  readonly wanted:
    | { readonly kind: 'layer'; readonly label: string }
    | { readonly kind: 'fact'; readonly path: readonly string[]; readonly value: string | undefined };
}

/** A route that is not as expected, and a path that reaches it. */
export interface Escape {
  readonly route: LintedRoute;
  readonly message: string;
}

const written =
  /^#>\s*(?:([A-Za-z-]+)\s+)?(\*|\/\S*)\s+(?:through\s+(&\S+)|meta\.([^\s'"=]+)(?:\s+(?:'([^']*)'|"([^"]*)"|(\S+)))?)\s*$/;

/** The expectation that a comment is; undefined where it is none about facts. */
export function readFactExpectation(text: string): FactExpectation | undefined {
  const [, verb, shape = '', label, path = '', single, double, bare] = written.exec(text) ?? [];
  if (shape === '' || (shape !== '*' && !isShape(shape))) return undefined;
  return {
    verb: verb?.toUpperCase(),
    shape: shape === '*' ? undefined : shape,
    wanted:
      label === undefined
        ? { kind: 'fact', path: path.split('.'), value: single ?? double ?? bare }
        : { kind: 'layer', label },
  };
}

/** Answers expectations about one table. */
export class FactExpectations {
  readonly #reach: Reach;

  constructor(readonly routes: readonly LintedRoute[]) {
    this.#reach = new Reach(routes.map(({ definition }) => definition));
  }

  /** The routes that are not as expected, in declaration order. */
  escapes({ verb, shape, wanted }: FactExpectation): Escape[] {
    return this.routes.flatMap((route, order) => {
      const { definition } = route;
      const lack = lackOf(definition.facts ?? noFacts, wanted);
      if (lack === undefined) return [];
      const reached = this.#reach.reached(order, verb, shape);
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
}

/** What a route lacks of what is wanted; undefined where it has it. */
function lackOf({ layers, meta }: RouteFacts, wanted: FactExpectation['wanted']): string | undefined {
  if (wanted.kind === 'layer') {
    if (layers.some(({ label }) => label === wanted.label)) return undefined;
    const has = layers.length === 0 ? 'no layers' : layers.map(({ label }) => label).join(', ');
    return `which goes through ${has}, not through ${wanted.label}`;
  }
  const name = `meta.${wanted.path.join('.')}`;
  let value: FactValue | Readonly<Record<string, FactValue>> | undefined = meta;
  for (const key of wanted.path) {
    const record: unknown = value;
    value =
      typeof record === 'object' && record !== null && !Array.isArray(record) && Object.hasOwn(record, key)
        ? (record as Record<string, FactValue>)[key]
        : undefined;
  }
  if (value === undefined) return `which has no ${name}`;
  if (wanted.value === undefined) return undefined;
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  const texts = values.map((each) => (typeof each === 'string' ? each : JSON.stringify(each)));
  if (texts.includes(wanted.value)) return undefined;
  return `whose ${name} is ${texts.map((text) => `'${text}'`).join(', ')}, not '${wanted.value}'`;
}
