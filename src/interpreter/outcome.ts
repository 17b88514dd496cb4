// The outcome of a declaration is the list of what interpreting it has found. Nothing is acted upon at once, so the list can be used again
// if the same declaration is in the same scope after an edit.
//
//   namespace 'admin' { resources 'users'; get '/x', … }
//   └ outcome of `namespace`: its scope · outcome of `resources` (7 routes) · outcome of `get` (1 route)
//
// `gather` visits the outcomes of a whole file.

import type { Block, Declaration, Pair } from '../language/declarations.js';
import type { Place } from '../language/diagnostics.js';
import type { Source } from '../language/source.js';
import type { DirectHelper, ResolveTarget } from '../routing/generation/custom-helpers.js';
import type { InterpretedRoute } from './interpreted-route.js';
import type { EntryDemand, Scope } from './scope.js';

export type Effect =
  | InterpretedRoute
  /** A constraint is written. Some route has to have its key. */
  | { readonly kind: 'demand'; readonly demand: EntryDemand }
  /** A route has the key, or may have it because it could not be read. */
  | { readonly kind: 'fit'; readonly pair: Pair }
  /** A route lacks the key. `names` are the names that it has. */
  | { readonly kind: 'misfit'; readonly pair: Pair; readonly names: readonly string[] }
  | { readonly kind: 'block'; readonly block: Block; readonly scope: Scope }
  | { readonly kind: 'file'; readonly source: Source; readonly scope: Scope }
  | { readonly kind: 'concern'; readonly name: string; readonly place: Place }
  | { readonly kind: 'direct'; readonly name: string; readonly helper: DirectHelper; readonly place: Place }
  | {
      readonly kind: 'resolve';
      readonly name: string;
      readonly target: ResolveTarget;
      readonly place: Place;
    };

export class Outcome {
  parts: (Outcome | Effect)[] = [];
  /** False if something was reported, or if it depends on something outside of the declaration that may change. */
  isRepeatable = true;
  /** The number of interpreted declarations, and the number of routes. */
  steps = 0;
  routes = 0;
  /** The concerns whose blocks were interpreted. */
  concerns: Map<string, Declaration> | undefined = undefined;

  constructor(
    readonly scope: Scope | undefined,
    /** The version of the text in which this outcome was found. */
    readonly version: number,
  ) {}

  dependOn(name: string, declaration: Declaration): void {
    (this.concerns ??= new Map()).set(name, declaration);
  }

  /** Called when the outcome is complete. Copies the list, because an array that has grown keeps unused capacity. */
  settle(): void {
    this.parts = this.parts.slice();
  }

  /** Adds the outcome of an inner declaration. */
  take(inner: Outcome): void {
    this.parts.push(inner);
    this.steps += inner.steps;
    this.routes += inner.routes;
    this.isRepeatable &&= inner.isRepeatable;
    if (inner.concerns) for (const [name, declaration] of inner.concerns) this.dependOn(name, declaration);
  }
}

/** Calls `visit` for each finding, in the order in which they were found. */
export function gather(outcome: Outcome, visit: (effect: Effect) => void): void {
  outcome.parts.forEach((part) => {
    if (part instanceof Outcome) gather(part, visit);
    else visit(part);
  });
}
