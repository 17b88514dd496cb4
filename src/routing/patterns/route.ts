// A route: what it answers and where it leads.
//
// The interpreter makes a `RouteDefinition`, with everything known about a row of the route table. A `Route` is that row for users of a
// router; `tableRow` gives it as plain data:
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

/** The parts of the request's URL that a redirect replaces. */
export interface RedirectOptions {
  /** The path; may contain `%{name}`. */
  readonly path?: string | undefined;
  /** The host, with or without a port. */
  readonly host?: string | undefined;
  /** Replaces the request's subdomain; `false` or `''` removes it. */
  readonly subdomain?: string | false | undefined;
  /** `http` or `https`. */
  readonly protocol?: string | undefined;
  /** The port. The default port of the protocol is left out of the URL. */
  readonly port?: number | string | undefined;
  /** Replaces the request's query. */
  readonly params?: Readonly<Record<string, unknown>> | undefined;
}

/** Where a redirect leads, as written in the routes file. */
export type RedirectLocation =
  | { readonly kind: 'template'; readonly template: string }
  | { readonly kind: 'parts'; readonly parts: RedirectOptions }
  /** `callable` is undefined in tools that load no modules, such as editors and the linter. */
  | { readonly kind: 'callable'; readonly callable: unknown; readonly label: string };

/** A redirect. */
export interface RedirectTarget {
  readonly kind: 'redirect';
  /** The status of the response: 301 unless the routes file gives another. */
  readonly status: number;
  /** The text after the status in the route table: `/articles/%{id}`, `&links#old`, `path: /x, host: y`. */
  readonly label: string;
  /** Where it leads, as written. */
  readonly written: RedirectLocation;
  /** The value of the `Location` header, if it is the same for every request. */
  readonly fixedLocation?: string | undefined;
  /** The value of the `Location` header for a request with these params. */
  locationFor(params: Readonly<Record<string, string>>, request?: unknown): string;
}

/** Where a route was declared. The same shape as a diagnostic's place: 1-based lines and columns, offsets in UTF-16 units. */
export interface Location {
  /** The path of the file. */
  readonly file: string;
  /** The range of the declaration. */
  readonly range: {
    readonly start: { readonly offset: number; readonly line: number; readonly column: number };
    readonly end: { readonly offset: number; readonly line: number; readonly column: number };
  };
}

/** What the interpreter gives the router: one row of the route table with everything known about it. */
export interface RouteDefinition {
  /** The name for URL helpers, if the route has one. */
  readonly name?: string | undefined;
  /** In capitals, as written. Lists the seven usual verbs if `any` is true. */
  readonly verbs: readonly string[];
  /** Whether it answers every method, including those not in `verbs`: true for `via => 'all'`, `via => '*'` and mounts. */
  readonly any: boolean;
  /** The parsed path. */
  readonly pattern: Pattern;
  /** What it answers with. */
  readonly target: Target;
  /** By segment name. All constraints of a name must hold. */
  readonly segmentConstraints: ReadonlyMap<string, readonly SegmentConstraint[]>;
  /** Constraints on the request, in the order in which they are checked. All must hold. */
  readonly requestConstraints: readonly RequestConstraint[];
  /** Values for params that are not in the path, as text. */
  readonly defaults: ReadonlyMap<string, string>;
  /** Its layers and facts, if it has any. */
  readonly facts?: RouteFacts | undefined;
  /** Where it was declared. */
  readonly location?: Location | undefined;
}

/** The constraints of a route. */
export interface RouteConstraints {
  /** On segments, by name. */
  readonly segments: Readonly<Record<string, readonly SegmentConstraint[]>>;
  /** On the request, in the order in which they are checked. */
  readonly request: readonly RequestConstraint[];
}

/** A row of the route table, as plain JSON data. */
export interface RouteTableRow {
  /** The name for URL helpers; null if the route has none. */
  readonly name: string | null;
  /** As written: HEAD is included only if it was written, or if all verbs are meant. */
  readonly verbs: readonly string[];
  /** The path as written, with the paths of the scopes around it. */
  readonly pattern: string;
  /** `posts#index`, `&handlers#health`, `redirect(301, /articles)`, `mount(&legacy#app)`. */
  readonly target: string;
}

const noLayers: readonly string[] = /* @__PURE__ */ Object.freeze([]);

/** A declared route (docs/router.md, "Routes"). The objects that it returns inherit nothing and are frozen. */
export class Route {
  /** The name for URL helpers, if the route has one. */
  readonly name: string | undefined;
  /** In capitals, as written: HEAD is included only if it was written, or if all verbs are meant. */
  readonly verbs: readonly string[];
  /** The path as written, with the paths of the scopes around it. */
  readonly pattern: string;
  /** What it answers with. */
  readonly target: Target;
  /** The labels of the middleware around it, outermost first: `['&auth#signedIn', '&limits#slow']`. */
  readonly layers: readonly string[];
  /** Its facts (`meta`): a frozen record that inherits nothing. */
  readonly meta: Readonly<Record<string, FactValue>>;
  /** The day from which it is deprecated. */
  readonly deprecated: RouteNotice | undefined;
  /** The day from which it is gone. */
  readonly sunset: RouteNotice | undefined;
  /** Its index in declaration order, from 0. */
  readonly index: number;
  /** The definition that it was made from. */
  readonly definition: RouteDefinition;

  constructor(definition: RouteDefinition, index: number) {
    this.name = definition.name;
    // A copy, so the definition's own list stays unfrozen: V8 searches frozen lists more slowly.
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

  /** Where it was declared, if it comes from a file. */
  get location(): Location | undefined {
    return this.definition.location;
  }

  /** Its constraints, on segments and on the request. */
  get constraints(): RouteConstraints {
    const { segmentConstraints, requestConstraints } = this.definition;
    return Object.freeze({ segments: bareRecord(segmentConstraints), request: requestConstraints });
  }

  /** Values for params that are not in the path, as text. */
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

/** The text of a target in the route table: `posts#index`, `&handlers#health`, `redirect(301, /articles)`, `mount(&legacy#app)`. */
export function targetText(target: Target): string {
  if (target.kind === 'controller') return `${target.controller}#${target.action}`;
  if (target.kind === 'callable') return target.label;
  return `${target.kind}(${target.kind === 'redirect' ? `${target.status}, ` : ''}${target.label})`;
}

/** The names of all controllers among the targets. */
export function controllersIn(definitions: readonly RouteDefinition[]): ReadonlySet<string> {
  return new Set(
    definitions.flatMap(({ target }) => (target.kind === 'controller' ? [target.controller] : [])),
  );
}

/** Whether a route answers a method, in capitals. GET includes HEAD. */
export function answersMethod(
  { verbs, any }: Pick<RouteDefinition, 'verbs' | 'any'>,
  method: string,
): boolean {
  return any || verbs.includes(method) || (method === 'HEAD' && verbs.includes('GET'));
}

/** The place of a route's declaration as `config/routes:7`; empty if it is not known. */
export function placeText({ location }: Pick<RouteDefinition, 'location'>): string {
  return location ? `${location.file}:${location.range.start.line}` : '';
}

/** The text of a route for messages: `GET /posts/:id (posts#show)`. */
export function routeText(route: Route): string {
  return `${route.verbs.join('|')} ${route.pattern} (${targetText(route.target)})`;
}

/** A frozen record of these entries that inherits nothing. */
export function bareRecord<Value>(
  entries: Iterable<readonly [string, Value]>,
): Readonly<Record<string, Value>> {
  const record = Object.create(null) as Record<string, Value>;
  for (const [key, value] of entries) record[key] = value;
  return Object.freeze(record);
}
