// The helpers of one router by name: prepared when they are first asked for, and shared by every object that offers
// them (a request's helpers are the router's with another host).
//
// Any spelling of a name finds it: `edit-user`, `edit_user` and `editUser` are one.

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

/** Of a route, what its paths are made from, and read by. */
export type GeneratedRoute = Pick<RouteDefinition, 'name' | 'pattern' | 'segmentConstraints' | 'defaults'>;

/** Whether helpers make the paths of a route without more. */
export function isSimplyWritten(definition: GeneratedRoute): boolean {
  return hasSimplePath(definition) && definition.segmentConstraints.size === 0;
}

/** Makes what writes the paths of a route, for its helpers; without it, they make those of routes that are simply written. */
export type Generation = (definition: RouteDefinition) => object;

/** What the helpers need of a router. */
export interface HelperRouter {
  /** The routes that have helpers if they have names. */
  readonly routes: readonly Route[];
  /** The first route of a name, in any spelling. */
  routeNamed(name: string): Route | undefined;
  /** What `direct` and `resolve` declare. */
  readonly customHelpers?: CustomHelpers | undefined;
  /** What makes the paths of its routes, where they are not all plain. */
  readonly generation?: Generation | undefined;
}

/** A route's helper, or one of the application's own. */
export type Helper = RouteHelper | OwnHelper;

export interface RouteHelper {
  readonly generator: Generator;
  /** What answers calls sooner, where somebody takes the room for it. */
  readonly calls?: QuickCalls;
}

/** Calls of one route's helper that are answered by what was learnt of earlier ones. */
export interface QuickCalls {
  /** The helper named after the route, such as `postPath`. */
  readonly path: PathHelper;
  /** What answers `pathFor` with the name of the route. */
  readonly pathFor: QuickPaths;
  /** What `pathFor` gives for a list of values where `isFor` is true, otherwise what `path` gives. */
  pathOf(values: readonly unknown[], isFor: boolean | undefined): string | undefined;
  /** The `requestedOrigin` of this route's calls alone, which may remember the last. */
  readonly originOf: typeof requestedOrigin;
}

/** The paths that `pathFor` gives for one route. */
interface QuickPaths {
  /** The path of so many values; undefined where they have to be looked at closely, and where there are more than five. */
  path(count: number, a?: unknown, b?: unknown, c?: unknown, d?: unknown, e?: unknown): string | undefined;
}

export interface OwnHelper extends DirectHelper {
  readonly name: string;
  readonly generator?: undefined;
  readonly calls?: undefined;
}

/** A name has only so many spellings; the limit is for names that are made up of user text. */
const mostFound = 100_000;

export class HelperTable {
  readonly router: HelperRouter;
  readonly defaults: OriginOptions;
  readonly plural: Plural;
  /** By the spelling of a name, and those of routes by their route. */
  readonly #found = new Map<string | Route, Helper>();
  readonly #direct = new Map<string, OwnHelper>();
  /** Where the records of a class lead, by its name. */
  readonly resolve: Map<string, ResolveTarget>;
  #names: ReadonlyMap<string, string> | undefined;
  /** What was found last: a page links to the routes of its list again and again. */
  #lastName: string | undefined;
  #last: Helper | undefined;
  #lastPaths: QuickPaths | undefined;

  /** Throws a `TypeError` for what is no router. */
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

  /** The helper of a name, those of the application's own first. */
  find(name: string): Helper | undefined {
    if (name !== this.#lastName) {
      this.#last = this.#found.get(name) ?? this.#direct.get(canonicalName(name)) ?? this.route(name);
      this.#lastPaths = this.#last?.calls?.pathFor;
      this.#lastName = name;
      if (this.#last && this.#found.size < mostFound) this.#found.set(name, this.#last);
    }
    return this.#last;
  }

  /** What answers `pathFor` for a name sooner, if it is one that has a helper with that. */
  quickPaths(name: unknown): QuickPaths | undefined {
    if (name !== this.#lastName && (typeof name !== 'string' || !this.find(name))) return undefined;
    return this.#lastPaths;
  }

  /** The helper of a route, in any spelling of its name. */
  route(name: string): RouteHelper | undefined {
    const { router } = this;
    // `api2fa` for `api-2fa`: where a part begins with a digit, camelCase says less than the name.
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

  /** Every name that there is, by its camelCase form. */
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

  /** What is thrown for a name that nobody has. */
  unknown(name: string): UnknownRouteError {
    return new UnknownRouteError(name, nearestNames(canonicalName(name), this.#written.values()));
  }
}
