// Routes as `waypost compile` writes them, and the way back to a router: JSON, which engines read sooner than a program, with a row for
// each route; and a list of what rows cannot hold, which is what the module imports and what is made of that.
//
//   ["GET","/posts/:",{"id":0},"posts#show","post",[38,3,3,27],{"where":0}]       values: [segmentConstraints([["id", /\d+/]])]
//    verb  shape      names  target       name   place       what few routes have
//
//   ["GET","0/edit",{"id":0},"#edit","edit-+"]       the next, of which only that is said in which it differs
//   ["GET","2/tags",{},"##index","*"]                the first of `tags`, whose controller and name are the last piece of its path
//
// Most of a route is made when somebody asks for it. What is written by users stands in lists of pairs and never as the key of an object
// that inherits something. What few tables need is made by functions of compiled-parts.ts, which a module imports only where its routes
// need them.

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

/** Changes with the form of the data: a module that another version has compiled is refused. */
export const compiledFormat = 7;

/** A row of the table; what is left out at its end is what most routes have not. */
export type CompiledRoute = readonly [
  /** With commas between them. */
  verbs: string,
  /** What is common with the row before is left out: `/posts/new`, then `1/:` for `/posts/:`, then nothing for the same once more. */
  shape: string,
  /** Keys: the engine stores values under a name that it has read as one sooner than under any other text. */
  names: Readonly<Record<string, 0>>,
  /**
   * `controller#action`, or `#action` for the controller of the row before, `admin/##action` where the controller ends with the last piece of
   * the path; or the place of another target, or of what makes one of the pattern, among the values.
   */
  to: string | number,
  /**
   * 0 where it has none. For `/admin/posts` `admin-*` for `admin-posts`, then `new-~` for `new-admin-post`, which lacks the last letter; `-` for
   * `admin-post`, then `edit-+` for `edit-admin-post`, and nothing for the same once more.
   */
  name?: string | 0,
  at?: CompiledPlace,
  more?: CompiledDetails,
];

/**
 * Where a route was declared: offset behind the end of the one before, line and column behind its own, and length; where it ends on another
 * line, how many lines below and in which column; and which of the files it is, if it is not the first. Empty for the place of the route
 * before, 0 for none.
 */
export type CompiledPlace = 0 | readonly number[];

/** What few routes have. Constraints are places among the values. */
export interface CompiledDetails {
  /** The pattern as it is shown, where its parts do not say so. */
  readonly path?: string;
  /** There where it answers every method. */
  readonly any?: true;
  /** Constraints on segments, by name. */
  readonly where?: number;
  /** Constraints on the request. */
  readonly when?: number;
  /** Values for params that the path does not give. */
  readonly defaults?: readonly (readonly [string, string])[];
  /** The place of its facts among those of all routes. */
  readonly facts?: number;
}

/** What rows name by its place. */
export type CompiledValue =
  | Target
  | ((pattern: Pattern) => Target)
  | RouteDefinition['segmentConstraints']
  | RouteDefinition['requestConstraints'];

/** A router whose helpers are known to TypeScript. */
export type RouterWith<Known> = Router<Known>;

/** What a compiled module hands to `createRouter`. */
export interface CompiledRoutes {
  /** The form of this data. */
  readonly format: number;
  /** What finds the route that answers: `simpleRecognition` where that knows all of them, beside a search of the module's own where it is made for speed. */
  readonly recognition: (routes: RouteList) => Recognition;
  /** The files that routes were declared in. */
  readonly files: readonly string[];
  /** The routes, in the order in which they are tried, as JSON: a row for each. */
  readonly routes: string;
  /** Targets and constraints, each once. */
  readonly values?: readonly CompiledValue[];
  /** The facts of routes, each once. */
  readonly facts?: readonly RouteFacts[];
  /** Modules by the names of controllers. */
  readonly controllers?: readonly (readonly [string, unknown])[];
  /** What `direct` and `resolve` declare, and the plurals that records are looked up by. */
  readonly customHelpers?: CustomHelpers;
  /** What makes `router.helpers` and `request.helpers`; left out of a bundle by whoever needs neither. */
  readonly helpers?: typeof UrlHelpers;
  /** What makes the paths of helpers, where not all of them are simple. */
  readonly generation?: Generation;
  /** What makes layers and notices: where a route has any. */
  readonly surroundings?: Surroundings;
  /** What calls targets that are no controllers: where a route has one. */
  readonly otherTargets?: OtherTargets;
  /** What bounds the time of matching a path that is made to be refused: where a pattern has such paths. */
  readonly boundMatching?: typeof boundMatching;
}

