// URL helpers: paths and absolute URLs from the names of routes, and from records.
//
//   helpers.pathFor('edit-user', 5)              /users/5/edit
//   helpers.editUserUrl(5, { host: 'b.org' })    http://b.org/users/5/edit
//   helpers.polymorphicPath(post)                /posts/7
//
// Helpers by name are no properties of the object until they are asked for. Behind the prototype stands a proxy that
// answers for names which nothing else has, and what it finds becomes a property; so an object of the class is an
// ordinary one, and the second `editUserPath` is an ordinary look-up.

import { isAuthority } from '../../http/request-context.js';
import { callHelper, isHelperCallable } from './custom-helpers.js';
import { describeValue, quote, UrlGenerationError } from './generation-errors.js';
import type { NamedValues } from './generator.js';
import { certainGenerator } from './certain-generator.js';
import { compileGenerator } from './route-generator.js';
import {
  type GeneratorMaker,
  HelperTable,
  type Helper,
  type HelperRouter,
  type OwnHelper,
  type RouteHelper,
} from './helper-table.js';
import type {
  DefaultUrlOptions,
  DirectTarget,
  RegisteredHelpers,
  RequestOrigin,
  UrlHelpers as UrlHelpersOf,
  UrlHelpersConstructor,
} from './helper-signatures.js';
import { helperShape, keptKeys, type Kind } from './helper-properties.js';
import {
  checkedOrigin,
  type ErrorMaker,
  kindOfUrl,
  originOf,
  type OriginOptions,
  originParts,
  requestedOrigin,
  urlProblem,
} from './origin.js';
import { pathWithOptions, type CompiledHelper, type PathHelper } from './path-helper.js';
import { classOf, destinationOf, isRecord } from './record.js';
import { isOptions } from './segment-value.js';
import { encodeWrittenUrl } from './url-encoding.js';
import { urlOption, urlOptions } from './url-options.js';

interface UrlHelpersOptions {
  readonly router: HelperRouter;
  readonly defaultUrlOptions?: DefaultUrlOptions | undefined;
}

/** What all steps of looking up one record share: what is asked for, with which options, and the classes passed so far. */
interface LookUp {
  readonly kind: Kind;
  readonly options: NamedValues;
  /** Segment values beside those of a list, in which strings are parts of a name. */
  readonly values: readonly unknown[];
  readonly resolving: readonly string[];
}

const noOptions: NamedValues = /* @__PURE__ */ Object.freeze({});

class Helpers {
  readonly #table: HelperTable;
  readonly #defaults: DefaultUrlOptions;
  /** The request that these helpers are for, where they are for one; read only when a URL needs its host. */
  readonly #request: RequestOrigin | undefined;
  /** What a mounted router's paths begin with. */
  readonly #prefix: string;
  #origin: string | undefined;

  constructor(table: HelperTable, defaults: DefaultUrlOptions, request?: RequestOrigin) {
    this.#table = table;
    this.#defaults = defaults;
    this.#request = request;
    this.#prefix = request?.scriptName ? pathPrefix(request.scriptName) : '';
  }

  // A rest parameter would make an array at every call.
  pathFor(target: unknown, a?: unknown, b?: unknown, c?: unknown, d?: unknown): string {
    if (typeof target !== 'string') return this.polymorphicPath(target, a);
    const helper = this.#find(target);
    const count = arguments.length - 1;
    if (helper.kind === 'route' && count <= 4) {
      const path = helper.route.pathFor(count, a, b, c, d);
      return this.#prefix === '' ? path : this.#prefix + path;
    }
    // oxlint-disable-next-line prefer-rest-params
    const values: readonly unknown[] = [...arguments].slice(1);
    if (helper.kind === 'direct') return this.#direct(helper, values, 'path');
    return this.#prefix + helper.route.pathForAll(values);
  }

  urlFor(target: unknown, ...values: readonly unknown[]): string {
    if (typeof target !== 'string') return this.polymorphicUrl(target, values[0]);
    const helper = this.#find(target);
    if (helper.kind === 'direct') return this.#direct(helper, values, 'url');
    const last = values.at(-1);
    return this.#urlOf(helper.route, isOptions(last) ? last : undefined, helper.route.pathForAll(values));
  }

  polymorphicPath(record: unknown, options?: unknown): string {
    return this.#leadTo(record, { kind: 'path', options: optionsOf(options), values: [], resolving: [] });
  }

