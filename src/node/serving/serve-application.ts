// `waypost serve`: one process that serves, or several that are watched over.

import cluster from 'node:cluster';
import { type AddressInfo, createServer } from 'node:net';
import { createApplication } from './application.js';
import { listen, serve } from './serve.js';
import { Supervisor, reportToSupervisor } from './supervisor.js';

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

/** More than a worker takes for its own draining. */
const drainPatience = 15_000;

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
  if (cluster.isWorker) reportToSupervisor(server.url, () => void server.close().then(() => process.exit(0)));
  else print(`Listening on ${server.url} (${application.router.routes.length} routes, Ctrl+C stops)`);
}

/** Keeps `workers` processes serving; with `watch`, starts them again whenever a file of the application changes. */
export async function superviseApplication(
  settings: ServeSettings,
  { watch, workers }: { watch: boolean; workers: number },
  print: Print,
): Promise<void> {
  const port = await freePort(settings.port, settings.host);
  const args = ['serve', settings.routes, '--host', settings.host, '--port', String(port)];
  if (settings.public !== undefined) args.push('--static', settings.public);
  const supervisor = new Supervisor({
    workers,
    patience: drainPatience,
    onListening: (url) =>
      print(`Listening on ${url} (${workers === 1 ? 'one process' : `${workers} processes`}, Ctrl+C stops)`),
    onFailure: (status, isFirst) => {
      if (!watch) process.exit(status);
      print(isFirst ? 'waiting for a change' : 'waiting for a change; the version before goes on answering');
    },
  });
  cluster.setupPrimary({ exec: process.argv[1]!, args });
  supervisor.start();
  if (watch)
    await watchFolder(settings.folder, (path) => {
      print(`${path} changed, starting again`);
      supervisor.start();
    });
}

/** A port that is free now: `port`, any where that is 0, or the next free one where none was asked for. */
async function freePort(port: number | undefined, host: string): Promise<number> {
  const probe = createServer();
  await listen(probe, port ?? 3000, host, port === undefined ? 100 : 0);
  const free = (probe.address() as AddressInfo).port;
  await new Promise((resolve) => probe.close(resolve));
  return free;
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
