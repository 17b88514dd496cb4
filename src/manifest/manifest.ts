// The manifest: everything known about the routes of a file, as plain JSON data.
//
// Its schema is published as docs/manifest.schema.json. A new member keeps the version. The version changes if the meaning of a member
// changes, or a member is removed.

import type { RequestConstraint, SegmentConstraint } from '../routing/patterns/constraints.js';
import { noFacts, type FactValue, type RouteNotice } from '../routing/patterns/facts.js';
import { bareRecord, targetText, type RouteDefinition } from '../routing/patterns/route.js';

/** Changes when the form of the manifest changes. */
export const manifestVersion = 1;
/** The address of the JSON schema of this version, which is in the package. */
export const manifestSchema = 'https://unpkg.com/waypost/docs/manifest.schema.json';

/** A route table as JSON; its schema is docs/manifest.schema.json. */
export interface Manifest {
  /** The version of the form. */
  readonly version: typeof manifestVersion;
  /** The name of the routes file. */
  readonly file: string;
  /** In declaration order. The first that matches answers. */
  readonly routes: readonly ManifestRoute[];
}

/** A row of the route table with everything else that is known about the route. */
export interface ManifestRoute {
  /** The name for URL helpers; null if the route has none. */
  readonly name: string | null;
  /** The verbs that it answers, in capitals. */
  readonly verbs: readonly string[];
  /** Its path as written, with the prefixes of its scopes. */
  readonly pattern: string;
  /** As in the printed route table: `posts#index`. */
  readonly target: string;
  readonly kind: 'controller' | 'callable' | 'redirect' | 'mount';
  /** Whether it answers any method, not only those listed. */
  readonly any: boolean;
  /** The controller, if one answers. */
  readonly controller?: string;
  /** The action, if a controller answers. */
  readonly action?: string;
  /** The names in its path, in order. */
  readonly segments: readonly ManifestSegment[];
  /** Constraints on the request. All must hold. */
  readonly constraints: readonly ManifestConstraint[];
  /** Values for params that the path does not give. */
  readonly defaults: Readonly<Record<string, string>>;
  /** Outermost first. */
  readonly layers: readonly string[];
  /** Its `meta` in the routes file. */
  readonly meta: Readonly<Record<string, FactValue>>;
  /** The date from which it is deprecated. */
  readonly deprecated?: RouteNotice;
  /** The date from which it is no longer available. */
  readonly sunset?: RouteNotice;
  /** Where it is declared; lines and columns count from 1. */
  readonly location?: { readonly file: string; readonly line: number; readonly column: number };
}

/** A name in a path. */
export interface ManifestSegment {
  /** Without the `:` or the `*`. */
  readonly name: string;
  /** Whether it can contain slashes. */
  readonly glob: boolean;
  /** Whether it is outside optional groups. */
  readonly required: boolean;
  /** All must hold. */
  readonly constraints: readonly ManifestTest[];
}

/** A condition on a text. */
export type ManifestTest =
  | { readonly equals: string }
  | { readonly regex: string; readonly flags: string }
  | { readonly oneOf: readonly ManifestTest[] }
  /** The callable as the file names it. Only the application knows what it accepts. */
  | { readonly callable: string };

/** A condition on the request: on one of its attributes, or a callable. */
export type ManifestConstraint =
  | { readonly callable: string }
  | ({ readonly attribute: string } & (ManifestTest | { readonly present: boolean }));

/** An object with routes: an analysis or a router. */
export interface Routes {
  /** The routes, in the order in which they are tried. */
  readonly routes: readonly { readonly definition: RouteDefinition }[];
}

/** The manifest of an analysis or a router; `file` is the routes file's name (docs/router.md, "The manifest"). */
export function manifestOf({ routes }: Routes, file: string): Manifest {
  return {
    version: manifestVersion,
    file,
    routes: routes.map(({ definition }) => manifestRoute(definition)),
  };
}

function manifestRoute(definition: RouteDefinition): ManifestRoute {
  const { name, verbs, any, pattern, target, segmentConstraints, requestConstraints, defaults, location } =
    definition;
  const { layers, meta, deprecated, sunset } = definition.facts ?? noFacts;
  return {
    name: name ?? null,
    verbs: [...verbs],
    pattern: pattern.text,
    target: targetText(target),
    kind: target.kind,
    any,
    ...(target.kind === 'controller' && { controller: target.controller, action: target.action }),
    segments: pattern.names.map((segment) => ({
      name: segment,
      glob: pattern.globNames.has(segment),
      required: !pattern.optionalNames.has(segment),
      constraints: (segmentConstraints.get(segment) ?? []).map(testOf),
    })),
    constraints: requestConstraints.map(constraintOf),
    defaults: bareRecord(defaults),
    layers: layers.map(({ label }) => label),
    meta,
    ...(deprecated && { deprecated }),
    ...(sunset && { sunset }),
    ...(location && {
      location: { file: location.file, line: location.range.start.line, column: location.range.start.column },
    }),
  };
}

function constraintOf(constraint: RequestConstraint): ManifestConstraint {
  if (constraint.kind === 'callable') return { callable: constraint.label };
  const { attribute, test } = constraint;
  return { attribute, ...(test.kind === 'presence' ? { present: test.present } : testOf(test)) };
}

function testOf(test: SegmentConstraint): ManifestTest {
  switch (test.kind) {
    case 'string':
      return { equals: test.value };
    case 'regex':
      return regexTest(test.regex);
    case 'list':
      return {
        oneOf: test.values.map((value) => (typeof value === 'string' ? { equals: value } : regexTest(value))),
      };
    case 'callable':
      return { callable: test.label };
    default:
      return test satisfies never;
  }
}

function regexTest({ source, flags }: RegExp): ManifestTest {
  return { regex: source, flags };
}
