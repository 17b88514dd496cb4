// Reads the body of a message of `node:http`: as bytes, by events or taken from Node's parser, or as a web stream.
//
// A message read by events delivers its chunks, ends, is destroyed and closes in ticks of their own. `TakenBody` avoids these ticks: as
// long as nobody else uses the message, it replaces the message's `push` and collects what the parser passes to it. If somebody gets the
// message later, the taken chunks are pushed back first, as if nobody had read it.

import { IncomingMessage, type ServerResponse } from 'node:http';
import { joined } from '../../http/body.js';
import { cutOff, tooLarge } from '../../http/request-source.js';
import { isHeard, isListenedTo } from './unread-message.js';

const { push } = IncomingMessage.prototype;

/** Whether a message is still coming in and nobody else uses it, so its body can be taken. */
export function canBeTaken(message: IncomingMessage): boolean {
  return (
    Object.getPrototypeOf(message) === IncomingMessage.prototype &&
    message.push === push &&
    !message.complete &&
    !message.destroyed &&
    message.readableFlowing === null &&
    message.readableLength === 0 &&
    !isListenedTo(message)
  );
}

/** The body of a message for which `canBeTaken` is true. */
export class TakenBody {
  /** The whole body. Rejects with `HttpError` 413 if it is longer than the limit, and with 400 if the client leaves. */
  readonly bytes: Promise<Uint8Array>;
  private readonly chunks: Uint8Array[] = [];
  private length = 0;
  private state: 'coming' | 'whole' | 'over' = 'coming';
  declare private resolve: (bytes: Uint8Array | Promise<Uint8Array>) => void;
  declare private reject: (error: Error) => void;

  constructor(
    private readonly message: IncomingMessage,
    private readonly limit: number,
  ) {
    this.bytes = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    // Makes Node take the message as read.
    message.read();
    message.push = (chunk: Uint8Array | null) => this.take(chunk);
    // Never removed, which would cost as much as an event.
    message.on('error', this.fail).on('close', this.fail);
  }

  /** Pushes what was taken back into the message. The rest of the body is then read by events. */
  giveBack(): void {
    const { message, state } = this;
    if (state === 'over') return;
    this.leave('over');
    for (const chunk of this.chunks) message.push(chunk);
    if (state === 'whole') message.push(null);
    else this.resolve(bytesOf(message, this.limit));
  }

  /** Called when the answer has been sent: lets the message come to its end, if somebody listens to it by now. */
  finish(): void {
    if (!isListenedTo(this.message, 1)) return;
    if (this.state === 'whole') this.message.push(null);
    else this.giveBack();
    this.message.resume();
  }

  private take(chunk: Uint8Array | null): boolean {
    const { message } = this;
    if (isHeard(message)) {
      this.giveBack();
      return message.push(chunk);
    }
    if (chunk === null) {
      this.leave('whole');
      this.resolve(joined(this.chunks, this.length));
      return false;
    }
    this.chunks.push(chunk);
    this.length += chunk.length;
    if (this.length > this.limit) {
      this.leave('over');
      this.reject(tooLarge(this.limit));
      // Discards the rest.
      message.resume();
    }
    return true;
  }

  private readonly fail = (): void => {
    if (this.state !== 'coming') return;
    this.leave('over');
    this.reject(cutOff());
  };

  private leave(state: 'whole' | 'over'): void {
    this.state = state;
    this.message.push = push;
  }
}

/**
 * Reads the body to its end. Rejects with `HttpError` 413 as soon as it is longer than `limit`, and with 400 if the client leaves. A body
 * that has already arrived completely is read in one piece, without events. Otherwise the `end` event is waited for, even if all bytes are
 * there: the garbage collector frees messages much later if they are answered before it.
 */
export function bytesOf(incoming: IncomingMessage, limit: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    let isSettled = false;
    const settle = (chunks: readonly Uint8Array[], length: number): void => {
      isSettled = true;
      if (length > limit) reject(tooLarge(limit));
      else resolve(joined(chunks, length));
    };
    const fail = (): void => {
      if (!isSettled) reject(cutOff());
      isSettled = true;
    };
    const listen = (): void => {
      const chunks: Uint8Array[] = [];
      let length = 0;
      const take = (chunk: Uint8Array): void => {
        length += chunk.length;
        chunks.push(chunk);
        if (length > limit) finish();
      };
      const finish = (): void => {
        incoming.off('data', take).off('end', finish);
        settle(chunks, length);
      };
      // Every message closes last: by then the body has been read, or never will be.
      incoming.on('data', take).on('end', finish).on('error', fail).on('close', fail);
    };
    if (incoming.destroyed) {
      fail();
      return;
    }
    // If somebody else reads the message already, its chunks are heard as they pass.
    const isThere = incoming.complete && incoming.readableFlowing === null;
    const whole: unknown = isThere ? incoming.read() : null;
    if (whole instanceof Uint8Array) settle([whole], whole.length);
    else listen();
  });
}

/**
 * The body as a stream. The next request on the connection has to wait for its end. So if nobody is reading the stream when the answer has
 * been sent, and the rest does not fit into its buffer, the stream fails and the rest is discarded.
 */
export function webStreamOf(incoming: IncomingMessage, outgoing: ServerResponse): ReadableStream<Uint8Array> {
  let leave: () => void;
  let isAnswered = false;
  let giveUp: () => void;
  const wait = (): void => {
    if (isAnswered && !stream.locked) giveUp();
    else incoming.pause();
  };
  const stream = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const take = (chunk: Uint8Array): void => {
          controller.enqueue(chunk);
          if ((controller.desiredSize ?? 0) <= 0) wait();
        };
        const finish = (): void => {
          leave();
          controller.close();
        };
        const fail = (): void => {
          leave();
          controller.error(cutOff());
        };
        const answered = (): void => {
          isAnswered = true;
          if (incoming.isPaused()) wait();
        };
        leave = () => {
          incoming.off('data', take).off('end', finish).off('error', fail).off('close', fail);
          outgoing.off('finish', answered);
        };
        giveUp = () => {
          leave();
          controller.error(
            new TypeError(
              'nobody was reading the body of this request when its answer had left; read it before, or begin to',
            ),
          );
          incoming.resume();
        };
        if (incoming.destroyed) fail();
        else {
          incoming.on('data', take).on('end', finish).on('error', fail).on('close', fail).pause();
          outgoing.on('finish', answered);
          // Otherwise Node would discard the message's bytes when the answer has been sent.
          incoming.read(0);
        }
      },
      pull() {
        incoming.resume();
      },
      cancel() {
        leave();
        incoming.resume();
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: 64 * 1024 }),
  );
  return stream;
}
