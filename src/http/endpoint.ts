// The one protocol of the whole house: anything with `call(request)`. A router, a middleware, a built stack and
// `{ call: () => new Response({ body: 'hello' }) }` are all endpoints, so each can stand where another does.

import type { Request } from './request.js';
import type { Response } from './response.js';

/** Takes a request and answers it, at once or later (docs/middleware.md). */
export interface Endpoint {
  /** Answers a request. What it throws, or rejects with, is for whoever called it to answer. */
  call(request: Request): Response | Promise<Response>;
}

/** Whether a value can stand where an endpoint is expected. */
export function isEndpoint(value: unknown): value is Endpoint {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return false;
  return 'call' in value && typeof value.call === 'function' && value.call !== Function.prototype.call;
}

/** Throws a `TypeError` in the name of `caller` for what is no endpoint. */
export function checkEndpoint(value: unknown, caller: string): void {
  if (isEndpoint(value)) return;
  const help = isPromise(value) ? '; this is a promise, of one perhaps: await it' : '';
  throw new TypeError(`${caller} takes an endpoint, an object with a method call(request)${help}`);
}

/** Whether an answer is still to come; the hot path asks this instead of awaiting what is already there. */
export function isPromise<Value>(answer: Value | PromiseLike<Value>): answer is PromiseLike<Value> {
  // eslint-disable-next-line typescript/no-unsafe-type-assertion -- any value may be asked for a property, but for these two
  return typeof (answer as Partial<PromiseLike<Value>> | null | undefined)?.then === 'function';
}
