// A `ServerResponse` that turns what is written to it into a `Response`, instead of sending it to a socket.
//
// Connect middleware uses this object: it sets headers, replaces `write` and `end`, waits for `finish`. The `Response` is given as soon as
// the head is settled. Its body is the chunk passed to a single `end`, or a stream with back pressure. The capturing methods are own
// properties of each response, since Express replaces the prototype of every response.

import {
  type IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  ServerResponse,
} from 'node:http';
import { Headers } from '../../http/headers.js';
import { HttpError, asError } from '../../http/http-error.js';
import { Response } from '../../http/response.js';
import { ConnectResponse } from './connect-surface.js';
import type { HostMessage } from './host-message.js';
import { cutOff, isGone } from './outgoing.js';

type Chunk = string | Uint8Array;
type Done = (error?: Error | null) => void;

const highWaterMark = 64 * 1024;

/** A streamed body: the chunks that were written and not yet read. */
class WrittenBody implements AsyncIterableIterator<Uint8Array> {
  private readonly chunks: Uint8Array[] = [];
  private length = 0;
  private ended = false;
  private failure: Error | undefined = undefined;
  private wake: (() => void) | undefined = undefined;
  /** Whether the writer should wait for `drain`. */
  needsDrain = false;

  constructor(private readonly reader: { drained(): void; finished(): void; abandoned(): void }) {}

  /** Returns false if the writer should wait for `drain`. */
  write(chunk: Uint8Array): boolean {
    this.chunks.push(chunk);
    this.length += chunk.length;
    this.wake?.();
    this.needsDrain = this.length >= highWaterMark;
    return !this.needsDrain;
  }

  end(): void {
    this.ended = true;
    this.wake?.();
  }

