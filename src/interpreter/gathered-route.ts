// A route on its way: as a declaration drafts it, as it is gathered, and as it is in the end, where all names are given.

import type { Declaration } from '../language/declarations.js';
import type { Place } from '../language/diagnostics.js';
import type { Span } from '../language/source.js';
import type { SegmentConstraint } from '../routing/patterns/constraints.js';
import type { Pattern } from '../routing/patterns/pattern.js';
import type { RouteDefinition, Target } from '../routing/patterns/route.js';
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
  readonly definition: RouteDefinition;
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
  /** What `format` demands and supplies. */
  readonly format: {
    readonly constraint: SegmentConstraint | undefined;
    readonly default: string | undefined;
  };
}

export interface RouteDraft {
  readonly declaration: Declaration;
  readonly scope: Scope;
  readonly verbs: readonly string[];
  readonly any: boolean;
  readonly pattern: BuiltPattern;
  readonly found: FoundTarget;
  readonly name: string | undefined;
  readonly nameIsGiven: boolean;
  readonly nameSpan: Span | undefined;
  readonly demands: readonly Demand[];
}

/** A route before it is known whether its name is still to be had. */
export interface GatheredRoute {
  readonly draft: RouteDraft;
  readonly name: string | undefined;
  /** The name as names are compared. */
  readonly key: string | undefined;
  readonly namePlace: Place;
  /** As it comes to be with its name, and where another route has that; each is made once. */
  named: InterpretedRoute | undefined;
  unnamed: InterpretedRoute | undefined;
  readonly parts: Omit<RouteDefinition, 'name' | 'location'>;
}
