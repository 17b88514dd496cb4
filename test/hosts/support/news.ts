// Clients that leave: while there is nothing after the first of server-sent events, and while there is no answer.

import { once } from 'node:events';
import { connect } from 'node:net';
import { type Request, Response } from 'waypost';

/** One event; `cancelled` is called when the stream is given up. */
export function news(cancelled: () => void): Response {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(Buffer.from('data: hello\n\n')),
    cancel: cancelled,
  });
  return new Response({ body, headers: { 'content-type': 'text/event-stream' } });
}

/** Reads the event and hangs up. */
export async function readAndLeave(url: string): Promise<void> {
  const client = new AbortController();
  const { body } = await fetch(url, { signal: client.signal });
  await body?.getReader().read();
  client.abort();
}

/** Asks twice at once, as clients may that do not wait for the first answer, reads an event and hangs up. */
export async function readTwiceAndLeave(url: string): Promise<void> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(2));
  await once(socket, 'data');
  socket.destroy();
}

/** Waits for what comes after the client has hung up, which is nothing. */
export function untilLeft({ signal }: Request): Promise<Response> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
}

/** Asks, waits for no answer, and hangs up. */
export async function leave(url: string): Promise<void> {
  const client = new AbortController();
  setTimeout(() => client.abort(), 50);
  await fetch(url, { signal: client.signal }).catch(() => undefined);
}
