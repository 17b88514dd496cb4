// A request as `node:http` has it: the source from which headers, address, signal and body are read when somebody asks.
//
// One source is made for each request, and most requests read nothing of it. A body is collected from the socket, or given as a web stream,
// whichever is asked for. Cancelling the stream in the middle leaves the connection open, so that the answer still arrives.

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

/** What a listener decides for all its requests. */
export interface IncomingSettings {
  readonly bodyLimit: number;
  /** Whose `X-Forwarded-*` and `Forwarded` are believed; undefined for nobody's. */
  readonly trust: Trust | undefined;
}

export class IncomingSource implements RequestSource, BodyContent {
  readonly port = undefined;
  net: RequestSource['net'] = undefined;
  trail: RequestSource['trail'] = undefined;
  /** Whether the body may be taken (`message-body.ts`): not where a host stands before or behind the listener, nor when the answer is on its way. */
  mayTakeBody = false;
  /** Whether Node will not read the message to its end by itself (`unread-message.ts`, `message-body.ts`). */
  isTakenAsRead = false;
  goesOn = false;
  sent: RequestSource['sent'] = undefined;
  /** The body, where it was taken and the message was given to nobody since. */
  takenBody: TakenBody | undefined = undefined;
  isParsed = false;
  private readLength: number | undefined = undefined;
  private readHeaders: Headers | undefined = undefined;
  private heldSignal: AbortSignal | undefined = undefined;
  private heldBody: RequestBody | undefined = undefined;
  private heldHops: readonly ForwardedHop[] | undefined = undefined;

  constructor(
    /** For the server; others ask for `incoming`. */
    readonly message: IncomingMessage,
    readonly outgoing: ServerResponse,
    private readonly settings: IncomingSettings,
    /** The host of a request target that was a whole URL, as clients of proxies send it. */
    private readonly targetAuthority: string | undefined,
    /** Whether the client waits for `100 Continue` before it sends the body. */
    private awaitsContinue: boolean,
    private readonly given?: readonly unknown[],
  ) {}

  /** The message for whoever may read it, or listen to it. */
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

  /** The part of the path that the nearest proxy took away, without a slash at its end; empty where there is none, or no path. */
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
    // Read from its end, the nearest proxy, since a client can send any beginning of the list itself.
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

  /** How many bytes the body has, `Infinity` where only its end will tell; read without building the headers for the question. */
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

  /** Makes the client send; gives the body instead where the host, or a layer, has read it. */
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
   * What trusted proxies say in `Forwarded`, from the one that the client asked on; nothing where they write `X-Forwarded-*`, since
   * a client's own `Forwarded` then passes through them.
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

  /** What the nearest proxy said: the last of a list, since a client can send any beginning of it. */
  private forwarded(name: string): string | undefined {
    if (this.settings.trust?.(this.message.socket.remoteAddress) !== true) return undefined;
    const value = this.headers.get(name);
    if (value === null) return undefined;
    return value.slice(value.lastIndexOf(',') + 1).trim();
  }
}

/** The headers that stand for those of `Forwarded`, each with one of its parameters. */
const insteadOfForwarded = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'];

/** A path as it stands in a URL. What begins with two slashes would make every link one to another host. */
const forwardablePrefix = /^(?:\/(?:[\w.~!$&'()*+;=:@-]|%[0-9a-f]{2})+)+$/i;

/** The last address that is no trusted proxy's; where everybody is trusted, the last of all, which the proxy itself has written. */
function clientAmong(addresses: readonly string[], trust: Trust): string | undefined {
  if (trust === everybody) return addresses.at(-1);
  return addresses.findLast((address) => !trust(address)) ?? addresses[0];
}

/** What a message has where it came by HTTP/2. */
interface Http2Part {
  readonly stream?: { readonly endAfterHeaders: boolean };
}

/** What a message came with, names and values in turn. One that a host has made (serverless-http) may have parsed headers alone. */
export function fieldsOf(message: IncomingMessage): readonly string[] {
  const { rawHeaders } = message;
  if (rawHeaders.length > 0) return rawHeaders;
  return Object.entries(message.headers).flatMap(([name, value]) =>
    [value ?? []].flat().flatMap((one) => [name, String(one)]),
  );
}

/** The same without the request line, which HTTP/2 puts among them under names that no header may have. */
function headersOf(message: IncomingMessage): readonly string[] {
  const fields = fieldsOf(message);
  if (message.httpVersionMajor < 2) return fields;
  return fields.filter((_, i) => !fields[i - (i % 2)]!.startsWith(':'));
}

/** The host that a request of HTTP/2 is sent to, where it stands beside the path. */
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
  // Where the head of an HTTP/2 request does not end it, a body of any length follows.
  const { httpVersionMajor, stream } = message;
  return httpVersionMajor > 1 && stream?.endAfterHeaders === false ? Infinity : 0;
}
