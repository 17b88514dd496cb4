// SIGINT and SIGTERM: the first asks a process to stop, and the second, from a person who will not wait, to stop at once.
//
// One wish to stop often comes as several signals: Ctrl+C signals a whole process group, and `npm start` passes on the signal that its group was
// sent. So whatever comes within a moment of the first signal counts as the first.
//
// SIGHUP says that the terminal is gone: it asks to stop, and never at once, since a shell and the system both send it. An application that listens
// to it decides itself what it means.

import { constants } from 'node:os';

export type StopSignal = 'SIGINT' | 'SIGTERM';

/** Milliseconds within which several signals are one. */
const moment = 100;

/** What listens to SIGHUP here. */
const ownHangUps = new Set<unknown>();

/** The status of a process that a signal has ended. */
export function statusOf(signal: StopSignal): number {
  return 128 + constants.signals[signal];
}

/** Calls `stop` at the first signal and `hurry` at the second; what it gives back takes the handlers off again. */
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
