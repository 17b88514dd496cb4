// Fetch responses as answers: one that nobody has changed goes to a Fetch host as it is, and one that `fetch` got from another server tells of the
// bytes that are sent, on the connection by which they are. What says itself where it ends is held to that where the host is a server of Node.
//
//     get '/api/*path', to => &upstream#ask        export const ask = (request) => fetch(`http://10.0.0.7/${request.params.path}`)

import type { Body } from './body.js';
import { Headers } from './headers.js';
import { Response, type ResponseInit, makeOfFetchBy } from './response.js';
import { isOfConnection } from './sent-headers.js';

/** What a platform says it is made of: `undici`, the client behind the `fetch` of Node, or `bun`. */
type Versions = Readonly<Record<string, string | undefined>>;

/** From now on Fetch responses are answers of this kind. */
export function keepFetched(): void {
  const { process }: { readonly process?: { readonly versions?: Versions } } = globalThis;
  const versions = process?.versions ?? {};
  const decoded = codingsDecodedBy(versions);
  // Servers of Node, which hosts of Fetch stand on there, send a body as its headers say and not as long as it is. Those of Deno and of workers
  // know, too, what the platform's own `fetch` has decoded, whatever the headers say.
  const isFramed = versions['undici'] === undefined;
  const isHandedOn = isFramed && versions['bun'] === undefined;
  makeOfFetchBy((fetched) => new FetchedResponse(fetched, decoded, isHandedOn, isFramed));
}

/** Which `Content-Encoding` the platform's `fetch` decodes; the body of any other it gives as it came. */
export function codingsDecodedBy({ undici, bun }: Versions): RegExp {
  const hasZstd = bun !== undefined || (undici?.localeCompare('7.11', 'en', { numeric: true }) ?? -1) >= 0;
  const further = `${(undici ?? bun) ? '|x-gzip|deflate' : ''}${hasZstd ? '|zstd' : ''}`;
  return new RegExp(`^(?:\\s*(?:gzip|br${further})\\s*(?:,|$))${undici ? '+' : ''}$`, 'i');
}

/** Responses without their property, which `FetchedResponse` answers by an accessor. */
const Bodiless: new (init: ResponseInit) => Omit<Response, 'body'> = Response;

/** A Fetch response as a response, which knows whether it still is what it was: then the host has the Fetch response itself. */
class FetchedResponse extends Bodiless {
  readonly fetched: globalThis.Response;
  /** The headers' list as it was given. */
  readonly list: readonly string[];
  /** Somebody has had the body. */
  isRead = false;

  constructor(
    fetched: globalThis.Response,
    decoded: RegExp,
    isHandedOn: boolean,
    /** Whether its host sends a body as long as it is. */
    readonly isFramed: boolean,
  ) {
    super({ status: fetched.status, headers: fetched.headers });
    const { headers } = this;
    const list = sharedList(headers);
    if (fetched.url !== '') {
      // That of the connection to the other server.
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

  /** The constructor of all responses sets one. */
  set body(_: Body | null) {}
}

/** Whether a response was made of a Fetch one, and the host may read the body of that as it is. */
export function isLeftToHost(response: Response): boolean {
  return (
    response instanceof FetchedResponse && (response.isFramed || !response.headers.has('content-length'))
  );
}

/**
 * The Fetch response that a response was made of, where nobody has changed its headers or had its body since, and the host may have it as it is;
 * undefined of any other.
 */
export function unchangedFetchResponse(response: Response): globalThis.Response | undefined {
  if (!(response instanceof FetchedResponse) || response.isRead) return undefined;
  const list = response.headers.flat();
  const isForHost = response.list === list && (response.isFramed || !isOfConnection(list));
  return isForHost ? response.fetched : undefined;
}

/**
 * Whether `fetch` gives the body of another server's answer decoded. It leaves the headers as they were: with them the client would decode it once
 * more, and wait for another length.
 */
function isDecoded(fetched: globalThis.Response, decoded: RegExp): boolean {
  return fetched.body !== null && decoded.test(fetched.headers.get('content-encoding') ?? '');
}

/** The list of these headers, which is another as soon as a field of theirs is changed, as where a copy shares it. */
function sharedList(headers: Headers): readonly string[] {
  return new Headers(headers).flat();
}
