// What there is to ask of a response on its way that `node:http2` answers in another way than `node:http`, or not at all: there it has no
// `destroyed`, counts as written when its stream was reset, and, destroyed in the middle of a body, looks to the client like one that is whole.

import type { ServerResponse } from 'node:http';
import type { ServerHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';

/** A response with what it has where it goes by HTTP/2. */
type Outgoing = ServerResponse & { readonly stream?: ServerHttp2Stream };

// Those of `constants` of `node:http2`, which takes time to load.
const noError = 0;
const internalError = 2;

/** Whether nothing more can be written. */
export function isGone(outgoing: Outgoing): boolean {
  return outgoing.destroyed ?? (outgoing.stream !== undefined && isOver(outgoing.stream));
}

function isOver({ closed, destroyed }: ServerHttp2Stream): boolean {
  return closed || destroyed;
}

/** Whether a response that has come to its end has left as a whole. */
export function hasLeft({ stream, writableFinished }: Outgoing): boolean {
  if (stream === undefined) return writableFinished;
  return stream.headersSent && !stream.aborted && stream.rstCode === noError;
}

/**
 * Calls a function when a response has come to its end, perhaps twice; gives what takes it back. Only its stream is told where HTTP/2 answers HEAD, and of a
 * client that gives a body up that waits for it nothing but that it is aborted.
 */
export function onceOver(outgoing: Outgoing, listener: () => void): () => void {
  endWithConnection(outgoing);
  const { stream } = outgoing;
  const told = stream ?? outgoing;
  told.once('close', listener);
  stream?.once('aborted', listener);
  return () => {
    told.off('close', listener);
    stream?.off('aborted', listener);
  };
}

/** Ends a response that cannot become whole, so that the client sees that: with its connection, or its stream of HTTP/2 alone. */
export function cutOff(outgoing: Outgoing): void {
  if (outgoing.stream === undefined) outgoing.destroy();
  else outgoing.stream.close(internalError);
}

/** Cuts a response off of which the client takes nothing for so many milliseconds; one that waits for those before it is not offered to him yet. */
export function cutOffAfter(timeout: number, outgoing: Outgoing): NodeJS.Timeout {
  const timer = setTimeout(() => {
    if (outgoing.socket === null) timer.refresh();
    else cutOff(outgoing);
  }, timeout);
  return timer;
}

/** Of each connection, the responses that are to end with it, and wait for those before them. */
const waiting = new WeakMap<Socket, Set<Outgoing>>();

/**
 * Lets a response end with its connection from the start. A client may send requests behind one another: the response to each gets the connection
 * when the one before has left, and Node tells it of nothing until then. One that has left has none any more.
 */
function endWithConnection(outgoing: Outgoing): void {
  if (outgoing.socket !== null || outgoing.stream !== undefined || outgoing.writableFinished) return;
  const { socket } = outgoing.req;
  if (socket.destroyed) end(outgoing);
  else {
    const responses = waiting.get(socket) ?? queueOf(socket);
    outgoing.once('socket', () => responses.delete(outgoing));
    responses.add(outgoing);
  }
}

function queueOf(socket: Socket): Set<Outgoing> {
  const responses = new Set<Outgoing>();
  waiting.set(socket, responses);
  socket.once('close', () => responses.forEach(end));
  return responses;
}

function end(outgoing: Outgoing): void {
  if (outgoing.writableFinished) return;
  outgoing.destroy();
  outgoing.emit('close');
}

/** Whether it is a connection, and not what stands for one in functions and tests. */
export function isConnection(socket: Partial<Socket>): boolean {
  return typeof socket.setTimeout === 'function';
}

/** Ends a response that was written to its end where the client takes nothing of what has not left yet for so many milliseconds. */
export function limitUnsent(outgoing: Outgoing, timeout: number): void {
  const { socket, stream } = outgoing;
  if (stream !== undefined) {
    stream.setTimeout(timeout, closeUnsent);
    return;
  }
  if (socket !== null && (socket.writableLength === 0 || !isConnection(socket))) return;
  const before = socket?.timeout ?? 0;
  // Of a write under way the socket knows whether it gets on. Node's own listener sets the time for the next request.
  outgoing
    .setTimeout(timeout, () => cutOff(outgoing))
    .prependListener('finish', () => outgoing.socket?.setTimeout(before));
}

function closeUnsent(this: ServerHttp2Stream): void {
  if (!this.writableFinished) this.close(internalError);
}

/**
 * Whether values of headers have letters beyond ASCII: Node writes a head together with a text that is the first of the body, and in UTF-8 as that, so
 * that a text behind such a head is to be bytes.
 */
export function hasLatin1(values: readonly unknown[]): boolean {
  return values.some((value) => /[^\0-\x7f]/.test(String(value)));
}
