// An endpoint on a runtime that speaks Fetch: Deno, Bun, workers, a service worker, a test.
//
//     export default { fetch: toFetchHandler(router) }
//     app.use('/shop/*', (c, next) => shop(c.req.raw, next))     with shop = toFetchMiddleware(router, { prefix: '/shop' })
//
// If the endpoint declines, the original Fetch request goes to `otherwise` or `next`. A handler answers errors itself. A middleware
// rejects with them, so that the host can handle them.
//
// The path is cut out of the URL as text, because a parsed URL would be normalised. A response keeps its body as it is: text, bytes or
// stream.

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

/** The options that a handler and a middleware share. */
export interface FetchOptions<Rest extends readonly unknown[] = readonly unknown[]> {
  /** How many bytes of a body may be read as a whole; 1 MiB unless given. */
  readonly bodyLimit?: number | undefined;
  /** How many labels follow the first label of the registered domain: 1 unless given. */
  readonly tldLength?: number | undefined;
  /** The hosts to answer for; `.example.com` includes all its subdomains. Requests for others get 421. All hosts unless given. */
  readonly hosts?: readonly string[] | undefined;
  /** Whether clients may see the stack of an error; false unless given. */
  readonly development?: boolean | undefined;
  /** Called with each error of the application that is answered here. By default it is printed with `console.error`. */
  readonly onError?: ((error: unknown, request: Request) => void | Promise<void>) | undefined;
  /**
   * Whether to reject with the application's errors, for a host that handles them. By default true for a middleware, false for a handler.
   */
  readonly passErrors?: boolean | undefined;
  /** The path under which the endpoint is mounted, such as `/shop`. It becomes `scriptName`. Requests for other paths are declined. */
  readonly prefix?: string | undefined;
  /**
   * The host that the client asked for, with its port if it has one. Give this if the URL of the runtime may contain another host.
   * Invalid hosts are ignored.
   */
  readonly host?: ((request: globalThis.Request, ...rest: Rest) => string | null | undefined) | undefined;
  /** The client's address. Fetch does not know it, but the runtime may. */
  readonly remoteAddress?: ((request: globalThis.Request, ...rest: Rest) => string | undefined) | undefined;
}

/** The options of a handler. */
export interface FetchHandlerOptions<
  Rest extends readonly unknown[] = readonly unknown[],
> extends FetchOptions<Rest> {
  /** Answers requests that no route answers, with the arguments of the host. By default they get a plain 404. */
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

/** What a Fetch handler returns. */
export type FetchAnswer = globalThis.Response | Promise<globalThis.Response>;

/**
 * Makes a Fetch handler: a function from a Fetch request, and whatever the runtime passes with it, to a Fetch response
 * (docs/embedding.md). `otherwise` answers what the endpoint declines; without it, the client gets 404. Throws a `TypeError` if
 * `endpoint` is not an endpoint, or an option is wrong.
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
    // Without `otherwise`, nothing is declined.
    return response ?? otherwise!(fetchRequest, ...rest);
  };
}

/**
 * A Fetch middleware. `next` may return anything that its host understands: with Hono's `next` it is a middleware of Hono. Further
 * arguments are for `hostArguments`.
 */
export type FetchMiddleware = <Passed = globalThis.Response>(
  request: globalThis.Request,
  next: (request: globalThis.Request) => Passed | Promise<Passed>,
  ...rest: readonly unknown[]
) => Promise<globalThis.Response | Passed>;

/**
 * Makes a middleware of the form that Fetch-based hosts share: it calls `next` if the endpoint declines (docs/embedding.md). Rejects with
 * the application's errors unless `passErrors` is false. Throws a `TypeError` if `endpoint` is not an endpoint, or an option is wrong.
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
 * Makes the function from a Fetch request to its response. It answers at once if the endpoint does. The result is undefined if the
 * request is declined and `goesOn` is true. Errors are answered or passed on; a response that cannot be sent counts as one.
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

/** Undefined for paths outside the prefix. Throws a `TypeError` if the value is not a Fetch request. */
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
  // Only checked, not read: hosts on Node make the headers when they are read.
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
    // `/`, `?` or `#`.
    if (code === 47 || code === 63 || code === 35) break;
  }
  return i;
}

/** If the stream of a response fails, the error is reported. If the host has the original Fetch response, the host learns of it instead. */
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
    // For a text, the platform has set a type already.
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
