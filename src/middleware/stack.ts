// Named entries in order, built around one endpoint. The first entry is outermost: it sees the request first and the response last.
//
//     new MiddlewareStack().use('log', Logger).use('auth', BasicAuth, { realm: 'admin' }).build(router)
//       → new Logger({ app: new BasicAuth({ realm: 'admin', app: router }) })
//
// A net (`static isNet = true`) turns errors into responses. It is built a second time directly around the endpoint, so that every layer
// between sees a response and can add headers to it.
//
// `build` returns plain endpoints without the stack. Each layer calls the next one directly, returns its response or promise unchanged,
// and passes errors on to the layers outside.

import { tracedLayer } from '../http/tracing.js';
import { type Endpoint, isEndpoint, noEndpoint } from '../http/endpoint.js';
import { hasMethod, isClass, kindOf } from '../http/object-shape.js';
import type { MiddlewareArguments } from './middleware.js';

/** A class whose instances are endpoints around `app`. Most extend `Middleware`, but they need not. */
export type MiddlewareClass<Arguments extends MiddlewareArguments> = new (args: Arguments) => Endpoint;

/** The arguments of a middleware class without `app`, which the stack adds. They may be absent, optional or required. */
export type EntryArguments<Arguments extends MiddlewareArguments> =
  Record<never, never> extends Omit<Arguments, 'app'>
    ? [args?: Omit<Arguments, 'app'>]
    : [args: Omit<Arguments, 'app'>];

/** A wrong use of a stack. The message lists the names of its entries (docs/middleware.md). */
export class MiddlewareStackError extends Error {
  override readonly name = 'MiddlewareStackError';
}

/** Whether a function is a class (or a constructor compiled from one) rather than a plain function. */
function canConstruct(middleware: object): boolean {
  const { prototype }: { readonly prototype?: unknown } = middleware;
  return isClass(middleware) || hasMethod(prototype, 'call');
}

interface Entry {
  readonly name: string;
  readonly isNet: boolean;
  readonly wrap: (app: Endpoint) => Endpoint;
}

function isNet(middleware: object): boolean {
  return 'isNet' in middleware && middleware.isNet === true;
}

/** An ordered collection of uniquely named middleware (docs/middleware.md). */
export class MiddlewareStack implements Iterable<string> {
  private entries: readonly Entry[] = [];

  /**
   * Adds the innermost entry. `args` are the arguments of the class without `app`. Throws `MiddlewareStackError` if the name is taken or
   * `middleware` is not a class.
   */
  use<Arguments extends MiddlewareArguments>(
    name: string,
    middleware: MiddlewareClass<Arguments>,
    ...args: EntryArguments<Arguments>
  ): this {
    return this.insert(this.entries.length, name, middleware, args[0]);
  }

  /**
   * Adds the outermost entry. `args` are the arguments of the class without `app`. Throws `MiddlewareStackError` if the name is taken or
   * `middleware` is not a class.
   */
  prepend<Arguments extends MiddlewareArguments>(
    name: string,
    middleware: MiddlewareClass<Arguments>,
    ...args: EntryArguments<Arguments>
  ): this {
    return this.insert(0, name, middleware, args[0]);
  }

  /**
   * Adds an entry just outside `target`. Throws `MiddlewareStackError` if there is no such entry, the name is taken or `middleware` is
   * not a class.
   */
  insertBefore<Arguments extends MiddlewareArguments>(
    target: string,
    name: string,
    middleware: MiddlewareClass<Arguments>,
    ...args: EntryArguments<Arguments>
  ): this {
    return this.insert(this.indexOf(target, `insert '${name}' before`), name, middleware, args[0]);
  }

  /**
   * Adds an entry just inside `target`. Throws `MiddlewareStackError` if there is no such entry, the name is taken or `middleware` is not
   * a class.
   */
  insertAfter<Arguments extends MiddlewareArguments>(
    target: string,
    name: string,
    middleware: MiddlewareClass<Arguments>,
    ...args: EntryArguments<Arguments>
  ): this {
    return this.insert(this.indexOf(target, `insert '${name}' after`) + 1, name, middleware, args[0]);
  }

  /** Removes an entry. Does nothing if there is no entry of this name. */
  delete(name: string): this {
    this.entries = this.entries.filter((entry) => entry.name !== name);
    return this;
  }

  /** Whether the stack has an entry of this name. */
  contains(name: string): boolean {
    return this.entries.some((entry) => entry.name === name);
  }

  /** The names of the entries, outermost first. */
  get names(): string[] {
    return this.entries.map((entry) => entry.name);
  }

  /** The number of entries. */
  get elems(): number {
    return this.entries.length;
  }

  /** The names of the entries, outermost first. */
  [Symbol.iterator](): IterableIterator<string> {
    return this.names[Symbol.iterator]();
  }

  /**
   * Constructs all entries around the endpoint and returns the outermost; without entries, the endpoint itself. Later changes of the
   * stack do not affect it. Throws `MiddlewareStackError` if `endpoint` is not an endpoint, and whatever a constructor throws.
   */
  build(endpoint: Endpoint): Endpoint {
    if (!isEndpoint(endpoint)) {
      throw new MiddlewareStackError(noEndpoint(endpoint, 'build'));
    }
    const caught = this.entries.filter(({ isNet }) => isNet);
    const core = caught.reduceRight((app, entry) => entry.wrap(app), endpoint);
    return this.entries.reduceRight((app, entry) => entry.wrap(app), core);
  }

  private insert<Arguments extends MiddlewareArguments>(
    index: number,
    name: string,
    middleware: MiddlewareClass<Arguments>,
    args: Omit<Arguments, 'app'> | undefined,
  ): this {
    if (typeof name !== 'string' || name === '') {
      throw new MiddlewareStackError(
        'an entry of a middleware stack needs a name, a string that is not empty',
      );
    }
    if (typeof middleware !== 'function') {
      throw new MiddlewareStackError(
        `the middleware '${name}' is ${kindOf(middleware)}, not a class; give the class itself, its arguments after it`,
      );
    }
    if (!canConstruct(middleware)) {
      throw new MiddlewareStackError(
        `the middleware '${name}' is a function, not a class: one of Connect or Express goes through fromConnect(…), any other is written as a class that extends Middleware`,
      );
    }
    if (args !== undefined && typeof args !== 'object') {
      throw new MiddlewareStackError(
        `the arguments of the middleware '${name}' are an object such as { root: 'public' }, not ${kindOf(args)}`,
      );
    }
    if (this.contains(name)) {
      throw new MiddlewareStackError(
        `the stack has a middleware '${name}' already; delete it first, or choose another name (${this.listing()})`,
      );
    }
    const wrap = (app: Endpoint): Endpoint => {
      const layer: unknown = new middleware({ ...args, app } as Arguments);
      if (!isEndpoint(layer)) {
        throw new MiddlewareStackError(
          `the middleware '${name}' has no method call(request); extend Middleware, or write one`,
        );
      }
      return tracedLayer(layer, name);
    };
    this.entries = this.entries.toSpliced(index, 0, { name, isNet: isNet(middleware), wrap });
    return this;
  }

  private indexOf(target: string, wish: string): number {
    const index = this.entries.findIndex((entry) => entry.name === target);
    if (index >= 0) return index;
    throw new MiddlewareStackError(
      `cannot ${wish} '${target}', which the stack does not have; ${this.listing()}`,
    );
  }

  private listing(): string {
    return this.entries.length === 0
      ? 'it is empty'
      : `it has ${this.names.map((name) => `'${name}'`).join(', ')}`;
  }
}
