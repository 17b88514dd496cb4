// An endpoint on a Fetch-based runtime: Deno, Bun, workers, a service worker, a test.
//
//     export default { fetch: toFetchHandler(router) }
//     app.use('/shop/*', (c, next) => shop(c.req.raw, next))     with shop = toFetchMiddleware(router, { prefix: '/shop' })
//
// What the endpoint declines goes on to `otherwise` or `next`, as the Fetch request that came. A handler is in charge and answers errors; a
// middleware rejects with them, so that they reach the host.
//
// The runtime's request is read as lazily as any other; its path is taken out of the URL as text, since a parsed URL is a
// normalised one. A response goes back with its body as it is, text, bytes or stream.

import { acceptedForm } from './accepted-form.js';
import { type Body, sourceOf, webStreamOf } from './body.js';
import { heldBytes } from './declared-length.js';
import { type Endpoint, checkEndpoint, isPromise } from './endpoint.js';
import { declinedResponse } from './error-response.js';
import { errorForHost, failureResponse, isOwnFault, report } from './failure.js';
import { FetchSource } from './fetch-source.js';
import { isLeftToHost, keepFetched, unchangedFetchResponse } from './fetched-response.js';
import { hostCheck } from './host-check.js';
import { belowPrefix, checkedPrefix } from './host.js';
import { kindOf } from './object-shape.js';
import { checkResponses } from './checked-responses.js';
import { type OptionNames, amountOf, checkFunction, checkOptions } from './options.js';
import { Request } from './request.js';
import { defaultBodyLimit } from './request-source.js';
import { type Response, answeredResponse, discard, isDeclined } from './response.js';
import { headersForHost } from './sent-headers.js';
import { callTraced } from './tracing.js';

/** What a handler and a middleware take alike. */
export interface FetchOptions<Rest extends readonly unknown[] = readonly unknown[]> {
  /** The number of bytes up to which a body is read whole; 1 MiB unless given. */
  readonly bodyLimit?: number | undefined;
  /** How many labels the registered domain has after its first: 1 unless given. */
  readonly tldLength?: number | undefined;
  /** The hosts to answer for, `.example.com` being a domain with all below it; others get 421. All unless given. */
  readonly hosts?: readonly string[] | undefined;
  /** Whether clients see the stack of an error; false unless given. */
  readonly development?: boolean | undefined;
  /** Gets each error of the application that is answered here; printed with `console.error` unless given. */
  readonly onError?: ((error: unknown, request: Request) => void | Promise<void>) | undefined;
  /** Whether the application's errors reject, for a host that handles them; for a middleware true unless given, else false. */
  readonly passErrors?: boolean | undefined;
  /** The path below which the endpoint lives, such as `/shop`: it becomes `scriptName`, and what is not below it is declined. */
  readonly prefix?: string | undefined;
  /** The host, with its port where it has one, that the client asked for, where the runtime's URL may name another; what is no host is passed over. */
  readonly host?: ((request: globalThis.Request, ...rest: Rest) => string | null | undefined) | undefined;
  /** The client's address, which Fetch does not know, from what the runtime gives. */
  readonly remoteAddress?: ((request: globalThis.Request, ...rest: Rest) => string | undefined) | undefined;
}

/** What a handler takes beside: who answers what the endpoint declines. */
export interface FetchHandlerOptions<
  Rest extends readonly unknown[] = readonly unknown[],
> extends FetchOptions<Rest> {
  /** What answers a request that no route answers, with the arguments of the host; a plain 404 unless given. */
  readonly otherwise?: ((request: globalThis.Request, ...rest: Rest) => FetchAnswer) | undefined;
}

const optionNames: OptionNames<FetchOptions> = {
  bodyLimit: true,
  tldLength: true,
  hosts: true,
  development: 'flag',
  onError: true,
  passErrors: 'flag',
  prefix: true,
  host: true,
  remoteAddress: true,
};
const page = 'docs/embedding.md';

/** What a Fetch handler gives. */
export type FetchAnswer = globalThis.Response | Promise<globalThis.Response>;

/**
 * Makes a function from a Fetch request, and whatever the runtime gives with it, to a Fetch response (docs/embedding.md). What the endpoint
 * declines is asked of `otherwise`; without it, it is a 404. Throws a `TypeError` for what is no endpoint, and for an option that cannot be meant.
 */
