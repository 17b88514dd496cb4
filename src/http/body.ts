// Message bodies: what one can be made of, and how it is read whole within a limit.
//
// Text and bytes are kept as they were given, so that a server can send them with their length; a web stream, a Node stream or any other
// async iterable of chunks is a stream. Only what must be read is ever collected.

import { hasMethod, kindOf } from './object-shape.js';

/** Chunks of a streamed body; text is sent as UTF-8. */
export type BodyStream = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array | string>;

/** The body of a response: text is sent as UTF-8, bytes as they are, a stream in chunks as they come. */
export type Body = string | Uint8Array | BodyStream;

const encoder = /* @__PURE__ */ new TextEncoder();

/** The body that a value stands for, null for none. Throws a `TypeError` for anything else, which says what to write for data. */
export function bodyOf(value: unknown, forData = 'Response.json(value)'): Body | null {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return null;
  const bytes = bytesIn(value);
  if (bytes) return bytes;
  if (isStream(value)) {
    // A Node stream that fails before anybody reads it tells its reader later, but would end the process now if nobody listened.
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

/** Whether it is a stream of the web platform, of whichever realm. */
function isWebStream(value: unknown): value is ReadableStream<Uint8Array> {
  return hasMethod(value, 'getReader');
}

/** What a streamed body is read from: chunk by chunk, and given up at once by whoever wants no more of it. */
export interface ChunkSource {
  /** The next chunk as it was given. */
  next(): Promise<{ readonly done?: boolean | undefined; readonly value?: unknown }>;
  /** Ends the stream wherever it is, also while `next` waits; does nothing where it has come to its end, or failed. */
  stop(): void;
}

/** Streams that are read once, and that somebody has begun to read: whoever came later would get nothing of them, as if they were empty. */
const begun = /* @__PURE__ */ new WeakSet<BodyStream>();

/**
 * Begins to read a stream. Throws a `TypeError` where somebody has begun to read it before, unless it gives its chunks again.
 *
 * A `for await` that waits for a chunk cannot be left before it has come, which may be never: a stream of news whose reader has gone is told by its
 * `cancel`, a Node stream by `destroy`, and an iterator by its `return`, while the chunk is still awaited. (A generator hears of that when it goes on.)
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

/** One chunk as bytes. Throws a `TypeError` for what is neither text nor bytes. */
export function bytesOfChunk(chunk: unknown): Uint8Array {
  const bytes = typeof chunk === 'string' ? encoder.encode(chunk) : bytesIn(chunk);
  if (bytes) return bytes;
  throw new TypeError(`a chunk of a body is a string or bytes, not ${kindOf(chunk)}`);
}

/** The bytes that a value is or shows; undefined where it has none. */
function bytesIn(value: unknown): Uint8Array | undefined {
  if (value instanceof Uint8Array) return value;
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  return ArrayBuffer.isView(value)
    ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
    : undefined;
}

/** The whole body. `admit` is told how many bytes there are so far, and reading stops with what it throws. */
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

/** Chunks of `length` bytes altogether as one. */
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

/** The same chunks as a web stream, pulled one by one. `onFailure` is told what the stream fails with, and gives what its reader is told. */
export function webStreamOf(body: Body, onFailure?: (error: unknown) => unknown): ReadableStream<Uint8Array> {
  if (isWebStream(body) && onFailure === undefined) return body;
  if (!isStream(body)) return new Blob([body]).stream();
  const source = sourceOf(body);
  let isLeft = false;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await source.next();
        // What comes, or fails, when nobody waits for it any more is nobody's concern.
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
