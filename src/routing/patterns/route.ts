// A route: what it answers and where it leads.
//
// The interpreter hands over a `RouteDefinition`, a row of the table with everything that is known about it; a `Route`
// is that row as users of a router see it, and the row of the route table is its text:
//
//   { name: 'post', verbs: ['GET'], pattern: '/posts/:id', target: 'posts#show' }

import type { RequestConstraint, SegmentConstraint } from './constraints.js';
import { noFacts, type FactValue, type RouteFacts, type RouteNotice } from './facts.js';
import type { Pattern } from './pattern.js';

/** What a route answers with: an action of a controller, a callable, a redirect, or a mounted application. */
export type Target =
  | { readonly kind: 'controller'; readonly controller: string; readonly action: string }
  | { readonly kind: 'callable'; readonly callable: unknown; readonly label: string }
  | RedirectTarget
  | { readonly kind: 'mount'; readonly app: unknown; readonly label: string };

/** Parts of the request's own URL to be replaced; `params` replaces its query. */
export interface RedirectOptions {
  /** May hold `%{name}`. */
  readonly path?: string | undefined;
  /** The host, with a port or without. */
  readonly host?: string | undefined;
  /** In place of the request's subdomain; `false` or `''` takes it away. */
  readonly subdomain?: string | false | undefined;
  /** `http` or `https`. */
  readonly protocol?: string | undefined;
  /** The port; the protocol's own is left out. */
  readonly port?: number | string | undefined;
  /** The query, in place of the request's. */
  readonly params?: Readonly<Record<string, unknown>> | undefined;
}

/** Where a redirect leads, as it was written. */
export type RedirectLocation =
  | { readonly kind: 'template'; readonly template: string }
  | { readonly kind: 'parts'; readonly parts: RedirectOptions }
  /** `callable` is undefined where only an editor or linter looks. */
  | { readonly kind: 'callable'; readonly callable: unknown; readonly label: string };

/** A redirect. */
export interface RedirectTarget {
  readonly kind: 'redirect';
  /** The status of the answer: 301 unless the routes file says another. */
  readonly status: number;
  /** What stands behind the status in the route table: `/articles/%{id}`, `&links#old`, `path: /x, host: y`. */
  readonly label: string;
  /** Where it leads, as it was written. */
  readonly written: RedirectLocation;
  /** Where it leads whatever the request, as the value of the `Location` header; undefined where that depends on the request. */
  readonly fixedLocation?: string | undefined;
  /** The value of the `Location` header. */
  locationFor(params: Readonly<Record<string, string>>, request?: unknown): string;
}

/** Where a route was declared: structurally a diagnostic's place (1-based lines and columns, UTF-16 offsets). */
export interface Location {
  /** The path of the file. */
  readonly file: string;
  /** The declaration. */
  readonly range: {
    readonly start: { readonly offset: number; readonly line: number; readonly column: number };
    readonly end: { readonly offset: number; readonly line: number; readonly column: number };
  };
}

/** What the interpreter hands to the router: one row of the table with everything known about it. */
export interface RouteDefinition {
  /** The name that URL helpers have, where the route has one. */
  readonly name?: string | undefined;
  /** Upper case, as written; `any` is true for `via => 'all'` and `*` and for mounts, which list seven verbs. */
  readonly verbs: readonly string[];
  /** Whether it answers every method, also those that `verbs` does not list. */
  readonly any: boolean;
  /** Its path, read. */
  readonly pattern: Pattern;
  /** What it answers with. */
  readonly target: Target;
  /** By segment name; all of a name's constraints must hold. */
  readonly segmentConstraints: ReadonlyMap<string, readonly SegmentConstraint[]>;
  /** On the request, in the order in which they are asked; all must hold. */
  readonly requestConstraints: readonly RequestConstraint[];
  /** Values for params that the path does not give, as text. */
  readonly defaults: ReadonlyMap<string, string>;
  /** Its layers and what is said about it; nothing unless given. */
  readonly facts?: RouteFacts | undefined;
  /** Where it was declared. */
  readonly location?: Location | undefined;
}