declare const knownHelpers: unique symbol;

/** The same where TypeScript knows the helpers. The mark says so to TypeScript alone: no module has it. */
export interface CompiledRoutesWith<Known> extends CompiledRoutes {
  /** The helpers, as types. */
  readonly [knownHelpers]: Known;
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
export function createRouter<Known>(
  compiled: CompiledRoutesWith<Known>,
  options?: CreateRouterOptions,
): RouterWith<Known>;
/** The same where TypeScript does not know the helpers, or there are none. */
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

/** A row with what those before it say of it. */
interface CompiledHead extends RouteHead {
  readonly pattern: string;
  readonly controller: string;
  readonly at: CompiledPlace;
}

/** The routes of a compiled module, each made of its row when somebody asks for it. */
function routesOf({ routes, values = [], files, facts: all = [] }: CompiledRoutes): RouteList {
  const rows = JSON.parse(routes) as readonly CompiledRoute[];
  // What a row has in common with those before it is told by them.
  let pattern = '';
  let controller = '';
  let named = '';
  let place: readonly number[] = [0, 0, 0, 0];
  // A pattern of all cells would ask the iterator of each row.
  const heads = rows.map((row): CompiledHead => {
    const { 0: verbs, 1: path, 3: to, 4: name = 0, 5: at, 6: details } = row;
    let dropped = parseInt(path);
    if (dropped >= 0) {
      while (dropped-- > 0) pattern = pattern.slice(0, pattern.lastIndexOf('/'));
      pattern += path.slice(1);
    } else if (path) pattern = path;
    const of = typeof to === 'string' && to.slice(0, to.lastIndexOf('#'));
    if (of) controller = of.replace('#', () => pieceOf(pattern));
    if (name === '-') named = named.slice(named.indexOf('-') + 1);
    else if (name) {
      const [start, end] = name.split(/([*+~])/);
      if (end === '*') named = pieceOf(pattern);
      else if (end === '~') named = named.slice(0, -1);
      named = end ? start + named : name;
    }
    if (at && at.length > 0)
      place = [at[0]! + place[0]! + place[3]!, at[1]! + place[1]!, at[2]! + place[2]!, ...at.slice(3)];
    return {
      name: name === 0 ? undefined : named,
      verbs: verbs.split(','),
      any: !!details?.any,
      pattern,
      details,
      facts: all[details?.facts as number],
      controller,
      at: at === 0 ? 0 : place,
    };
  });
  return new RouteList(heads, (index) => {
    const head = heads[index]!;
    // A pattern of cells would ask the iterator of the row.
    const { 2: names, 3: to, 6: details = {} } = rows[index]!;
    const pattern = patternOf(head.pattern, Object.keys(names), details.path);
    const target = typeof to === 'string' ? controllerTarget(head.controller, to) : values[to];
    return new CompiledDefinition(
      head,
      pattern,
      typeof target === 'function' ? target(pattern) : (target as Target),
      details,
      values,
      files,
    );
  });
}

const none = /* @__PURE__ */ new Map<string, never>();

/** The definition of a route; where it was declared is told when somebody asks. */
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
  readonly #at: CompiledPlace;
  readonly #files: readonly string[];

  constructor(
    head: CompiledHead,
    pattern: Pattern,
    target: Target,
    { where, when, defaults }: CompiledDetails,
    values: readonly CompiledValue[],
    files: readonly string[],
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
    this.#at = head.at;
    this.#files = files;
  }

  get location(): Location | undefined {
    const at = this.#at;
    if (!at) return;
    const [offset, line, column, length, lines = 0, endColumn = column + length, file = 0] = at as readonly [
      ...[offset: number, line: number, column: number, length: number],
      ...(number | undefined)[],
    ];
    return {
      file: this.#files[file]!,
      range: {
        start: { offset, line, column },
        end: { offset: offset + length, line: line + lines, column: endColumn },
      },
    };
  }
}

/** The last piece of a shape, without an extension: `tags` of `/posts/:/tags(.:)`. */
export function pieceOf(shape: string): string {
  return shape.slice(shape.lastIndexOf('/') + 1).replace(/\(.*/, '');
}

function controllerTarget(controller: string, to: string): Target {
  return { kind: 'controller', controller, action: to.slice(to.lastIndexOf('#') + 1) };
}
