// What a host says of a request beside the request: the path below which it has put the endpoint, and what it called with.
//
//     /shop below /shop/orders/7?a  →  /orders/7?a        hostArguments<[Request, Env, ExecutionContext]>(request)  →  a worker's three

import type { Request } from './request.js';

/** A prefix without a slash at its end, empty for none. Throws a `TypeError` for what is no path. */
export function checkedPrefix(prefix = ''): string {
  const bare = prefix.replace(/\/+$/, '');
  if (bare !== '' && !/^\/[^?#]*$/.test(bare)) {
    throw new TypeError(`a prefix is a path such as '/shop', not '${prefix}'`);
  }
  return bare;
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
  const { hostArguments: given } = request.source;
  if (given === undefined)
    throw new TypeError(
      'this request was made by hand and came from no host; ask the endpoint through toFetchHandler, with the arguments of the host',
    );
  return given as Arguments;
}
