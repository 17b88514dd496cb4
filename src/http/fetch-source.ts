// The source of requests on Fetch hosts. It reads each part of the Fetch request only when somebody needs it.

import { bytesOfChunk, joined } from './body.js';
import type { Headers } from './headers.js';
import { isError } from './http-error.js';
import { ReceivedHeaders } from './received-headers.js';
import { namesHost } from './request-context.js';
import {
  type BodyContent,
  RequestBody,
  type RequestSource,
  cutOff,
  declaredLength,
  tooLarge,
} from './request-source.js';

export class FetchSource implements RequestSource {
  readonly port = undefined;
  private readHeaders: Headers | undefined = undefined;
  private heldBody: RequestBody | undefined = undefined;

  constructor(
    readonly hostArguments: readonly [globalThis.Request, ...(readonly unknown[])],
    readonly protocol: string,
    private readonly urlAuthority: string,
    private readonly bodyLimit: number,
    private readonly hostOf: (() => string | null | undefined) | undefined,
    private readonly addressOf: (() => string | undefined) | undefined,
    readonly goesOn: boolean,
  ) {}

  get authority(): string {
    const given = this.hostOf?.() ?? '';
    return namesHost(given) ? given : this.urlAuthority;
  }

  get remoteAddress(): string | undefined {
    return this.addressOf?.();
  }

  get headers(): Headers {
    return (this.readHeaders ??= new ReceivedHeaders(this.hostArguments[0].headers));
  }

  get signal(): AbortSignal {
    return this.hostArguments[0].signal;
  }

  get body(): RequestBody {
    return (this.heldBody ??= new RequestBody(
      new FetchBody(this.hostArguments[0], declaredLength(this.headers)),
      this.bodyLimit,
    ));
  }
}

/** The body of a Fetch request. Hosts on Node open its stream on first access, and the connection then waits until it is read. */
class FetchBody implements BodyContent {
  constructor(
    private readonly fetchRequest: globalThis.Request,
    private readonly declared: number | undefined,
  ) {}

  get isEmpty(): boolean {
    return !this.declared && this.fetchRequest.body === null;
  }

  stream(): ReadableStream<Uint8Array> | null {
    if (this.fetchRequest.bodyUsed) {
      throw new TypeError(
        'the body of this request has been read already by the host; let waypost answer before what reads it, or give it request.clone()',
      );
    }
    return this.fetchRequest.body as ReadableStream<Uint8Array> | null;
  }

  async collect(limit: number): Promise<Uint8Array> {
    const isDeclaredTooLarge = this.declared !== undefined && this.declared > limit;
    if (isDeclaredTooLarge && !isOpened(this.fetchRequest)) throw tooLarge(limit);
    const reader = this.stream()?.getReader();
    if (reader === undefined) return new Uint8Array(0);
    const refuse = (): never => {
      void throwAway(reader);
      throw tooLarge(limit);
    };
    if (isDeclaredTooLarge) refuse();
    const chunks: Uint8Array[] = [];
    let length = 0;
    for (;;) {
      const chunk = await this.nextChunk(reader);
      if (chunk === undefined) {
        // If a client disconnects before anybody reads, some hosts give only a part of the body, or nothing, as if it were complete.
        if (this.fetchRequest.signal.aborted && length < (this.declared ?? 1)) throw cutOff();
        return joined(chunks, length);
      }
      chunks.push(chunk);
      length += chunk.length;
      if (length > limit) refuse();
    }
  }

  /** If the client disconnects within a body, hosts on Node fail with a connection error. Other hosts abort the signal. */
  private async nextChunk(reader: Reader): Promise<Uint8Array | undefined> {
    try {
      const { value } = await reader.read();
      return value && bytesOfChunk(value);
    } catch (error) {
      if (this.fetchRequest.signal.aborted || isConnectionError(error)) throw cutOff({ cause: error });
      throw error;
    }
  }
}

/**
 * Whether the stream of a body exists already, so that the connection waits until it is read. It does in requests of the platform's own
 * class, which SvelteKit makes. Hosts on Node that have their own class open it on first access.
 */
function isOpened(fetchRequest: globalThis.Request): boolean {
  return (
    Object.getPrototypeOf(fetchRequest) === globalThis.Request.prototype &&
    !Object.hasOwn(fetchRequest, 'body')
  );
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/** How many bytes are read and discarded before the client gets its response. */
const mostThrownAway = 67_108_864;

/** Reads and discards the rest of a body. If it is left unread, hosts on Node close the connection, some before the response is sent. */
async function throwAway(reader: Reader): Promise<void> {
  try {
    for (let length = 0; length < mostThrownAway;) {
      const { done, value } = await reader.read();
      if (done) return;
      length += value.length;
    }
    await reader.cancel();
  } catch {
    // The client has disconnected.
  }
}

/** Whether it is Node's error for reading from a connection that the client has closed. */
function isConnectionError(error: unknown): boolean {
  return isError(error) && 'code' in error && error.code === 'ECONNRESET';
}
