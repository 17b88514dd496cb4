// Makes a router from the data that `waypost compile` writes: a JSON text with a row for each route, which engines read faster than a
// program, and a list of the values that JSON cannot hold. Rows refer to values by index. A row holds only its difference to the row
// before.
//
//   ["GET","/posts/:","id","posts#show","post",{"where":0}]       verb, shape, names, target, name, and what few routes have
//   ["GET","0/edit","id","#edit","edit-+"]                        /posts/:id/edit, named edit-post
//   ["GET","2/tags","","##index","*"]                             the first route of `tags`: controller and name are the last piece
//
// Most of a row is texts and numbers, because one list or object takes as long to read as all of them. Definitions and locations are made
// on request. Names of users are never keys of an object that inherits something. Parts that few tables need are in compiled-parts.ts.

import type { Generation } from '../generation/helper-table.js';
import type { UrlHelpers } from '../generation/url-helpers.js';
import type { CustomHelpers } from '../generation/custom-helpers.js';
import type { RouteFacts } from '../patterns/facts.js';
import type { Pattern } from '../patterns/pattern.js';
import { patternOf } from '../patterns/pattern-shape.js';
import type { boundMatching } from '../patterns/reachability.js';
import type { Location, RouteDefinition, Target } from '../patterns/route.js';
import { type RouteHead, RouteList } from '../patterns/route-list.js';
import type { Recognition } from '../recognition/recognition.js';
import { controllerFinder, type ControllerResolver } from './dispatch.js';
import type { OtherTargets } from './other-targets.js';
import { type PathLimits, Router } from './router.js';
import type { Surroundings } from './surroundings.js';

/** Changes with the form of the data: `createRouter` refuses a module with another number. */
export const compiledFormat = 8;

/** A row of the table. Items that most routes do not have are left out at its end. */
export type CompiledRoute = readonly [
  /** Separated by commas. */
  verbs: string,
  /**
   * The pattern without names. A digit says how many pieces of the row before are dropped: `/posts/new`, then `1/:` for `/posts/:`. Empty
   * if it is the same.
   */
  shape: string,
  /** Separated by commas. */
  names: string,
  /**
   * `controller#action`; `#action` for the controller of the row before; `admin/##action` if the controller ends with the last piece of the
   * path. A number is the index of a value: another target, or a function that makes one for the pattern.
   */
  to: string | number,
  /**
   * 0 if the route has no name, and empty for the name of the row before. `*` is the last piece of the path, `+` the name before, `~` the
   * name before without its last letter, and `-` the name before without its first part. For `/admin/posts`: `admin-*` is `admin-posts`,
   * then `new-~` is `new-admin-post`, `-` is `admin-post`, and `edit-+` is `edit-admin-post`.
   */
  name?: string | 0,
  more?: CompiledDetails,
];

/**
 * Where the next `count` routes were declared, by one declaration. `ahead` counts characters from the end of the declaration before,
 * `below` and `right` count lines and columns from its start, and `length` is in characters. `lines` and `endColumn` are given if it ends
 * on another line, and `file` is the index of its file if not 0. If the place is not known, there is only the count.
 */
export type CompiledPlace =
  | readonly [count: number]
  | readonly [
      count: number,
      ahead: number,
      below: number,
      right: number,
      length: number,
      lines?: number,
      endColumn?: number,
      file?: number,
    ];

/** What few routes have. Constraints and facts are given by their index. */
export interface CompiledDetails {
  /** The pattern as written, if it cannot be told from shape and names. */
  readonly path?: string;
  /** Present if the route answers every method. */
  readonly any?: true;
  /** The index, among the values, of its constraints on segments. */
  readonly where?: number;
  /** The index, among the values, of its constraints on the request. */
  readonly when?: number;
  /** Values of params that the path does not give. */
  readonly defaults?: readonly (readonly [string, string])[];
  /** The index of its facts. */
  readonly facts?: number;
}

/** A value that rows refer to by index. */
export type CompiledValue =
  | Target
  | ((pattern: Pattern) => Target)
  | RouteDefinition['segmentConstraints']
  | RouteDefinition['requestConstraints'];

