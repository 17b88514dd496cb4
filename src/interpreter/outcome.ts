// What giving a declaration its meaning came to, kept as a list of findings instead of being acted upon at once: so the same
// declaration in the same scope need not be looked at again when the text around it has changed.
//
//   namespace 'admin' { resources 'users'; get '/x', … }
//   └ outcome of `namespace`: its scope · outcome of `resources` (7 routes) · outcome of `get` (1 route)
//
// `gather` goes through the outcomes of a whole file and puts together what they found.

import type { Block, Declaration, Pair } from '../language/declarations.js';
import type { Place } from '../language/diagnostics.js';
import type { Source } from '../language/source.js';
import type { DirectHelper, ResolveTarget } from '../routing/generation/custom-helpers.js';
import type { InterpretedRoute } from './interpreted-route.js';
import type { EntryDemand, Scope } from './scope.js';

export type Effect =
  | InterpretedRoute
  /** A constraint was written; some route has to have its key. */
  | { readonly kind: 'demand'; readonly demand: EntryDemand }
  /** A route has the key, or could not be read and may have it. */
  | { readonly kind: 'fit'; readonly pair: Pair }
  /** A route lacks the key; these are the names that it has. */
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
  /** False where something was reported, or where it depends on something outside of the declaration that may change. */
  isRepeatable = true;
  /** How many declarations were gone through, and how many routes there are. */
  steps = 0;
  routes = 0;
  /** The concerns whose blocks were read. */
  concerns: Map<string, Declaration> | undefined = undefined;

  constructor(
    readonly scope: Scope | undefined,
    /** The version of the text in which this was found. */
    readonly version: number,
  ) {}

  dependOn(name: string, declaration: Declaration): void {
    (this.concerns ??= new Map()).set(name, declaration);
  }

  /** Called when nothing more will be found: the copy of the list has no room to spare, which one that was pushed into has. */
  settle(): void {
    this.parts = this.parts.slice();
  }

  /** Takes an outcome in as a part. */
  take(inner: Outcome): void {
    this.parts.push(inner);
    this.steps += inner.steps;
    this.routes += inner.routes;
    this.isRepeatable &&= inner.isRepeatable;
    if (inner.concerns) for (const [name, declaration] of inner.concerns) this.dependOn(name, declaration);
  }
}

/** Calls `visit` for every finding of an outcome, in the order in which they were found. */
export function gather(outcome: Outcome, visit: (effect: Effect) => void): void {
  outcome.parts.forEach((part) => {
    if (part instanceof Outcome) gather(part, visit);
    else visit(part);
  });
}
