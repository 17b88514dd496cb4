// The source of a request from `node:http`: headers, addresses, signal and body are read from the message on request.
//
// Each request has one source, and most requests read little of it. A body is collected as bytes or read as a web stream. If the stream is
// cancelled, the connection stays open, so the answer still arrives.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { webStreamOf as bodyStream } from '../../http/body.js';
import type { Headers } from '../../http/headers.js';
import { ReceivedHeaders } from '../../http/received-headers.js';
import { namesHost } from '../../http/request-context.js';
import type { Request } from '../../http/request.js';
import {
  type BodyContent,
  RequestBody,
  type RequestSource,
  tooLarge,
  within,
} from '../../http/request-source.js';
import type { Response } from '../../http/response.js';
import { type ForwardedHop, forwardedHops, nodeName } from './forwarded.js';
import { parsedBody } from './host-message.js';
import { TakenBody, bytesOf, canBeTaken, webStreamOf } from './message-body.js';
import { hasLeft, isGone, onceOver } from './outgoing.js';
import { type ListenerFunction, runListener } from './run-listener.js';
import { type Trust, everybody } from './trusted-proxies.js';

/** The settings of a listener that concern the reading of its requests. */
export interface IncomingSettings {
  readonly bodyLimit: number;
  /** Whose `X-Forwarded-*` and `Forwarded` headers are believed; undefined for nobody's. */
  readonly trust: Trust | undefined;
}

export class IncomingSource implements RequestSource, BodyContent {
  readonly port = undefined;
  net: RequestSource['net'] = undefined;
  trail: RequestSource['trail'] = undefined;
  /** Whether the body may be taken (`message-body.ts`): not in a host, nor when the answer is being sent. */
  mayTakeBody = false;
  /** Whether Node takes the message as read, and so will not read it to its end (`unread-message.ts`, `message-body.ts`). */
  isTakenAsRead = false;
  goesOn = false;
  sent: RequestSource['sent'] = undefined;
  /** The body, if it was taken and nobody has got the message since. */
  takenBody: TakenBody | undefined = undefined;
  isParsed = false;
  private readLength: number | undefined = undefined;
  private readHeaders: Headers | undefined = undefined;
  private heldSignal: AbortSignal | undefined = undefined;
  private heldBody: RequestBody | undefined = undefined;
  private heldHops: readonly ForwardedHop[] | undefined = undefined;

  constructor(
    /** The message, for the server only. All others use `incoming`, which gives a taken body back. */
    readonly message: IncomingMessage,
    readonly outgoing: ServerResponse,
    private readonly settings: IncomingSettings,
    /** The host of the request target, if that was a whole URL (as sent to proxies), or of HTTP/2's `:authority`. */
    private readonly targetAuthority: string | undefined,
    /** Whether the client waits for `100 Continue` before it sends the body. */
    private awaitsContinue: boolean,
    private readonly given?: readonly unknown[],
  ) {}

  /** The message, for code that may read it or listen to it. */
  get incoming(): IncomingMessage {
    this.takenBody?.giveBack();
    this.takenBody = undefined;
    return this.message;
  }

  get hostArguments(): readonly unknown[] {
    return this.given ?? [this.incoming, this.outgoing];
  }

  get headers(): Headers {
    return (this.readHeaders ??= ReceivedHeaders.fromParsed(headersOf(this.message)));
  }

  get authority(): string | undefined {
    const forwarded =
      this.forwarded('x-forwarded-host') ?? this.hopsFromClient.find(({ host }) => host)?.host;
    if (forwarded !== undefined && namesHost(forwarded)) return forwarded;
    return this.targetAuthority ?? this.headers.get('host') ?? undefined;
  }

  get protocol(): string {
    const forwarded =
      this.forwarded('x-forwarded-proto') ?? this.hopsFromClient.find(({ proto }) => proto)?.proto;
    const protocol = forwarded?.toLowerCase();
    if (protocol === 'http' || protocol === 'https') return protocol;
    return 'encrypted' in this.message.socket ? 'https' : 'http';
  }

  /** `X-Forwarded-Prefix` of a trusted proxy, the part of the path that it stripped, without a slash at its end; empty if it is no path. */
  get forwardedPrefix(): string {
    if (this.settings.trust === undefined) return '';
    const prefix = this.forwarded('x-forwarded-prefix')?.replace(/(?<!\/)\/+$/, '') ?? '';
    return forwardablePrefix.test(prefix) ? prefix : '';
  }

  get remoteAddress(): string | undefined {
    const { remoteAddress } = this.message.socket;
    const { trust } = this.settings;
    if (trust?.(remoteAddress) !== true) return remoteAddress;
    const [hop] = this.hopsFromClient;
    if (hop !== undefined) return hop.for ?? remoteAddress;
    // Searched from its end, the nearest proxy: a client can send any beginning of the list.
    const proxies = (this.headers.get('x-forwarded-for') ?? '')
      .split(',')
      .map((address) => nodeName(address.trim()))
      .filter((address) => address !== '');
    return clientAmong(proxies, trust) ?? remoteAddress;
  }

  get signal(): AbortSignal {
    if (this.heldSignal === undefined) {
      const { outgoing } = this;
      const controller = new AbortController();
      const hangUp = (): void => {
        if (!hasLeft(outgoing)) controller.abort(new DOMException('the client hung up', 'AbortError'));
      };
      onceOver(outgoing, hangUp);
      if (isGone(outgoing)) hangUp();
      this.heldSignal = controller.signal;
    }
    return this.heldSignal;
  }

