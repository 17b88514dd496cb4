// The manifest: everything that is known of the routes of a file, as plain data that JSON can hold.
//
// Its shape is published as docs/manifest.schema.json. A member that is added keeps the version; one that changes its
// meaning or goes away makes a new one.

import type { RequestConstraint, SegmentConstraint } from '../routing/patterns/constraints.js';
import { noFacts, type FactValue, type RouteNotice } from '../routing/patterns/facts.js';
import { bareRecord, targetText, type RouteDefinition } from '../routing/patterns/route.js';

/** Changes when the form of the manifest does. */
export const manifestVersion = 1;
/** Where the JSON schema of this version is published: in the package. */
export const manifestSchema = 'https://unpkg.com/waypost/docs/manifest.schema.json';

/** A route table as JSON, whose schema is docs/manifest.schema.json. */
export interface Manifest {
  /** The version of its form. */
  readonly version: typeof manifestVersion;
  /** The routes file's name. */
  readonly file: string;
  /** In declaration order, which is that of precedence. */
  readonly routes: readonly ManifestRoute[];
}

/** A row of the route table, and what else is known of the route. */
export interface ManifestRoute {
  /** The name that URL helpers have; null where the route has none. */
  readonly name: string | null;
  /** The verbs that it answers, in capitals. */
  readonly verbs: readonly string[];
  /** Its path as written, with what is around it. */
  readonly pattern: string;
  /** As the route table shows it: `posts#index`. */
  readonly target: string;
  readonly kind: 'controller' | 'callable' | 'redirect' | 'mount';
  /** It answers any method, not only those listed. */
  readonly any: boolean;
  /** The controller, where one answers. */
  readonly controller?: string;
  /** The action, where a controller answers. */
  readonly action?: string;
  /** The names of its path, in their order. */
  readonly segments: readonly ManifestSegment[];
  /** On the request; all of them hold. */
  readonly constraints: readonly ManifestConstraint[];
  /** Values for params that the path does not give. */
  readonly defaults: Readonly<Record<string, string>>;
  /** Outermost first. */
  readonly layers: readonly string[];
  /** What is said of it under `meta`. */
  readonly meta: Readonly<Record<string, FactValue>>;
  /** From when on it is deprecated. */
  readonly deprecated?: RouteNotice;
  /** From when on it is gone. */
  readonly sunset?: RouteNotice;
  /** Where it was declared, from 1. */
  readonly location?: { readonly file: string; readonly line: number; readonly column: number };
}

/** A name of a path. */
export interface ManifestSegment {
  /** Without the `:` or the `*`. */
  readonly name: string;
  /** It spans slashes. */
  readonly glob: boolean;
  /** It stands outside of optional groups. */
  readonly required: boolean;
  /** All of them hold. */
  readonly constraints: readonly ManifestTest[];
}

/** What a text has to be like. */
export type ManifestTest =
  | { readonly equals: string }
  | { readonly regex: string; readonly flags: string }
  | { readonly oneOf: readonly ManifestTest[] }
  /** As it is named in the file: only the application knows what it lets through. */
  | { readonly callable: string };

/** What the request has to be like: one of its attributes, or what only a callable knows. */
export type ManifestConstraint =
  | { readonly callable: string }
  | ({ readonly attribute: string } & (ManifestTest | { readonly present: boolean }));

/** What has routes: an analysis, or a router. */
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
