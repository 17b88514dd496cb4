// Makes the routes of a file, and gives them their names once all are known.

import { callableLabel, type Declaration, regexesIn } from '../language/declarations.js';
import { type Place, namePlace } from '../language/diagnostics.js';
import { noFacts, type RouteFacts } from '../routing/patterns/facts.js';
import { canonicalName } from '../routing/patterns/route-name.js';
import { bareRecord } from '../routing/patterns/route.js';
import { readCallable } from './callables.js';
import { sameKey, type Demands } from './demands.js';
import type { WrittenRegex } from './judged-regexes.js';
import type { Program } from './program.js';
import type { ScopeFacts } from './scope.js';
import {
  DeclaredDefinition,
  DeclaredRoute,
  type InterpretedRoute,
  type SaidRoute,
} from './interpreted-route.js';

export const maximalRoutes = 100_000;

export class RouteSet {
  /** The facts of scopes: all routes of a scope share them. */
  readonly #facts = new Map<ScopeFacts, RouteFacts>();
  /** Whether there are too many routes, so the rest of the text is not read. */
  isFull = false;

  constructor(
    readonly program: Program,
    readonly demands: Demands,
  ) {}

  /** Whether there is room for another route. If not, the declaration is reported. */
  hasRoom(count: number, declaration: Declaration): boolean {
    if (count >= maximalRoutes) this.overflow(namePlace(declaration));
    return !this.isFull;
  }

  overflow(place: Place): void {
    if (this.isFull) return;
    this.isFull = true;
    this.program.diagnostics.error(
      'too-many-routes',
      place,
      `this is more than ${maximalRoutes.toLocaleString('en')} routes; are concerns used inside one another?`,
    );
  }

  /** A route with its constraints and defaults. It has the name that it asks for, until `link`. */
  route(said: SaidRoute): InterpretedRoute {
    const { declaration, verbs, any, pattern, scope, found, name } = said;
    const { segments, requests } = this.demands.apply(said.demands, pattern.pattern);
    // With a damaged path, the names of its segments are unknown.
    if (pattern.isDamaged) this.demands.forgive(said.demands);
    const { constraint, default: format } = pattern.format;
    const isConstrained = constraint && pattern.pattern.names.includes('format');
    const definition = new DeclaredDefinition(
      {
        name,
        verbs,
        any,
        pattern: pattern.pattern,
        target: found.target,
        segmentConstraints: isConstrained
          ? new Map(segments).set('format', [...(segments.get('format') ?? []), constraint])
          : segments,
        requestConstraints: requests,
        defaults: format === undefined ? scope.defaults : new Map(scope.defaults).set('format', format),
        facts: this.#factsOf(scope.facts),
      },
      declaration,
    );
    if (definition.segmentConstraints.size > 0)
      this.program.regexes.route(definition, (each) => writtenRegexes(said, each));
    return new DeclaredRoute(definition, said);
  }

  #factsOf(facts: ScopeFacts): RouteFacts {
    const known = this.#facts.get(facts);
    if (known) return known;
    const { layers, meta, deprecated, sunset } = facts;
    const isEmpty = layers.length === 0 && meta.size === 0 && !deprecated && !sunset;
    const made = isEmpty
      ? noFacts
      : {
          layers: layers.map(({ value, place }) => ({
            label: callableLabel(value),
            layer: readCallable(this.program, value, place.source, 'layer'),
          })),
          meta: bareRecord(meta),
          deprecated,
          sunset,
        };
    this.#facts.set(facts, made);
    return made;
  }

  /** The routes of a file. If several ask for a name, the first gets it. */
  link(asking: readonly InterpretedRoute[]): readonly InterpretedRoute[] {
    const routes: InterpretedRoute[] = [];
    const names = new Map<string, InterpretedRoute>();
    for (const route of asking) {
      const { name, pattern } = route.definition;
      if (name === undefined) {
        routes.push(route);
        continue;
      }
      const key = canonicalName(name);
      const owner = names.get(key);
      const isTaken = owner !== undefined && owner.definition.pattern.text !== pattern.text;
      routes.push(isTaken ? unnamed(route) : route);
      if (!owner) names.set(key, route);
      else if (isTaken && (route.nameIsGiven || owner.nameIsGiven) && !owner.declaration.damaged) {
        const { diagnostics } = this.program;
        if (diagnostics.isDoubtful(this.#placeOfName(owner))) continue;
        diagnostics.error(
          'duplicate-name',
          this.#placeOfName(route),
          `the name '${name}' already belongs to '${owner.definition.pattern.text}'; give one of them another with \`as\``,
          { related: [{ message: `'${name}' is first given here`, place: this.#placeOfName(owner) }] },
        );
      }
    }
    return routes;
  }

  /** The place of a route's name: its `as`, or the declaration that implies it. */
  #placeOfName({ declaration, nameIsGiven }: InterpretedRoute): Place {
    const given = nameIsGiven ? this.program.call(declaration)?.options.get('as') : undefined;
    return given ? { source: declaration.source, span: given.value.span } : namePlace(declaration);
  }
}

/** The regexes that are written for a segment, with their places. */
function writtenRegexes({ demands }: SaidRoute, name: string): WrittenRegex[] {
  return demands.flatMap((demand) => {
    if (demand.kind !== 'entry' || !sameKey(name, demand.key)) return [];
    const { source } = demand.place;
    return regexesIn(demand.pair.value).map((value) => ({ value, place: { source, span: value.span } }));
  });
}

const unnamedRoutes = new WeakMap<InterpretedRoute, InterpretedRoute>();

/** The route without its name, because another route has it. Returns the same object for the same route. */
function unnamed(route: InterpretedRoute): InterpretedRoute {
  const known = unnamedRoutes.get(route);
  if (known) return known;
  const { definition, declaration } = route;
  const made = {
    ...route,
    definition: new DeclaredDefinition({ ...definition, name: undefined }, declaration),
    droppedName: definition.name,
  };
  unnamedRoutes.set(route, made);
  return made;
}
