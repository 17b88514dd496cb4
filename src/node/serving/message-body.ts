// The body of a message of `node:http`: whole, by its events or taken as the parser hands it over, or as a web stream.
//
// A message that is read makes its chunks wait for a tick, ends in one, is destroyed in another and closes in a third: an eighth of the time of a
// short POST. A body that is wanted whole needs none of that as long as nobody else has to do with the message. Whoever is given the message later
// finds in it what was taken, as if nobody had read it.

import { IncomingMessage, type ServerResponse } from 'node:http';
import { joined } from '../../http/body.js';
import { cutOff, tooLarge } from '../../http/request-source.js';
import { isHeard, isListenedTo } from './unread-message.js';

const { push } = IncomingMessage.prototype;

/** Whether nobody has to do with a message that is still coming in, so that its body can be taken. */
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

/** The body of a message of which that is so, by a `push` of the message's own. */
export class TakenBody {
  /** All of it. Rejects with `HttpError` 413 when it is longer than the limit, and with 400 when the client leaves. */
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
    // A message that was asked for bytes is taken for read by Node.
    message.read();
    message.push = (chunk: Uint8Array | null) => this.take(chunk);
    // They stay: taking them off again would cost as much as an event.
    message.on('error', this.fail).on('close', this.fail);
  }

  /** Gives the message back what was taken of it; what is still to come of the body is then read by events. */
  giveBack(): void {
    const { message, state } = this;
    if (state === 'over') return;
    this.leave('over');
    for (const chunk of this.chunks) message.push(chunk);
    if (state === 'whole') message.push(null);
    else this.resolve(bytesOf(message, this.limit));
  }

  /** Lets the message come to its end, for those who listen to it by now: the answer has left. */
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
      // What is still to come is thrown away.
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
 * Reads to the end, or only until there are more than `limit` bytes. A body that has come whole before somebody asks for it is taken in one
 * piece, without its events; the end of one that has only just come is waited for, since Node's messages outlive many collections when they are
 * answered before it.
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
      // The last event of every message; by then the body has been read, or never will be.
      incoming.on('data', take).on('end', finish).on('error', fail).on('close', fail);
    };
    if (incoming.destroyed) {
      fail();
      return;
    }
    // Where somebody listens already, every chunk is heard as it passes.
    const isThere = incoming.complete && incoming.readableFlowing === null;
    const whole: unknown = isThere ? incoming.read() : null;
    if (whole instanceof Uint8Array) settle([whole], whole.length);
    else listen();
  });
}

/**
 * The body as it comes. The next request on the connection waits behind it, so that what nobody has begun to read when the answer has left is
 * thrown away, where it does not fit in the stream.
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
          // A message that was asked for bytes is not emptied by Node when the answer has left.
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
