// The `IncomingMessage` of a request: the one that came in, or one made for a request that did not come through `node:http`.
//
// There is one for all layers of a request, so that what one Connect middleware leaves on it (`session`, `user`, `body`) is there for the next,
// and for the endpoint: `nodeRequest<{ session: Session }>(request).session`.

import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Request } from '../../http/request.js';
import type { RequestSource } from '../../http/request-source.js';
import { type HostMessage, parsedBody } from './host-message.js';

const made = new WeakMap<RequestSource, HostMessage>();

/** The Node request behind a request, with what Connect middleware has left on it. */
export function nodeRequest<Additions extends object = Record<never, never>>(
  request: Request,
): IncomingMessage & Additions {
  return messageOf(request) as HostMessage & Additions;
}

function messageOf(request: Request): HostMessage {
  const source: RequestSource & { readonly incoming?: unknown } = request.source;
  if (source.incoming instanceof IncomingMessage) return source.incoming;
  const known = made.get(source);
  if (known !== undefined) return known;
  const message = new GivenMessage(request);
  made.set(source, message);
  return message;
}

/** The Node request as an application at the place of this request is to see it. */
export function messageAt(request: Request): HostMessage {
  const incoming = messageOf(request);
  const target = targetOf(request);
  incoming.url = target;
  incoming.method = request.method;
  incoming.originalUrl = request.scriptName + target;
  incoming.baseUrl = request.scriptName;
  return incoming;
}

function targetOf(request: Request): string {
  return request.queryString === '' ? request.path : `${request.path}?${request.queryString}`;
}

/** A message with the headers and the body of a request; the body is read when somebody reads it. */
class GivenMessage extends IncomingMessage {
  private chunks: AsyncIterator<Uint8Array> | undefined;

  constructor(private readonly given: Request) {
    super(new Socket());
    this.method = given.method;
    this.url = targetOf(given);
    this.httpVersion = '1.1';
    this.httpVersionMajor = 1;
    this.httpVersionMinor = 1;
    this.rawHeaders = [...given.headers.flat()];
    if (!given.headers.has('host') && given.host !== undefined) this.rawHeaders.push('host', given.host);
  }

  override _read(size: number): void {
    super._read(size);
    this.pull().catch((error: unknown) =>
      this.destroy(error instanceof Error ? error : new Error(String(error))),
    );
  }

  private async pull(): Promise<void> {
    this.chunks ??= chunksOf(this.given, this);
    const next = await this.chunks.next();
    if (next.done === true) {
      this.complete = true;
      this.push(null);
    } else {
      this.push(next.value);
    }
  }
}

async function* chunksOf(request: Request, message: HostMessage): AsyncGenerator<Uint8Array> {
  const body = request.source.body.streamFor(() => parsedBody(message));
  if (body !== null) yield* body as unknown as AsyncIterable<Uint8Array>;
}