  fail(error: Error): void {
    this.failure = error;
    this.wake?.();
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    while (this.chunks.length === 0 && !this.ended && this.failure === undefined) {
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
    const chunk = this.chunks.shift();
    if (chunk !== undefined) {
      this.length -= chunk.length;
      if (this.needsDrain && this.length < highWaterMark) {
        this.needsDrain = false;
        this.reader.drained();
      }
      return { done: false, value: chunk };
    }
    if (this.failure !== undefined) throw this.failure;
    this.reader.finished();
    return { done: true, value: undefined };
  }

  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    if (!this.ended || this.chunks.length > 0) this.reader.abandoned();
    this.chunks.length = 0;
    this.ended = true;
    this.wake?.();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

export class CapturedResponse extends ConnectResponse {
  /** Node's mark of a settled head; middleware reads it. */
  declare _header: string | null;
  private readonly written: WrittenBody;
  private silence: NodeJS.Timeout | undefined = undefined;

  /**
   * `settle` is called once with the response, as soon as its head and the kind of its body are known. `sent` is the Node response to the
   * client, if there is one: early hints and trailers are passed to it directly.
   */
  constructor(
    incoming: IncomingMessage,
    private readonly settle: (response: Response) => void,
    private readonly sent: ServerResponse | undefined,
  ) {
    super(incoming, sent);
    for (const name of capturing)
      Object.defineProperty(this, name, { value: own(name), writable: true, configurable: true });
    // An own property, since Bun's does not read `_header`.
    Object.defineProperty(this, 'headersSent', { get: isHeadSettled, configurable: true });
    // For middleware that reads the remote address. Nothing here writes to this socket.
    Object.defineProperty(this, 'socket', { value: incoming.socket, writable: true });
    this.written = new WrittenBody({
      drained: () => void this.emit('drain'),
      finished: () => this.close(true),
      abandoned: () => this.close(false),
    });
    const { res }: HostMessage = incoming;
    if (res instanceof ServerResponse) this.takeOver(res as ServerResponse);
  }

  /**
   * In Express a message has one response for all middleware. So this response gets what earlier middleware has put on the other one:
   * values, and methods that replace Express's. A method bound to the other response answers by that one, and this response then ends too.
   */
  private takeOver(other: ServerResponse): void {
    const added = Object.entries(other).filter(([name, value]) =>
      typeof value === 'function'
        ? !(name in ServerResponse.prototype || Object.hasOwn(this, name) || name === '__onFinished')
        : !(name in this),
    );
    if (added.length === 0) return;
    Object.assign(this, Object.fromEntries(added));
    other.setMaxListeners(0).once('finish', () => {
      this.statusCode = other.statusCode;
      this.end();
    });
  }

  override writeHead(
    status: number,
    reason?: string | OutgoingHttpHeaders | OutgoingHttpHeader[],
    headers?: OutgoingHttpHeaders | OutgoingHttpHeader[],
  ): this {
    if (this.headersSent) throw new Error('the head of this response has been written already');
    if (!(status >= 100 && status <= 999))
      throw Object.assign(new RangeError(`Invalid status code: ${String(status)}`), {
        code: 'ERR_HTTP_INVALID_STATUS_CODE',
      });
    const given = typeof reason === 'object' ? reason : headers;
    if (typeof reason === 'string') this.statusMessage = reason;
    this.statusCode = status;
    for (const [name, value] of headerEntries(given)) this.setHeader(name, value);
    this._header = `HTTP/1.1 ${status}\r\n\r\n`;
    return this;
  }

  override flushHeaders(): void {
    this.settleHead();
    this.answer(this.written);
  }

  override write(chunk: Chunk, encoding?: BufferEncoding | Done, done?: Done): boolean {
    const callback = typeof encoding === 'function' ? encoding : done;
    if (isOver(this)) {
      callLater(callback, new Error('the response has ended'));
      return false;
    }
    this.settleHead();
    this.answer(this.written);
    this.silence?.refresh();
    const proceed = this.written.write(bytes(chunk, encoding));
    callLater(callback);
    return proceed;
  }

  override end(chunk?: Chunk | Done | null, encoding?: BufferEncoding | Done, done?: Done): this {
    const callback = [chunk, encoding, done].find((argument) => typeof argument === 'function');
    const content = typeof chunk === 'function' ? undefined : (chunk ?? undefined);
    if (this.destroyed) callLater(callback, new Error('the response has ended'));
    else if (callback !== undefined) this.once('finish', callback);
    if (isOver(this)) return this;
    this.settleHead();
    this.finished = true;
    if (this.isAnswered) {
      if (content !== undefined) this.written.write(bytes(content, encoding));
      this.written.end();
      // As in Node, a body that needs no drain counts as sent: an outer layer may replace it and never read it.
      if (!this.written.needsDrain) process.nextTick(() => this.close(true));
      return this;
    }
    // Text without a content type becomes bytes, since a `Response` would give text a type. Node sends it without one.
    this.answer(
      content === undefined
        ? null
        : typeof content === 'string' && isUtf8(encoding) && this.hasHeader('content-type')
          ? content
          : bytes(content, encoding),
    );
    process.nextTick(() => this.close(true));
    return this;
  }

  override destroy(error?: Error): this {
    if (this.destroyed) return this;
    this.written.fail(error ?? new Error('the response was destroyed before its end'));
    if (!this.isAnswered) {
      // The client gets no answer.
      if (this.sent !== undefined) cutOff(this.sent);
      this.answer(this.written);
    }
    this.close(false);
    return this;
  }

  /** Times out when nothing is written for so long. The real socket's timeout stays the server's, which destroys it if nobody listens. */
  override setTimeout(milliseconds: number, callback?: () => void): this {
    if (callback !== undefined) this.on('timeout', callback);
    clearTimeout(this.silence);
    this.silence =
      milliseconds > 0
        ? setTimeout(() => {
            if (!this.emit('timeout', this.socket)) this.destroy();
          }, milliseconds).unref()
        : undefined;
    return this;
  }

  override writeContinue(done?: Done): void {
    callLater(done);
  }

  override writeProcessing(done?: Done): void {
    callLater(done);
  }

  override writeEarlyHints(hints: Record<string, string | string[]>, done?: Done): void {
    const { sent } = this;
    if (sent !== undefined && !sent.headersSent && !isGone(sent)) sent.writeEarlyHints(hints);
    callLater(done);
  }

  /** As in Node, trailers are sent only after a chunked body. */
  override addTrailers(trailers: OutgoingHttpHeaders | readonly [string, string][]): void {
    const { sent } = this;
    if (sent !== undefined && !sent.writableEnded && !isGone(sent)) sent.addTrailers(trailers);
  }

  override cork(): void {}
  override uncork(): void {}

  isAnswered = false;

  /** Ends a response that gets no answer, so loggers that wait for its end see `status`. */
  abandon(status: number): void {
    if (this.isAnswered || this.destroyed) return;
    this.isAnswered = true;
    this.statusCode = status;
    this._header ??= `HTTP/1.1 ${status}\r\n\r\n`;
    this.finished = true;
    process.nextTick(() => this.close(true));
  }

  /** Calls `this.writeHead`, which middleware may have replaced. */
  settleHead(): void {
    if (!this.headersSent) this.writeHead(this.statusCode);
  }

  answer(body: Chunk | WrittenBody | null): void {
    if (this.isAnswered) return;
    this.isAnswered = true;
    this.settle(new Response({ status: this.statusCode, headers: capturedHeaders(this), body }));
  }

  close(finished: boolean): void {
    if (this.destroyed) return;
    this.destroyed = true;
    clearTimeout(this.silence);
    if (finished) this.emit('finish');
    this.emit('close');
  }
}

const capturing = Object.getOwnPropertyNames(CapturedResponse.prototype).filter(
  (name): name is Exclude<keyof CapturedResponse, symbol> => name !== 'constructor',
);

function own(name: keyof CapturedResponse): unknown {
  return CapturedResponse.prototype[name];
}

function isHeadSettled(this: CapturedResponse): boolean {
  return Boolean(this._header);
}

/**
 * Ends a response when the client hangs up, so its middleware notices even if it is not writing. An unanswered response is only closed: if
 * it is answered afterwards, outer layers still get the answer. One whose body is unfinished is destroyed.
 */
export function closeOn(hangUp: AbortSignal, outgoing: CapturedResponse): void {
  const close = (): void => {
    if (!outgoing.isAnswered) outgoing.close(false);
    else if (!outgoing.finished)
      outgoing.destroy(new HttpError(400, 'the client hung up before it had the whole answer'));
  };
  if (hangUp.aborted) close();
  else hangUp.addEventListener('abort', close, { once: true });
}

/** Whether nothing more can be written to a response. */
export function isOver(outgoing: CapturedResponse): boolean {
  return outgoing.finished || (outgoing.destroyed && outgoing.isAnswered);
}

/** Destroys a response whose body has begun but not ended, as Express ends the connection then. Returns false if there is none. */
export function breakOff(outgoing: CapturedResponse, error: unknown): boolean {
  if (!outgoing.isAnswered || outgoing.finished || outgoing.destroyed) return false;
  outgoing.destroy(asError(error));
  return true;
}

function callLater(callback: Done | undefined, error?: Error): void {
  if (callback !== undefined) process.nextTick(callback, error);
}

/** Whether nobody has replaced a method or listens to an event, so only the headers of the response matter. */
export function isPlain(outgoing: CapturedResponse): boolean {
  return (
    !outgoing.headersSent &&
    replaceable.every((name) => outgoing[name] === CapturedResponse.prototype[name]) &&
    outgoing.eventNames().length === 0
  );
}

const replaceable = ['writeHead', 'write', 'end', 'setHeader', 'flushHeaders'] as const;

/** The headers that were set on a Node response. */
function capturedHeaders(outgoing: ServerResponse): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(outgoing.getHeaders())) {
    if (value === undefined) continue;
    if (Array.isArray(value)) for (const one of value) headers.append(name, one);
    else headers.append(name, value);
  }
  return headers;
}