  polymorphicUrl(record: unknown, options?: unknown): string {
    return this.#leadTo(record, { kind: 'url', options: optionsOf(options), values: [], resolving: [] });
  }

  direct(name: string, target: DirectTarget, defaults: NamedValues = noOptions): this {
    if (typeof name !== 'string' || !/^[a-z_][\w-]*$/i.test(name)) {
      throw new TypeError(
        `a helper cannot be named ${describeValue(name)}; give letters, digits, '_' and '-', such as 'homepage'`,
      );
    }
    if (!isDirectTarget(target))
      throw new TypeError(
        `the helper ${quote(name)} cannot be ${describeValue(target)}; give a function, a URL, or a list`,
      );
    for (const key of keptKeys(name))
      if (Object.hasOwn(this, key)) delete (this as unknown as Record<string, unknown>)[key];
    this.#table.setDirect(name, { target, defaults: { ...defaults } });
    return this;
  }

  resolve(className: string, target: DirectTarget): this {
    if (typeof className !== 'string' || className === '') {
      throw new TypeError(
        `records are resolved by the name of their class, not by ${describeValue(className)}; give a name such as 'Basket'`,
      );
    }
    if (!isDirectTarget(target))
      throw new TypeError(
        `${quote(className)} cannot be resolved by ${describeValue(target)}; give a function, or a list`,
      );
    this.#table.setResolve(className, target);
    return this;
  }

  forRequest(request: RequestOrigin): Helpers {
    return new Helpers(this.#table, this.#defaults, request);
  }

  // ── By name ───────────────────────────────────────────────────────────────────────────────────────────────────────

  #find(name: string): Helper {
    const helper = this.#table.find(name);
    if (!helper) throw this.#table.unknown(name);
    return helper;
  }

