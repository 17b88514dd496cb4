// A route as editors see it: its definition, its declaration, and the places that it comes from. A router keeps only the definition, as
// plain data (`checkedRoutes` in load.ts).

import type { Declaration } from '../language/declarations.js';
import { type Place, headPlace } from '../language/diagnostics.js';
import type { Source } from '../language/source.js';
import type { SegmentConstraint } from '../routing/patterns/constraints.js';
import type { Pattern } from '../routing/patterns/pattern.js';
import type { Location, RouteDefinition, Target } from '../routing/patterns/route.js';
import type { Demand, LayerUse, Scope, Use } from './scope.js';

export interface FoundTarget {
  readonly target: Target;
  /** The place of the target, or of the part of it that is written. */
  readonly place: Place;
  /** The place of its controller, if that is another. */
  readonly controllerPlace?: Place | undefined;
}

/** A route with its declaration and places. */
export interface InterpretedRoute {
  /** Tells routes from the other effects (outcome.ts). */
  readonly kind: 'route';
  /** The row of the route table. */
  readonly definition: RouteDefinition;
  /** The declaration that makes the route. */
  readonly declaration: Declaration;
  /** The uses of concerns and includes that led to the declaration, outermost first. */
  readonly uses: readonly Use[];
  /** Its layers as they are written, outermost first. */
  readonly layers: readonly LayerUse[];
  /** The place of its target, or of what implies it. */
  readonly targetPlace: Place;
  /** The place that names its controller, which may be in a surrounding scope. */
  readonly controllerPlace: Place;
  /** Whether the name is written with `as`. */
  readonly nameIsGiven: boolean;
  /** The name that it asked for but did not get: an earlier route with another pattern has it. */
  readonly droppedName: string | undefined;
}

export interface BuiltPattern {
  readonly pattern: Pattern;
  /** Whether the path has a mistake. */
  readonly isDamaged: boolean;
  /** The constraint and default that `format` makes. */
  readonly format: {
    readonly constraint: SegmentConstraint | undefined;
    readonly default: string | undefined;
  };
}

/** A route as its declaration describes it. */
export interface SaidRoute {
  readonly declaration: Declaration;
  readonly scope: Scope;
  readonly verbs: readonly string[];
  readonly any: boolean;
  readonly pattern: BuiltPattern;
  readonly found: FoundTarget;
  readonly name: string | undefined;
  readonly nameIsGiven: boolean;
  readonly demands: readonly Demand[];
}

/** A class, like the nodes of the tree (written-nodes.ts), so that all have one shape. */
export class DeclaredRoute implements InterpretedRoute {
  readonly kind = 'route';
  readonly declaration: Declaration;
  readonly uses: readonly Use[];
  readonly layers: readonly LayerUse[];
  readonly targetPlace: Place;
  readonly controllerPlace: Place;
  readonly nameIsGiven: boolean;
  readonly droppedName = undefined;

  constructor(
    readonly definition: RouteDefinition,
    { declaration, scope, found, nameIsGiven }: SaidRoute,
  ) {
    this.declaration = declaration;
    this.uses = scope.uses;
    this.layers = scope.facts.layers;
    this.targetPlace = found.place;
    this.controllerPlace = found.controllerPlace ?? found.place;
    this.nameIsGiven = nameIsGiven;
  }
}

/**
 * The definition of a declared route. Its location is computed when it is read, because it moves with the text. It is a class because V8
 * keeps an object literal with its own getter as a slow dictionary.
 */
export class DeclaredDefinition implements RouteDefinition {
  readonly name: string | undefined;
  readonly verbs: readonly string[];
  readonly any: boolean;
  readonly pattern: Pattern;
  readonly target: Target;
  readonly segmentConstraints: ReadonlyMap<string, readonly SegmentConstraint[]>;
  readonly requestConstraints: RouteDefinition['requestConstraints'];
  readonly defaults: ReadonlyMap<string, string>;
  readonly facts: RouteDefinition['facts'];
  #declaration: Declaration | undefined;
  /** Its place, once the declaration has been released. */
  #source: Source | undefined;
  #start = 0;
  #end = 0;

  constructor(said: Omit<RouteDefinition, 'location'>, declaration: Declaration) {
    this.name = said.name;
    this.verbs = said.verbs;
    this.any = said.any;
    this.pattern = said.pattern;
    this.target = said.target;
    this.segmentConstraints = said.segmentConstraints;
    this.requestConstraints = said.requestConstraints;
    this.defaults = said.defaults;
    this.facts = said.facts;
    this.#declaration = declaration;
  }

  get location(): Location {
    const { source, span } = this.#source
      ? { source: this.#source, span: { start: this.#start, end: this.#end } }
      : placeOf(this.#declaration);
    return { file: source.file, range: source.rangeOf(span) };
  }

  /** Keeps the current place and releases the tree, for a router. */
  letGoOfTree(): this {
    if (this.#source) return this;
    const { source, span } = placeOf(this.#declaration);
    this.#source = source;
    this.#start = span.start;
    this.#end = span.end;
    this.#declaration = undefined;
    return this;
  }
}

function placeOf(declaration: Declaration | undefined): Place {
  if (!declaration)
    throw new Error('a route has neither a declaration nor a place, which is a bug in waypost');
  return headPlace(declaration);
}
