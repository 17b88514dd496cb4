// The matcher of a router: the answers of `PlainSearch` (plain-search.ts), faster. It has one tree of all routes, and a table of literal
// paths for each method, built when the method is first requested.

import { allDemands } from './demands.js';
import { type AskedMethod, type Explanation, explainRoute } from './explain.js';
import type { HotRoute } from './hot-route.js';
import type { Match } from './match.js';
import { allAnswers, firstAnswer } from './plain-search.js';
import { Tree } from './radix-tree.js';
import { canonicalPath, hasMarks, isPlainPath } from '../patterns/request-path.js';
import { answersMethod, type Route } from '../patterns/route.js';
import type { RouteList } from '../patterns/route-list.js';
import { runTexts } from '../patterns/run-texts.js';
import { type ContextSource, type Recognition, verbsOf } from './recognition.js';
import { StaticTable } from './static-table.js';
import { verbsOfPath } from './path-verbs.js';
import { candidatesOf, routesOf } from './tree-candidates.js';
import { Walks, walkTree } from './tree-walk.js';
import { allMethods, isFar, type LeastLengths, type MethodSet } from './ways.js';

interface Search {
  readonly methods: MethodSet;
  readonly statics: StaticTable;
  readonly least: LeastLengths;
}

/** The searches of the usual methods. A `switch` finds them faster than a map. */
class UsualSearches {
  GET: Search | undefined = undefined;
  HEAD: Search | undefined = undefined;
  POST: Search | undefined = undefined;
  PUT: Search | undefined = undefined;
  PATCH: Search | undefined = undefined;
  DELETE: Search | undefined = undefined;
  OPTIONS: Search | undefined = undefined;

  of(method: string): Search | undefined {
    switch (method) {
      case 'GET':
        return this.GET;
      case 'POST':
        return this.POST;
      case 'DELETE':
        return this.DELETE;
      case 'PATCH':
        return this.PATCH;
      case 'PUT':
        return this.PUT;
      case 'HEAD':
        return this.HEAD;
      case 'OPTIONS':
        return this.OPTIONS;
      default:
        return undefined;
    }
  }
}

/** Recognition for routes of any kind (docs/compiled-routes.md, "`waypost/router`"). */
export function recognition(routes: RouteList): Recognition {
  return new Matcher(routes);
}

/**
 * Like `recognition`, for larger tables: it also generates constructors of params as code (docs/compiled-routes.md, "`waypost/router`").
 */
export function quickRecognition(routes: RouteList): Recognition {
  runTexts();
  return recognition(routes);
}

/** The most methods that are remembered because no route answers them or they are in another spelling. HTTP parsers know fewer. */
const mostOthers = 64;

/** Recognition by tree, literal paths and, if there is one, the hot route. */
export class Matcher implements Recognition {
  readonly #tree: Tree;
  readonly walks: Walks;
  /** The least lengths of paths for all methods together. */
  #least: LeastLengths | undefined = undefined;
  readonly #usual = new UsualSearches();
  /** The most requested route. Only for large tables, and if the host permits generated code. */
  hot: HotRoute | undefined = undefined;
  /** Methods requested in another spelling (`get`), with the usual one. The value is empty for methods that no route answers (`PURGE`). */
  readonly #others = new Map<string, string>();

  constructor(routes: RouteList) {
    this.#tree = new Tree(routes);
    this.walks = new Walks(this.#tree);
  }

  find(method: string, path: string, source: ContextSource): Match | undefined {
    const { hot } = this;
    const known = hot === undefined ? undefined : hot.find(method, path);
    if (known !== undefined) return known;
    const search = this.#usual.of(method);
    if (search === undefined) return this.#findAtFirst(method, path, source);
    if (isFar(search.least, path)) return undefined;
    const fixed = search.statics.find(path);
    if (fixed !== null) return fixed;
    const match = walkTree(this.walks, search.methods, path, method, source);
    if (hot !== undefined) hot.note(match);
    return match === null ? undefined : match;
  }

  /** For a method that is requested for the first time, or is not a usual one. */
  #findAtFirst(written: string, path: string, source: ContextSource): Match | undefined {
    const known = this.#others.get(written);
    if (known !== undefined) return known === '' ? undefined : this.find(known, path, source);
    const method = written.toUpperCase();
    const methods = this.#tree.methods.setOf(method);
    if (methods === 0) return this.findAfter(-1, method, path, source);
    const isIdle = (this.#tree.root.methods & methods) === 0;
    const isUsual = method in this.#usual;
    if (isUsual)
      this.#usual[method as 'GET'] ??= {
        methods,
        statics: new StaticTable(this.walks, methods),
        least: this.#tree.beginnings.of(methods),
      };
    if ((isUsual ? written !== method : isIdle) && this.#others.size < mostOthers)
      this.#others.set(written, isUsual ? method : '');
    if (isIdle) return undefined;
    return walkTree(this.walks, methods, path, method, source) ?? undefined;
  }

  findAfter(index: number, method: string, path: string, source: ContextSource): Match | undefined {
    const upper = method.toUpperCase();
    const canonical = canonicalPath(path);
    if (canonical === undefined) return undefined;
    const routes = routesOf(candidatesOf(this.#tree, allMethods, canonical).leaves);
    return firstAnswer(
      routes.filter((route) => route.index > index && answersMethod(route.definition, upper)),
      canonical,
      upper,
      source,
    );
  }

  answersPath(method: string, path: string, source: ContextSource): boolean {
    return (
      !isFar((this.#least ??= this.#tree.beginnings.of(allMethods)), path) &&
      walkTree(this.walks, allMethods, path, method.toUpperCase(), source) !== null
    );
  }

  allowedMethods(path: string, source: ContextSource): readonly string[] {
    const sent = verbsOfPath(this.#tree, path);
    if (sent) return sent;
    if (sent === null && isPlainPath(path)) return none;
    const canonical = canonicalPath(path);
    if (canonical === undefined) return none;
    if (canonical !== path && !hasMarks(canonical)) {
      const verbs = verbsOfPath(this.#tree, canonical || '/');
      if (verbs !== undefined) return verbs ?? none;
    }
    const { leaves, isExact } = candidatesOf(this.#tree, allMethods, canonical);
    const routes = routesOf(leaves);
    const isSure = isExact && leaves.every(({ isPlain }) => isPlain);
    return verbsOf(isSure ? routes : allAnswers(routes, canonical, source));
  }

  explain(route: Route, path: string | undefined, asked: AskedMethod): Explanation {
    return explainRoute(route, path, asked, allDemands);
  }
}

const none: readonly string[] = /* @__PURE__ */ Object.freeze([]);
