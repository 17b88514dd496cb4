// Routes as `waypost compile` writes them, and the way back to a router: plain data, with what the routes file names
// among it as imports of the module that holds the data.
//
//   { verbs: 'GET', path: '/posts/:id', parts: ['/posts/', 0], names: ['id'], to: 'posts#show', where: [['id', /\d+/]] }
//
// What is written by users stands in lists of pairs and never as the key of an object that inherits something. The
// texts have been judged when they were compiled; only whether an import has the form that its place needs is seen here.

import type { GeneratedRoute } from '../generation/generator.js';
import type { UrlHelpers as UrlHelpersOf } from '../generation/helper-signatures.js';
import type { UrlHelpers } from '../generation/url-helpers.js';
import type { CustomHelpers, DirectHelper, ResolveTarget } from '../generation/custom-helpers.js';
import type {
  AttributeTest,
  ConstraintCallable,
  NamedCallable,
  RequestAttribute,
  RequestConstraint,
  SegmentConstraint,
} from '../patterns/constraints.js';
import type { FactValue, LayerDefinition, RouteFacts, RouteNotice } from '../patterns/facts.js';
import type { Pattern, PatternPart } from '../patterns/pattern.js';
import type { boundMatching } from '../patterns/reachability.js';
import type { Location, RouteDefinition, Target } from '../patterns/route.js';
import type { ControllerResolver } from './dispatch.js';
import type { RedirectLocation, redirectTo } from './redirect.js';
import { type PathLimits, Router } from './router.js';
import type { Surroundings } from './surroundings.js';

/** Changes with the form of the data: a module that another version has compiled is refused. */
export const compiledFormat = 2;

/** Literal text, the place of a name among the names, or an optional group. */
export type CompiledPart = string | number | readonly CompiledPart[];

/** A regex, an equal text, a list of these, whether there has to be a value, or a callable. */
export type CompiledConstraint = RegExp | string | readonly (string | RegExp)[] | boolean | NamedCallable;

/** What a route answers with. */
export type CompiledTarget =
  /** `controller#action`. */
  | string
  | { readonly callable: unknown; readonly label: string }
  | { readonly redirect: RedirectLocation; readonly status: number }
  | { readonly app: unknown; readonly label: string };

/** A route as data; what is absent has its ordinary value. */
export interface CompiledRoute {
  /** The name that URL helpers have. */
  readonly name?: string;
  /** One, or several. */
  readonly verbs: string | readonly string[];
  /** There where it answers every method. */
  readonly any?: true;
  /** Its path as written. */
  readonly path: string;
  /** Absent where the path is nothing but text. */
  readonly parts?: readonly CompiledPart[];
  /** A glob's with a `*` before it. */
  readonly names?: readonly string[];
  /** What it answers with. */
  readonly to: CompiledTarget;
  /** Constraints on segments, by name. */
  readonly where?: readonly (readonly [string, CompiledConstraint])[];
  /** Constraints on the request, by attribute, or without one for a callable. */
  readonly when?: readonly (readonly [RequestAttribute, CompiledConstraint] | readonly [NamedCallable])[];
  /** Values for params that the path does not give. */
  readonly defaults?: readonly (readonly [string, string])[];
  /** The place of its facts among those of all routes. */
  readonly facts?: number;
  /** The file, by its place among the files; then offset, line and column of start and end. */
  readonly at?: readonly number[];
}

/** Facts that routes share. */
export interface CompiledFacts {
  /** Outermost first. */
  readonly layers: readonly LayerDefinition[];
  /** What is said under `meta`. */
  readonly meta: Readonly<Record<string, FactValue>>;
  /** From when on they are deprecated. */
  readonly deprecated?: RouteNotice;
  /** From when on they are gone. */
  readonly sunset?: RouteNotice;
}

/** A router whose helpers are known to TypeScript. */
export type RouterWith<Known> = Omit<Router, 'helpers'> & { readonly helpers: UrlHelpersOf<Known> };

