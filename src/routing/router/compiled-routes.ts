// Routes as `waypost compile` writes them, and the way back to a router: JSON, which engines read sooner than a program, with a row for
// each route; and a list of what rows cannot hold, which is what the module imports and what is made of that.
//
//   ["GET","/posts/:","id","posts#show","post",{"where":0}]       values: [segmentConstraints([["id", /\d+/]])]
//    verb  shape     names  target      name   what few routes have
//
//   ["GET","0/edit","id","#edit","edit-+"]       the next, of which only that is said in which it differs
//   ["GET","2/tags","","##index","*"]            the first of `tags`, whose controller and name are the last piece of its path
//
// A row is texts and numbers as far as it can be, since a list or an object in it costs as much as all of them to read. Where routes were
// declared is a text of its own, which nobody reads who does not ask. Most of a route is made when somebody asks for it, too. What is written
// by users stands in lists of pairs and never as the key of an object that inherits something. What few tables need is made by functions of
// compiled-parts.ts, which a module imports only where its routes need them.

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
export const compiledFormat = 8;

/** A row of the table; what is left out at its end is what most routes have not. */
export type CompiledRoute = readonly [
  /** With commas between them. */
  verbs: string,
  /** What is common with the row before is left out: `/posts/new`, then `1/:` for `/posts/:`, then nothing for the same once more. */
  shape: string,
  /** With commas between them. */
  names: string,
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
  more?: CompiledDetails,
];

/**
 * Where the next routes were declared: how many of one declaration, offset behind the end of the one before, line and column behind its own, and length; where
 * it ends on another line, how many lines below and in which column; and which of the files it is, if it is not the first. Their number alone where that is
 * not known.
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
  /** Where they were declared, in this order, as JSON: a list of `CompiledPlace`. */
  readonly places: string;
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

/** What a compiled module hands to `createRouter` where TypeScript knows its helpers. The mark says so to TypeScript alone: no module has it. */
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

/** A row with what those before it say of it. */
interface CompiledHead extends RouteHead {
  readonly pattern: string;
  readonly controller: string;
}

/** The routes of a compiled module, each made of its row when somebody asks for it. */
function routesOf(compiled: CompiledRoutes): RouteList {
  const { values = [], facts: all = [] } = compiled;
  const rows = JSON.parse(compiled.routes) as readonly CompiledRoute[];
  // What a row has in common with those before it is told by them.
  let pattern = '';
  let controller = '';
  let named = '';
  const lists = new Map<string, readonly string[]>([['', []]]);
  /** What stands between the commas of a text; the same list each time. */
  const listOf = (text: string): readonly string[] => {
    // The engine stores values under a text that it has had as a key sooner than under any other.
    const list = lists.get(text) ?? text.split(',').flatMap((each) => Object.keys({ [each]: 0 }));
    lists.set(text, list);
    return list;
  };
  // A pattern of all cells would ask the iterator of each row.
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
    // A pattern of cells would ask the iterator of the row.
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

/** Where each route was declared. */
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