  #urlOf({ generator }: CompiledHelper, options: NamedValues | undefined, path: string): string {
    const origin = options
      ? this.#originWith((option) => urlOption(generator, options, option), generator)
      : this.#ownOrigin(generator);
    return origin + this.#prefix + path;
  }

  /** What a class of helpers makes is an instance of every class of them. */
  static isHelpers(this: void, value: unknown): value is Helpers {
    return typeof value === 'object' && value !== null && #table in value;
  }

  /** What `helpers.editUserPath` and `helpers['edit-user-path']` are; undefined for a name of another shape. */
  static byName(this: void, receiver: unknown, property: string): unknown {
    const asked = helperShape(property);
    if (!asked || !Helpers.isHelpers(receiver)) return undefined;
    if (asked.name === 'polymorphic')
      return asked.kind === 'path' ? receiver.polymorphicPath : receiver.polymorphicUrl;
    const found = receiver.#table.find(asked.name);
    if (!found) {
      return (): never => {
        throw receiver.#table.unknown(asked.name);
      };
    }
    const helper = receiver.#bound(found, asked.kind);
    // A request's helpers live too shortly to be worth it.
    if (
      receiver.#request === undefined &&
      keptKeys(found.kind === 'route' ? (found.route.generator.definition.name ?? '') : found.name).includes(
        property,
      )
    ) {
      Object.defineProperty(receiver, property, { value: helper, configurable: true, writable: true });
    }
    return helper;
  }

  #bound(helper: Helper, kind: Kind): PathHelper {
    if (helper.kind === 'direct') return (...values) => this.#direct(helper, values, kind);
    const { route } = helper;
    if (kind === 'url')
      return (...values) => this.#urlOf(route, route.optionsOf(values), route.path(...values));
    return this.#prefix === '' ? route.path : (...values) => this.#prefix + route.path(...values);
  }

  // ── The application's own helpers, and records ────────────────────────────────────────────────────────────────────

  #direct({ name, direct }: OwnHelper, values: readonly unknown[], kind: Kind): string {
    const last = values.at(-1);
    const given = isOptions(last) ? last : noOptions;
    const positional = given === last ? values.slice(0, -1) : values;
    const options = { ...direct.defaults, ...given };
    const { target } = direct;
    const isAsked = isHelperCallable(target);
    const answer: unknown = isAsked ? callHelper(target, [...positional, options]) : target;
    const lookUp: LookUp = {
      kind,
      options: isAsked ? onlyUrlOptions(options) : options,
      values: isAsked ? [] : positional,
      resolving: [],
    };
    if (typeof answer === 'string') return this.#written(answer, name, lookUp);
    if (typeof answer !== 'object' || answer === null || answer instanceof Promise) {
      throw new UrlGenerationError(
        `the helper ${quote(name)} answered ${describeAnswer(answer)}; let it answer a URL, a path, a list or a record`,
        { route: name },
      );
    }
    return this.#leadTo(answer, lookUp);
  }

  /** A URL or path that was written whole. */
  #written(url: string, name: string, { kind, options }: LookUp): string {
    const found = kindOfUrl(url);
    if (found === 'other')
      throw new UrlGenerationError(`the helper ${quote(name)} answered no URL: ${urlProblem(url)}`, {
        route: name,
      });
    let encoded: string;
    try {
      encoded = encodeWrittenUrl(url);
    } catch {
      throw new UrlGenerationError(
        `the helper ${quote(name)} answered half of a surrogate pair in ${quote(url)}; give whole characters`,
        { route: name },
      );
    }
    if (found === 'absolute' || kind === 'path') return encoded;
    return (
      this.#originWith((option) => options[option], {
        error: (problem) => new UrlGenerationError(`the helper ${quote(name)} ${problem}`, { route: name }),
      }) + encoded
    );
  }

  #leadTo(target: unknown, lookUp: LookUp): string {
    if (Array.isArray(target)) return this.#leadToList(target, lookUp);
    if (!isRecord(target)) {
      throw new UrlGenerationError(
        `${describeValue(target)} is neither the name of a route nor a record of a class; give one of them`,
      );
    }
    const className = classOf(target);
    const resolve =
      lookUp.resolving.includes(className) || typeof target === 'function'
        ? undefined
        : this.#table.resolveOf(className);
    if (resolve === undefined) return this.#leadToList([target], lookUp);
    const { options } = lookUp;
    const isAsked = isHelperCallable(resolve);
    const answer: unknown = isAsked ? callHelper(resolve, [target, { ...options }]) : resolve;
    const resolved: LookUp = {
      ...lookUp,
      options: isAsked ? onlyUrlOptions(options) : options,
      resolving: [...lookUp.resolving, className],
    };
    if (typeof answer === 'string') return this.#leadToList([answer], resolved);
    if (typeof answer !== 'object' || answer === null || answer instanceof Promise) {
      throw new UrlGenerationError(
        `the resolution of ${quote(className)} answered ${describeAnswer(answer)}; let it answer a list of name parts and records`,
      );
    }
    return this.#leadTo(answer, resolved);
  }

  #leadToList(list: readonly unknown[], lookUp: LookUp): string {
    const [only] = list;
    const last = list.at(-1);
    if (list.length > 1 && isOptions(last)) {
      return this.#leadToList(list.slice(0, -1), { ...lookUp, options: { ...lookUp.options, ...last } });
    }
    const isOther =
      list.length === 1 &&
      lookUp.resolving.length > 0 &&
      isRecord(only) &&
      !lookUp.resolving.includes(classOf(only));
    if (isOther && this.#table.resolveOf(classOf(only)) !== undefined) return this.#leadTo(only, lookUp);
    const { action, ...options } = lookUp.options;
    const destination = destinationOf(list, {
      action: typeof action === 'string' ? action : undefined,
      plural: this.#table.plural,
    });
    const helper = this.#routeOf(destination.names);
    const { generator } = helper.route;
    const values =
      destination.endsInRecord && generator.slots.length < destination.values.length
        ? destination.values.slice(0, -1)
        : destination.values;
    const path = this.#prefix + pathWithOptions(generator, [...values, ...lookUp.values], options);
    return lookUp.kind === 'path'
      ? path
      : this.#originWith((option) => urlOption(generator, options, option), generator) + path;
  }

  /** The first route of these names; a later one stands in only where it takes no values, as a singular resource. */
  #routeOf(names: readonly string[]): RouteHelper {
    const [first = '', ...others] = names;
    const found = this.#table.route(first);
    if (found) return found;
    for (const name of others) {
      const other = this.#table.route(name);
      if (other && other.route.generator.slots.every((slot) => slot.isOptional)) return other;
    }
    throw this.#table.unknown(first);
  }

  // ── Origins ───────────────────────────────────────────────────────────────────────────────────────────────────────

  /** The default host with its protocol and port; where none is set, the request's, or `localhost` where that is none. */
  get #home(): OriginOptions {
    if (this.#defaults.host !== undefined || this.#request === undefined) return this.#defaults;
    const { host, protocol, port } = this.#request;
    const asked = originOf({ host, protocol, port });
    // A page must not fail because of the host that a client sent, or left out.
    const isClients = 'part' in asked && asked.part !== 'protocol' && isAuthority(host ?? '');
    return isClients ? { host: 'localhost', protocol } : { host, protocol, port };
  }

  #ownOrigin(maker: ErrorMaker): string {
    return (this.#origin ??= checkedOrigin(this.#home, maker));
  }

  #originWith(option: (name: keyof OriginOptions) => unknown, maker: ErrorMaker): string {
    const isOwn = originParts.every((part) => option(part) === undefined);
    return isOwn ? this.#ownOrigin(maker) : requestedOrigin(option, this.#home, maker);
  }
}

