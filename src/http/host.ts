// What a host says of a request beside the request: the path below which it has put the endpoint, and what it called with.
//
//     /shop below /shop/orders/7?a  →  /orders/7?a        hostArguments<[Request, Env, ExecutionContext]>(request)  →  a worker's three

import { kindOf } from './object-shape.js';
import type { RequestSource } from './request-source.js';
import type { Request } from './request.js';

/** A path as clients send it: with everything escaped that URLs do not have, and no name of a segment or glob of a host's pattern. */
const plainPath = /^(?:\/(?!:)[\w.~!$&'()+,;=:@%-]*)*$/;

/** A prefix without a slash at its end, empty for none. Throws a `TypeError` for what is no path, since nothing would ever be below it. */
export function checkedPrefix(prefix = ''): string {
  if (typeof prefix !== 'string' || !plainPath.test(prefix))
    throw new TypeError(
      `a prefix is a path as it stands in URLs, such as '/shop', not ${typeof prefix === 'string' ? `'${prefix}'` : kindOf(prefix)}`,
    );
  return prefix.replace(/\/+$/, '');
}

/** The path and query below a checked prefix, beginning with a slash; undefined for what is not below it. */
export function belowPrefix(target: string, prefix: string): string | undefined {
  if (!target.startsWith(prefix)) return undefined;
  const rest = target.slice(prefix.length);
  if (rest.startsWith('/')) return rest;
  return rest === '' || rest.startsWith('?') ? `/${rest}` : undefined;
}

/**
 * What the host called waypost with (docs/embedding.md, "What every host gets"): a worker's Fetch request, `env` and `ctx`; whatever a caller of
 * `toFetchMiddleware` gave behind `next`, after the Fetch request; Koa's context; Fastify's request and reply; Node's request and response. Throws a
 * `TypeError` for a request that no host has given.
 */
export function hostArguments<Arguments extends readonly unknown[]>(request: Request<object>): Arguments {
  const { hostArguments: given } = requestSource(request, 'hostArguments');
  if (given === undefined)
    throw new TypeError(
      'this request was made by hand and came from no host; ask the endpoint through toFetchHandler, with the arguments of the host',
    );
  return given as Arguments;
}

/** The source of a request. Throws a `TypeError` in the name of `caller` for what is no request of waypost. */
export function requestSource(request: Request<object>, caller: string): RequestSource {
  const { source } = Object(request) as Partial<Request>;
  if (source === undefined)
    throw new TypeError(
      `${caller} takes the request that an action or a layer is called with, not ${kindOf(request)}`,
    );
  return source;
}
