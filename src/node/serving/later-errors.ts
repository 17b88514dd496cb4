// Errors that are thrown when nobody is there to catch them: in a timer, in an event, in a promise that was let go.
//
// Node ends the process then, and every other answer with it. A server that owns its process spreads a net instead. What a Connect
// middleware or a Node listener set in motion is known by its asynchronous context, so that its request fails like any other; what
// belongs to no request is printed, and the server goes on.

import { AsyncLocalStorage } from 'node:async_hooks';
import { isCaught } from '../../http/failure.js';
import { errorText } from '../../http/http-error.js';
import { escapeLines } from '../../http/printable.js';

/** Takes an error; false where it is too late for the answer to tell of it. */
export type FailLater = (error: unknown) => boolean;

const running = new AsyncLocalStorage<FailLater>();
let nets = 0;

/** Runs a function; what it throws on a later turn goes to `fail`, where a server has spread the net. */
export function catchingLater<Value>(fail: FailLater, run: () => Value): Value {
  return nets === 0 ? run() : running.run(fail, run);
}

/** Spreads the net; what is given back takes it in again. */
export function spreadNet(): () => void {
  nets += 1;
  if (nets === 1) {
    process.on('uncaughtException', takeLater).on('unhandledRejection', takeRejection);
    for (const output of outputs()) output.on('error', takeUnwritten);
  }
  let isSpread = true;
  return () => {
    if (!isSpread) return;
    isSpread = false;
    nets -= 1;
    if (nets > 0) return;
    process.off('uncaughtException', takeLater).off('unhandledRejection', takeRejection);
    for (const output of outputs()) output.off('error', takeUnwritten);
  };
}

const outputs = () => [process.stdout, process.stderr];

/** Whoever read the output is gone, or its disk is full: that cannot be printed either, and printing it would fail like it. */
function takeUnwritten(): void {
  // Nothing: the server goes on.
}

/**
 * Node looks at a reason before it raises it like an error: one that cannot be looked at, such as a revoked proxy, comes then without its
 * asynchronous context, and other rejections of the same turn never. Where the application listens itself, rejections are its own.
 */
function takeRejection(reason: unknown): void {
  if (process.listenerCount('unhandledRejection') === 1) takeLater(reason);
}

function takeLater(error: unknown): void {
  if (isCaught(error)) return;
  if (running.getStore()?.(error) === true) return;
  console.error(`outside of any answer: ${escapeLines(errorText(error))}`);
}
