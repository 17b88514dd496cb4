// Fetch responses returned by actions. A Fetch host gets an unchanged one back as it is. If `fetch` got it from another server, headers
// about that connection or about the encoded body are removed. On Node, whose servers send what the headers say, a declared length is
// enforced.
//
//     get '/api/*path', to => &upstream#ask        export const ask = (request) => fetch(`http://10.0.0.7/${request.params.path}`)

import type { Body } from './body.js';
import { Headers } from './headers.js';
import { Response, type ResponseInit, makeOfFetchBy } from './response.js';
import { isOfConnection } from './sent-headers.js';

/** Versions that a platform reports: `undici`, the client behind Node's `fetch`, or `bun`. */
type Versions = Readonly<Record<string, string | undefined>>;

/** From now on, a Fetch response that an endpoint returns becomes a `FetchedResponse`. */
export function keepFetched(): void {
  const { process }: { readonly process?: { readonly versions?: Versions } } = globalThis;
  const versions = process?.versions ?? {};
  const decoded = codingsDecodedBy(versions);
  // On Node, Fetch hosts send a body with the length that the headers declare, even if it has another length. Deno and workers do not.
  // They also know what their own `fetch` has decoded, whatever the headers say.
  const isFramed = versions['undici'] === undefined;
  const isHandedOn = isFramed && versions['bun'] === undefined;
  makeOfFetchBy((fetched) => new FetchedResponse(fetched, decoded, isHandedOn, isFramed));
}

/** Matches the values of `Content-Encoding` that the platform's `fetch` decodes. It leaves other bodies encoded. */
export function codingsDecodedBy({ undici, bun }: Versions): RegExp {
  const hasZstd = bun !== undefined || (undici?.localeCompare('7.11', 'en', { numeric: true }) ?? -1) >= 0;
  const further = `${(undici ?? bun) ? '|x-gzip|deflate' : ''}${hasZstd ? '|zstd' : ''}`;
  return new RegExp(`^(?:\\s*(?:gzip|br${further})\\s*(?:,|$))${undici ? '+' : ''}$`, 'i');
}

/** `Response` without the type of `body`, so that `FetchedResponse` can define an accessor for it. */
const Bodiless: new (init: ResponseInit) => Omit<Response, 'body'> = Response;

/** A response made from a Fetch response. It knows if anybody has changed it; if not, the host gets the Fetch response itself. */
class FetchedResponse extends Bodiless {
  readonly fetched: globalThis.Response;
  /** The headers' list as it was given. */
  readonly list: readonly string[];
  /** Whether somebody has read `body`. */
  isRead = false;

  constructor(
    fetched: globalThis.Response,
    decoded: RegExp,
    isHandedOn: boolean,
    /** Whether the host sends a body with its real length. */
    readonly isFramed: boolean,
  ) {
    super({ status: fetched.status, headers: fetched.headers });
    const { headers } = this;
    const list = sharedList(headers);
    if (fetched.url !== '') {
      // This header was about the connection to the other server.
      if (headers.has('connection')) headers.delete('connection');
      if (isDecoded(fetched, decoded)) headers.delete('content-encoding').delete('content-length');
    }
    this.fetched = fetched;
    this.list = isHandedOn ? sharedList(headers) : list;
  }

  get body(): Body | null {
    this.isRead = true;
    return this.fetched.body;
  }

  /** Needed because the constructor of `Response` sets `body`. */
  set body(_: Body | null) {}
}

/** Whether the host may send the body of the original Fetch response as it is. */
export function isLeftToHost(response: Response): boolean {
  return (
    response instanceof FetchedResponse && (response.isFramed || !response.headers.has('content-length'))
  );
}

/**
 * The Fetch response that `response` was made from, if its headers and body are untouched and the host may have it as it is. Otherwise
 * undefined.
 */
export function unchangedFetchResponse(response: Response): globalThis.Response | undefined {
  if (!(response instanceof FetchedResponse) || response.isRead) return undefined;
  const list = response.headers.flat();
  const isForHost = response.list === list && (response.isFramed || !isOfConnection(list));
  return isForHost ? response.fetched : undefined;
}

/**
 * Whether `fetch` has decoded the body of another server's response. It does not change the headers: with them, the client would decode
 * the body again and expect another length.
 */
function isDecoded(fetched: globalThis.Response, decoded: RegExp): boolean {
  return fetched.body !== null && decoded.test(fetched.headers.get('content-encoding') ?? '');
}

/** The list of these headers. `Headers` share it until a field of one of them is changed, so comparing lists shows a change. */
function sharedList(headers: Headers): readonly string[] {
  return new Headers(headers).flat();
}
