// The helpers of one router by name: prepared when they are first asked for, and shared by every object that offers
// them (a request's helpers are the router's with another host).
//
// Any spelling of a name finds it: `edit-user`, `edit_user` and `editUser` are one.

import type { CustomHelpers, DirectHelper, ResolveTarget } from './custom-helpers.js';
import { nearestNames, UnknownRouteError } from './generation-errors.js';
import type { Generator } from './generator.js';
import { type CompiledHelper, compilePathHelper } from './path-helper.js';
import type { GeneratedRoute } from './path-reading.js';
import { defaultPlural, type Plural } from './record.js';
import { camelCaseName, canonicalName } from '../patterns/route-name.js';
import type { Route } from '../patterns/route.js';

/** What the helpers need of a router. */
export interface HelperRouter {
  /** The routes that have helpers if they have names. */
  readonly routes: readonly Route[];
  /** The first route of a name, in any spelling. */
  routeNamed(name: string): Route | undefined;
  /** What `direct` and `resolve` declare. */
  readonly customHelpers?: CustomHelpers | undefined;
}

/** A route's helper, or one of the application's own. */
export type Helper = RouteHelper | OwnHelper;

export interface RouteHelper {
  readonly kind: 'route';
  readonly route: CompiledHelper;
}

export interface OwnHelper {
  readonly kind: 'direct';
  readonly name: string;
  readonly direct: DirectHelper;
}

/** Prepares the generator of a route. */
export type GeneratorMaker = (definition: GeneratedRoute) => Generator;

export class HelperTable {
  readonly router: HelperRouter;
  readonly #generatorOf: GeneratorMaker;
  readonly plural: Plural;
  readonly #found = new Map<string, Helper>();
  readonly #byRoute = new Map<Route, RouteHelper>();
  readonly #direct = new Map<string, OwnHelper>();
  readonly #resolve = new Map<string, ResolveTarget>();
  #names: ReadonlyMap<string, string> | undefined;
  /** What was found last: a page links to the routes of its list again and again. */
  #lastName: string | undefined;
  #last: Helper | undefined;

  constructor(router: HelperRouter, generatorOf: GeneratorMaker) {
    this.router = router;
    this.#generatorOf = generatorOf;
    const { direct, resolve, plural = defaultPlural } = router.customHelpers ?? {};
    this.plural = plural;
    for (const [name, helper] of direct ?? []) this.setDirect(name, helper);
    for (const [className, target] of resolve ?? []) this.#resolve.set(className, target);
  }

  /** The helper of a name, those of the application's own first. */
  find(name: string): Helper | undefined {
    if (name === this.#lastName) return this.#last;
    const helper = this.#found.get(name) ?? this.#search(name);
    this.#lastName = name;
    this.#last = helper;
    return helper;
  }

  #search(name: string): Helper | undefined {
    const helper = this.#direct.get(canonicalName(name)) ?? this.route(name);
    // A name has only so many spellings; the limit is for names that are made up of user text.
    if (helper && this.#found.size < 4 * this.router.routes.length + 1000) this.#found.set(name, helper);
    return helper;
  }

  /** The helper of a route, in any spelling of its name. */
  route(name: string): RouteHelper | undefined {
    const route = this.router.routeNamed(name) ?? this.#routeInCamelCase(name);
    return route && this.#helperOf(route);
  }

  /** `api2fa` for `api-2fa`: where a part begins with a digit, camelCase says less than the name. */
  #routeInCamelCase(name: string): Route | undefined {
    const written = this.names.get(camelCaseName(name));
    return written === undefined ? undefined : this.router.routeNamed(written);
  }

  #helperOf(route: Route): RouteHelper {
    let helper = this.#byRoute.get(route);
    if (!helper) {
      helper = { kind: 'route', route: compilePathHelper(this.#generatorOf(route.definition)) };
      this.#byRoute.set(route, helper);
    }
    return helper;
  }

  /** Every name that there is, by its camelCase form. */
  get names(): ReadonlyMap<string, string> {
    if (!this.#names) {
      const names = new Map<string, string>();
      for (const { name } of [...this.#direct.values(), ...this.router.routes]) {
        if (name !== undefined && !names.has(camelCaseName(name))) names.set(camelCaseName(name), name);
      }
      this.#names = names;
    }
    return this.#names;
  }

  setDirect(name: string, direct: DirectHelper): void {
    this.#direct.set(canonicalName(name), { kind: 'direct', name, direct });
    this.#found.clear();
    this.#lastName = undefined;
    this.#last = undefined;
    this.#names = undefined;
  }

  setResolve(className: string, target: ResolveTarget): void {
    this.#resolve.set(className, target);
  }

  /** Where the records of a class lead, if somebody said so. */
  resolveOf(className: string): ResolveTarget {
    return this.#resolve.get(className);
  }

  /** What is thrown for a name that nobody has. */
  unknown(name: string): UnknownRouteError {
    return new UnknownRouteError(name, nearestNames(canonicalName(name), this.names.values()));
  }
}
