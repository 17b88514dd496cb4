// The matcher of a router: `PlainSearch` (plain-search.ts), sooner. One tree a verb is asked which route answers; one of all
// verbs, which methods there are.
//
// The tree of GET is begun with the router, so that a large table's first request need not wait for it; the others are built when their
// method is first asked about. HEAD is answered by the tree of GET unless some route names HEAD;
// a method that no route names has the tree of the routes that answer any.

import { allDemands } from './demands.js';
import { type Explanation, explainRoute } from './explain.js';
import type { Match } from './match.js';
import { allAnswers, firstAnswer } from './plain-search.js';
import { type Leaf, type Node, type Tree, treeOf, unfold } from './radix-tree.js';
import { canonicalPath, isPlainPath } from '../patterns/request-path.js';
import type { Route } from '../patterns/route.js';
import type { RouteHead, RouteList } from '../patterns/route-list.js';
import { type AskedMethod, type ContextSource, type Recognition, verbsOf } from './recognition.js';
import { StaticTable } from './static-table.js';
import { candidatesOf, inOrder, onlyLeaf } from './tree-candidates.js';
import { walkTree } from './tree-walk.js';

interface Search {
  readonly root: Node;
  readonly statics: StaticTable;
}

const anyMethod = '*';

/** The searches of the methods that requests mostly have, which are told apart sooner than a map can find them. */
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

/** Recognition among routes of any kind. */
export function recognition(routes: RouteList): Recognition {
  return new Matcher(routes);
}

class Matcher implements Recognition {
  readonly #routes: RouteList;
  readonly #usual = new UsualSearches();
  /** Of methods that routes name and requests seldom have, and of those that no route names. */
  readonly #others = new Map<string, Search>();
  #verbs: ReadonlySet<string> | undefined;
  #allVerbs: Node | undefined;

  constructor(routes: RouteList) {
    this.#routes = routes;
    unfold(this.#searchOf('GET').root);
  }

  find(method: string, path: string, source: ContextSource): Match | undefined {
    const search = this.#usual.of(method);
    if (search === undefined) return this.#findIn(this.#searchOf(method.toUpperCase()), method, path, source);
    const fixed = search.statics.find(path);
    if (fixed !== null) return fixed;
    const match = walkTree(search.root, path, method, source);
    return match === null ? undefined : match;
  }

  #findIn({ root }: Search, method: string, path: string, source: ContextSource): Match | undefined {
    return walkTree(root, path, method.toUpperCase(), source) ?? undefined;
  }

  findAfter(index: number, method: string, path: string, source: ContextSource): Match | undefined {
    const upper = method.toUpperCase();
    const canonical = canonicalPath(path);
    if (canonical === undefined) return undefined;
    const routes = inOrder(candidatesOf(this.#searchOf(upper).root, canonical).leaves);
    return firstAnswer(
      routes.filter((route) => route.index > index),
      canonical,
      upper,
      source,
    );
  }

  answersPath(method: string, path: string, source: ContextSource): boolean {
    const root = (this.#allVerbs ??= treeOf(this.#routes).root);
    return walkTree(root, path, method.toUpperCase(), source) !== null;
  }

  allowedMethods(path: string, source: ContextSource): readonly string[] {
    const root = (this.#allVerbs ??= treeOf(this.#routes).root);
    const only = onlyLeaf(root, path, 0);
    if (only) {
      const verbs = (only.verbs ??= verbsOfChain(only));
      if (verbs !== undefined) return verbs;
    } else if (only === null && isPlainPath(path)) return none;
    const canonical = canonicalPath(path);
    if (canonical === undefined) return none;
    const { leaves, isExact } = candidatesOf(root, canonical);
    const routes = inOrder(leaves);
    return verbsOf(isExact && leaves.every(isPlainChain) ? routes : allAnswers(routes, canonical, source));
  }

  explain(route: Route, path: string | undefined, asked: AskedMethod): Explanation {
    return explainRoute(route, path, asked, allDemands);
  }

  #searchOf(method: string): Search {
    const known = this.#usual.of(method) ?? this.#others.get(method);
    if (known) return known;
    const isUsual = method in this.#usual;
    if (!isUsual && method !== anyMethod && !(this.#verbs ??= namedVerbs(this.#routes)).has(method))
      return this.#searchOf(anyMethod);
    const search =
      method === 'HEAD' && !this.#routes.heads.some(namesHeadAlone)
        ? this.#searchOf('GET')
        : searchIn(treeOf(this.#routes, method));
    if (isUsual) this.#usual[method as 'GET'] = search;
    else this.#others.set(method, search);
    return search;
  }
}

function searchIn(tree: Tree): Search {
  return { root: tree.root, statics: new StaticTable(tree) };
}

const none: readonly string[] = /* @__PURE__ */ Object.freeze([]);

/** The verbs of all leaves of one place; undefined where some depend on more than the path. */
function verbsOfChain(first: Leaf): readonly string[] | undefined {
  return isPlainChain(first) ? Object.freeze(verbsOf(inOrder([first]))) : undefined;
}

function isPlainChain(first: Leaf): boolean {
  for (let leaf: Leaf | null = first; leaf !== null; leaf = leaf.next) if (!leaf.isPlain) return false;
  return true;
}

function namesHeadAlone({ any, verbs }: RouteHead): boolean {
  return !any && verbs.includes('HEAD') && !verbs.includes('GET');
}

function namedVerbs({ heads }: RouteList): Set<string> {
  const verbs = new Set<string>();
  for (let k = 0; k < heads.length; k++) {
    const head = heads[k]!;
    if (!head.any) for (let n = 0; n < head.verbs.length; n++) verbs.add(head.verbs[n]!);
  }
  return verbs;
}
