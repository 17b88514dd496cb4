// The named, ordered entries that are built around one endpoint. The first entry is outermost: it sees the request first and the response last.
//
//     new MiddlewareStack().use('log', Logger).use('auth', BasicAuth, { realm: 'admin' }).build(router)
//       → new Logger({ app: new BasicAuth({ realm: 'admin', app: router }) })
//
// A net (`static isNet = true`), which makes responses of errors, is built around the endpoint as well: so every layer between sees a response,
// and adds its headers to it.
//
// Nothing of the stack is left in what `build` returns, so it costs nothing per request: a layer calls the next one directly, an answer is
// passed back as it is, at once or as a promise, and what a layer throws reaches the ones outside it.

import { tracedLayer } from '../http/tracing.js';
import { type Endpoint, isEndpoint, noEndpoint } from '../http/endpoint.js';
import { hasMethod, isClass, kindOf } from '../http/object-shape.js';
import type { MiddlewareArguments } from './middleware.js';

/** A class whose instances are endpoints around `app`; `Middleware` is the usual base, not a demand. */
export type MiddlewareClass<Arguments extends MiddlewareArguments> = new (args: Arguments) => Endpoint;

/** The arguments of a middleware class without `app`, which the stack passes: none, optional or required ones. */
export type EntryArguments<Arguments extends MiddlewareArguments> =
  Record<never, never> extends Omit<Arguments, 'app'>
    ? [args?: Omit<Arguments, 'app'>]
    : [args: Omit<Arguments, 'app'>];

/** A stack was asked for what it cannot do; the message lists the names it has (docs/middleware.md). */
export class MiddlewareStackError extends Error {
  override readonly name = 'MiddlewareStackError';
}

/** Whether a function is a class, or a constructor as classes are compiled to, rather than one to be called. */
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

  /** Adds the innermost entry; `args` is what the class takes beside `app`. Throws `MiddlewareStackError` if the name is taken or `middleware` is no class. */
  use<Arguments extends MiddlewareArguments>(
    name: string,
    middleware: MiddlewareClass<Arguments>,
    ...args: EntryArguments<Arguments>
  ): this {
    return this.insert(this.entries.length, name, middleware, args[0]);
  }

  /** Adds the outermost entry; `args` is what the class takes beside `app`. Throws `MiddlewareStackError` if the name is taken or `middleware` is no class. */
  prepend<Arguments extends MiddlewareArguments>(
    name: string,
    middleware: MiddlewareClass<Arguments>,
    ...args: EntryArguments<Arguments>
  ): this {
    return this.insert(0, name, middleware, args[0]);
  }

  /** Adds an entry just outside `target`. Throws `MiddlewareStackError` if there is no such entry, the name is taken or `middleware` is no class. */
  insertBefore<Arguments extends MiddlewareArguments>(
    target: string,
    name: string,
    middleware: MiddlewareClass<Arguments>,
    ...args: EntryArguments<Arguments>
  ): this {
    return this.insert(this.indexOf(target, `insert '${name}' before`), name, middleware, args[0]);
  }

  /** Adds an entry just inside `target`. Throws `MiddlewareStackError` if there is no such entry, the name is taken or `middleware` is no class. */
  insertAfter<Arguments extends MiddlewareArguments>(
    target: string,
    name: string,
    middleware: MiddlewareClass<Arguments>,
    ...args: EntryArguments<Arguments>
  ): this {
    return this.insert(this.indexOf(target, `insert '${name}' after`) + 1, name, middleware, args[0]);
  }

  /** Removes an entry; a name that the stack does not have changes nothing. */
  delete(name: string): this {
    this.entries = this.entries.filter((entry) => entry.name !== name);
    return this;
  }

  /** Whether the stack has an entry of this name. */
  contains(name: string): boolean {
    return this.entries.some((entry) => entry.name === name);
  }

  /** The names from the outermost to the innermost. */
  get names(): string[] {
    return this.entries.map((entry) => entry.name);
  }

  /** The number of entries. */
  get elems(): number {
    return this.entries.length;
  }

  /** The names of its entries, outermost first. */
  [Symbol.iterator](): IterableIterator<string> {
    return this.names[Symbol.iterator]();
  }

  /**
   * The endpoint inside all entries, each constructed anew; the endpoint itself where there are none. Later changes of the stack do not
   * reach what was built. Throws `MiddlewareStackError` for what is no endpoint, and what a constructor throws.
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
