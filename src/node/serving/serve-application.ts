// The command `waypost serve`: one process that serves, or several under a supervisor.

import cluster from 'node:cluster';
import { createServer } from 'node:net';
import { relative } from 'node:path';
import { escapeControls } from '../../http/printable.js';
import { announceServer } from '../files/running-servers.js';
import { loadApplication } from './application.js';
import { spreadNet } from './later-errors.js';
import { LiveReload } from './live-reload.js';
import { Rescue } from './rescue.js';
import { listen, portOf, serve } from './serve.js';
import { Supervisor, isSupervised, reportLookedAt, reportProblem, reportToSupervisor } from './supervisor.js';
import { WatchedFiles } from './watched-files.js';

export interface ServeSettings {
  readonly routes: string;
  readonly folder: string;
  /** If undefined, 3000 or the next free port. */
  readonly port: number | undefined;
  readonly host: string;
  /** A folder of static files that replaces the application's own. */
  readonly public: string | undefined;
  /** The folder of the controllers. */
  readonly controllers: string | undefined;
  /** The configuration file, if there is one. */
  readonly configuration: string | undefined;
  readonly inflections: Readonly<Record<string, string>> | undefined;
  readonly regex: 'native' | undefined;
  /** The hosts that are served; all if undefined. */
  readonly hosts: readonly string[] | undefined;
}

/** How many milliseconds a draining worker may live: more than its own drain timeout. */
const drainPatience = 15_000;

export interface ServeOutput {
  readonly print: (text: string) => void;
  readonly printProblem: (text: string) => void;
  /** Why an application does not start, to be shown over the pages of the previous version. */
  readonly problemText: (error: unknown) => string;
}

/** Serves an application until a signal ends it: from this process, or from several that this one supervises. */
export async function serveApplication(
  settings: ServeSettings,
  group: { readonly watch: boolean; readonly workers: number },
  output: ServeOutput,
): Promise<void> {
  if (cluster.isPrimary && (group.watch || group.workers > 1))
    await superviseApplication(settings, group, output);
  else await serveHere(settings, group.watch ? new LiveReload() : undefined, output);
}

async function serveHere(
  settings: ServeSettings,
  live: LiveReload | undefined,
  { print, problemText }: ServeOutput,
): Promise<void> {
  const { public: statics, controllers, inflections, regex } = settings;
  // Spread before loading: an unhandled rejection of a module must not end the process at the start either.
  spreadNet();
  const application = await loadApplication(
    settings.folder,
    {
      routes: settings.routes,
      public: statics,
      controllers,
      regex,
      ...(inflections && { inflections }),
    },
    { live, lookedAt: reportLookedAt },
  ).catch(async (error: unknown) => {
    await reportProblem(problemText(error));
    throw error;
  });
  const { port = 3000, host, hosts } = settings;
  // `Rescue` inside, so error pages have the script too and reload when the error is fixed.
  const endpoint = live ? live.withScript(new Rescue({ app: application })) : application;
  const server = await serve(endpoint, { port, host, hosts, portFallback: settings.port === undefined });
  const drain = (): void => {
    live?.close();
    void server.close().then(() => process.exit(0));
  };
  const routes = application.router.routes.length;
  if (isSupervised())
    reportToSupervisor({ url: server.url, routes }, drain, (text) => live?.showProblem(text));
  else {
    announce(settings, server.url);
    print(`Listening on ${server.url} (${routeCount(routes)}, Ctrl+C stops)`);
  }
}

/** Keeps `workers` processes serving. With `watch`, restarts them when a file of the application changes. */
async function superviseApplication(
  settings: ServeSettings,
  { watch, workers }: { watch: boolean; workers: number },
  output: ServeOutput,
): Promise<void> {
  const port = await freePort(settings.port, settings.host);
  const args = ['serve', settings.routes, '--host', settings.host, '--port', String(port)];
  if (settings.public !== undefined) args.push('--static', settings.public);
  if (settings.hosts !== undefined) args.push('--hosts', settings.hosts.join(','));
  if (watch) args.push('--watch');
  let change = { path: '', time: 0 };
  const files = new WatchedFiles(settings);
  const print = (line: string): void => {
    files.hasPrinted(line);
    output.print(line);
  };
  const supervisor = new Supervisor({
    workers,
    patience: drainPatience,
    onListening: ({ url, routes }, isFirst) => {
      if (isFirst) announce(settings, url);
      print(
        isFirst
          ? `Listening on ${url} (${routeCount(routes)}, ${workers === 1 ? 'one process' : `${workers} processes`}, Ctrl+C stops)`
          : `${change.path} changed: reloaded ${routeCount(routes)} in ${Math.round(performance.now() - change.time)} ms`,
      );
    },
    onLookedAt: (file) => files.add(file),
    onFailure: (status, isFirst) => {
      if (!watch) process.exit(status);
      print(
        isFirst ? 'waiting for a change' : `${change.path} changed: the version before goes on answering`,
      );
    },
  });
  const [, exec = ''] = process.argv;
  cluster.setupPrimary({ exec, args });
  supervisor.start();
  if (!watch) return;
  await files.watch(output.printProblem, (path) => {
    change = { path: escapeControls(relative(settings.folder, path)), time: performance.now() };
    supervisor.start();
  });
}

/** Tells editors where the server is. They send requests to development servers only. */
function announce({ folder }: ServeSettings, url: string): void {
  if (process.env['NODE_ENV'] !== 'production') announceServer(folder, url);
}

function routeCount(routes: number): string {
  return `${routes} route${routes === 1 ? '' : 's'}`;
}

/** A port that is free now: `port`, any port if that is 0, or 3000 or the next free one if it is undefined. */
async function freePort(port: number | undefined, host: string): Promise<number> {
  const probe = createServer();
  await listen(probe, port ?? 3000, host, port === undefined ? 100 : 0);
  const free = portOf(probe);
  await new Promise((resolve) => probe.close(resolve));
  return free;
}
