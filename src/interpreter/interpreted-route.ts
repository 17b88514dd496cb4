// A route and where it comes from: what an editor holds of it, with its tree. A router holds the definition alone, as
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
  /** Where the target, or the part of it that was written, stands. */
  readonly place: Place;
  /** Where its controller is named, if not there. */
  readonly controllerPlace?: Place | undefined;
}

/** A route and where it comes from. */
export interface InterpretedRoute {
  /** Among all that is found in a text. */
  readonly kind: 'route';
  /** The row of the table. */
  readonly definition: RouteDefinition;
  /** The declaration that made it. */
  readonly declaration: Declaration;
  /** Concern uses and includes that led to the declaration, outermost first. */
  readonly uses: readonly Use[];
  /** Its layers where they are written, outermost first. */
  readonly layers: readonly LayerUse[];
  /** Where its target is written, or what implies it. */
  readonly targetPlace: Place;
  /** Where its controller is named: there, or further out. */
  readonly controllerPlace: Place;
  /** Whether the name was written with `as`. */
  readonly nameIsGiven: boolean;
  /** The name that an earlier route with another pattern kept. */
  readonly droppedName: string | undefined;
}

export interface BuiltPattern {
  readonly pattern: Pattern;
  /** Whether its text has a mistake. */
  readonly isDamaged: boolean;
  /** What `format` demands and supplies. */
  readonly format: {
    readonly constraint: SegmentConstraint | undefined;
    readonly default: string | undefined;
  };
}

/** What a declaration says of one route. */
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

/** A class, as the nodes of the tree have (written-nodes.ts). */
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
 * The definition of a declared route. Where it stands is looked up when that is asked for: it moves with the text. A class, since engines
 * keep an object literal with a getter of its own as a dictionary.
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
  /** Where it stands, once the declaration is gone. */
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

  /** Keeps its place as it is now, and no longer the tree: for a router. */
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