export function toFetchHandler<Rest extends readonly unknown[] = readonly unknown[]>(
  endpoint: Endpoint,
  options: FetchHandlerOptions<Rest> = {},
): (request: globalThis.Request, ...rest: Rest) => Promise<globalThis.Response> {
  checkOptions('toFetchHandler', options, { ...optionNames, otherwise: true }, page);
  const { otherwise } = options;
  checkFunction('otherwise', otherwise);
  const answer = answerer(
    endpoint,
    'toFetchHandler',
    { passErrors: false, ...options },
    otherwise !== undefined,
  );
  return async function handle(fetchRequest, ...rest) {
    const answered = answer(fetchRequest, rest);
    const response = isPromise(answered) ? await answered : answered;
    // Nothing is declined where nobody stands behind.
    return response ?? otherwise!(fetchRequest, ...rest);
  };
}

/**
 * `next` may give whatever the host makes of it: with Hono's own, which answers by itself, the middleware is Hono's. What stands behind it is for
 * `hostArguments`.
 */
export type FetchMiddleware = <Passed = globalThis.Response>(
  request: globalThis.Request,
  next: (request: globalThis.Request) => Passed | Promise<Passed>,
  ...rest: readonly unknown[]
) => Promise<globalThis.Response | Passed>;

/**
 * Makes a middleware of the form that Fetch-based hosts share: `next` is asked for what the endpoint declines (docs/embedding.md). Rejects with the
 * application's errors unless `passErrors` is false. Throws a `TypeError` for what is no endpoint, and for an option that cannot be meant.
 */
export function toFetchMiddleware(endpoint: Endpoint, options: FetchOptions = {}): FetchMiddleware {
  checkOptions('toFetchMiddleware', options, optionNames, page);
  const answer = answerer(endpoint, 'toFetchMiddleware', { passErrors: true, ...options }, true);
  return async function handle(fetchRequest, next, ...rest) {
    const answered = answer(fetchRequest, rest);
    const response = isPromise(answered) ? await answered : answered;
    if (response !== undefined) return response;
    if (typeof next !== 'function')
      throw new TypeError(
        `what toFetchMiddleware gives is called with a Fetch request and next, a function, not ${kindOf(next)}; where nobody stands behind it, use toFetchHandler`,
      );
    return next(fetchRequest);
  };
}

/**
 * From a Fetch request to the answer, at once where the endpoint answers at once; undefined for what is declined where it goes on. Errors are
 * answered or passed on, that of a response which cannot be sent among them.
 */
function answerer<Rest extends readonly unknown[]>(
  endpoint: Endpoint,
  name: string,
  options: FetchOptions<Rest>,
  goesOn: boolean,
): (
  fetchRequest: globalThis.Request,
  rest: Rest,
) => globalThis.Response | undefined | Promise<globalThis.Response | undefined> {
  checkEndpoint(endpoint, name);
  checkResponses();
  keepFetched();
  const { development = false, onError, passErrors } = options;
  for (const option of ['onError', 'host', 'remoteAddress'] as const) checkFunction(option, options[option]);
  amountOf('tldLength', options.tldLength, 1, 'labels');
  const bodyLimit = amountOf('bodyLimit', options.bodyLimit, defaultBodyLimit);
  const prefix = checkedPrefix(options.prefix);
  const checkHost = options.hosts === undefined ? undefined : hostCheck(options.hosts);
  const sent = (response: Response, request: Request): globalThis.Response | undefined => {
    if (!goesOn || !isDeclined(response)) return fetchResponse(response, request.method, request, onError);
    discard(response.body);
    return undefined;
  };
  const failed = (error: unknown, request: Request): globalThis.Response | undefined => {
    if (passErrors === true && isOwnFault(error, request)) throw errorForHost(error);
    report(error, request, onError);
    return sent(failureResponse(error, { development, request }), request);
  };
  const settled = async (answered: PromiseLike<unknown>, request: Request) => {
    try {
      return sent(answeredResponse(await answered), request);
    } catch (error) {
      return failed(error, request);
    }
  };
  return function answer(fetchRequest, rest) {
    const request = requestOf(fetchRequest, rest, prefix, bodyLimit, options, goesOn);
    if (request === undefined) {
      const { headers, method } = fetchRequest;
      return goesOn
        ? undefined
        : fetchResponse(declinedResponse(acceptedForm(headers.get('accept'))), method);
    }
    try {
      checkHost?.(request);
      const answered: unknown = callTraced(endpoint, request);
      return isPromise(answered) ? settled(answered, request) : sent(answeredResponse(answered), request);
    } catch (error) {
      return failed(error, request);
    }
  };
}

