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

/** The body that a value stands for, null for none. Throws a `TypeError` that says what to write for anything else. */
export function bodyOf(value: unknown): Body | null {
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
    `a body is a string, bytes, a stream or null, not ${kindOf(value)}; for data write Response.json(value)`,
  );
}

/** Whether a body comes in chunks rather than at once. */
export function isStream(value: unknown): value is BodyStream {
  return hasMethod(value, Symbol.asyncIterator) || isWebStream(value);
}

/** Whether it is a stream of the web platform, of whichever realm. */
export function isWebStream(value: unknown): value is ReadableStream<Uint8Array> {
  return hasMethod(value, 'getReader');
}

/** A stream's chunks as bytes. Leaving the loop early cancels the stream. */
export async function* chunksOf(body: BodyStream): AsyncGenerator<Uint8Array> {
  if (!isWebStream(body) || Symbol.asyncIterator in body) {
    for await (const chunk of body as AsyncIterable<unknown>) yield bytesOfChunk(chunk);
    return;
  }
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield bytesOfChunk(value);
    }
  } finally {
    // Of a stream that has ended there is nothing to cancel, and that does nothing.
    await reader.cancel().catch(() => undefined);
    reader.releaseLock();
  }
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
export async function collect(
  body: Body | null,
  admit: (length: number) => void = () => undefined,
): Promise<Uint8Array> {
  if (!isStream(body)) {
    const bytes = bytesOfChunk(body ?? '');
    admit(bytes.length);
    return bytes;
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunksOf(body)) {
    length += chunk.length;
    admit(length);
    chunks.push(chunk);
  }
  return joined(chunks, length);
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

/** The same chunks as a web stream, pulled one by one. */
export function webStreamOf(body: Body): ReadableStream<Uint8Array> {
  if (isWebStream(body)) return body;
  const chunks =
    typeof body === 'string' || body instanceof Uint8Array ? once(bytesOfChunk(body)) : chunksOf(body);
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await chunks.next();
      if (next.done === true) controller.close();
      else controller.enqueue(next.value);
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (bytes.length > 0) yield bytes;
}