/** A route's constraints: those on its segments by name, and those on the request in the order in which they are asked. */
export interface RouteConstraints {
  /** By the name of the segment. */
  readonly segments: Readonly<Record<string, readonly SegmentConstraint[]>>;
  /** In the order in which they are asked. */
  readonly request: readonly RequestConstraint[];
}

/** A row of the route table: plain data that JSON can hold. */
export interface RouteTableRow {
  /** The name that URL helpers have; null where the route has none. */
  readonly name: string | null;
  /** As written: HEAD stands there only where it was written, or where every verb is meant. */
  readonly verbs: readonly string[];
  /** The path as written, with what is around it. */
  readonly pattern: string;
  /** `posts#index`, `&handlers#health`, `redirect(301, /articles)`, `mount(&legacy#app)`. */
  readonly target: string;
}

const noLayers: readonly string[] = /* @__PURE__ */ Object.freeze([]);

/** A declared route (docs/router.md, "Routes"). Objects that it gives inherit nothing and cannot be changed. */
export class Route {
  /** The name that URL helpers have, where the route has one. */
  readonly name: string | undefined;
  /** In capitals, as written: HEAD stands there only where it was written, or where every verb is meant. */
  readonly verbs: readonly string[];
  /** The path as written, with what is around it. */
  readonly pattern: string;
  /** What it answers with. */
  readonly target: Target;
  /** The middleware around it as text, outermost first: `['&auth#signedIn', '&limits#slow']`. */
  readonly layers: readonly string[];
  /** Facts about it (`meta`): a frozen record that inherits nothing. */
  readonly meta: Readonly<Record<string, FactValue>>;
  /** From when on it is deprecated. */
  readonly deprecated: RouteNotice | undefined;
  /** From when on it is gone. */
  readonly sunset: RouteNotice | undefined;
  /** Its place among the router's routes, from 0. */
  readonly index: number;
  /** All that is known of it, as the interpreter made it. */
  readonly definition: RouteDefinition;

  constructor(definition: RouteDefinition, index: number) {
    this.name = definition.name;
    // A list of its own: the engine looks sooner into those of the definitions that nobody freezes.
    this.verbs = Object.freeze([...definition.verbs]);
    this.pattern = definition.pattern.text;
    this.target = Object.freeze(definition.target);
    const { layers, meta, deprecated, sunset } = definition.facts ?? noFacts;
    this.layers = layers.length === 0 ? noLayers : Object.freeze(layers.map(({ label }) => label));
    this.meta = meta;
    this.deprecated = deprecated;
    this.sunset = sunset;
    this.index = index;
    this.definition = definition;
    Object.freeze(this);
  }

  /** Where it was declared, where it comes from a file. */
  get location(): Location | undefined {
    return this.definition.location;
  }

  /** Its constraints, on segments and on the request. */
  get constraints(): RouteConstraints {
    const { segmentConstraints, requestConstraints } = this.definition;
    return Object.freeze({ segments: bareRecord(segmentConstraints), request: requestConstraints });
  }

  /** Values for params absent from the path, as text. */
  get defaults(): Readonly<Record<string, string>> {
    return bareRecord(this.definition.defaults);
  }

  /** Its row of the route table. */
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
  if (target.kind === 'controller') return `${target.controller}#${target.action}`;
  if (target.kind === 'callable') return target.label;
  return `${target.kind}(${target.kind === 'redirect' ? `${target.status}, ` : ''}${target.label})`;
}

/** The names of the controllers that routes lead to. */
export function controllersIn(definitions: readonly RouteDefinition[]): ReadonlySet<string> {
  return new Set(
    definitions.flatMap(({ target }) => (target.kind === 'controller' ? [target.controller] : [])),
  );
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

/** Names and values as a frozen record that inherits nothing. */
export function bareRecord<Value>(
  entries: Iterable<readonly [string, Value]>,
): Readonly<Record<string, Value>> {
  const record = Object.create(null) as Record<string, Value>;
  for (const [key, value] of entries) record[key] = value;
  return Object.freeze(record);
}
