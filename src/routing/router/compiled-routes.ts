// Routes as `waypost compile` writes them, and the way back to a router: plain data, with what the routes file names among it as
// imports of the module that holds the data.
//
//   ["post", "GET", ["/posts/", 0], ["id"], "posts#show", [38, 1, 3, 27], { where: segmentConstraints([["id", /\d+/]]) }]
//    name    verb   parts           names   target        place           what few routes have
//
// What is written by users stands in lists of pairs and never as the key of an object that inherits something. What few tables need
// is made by functions of compiled-parts.ts, which a module imports only where its routes need them.

import type { UrlHelpers as UrlHelpersOf } from '../generation/helper-signatures.js';
import type { UrlHelpers } from '../generation/url-helpers.js';
import type { CustomHelpers } from '../generation/custom-helpers.js';
import type { RouteFacts } from '../patterns/facts.js';
import type { Pattern, PatternPart } from '../patterns/pattern.js';
import type { boundMatching } from '../patterns/reachability.js';
import type { Location, RouteDefinition, Target } from '../patterns/route.js';
import type { recognition } from '../recognition/matcher.js';
import type { ControllerResolver } from './dispatch.js';
import type { OtherTargets } from './other-targets.js';
import { type PathLimits, Router } from './router.js';
import type { Surroundings } from './surroundings.js';

/** Changes with the form of the data: a module that another version has compiled is refused. */
export const compiledFormat = 3;

/** Literal text, the place of a name among the names, or an optional group. */
export type CompiledPart = string | number | readonly CompiledPart[];

/** A row of the table; what is left out at its end is what most routes have not. */
export type CompiledRoute = readonly [
  /** 0 where it has none. */
  name: string | 0,
  verbs: string | readonly string[],
  /** A text alone where the path has nothing else. */
  parts: string | readonly CompiledPart[],
  /** A glob's with a `*` before it. */
  names: readonly string[],
  /** `controller#action`, another target, or what makes one of the pattern. */
  to: string | Target | ((pattern: Pattern) => Target),
  at?: CompiledPlace,
  more?: CompiledDetails,
];

/**
 * Where a route was declared: how many characters and lines behind the start of the route before, in which column, and how many characters
 * long; where it ends on another line, how many lines below and in which column. Empty for the place of the route before, 0 for none.
 */
export type CompiledPlace = 0 | readonly number[];

/** What few routes have. */
export interface CompiledDetails {
  /** The pattern as it is shown, where its parts do not say so. */
  readonly path?: string;
  /** There where it answers every method. */
  readonly any?: true;
  /** Constraints on segments, by name. */
  readonly where?: RouteDefinition['segmentConstraints'];
  /** Constraints on the request. */
  readonly when?: RouteDefinition['requestConstraints'];
  /** Values for params that the path does not give. */
  readonly defaults?: readonly (readonly [string, string])[];
  /** The place of its facts among those of all routes. */
  readonly facts?: number;
  /** The file of this route and those behind it, by its place among the files; places begin anew. */
  readonly file?: number;
}

/** A router whose helpers are known to TypeScript. */
export type RouterWith<Known> = Omit<Router, 'helpers'> & { readonly helpers: UrlHelpersOf<Known> };

