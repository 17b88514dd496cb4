// A route: what it answers and where it leads.  (Contract; the implementation follows.)

import type { RequestConstraint, SegmentConstraint } from './constraints.js';
import type { Pattern } from './pattern.js';

export type Target =
  | { readonly kind: 'controller'; readonly controller: string; readonly action: string }
  | { readonly kind: 'callable'; readonly callable: unknown; readonly label: string }
  | RedirectTarget
  | { readonly kind: 'mount'; readonly app: unknown; readonly label: string };

export interface RedirectTarget {
  readonly kind: 'redirect';
  readonly status: number;
  /** What stands behind the status in the route table: `/articles/%{id}`, `&links#old`, `path: /x, host: y`. */
  readonly label: string;
  /** The value of the `Location` header. */
  locationFor(params: Readonly<Record<string, string>>, request?: unknown): string;
}

/** Where a route was declared: structurally a diagnostic's place (1-based lines and columns, UTF-16 offsets). */
export interface Location {
  readonly file: string;
  readonly range: {
    readonly start: { readonly offset: number; readonly line: number; readonly column: number };
    readonly end: { readonly offset: number; readonly line: number; readonly column: number };
  };
}

/** What the interpreter hands to the router: one row of the table with everything known about it. */
export interface RouteDefinition {
  readonly name?: string | undefined;
  /** Upper case, as written; `any` is true for `via => 'all'` and `*` and for mounts, which list seven verbs. */
  readonly verbs: readonly string[];
  readonly any: boolean;
  readonly pattern: Pattern;
  readonly target: Target;
  /** By segment name; all of a name's constraints must hold. */
  readonly segmentConstraints: ReadonlyMap<string, readonly SegmentConstraint[]>;
  readonly requestConstraints: readonly RequestConstraint[];
  readonly defaults: ReadonlyMap<string, string>;
  readonly location?: Location | undefined;
}
