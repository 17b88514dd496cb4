// `waypost serve`: one process that serves, or several that are watched over.

import cluster, { type Worker } from 'node:cluster';
import { createServer } from 'node:net';
import { createApplication } from './application.js';
import { serve } from './serve.js';

export interface ServeSettings {
  readonly routes: string;
  readonly folder: string;
  /** Undefined: 3000, or the next free one. */
  readonly port: number | undefined;
  readonly host: string;
  /** A folder of static files in place of the application's own. */
  readonly public: string | undefined;
  /** The folder of the controllers. */
  readonly controllers: string | undefined;
  readonly inflections: Readonly<Record<string, string>> | undefined;
}

type Print = (text: string) => void;

/** Serves an application from this process until a signal ends it. */
export async function serveApplication(settings: ServeSettings, print: Print): Promise<void> {
  const { routes, public: statics, controllers, inflections } = settings;
  const application = await createApplication(settings.folder, {
    routes,
    public: statics,
    controllers,
    ...(inflections && { inflections }),
  });
  const { port = 3000, host } = settings;
  const server = await serve(application, { port, host, portFallback: settings.port === undefined });
  if (cluster.isWorker) process.send?.({ listening: server.url });
  else print(`Listening on ${server.url} (${application.router.routes.length} routes, Ctrl+C stops)`);
}

/** Keeps `workers` processes serving; with `watch`, starts them again whenever a file of the application changes. */
export async function superviseApplication(
  settings: ServeSettings,
  { watch, workers }: { watch: boolean; workers: number },
  print: Print,
): Promise<void> {
  const port = settings.port ?? (await freePort(3000, settings.host));
  const args = ['serve', settings.routes, '--host', settings.host, '--port', String(port)];
  if (settings.public !== undefined) args.push('--static', settings.public);
  cluster.setupPrimary({ exec: process.argv[1]!, args });
  const supervisor = new Supervisor(workers, watch, print);
  supervisor.start();
  if (watch) await watchFolder(settings.folder, (path) => supervisor.restart(path));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => supervisor.stop());
}

class Supervisor {
  #said = false;
  #isStopping = false;
  #generation = 0;

  constructor(
    readonly workers: number,
    readonly watches: boolean,
    readonly print: Print,
  ) {}

  start(): void {
    const generation = ++this.#generation;
    for (let i = 0; i < this.workers; i++) this.#fork(generation);
  }

  restart(path: string): void {
    if (this.#isStopping) return;
    this.print(`${path} changed, starting again`);
    const old = Object.values(cluster.workers ?? {});
    for (const worker of old) worker?.process.kill('SIGTERM');
    this.start();
  }

  stop(): void {
    this.#isStopping = true;
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM');
    cluster.disconnect(() => process.exit(0));
  }

  #fork(generation: number): void {
    const worker: Worker = cluster.fork();
    let hasListened = false;
    worker.on('message', (message: { listening?: string }) => {
      if (typeof message.listening !== 'string') return;
      hasListened = true;
      if (this.#said) return;
      this.#said = true;
      this.print(
        `Listening on ${message.listening} (${this.workers === 1 ? 'one process' : `${this.workers} processes`}, Ctrl+C stops)`,
      );
    });
    worker.on('exit', (code) => {
      if (this.#isStopping || generation !== this.#generation) return;
      if (hasListened) this.#fork(generation);
      else if (this.watches) this.print('waiting for a change');
      else process.exit(code || 1);
    });
  }
}

/** The first free port from `port` on. */
async function freePort(port: number, host: string): Promise<number> {
  for (let candidate = port; candidate < port + 100; candidate++) {
    const isFree = await new Promise<boolean>((resolve) => {
      const probe = createServer();
      probe.once('error', () => resolve(false));
      probe.listen(candidate, host, () => probe.close(() => resolve(true)));
    });
    if (isFree) return candidate;
  }
  return port;
}

/** Calls `changed` soon after files change; what an application writes itself (data, logs, dependencies) does not count. */
async function watchFolder(folder: string, changed: (path: string) => void): Promise<void> {
  const { watch } = await import('chokidar');
  const { relative } = await import('node:path');
  let timer: NodeJS.Timeout | undefined;
  watch(folder, {
    ignoreInitial: true,
    ignored: (path) =>
      /(?:^|[/\\])(?:node_modules|\.[^/\\]+|data|logs?|tmp|dist)(?:[/\\]|$)|\.(?:sqlite|db)(?:-\w+)?$/.test(
        relative(folder, path),
      ),
  }).on('all', (_event, path) => {
    clearTimeout(timer);
    timer = setTimeout(() => changed(relative(folder, path)), 80);
  });
}
