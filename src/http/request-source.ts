// Where a request gets its headers and body from: the arguments of its constructor (here), a socket of `node:http`, or the Fetch request
// of `toFetchHandler`. A request reads each member on first use, so a route pays only for what it reads. The requests that mounted
// applications see share one source and its body.

import { amountOf } from './options.js';
import { type Body, bodyOf, collect, webStreamOf } from './body.js';
import type { Headers } from './headers.js';
import { HttpError } from './http-error.js';
import { formDecoder, multipartForm } from './multipart.js';
import { ReceivedHeaders } from './received-headers.js';
import { type RequestInit, checkInit } from './request-init.js';
import type { Response } from './response.js';
import type { TrailStep } from './route-tracing.js';

/** The server's side of a request. Its members are read only when they are needed. */
export interface RequestSource {
  /** The headers as received. */
  readonly headers: Headers;
  /** The host with its port, as in the `Host` header; undefined if the client sent none. */
  readonly authority: string | undefined;
  /** `http` or `https`. */
  readonly protocol: string;
  /** The port, if it is known from elsewhere than the authority. */
  readonly port: number | undefined;
  /** The client's address. */
  readonly remoteAddress: string | undefined;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  /** The body. It is read when somebody asks for it. */
  readonly body: RequestBody;
  /** The arguments that the host called waypost with, if there is a host. */
  readonly hostArguments?: readonly unknown[];
  /**
   * If the route has already answered through the objects of the host (`hostArguments`), the response that represents this. The route may
   * then return nothing.
   */
  sent?: (() => Response | undefined) | undefined;
  /** Whether the host passes a declined request on. */
  readonly goesOn?: boolean;
  /** Turns an error into a response. A net outside the router sets it, so that the layers of routes see a response as well. */
  net?: ((error: unknown) => Response) | undefined;
  /** What a route whose target or layers threw adds to its responses. The response to the error gets it too. */
  notices?: ((response: Response) => Response)[] | undefined;
  /**
   * The routes that have answered the request so far, one for each mounted application. Kept only if somebody follows the request
   * (`trailOf`).
   */
  trail?: TrailStep[] | undefined;
  /** Runs a Node listener on the request of this source and returns its `Response`. Only servers on `node:http` have it. */
  runListener?(listener: (...args: never[]) => unknown, request: unknown): Promise<unknown>;
}

/** How a server reads a body. */
export interface BodyContent {
  /** Whether the request has no body. */
  readonly isEmpty: boolean;
  /** Whether a body parser of the host has read the body, and these are the bytes of its result. Undefined if the host can have none. */
  readonly isParsed?: boolean;
  /** The chunks as they arrive; null if there is no body. */
  stream(): ReadableStream<Uint8Array> | null;
  /** The whole body. Throws `HttpError` 413, or rejects with it, as soon as there are more than `limit` bytes. */
  collect(limit: number): Uint8Array | Promise<Uint8Array>;
}

/**
 * A body that can be read once as a stream, or any number of times as a whole. If a body parser reads the stream, the body is the bytes
 * of its result.
 */
export class RequestBody {
  private collected: Promise<Uint8Array> | undefined = undefined;
  private streamed = false;
  private parsed: (() => Uint8Array | undefined) | undefined = undefined;

  constructor(
    private readonly content: BodyContent,
    /** How many bytes of the body may be read as a whole, unless the reader gives another limit. */
    readonly limit: number,
  ) {}

  /** Whether there is no body. Does not read anything. */
  get isEmpty(): boolean {
    return this.content.isEmpty;
  }

  /** Whether the bytes come from a body parser. They have no content encoding any more. */
  get isParsed(): boolean {
    return this.streamed || this.content.isParsed === true;
  }

  /** The chunks as they arrive, null if there is no body. Throws a `TypeError` if the body was read before. */
  stream(): ReadableStream<Uint8Array> | null {
    if (this.streamed && this.parsed !== undefined) {
      const bytes = this.parsed();
      if (bytes !== undefined) return webStreamOf(bytes);
    }
    if (this.streamed || this.collected !== undefined) {
      throw new TypeError(
        'the body of this request has been read already; read it once, as a stream or as a whole',
      );
    }
    const stream = this.content.stream();
    this.streamed = stream !== null;
    return stream;
  }

  /** The whole body. Rejects with `HttpError` 413 if it is larger than `limit` bytes. */
  bytes(limit: number): Promise<Uint8Array> {
    if (this.streamed) return this.parsedBytes(limit);
    if (this.collected !== undefined) return this.collected.then((bytes) => within(bytes, limit));
    try {
      // Later readers share this promise, so the first reader's limit holds while the body arrives.
      return (this.collected = Promise.resolve(this.content.collect(limit)));
    } catch (error) {
      return Promise.reject(error as Error);
    }
  }