  get body(): RequestBody {
    return (this.heldBody ??= new RequestBody(this, this.settings.bodyLimit));
  }

  /** The length of the body in bytes, `Infinity` if only its end tells. Read from the raw headers, so `headers` need not be built. */
  private get declaredLength(): number {
    return (this.readLength ??= lengthOf(this.message));
  }

  get isEmpty(): boolean {
    return this.declaredLength === 0;
  }

  runListener(listener: (...args: never[]) => unknown, request: Request): Promise<Response> {
    return runListener(request, listener as ListenerFunction);
  }

  stream(): ReadableStream<Uint8Array> | null {
    if (this.isEmpty) return null;
    const parsed = this.begin();
    return parsed === undefined ? webStreamOf(this.message, this.outgoing) : bodyStream(parsed);
  }

  collect(limit: number): Uint8Array | Promise<Uint8Array> {
    if (this.isEmpty) return new Uint8Array(0);
    if (this.declaredLength > limit && this.declaredLength < Infinity) throw tooLarge(limit);
    const parsed = this.begin();
    if (parsed !== undefined) return within(parsed, limit);
    if (!this.mayTakeBody || !canBeTaken(this.message)) return bytesOf(this.message, limit);
    this.isTakenAsRead = true;
    this.takenBody = new TakenBody(this.message, limit);
    return this.takenBody.bytes;
  }

  /** Prepares reading: sends `100 Continue` if the client waits for it. Returns the body if the host or a layer has read it already. */
  private begin(): Uint8Array | undefined {
    if (this.message.readableDidRead) {
      const parsed = parsedBody(this.message);
      if (parsed !== undefined) {
        this.isParsed = true;
        return parsed;
      }
      throw new TypeError(
        'the body of this request has been read already, and nothing was left of it in `body`; let waypost answer before what reads it, or use a body parser',
      );
    }
    if (!this.awaitsContinue) return undefined;
    this.awaitsContinue = false;
    this.outgoing.writeContinue();
    return undefined;
  }

  /**
   * The hops of `Forwarded` from trusted proxies, beginning with the client's. Empty if the proxies send `X-Forwarded-*`: they then pass a
   * client's own `Forwarded` through.
   */
  private get hopsFromClient(): readonly ForwardedHop[] {
    return (this.heldHops ??= this.trustedHops());
  }

  private trustedHops(): readonly ForwardedHop[] {
    const { trust } = this.settings;
    if (trust?.(this.message.socket.remoteAddress) !== true) return [];
    const header = this.headers.get('forwarded');
    if (header === null || insteadOfForwarded.some((name) => this.headers.has(name))) return [];
    const hops = forwardedHops(header);
    if (trust === everybody) return hops.slice(-1);
    const client = hops.findLastIndex((hop) => !trust(hop.for));
    return hops.slice(Math.max(0, client));
  }

  /** The value of the nearest proxy, if it is trusted: the last of the list, since a client can send any beginning of it. */
  private forwarded(name: string): string | undefined {
    if (this.settings.trust?.(this.message.socket.remoteAddress) !== true) return undefined;
    const value = this.headers.get(name);
    if (value === null) return undefined;
    return value.slice(value.lastIndexOf(',') + 1).trim();
  }
}

/** Headers that proxies send in place of `Forwarded`. */
const insteadOfForwarded = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'];

/** A path of a URL. It may not begin with two slashes: every link would lead to another host. */
const forwardablePrefix = /^(?:\/(?:[\w.~!$&'()*+;=:@-]|%[0-9a-f]{2})+)+$/i;

/** The last address that is no trusted proxy's. If everybody is trusted, the last one, which the proxy itself has written. */
function clientAmong(addresses: readonly string[], trust: Trust): string | undefined {
  if (trust === everybody) return addresses.at(-1);
  return addresses.findLast((address) => !trust(address)) ?? addresses[0];
}

/** The members of a message that came by HTTP/2. */
interface Http2Part {
  readonly stream?: { readonly endAfterHeaders: boolean };
}

/** The headers of a message, as alternating names and values. A message made by a host (serverless-http) may have only parsed headers. */
export function fieldsOf(message: IncomingMessage): readonly string[] {
  const { rawHeaders } = message;
  if (rawHeaders.length > 0) return rawHeaders;
  return Object.entries(message.headers).flatMap(([name, value]) =>
    [value ?? []].flat().flatMap((one) => [name, String(one)]),
  );
}

/** `fieldsOf` without the pseudo-headers of HTTP/2, such as `:path`. */
function headersOf(message: IncomingMessage): readonly string[] {
  const fields = fieldsOf(message);
  if (message.httpVersionMajor < 2) return fields;
  return fields.filter((_, i) => !fields[i - (i % 2)]!.startsWith(':'));
}

/** The `:authority` of an HTTP/2 request. */
export function authorityOf({ headers }: IncomingMessage): string | undefined {
  const authority = headers[':authority'];
  return typeof authority === 'string' ? authority : undefined;
}

function lengthOf(message: IncomingMessage & Http2Part): number {
  const fields = fieldsOf(message);
  for (let i = 0; i < fields.length; i += 2) {
    const { length } = fields[i]!;
    if (length === 14 && fields[i]!.toLowerCase() === 'content-length') return Number(fields[i + 1]);
    if (length === 17 && fields[i]!.toLowerCase() === 'transfer-encoding') return Infinity;
  }
  // If an HTTP/2 request does not end with its head, a body of unknown length follows.
  const { httpVersionMajor, stream } = message;
  return httpVersionMajor > 1 && stream?.endAfterHeaders === false ? Infinity : 0;
}
