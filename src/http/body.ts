// Message bodies: what values can be one, and how a body is read whole within a limit.
//
// Text and bytes are kept as given, so a server can send them with their length. A web stream, a Node stream or any other async iterable
// of chunks is a stream. Chunks are collected only when somebody reads the whole body.

import { hasMethod, kindOf } from './object-shape.js';

/** Chunks of a streamed body; text is sent as UTF-8. */
export type BodyStream = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array | string>;

/** The body of a response: text is sent as UTF-8, bytes as they are, a stream in chunks as they come. */
export type Body = string | Uint8Array | BodyStream;

const encoder = /* @__PURE__ */ new TextEncoder();

/** Turns a value into a body; null and undefined give null. For anything else, throws a `TypeError` that says what to write for data. */
export function bodyOf(value: unknown, forData = 'Response.json(value)'): Body | null {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return null;
  const bytes = bytesIn(value);
  if (bytes) return bytes;
  if (isStream(value)) {
    // Without a listener, a Node stream that fails before anybody reads it would end the process. Its reader still gets the error later.
    if (hasMethod(value, 'on')) value.on('error', () => undefined);
    return value;
  }
  if (value instanceof URLSearchParams) return value.toString();
  if (hasMethod(value, 'stream')) return bodyOf(value.stream());
  throw new TypeError(
    `a body is a string, bytes, a stream or null, not ${kindOf(value)}; for data write ${forData}`,
  );
}

/** Whether a body comes in chunks rather than at once. */
export function isStream(value: unknown): value is BodyStream {
  return hasMethod(value, Symbol.asyncIterator) || isWebStream(value);
}

/** Checked by its method: a stream may come from another realm. */
function isWebStream(value: unknown): value is ReadableStream<Uint8Array> {
  return hasMethod(value, 'getReader');
}

/** Reads a streamed body chunk by chunk. The reader can stop at any time. */
export interface ChunkSource {
  /** The next chunk as it was given. */
  next(): Promise<{ readonly done?: boolean | undefined; readonly value?: unknown }>;
  /** Ends the stream at once, even while `next` waits. Does nothing if the stream has ended or failed. */
  stop(): void;
}

/** Streams that can be read only once and that somebody has begun to read. A second reader would see them as empty. */
const begun = /* @__PURE__ */ new WeakSet<BodyStream>();

/**
 * Begins to read a stream. Throws a `TypeError` if somebody has begun to read it before, unless the stream can give its chunks again.
 *
 * A `for await` loop cannot be left while it waits for a chunk, and that chunk may never come. So the stream itself is told when its
 * reader is gone: a web stream by `cancel`, a Node stream by `destroy`, an iterator by `return`. (A generator learns of it only when it
 * goes on.)
 */
export function sourceOf(body: BodyStream): ChunkSource {
  if (begun.has(body)) throw new TypeError('a stream is read once; make one for each response');
  if (isWebStream(body)) {
    const reader = body.getReader();
    begun.add(body);
    return { next: () => reader.read(), stop: () => void reader.cancel().catch(() => undefined) };
  }
  const chunks: AsyncIterator<unknown> = body[Symbol.asyncIterator]();
  if ((chunks as object) === body || hasMethod(body, 'destroy')) begun.add(body);
  let isOver = false;
  return {
    async next() {
      let next: IteratorResult<unknown> | undefined;
      try {
        return (next = await chunks.next());
      } finally {
        isOver ||= !next || next.done === true;
      }
    },
    stop() {
      if (isOver) return;
      isOver = true;
      if (hasMethod(body, 'destroy')) body.destroy();
      (async () => chunks.return?.())().catch(() => undefined);
    },
  };
}

/** Turns one chunk into bytes. Throws a `TypeError` if it is neither text nor bytes. */
export function bytesOfChunk(chunk: unknown): Uint8Array {
  const bytes = typeof chunk === 'string' ? encoder.encode(chunk) : bytesIn(chunk);
  if (bytes) return bytes;
  throw new TypeError(`a chunk of a body is a string or bytes, not ${kindOf(chunk)}`);
}

/** The bytes of a typed array, a view or a buffer; undefined for any other value. */
function bytesIn(value: unknown): Uint8Array | undefined {
  if (value instanceof Uint8Array) return value;
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  return ArrayBuffer.isView(value)
    ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
    : undefined;
}

/** Reads the whole body. `admit` is called with the number of bytes so far. If it throws, reading stops with that error. */
export async function collect(body: Body | null, admit?: (length: number) => void): Promise<Uint8Array> {
  if (!isStream(body)) {
    const bytes = bytesOfChunk(body ?? '');
    admit?.(bytes.length);
    return bytes;
  }
  const source = sourceOf(body);
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await source.next();
      if (done === true) return joined(chunks, length);
      const chunk = bytesOfChunk(value);
      length += chunk.length;
      admit?.(length);
      chunks.push(chunk);
    }
  } finally {
    source.stop();
  }
}

/** Joins chunks, whose total is `length` bytes. */
export function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const [only] = chunks;
  if (only && chunks.length === 1) return only;
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole;
}

/** The body as a web stream that pulls one chunk at a time. If the stream fails, its reader gets what `onFailure` makes of the error. */
export function webStreamOf(body: Body, onFailure?: (error: unknown) => unknown): ReadableStream<Uint8Array> {
  if (isWebStream(body) && onFailure === undefined) return body;
  if (!isStream(body)) return new Blob([body]).stream();
  const source = sourceOf(body);
  let isLeft = false;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await source.next();
        // After `cancel` nobody waits for this chunk or error.
        if (isLeft) return;
        if (done === true) controller.close();
        else controller.enqueue(bytesOfChunk(value));
      } catch (error) {
        if (isLeft) return;
        source.stop();
        throw onFailure ? onFailure(error) : error;
      }
    },
    cancel() {
      isLeft = true;
      source.stop();
    },
  });
}
