// URL helpers: paths and absolute URLs from the names of routes, and from records.
//
//   helpers.pathFor('edit-user', 5)              /users/5/edit
//   helpers.editUserUrl(5, { host: 'b.org' })    http://b.org/users/5/edit
//   helpers.polymorphicPath(post)                /posts/7
//
// Helpers by name are no properties of the object until they are asked for. Behind the prototype stands a proxy that
// answers for names which nothing else has, and what it finds becomes a property; so an object of the class is an
// ordinary one, and the second `editUserPath` is an ordinary look-up.

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

/** What all steps of looking up one record share: what is asked for, with which options, and the classes passed so far. */
interface LookUp {
  readonly isUrl: boolean;
  readonly options: NamedValues;
  /** Segment values beside those of a list, in which strings are parts of a name. */
  readonly values: readonly unknown[];
  readonly resolving: readonly string[];
}

/** A name has only so many spellings; the limit is for properties that are made up of user text. */
const mostKept = 10_000;

class Helpers {
  readonly #table: HelperTable;
  /** The request that these helpers are for, where they are for one; read only when a URL needs its host. */
  readonly #request: RequestOrigin | undefined;
  /** What a mounted router's paths begin with. */
  readonly #prefix: string;
  #origin: string | undefined;
  /** Properties that helpers have become. */
  readonly #kept: string[] = [];

  constructor(of: UrlHelpersOptions | HelperTable, request?: RequestOrigin) {
    this.#table = of instanceof HelperTable ? of : new HelperTable(of?.router, of?.defaultUrlOptions);
    this.#request = request;
    this.#prefix = request?.scriptName ? pathPrefix(request.scriptName) : '';
  }

  // A rest parameter would make an array at every call.
  pathFor(target: unknown, a?: unknown, b?: unknown, c?: unknown, d?: unknown, e?: unknown): string {
    const path = this.#table.quickPaths(target)?.path(arguments.length - 1, a, b, c, d, e);
    if (path !== undefined) return this.#prefix === '' ? path : this.#prefix + path;
    return this.#for(false, ...(arguments as unknown as readonly unknown[]));
  }

  urlFor(...target: readonly unknown[]): string {
    return this.#for(true, ...target);
  }

  /** What `pathFor` and `urlFor` give for the name of a route and values, or for a record and options. */
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

  /** What a helper gives; with `isFor` a last plain object is always the options. */
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

  /** What `helpers.editUserPath` and `helpers['edit-user-path']` are; undefined for a name of another shape. */
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
    // A request's helpers live too shortly to be worth it.
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
   * Where a target's answer leads: that of the helper `route`, or of a resolution. Params of the call are for a callable alone, options of the URL
   * apply to whatever it answers.
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

  /** A URL or path that was written whole. */
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
    // A list is resolved only where it is an answer itself, and no class twice.
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
    // No locale or format of a singular resource is a place for its record.
    const isSingular =
      endsInRecord && required < values.length && !definition.pattern.optionalNames.has('id');
    const positional = isSingular ? values.slice(0, -1) : values;
    return this.#made(helper, [...positional, ...lookUp.values], options, isUrl);
  }

  /** The first route of these names; a later one stands in only where it takes no more values, as a singular resource. */
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

/** The options are judged when it is known that there is a record. */
function recordLookUp(options: unknown, isUrl: boolean): LookUp {
  return { isUrl, options: (options ?? {}) as NamedValues, values: [], resolving: [] };
}

function checkTarget(target: unknown, cannot: string, wanted: string): void {
  if (typeof target !== 'string' && !Array.isArray(target) && !isHelperCallable(target))
    throw new TypeError(`${cannot} ${describeValue(target)}; give ${wanted}`);
}

/** The path below which a router is mounted, as the beginning of a path that cannot lead off the site. */
function pathPrefix(scriptName: string): string {
  return escapedUrl(`/${scriptName}`.replace(/[\uD800-\uDFFF?#]/g, '')).replace(/\/+(?=\/|$)/g, '');
}

/** Puts a proxy behind the class that answers for helpers by name; it is asked only for properties that neither an object nor its class has. */
function answeringByName(helpers: typeof Helpers): UrlHelpersConstructor {
  const byName = new Proxy(Object.prototype, {
    get: (target, property, receiver): unknown =>
      typeof property === 'symbol' || property in target
        ? Reflect.get(target, property, receiver)
        : helpers.byName(receiver, property),
  });
  Object.setPrototypeOf(helpers.prototype, byName);
  // A bundle has other names for its classes.
  Object.defineProperty(helpers, 'name', { value: 'UrlHelpers' });
  return helpers as unknown as UrlHelpersConstructor;
}

/**
 * The URL helpers of a router (docs/url-helpers.md).
 *
 * A helper throws `UrlGenerationError` for what no URL can be made of, and `UnknownRouteError` for a name that no route has. An unknown
 * property is undefined, unless it has the shape of a helper: then calling it throws.
 */
export const UrlHelpers = /* @__PURE__ */ answeringByName(Helpers);
/** URL helpers, of the type that an application has registered unless given. */
export type UrlHelpers<Known = RegisteredHelpers> = UrlHelperMethods<Known> & Known;

/**
 * The names, canonically spelled, of routes whose helper would be a method that all helpers have and which wins over it: each with `path` or `url`,
 * that in which the first such method ends.
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
