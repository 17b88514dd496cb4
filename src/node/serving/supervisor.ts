// Supervises the processes that serve: starts them, replaces dead and outdated ones, and ends them all.
//
// Workers come in generations. A new generation starts with one worker. When it listens, the others start. When all listen, the previous
// generation drains. So requests are always answered, and a version that does not start changes nothing. Workers are told to drain by a
// message: if the process group has got a signal, another one would end them at once.

import cluster, { type Worker } from 'node:cluster';
import { onStopSignals, statusOf } from './stop-signals.js';

export interface SupervisorOptions {
  /** How many processes serve. */
  readonly workers: number;
  /** How many milliseconds a worker may live after it was told to drain. */
  readonly patience: number;
  /** Called when all workers of a generation listen. */
  readonly onListening: (listening: Listening, isFirst: boolean) => void;
  /** Called when a generation ends before it listens, with the exit status of its worker. */
  readonly onFailure: (status: number, isFirst: boolean) => void;
  /** Called with the path of each file that the routes of a worker depend on, also if it does not exist. */
  readonly onLookedAt: (file: string) => void;
}

/** What a worker reports when it listens. */
export interface Listening {
  readonly url: string;
  /** The number of routes that it serves. */
  readonly routes: number;
}

/** Tells a worker to drain and end. */
const drainMessage = 'waypost:drain';
const listeningMessage = 'waypost:listening';
/** Set in the environment of these workers, since other supervisors, such as pm2, have workers too. */
const ownMark = 'WAYPOST_WORKER';
/** Sent by a worker that does not start, and passed on to those that listen. */
const problemMessage = 'waypost:problem';
/** Names a file that a starting worker has looked for. */
const lookedAtMessage = 'waypost:looked-at';

interface WorkerMessage {
  readonly [listeningMessage]?: Listening;
  readonly [problemMessage]?: unknown;
  readonly [lookedAtMessage]?: unknown;
}

/** If a worker ends within this many milliseconds after it listened, it is replaced only after the same time. */
const shortLife = 1000;

export class Supervisor {
  private generation = 0;
  private hasListened = false;
  private isStopping = false;
  private readonly listening = new Set<Worker>();

  constructor(private readonly options: SupervisorOptions) {
    // Each worker accepts connections itself: if the primary passed one to a worker that is just dying, it would never be answered.
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    onStopSignals(
      () => this.stop(),
      (signal) => {
        for (const worker of workers()) worker.process.kill('SIGKILL');
        process.exit(statusOf(signal));
      },
    );
  }

  /** Starts a generation. When all its workers listen, the previous one drains. */
  start(): void {
    if (this.isStopping) return;
    const generation = ++this.generation;
    const before = workers();
    // Workers that are still starting will never serve. They end now, so they take no time and report no outdated problem.
    for (const worker of before) if (!this.listening.has(worker)) this.drain(worker);
    let awaited = this.options.workers;
    const onListening = (listening: Listening): void => {
      // One worker starts alone, so an error that keeps all of them from starting is printed once.
      if (awaited === this.options.workers)
        for (let i = 1; i < this.options.workers; i++) this.fork(generation, onListening);
      awaited -= 1;
      if (awaited > 0) return;
      for (const worker of before) this.drain(worker);
      this.options.onListening(listening, !this.hasListened);
      this.hasListened = true;
    };
    this.fork(generation, onListening);
  }

  private fork(generation: number, onListening?: (listening: Listening) => void): void {
    const worker = cluster.fork({ [ownMark]: 'yes' });
    let listeningSince: number | undefined;
    worker.on('message', (message: WorkerMessage) => {
      if (typeof message[problemMessage] === 'string')
        for (const other of this.listening) tell(other, { [problemMessage]: message[problemMessage] });
      if (typeof message[lookedAtMessage] === 'string') this.options.onLookedAt(message[lookedAtMessage]);
      const listening = message[listeningMessage];
      if (listening === undefined) return;
      listeningSince = performance.now();
      this.listening.add(worker);
      // A newer generation or the end was requested while this worker started.
      if (this.isStopping || generation !== this.generation) {
        this.drain(worker);
        return;
      }
      onListening?.(listening);
    });
    worker.on('exit', (code) => {
      this.listening.delete(worker);
      if (this.isStopping || generation !== this.generation) return;
      // Only the first start of a generation can fail. A worker that replaces a dead one is started again; the others go on answering.
      if (listeningSince === undefined && onListening !== undefined) {
        this.options.onFailure(code || 1, !this.hasListened);
        return;
      }
      const lived = listeningSince === undefined ? 0 : performance.now() - listeningSince;
      setTimeout(
        () => {
          if (!this.isStopping && generation === this.generation) this.fork(generation);
        },
        lived < shortLife ? shortLife : 0,
      );
    });
  }

  private stop(): void {
    this.isStopping = true;
    const leave = (): void => {
      if (workers().length === 0) process.exit(0);
    };
    cluster.on('exit', leave);
    for (const worker of workers()) this.drain(worker);
    leave();
  }

  /** Lets a worker drain, or ends it at once if it does not listen yet. If it does not end in time, it is killed. */
  private drain(worker: Worker): void {
    if (!worker.isConnected()) return;
    if (this.listening.has(worker)) tell(worker, drainMessage);
    else worker.process.kill('SIGTERM');
    const timer = setTimeout(() => worker.process.kill('SIGKILL'), this.options.patience);
    worker.once('exit', () => clearTimeout(timer));
  }
}

/** Sends a message to a worker. Errors are ignored: if it has just died, its `exit` follows. */
function tell(worker: Worker, message: string | object): void {
  worker.send(message, () => undefined);
}

function workers(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
}

/** Whether this process is a worker of a `Supervisor`. */
export function isSupervised(): boolean {
  return cluster.isWorker && process.env[ownMark] !== undefined;
}

/**
 * Called in a worker: tells the supervisor that it listens, and drains when the supervisor says so or is gone. `drain` ends the process;
 * `showProblem` gets the reason why a later version does not start.
 */
export function reportToSupervisor(
  listening: Listening,
  drain: () => void,
  showProblem: (text: string) => void,
): void {
  const { worker } = cluster;
  if (worker === undefined) return;
  // Otherwise Node would end the worker, and the answers under way, as soon as the primary is gone.
  worker.exitedAfterDisconnect = true;
  process.on('message', (message) => {
    if (message === drainMessage) drain();
    if (typeof message === 'object' && message !== null && problemMessage in message)
      showProblem(String(message[problemMessage]));
  });
  process.once('disconnect', drain);
  worker.send({ [listeningMessage]: listening });
}

/** Called in a worker: names a file that its routes depend on, also one that does not exist, so that it is watched. */
export function reportLookedAt(file: string): void {
  if (isSupervised()) process.send?.({ [lookedAtMessage]: file });
}

/** Called in a worker that cannot start: sends the reason to the supervisor. Resolves when it has been sent. */
export function reportProblem(text: string): Promise<void> {
  return new Promise((resolve) => {
    if (!isSupervised() || process.send === undefined) resolve();
    else process.send({ [problemMessage]: text }, () => resolve());
  });
}
