// SIGINT and SIGTERM, told apart by who sent them: the first asks to stop, the second, by a person who will not wait, to stop at once.
//
// One stop often comes as several signals: Ctrl+C signals a whole process group, and `npm start` passes on what its group was sent. So what
// comes within a moment of the first is still the first.
//
// SIGHUP says that the terminal is gone: it asks to stop, and hurries nobody, since a shell and the system both send it. Where the application
// listens to it, it means what the application makes of it.

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
