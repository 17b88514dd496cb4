// An application made for Fetch – Hono, h3, Elysia, any `{ fetch }` – as an endpoint, to be mounted or put inside a stack.
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

/** What `fromFetch` takes. */
export type FetchApplication = FetchFunction | { readonly fetch: FetchFunction };

/**
 * Makes an endpoint of a Fetch function, or of an object that has one as `fetch` (docs/embedding.md, "The other way round"). Where it is mounted,
 * it sees the path below its mount point; an answer with `x-cascade: pass` declines. Throws a `TypeError` for anything else.
 */
export function fromFetch<Application extends FetchApplication>(application: Application): Endpoint {
  // A parameter of the type itself would be what a call inside of the brackets is taken to return, as in `fromFetch(createYoga({ … }))`.
  const given: FetchApplication = application;
  const answer =
    typeof given === 'function'
      ? given
      : (request: globalThis.Request): ReturnType<FetchFunction> => given.fetch(request);
  if (typeof given !== 'function' && !hasMethod(given, 'fetch'))
    throw new TypeError('fromFetch takes a function of a Fetch request, or an object that has one as fetch');
  return { call: async (request) => answeredResponse(await answer(fetchRequestOf(request))) };
}

/** What a URL does not keep: routes, and the guards on the way, would have seen another path than the application. */
const rewritten = /\/(?:\.|%2e){1,2}(?:\/|$)|[\\#\t\r\n]/i;

/** Throws `HttpError` for what no Fetch request can be made of. */
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
