// The matcher of a router: `PlainSearch` (plain-search.ts), sooner. One tree a verb is asked which route answers; one of all
// verbs, which methods there are.
//
// Trees are built when a method is first asked about. HEAD is answered by the tree of GET unless some route names HEAD;
// a method that no route names has the tree of the routes that answer any.

import type { Match } from './match.js';
import { allAnswers, type ContextSource, firstAnswer, type Recognition, verbsOf } from './plain-search.js';
import { addVariant, type Leaf, Node, type RouteFacts, routeFacts } from './radix-tree.js';
import { canonicalPath } from '../patterns/request-path.js';
import { answersMethod, type Route } from '../patterns/route.js';
import { StaticTable } from './static-table.js';
import { candidatesOf, inOrder } from './tree-candidates.js';
import { probeTree, walkTree } from './tree-walk.js';
import { type Variant, variantsOf } from '../patterns/variants.js';

interface Tree {
  readonly root: Node;
  readonly isEmpty: boolean;
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
/** Those that are worth remembering when no route names them. */
const standardMethods = new Set(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'CONNECT', 'TRACE']);

export class Matcher implements Recognition {
  readonly #routes: readonly Route[];
  #ranked: readonly RankedRoute[] | undefined;
  #get: Tree | undefined;
  readonly #others = new Map<string, Tree>();
  #verbs: ReadonlySet<string> | undefined;
  #allVerbs: Node | undefined;
  readonly #allowed = new Map<Leaf, readonly string[]>();

  constructor(routes: readonly Route[]) {
    this.#routes = routes;
  }

  find(method: string, path: string, source: ContextSource): Match | undefined {
    if (method === 'GET') return this.#findIn((this.#get ??= this.#tree('GET')), method, path, source);
    const known = this.#others.get(method);
    if (known) return this.#findIn(known, method, path, source);
    const upper = method.toUpperCase();
    return this.#findIn(this.#treeOf(upper), upper, path, source);
  }

  #findIn(tree: Tree, method: string, path: string, source: ContextSource): Match | undefined {
    if (tree.isEmpty) return undefined;
    const fixed = tree.statics.find(path);
    if (fixed !== null) return fixed;
    const match = walkTree(tree.root, path, method, source);
    return match === null ? undefined : match;
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
    const canonical = canonicalPath(path);
    if (canonical === undefined) return [];
    const { leaves, isExact } = candidatesOf(root, canonical);
    if (leaves.length === 0) return [];
    const fixed = leaves.length === 1 && isExact ? this.#verbsOfChain(leaves[0]!) : undefined;
    return fixed ?? verbsOf(allAnswers(inOrder(leaves), canonical, source));
  }

  /** The verbs of all leaves of one place; undefined where some depend on more than the path. */
  #verbsOfChain(first: Leaf): readonly string[] | undefined {
    const known = this.#allowed.get(first);
    if (known) return known;
    const routes: Route[] = [];
    for (let leaf: Leaf | null = first; leaf !== null; leaf = leaf.next) {
      if (!leaf.isPlain) return undefined;
      routes.push(leaf.route);
    }
    const verbs = verbsOf(routes);
    this.#allowed.set(first, verbs);
    return verbs;
  }

  #treeOf(method: string): Tree {
    if (method === 'GET') return (this.#get ??= this.#tree('GET'));
    const known = this.#others.get(method);
    if (known) return known;
    const verbs = (this.#verbs ??= namedVerbs(this.#routes));
    if (!verbs.has(method) && method !== anyMethod && !(method === 'HEAD' && verbs.has('GET'))) {
      const tree = this.#treeOf(anyMethod);
      if (standardMethods.has(method)) this.#others.set(method, tree);
      return tree;
    }
    const isGet =
      method === 'HEAD' &&
      !this.#routes.some(
        (route) => !route.definition.any && route.verbs.includes('HEAD') && !route.verbs.includes('GET'),
      );
    const tree = isGet ? this.#treeOf('GET') : this.#tree(method);
    this.#others.set(method, tree);
    return tree;
  }

  #tree(method: string): Tree {
    const ranked = this.#rankedRoutes().filter(({ route }) => answersMethod(route.definition, method));
    const root = this.#rootOf(ranked);
    return { root, isEmpty: ranked.length === 0, statics: new StaticTable(staticEntries(ranked, root)) };
  }

  #rootOf(ranked: readonly RankedRoute[]): Node {
    const root = new Node('', 0);
    for (const { route, rank, variants, facts } of ranked) {
      for (let k = 0; k < variants.length; k++) addVariant(root, variants[k]!, rank + k, route, facts);
    }
    return root;
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
