// The protocol that everything in waypost shares: an object with `call(request)`. A router, a middleware, a built stack and `{ call: ()
// => new Response({ body: 'hello' }) }` are all endpoints, so each can replace any other.

import { hasMethod, kindOf } from './object-shape.js';
import type { Request } from './request.js';
import type { Response } from './response.js';

/** Answers requests, synchronously or with a promise (docs/middleware.md). */
export interface Endpoint {
  /** Answers a request. If it throws or rejects, its caller answers. */
  call(request: Request): Response | Promise<Response>;
  /**
   * Functions have a method `call` too, but are no endpoints. Only functions have this symbol, so TypeScript rejects them with these
   * words.
   */
  readonly [Symbol.hasInstance]?: 'an endpoint is no function: write { call: handler }';
}

/** Whether a value is an endpoint. */
export function isEndpoint(value: unknown): value is Endpoint {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return false;
  return 'call' in value && typeof value.call === 'function' && value.call !== Function.prototype.call;
}

/** Throws a `TypeError` that names `caller` if the value is not an endpoint. */
export function checkEndpoint(value: unknown, caller: string): void {
  if (!isEndpoint(value)) throw new TypeError(noEndpoint(value, caller));
}

/** The message for a value that is not an endpoint, with advice on what to pass instead. */
export function noEndpoint(value: unknown, caller: string): string {
  return `${caller} takes an endpoint, an object with a method call(request), not ${kindOf(value)}${endpointIn(value)}`;
}

/** A hint about where the intended endpoint may be. */
function endpointIn(value: unknown): string {
  if (isPromise(value)) return '; this is a promise, of one perhaps: await it';
  if (typeof value === 'function') return '; write { call: … } with a function of the request';
  if (hasMethod(value, 'build')) return '; build the stack around one: stack.build(router)';
  const isModule = typeof value === 'object' && value !== null && 'default' in value;
  return isModule && isEndpoint(value.default) ? '; its default export is one' : '';
}

/** Whether a response is still to come. The hot path calls this and does not await what is already there. */
export function isPromise<Value>(answer: Value | PromiseLike<Value>): answer is PromiseLike<Value> {
  // eslint-disable-next-line typescript/no-unsafe-type-assertion -- any value may be asked for a property, but for these two
  return typeof (answer as Partial<PromiseLike<Value>> | null | undefined)?.then === 'function';
}