  private async parsedBytes(limit: number): Promise<Uint8Array> {
    const bytes = this.parsed?.();
    if (bytes !== undefined) return within(bytes, limit);
    throw new TypeError('the body of this request has been taken as a stream already; read that stream');
  }

  /**
   * The stream for a reader such as a body parser. From then on `parsed` returns the bytes of the reader's result, undefined as long as
   * there is none.
   */
  streamFor(parsed: () => Uint8Array | undefined): ReadableStream<Uint8Array> | null {
    const stream = this.stream();
    this.parsed = parsed;
    return stream;
  }
}

/** Returns the bytes. Throws `HttpError` 413 if there are more than `limit`. */
export function within(bytes: Uint8Array, limit: number): Uint8Array {
  admit(bytes.length, limit);
  return bytes;
}

export function tooLarge(limit: number): HttpError {
  return new HttpError(413, `the body is larger than ${limit} bytes`);
}

/** The error for a body whose client disconnected before its end. */
export function cutOff(options?: ErrorOptions): HttpError {
  return new HttpError(400, 'the client hung up before the body was complete', options);
}

function admit(length: number, limit: number): void {
  if (length > limit) throw tooLarge(limit);
}

/** The content of a body that is known as a whole or given as a stream. */
function contentOf(body: Body | null): BodyContent {
  return {
    isEmpty: body === null,
    stream: () => (body === null ? null : webStreamOf(body)),
    collect: (limit) => collect(body, (length) => admit(length, limit)),
  };
}

/** A source made from the constructor arguments of a request. */
export class GivenSource implements RequestSource {
  readonly headers: Headers;
  readonly body: RequestBody;
  readonly protocol: string;
  readonly port: number | undefined;
  readonly remoteAddress: string | undefined;
  private readonly host: string | undefined;
  private heldSignal: AbortSignal | undefined;

  constructor(init: RequestInit) {
    checkInit(init);
    this.headers = new ReceivedHeaders(init.headers);
    this.host = init.host;
    this.protocol = bareProtocol(init.protocol ?? 'http');
    this.port = portOf(init.port);
    this.remoteAddress = init.remoteAddress;
    this.heldSignal = init.signal;
    const given = init.body;
    if (given instanceof URLSearchParams && !this.headers.has('content-type')) {
      this.headers.set('content-type', 'application/x-www-form-urlencoded;charset=UTF-8');
    }
    const limit = amountOf('bodyLimit', init.bodyLimit, defaultBodyLimit);
    this.body = new RequestBody(contentOf(bodyOf(given, 'JSON.stringify(value)')), limit);
  }

  get signal(): AbortSignal {
    return (this.heldSignal ??= new AbortController().signal);
  }

  get authority(): string | undefined {
    return this.host ?? this.headers.get('host') ?? undefined;
  }
}

/** One mebibyte. */
export const defaultBodyLimit = 1_048_576;

/** The number in a `Content-Length` header; undefined if there is none. */
export function declaredLength(headers: Headers): number | undefined {
  const text = headers.get('content-length');
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** The fields of a form. Throws `HttpError` 415 for another content type, 400 for a broken form. */
export function formDataOf(bytes: Uint8Array, contentType: string | null): FormData {
  const type =
    contentType &&
    /^\s*(multipart\/form-data|application\/x-www-form-urlencoded)\s*(?:;|$)/i.exec(contentType);
  if (!type)
    throw new HttpError(415, 'a form is sent as multipart/form-data or application/x-www-form-urlencoded');
  if (type[1]?.toLowerCase() === 'multipart/form-data') return multipartOf(bytes, contentType);
  // `Response.formData` gives the same, but its response and stream make it ten times slower.
  const form = new FormData();
  for (const [name, value] of new URLSearchParams(formDecoder.decode(bytes))) form.append(name, value);
  return form;
}

function multipartOf(bytes: Uint8Array, contentType: string): FormData {
  try {
    return multipartForm(bytes, contentType);
  } catch (cause) {
    throw new HttpError(400, 'the body is not a well-formed form', { cause });
  }
}

/** `https:` and `https://` become `https`. */
export function bareProtocol(protocol: string): string {
  return protocol.replace(/:?(?:\/\/)?$/, '').toLowerCase();
}

function portOf(port: number | string | undefined): number | undefined {
  if (port === undefined || port === '') return undefined;
  const number = Number(port);
  if (!Number.isInteger(number) || number < 0 || number > 65_535)
    throw new RangeError(`a port is a number up to 65535, not '${port}'`);
  return number;
}
