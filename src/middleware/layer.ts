// Layers: middleware that a routes file puts around its routes with `through`.
//
//     export async function signedIn(request: Request, next: Next) {
//       return request.cookies['session'] ? next(request) : Response.redirect('/login');
//     }
//
// A layer is a middleware class, an object with `call(request, next)`, or a function such as this one. Each becomes a class that a
// `MiddlewareStack` constructs once around what is inside it. A schema of a validation library means `validated({ body: schema })`.

import type { Endpoint } from '../http/endpoint.js';
import { hasMethod, isClass, kindOf } from '../http/object-shape.js';
import type { Request } from '../http/request.js';
import type { Response } from '../http/response.js';
import { Middleware, type MiddlewareArguments, type Next } from './middleware.js';
import type { MiddlewareClass } from './stack.js';
import { isSchema, validated } from './validated.js';

/**
 * A layer as a function: it answers the request itself, or calls what is inside it with `next(request)` (docs/middleware.md, "Layers of
 * routes").
 */
export type LayerFunction = (request: Request, next: Next) => Response | Promise<Response>;

/**
 * What `through` accepts. The types tell functions from objects with `call(request, next)`: functions have a method `call` too, but with
 * other parameters.
 */
export type Layer =
  | { (request: Request, next: Next): Response | Promise<Response>; readonly call: object }
  | { call: LayerFunction; readonly [Symbol.hasInstance]?: never }
  | { new (args: MiddlewareArguments): Endpoint; readonly call: object };

/** Whether a value can be a layer. */
export function isLayer(value: unknown): value is Layer {
  return isSchema(value) || layerOf(value) !== undefined;
}

/** The middleware class for a layer; undefined if the value is not a layer. Its error messages name the layer as `label`. */
export function middlewareOf(
  value: unknown,
  label = 'a layer',
): MiddlewareClass<MiddlewareArguments> | undefined {
  if (isSchema(value)) return middlewareOf(validated({ body: value }), label);
  const layer = layerOf(value);
  return layer === undefined || isMiddlewareClass(layer) ? layer : classOf(layer, label);
}

/** The class or function for a layer that is not a schema. */
function layerOf(value: unknown): MiddlewareClass<MiddlewareArguments> | LayerFunction | undefined {
  if (typeof value === 'function') {
    if (isMiddlewareClass(value)) return value;
    return isClass(value) || isOfConnect(value) ? undefined : (value as LayerFunction);
  }
  if (!hasMethod(value, 'call')) return undefined;
  const { call } = value as { call: LayerFunction };
  return (request, next) => call.call(value, request, next);
}

/** Whether a value is middleware of Connect or Express. These have at least three parameters, but a layer gets only two. */
export function isOfConnect(value: unknown): boolean {
  return typeof value === 'function' && value.length > 2 && !isMiddlewareClass(value);
}

function isMiddlewareClass(value: object): value is MiddlewareClass<MiddlewareArguments> {
  const { prototype }: { readonly prototype?: unknown } = value;
  return hasMethod(prototype, 'call');
}

function classOf(layer: LayerFunction, label: string): MiddlewareClass<MiddlewareArguments> {
  return class extends FunctionLayer {
    constructor(args: MiddlewareArguments) {
      super(args, layer, label);
    }
  };
}

/** Calls a function as a layer. If the endpoint inside is a function too, it is called directly, without its object. */
class FunctionLayer extends Middleware {
  private readonly ask: Next;

  constructor(args: MiddlewareArguments, layer: LayerFunction, label: string) {
    super(args);
    const { app } = args;
    const next: Next =
      app instanceof FunctionLayer
        ? app.ask
        : (request) => (request?.source === undefined ? misusedNext(request) : app.call(request));
    this.ask = (request) =>
      request?.source === undefined ? misusedNext(request) : (layer(request, next) ?? answeredNothing(label));
  }

  override call(request: Request): Response | Promise<Response> {
    return this.ask(request);
  }
}

function misusedNext(given: unknown): never {
  const by = given === undefined ? 'without the request' : `with ${kindOf(given)}`;
  throw new TypeError(`a layer called next ${by}: write next(request)`);
}

function answeredNothing(label: string): never {
  throw new TypeError(`${label} answered nothing; a layer returns a Response, or what next(request) gives`);
}
