// Saves the reading of messages without a body.
//
// When an answer has been sent, Node reads an unread message to its end: it flows, ends, is destroyed and closes, in ticks of their own.
// Node takes a message as read if `read()` was called before, and leaves it alone. So `read()` is called on a message without a body. If
// somebody listens to the message, it comes to its end like any other (`finishReading`).
//
// Node 24 has the server option `optimizeEmptyRequests` for this, but with it listeners never hear the end.

import { IncomingMessage, type ServerResponse } from 'node:http';

/** Makes Node take a message without a body as read. Returns false if it is complete already, or no plain message of Node. */
export function takeAsRead(incoming: IncomingMessage): boolean {
  // Messages of HTTP/2, and of hosts that replace the prototype (Express), are read in other ways.
  if (Object.getPrototypeOf(incoming) !== IncomingMessage.prototype || incoming.complete) return false;
  incoming.read();
  return true;
}

/** When the answer has been sent, lets the message come to its end if somebody listens to it by then, as Node does with other messages. */
export function finishReading(outgoing: ServerResponse, body: { finish(): void } | undefined): void {
  // Before Node's own `finish` listener, after which the message always has listeners.
  outgoing.prependListener('finish', body === undefined ? finishForListeners : () => body.finish());
}

function finishForListeners(this: ServerResponse): void {
  if (isListenedTo(this.req)) this.req.resume();
}

/**
 * Whether somebody listens to a message. `own` is the number of the caller's listeners for `close` and `error`. The events are asked for by
 * name, since Node is slow to list them: it keeps a place for each of them in every message.
 */
export function isListenedTo(message: IncomingMessage, own = 0): boolean {
  return (
    message.listenerCount('close') > own ||
    message.listenerCount('error') > own ||
    message.listenerCount('aborted') > 0 ||
    isHeard(message)
  );
}

/** Whether somebody listens to the content of a message. */
export function isHeard(message: IncomingMessage): boolean {
  return (
    message.listenerCount('data') > 0 ||
    message.listenerCount('end') > 0 ||
    message.listenerCount('readable') > 0
  );
}
