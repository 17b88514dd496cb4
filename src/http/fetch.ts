// An endpoint on a Fetch-based runtime: Deno, Bun, workers, a service worker, a test.
//
//     export default { fetch: toFetchHandler(router) }
//
// The runtime's request is read as lazily as any other; its path is taken out of the URL as text, since a parsed URL is a
// normalised one. A response goes back with its body as it is, text, bytes or stream.

import { type Body, webStreamOf } from './body.js';
import { type Endpoint, isEndpoint } from './endpoint.js';
import { failureResponse, failureText, isOwnFault } from './failure.js';
import { Headers } from './headers.js';
import { Request } from './request.js';
import {
  RequestBody,
  type RequestSource,
  contentOf,
  declaredLength,
  defaultBodyLimit,
} from './request-source.js';
import { type Response, answeredResponse, discard } from './response.js';

export interface FetchHandlerOptions {
  /** The number of bytes up to which a body is read whole; 1 MiB unless given. */
  readonly bodyLimit?: number;
  /** As for `Request`. */
  readonly tldLength?: number;
  /** Whether clients see the stack of an error; false unless given. */
  readonly development?: boolean;
  /** Gets each error of the application; printed with `console.error` unless given. */
  readonly onError?: (error: unknown, request: Request) => void;
}

/** Makes a function from a Fetch request to a Fetch response. Throws a `TypeError` for what is no endpoint. */
export function toFetchHandler(
  endpoint: Endpoint,
  options: FetchHandlerOptions = {},
): (request: globalThis.Request) => Promise<globalThis.Response> {
  if (!isEndpoint(endpoint))
    throw new TypeError('toFetchHandler takes an endpoint, an object with a method call(request)');
  const { development = false, onError = printError } = options;
  return async function handle(fetchRequest) {
    const request = requestOf(fetchRequest, options);
    try {
      return fetchResponse(answeredResponse(await endpoint.call(request)), request.method);
    } catch (error) {
      if (isOwnFault(error)) onError(error, request);
      return fetchResponse(failureResponse(error, { development }), request.method);
    }
  };
}

function printError(error: unknown, request: Request): void {
  console.error(failureText(error, request));
}

function requestOf(fetchRequest: globalThis.Request, options: FetchHandlerOptions): Request {
  const { url, method } = fetchRequest;
  const authorityStart = url.indexOf('://') + 3;
  const pathStart = indexOfAny(url, '/?#', authorityStart);
  const fragment = url.indexOf('#', pathStart);
  const target = url.slice(pathStart, fragment < 0 ? undefined : fragment);
  const source = new FetchSource(
    fetchRequest,
    url.slice(0, authorityStart - 3),
    url.slice(authorityStart, pathStart),
    options.bodyLimit,
  );
  return new Request(
    { method, path: target.startsWith('/') ? target : `/${target}`, tldLength: options.tldLength },
    source,
  );
}

function indexOfAny(text: string, characters: string, start: number): number {
  for (let i = start; i < text.length; i++) if (characters.includes(text[i]!)) return i;
  return text.length;
}

class FetchSource implements RequestSource {
  readonly port = undefined;
  readonly remoteAddress = undefined;
  private readHeaders: Headers | undefined;
  private heldBody: RequestBody | undefined;

  constructor(
    private readonly fetchRequest: globalThis.Request,
    readonly protocol: string,
    readonly authority: string,
    private readonly bodyLimit: number = defaultBodyLimit,
  ) {}

  get headers(): Headers {
    return (this.readHeaders ??= new Headers(this.fetchRequest.headers));
  }

  get signal(): AbortSignal {
    return this.fetchRequest.signal;
  }

  get body(): RequestBody {
    const { body } = this.fetchRequest;
    return (this.heldBody ??= new RequestBody(
      contentOf(body as ReadableStream<Uint8Array> | null, declaredLength(this.headers)),
      this.bodyLimit,
    ));
  }
}

function fetchResponse(response: Response, method: string): globalThis.Response {
  const { status, body } = response;
  const headers = new globalThis.Headers();
  for (const [name, value] of response.headers) if (name !== 'x-cascade') headers.append(name, value);
  if (body === null || status === 204 || status === 205 || status === 304 || method === 'HEAD') {
    discard(body);
    return new globalThis.Response(null, { status, headers });
  }
  return new globalThis.Response(fetchBody(body), { status, headers });
}

function fetchBody(body: Body): string | Uint8Array | ReadableStream<Uint8Array> {
  return typeof body === 'string' || body instanceof Uint8Array ? body : webStreamOf(body);
}