/** What a compiled module hands to `createRouter`. */
export interface CompiledRoutes {
  /** The form of this data. */
  readonly format: number;
  /** The files that routes were declared in. */
  readonly files: readonly string[];
  /** The routes, in the order in which they are tried. */
  readonly routes: readonly CompiledRoute[];
  /** The facts of routes, each once. */
  readonly facts?: readonly CompiledFacts[];
  /** Modules by the names of controllers. */
  readonly controllers?: readonly (readonly [string, unknown])[];
  /** What `direct` declares: name, target and defaults. */
  readonly direct?: readonly (readonly [
    string,
    DirectHelper['target'],
    readonly (readonly [string, unknown])[],
  ])[];
  /** What `resolve` declares: the name of the class and its target. */
  readonly resolve?: readonly (readonly [string, ResolveTarget])[];
  /** Singulars and plurals of the words that records are looked up by. */
  readonly plurals?: readonly (readonly [string, string])[];
  /** What makes `router.helpers` and `request.helpers`; left out of a bundle by whoever needs neither. */
  readonly helpers?: typeof UrlHelpers;
  /** What makes layers and notices, and what makes redirects: where a route has any. */
  readonly surroundings?: Surroundings;
  /** What makes redirects. */
  readonly redirectTo?: typeof redirectTo;
  /** What bounds the time of matching a path that is made to be refused: where a pattern has such paths. */
  readonly boundMatching?: typeof boundMatching;
}

/** What a compiled module's router is made with. */
export interface CreateRouterOptions extends PathLimits {
  /** In place of the controllers that the module imports: a record, or a function that finds one by its name. */
  readonly controllers?: Readonly<Record<string, unknown>> | ControllerResolver | undefined;
}

/**
 * The router of a compiled module (docs/compiled-routes.md), the same that loading its routes file gives.
 *
 * @throws TypeError for a module of another version, and for an import that cannot be what the routes need it for
 */
export function createRouter(compiled: CompiledRoutes, options: CreateRouterOptions = {}): Router {
  const { format, controllers = [] } = compiled;
  if (format !== compiledFormat)
    throw new TypeError(
      `these routes were compiled by another version of waypost (format ${format}, not ${compiledFormat}): compile them again`,
    );
  compiled.boundMatching?.();
  const facts = (compiled.facts ?? []).map(factsOf);
  const modules = new Map(controllers);
  const given = options.controllers;
  return new Router({
    pathLimit: options.pathLimit,
    segmentLimit: options.segmentLimit,
    routes: compiled.routes.map((route) => definitionOf(route, compiled, facts)),
    customHelpers: customHelpersOf(compiled),
    controllers:
      given === undefined
        ? (name) => modules.get(name)
        : typeof given === 'function'
          ? given
          : (name) => (Object.hasOwn(given, name) ? given[name] : undefined),
    helpers: compiled.helpers,
    surroundings: compiled.surroundings,
  });
}

function definitionOf(
  route: CompiledRoute,
  { files, redirectTo: redirect }: CompiledRoutes,
  facts: readonly RouteFacts[],
): RouteDefinition {
  const { verbs, any = false, when = [], at } = route;
  const generated = generatedRoute(route);
  return {
    ...generated,
    verbs: typeof verbs === 'string' ? [verbs] : verbs,
    any,
    target: targetOf(route.to, generated.pattern, redirect),
    requestConstraints: when.map(requestConstraintOf),
    facts: route.facts === undefined ? undefined : facts[route.facts],
    location: at && locationOf(at, files),
  };
}

/** Of a route's data, what its URLs are made from. */
export function generatedRoute(
  route: Pick<CompiledRoute, 'name' | 'path' | 'parts' | 'names' | 'where' | 'defaults'>,
): GeneratedRoute {
  const { name, where = [], defaults } = route;
  const segmentConstraints = new Map<string, SegmentConstraint[]>();
  for (const [segment, written] of where) {
    const constraint = constraintOf(written) as SegmentConstraint;
    const others = segmentConstraints.get(segment);
    if (others) others.push(constraint);
    else segmentConstraints.set(segment, [constraint]);
  }
  return { name, pattern: patternOf(route), segmentConstraints, defaults: new Map(defaults) };
}

