// Server-sent events of which there is one, and then none for long: the client leaves meanwhile.

import { Response } from 'waypost';

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
