// Calls an endpoint for hosts that send answers themselves, such as Koa and Fastify, with their own hooks, compression and logs.

import { once } from 'node:events';
import { ReadStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { amountOf } from '../../http/options.js';
import { type Body, sourceOf } from '../../http/body.js';
import { checkResponses } from '../../http/checked-responses.js';
import { heldBytes } from '../../http/declared-length.js';
import { type Endpoint, checkEndpoint } from '../../http/endpoint.js';
import { errorForHost, isHangUp, notedStatus } from '../../http/failure.js';
import { keepFetched } from '../../http/fetched-response.js';
import { Headers } from '../../http/headers.js';
import { HttpError } from '../../http/http-error.js';
import { Request } from '../../http/request.js';
import { splitUrl } from '../../http/request-context.js';
import { defaultBodyLimit } from '../../http/request-source.js';
import { type Response, answeredResponse, discard, isDeclined, textOrBytes } from '../../http/response.js';
import { headersForHost } from '../../http/sent-headers.js';
import { callTraced } from '../../http/tracing.js';
import { takeHeaders } from '../serving/error-headers.js';
import { restorer } from '../serving/host-message.js';
import { IncomingSource, authorityOf } from '../serving/incoming.js';
import { checkHead } from '../serving/message-head.js';
import { hasLatin1, onceOver } from '../serving/outgoing.js';
import { trustOf } from '../serving/trusted-proxies.js';

/** The options of an endpoint in Koa or Fastify (docs/embedding.md, "Options"). */
export interface HostedOptions {
  /** The largest body that is read as a whole, in bytes. 1 MiB by default. */
  readonly bodyLimit?: number | undefined;
  /** How many labels of the registered domain follow its first: 1 for `example.com`, 2 for `example.co.uk`. 1 by default. */
  readonly tldLength?: number | undefined;
  /** Whose `X-Forwarded-*` or `Forwarded` is believed, as for `toNodeListener`. By default nobody's, whatever the host's own setting is. */
  readonly trustProxy?: boolean | readonly string[] | undefined;
}

/** Where the host has mounted the endpoint: the path and query below the mount point, and the path of the mount point. */
interface MountPoint {
  readonly target: string;
  readonly prefix: string;
}

/**
 * Calls an endpoint with a host's request. Resolves with the answer, or with undefined if the endpoint declines. Rejects with what it
 * throws; `setHead` then gets the status and the headers that Connect layers had set. `sent` returns a response that represents an answer
 * which the host has sent itself.
 */
export type Ask = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  place: MountPoint,
  hostArguments: readonly unknown[],
  setHead: (status: number | undefined, headers: Headers) => void,
  sent?: () => Response | undefined,
) => Promise<Response | undefined>;

/** Makes the `ask` function of a host. Throws a `TypeError` that names `caller` if `endpoint` is none. */
export function asking(endpoint: Endpoint, caller: string, options: HostedOptions): Ask {
  checkEndpoint(endpoint, caller);
  checkResponses();
  keepFetched();
  amountOf('tldLength', options.tldLength, 1, 'labels');
  const { tldLength } = options;
  const bodyLimit = amountOf('bodyLimit', options.bodyLimit, defaultBodyLimit);
  const settings = { bodyLimit, trust: trustOf(options.trustProxy) };
  return async function ask(incoming, outgoing, { target, prefix }, given, setHead, sent) {
    const { method = 'GET' } = incoming;
    const restore = restorer(incoming);
    const { path, authority } = splitUrl(target) ?? { path: target, authority: authorityOf(incoming) };
    const source = new IncomingSource(incoming, outgoing, settings, authority, false, given);
    source.goesOn = true;
    source.sent = sent;
    const request = new Request({ method, path, tldLength }, source, source.forwardedPrefix + prefix);
    let goesOn = true;
    try {
      checkHead(incoming, authority, path);
      const response = answeredResponse(await callTraced(endpoint, request));
      goesOn = isDeclined(response);
      if (!goesOn) return response;
      discard(response.body);
      return undefined;
    } catch (error) {
      setHead(notedStatus(error), takeHeaders(error, request));
      // A client that hangs up is no failure of the application. Hosts tell that by the status.
      throw isHangUp(error, request)
        ? new HttpError(400, 'the client hung up', { cause: error })
        : errorForHost(error);
    } finally {
      restore(goesOn);
    }
  };
}

/**
 * An answer as hosts take it: its body, and its headers without those that the host sets itself. For HEAD the body is the text or bytes of
 * the answer to GET: the host makes a length and an `ETag` from it and omits it. A stream is destroyed when the client leaves.
 */
export function handedOver(
  response: Response,
  { method }: IncomingMessage,
  outgoing: ServerResponse,
): { readonly headers: Headers; readonly body: string | Buffer | Readable | null } {
  const list = headersForHost(response, method);
  const body = method === 'HEAD' ? textOrBytes(response) : response.body;
  const headers = new Headers();
  // The length comes last: Node garbles characters beyond ASCII in a `Content-Disposition` that follows it.
  for (const [i, name] of list.entries()) if (i % 2 === 0) headers.append(name, list[i + 1] ?? '');
  if (method === 'HEAD' && body !== null) headers.delete('content-length');
  const sent = nodeBody(body, headers);
  if (sent instanceof Readable) onceOver(outgoing, () => sent.destroy());
  return { headers, body: sent };
}

/**
 * A body as Node's servers take it, to be sent with these headers. A stream with a declared length is checked against it, which hosts do
 * not do. The chunks of an object stream must be text or bytes: any other value would end the process.
 */
function nodeBody(body: Body | null, headers: Headers): string | Buffer | Readable | null {
  if (body === null) return body;
  if (body instanceof Uint8Array) return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const isText = typeof body === 'string' || (body instanceof Readable && body.readableEncoding !== null);
  const isMixed = isText && hasLatin1(headers.flat());
  if (typeof body === 'string') return isMixed ? Buffer.from(body) : body;
  const length = headers.get('content-length');
  return body instanceof Readable && !body.readableObjectMode && !isMixed && length === null
    ? body
    : Readable.from(heldBytes(sourceOf(body), length), { objectMode: false });
}

/**
 * Waits for the first chunk of a body, but no longer than one turn of the event loop unless it is a file. So a body that fails at once can
 * still become an error of the host, as on waypost's own server. Rejects with the error of the body. `given` is the body that the
 * endpoint returned.
 */
export async function begun(body: Readable, given: Body | null): Promise<void> {
  if (body.errored !== null) throw body.errored;
  if (body.destroyed) return;
  const first = once(body, 'readable');
  await (given instanceof ReadStream ? first : Promise.race([first, turn()]));
}
