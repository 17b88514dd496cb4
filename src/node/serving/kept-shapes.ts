// One object of each shape that a request brings about, kept for as long as the process lives.
//
// The engine knows a shape only as long as some object has it. A collection that comes when no request is under way, or none with a body, makes it
// forget shapes, and throw away all code that it had compiled for them: the next thousand requests take two to five times as long. Node's ticks
// stay five times as slow from then on.

import { executionAsyncResource } from 'node:async_hooks';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Request } from '../../http/request.js';
import { Response } from '../../http/response.js';
import { IncomingSource, type IncomingSettings } from './incoming.js';
import { TakenBody } from './message-body.js';

interface Kept {
  /** Requests, responses and messages that nobody has sent. */
  readonly made: readonly unknown[];
  /** What Node makes for each `process.nextTick`. */
  tick: object | undefined;
  /** The last response that was sent: no other has what Node adds to one on its way. */
  sent: ServerResponse | undefined;
}

let kept: Kept | undefined;

/** From now on the engine remembers the shapes of what listeners make of requests. */
export function keepShapes(settings: IncomingSettings): Kept {
  if (kept !== undefined) return kept;
  const keeping: Kept = (kept = { made: shapes(settings), tick: undefined, sent: undefined });
  // Bun and Deno have no such objects.
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