/** A router whose helpers TypeScript knows. */
export type RouterWith<Known> = Router<Known>;

/** What a compiled module passes to `createRouter`. */
export interface CompiledRoutes {
  /** The form of this data. */
  readonly format: number;
  /** Finds the route that answers: `simpleRecognition` if it can find all of them. A module compiled for speed also has its own search. */
  readonly recognition: (routes: RouteList) => Recognition;
  /** The files that declare routes. */
  readonly files: readonly string[];
  /** A JSON list with a row for each route, in the order in which they are tried. */
  readonly routes: string;
  /** A JSON list of `CompiledPlace`, in the order of the routes. */
  readonly places: string;
  /** Targets and constraints, each once. */
  readonly values?: readonly CompiledValue[];
  /** The facts of routes, each once. */
  readonly facts?: readonly RouteFacts[];
  /** Modules by the names of controllers. */
  readonly controllers?: readonly (readonly [string, unknown])[];
  /** What `direct` and `resolve` declare, and the plurals for looking up records. */
  readonly customHelpers?: CustomHelpers;
  /** The class of `router.helpers` and `request.helpers`. A bundle that needs neither leaves it out. */
  readonly helpers?: typeof UrlHelpers;
  /** Makes the path generator of a route; given if some paths are not simple. */
  readonly generation?: Generation;
  /** Runs layers and writes notices; given if a route has any. */
  readonly surroundings?: Surroundings;
  /** Calls targets other than controllers; given if a route has one. */
  readonly otherTargets?: OtherTargets;
  /** Limits the time of matching paths that are made to be slow; given if a pattern has such paths. */
  readonly boundMatching?: typeof boundMatching;
}

declare const knownHelpers: unique symbol;

/** What a compiled module passes to `createRouter` if TypeScript knows its helpers. The symbol exists only as a type. */
export interface CompiledRoutesWith<Known> extends CompiledRoutes {
  /** The helpers, as types. */
  readonly [knownHelpers]: Known;
}

/** Options for the router of a compiled module. */
export interface CreateRouterOptions extends PathLimits {
  /** Replaces the controllers that the module imports: an object, or a function that finds a controller by its name. */
  readonly controllers?: Readonly<Record<string, unknown>> | ControllerResolver | undefined;
}

/**
 * The router of a compiled module (docs/compiled-routes.md). It behaves like the one that loading the routes file gives.
 *
 * @throws TypeError for a module that another version has compiled
 */
export function createRouter<Known>(
  compiled: CompiledRoutesWith<Known>,
  options?: CreateRouterOptions,
): RouterWith<Known>;
/** The router of a compiled module whose helpers TypeScript does not know, or that has none (docs/compiled-routes.md). */
export function createRouter(compiled: CompiledRoutes, options?: CreateRouterOptions): Router;
export function createRouter(
  compiled: CompiledRoutes,
  options: CreateRouterOptions = {},
): RouterWith<unknown> {
  if (compiled.format !== compiledFormat)
    throw new TypeError('this router was compiled by another version of waypost; compile it again');
  compiled.boundMatching?.();
  return new Router({
    ...options,
    ...compiled,
    routes: routesOf(compiled),
    controllers: controllerFinder(options.controllers ?? Object.fromEntries(compiled.controllers ?? [])),
  });
}

/** A row together with what it has in common with the rows before. */
interface CompiledHead extends RouteHead {
  readonly pattern: string;
  readonly controller: string;
}