function patternOf({
  path,
  parts = [path],
  names = [],
}: Pick<CompiledRoute, 'path' | 'parts' | 'names'>): Pattern {
  const optionalNames = new Set<string>();
  const globNames = new Set<string>();
  const bare = names.map((name) => {
    if (!name.startsWith('*')) return name;
    globNames.add(name.slice(1));
    return name.slice(1);
  });
  const partsOf = (list: readonly CompiledPart[], isOptional: boolean): PatternPart[] =>
    list.map((part): PatternPart => {
      if (typeof part === 'string') return { kind: 'literal', text: part };
      if (typeof part !== 'number') return { kind: 'group', parts: partsOf(part, true) };
      const name = bare[part]!;
      if (isOptional) optionalNames.add(name);
      return { kind: globNames.has(name) ? 'glob' : 'segment', name };
    });
  return { text: path, parts: partsOf(parts, false), names: bare, optionalNames, globNames };
}

function constraintOf(written: CompiledConstraint): SegmentConstraint | AttributeTest {
  if (written instanceof RegExp) return { kind: 'regex', regex: written };
  if (typeof written === 'string') return { kind: 'string', value: written };
  if (typeof written === 'boolean') return { kind: 'presence', present: written };
  if (Array.isArray(written)) return { kind: 'list', values: written as readonly (string | RegExp)[] };
  return callableConstraint(written as NamedCallable);
}

function requestConstraintOf([first, test]: NonNullable<CompiledRoute['when']>[number]): RequestConstraint {
  return typeof first === 'string'
    ? { kind: 'attribute', attribute: first, test: constraintOf(test!) as AttributeTest }
    : callableConstraint(first);
}

function callableConstraint({
  callable,
  label,
}: NamedCallable): { readonly kind: 'callable' } & NamedCallable {
  checkCallable(callable, 'matches', label);
  return { kind: 'callable', callable: callable as ConstraintCallable, label };
}

function targetOf(to: CompiledTarget, pattern: Pattern, redirect: CompiledRoutes['redirectTo']): Target {
  if (typeof to === 'string') {
    const hash = to.indexOf('#');
    return { kind: 'controller', controller: to.slice(0, hash), action: to.slice(hash + 1) };
  }
  if ('redirect' in to) {
    if (to.redirect.kind === 'callable') checkCallable(to.redirect.callable, undefined, to.redirect.label);
    return redirect!(to.redirect, to.status, pattern);
  }
  const { label } = to;
  const value = 'app' in to ? to.app : to.callable;
  checkCallable(value, 'call', label);
  return 'app' in to ? { kind: 'mount', app: value, label } : { kind: 'callable', callable: value, label };
}

function checkCallable(value: unknown, method: string | undefined, label: string): void {
  if (typeof value === 'function') return;
  const own = typeof value === 'object' && value !== null && method !== undefined;
  if (own && typeof (value as Record<string, unknown>)[method] === 'function') return;
  const wanted = method === undefined ? 'a function' : `a function, or an object with \`${method}\``;
  const found =
    value === null || value === undefined
      ? String(value)
      : `${typeof value === 'object' ? 'an' : 'a'} ${typeof value}`;
  throw new TypeError(`${label} has to be ${wanted}, and its module exports ${found}`);
}

function factsOf({ layers, meta, deprecated, sunset }: CompiledFacts): RouteFacts {
  return { layers, meta: bare(meta) as RouteFacts['meta'], deprecated, sunset };
}

/** Data whose records inherit nothing and cannot be changed. */
function bare(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return Object.freeze(value.map(bare));
  const record = Object.create(null) as Record<string, unknown>;
  for (const [key, each] of Object.entries(value)) record[key] = bare(each);
  return Object.freeze(record);
}

function locationOf(at: readonly number[], files: readonly string[]): Location {
  const position = (from: number): Location['range']['start'] => ({
    offset: at[from]!,
    line: at[from + 1]!,
    column: at[from + 2]!,
  });
  return { file: files[at[0]!]!, range: { start: position(1), end: position(4) } };
}

function customHelpersOf({ direct = [], resolve = [], plurals = [] }: CompiledRoutes): CustomHelpers {
  const known = new Map(plurals);
  return {
    direct: new Map(
      direct.map(([name, target, defaults]) => [
        name,
        { target, defaults: Object.assign(Object.create(null) as object, Object.fromEntries(defaults)) },
      ]),
    ),
    resolve: new Map(resolve),
    plural(singular) {
      const cut = singular.lastIndexOf('-') + 1;
      const word = singular.slice(cut);
      return known.get(singular) ?? singular.slice(0, cut) + (known.get(word) ?? `${word}s`);
    },
  };
}
