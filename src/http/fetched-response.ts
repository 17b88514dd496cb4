// Fetch responses as answers: one that nobody has changed goes to a Fetch host as it is, and one that `fetch` got from another server tells of the
// bytes that are sent.
//
//     get '/api/*path', to => &upstream#ask        export const ask = (request) => fetch(`http://10.0.0.7/${request.params.path}`)

import type { Body } from './body.js';
import { Response, type ResponseInit, makeOfFetchBy } from './response.js';

/** From now on Fetch responses are answers of this kind. */
export function keepFetched(): void {
  makeOfFetchBy((fetched) => new FetchedResponse(fetched));
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

  constructor(fetched: globalThis.Response) {
    super({ status: fetched.status, headers: fetched.headers });
    if (isDecoded(fetched)) this.headers.delete('content-encoding').delete('content-length');
    this.fetched = fetched;
    this.list = this.headers.sharedList();
  }

  get body(): Body | null {
    this.isRead = true;
    return this.fetched.body;
  }

  /** The constructor of all responses sets one. */
  set body(_: Body | null) {}
}

/** The Fetch response that a response was made of, where nobody has changed its headers or had its body since; undefined of any other. */
export function unchangedFetchResponse(response: Response): globalThis.Response | undefined {
  if (!(response instanceof FetchedResponse) || response.isRead) return undefined;
  return response.list === response.headers.flat() ? response.fetched : undefined;
}

/**
 * Whether `fetch` gives the body of another server's answer decoded. It leaves the headers as they were: with them the client would decode it once
 * more, and wait for another length.
 */
function isDecoded(fetched: globalThis.Response): boolean {
  return (
    fetched.url !== '' &&
    // Bun no longer knows the type of a text whose body somebody has looked at.
    fetched.body !== null &&
    /^(?:\s*(?:(?:x-)?gzip|deflate|br)\s*(?:,|$))+$/i.test(fetched.headers.get('content-encoding') ?? '')
  );
}
