// The `IncomingMessage` of a request: the received one, or one made for a request that did not come through `node:http`.
//
// All layers of a request share one message. So what a Connect middleware leaves on it (`session`, `user`, `body`) is there for the next
// one, and for the endpoint: `nodeRequest<{ session: Session }>(request).session`.

import { IncomingMessage, type ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { ReceivedHeaders } from '../../http/received-headers.js';
import { requestSource } from '../../http/host.js';
import { asError } from '../../http/http-error.js';
import type { Request } from '../../http/request.js';
import type { RequestSource } from '../../http/request-source.js';
import { dressMessage } from './connect-surface.js';
import { type HostMessage, parsedBody, pathOf } from './host-message.js';

const made = new WeakMap<RequestSource, HostMessage>();

/**
 * The Node request of a request, with what Connect middleware has left on it (docs/middleware.md, "Middleware from npm"). If the request
 * did not come through a server of Node, a Node request is made for it.
 */
export function nodeRequest<Additions extends object = Record<never, never>>(
  request: Request<object>,
): IncomingMessage & Additions {
  requestSource(request, 'nodeRequest');
  return messageOf(request) as HostMessage & Additions;
}

function messageOf(request: Request<object>): HostMessage {
  const source: RequestSource & { readonly incoming?: unknown } = request.source;
  if (source.incoming instanceof IncomingMessage) return source.incoming;
  const known = made.get(source);
  if (known !== undefined) return known;
  const message = messageFor(request);
  Object.assign(message, notesOn(source.incoming, message));
  made.set(source, message);
  return message;
}

/** The Node request, changed to what an application mounted at the place of `request` has to see. */
export function messageAt(request: Request): HostMessage {
  const incoming = messageOf(request);
  const target = targetOf(request);
  incoming.originalUrl = wholeTarget(request, incoming.originalUrl ?? incoming.url);
  incoming.url = target;
  incoming.method = request.method;
  incoming.baseUrl = request.scriptName;
  dressMessage(incoming, request);
  return incoming;
}

/** The Node response to a request; undefined if it did not come through a server of Node. */
export function sentResponse({ source }: Request): ServerResponse | undefined {
  return (source as RequestSource & { readonly outgoing?: ServerResponse }).outgoing;
}

function targetOf(request: Request<object>): string {
  return request.queryString === '' ? request.path : `${request.path}?${request.queryString}`;
}

/**
 * The whole target, with the path that the application is mounted at. At the mount point itself it has no final slash if `sent` has none:
 * middleware for static files recognises the address of a folder by that.
 */
function wholeTarget(request: Request, sent = '/'): string {
  const { scriptName, path } = request;
  const isPoint = path === '/' && scriptName !== '' && scriptName.endsWith(pathOf(sent));
  return scriptName + (isPoint ? targetOf(request).slice(1) : targetOf(request));
}

/** Makes a message with the headers and the body of a request. The body is read when somebody reads the message. */
function messageFor(given: Request<object>): HostMessage {
  const message: HostMessage = new IncomingMessage(socketFor(given));
  message.method = given.method;
  message.url = targetOf(given);
  message.httpVersion = '1.1';
  message.httpVersionMajor = 1;
  message.httpVersionMinor = 1;
  message.rawHeaders = [...given.headers.flat()];
  if (!given.headers.has('host') && given.host !== undefined) message.rawHeaders.push('host', given.host);
  // As on a socket, a body has a length or comes in chunks. Body parsers look for either header.
  const { headers } = given;
  if (!given.source.body.isEmpty && !headers.has('content-length') && !headers.has('transfer-encoding'))
    message.rawHeaders.push('transfer-encoding', 'chunked');
  const fields = ReceivedHeaders.fromParsed(message.rawHeaders);
  message.headers = Object.fromEntries(
    [...fields.keys()].map((name) => [name, fields.get(name) ?? undefined]),
  );
  let chunks: AsyncIterator<Uint8Array> | undefined;
  const pull = async (): Promise<void> => {
    chunks ??= chunksOf(given, message);
    const next = await chunks.next();
    if (next.done === true) {
      message.complete = true;
      message.push(null);
    } else {
      message.push(next.value);
    }
  };
  // An own property, since Express replaces the prototype of every message.
  message._read = (size) => {
    IncomingMessage.prototype._read.call(message, size);
    pull().catch((error: unknown) => message.destroy(asError(error)));
  };
  return message;
}

/** A socket without data that tells the remote address and whether the protocol is HTTPS. */
function socketFor({ remoteAddress, protocol }: Request<object>): Socket {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress });
  return Object.assign(socket, protocol === 'https' && { encrypted: true });
}

/** The members that a host or its middleware has added to a message of `node:http2`. */
function notesOn(incoming: unknown, message: HostMessage): object {
  return Object.fromEntries(
    Object.entries(Object(incoming) as object).filter(([name]) => !(name in message)),
  );
}

async function* chunksOf(request: Request<object>, message: HostMessage): AsyncGenerator<Uint8Array> {
  const body = request.source.body.streamFor(() => parsedBody(message));
  if (body !== null) yield* body;
}