/** The routes of a compiled module. The definition of a route is made from its row on request. */
function routesOf(compiled: CompiledRoutes): RouteList {
  const { values = [], facts: all = [] } = compiled;
  const rows = JSON.parse(compiled.routes) as readonly CompiledRoute[];
  // These three hold what a row takes over from the row before.
  let pattern = '';
  let controller = '';
  let named = '';
  const lists = new Map<string, readonly string[]>([['', []]]);
  /** The items of a comma-separated text; the same list for the same text. */
  const listOf = (text: string): readonly string[] => {
    // V8 stores params faster under texts that were keys of an object before. `Object.keys` returns such texts.
    const list = lists.get(text) ?? text.split(',').flatMap((each) => Object.keys({ [each]: 0 }));
    lists.set(text, list);
    return list;
  };
  // Not an array pattern: that would use the iterator of each row.
  const heads = rows.map((row): CompiledHead => {
    const { 0: verbs, 1: path, 3: to, 4: name = 0, 5: details } = row;
    let dropped = parseInt(path);
    if (dropped >= 0) {
      while (dropped-- > 0) pattern = pattern.slice(0, pattern.lastIndexOf('/'));
      pattern += path.slice(1);
    } else if (path) pattern = path;
    const of = typeof to === 'string' && to.slice(0, to.lastIndexOf('#'));
    if (of) controller = of.replace('#', () => pieceOf(pattern));
    if (name === '-') named = named.slice(named.indexOf('-') + 1);
    else if (name)
      named = name.replace(/[*+~]/, (end) =>
        end === '*' ? pieceOf(pattern) : end === '~' ? named.slice(0, -1) : named,
      );
    return {
      name: name === 0 ? undefined : named,
      verbs: listOf(verbs),
      any: !!details?.any,
      pattern,
      details,
      facts: all[details?.facts as number],
      controller,
    };
  });
  let locations: readonly (Location | undefined)[] | undefined;
  return new RouteList(heads, (index) => {
    const head = heads[index]!;
    // Not an array pattern, for the same reason.
    const { 2: names, 3: to, 5: details = {} } = rows[index]!;
    const pattern = patternOf(head.pattern, listOf(names), details.path);
    const target =
      typeof to === 'string'
        ? { kind: 'controller', controller: head.controller, action: to.slice(to.lastIndexOf('#') + 1) }
        : values[to];
    return new CompiledDefinition(
      head,
      pattern,
      typeof target === 'function' ? target(pattern) : (target as Target),
      details,
      values,
      () => (locations ??= locationsOf(compiled))[index],
    );
  });
}

/** The location of each route's declaration. */
function locationsOf({ places, files }: CompiledRoutes): readonly (Location | undefined)[] {
  let end = 0;
  let line = 0;
  let column = 0;
  return (JSON.parse(places) as readonly CompiledPlace[]).flatMap(
    ([count, ahead, below, right, length, lines = 0, endColumn, file = 0]) => {
      let location: Location | undefined;
      if (length) {
        const start = { offset: end + ahead!, line: (line += below!), column: (column += right!) };
        end = start.offset + length;
        location = {
          file: files[file]!,
          range: { start, end: { offset: end, line: line + lines, column: endColumn ?? column + length } },
        };
      }
      return Array<Location | undefined>(count).fill(location);
    },
  );
}

const none = /* @__PURE__ */ new Map<string, never>();

/** The definition of a route. Its location is read from the places on request. */
class CompiledDefinition implements RouteDefinition {
  readonly name: string | undefined;
  readonly verbs: readonly string[];
  readonly any: boolean;
  readonly pattern: Pattern;
  readonly target: Target;
  readonly segmentConstraints: RouteDefinition['segmentConstraints'];
  readonly requestConstraints: RouteDefinition['requestConstraints'];
  readonly defaults: ReadonlyMap<string, string>;
  readonly facts: RouteFacts | undefined;
  readonly #location: () => Location | undefined;

  constructor(
    head: CompiledHead,
    pattern: Pattern,
    target: Target,
    { where, when, defaults }: CompiledDetails,
    values: readonly CompiledValue[],
    location: () => Location | undefined,
  ) {
    this.name = head.name;
    this.verbs = head.verbs;
    this.any = head.any;
    this.pattern = pattern;
    this.target = target;
    this.segmentConstraints = (values[where as number] ?? none) as RouteDefinition['segmentConstraints'];
    this.requestConstraints = (values[when as number] ?? []) as RouteDefinition['requestConstraints'];
    this.defaults = defaults ? new Map(defaults) : none;
    this.facts = head.facts;
    this.#location = location;
  }

  get location(): Location | undefined {
    return this.#location();
  }
}

/** The last piece of a shape, without an extension: `tags` of `/posts/:/tags(.:)`. */
export function pieceOf(shape: string): string {
  return shape.slice(shape.lastIndexOf('/') + 1).replace(/\(.*/, '');
}
