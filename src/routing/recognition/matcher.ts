// The matcher of a router: `PlainSearch` (plain-search.ts), sooner. One tree a verb is asked which route answers; one of all
// verbs, which methods there are.
//
// Trees are built when a method is first asked about. HEAD is answered by the tree of GET unless some route names HEAD;
// a method that no route names has the tree of the routes that answer any.

import type { Match } from './match.js';
import { allAnswers, type ContextSource, firstAnswer, type Recognition, verbsOf } from './plain-search.js';
import { addVariant, joined, type Leaf, Node, type RouteFacts, routeFacts } from './radix-tree.js';
import { canonicalPath, isPlainPath } from '../patterns/request-path.js';
import { answersMethod, type Route } from '../patterns/route.js';
import { StaticTable } from './static-table.js';
import { candidatesOf, inOrder, onlyLeaf } from './tree-candidates.js';
import { probeTree, walkTree } from './tree-walk.js';
import { type Variant, variantsOf } from '../patterns/variants.js';

interface Tree {
  readonly root: Node;
  readonly statics: StaticTable;
}

/** A route's ways, ranked. */
interface RankedRoute {
  readonly route: Route;
  readonly rank: number;
  readonly variants: readonly Variant[];
  readonly facts: RouteFacts;
}

const anyMethod = '*';

/** The trees of the methods that requests mostly have, which are told apart sooner than a map can find them. */
class UsualTrees {
  GET: Tree | undefined = undefined;
  HEAD: Tree | undefined = undefined;
  POST: Tree | undefined = undefined;
  PUT: Tree | undefined = undefined;
  PATCH: Tree | undefined = undefined;
  DELETE: Tree | undefined = undefined;
  OPTIONS: Tree | undefined = undefined;

  of(method: string): Tree | undefined {
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

export class Matcher implements Recognition {
  readonly #routes: readonly Route[];
  #ranked: readonly RankedRoute[] | undefined;
  readonly #usual = new UsualTrees();
  /** Of methods that routes name and requests seldom have, and of those that no route names. */
  readonly #others = new Map<string, Tree>();
  #verbs: ReadonlySet<string> | undefined;
  #allVerbs: Node | undefined;

  constructor(routes: readonly Route[]) {
    this.#routes = routes;
  }

  find(method: string, path: string, source: ContextSource): Match | undefined {
    const tree = this.#usual.of(method);
    if (tree === undefined) return this.#findIn(this.#treeOf(method.toUpperCase()), method, path, source);
    const fixed = tree.statics.find(path);
    if (fixed !== null) return fixed;
    const match = walkTree(tree.root, path, method, source);
    return match === null ? undefined : match;
  }

  #findIn({ root }: Tree, method: string, path: string, source: ContextSource): Match | undefined {
    return walkTree(root, path, method.toUpperCase(), source) ?? undefined;
  }

  findAfter(index: number, method: string, path: string, source: ContextSource): Match | undefined {
    const upper = method.toUpperCase();
    const canonical = canonicalPath(path);
    if (canonical === undefined) return undefined;
    const routes = inOrder(candidatesOf(this.#treeOf(upper).root, canonical).leaves);
    return firstAnswer(
      routes.filter((route) => route.index > index),
      canonical,
      upper,
      source,
    );
  }

  answersPath(method: string, path: string, source: ContextSource): boolean {
    const root = (this.#allVerbs ??= this.#rootOf(this.#rankedRoutes()));
    return walkTree(root, path, method.toUpperCase(), source) !== null;
  }

  allowedMethods(path: string, source: ContextSource): readonly string[] {
    const root = (this.#allVerbs ??= this.#rootOf(this.#rankedRoutes()));
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

  #treeOf(method: string): Tree {
    const known = this.#usual.of(method) ?? this.#others.get(method);
    if (known) return known;
    const verbs = (this.#verbs ??= namedVerbs(this.#routes));
    const isNamed = verbs.has(method) || (method === 'HEAD' && verbs.has('GET')) || method === anyMethod;
    const tree = !isNamed
      ? this.#treeOf(anyMethod)
      : method === 'HEAD' && !this.#routes.some(namesHeadAlone)
        ? this.#treeOf('GET')
        : this.#tree(method);
    if (method in this.#usual) this.#usual[method as 'GET'] = tree;
    else if (isNamed) this.#others.set(method, tree);
    return tree;
  }

  #tree(method: string): Tree {
    const ranked = this.#rankedRoutes().filter(({ route }) => answersMethod(route.definition, method));
    const root = this.#rootOf(ranked);
    return { root, statics: new StaticTable(staticEntries(ranked, root)) };
  }

  #rootOf(ranked: readonly RankedRoute[]): Node {
    const root = new Node('', 0);
    for (const { route, rank, variants, facts } of ranked) {
      for (let k = 0; k < variants.length; k++) addVariant(root, variants[k]!, rank + k, route, facts);
    }
    return joined(root);
  }

  #rankedRoutes(): readonly RankedRoute[] {
    if (this.#ranked) return this.#ranked;
    let rank = 0;
    this.#ranked = this.#routes.map((route) => {
      const variants = variantsOf(route.definition);
      const ranked = { route, rank, variants, facts: routeFacts(route) };
      rank += variants.length;
      return ranked;
    });
    return this.#ranked;
  }
}

const none: readonly string[] = Object.freeze([]);

/** The verbs of all leaves of one place; undefined where some depend on more than the path. */
function verbsOfChain(first: Leaf): readonly string[] | undefined {
  return isPlainChain(first) ? Object.freeze(verbsOf(inOrder([first]))) : undefined;
}

function isPlainChain(first: Leaf): boolean {
  for (let leaf: Leaf | null = first; leaf !== null; leaf = leaf.next) if (!leaf.isPlain) return false;
  return true;
}

function namesHeadAlone({ definition, verbs }: Route): boolean {
  return !definition.any && verbs.includes('HEAD') && !verbs.includes('GET');
}

function namedVerbs(routes: readonly Route[]): Set<string> {
  const verbs = new Set<string>();
  for (const route of routes) if (!route.definition.any) for (const verb of route.verbs) verbs.add(verb);
  return verbs;
}

/** The literal paths whose match does not depend on the request. */
function staticEntries(ranked: readonly RankedRoute[], root: Node): { path: string; match: Match }[] {
  const entries: { path: string; match: Match }[] = [];
  // Many routes may have one path: who answers it is asked once.
  const answers = new Map<string, ReturnType<typeof probeTree>>();
  for (const { route, variants } of ranked) {
    for (const { items, rest } of variants) {
      const path = items[0];
      if (items.length !== 1 || typeof path !== 'string' || rest) continue;
      const match = answers.has(path) ? answers.get(path) : probeTree(root, path);
      answers.set(path, match ?? null);
      if (match && match.route === route && Object.isFrozen(match)) entries.push({ path, match });
    }
  }
  return entries;
}
