// Handles SIGINT, SIGTERM and SIGHUP. The first SIGINT or SIGTERM asks the process to stop, and a second one to stop at once.
//
// One request to stop often arrives as several signals: Ctrl+C signals a whole process group, and `npm start` passes on the signal that its
// group got. So signals shortly after the first count as the same one.
//
// SIGHUP means that the terminal is gone. It asks to stop, but never to stop at once, since the shell and the system may both send it. If
// the application listens to SIGHUP itself, it decides what to do.

import { constants } from 'node:os';

export type StopSignal = 'SIGINT' | 'SIGTERM';

/** For how many milliseconds after the first signal others count as the same. */
const moment = 100;

/** The listeners for SIGHUP that were added here. */
const ownHangUps = new Set<unknown>();

/** The exit status of a process that is ended by a signal. */
export function statusOf(signal: StopSignal): number {
  return 128 + constants.signals[signal];
}

/** Calls `stop` at the first signal and `hurry` at the second. Returns a function that removes the handlers. */
export function onStopSignals(stop: () => void, hurry: (signal: StopSignal) => void): () => void {
  let asked: number | undefined;
  const ask = (): void => {
    asked = performance.now();
    stop();
  };
  const handle = (signal: StopSignal): void => {
    if (asked === undefined) ask();
    else if (performance.now() - asked > moment) hurry(signal);
  };
  const hangUp = (): void => {
    if (asked === undefined && process.listeners('SIGHUP').every((each) => ownHangUps.has(each))) ask();
  };
  ownHangUps.add(hangUp);
  process.on('SIGINT', handle).on('SIGTERM', handle).on('SIGHUP', hangUp);
  return () => {
    ownHangUps.delete(hangUp);
    process.off('SIGINT', handle).off('SIGTERM', handle).off('SIGHUP', hangUp);
  };
}
