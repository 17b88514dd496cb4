// A route: what it answers and where it leads.
//
// The interpreter hands over a `RouteDefinition`, a row of the table with everything that is known about it; a `Route`
// is that row as users of a router see it, and the row of the route table is its text:
//
//   { name: 'post', verbs: ['GET'], pattern: '/posts/:id', target: 'posts#show' }

import type { RequestConstraint, SegmentConstraint } from './constraints.js';
import { noFacts, type FactValue, type RouteFacts, type RouteNotice } from './facts.js';
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
  /** Where it leads, as it was written. */
  readonly written: unknown;
  /** Where it leads whatever the request, as the value of the `Location` header; undefined where that depends on the request. */
  readonly fixedLocation?: string | undefined;
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
  /** Its layers and what is said about it; nothing unless given. */
  readonly facts?: RouteFacts | undefined;
  readonly location?: Location | undefined;
}

/** A route's constraints: those on its segments by name, and those on the request in the order in which they are asked. */
export interface RouteConstraints {
  readonly segments: Readonly<Record<string, readonly SegmentConstraint[]>>;
  readonly request: readonly RequestConstraint[];
}

/** A row of the route table: plain data that JSON can hold. */
export interface RouteTableRow {
  readonly name: string | null;
  /** As written: HEAD stands there only where it was written, or where every verb is meant. */
  readonly verbs: readonly string[];
  readonly pattern: string;
  readonly target: string;
}

/** A declared route (docs/router.md, "Routes"). Objects that it gives inherit nothing and cannot be changed. */
export class Route {
  readonly name: string | undefined;
  readonly verbs: readonly string[];
  readonly pattern: string;
  readonly target: Target;
  /** The middleware around it as text, outermost first: `['&auth#signedIn', '&limits#slow']`. */
  readonly layers: readonly string[];
  /** Facts about it (`meta`): a frozen record that inherits nothing. */
  readonly meta: Readonly<Record<string, FactValue>>;
  readonly deprecated: RouteNotice | undefined;
  readonly sunset: RouteNotice | undefined;
  readonly location: Location | undefined;
  /** Its place among the router's routes, from 0. */
  readonly index: number;
  readonly definition: RouteDefinition;

  constructor(definition: RouteDefinition, index: number) {
    this.name = definition.name;
    this.verbs = definition.verbs;
    this.pattern = definition.pattern.text;
    this.target = definition.target;
    const { layers, meta, deprecated, sunset } = definition.facts ?? noFacts;
    this.layers = Object.freeze(layers.map(({ label }) => label));
    this.meta = meta;
    this.deprecated = deprecated;
    this.sunset = sunset;
    this.location = definition.location;
    this.index = index;
    this.definition = definition;
    Object.freeze(this);
  }

  get constraints(): RouteConstraints {
    const { segmentConstraints, requestConstraints } = this.definition;
    return Object.freeze({ segments: bareRecord(segmentConstraints), request: requestConstraints });
  }

  /** Values for params absent from the path, as text. */
  get defaults(): Readonly<Record<string, string>> {
    return bareRecord(this.definition.defaults);
  }

  tableRow(): RouteTableRow {
    return {
      name: this.name ?? null,
      verbs: [...this.verbs],
      pattern: this.pattern,
      target: targetText(this.target),
    };
  }
}

/** A target as the route table shows it: `posts#index`, `&handlers#health`, `redirect(301, /articles)`, `mount(&legacy#app)`. */
export function targetText(target: Target): string {
  switch (target.kind) {
    case 'controller':
      return `${target.controller}#${target.action}`;
    case 'callable':
      return target.label;
    case 'redirect':
      return `redirect(${target.status}, ${target.label})`;
    case 'mount':
      return `mount(${target.label})`;
    default:
      return target satisfies never;
  }
}

/** Whether a route's verbs cover a method: those of GET cover HEAD. */
export function answersMethod(
  { verbs, any }: Pick<RouteDefinition, 'verbs' | 'any'>,
  method: string,
): boolean {
  return any || verbs.includes(method) || (method === 'HEAD' && verbs.includes('GET'));
}

/** Where a route was declared, as `config/routes:7`; empty where that is not known. */
export function placeText({ location }: Pick<RouteDefinition, 'location'>): string {
  return location ? `${location.file}:${location.range.start.line}` : '';
}

/** A route in a sentence: `GET /posts/:id (posts#show)`. */
export function routeText(route: Route): string {
  return `${route.verbs.join('|')} ${route.pattern} (${targetText(route.target)})`;
}

/** A map as a frozen record that inherits nothing. */
export function bareRecord<Value>(map: ReadonlyMap<string, Value>): Readonly<Record<string, Value>> {
  const record: Record<string, Value> = Object.create(null) as Record<string, Value>;
  for (const [key, value] of map) record[key] = value;
  return Object.freeze(record);
}
