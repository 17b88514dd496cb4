// A request as `node:http` has it: the source from which headers, address, signal and body are read when somebody asks.
//
// One source is made for each request, and most requests read nothing of it. A body is collected from the socket, or given as a web stream,
// whichever is asked for. Cancelling the stream in the middle leaves the connection open, so that the answer still arrives.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { webStreamOf as bodyStream, joined } from '../../http/body.js';
import type { Headers } from '../../http/headers.js';
import { HttpError } from '../../http/http-error.js';
import { ReceivedHeaders } from '../../http/received-headers.js';
import { isAuthority } from '../../http/request-context.js';
import type { Request } from '../../http/request.js';
import {
  type BodyContent,
  RequestBody,
  type RequestSource,
  declaredLength,
  tooLarge,
  within,
} from '../../http/request-source.js';
import type { Response } from '../../http/response.js';
import { type ForwardedHop, forwardedHops } from './forwarded.js';
import { parsedBody } from './host-message.js';
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
  /** Whether nothing is left to read of the message, so that Node will not read it either (`unread-message.ts`). */
  isTakenAsRead = false;
  private readHeaders: Headers | undefined = undefined;
  private heldSignal: AbortSignal | undefined = undefined;
  private heldBody: RequestBody | undefined = undefined;
  private heldHops: readonly ForwardedHop[] | undefined = undefined;

  constructor(
    readonly incoming: IncomingMessage,
    readonly outgoing: ServerResponse,
    private readonly settings: IncomingSettings,
    /** The host of a request target that was a whole URL, as clients of proxies send it. */
    private readonly targetAuthority: string | undefined,
    /** Whether the client waits for `100 Continue` before it sends the body. */
    private awaitsContinue: boolean,
    private readonly given?: readonly unknown[],
  ) {}

  get hostArguments(): readonly unknown[] {
    return this.given ?? [this.incoming, this.outgoing];
  }

  get headers(): Headers {
    return (this.readHeaders ??= ReceivedHeaders.fromParsed(this.incoming.rawHeaders));
  }

  get authority(): string | undefined {
    const forwarded =
      this.forwarded('x-forwarded-host') ?? this.hopsFromClient.find(({ host }) => host)?.host;
    if (forwarded !== undefined && isAuthority(forwarded)) return forwarded;
    return this.targetAuthority ?? this.headers.get('host') ?? undefined;
  }

  get protocol(): string {
    const forwarded =
      this.forwarded('x-forwarded-proto') ??
      this.hopsFromClient.find(({ proto }) => proto)?.proto?.toLowerCase();
    if (forwarded === 'http' || forwarded === 'https') return forwarded;
    return 'encrypted' in this.incoming.socket ? 'https' : 'http';
  }

  /** The part of the path that the nearest proxy took away, without a slash at its end; empty where there is none, or no path. */
  get forwardedPrefix(): string {
    if (this.settings.trust === undefined) return '';
    const prefix = this.forwarded('x-forwarded-prefix')?.replace(/\/+$/, '') ?? '';
    return forwardablePrefix.test(prefix) ? prefix : '';
  }

  get remoteAddress(): string | undefined {
    const { remoteAddress } = this.incoming.socket;
    const { trust } = this.settings;
    if (trust?.(remoteAddress) !== true) return remoteAddress;
    const [hop] = this.hopsFromClient;
    if (hop !== undefined) return hop.for ?? remoteAddress;
    // Read from its end, the nearest proxy, since a client can send any beginning of the list itself.
    const proxies = (this.headers.get('x-forwarded-for') ?? '')
      .split(',')
      .map((address) => address.trim())
      .filter((address) => address !== '');
    return clientAmong(proxies, trust) ?? remoteAddress;
  }

  get signal(): AbortSignal {
    if (this.heldSignal === undefined) {
      const { outgoing } = this;
      const controller = new AbortController();
      const hangUp = (): void => {
        if (!outgoing.writableFinished)
          controller.abort(new DOMException('the client hung up', 'AbortError'));
      };
      if (outgoing.destroyed) hangUp();
      else outgoing.once('close', hangUp);
      this.heldSignal = controller.signal;
    }
    return this.heldSignal;
  }

  /** Whether the signal was asked for and has told of a hang-up. */
  get isAborted(): boolean {
    return this.heldSignal?.aborted === true;
  }

  get body(): RequestBody {
    return (this.heldBody ??= new RequestBody(this, this.settings.bodyLimit));
  }

  /** Whether a body comes with the request, without building the headers for the question. */
  declaresBody(): boolean {
    const { rawHeaders } = this.incoming;
    for (let i = 0; i < rawHeaders.length; i += 2) {
      const { length } = rawHeaders[i]!;
      if (length === 14 && rawHeaders[i]!.toLowerCase() === 'content-length')
        return rawHeaders[i + 1] !== '0';
      if (length === 17 && rawHeaders[i]!.toLowerCase() === 'transfer-encoding') return true;
    }
    return false;
  }

  get isEmpty(): boolean {
    return !this.declaresBody();
  }

  runListener(listener: (...args: never[]) => unknown, request: Request): Promise<Response> {
    return runListener(request, listener as ListenerFunction);
  }

  stream(): ReadableStream<Uint8Array> | null {
    if (!this.declaresBody()) return null;
    const parsed = this.begin();
    return parsed === undefined ? webStreamOf(this.incoming) : bodyStream(parsed);
  }

  collect(limit: number): Uint8Array | Promise<Uint8Array> {
    if (!this.declaresBody()) return new Uint8Array(0);
    if ((declaredLength(this.headers) ?? 0) > limit) throw tooLarge(limit);
    const parsed = this.begin();
    return parsed === undefined ? bytesOf(this.incoming, limit) : within(parsed, limit);
  }

  /** Makes the client send; gives the body instead where the host, or a layer, has read it. */
  private begin(): Uint8Array | undefined {
    if (this.incoming.readableDidRead) {
      const parsed = parsedBody(this.incoming);
      if (parsed !== undefined) return parsed;
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
    if (trust?.(this.incoming.socket.remoteAddress) !== true) return [];
    const header = this.headers.get('forwarded');
    if (header === null || insteadOfForwarded.some((name) => this.headers.has(name))) return [];
    const hops = forwardedHops(header);
    if (trust === everybody) return hops.slice(-1);
    const client = hops.findLastIndex((hop) => !trust(hop.for));
    return hops.slice(Math.max(0, client));
  }

  /** What the nearest proxy said: the last of a list, since a client can send any beginning of it. */
  private forwarded(name: string): string | undefined {
    if (this.settings.trust?.(this.incoming.socket.remoteAddress) !== true) return undefined;
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

function hangUpError(): HttpError {
  return new HttpError(400, 'the client hung up before the body was complete');
}

/**
 * Reads to the end, or only until there are more than `limit` bytes. A body that has come whole before somebody asks for it is taken in one piece,
 * without its events; the end of one that has only just come is waited for, since Node's messages outlive many collections when they are answered before it.
 */
function bytesOf(incoming: IncomingMessage, limit: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    let isSettled = false;
    const settle = (chunks: readonly Uint8Array[], length: number): void => {
      isSettled = true;
      if (length > limit) reject(tooLarge(limit));
      else resolve(joined(chunks, length));
    };
    const fail = (): void => {
      if (!isSettled) reject(hangUpError());
      isSettled = true;
    };
    const listen = (): void => {
      const chunks: Uint8Array[] = [];
      let length = 0;
      const take = (chunk: Uint8Array): void => {
        length += chunk.length;
        chunks.push(chunk);
        if (length > limit) finish();
      };
      const finish = (): void => {
        incoming.off('data', take).off('end', finish);
        settle(chunks, length);
      };
      // The last event of every message; by then the body has been read, or never will be.
      incoming.on('data', take).on('end', finish).on('error', fail).on('close', fail);
    };
    if (incoming.destroyed) {
      fail();
      return;
    }
    // Where somebody listens already, every chunk is heard as it passes.
    const isThere = incoming.complete && incoming.readableFlowing === null;
    const whole = isThere ? (incoming.read() as Uint8Array | null) : null;
    if (whole === null) listen();
    else settle([whole], whole.length);
  });
}

function webStreamOf(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  let leave: () => void;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const take = (chunk: Uint8Array): void => {
          controller.enqueue(chunk);
          if ((controller.desiredSize ?? 0) <= 0) incoming.pause();
        };
        const finish = (): void => {
          leave();
          controller.close();
        };
        const fail = (): void => {
          leave();
          controller.error(hangUpError());
        };
        leave = () => incoming.off('data', take).off('end', finish).off('error', fail).off('close', fail);
        if (incoming.destroyed) fail();
        else incoming.on('data', take).on('end', finish).on('error', fail).on('close', fail).pause();
      },
      pull() {
        incoming.resume();
      },
      cancel() {
        leave();
        incoming.resume();
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: 64 * 1024 }),
  );
}
