// Keeps one object of each shape (V8's hidden class) that requests create, for as long as the process lives.
//
// V8 forgets a shape when no object has it, and discards the code compiled for it. If garbage is collected while no request is running, or
// none with a body, the following requests are therefore much slower (docs/performance-notes.md, "Requests").

import { executionAsyncResource } from 'node:async_hooks';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Request } from '../../http/request.js';
import { Response } from '../../http/response.js';
import { IncomingSource, type IncomingSettings } from './incoming.js';
import { TakenBody } from './message-body.js';

interface Kept {
  /** Requests, responses and messages made only for their shapes. */
  readonly made: readonly unknown[];
  /** The object that Node makes for each `process.nextTick`. */
  tick: object | undefined;
  /** The last response that was sent: Node adds members to a response when it sends it. */
  sent: ServerResponse | undefined;
}

let kept: Kept | undefined;

/** Keeps the shapes. The listener sets `sent` of the result to each response that it sends. */
export function keepShapes(settings: IncomingSettings): Kept {
  if (kept !== undefined) return kept;
  const keeping: Kept = (kept = { made: shapes(settings), tick: undefined, sent: undefined });
  // Bun and Deno have no such object for a tick.
  if (!process.versions['bun'] && !process.versions['deno'])
    process.nextTick(() => {
      keeping.tick = executionAsyncResource();
    });
  return keeping;
}

function shapes(settings: IncomingSettings): readonly unknown[] {
  // Node listens to the end of each message.
  const message = new IncomingMessage(new Socket()).once('end', () => undefined);
  const source = new IncomingSource(message, new ServerResponse(message), settings, undefined, false);
  const request = new Request({ method: 'GET', path: '/' }, source);
  const messageWithBody = new IncomingMessage(new Socket());
  const taken = new TakenBody(messageWithBody, 0);
  const response = new Response({ body: '-' });
  return [
    message,
    source,
    source.headers,
    source.body,
    request,
    messageWithBody,
    taken,
    response,
    response.headers,
  ];
}
