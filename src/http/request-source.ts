// Where a request's headers and body come from: the arguments of its constructor here, a socket under `node:http`, a Fetch request under
// `toFetchHandler`. A request asks for each when somebody reads it, so that a route which looks at neither pays for neither; the
// requests that mounted applications see share one source, and with it the one body.

import { amountOf } from './options.js';
import { type Body, bodyOf, collect, webStreamOf } from './body.js';
import type { Headers } from './headers.js';
import { HttpError } from './http-error.js';
import { formDecoder, multipartForm } from './multipart.js';
import { ReceivedHeaders } from './received-headers.js';
import { type RequestInit, checkInit } from './request-init.js';
import type { Response } from './response.js';
import type { TrailStep } from './route-tracing.js';

/** A server's side of a request; every member is asked for only when it is needed. */
export interface RequestSource {
  /** The headers as received. */
  readonly headers: Headers;
  /** The host with its port, as in the `Host` header; undefined where the client sent none. */
  readonly authority: string | undefined;
  /** `http` or `https`. */
  readonly protocol: string;
  /** Where it is known apart from the authority. */
  readonly port: number | undefined;
  /** The client's address. */
  readonly remoteAddress: string | undefined;
  /** Aborted when the client hangs up. */
  readonly signal: AbortSignal;
  /** The body, which is read when somebody asks. */
  readonly body: RequestBody;
  /** What the host called with, where there is one. */
  readonly hostArguments?: readonly unknown[];
  /** What stands for an answer that the host has sent already, by what it called with: a route may give nothing then. */
  sent?: (() => Response | undefined) | undefined;
  /** Whether what is declined goes on to somebody who stands behind the endpoint. */
  readonly goesOn?: boolean;
  /** Makes a response of an error, where a layer outside the router does: so layers of the routes see a response as well. */
  net?: ((error: unknown) => Response) | undefined;
  /** What the routes whose targets or layers threw add to every answer of theirs: the answer to that error is one. */
  notices?: ((response: Response) => Response)[] | undefined;
  /** The routes that the request has come by, one for each application that is mounted in another; kept where somebody asks (`trailOf`). */
  trail?: TrailStep[] | undefined;
  /** Runs a Node listener on the request that has this source, and gives its answer, a `Response`; only servers on `node:http` can. */
  runListener?(listener: (...args: never[]) => unknown, request: unknown): Promise<unknown>;
}

/** What a body is read from, by a server in the way that suits it. */
export interface BodyContent {
  /** Whether no body comes with the request. */
  readonly isEmpty: boolean;
  /** Whether what was read is what a body parser of the host had made of it; undefined where no host has one. */
  readonly isParsed?: boolean;
  /** The chunks as they come; null where there is no body. */
  stream(): ReadableStream<Uint8Array> | null;
  /** Everything at once. Throws, or rejects with, `HttpError` 413 as soon as there are more than `limit` bytes. */
  collect(limit: number): Uint8Array | Promise<Uint8Array>;
}

/**
 * A body that can be read once as a stream, or any number of times as a whole. Where somebody else reads the stream and makes something of
 * it, as a body parser does, the body is what was made of it.
 */
export class RequestBody {
  private collected: Promise<Uint8Array> | undefined = undefined;
  private streamed = false;
  private parsed: (() => Uint8Array | undefined) | undefined = undefined;

  constructor(
    private readonly content: BodyContent,
    /** The number of bytes up to which a body is read whole, unless the reader says otherwise. */
    readonly limit: number,
  ) {}

  /** Whether there is no body at all; asking reads nothing. */
  get isEmpty(): boolean {
    return this.content.isEmpty;
  }

  /** Whether the bytes that were read are what a body parser made of the body, which is in no content encoding any more. */
  get isParsed(): boolean {
    return this.streamed || this.content.isParsed === true;
  }

  /** The chunks as they come, null where there is no body. Throws a `TypeError` if the body was read before. */
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

  /** All of it. Rejects with `HttpError` 413 when it is larger than `limit` bytes. */
  bytes(limit: number): Promise<Uint8Array> {
    if (this.streamed) return this.parsedBytes(limit);
    if (this.collected !== undefined) return this.collected.then((bytes) => within(bytes, limit));
    try {
      // The first reader's limit is kept while the body comes in.
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

  /** The stream for somebody who may make something of it; `parsed` then gives that as bytes again, undefined while there is nothing. */
  streamFor(parsed: () => Uint8Array | undefined): ReadableStream<Uint8Array> | null {
    const stream = this.stream();
    this.parsed = parsed;
    return stream;
  }
}

/** Those bytes, unless there are more than `limit`: that is an `HttpError` 413. */
export function within(bytes: Uint8Array, limit: number): Uint8Array {
  admit(bytes.length, limit);
  return bytes;
}

export function tooLarge(limit: number): HttpError {
  return new HttpError(413, `the body is larger than ${limit} bytes`);
}

/** What reading a body fails with whose client left in the middle of it. */
export function cutOff(options?: ErrorOptions): HttpError {
  return new HttpError(400, 'the client hung up before the body was complete', options);
}

function admit(length: number, limit: number): void {
  if (length > limit) throw tooLarge(limit);
}

/** Content that is there as a body of the kinds that a response has. */
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

/** The length that a `Content-Length` header declares; undefined where there is none that is a number. */
export function declaredLength(headers: Headers): number | undefined {
  const text = headers.get('content-length');
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** The form fields of a body. Throws `HttpError` 415 for another type, 400 for a broken form. */
export function formDataOf(bytes: Uint8Array, contentType: string | null): FormData {
  const type =
    contentType &&
    /^\s*(multipart\/form-data|application\/x-www-form-urlencoded)\s*(?:;|$)/i.exec(contentType);
  if (!type)
    throw new HttpError(415, 'a form is sent as multipart/form-data or application/x-www-form-urlencoded');
  if (type[1]?.toLowerCase() === 'multipart/form-data') return multipartOf(bytes, contentType);
  // What a response does, without the response and its stream, which take ten times as long.
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

/** `https` for `https:` and `https://`. */
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
