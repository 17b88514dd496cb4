// URL helpers make paths and absolute URLs from the names of routes, and from records.
//
//   helpers.pathFor('edit-user', 5)              /users/5/edit
//   helpers.editUserUrl(5, { host: 'b.org' })    http://b.org/users/5/edit
//   helpers.polymorphicPath(post)                /posts/7
//
// Helpers by name, such as `editUserPath`, are not defined in advance. The prototype of the class inherits from a proxy, which JavaScript
// asks only for properties that nothing else has. The proxy makes the helper and stores it as a property of the object, so the second
// `editUserPath` is an ordinary property access.

import { escapedUrl } from '../../http/url-text.js';
import { isHelperCallable, isLocation } from './custom-helpers.js';
import { describeValue, quote, UrlGenerationError } from './generation-errors.js';
import type { NamedValues } from './generator.js';
import {
  type Helper,
  type HelperRouter,
  HelperTable,
  type OwnHelper,
  type RouteHelper,
} from './helper-table.js';
import type {
  DefaultUrlOptions,
  DirectTarget,
  RegisteredHelpers,
  RequestOrigin,
  UrlHelperMethods,
  UrlHelpersConstructor,
} from './helper-signatures.js';
import { canonicalName } from '../patterns/route-name.js';
import { type ErrorMaker, homeOf, type OriginOption, originParts, requestedOrigin } from './origin.js';
import { optionsOf, pathWithOptions, positionalOf } from './path-of-call.js';
import { classOf, destinationOf } from './record.js';
import { isOptions } from './segment-value.js';
import { isUrlOption, urlOption } from './url-options.js';

interface UrlHelpersOptions {
  readonly router: HelperRouter;
  readonly defaultUrlOptions?: DefaultUrlOptions | undefined;
}

/** What all steps of looking up one record share. */
interface LookUp {
  readonly isUrl: boolean;
  readonly options: NamedValues;
  /** Segment values that follow those of the record or list. In a list, strings are parts of a route's name; here they are values. */
  readonly values: readonly unknown[];
  readonly resolving: readonly string[];
}

/** A name has few spellings. The limit is for programs that make up property names from user text. */
const mostKept = 10_000;

class Helpers {
  readonly #table: HelperTable;
  /** The request that these helpers belong to, if any. It is read only if a URL needs its host. */
  readonly #request: RequestOrigin | undefined;
  /** The path below which the router is mounted; it begins every path. */
  readonly #prefix: string;
  #origin: string | undefined;
  /** The helpers that have become properties. */
  readonly #kept: string[] = [];

  constructor(of: UrlHelpersOptions | HelperTable, request?: RequestOrigin) {
    this.#table = of instanceof HelperTable ? of : new HelperTable(of?.router, of?.defaultUrlOptions);
    this.#request = request;
    this.#prefix = request?.scriptName ? pathPrefix(request.scriptName) : '';
  }

  // A rest parameter would create an array for each call.
  pathFor(target: unknown, a?: unknown, b?: unknown, c?: unknown, d?: unknown, e?: unknown): string {
    const path = this.#table.quickPaths(target)?.path(arguments.length - 1, a, b, c, d, e);
    if (path !== undefined) return this.#prefix === '' ? path : this.#prefix + path;
    return this.#for(false, ...(arguments as unknown as readonly unknown[]));
  }

  urlFor(...target: readonly unknown[]): string {
    return this.#for(true, ...target);
  }

