// The process that watches over those that serve: starts them, puts new ones in the place of dead and outdated ones, and ends them all.
//
// Workers come in generations. A new generation begins with one worker; when that listens, the rest follow, and when all do, the generation before
// drains, so that there is always somebody to answer, and a version that does not start changes nothing. Workers are told to drain by message: a
// signal would be their second where the group has been sent one.

import cluster, { type Worker } from 'node:cluster';
import { onStopSignals, statusOf } from './stop-signals.js';

export interface SupervisorOptions {
  /** How many processes are to serve. */
  readonly workers: number;
  /** How long, in milliseconds, a worker that was told to drain may live. */
  readonly patience: number;
  /** Called when the first worker of a generation listens. */
  readonly onListening: (listening: Listening, isFirst: boolean) => void;
  /** Called when a generation ends before it has listened; `status` is its exit status. */
  readonly onFailure: (status: number, isFirst: boolean) => void;
  /** Called with the path of each file that the routes of a worker are made of, or would be. */
  readonly onLookedAt: (file: string) => void;
}

/** What a worker says of itself once it listens. */
export interface Listening {
  readonly url: string;
  /** The number of routes that it serves. */
  readonly routes: number;
}

/** What a worker is sent when it is to finish what it has begun, and end. */
const drainMessage = 'waypost:drain';
const listeningMessage = 'waypost:listening';
/** Set in the environment of workers here: other supervisors, such as pm2, have workers as well. */
const ownMark = 'WAYPOST_WORKER';
/** What a worker that does not start says, and those that listen are told. */
const problemMessage = 'waypost:problem';
/** Names a file that one which starts has looked for. */
const lookedAtMessage = 'waypost:looked-at';

interface WorkerMessage {
  readonly [listeningMessage]?: Listening;
  readonly [problemMessage]?: unknown;
  readonly [lookedAtMessage]?: unknown;
}

/** A worker that ends sooner than this many milliseconds after it listened is replaced only as long after. */
const shortLife = 1000;

export class Supervisor {
  private generation = 0;
  private hasListened = false;
  private isStopping = false;
  private readonly listening = new Set<Worker>();

  constructor(private readonly options: SupervisorOptions) {
    // Each worker accepts for itself: a connection that the primary has handed to a worker which dies just then would never end.
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    onStopSignals(
      () => this.stop(),
      (signal) => {
        for (const worker of workers()) worker.process.kill('SIGKILL');
        process.exit(statusOf(signal));
      },
    );
  }

  /** Starts a generation; once all of it listen, the one before drains. */
  start(): void {
    if (this.isStopping) return;
    const generation = ++this.generation;
    const before = workers();
    // What still starts would never serve: it ends before it takes the time of this one, or says what was wrong with it.
    for (const worker of before) if (!this.listening.has(worker)) this.drain(worker);
    let awaited = this.options.workers;
    const onListening = (listening: Listening): void => {
      // One worker starts alone, so that an error which keeps all of them from starting is printed once.
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
      // Another generation, or the end, was asked for while this one started.
      if (this.isStopping || generation !== this.generation) {
        this.drain(worker);
        return;
      }
      onListening?.(listening);
    });
    worker.on('exit', (code) => {
      this.listening.delete(worker);
      if (this.isStopping || generation !== this.generation) return;
      // A worker that was to replace a dead one is started again; the others go on answering meanwhile.
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

  /** One that does not listen yet has nothing to finish; one that does not end in time is ended. */
  private drain(worker: Worker): void {
    if (!worker.isConnected()) return;
    if (this.listening.has(worker)) tell(worker, drainMessage);
    else worker.process.kill('SIGTERM');
    const timer = setTimeout(() => worker.process.kill('SIGKILL'), this.options.patience);
    worker.once('exit', () => clearTimeout(timer));
  }
}

/** Sends a message to a worker. One that has just died does not get it, and its end is heard soon. */
function tell(worker: Worker, message: string | object): void {
  worker.send(message, () => undefined);
}

function workers(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
}

/** Whether this process is a worker that a `Supervisor` watches over. */
export function isSupervised(): boolean {
  return cluster.isWorker && process.env[ownMark] !== undefined;
}

/**
 * In such a worker: tells its supervisor that it listens, and drains when that says so or is no more. `drain` ends the process; `showProblem` gets
 * what keeps a later version from starting.
 */
export function reportToSupervisor(
  listening: Listening,
  drain: () => void,
  showProblem: (text: string) => void,
): void {
  const { worker } = cluster;
  if (worker === undefined) return;
  // Without this, Node would end the worker in the middle of its answers as soon as the primary is gone.
  worker.exitedAfterDisconnect = true;
  process.on('message', (message) => {
    if (message === drainMessage) drain();
    if (typeof message === 'object' && message !== null && problemMessage in message)
      showProblem(String(message[problemMessage]));
  });
  process.once('disconnect', drain);
  worker.send({ [listeningMessage]: listening });
}

/** Called in a worker: names a file that its routes are made of, or would be, so that it is watched. */
export function reportLookedAt(file: string): void {
  if (isSupervised()) process.send?.({ [lookedAtMessage]: file });
}

/** Called in a worker that cannot start: sends the reason to the supervisor. Resolves when it is sent. */
export function reportProblem(text: string): Promise<void> {
  return new Promise((resolve) => {
    if (!isSupervised() || process.send === undefined) resolve();
    else process.send({ [problemMessage]: text }, () => resolve());
  });
}
