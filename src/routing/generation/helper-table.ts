// Finds the URL helpers of a router by name. A helper is prepared when it is first looked up, and shared: the helpers of a request use the
// router's table, with another host.
//
// All spellings of a name find the same helper: `edit-user`, `edit_user` and `editUser`.

import { hasMethod, kindOf } from '../../http/object-shape.js';
import type { CustomHelpers, DirectHelper, ResolveTarget } from './custom-helpers.js';
import { nearestNames, UnknownRouteError } from './generation-errors.js';
import type { Generator } from './generator.js';
import type { OriginOptions, requestedOrigin } from './origin.js';
import type { PathHelper } from './path-of-call.js';
import { defaultPlural, type Plural } from './record.js';
import { hasSimplePath, SimpleGenerator } from './simple-generator.js';
import { camelCaseName, canonicalName } from '../patterns/route-name.js';
import type { Route, RouteDefinition } from '../patterns/route.js';

/** The parts of a route from which its paths are made. */
export type GeneratedRoute = Pick<RouteDefinition, 'name' | 'pattern' | 'segmentConstraints' | 'defaults'>;

/** Whether the helpers can make a route's paths without a `Generation`: its path is simple, and it has no constraints. */
export function isSimplyWritten(definition: GeneratedRoute): boolean {
  return hasSimplePath(definition) && definition.segmentConstraints.size === 0;
}

/** Makes the `RouteHelper` of a route. Without a `Generation`, helpers can make only simple paths (`isSimplyWritten`). */
export type Generation = (definition: RouteDefinition) => object;

/** What the helpers need from a router. */
export interface HelperRouter {
  /** All routes; those with names have helpers. */
  readonly routes: readonly Route[];
  /** The first route with a name, in any spelling. */
  routeNamed(name: string): Route | undefined;
  /** What `direct` and `resolve` declare. */
  readonly customHelpers?: CustomHelpers | undefined;
  /** Makes the path generator of a route, if not all routes are simple. */
  readonly generation?: Generation | undefined;
}

/** A helper of a route, or one that the application declares. */
export type Helper = RouteHelper | OwnHelper;

export interface RouteHelper {
  readonly generator: Generator;
  /** Answers calls faster, at the cost of memory. */
  readonly calls?: QuickCalls;
}

/** Answers calls to one route's helper with what earlier calls have shown. */
export interface QuickCalls {
  /** The helper named after the route, such as `postPath`. */
  readonly path: PathHelper;
  /** Answers `pathFor` for the name of the route. */
  readonly pathFor: QuickPaths;
  /** The path for a list of values: what `pathFor` gives if `isFor`, otherwise what `path` gives. */
  pathOf(values: readonly unknown[], isFor: boolean | undefined): string | undefined;
  /** `requestedOrigin` for the calls of this route, which may remember the last origin. */
  readonly originOf: typeof requestedOrigin;
}

/** The paths that `pathFor` gives for one route. */
interface QuickPaths {
  /** The path for up to five values; undefined if the call has to be handled in the general way. */
  path(count: number, a?: unknown, b?: unknown, c?: unknown, d?: unknown, e?: unknown): string | undefined;
}

export interface OwnHelper extends DirectHelper {
  readonly name: string;
  readonly generator?: undefined;
  readonly calls?: undefined;
}

/** A name has few spellings. The limit is for programs that make up names from user text. */
const mostFound = 100_000;

export class HelperTable {
  readonly router: HelperRouter;
  readonly defaults: OriginOptions;
  readonly plural: Plural;
  /** Helpers by the spelling that was looked up; those of routes also by their route. */
  readonly #found = new Map<string | Route, Helper>();
  readonly #direct = new Map<string, OwnHelper>();
  /** What records of a class resolve to, by the name of the class. */
  readonly resolve: Map<string, ResolveTarget>;
  #names: ReadonlyMap<string, string> | undefined;
  /** The result of the last look-up: a page often links to the same route many times. */
  #lastName: string | undefined;
  #last: Helper | undefined;
  #lastPaths: QuickPaths | undefined;

  /** Throws a `TypeError` if `router` is no router. */
  constructor(router: HelperRouter, defaults: OriginOptions | undefined) {
    if (!hasMethod(router, 'routeNamed'))
      throw new TypeError(`new UrlHelpers({ router }) takes a router, not ${kindOf(router)}`);
    this.router = router;
    this.defaults = { ...defaults };
    const { direct = [], resolve, plural = defaultPlural } = router.customHelpers ?? {};
    this.plural = plural;
    this.resolve = new Map(resolve);
    for (const [name, helper] of direct) this.setDirect(name, helper);
  }

  /** The helper of a name. Helpers that the application declares win over routes. */
  find(name: string): Helper | undefined {
    if (name !== this.#lastName) {
      this.#last = this.#found.get(name) ?? this.#direct.get(canonicalName(name)) ?? this.route(name);
      this.#lastPaths = this.#last?.calls?.pathFor;
      this.#lastName = name;
      if (this.#last && this.#found.size < mostFound) this.#found.set(name, this.#last);
    }
    return this.#last;
  }

  /** Answers `pathFor` faster for a name, if its helper supports that. */
  quickPaths(name: unknown): QuickPaths | undefined {
    if (name !== this.#lastName && (typeof name !== 'string' || !this.find(name))) return undefined;
    return this.#lastPaths;
  }

  /** The helper of a route, by any spelling of its name. */
  route(name: string): RouteHelper | undefined {
    const { router } = this;
    // `api2fa` for `api-2fa`: camelCase loses the `-` before a digit, so the name is looked up by its camelCase form.
    const route = router.routeNamed(name) ?? router.routeNamed(this.#written.get(camelCaseName(name)) ?? '');
    if (!route) return undefined;
    let helper = this.#found.get(route);
    if (!helper) this.#found.set(route, (helper = this.#helperOf(route.definition)));
    return helper as RouteHelper;
  }

  #helperOf(definition: RouteDefinition): RouteHelper {
    const { generation } = this.router;
    if (generation) return generation(definition) as RouteHelper;
    const generator = new SimpleGenerator(definition);
    if (isSimplyWritten(definition)) return { generator };
    throw generator.error('is no simple path, and was compiled without URL helpers; compile it with them');
  }

  /** All names, by their camelCase form. */
  get #written(): ReadonlyMap<string, string> {
    return (this.#names ??= new Map(
      [...this.#direct.values(), ...this.router.routes]
        .flatMap(({ name }): [string, string][] => (name === undefined ? [] : [[camelCaseName(name), name]]))
        .reverse(),
    ));
  }

  setDirect(name: string, direct: DirectHelper): void {
    this.#direct.set(canonicalName(name), { ...direct, name });
    this.#found.clear();
    this.#lastName = this.#lastPaths = this.#names = undefined;
  }

  /** The error for a name that neither a route nor a helper has. */
  unknown(name: string): UnknownRouteError {
    return new UnknownRouteError(name, nearestNames(canonicalName(name), this.#written.values()));
  }
}