function optionsOf(options: unknown): NamedValues {
  if (options === undefined || options === null) return noOptions;
  if (isOptions(options)) return options;
  throw new UrlGenerationError(
    `the options of a record's URL cannot be ${describeValue(options)}; give a plain object`,
  );
}

/** Params of the call are for the callable alone; options of the URL apply to whatever it answers. */
function onlyUrlOptions(options: NamedValues): NamedValues {
  return Object.fromEntries(
    urlOptions.filter((option) => Object.hasOwn(options, option)).map((option) => [option, options[option]]),
  );
}

function isDirectTarget(target: unknown): boolean {
  return typeof target === 'string' || Array.isArray(target) || isHelperCallable(target);
}

function describeAnswer(answer: unknown): string {
  return answer instanceof Promise ? 'a promise, and helpers do not wait' : describeValue(answer);
}

/** The path below which a router is mounted, as the beginning of a path that cannot lead off the site. */
function pathPrefix(scriptName: string): string {
  const prefix = encodeWrittenUrl(scriptName.replace(/[\uD800-\uDFFF?#]/g, ''))
    .replace(/\/{2,}/g, '/')
    .replace(/\/$/, '');
  return prefix === '' || prefix.startsWith('/') ? prefix : `/${prefix}`;
}

/** Puts a proxy behind the class that answers for helpers by name; it is asked only for properties that neither an object nor its class has. */
function answeringByName(helpers: typeof Helpers): typeof Helpers {
  const byName = new Proxy(Object.prototype, {
    get: (target, property, receiver): unknown =>
      typeof property === 'symbol' || property in target
        ? Reflect.get(target, property, receiver)
        : helpers.byName(receiver, property),
  });
  Object.setPrototypeOf(helpers.prototype, byName);
  // As a method with a computed name it would keep the class in every bundle.
  Object.defineProperty(helpers, Symbol.hasInstance, { value: helpers.isHelpers });
  return named(helpers);
}

/** A bundle has other names for its classes. */
function named<Class extends object>(helpers: Class): Class {
  return Object.defineProperty(helpers, 'name', { value: 'UrlHelpers' });
}

const NamedHelpers = /* @__PURE__ */ answeringByName(Helpers);

/** The class of helpers whose generators are made by `generatorOf`. What such a class makes is an instance of each of them. */
function helpersBy(generatorOf: GeneratorMaker): UrlHelpersConstructor {
  class OwnHelpers extends NamedHelpers {
    constructor({ router, defaultUrlOptions }: UrlHelpersOptions) {
      super(new HelperTable(router, generatorOf), { ...defaultUrlOptions });
    }
  }
  return named(OwnHelpers) as unknown as UrlHelpersConstructor;
}

/**
 * The URL helpers of a router (docs/url-helpers.md).
 *
 * A helper throws `UnknownRouteError` for a name that no route has, and `UrlGenerationError` for what no URL can be made
 * of. An unknown property is undefined, unless it has the shape of a helper: then calling it throws.
 */
export const UrlHelpers = /* @__PURE__ */ helpersBy(compileGenerator);
/** URL helpers, of the type that an application has registered unless given. */
export type UrlHelpers<Known = RegisteredHelpers> = UrlHelpersOf<Known>;

/**
 * The same for a router whose named routes have paths that are all read as they are written (`isReadAsWritten`), and no constraints on
 * segments: nothing that reads a path comes with it.
 */
export const SimpleUrlHelpers = /* @__PURE__ */ helpersBy((definition) => certainGenerator(definition));

/** The names of what every object of helpers has. */
export function helperMethods(): readonly string[] {
  return Object.getOwnPropertyNames(Helpers.prototype);
}
