// Makes an endpoint from an application with the Fetch interface (Hono, h3, Elysia, any `{ fetch }`), to mount it or put it inside a
// stack.
//
//     export const docs = fromFetch(hono)        mount &apps/docs#docs, at => '/docs'

import type { Endpoint } from './endpoint.js';
import { HttpError } from './http-error.js';
import { hasMethod } from './object-shape.js';
import type { Request } from './request.js';
import { answeredResponse } from './response.js';

/** A function from a Fetch request to a Fetch response. */
export type FetchFunction = (
  request: globalThis.Request,
) => globalThis.Response | Promise<globalThis.Response>;

/** The argument of `fromFetch`. */
export type FetchApplication = FetchFunction | { readonly fetch: FetchFunction };

/**
 * Makes an endpoint from a Fetch function, or from an object whose `fetch` is one (docs/embedding.md, "The other way round"). If it is
 * mounted, it sees the path below its mount point. It declines with `x-cascade: pass`. Throws a `TypeError` for anything else.
 */
export function fromFetch<Application extends FetchApplication>(application: Application): Endpoint {
  // A parameter of this union type would be the contextual type of an inner call, as in `fromFetch(createYoga({ … }))`.
  const given: FetchApplication = application;
  const answer =
    typeof given === 'function'
      ? given
      : (request: globalThis.Request): ReturnType<FetchFunction> => given.fetch(request);
  if (typeof given !== 'function' && !hasMethod(given, 'fetch'))
    throw new TypeError('fromFetch takes a function of a Fetch request, or an object that has one as fetch');
  return { call: async (request) => answeredResponse(await answer(fetchRequestOf(request))) };
}

/** Parts of a path that `URL` changes. The application would see another path than the routes and guards before it. */
const rewritten = /\/(?:\.|%2e){1,2}(?:\/|$)|[\\#\t\r\n]/i;

/** Throws `HttpError` if the request cannot be a Fetch request. */
function fetchRequestOf(request: Request): globalThis.Request {
  const { method, path, signal } = request;
  if (/^(?:CONNECT|TRACE|TRACK)$/.test(method)) {
    const headers = { allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS' };
    throw new HttpError(405, `Fetch has no method ${method}`, { headers });
  }
  if (!/^(?:\/|$)/.test(path)) throw new HttpError(400, 'the request target is no path');
  if (rewritten.test(path))
    throw new HttpError(400, 'the path has a dot segment, a backslash, a hash sign or a line break in it');
  if (!URL.canParse(request.url)) throw new HttpError(400, 'the Host header holds no host');
  const { protocol, host } = new URL(request.url);
  const query = request.queryString === '' ? '' : `?${request.queryString}`;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const init: RequestInit & { duplex: 'half' } = {
    method,
    headers: [...request.headers],
    body: hasBody ? request.body : null,
    signal,
    redirect: 'manual',
    duplex: 'half',
  };
  return new globalThis.Request(`${protocol}//${host}${path}${query}`, init);
}

type RequestInit = NonNullable<ConstructorParameters<typeof globalThis.Request>[1]>;
