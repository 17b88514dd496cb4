// What a host adds to a request: the prefix under which it has mounted the endpoint, and the arguments of its own handler.
//
//     /shop below /shop/orders/7?a  →  /orders/7?a        hostArguments<[Request, Env, ExecutionContext]>(request)  →  a worker's three

import { kindOf } from './object-shape.js';
import type { RequestSource } from './request-source.js';
import type { Request } from './request.js';

/** A path as clients send it. Characters that URLs do not allow are escaped, and no segment begins with `:`, as in patterns of hosts. */
const plainPath = /^(?:\/(?!:)[\w.~!$&'()+,;=:@%-]*)*$/;

/**
 * The prefix without a slash at its end; empty for none. Throws a `TypeError` if it is not a path, since no request would ever be below
 * it.
 */
export function checkedPrefix(prefix = ''): string {
  if (typeof prefix !== 'string' || !plainPath.test(prefix))
    throw new TypeError(
      `a prefix is a path as it stands in URLs, such as '/shop', not ${typeof prefix === 'string' ? `'${prefix}'` : kindOf(prefix)}`,
    );
  return prefix.replace(/\/+$/, '');
}

/** The path and query below a checked prefix, beginning with a slash; undefined if `target` is not below it. */
export function belowPrefix(target: string, prefix: string): string | undefined {
  if (!target.startsWith(prefix)) return undefined;
  const rest = target.slice(prefix.length);
  if (rest.startsWith('/')) return rest;
  return rest === '' || rest.startsWith('?') ? `/${rest}` : undefined;
}

/**
 * The arguments with which the host called waypost (docs/embedding.md, "What every host gets"). Throws a `TypeError` if the request comes
 * from no host.
 *
 * - workers: the Fetch request, `env` and `ctx`
 * - `toFetchMiddleware`: the Fetch request, then what its caller passed after `next`
 * - Koa: its context; Fastify: its request and reply; Node: its request and response
 */
export function hostArguments<Arguments extends readonly unknown[]>(request: Request<object>): Arguments {
  const { hostArguments: given } = requestSource(request, 'hostArguments');
  if (given === undefined)
    throw new TypeError(
      'this request was made by hand and came from no host; ask the endpoint through toFetchHandler, with the arguments of the host',
    );
  return given as Arguments;
}

/** The source of a request. Throws a `TypeError` that names `caller` if `request` is not a request of waypost. */
export function requestSource(request: Request<object>, caller: string): RequestSource {
  const { source } = Object(request) as Partial<Request>;
  if (source === undefined)
    throw new TypeError(
      `${caller} takes the request that an action or a layer is called with, not ${kindOf(request)}`,
    );
  return source;
}
