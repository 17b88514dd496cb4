// The one protocol of the whole house: anything with `call(request)`. A router, a middleware, a built stack and
// `{ call: () => new Response({ body: 'hello' }) }` are all endpoints, so each can stand where another does.

import { hasMethod, kindOf } from './object-shape.js';
import type { Request } from './request.js';
import type { Response } from './response.js';

/** Takes a request and answers it, at once or later (docs/middleware.md). */
export interface Endpoint {
  /** Answers a request. What it throws, or rejects with, is for whoever called it to answer. */
  call(request: Request): Response | Promise<Response>;
  /** No function is an endpoint, though each has a method `call`: TypeScript tells it by this, which functions alone have, and in these words. */
  readonly [Symbol.hasInstance]?: 'an endpoint is no function: write { call: handler }';
}

/** Whether a value can stand where an endpoint is expected. */
export function isEndpoint(value: unknown): value is Endpoint {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return false;
  return 'call' in value && typeof value.call === 'function' && value.call !== Function.prototype.call;
}

/** Throws a `TypeError` in the name of `caller` for what is no endpoint. */
export function checkEndpoint(value: unknown, caller: string): void {
  if (!isEndpoint(value)) throw new TypeError(noEndpoint(value, caller));
}

/** What is wrong where a value should be an endpoint, and what to give instead. */
export function noEndpoint(value: unknown, caller: string): string {
  return `${caller} takes an endpoint, an object with a method call(request), not ${kindOf(value)}${endpointIn(value)}`;
}

/** Where the endpoint that was meant may be found. */
function endpointIn(value: unknown): string {
  if (isPromise(value)) return '; this is a promise, of one perhaps: await it';
  if (typeof value === 'function') return '; write { call: … } with a function of the request';
  if (hasMethod(value, 'build')) return '; build the stack around one: stack.build(router)';
  const isModule = typeof value === 'object' && value !== null && 'default' in value;
  return isModule && isEndpoint(value.default) ? '; its default export is one' : '';
}

/** Whether an answer is still to come; the hot path asks this instead of awaiting what is already there. */
export function isPromise<Value>(answer: Value | PromiseLike<Value>): answer is PromiseLike<Value> {
  // eslint-disable-next-line typescript/no-unsafe-type-assertion -- any value may be asked for a property, but for these two
  return typeof (answer as Partial<PromiseLike<Value>> | null | undefined)?.then === 'function';
}