/** Throws a `TypeError` for what is no Fetch request; undefined for what is not below the prefix. */
function requestOf<Rest extends readonly unknown[]>(
  fetchRequest: globalThis.Request,
  rest: Rest,
  prefix: string,
  bodyLimit: number,
  { host, remoteAddress, tldLength }: FetchOptions<Rest>,
  goesOn: boolean,
): Request | undefined {
  const url = fetchRequest?.url;
  const schemeEnd = typeof url === 'string' ? url.indexOf('://') : -1;
  // Not read: hosts on Node make the headers when somebody asks for them.
  if (schemeEnd < 0 || !('headers' in fetchRequest))
    throw new TypeError(
      `a Fetch handler is called with a Fetch request, not with ${kindOf(fetchRequest)}; in a host, with the one that its event or context holds`,
    );
  const authorityStart = schemeEnd + 3;
  const pathStart = endOfAuthority(url, authorityStart);
  const fragment = url.indexOf('#', pathStart);
  const path = belowPrefix(url.slice(pathStart, fragment < 0 ? undefined : fragment), prefix);
  if (path === undefined) return undefined;
  const source = new FetchSource(
    [fetchRequest, ...rest],
    url.slice(0, authorityStart - 3),
    url.slice(authorityStart, pathStart),
    bodyLimit,
    host && (() => host(fetchRequest, ...rest)),
    remoteAddress && (() => remoteAddress(fetchRequest, ...rest)),
    goesOn,
  );
  return new Request({ method: fetchRequest.method, path, tldLength }, source, prefix);
}

function endOfAuthority(url: string, start: number): number {
  let i = start;
  for (; i < url.length; i++) {
    const code = url.charCodeAt(i);
    // A slash, a question mark or a hash sign.
    if (code === 47 || code === 63 || code === 35) break;
  }
  return i;
}

/** What the stream of an answer to a request fails with is reported; where the host has the stream of a Fetch response as it is, the host is told. */
function fetchResponse(
  response: Response,
  method: string,
  request?: Request,
  onError?: FetchOptions['onError'],
): globalThis.Response {
  const unchanged = method === 'HEAD' ? undefined : unchangedFetchResponse(response);
  if (unchanged && !response.headers.has('x-cascade')) return unchanged;
  const { status, body } = response;
  const isBodiless = body === null || status === 204 || status === 205 || status === 304 || method === 'HEAD';
  if (isBodiless) discard(body);
  const list = headersForHost(response, method);
  const length = list.at(-2) === 'content-length' ? list.at(-1)! : null;
  const sent = isBodiless ? null : fetchBody(response, body, length, request, onError);
  const answer = new globalThis.Response(sent, { status });
  const { headers } = answer;
  let isTyped = false;
  for (let i = 0; i < list.length; i += 2) {
    const name = list[i]!;
    // A text has got a type of the platform's.
    if (name === 'content-type' && !isTyped) {
      headers.set(name, list[i + 1]!);
      isTyped = true;
    } else headers.append(name, list[i + 1]!);
  }
  if (!isTyped) headers.delete('content-type');
  return answer;
}

function fetchBody(
  response: Response,
  body: Body,
  length: string | null,
  request: Request | undefined,
  onError: FetchOptions['onError'],
): string | Uint8Array | ReadableStream<Uint8Array> {
  if (typeof body === 'string' || body instanceof Uint8Array) return body;
  if (request === undefined || isLeftToHost(response)) return webStreamOf(body);
  const held = length === null ? body : heldBytes(sourceOf(body), length);
  return webStreamOf(held, (error) => {
    report(error, request, onError);
    return errorForHost(error);
  });
}
