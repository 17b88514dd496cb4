// Handles errors that nobody catches: in a timer, in an event listener, in a promise that nobody awaits.
//
// Node would end the process, and all other answers with it. A server that controls its process spreads a net instead. If a Connect
// middleware or a Node listener caused the error, which its async context tells, its request fails. Other errors are printed. The server
// goes on.

import { AsyncLocalStorage } from 'node:async_hooks';
import { isCaught } from '../../http/failure.js';
import { errorText } from '../../http/http-error.js';
import { escapeLines } from '../../http/printable.js';

/** Fails a request with an error. Returns false if its answer has been completed already. */
export type FailLater = (error: unknown) => boolean;

const running = new AsyncLocalStorage<FailLater>();
let nets = 0;

/** Runs a function. If a net is spread, errors that it causes on a later turn go to `fail`. */
export function catchingLater<Value>(fail: FailLater, run: () => Value): Value {
  return nets === 0 ? run() : running.run(fail, run);
}

/** Spreads the net. Returns a function that takes it in again. */
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

/** Ignores an error of stdout or stderr: its reader is gone or the disk is full, so it could not be printed either. */
function takeUnwritten(): void {
  // Nothing: the server goes on.
}

/**
 * Handles rejections before Node raises them as uncaught exceptions. For that, Node inspects the reason: if it cannot be inspected, such as
 * a revoked proxy, it comes without its async context, and other rejections of that turn are lost. If the application listens to
 * rejections too, they are left to it.
 */
function takeRejection(reason: unknown): void {
  if (process.listenerCount('unhandledRejection') === 1) takeLater(reason);
}

function takeLater(error: unknown): void {
  if (isCaught(error)) return;
  if (running.getStore()?.(error) === true) return;
  console.error(`outside of any answer: ${escapeLines(errorText(error))}`);
}
