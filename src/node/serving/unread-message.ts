// A message without a body, which nobody need read.
//
// When an answer has left, Node reads what its listener has left unread of the message: it makes the message flow, end, be destroyed and close,
// in ticks of their own, which is a quarter of the time of a short request. A message that was asked for bytes before is taken for read, and Node
// leaves it alone. So one without a body is asked for what it does not have. Where somebody listens to it, it comes to its end like any other
// (`finishReading`).
//
// Node 24 has an option of its own for that, `optimizeEmptyRequests`, with which nobody hears the end.

import { IncomingMessage, type ServerResponse } from 'node:http';

/** Keeps Node from reading a message that has no body and is not complete yet; false where it is no message of Node's own. */
export function takeAsRead(incoming: IncomingMessage): boolean {
  // A host that gives messages another prototype (Express), and HTTP/2, go other ways.
  if (Object.getPrototypeOf(incoming) !== IncomingMessage.prototype || incoming.complete) return false;
  incoming.read();
  return true;
}

/** Once the answer has left, brings the message to its end, as Node does with others, if somebody listens to it by then. */
export function finishReading(outgoing: ServerResponse, body: { finish(): void } | undefined): void {
  // Before Node's own, which listens to the message from then on.
  outgoing.prependListener('finish', body === undefined ? finishForListeners : () => body.finish());
}

function finishForListeners(this: ServerResponse): void {
  if (isListenedTo(this.req)) this.req.resume();
}

/**
 * Whether somebody listens to a message beside those who do so `own` times. Asked by name, since Node keeps a place for each of these in
 * every message, and is slow to list those that are taken.
 */
export function isListenedTo(message: IncomingMessage, own = 0): boolean {
  return (
    message.listenerCount('close') > own ||
    message.listenerCount('error') > own ||
    message.listenerCount('aborted') > 0 ||
    isHeard(message)
  );
}

/** Whether somebody waits for what comes of a message. */
export function isHeard(message: IncomingMessage): boolean {
  return (
    message.listenerCount('data') > 0 ||
    message.listenerCount('end') > 0 ||
    message.listenerCount('readable') > 0
  );
}