/** Merges headers with those set on a Node response. `own` wins, except for cookies and `Vary`, which add up. */
export function headersOver(own: Headers, outgoing: ServerResponse): Headers {
  const headers = capturedHeaders(outgoing);
  if (headers.flat().length === 0) return own;
  const names = new Set(own.keys());
  for (const name of names) if (name !== 'set-cookie' && name !== 'vary') headers.delete(name);
  for (const name of names)
    for (const value of own.all(name)) {
      if (name === 'vary') for (const token of value.split(',')) headers.addToken('vary', token.trim());
      else headers.append(name, value);
    }
  return headers;
}

function headerEntries(
  headers: OutgoingHttpHeaders | OutgoingHttpHeader[] | undefined,
): [string, OutgoingHttpHeader][] {
  if (headers === undefined) return [];
  if (!Array.isArray(headers)) {
    return Object.entries(headers).filter(
      (entry): entry is [string, OutgoingHttpHeader] => entry[1] !== undefined,
    );
  }
  const flat = Array.isArray(headers[0]) ? headers.flat() : headers;
  const values = new Map<string, OutgoingHttpHeader>();
  for (let i = 0; i + 1 < flat.length; i += 2) {
    const name = String(flat[i]).toLowerCase();
    values.set(name, [values.get(name) ?? [], flat[i + 1] ?? []].flat().map(String));
  }
  return [...values];
}

function isUtf8(encoding: unknown): boolean {
  return typeof encoding !== 'string' || encoding === 'utf8' || encoding === 'utf-8';
}

function bytes(chunk: Chunk, encoding: unknown): Uint8Array {
  return typeof chunk === 'string'
    ? Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8')
    : chunk;
}