  /** What `pathFor` and `urlFor` return: for a route's name and values, or for a record and options. */
  #for(isUrl: boolean, target?: unknown, ...values: readonly unknown[]): string {
    return typeof target === 'string'
      ? this.#call(this.#find(target), values, isUrl, true)
      : this.#leadTo(target, recordLookUp(values[0], isUrl));
  }

  polymorphicPath(record: unknown, options?: unknown): string {
    return this.#leadTo(record, recordLookUp(options, false));
  }

  polymorphicUrl(record: unknown, options?: unknown): string {
    return this.#leadTo(record, recordLookUp(options, true));
  }

  direct(name: string, target: DirectTarget, defaults: NamedValues = {}): this {
    if (typeof name !== 'string' || !/^[a-z_][\w-]*$/i.test(name)) {
      throw new TypeError(
        `a helper cannot be named ${describeValue(name)}; give letters, digits, '_' and '-', such as 'homepage'`,
      );
    }
    checkTarget(target, `the helper ${quote(name)} cannot be`, 'a function, a URL, or a list');
    for (const key of this.#kept.splice(0)) Reflect.deleteProperty(this, key);
    this.#table.setDirect(name, { target, defaults: { ...defaults } });
    return this;
  }

  resolve(className: string, target: DirectTarget): this {
    if (typeof className !== 'string' || className === '') {
      throw new TypeError(
        `records are resolved by the name of their class, not by ${describeValue(className)}; give a name such as 'Basket'`,
      );
    }
    checkTarget(target, `${quote(className)} cannot be resolved by`, 'a function, or a list');
    this.#table.resolve.set(className, target);
    return this;
  }

  forRequest(request: RequestOrigin): Helpers {
    return new Helpers(this.#table, request);
  }

  // ── By name ───────────────────────────────────────────────────────────────────────────────────────────────────────

  #find(name: string): Helper {
    const helper = this.#table.find(name);
    if (!helper) throw this.#table.unknown(name);
    return helper;
  }

  /** What a helper returns. For `pathFor` and `urlFor` (`isFor`), a plain object at the end always holds options, and never a record. */
  #call(helper: Helper, values: readonly unknown[], isUrl: boolean, isFor?: boolean): string {
    const { generator, calls } = helper;
    if (!generator) return this.#direct(helper, values, isUrl);
    const options = optionsOf(generator, values, isFor);
    const path = calls?.pathOf(values, isFor);
    return this.#made(helper, positionalOf(values, options, generator.required), options, isUrl, path);
  }

  #made(
    { generator, calls }: RouteHelper,
    values: readonly unknown[],
    options: NamedValues | undefined,
    isUrl: boolean,
    made?: string,
  ): string {
    const path = this.#prefix + (made ?? pathWithOptions(generator, values, options));
    return isUrl ? this.#absolute(path, urlOption(generator, options), generator, calls?.originOf) : path;
  }

  /** The value of `helpers.editUserPath` or `helpers['edit-user-path']`; undefined if the property does not look like a helper. */
  static byName(this: void, asked: unknown, property: string): unknown {
    const receiver = Object(asked) as object;
    const [, name, path] = /^(.+)(?:(Path|[-_]path)|Url|[-_]url)$/s.exec(property) ?? [];
    if (name === undefined || !(#table in receiver)) return undefined;
    const isUrl = path === undefined;
    if (name === 'polymorphic') return isUrl ? receiver.polymorphicUrl : receiver.polymorphicPath;
    const found = receiver.#table.find(name);
    const quick = isUrl || receiver.#prefix !== '' ? undefined : found?.calls?.path;
    const value =
      quick ??
      ((...values: readonly unknown[]) => receiver.#call(found ?? receiver.#find(name), values, isUrl));
    // A request's helpers are used too briefly to keep the property.
    if (found && !receiver.#request && receiver.#kept.length < mostKept) {
      receiver.#kept.push(property);
      Object.defineProperty(receiver, property, { value, configurable: true, writable: true });
    }
    return value;
  }

  // ── The application's own helpers, and records ────────────────────────────────────────────────────────────────────

  #direct({ name, target, defaults }: OwnHelper, values: readonly unknown[], isUrl: boolean): string {
    const last = values.at(-1);
    const given = isOptions(last) ? last : undefined;
    const positional = positionalOf(values, given, 0);
    const lookUp = {
      isUrl,
      options: { ...defaults, ...given },
      values: isHelperCallable(target) ? [] : positional,
      resolving: [],
    };
    const who = `the helper ${quote(name)}`;
    return this.#answered(target, positional, lookUp, who, 'a URL, a path, a list or a record', name);
  }

  /**
   * Where the answer of a `direct` helper (`route` is its name) or of a resolution leads. Params of the call go only to a callable. Options
   * of the URL apply to whatever the target answers.
   */
  #answered(
    target: unknown,
    values: readonly unknown[],
    asked: LookUp,
    who: string,
    wanted: string,
    route?: string,
  ): string {
    let answer = target;
    let lookUp = asked;
    if (isHelperCallable(target)) {
      const args = [...values, { ...asked.options }] as never[];
      answer = typeof target === 'function' ? target(...args) : target.call(...args);
      const kept = Object.entries(asked.options).filter(([option]) => isUrlOption(option));
      lookUp = { ...asked, options: Object.fromEntries(kept) };
    }
    if (typeof answer === 'string')
      return route === undefined ? this.#leadTo([answer], lookUp) : this.#written(answer, who, route, lookUp);
    const isPromise = answer instanceof Promise;
    if (typeof answer === 'object' && answer !== null && !isPromise) return this.#leadTo(answer, lookUp);
    const found = isPromise ? 'a promise, and helpers do not wait' : describeValue(answer);
    throw new UrlGenerationError(`${who} answered ${found}; let it answer ${wanted}`, { route });
  }

  /** A URL or path that the application gave as a whole. */
  #written(url: string, who: string, route: string, { isUrl, options }: LookUp): string {
    const error = (problem: string): UrlGenerationError =>
      new UrlGenerationError(`${who} ${problem}`, { route });
    if (!isLocation(url))
      throw error(
        `answered ${quote(url)}, which is no URL; give one with its protocol, or a path that begins with a single '/'`,
      );
    let encoded: string;
    try {
      encoded = escapedUrl(url);
    } catch {
      throw error(`answered half of a surrogate pair in ${quote(url)}; give whole characters`);
    }
    return isUrl && url.startsWith('/')
      ? this.#absolute(encoded, (option) => options[option], { error })
      : encoded;
  }

  #leadTo(target: unknown, lookUp: LookUp): string {
    const isList = Array.isArray(target);
    const list: readonly unknown[] = isList ? target : [target];
    const [only] = list;
    const last = list.at(-1);
    const name = classOf(only);
    if (!isList && name === undefined) {
      throw new UrlGenerationError(
        `${describeValue(target)} is no record of a class; give one, or a route's name to pathFor or urlFor`,
      );
    }
    const { resolving, isUrl, options: given } = lookUp;
    if (!isOptions(given)) {
      throw new UrlGenerationError(
        `the options of a record's URL cannot be ${describeValue(given)}; give a plain object`,
      );
    }
    if (list.length > 1 && isOptions(last))
      return this.#leadTo(list.slice(0, -1), { ...lookUp, options: { ...given, ...last } });
    // A list is resolved only if it is an answer itself. No class is resolved twice.
    const isAlone = list.length === 1 && (!isList || resolving.length > 0);
    if (isAlone && name !== undefined && typeof only === 'object' && !resolving.includes(name)) {
      const resolve = this.#table.resolve.get(name);
      if (resolve !== undefined) {
        const asked = { ...lookUp, resolving: [...resolving, name] };
        const who = `the resolution of ${quote(name)}`;
        return this.#answered(resolve, list, asked, who, 'a list of name parts and records');
      }
    }
    const { action, ...options } = given;
    const { names, values, endsInRecord } = destinationOf(
      list,
      typeof action === 'string' ? action : undefined,
      this.#table.plural,
    );
    const helper = this.#routeOf(names, values.length);
    const { definition, required } = helper.generator;
    // A singular resource has no segment for its record, which must not become its locale or format.
    const isSingular =
      endsInRecord && required < values.length && !definition.pattern.optionalNames.has('id');
    const positional = isSingular ? values.slice(0, -1) : values;
    return this.#made(helper, [...positional, ...lookUp.values], options, isUrl);
  }

  /**
   * The route of the first name that a route has. The second name is used only if its route takes no more values, as that of a singular
   * resource.
   */
  #routeOf(names: readonly string[], values: number): RouteHelper {
    const [name = '', other = ''] = names;
    const first = this.#table.route(name);
    const helper = first ?? this.#table.route(other);
    if (helper && (first || helper.generator.required <= values)) return helper;
    throw this.#table.unknown(name);
  }

  #absolute(path: string, option: OriginOption, maker: ErrorMaker, originOf = requestedOrigin): string {
    const made = (): string => originOf(option, homeOf(this.#table.defaults, this.#request, maker), maker);
    const isAsked = originParts.some((part) => option(part) !== undefined);
    return (isAsked ? made() : (this.#origin ??= made())) + path;
  }
}

/** Does not check the options: they are checked once it is known that there is a record. */
function recordLookUp(options: unknown, isUrl: boolean): LookUp {
  return { isUrl, options: (options ?? {}) as NamedValues, values: [], resolving: [] };
}

function checkTarget(target: unknown, cannot: string, wanted: string): void {
  if (typeof target !== 'string' && !Array.isArray(target) && !isHelperCallable(target))
    throw new TypeError(`${cannot} ${describeValue(target)}; give ${wanted}`);
}

/** The path below which a router is mounted, escaped, so that it cannot lead to another host. */
function pathPrefix(scriptName: string): string {
  return escapedUrl(`/${scriptName}`.replace(/[\uD800-\uDFFF?#]/g, '')).replace(/\/+(?=\/|$)/g, '');
}

/**
 * Makes the class inherit from a proxy that answers for helpers by name. The proxy is asked only for properties that neither the object nor
 * its class has.
 */
function answeringByName(helpers: typeof Helpers): UrlHelpersConstructor {
  const byName = new Proxy(Object.prototype, {
    get: (target, property, receiver): unknown =>
      typeof property === 'symbol' || property in target
        ? Reflect.get(target, property, receiver)
        : helpers.byName(receiver, property),
  });
  Object.setPrototypeOf(helpers.prototype, byName);
  // Bundlers rename classes.
  Object.defineProperty(helpers, 'name', { value: 'UrlHelpers' });
  return helpers as unknown as UrlHelpersConstructor;
}

/**
 * The URL helpers of a router (docs/url-helpers.md).
 *
 * A helper throws `UrlGenerationError` if its values make no URL, and `UnknownRouteError` if no route has the name. An unknown property is
 * undefined, unless it looks like a helper: then calling it throws.
 */
export const UrlHelpers = /* @__PURE__ */ answeringByName(Helpers);
/** URL helpers, with the type that the application has registered unless another is given. */
export type UrlHelpers<Known = RegisteredHelpers> = UrlHelperMethods<Known> & Known;

/**
 * Names of routes whose helper is hidden by a method that all helpers have, such as `polymorphic`. Maps the canonical name to the end of
 * the first such method: `path` or `url`.
 */
export function ownHelperNames(): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const method of Object.getOwnPropertyNames(Helpers.prototype)) {
    const [, name, kind] = /^(.+)(Path|Url)$/.exec(method) ?? [];
    if (name !== undefined && kind !== undefined && !names.has(canonicalName(name)))
      names.set(canonicalName(name), kind.toLowerCase());
  }
  return names;
}
