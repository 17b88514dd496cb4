// Questions about a response that is being sent, answered for `node:http` and `node:http2` alike.
//
// Responses of `node:http2` differ: they have no `destroyed`, count as written when their stream was reset, and look complete to the client
// if they are destroyed in the middle of a body. They have a `stream`, which tells the truth.

import type { ServerResponse } from 'node:http';
import type { ServerHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';

/** A Node response. With HTTP/2 it has a `stream`. */
type Outgoing = ServerResponse & { readonly stream?: ServerHttp2Stream };

// Copied from `constants` of `node:http2`, which takes time to load.
const noError = 0;
const internalError = 2;

/** Whether the response is destroyed, so nothing more can be written. */
export function isGone(outgoing: Outgoing): boolean {
  return outgoing.destroyed ?? (outgoing.stream !== undefined && isOver(outgoing.stream));
}

function isOver({ closed, destroyed }: ServerHttp2Stream): boolean {
  return closed || destroyed;
}

/** Whether a response that has ended was sent completely. */
export function hasLeft({ stream, writableFinished }: Outgoing): boolean {
  if (stream === undefined) return writableFinished;
  return stream.headersSent && !stream.aborted && stream.rstCode === noError;
}

/**
 * Calls a function when a response has ended, perhaps twice. Returns a function that removes it. With HTTP/2 it listens to the stream: the
 * response of a HEAD request emits no `close`, and if a client cancels a body that waits for it, only `aborted` is emitted.
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

/** Ends a response that cannot be completed so that the client notices: closes its connection, or with HTTP/2 only its stream. */
export function cutOff(outgoing: Outgoing): void {
  if (outgoing.stream === undefined) outgoing.destroy();
  else outgoing.stream.close(internalError);
}

/**
 * Cuts a response off after so many milliseconds, unless the timer is refreshed. A pipelined response that waits for earlier ones, and so
 * has no socket yet, waits on: the client cannot read it.
 */
export function cutOffAfter(timeout: number, outgoing: Outgoing): NodeJS.Timeout {
  const timer = setTimeout(() => {
    if (outgoing.socket === null) timer.refresh();
    else cutOff(outgoing);
  }, timeout);
  return timer;
}

/** For each connection, the pipelined responses that wait for earlier ones and must end with the connection. */
const waiting = new WeakMap<Socket, Set<Outgoing>>();

/**
 * Ends a pipelined response when its connection closes. Node gives a response its socket only when the previous one has been sent, and
 * tells it nothing before. A response that has been sent has no socket either, and is left alone.
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

/** Whether it is a real connection, and not a substitute as in serverless functions and tests. */
export function isConnection(socket: Partial<Socket>): boolean {
  return typeof socket.setTimeout === 'function';
}

/** Cuts off a response that was written completely if the client reads nothing of its unsent rest for so many milliseconds. */
export function limitUnsent(outgoing: Outgoing, timeout: number): void {
  const { socket, stream } = outgoing;
  if (stream !== undefined) {
    stream.setTimeout(timeout, closeUnsent);
    return;
  }
  if (socket !== null && (socket.writableLength === 0 || !isConnection(socket))) return;
  const before = socket?.timeout ?? 0;
  // The socket's timeout notices progress of a pending write. Node's own `finish` listener, which sets the time for the next request, has
  // to come after this one.
  outgoing
    .setTimeout(timeout, () => cutOff(outgoing))
    .prependListener('finish', () => outgoing.socket?.setTimeout(before));
}

function closeUnsent(this: ServerHttp2Stream): void {
  if (!this.writableFinished) this.close(internalError);
}

/**
 * Whether values of headers have characters beyond ASCII. Node writes a head and the first text of the body together, and in the text's
 * encoding, UTF-8. So behind such a head, text must be sent as bytes.
 */
export function hasLatin1(values: readonly unknown[]): boolean {
  return values.some((value) => /[^\0-\x7f]/.test(String(value)));
}