/** What a compiled module hands to `createRouter`. */
export interface CompiledRoutes {
  /** The form of this data. */
  readonly format: number;
  /** What finds the route that answers: `simpleRecognition` where that knows all of them. */
  readonly recognition: typeof recognition;
  /** The files that routes were declared in. */
  readonly files: readonly string[];
  /** The routes, in the order in which they are tried. */
  readonly routes: readonly CompiledRoute[];
  /** The facts of routes, each once. */
  readonly facts?: readonly RouteFacts[];
  /** Modules by the names of controllers. */
  readonly controllers?: readonly (readonly [string, unknown])[];
  /** What `direct` and `resolve` declare, and the plurals that records are looked up by. */
  readonly customHelpers?: CustomHelpers;
  /** What makes `router.helpers` and `request.helpers`; left out of a bundle by whoever needs neither. */
  readonly helpers?: typeof UrlHelpers;
  /** What makes layers and notices: where a route has any. */
  readonly surroundings?: Surroundings;
  /** What calls targets that are no controllers: where a route has one. */
  readonly otherTargets?: OtherTargets;
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
 * @throws TypeError for a module of another version
 */
export function createRouter(compiled: CompiledRoutes, options: CreateRouterOptions = {}): Router {
  const { format, controllers, boundMatching: bound, ...parts } = compiled;
  if (format !== compiledFormat)
    throw new TypeError(
      `these routes were compiled by another version of waypost (format ${format}, not ${compiledFormat}): compile them again`,
    );
  bound?.();
  const modules = new Map(controllers);
  const given = options.controllers;
  return new Router({
    ...options,
    ...parts,
    customHelpers: parts.customHelpers ?? { direct: new Map(), resolve: new Map() },
    routes: definitionsOf(compiled),
    controllers:
      given === undefined
        ? (name) => modules.get(name)
        : typeof given === 'function'
          ? given
          : (name) => (Object.hasOwn(given, name) ? given[name] : undefined),
  });
}

function definitionsOf({ routes, files, facts = [] }: CompiledRoutes): RouteDefinition[] {
  let file = files[0];
  let location: Location | undefined;
  return routes.map(([name, verbs, parts, names, to, at = [], more = {}]) => {
    if (more.file !== undefined) {
      file = files[more.file];
      location = undefined;
    }
    if (at && at.length > 0) location = locationOf(at, file!, location);
    const pattern = patternOf(parts, names, more.path);
    return {
      name: name === 0 ? undefined : name,
      verbs: typeof verbs === 'string' ? [verbs] : verbs,
      any: more.any ?? false,
      pattern,
      target: typeof to === 'string' ? controllerTarget(to) : typeof to === 'function' ? to(pattern) : to,
      segmentConstraints: more.where ?? new Map(),
      requestConstraints: more.when ?? [],
      defaults: new Map(more.defaults),
      facts: more.facts === undefined ? undefined : facts[more.facts],
      location: at === 0 ? undefined : location,
    };
  });
}

/** The pattern of these parts; its text is that of the parts unless given. */
export function patternOf(
  parts: string | readonly CompiledPart[],
  names: readonly string[],
  path?: string,
): Pattern {
  const optionalNames = new Set<string>();
  const globNames = new Set<string>();
  let text = '';
  const partsOf = (list: readonly CompiledPart[], isOptional: boolean): PatternPart[] =>
    list.map((part): PatternPart => {
      if (typeof part === 'string') {
        text += part;
        return { kind: 'literal', text: part };
      }
      if (typeof part !== 'number') {
        text += '(';
        const group: PatternPart = { kind: 'group', parts: partsOf(part, true) };
        text += ')';
        return group;
      }
      const written = names[part]!;
      const isGlob = written.startsWith('*');
      const name = isGlob ? written.slice(1) : written;
      text += isGlob ? written : `:${name}`;
      if (isOptional) optionalNames.add(name);
      if (isGlob) globNames.add(name);
      return { kind: isGlob ? 'glob' : 'segment', name };
    });
  const made = partsOf(typeof parts === 'string' ? [parts] : parts, false);
  return {
    text: path ?? text,
    parts: made,
    names: names.map((name) => name.replace(/^\*/, '')),
    optionalNames,
    globNames,
  };
}

function controllerTarget(to: string): Target {
  const hash = to.indexOf('#');
  return { kind: 'controller', controller: to.slice(0, hash), action: to.slice(hash + 1) };
}

function locationOf(
  [offset = 0, line = 0, column = 0, length = 0, lines = 0, endColumn = column + length]: readonly number[],
  file: string,
  before: Location | undefined,
): Location {
  const from = before?.range.start ?? { offset: 0, line: 0 };
  const start = { offset: from.offset + offset, line: from.line + line, column };
  return {
    file,
    range: { start, end: { offset: start.offset + length, line: start.line + lines, column: endColumn } },
  };
}
