// A server for an endpoint that can face the internet: it limits time and size, and shuts down gracefully.
//
//     const server = await serve(router, { port: 3000, portFallback: true });
//     console.log(server.url);
//
// Headers and whole requests have a time limit, so a client that sends a byte a minute is disconnected. On SIGINT, SIGTERM or SIGHUP the
// server accepts no new connection, finishes answers within the drain timeout, and ends the process. A second signal from a person ends it
// at once.

import { type Server, type ServerOptions, createServer } from 'node:http';
import { type ServerOptions as TlsOptions, createServer as createTlsServer } from 'node:https';
import { type Socket, Server as NetServer } from 'node:net';
import type { Endpoint } from '../../http/endpoint.js';
import { isError } from '../../http/http-error.js';
import { kindOf } from '../../http/object-shape.js';
import { type OptionNames, amountOf, checkFunction, checkOptions } from '../../http/options.js';
import { systemCode } from '../files/system-error.js';
import { type ListenerOptions, type RequestHandler, listenerOptions, requestHandler } from './listener.js';
import { spreadNet } from './later-errors.js';
import { onStopSignals, statusOf } from './stop-signals.js';

/** The options of `serve` (docs/middleware.md, "Servers"). */
export interface ServeOptions extends ListenerOptions {
  /** The port; 0 for any free one. 3000 by default. */
  readonly port?: number | undefined;
  /** The address to listen on. By default `127.0.0.1`, which only this machine reaches; `0.0.0.0` or `::` for all. */
  readonly host?: string | undefined;
  /** Whether to try the next hundred ports if `port` is taken. False by default. */
  readonly portFallback?: boolean | undefined;
  /**
   * Whether the server controls the process: SIGINT, SIGTERM and SIGHUP drain the server and end the process, and uncaught errors do not
   * end it. True by default.
   */
  readonly signals?: boolean | undefined;
  /** How many milliseconds unfinished answers get after `close`. 10,000 by default. */
  readonly drainTimeout?: number | undefined;
  /** Called after a signal has closed the server and before the process ends, for example to close a database. */
  readonly onClose?: (() => void | Promise<void>) | undefined;
  /** How many milliseconds a client may take to send its headers. 10,000 by default. */
  readonly headersTimeout?: number | undefined;
  /** How many milliseconds a client may take to send a whole request. 120,000 by default. */
  readonly requestTimeout?: number | undefined;
  /** How many milliseconds an idle connection is kept. 5,000 by default. */
  readonly keepAliveTimeout?: number | undefined;
  /** The largest size of headers and request target together, in bytes. Larger requests get 431. 16 KiB by default. */
  readonly maxHeaderSize?: number | undefined;
  /** Key and certificate, to serve HTTPS. */
  readonly tls?: TlsOptions | undefined;
}

const optionNames = (): OptionNames<ServeOptions> => ({
  ...listenerOptions,
  port: true,
  host: true,
  portFallback: 'flag',
  signals: 'flag',
  drainTimeout: true,
  onClose: true,
  headersTimeout: true,
  requestTimeout: true,
  keepAliveTimeout: true,
  maxHeaderSize: true,
  tls: true,
});

/** A server that listens. */
export interface RunningServer {
  /** Where a browser finds it: `http://localhost:3000`. */
  readonly url: string;
  /** The port that it listens on, also if `port` was 0. */
  readonly port: number;
  /** The address that it listens on. */
  readonly host: string;
  /** The server of `node:http` or `node:https`. */
  readonly server: Server;
  /** Accepts no new connection, finishes answers within the drain timeout, and resolves when all connections are closed. */
  close(): Promise<void>;
}

/**
 * Starts a server for an endpoint and resolves when it listens (docs/middleware.md, "Servers"). If it cannot listen, it rejects with the
 * error of `node:net`, whose message then names the address and what to do. Rejects with a `RangeError` for an invalid port or host, and
 * with a `TypeError` for what is no endpoint or for another invalid option.
 */
export async function serve(endpoint: Endpoint, options: ServeOptions = {}): Promise<RunningServer> {
  checkOptions('serve', options, optionNames(), 'docs/middleware.md');
  const { port = 3000, host = '127.0.0.1' } = options;
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new RangeError(`a port is a whole number from 0 to 65535, not '${String(port)}'`);
  }
  // With an empty host, Node would listen on every address of the machine.
  if (typeof host !== 'string' || host === '')
    throw new RangeError(
      `a host is an address such as '127.0.0.1', or '0.0.0.0' for all, not ${host === '' ? "''" : kindOf(host)}`,
    );
  checkFunction('onClose', options.onClose);
  const drainTimeout = amountOf('drainTimeout', options.drainTimeout, 10_000, 'milliseconds');
  const handler = requestHandler(endpoint, 'serve', options);
  const server = httpServer(handler, options);
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await listen(server, port, host, options.portFallback === true ? 100 : 0);
  const actualPort = portOf(server);

  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => (closing ??= drained(server, sockets, handler, drainTimeout));
  if (options.signals !== false) ownProcess(server, close, options.onClose);
  return {
    url: urlOf(options.tls === undefined ? 'http' : 'https', host, actualPort),
    port: actualPort,
    host,
    server,
    close,
  };
}

function httpServer(handler: RequestHandler, options: ServeOptions): Server {
  const { maxHeaderSize, tls } = options;
  const headersTimeout = amountOf('headersTimeout', options.headersTimeout, 10_000, 'milliseconds');
  const requestTimeout = amountOf('requestTimeout', options.requestTimeout, 120_000, 'milliseconds');
  const keepAliveTimeout = amountOf('keepAliveTimeout', options.keepAliveTimeout, 5_000, 'milliseconds');
  if (tls !== undefined && (typeof tls !== 'object' || tls === null))
    throw new TypeError(`tls is an object of key and cert, not ${kindOf(tls)}`);
  // Node would start without a certificate, and then refuse every client.
  if (tls && [tls.cert ?? tls.pfx, tls.SNICallback, tls.pskCallback].every((each) => each === undefined))
    throw new TypeError('tls has no certificate; give it as { key, cert } (docs/middleware.md)');
  const serverOptions: ServerOptions = {
    headersTimeout: Math.min(headersTimeout, requestTimeout),
    requestTimeout,
    keepAliveTimeout,
    connectionsCheckingInterval: Math.max(50, Math.min(5_000, headersTimeout / 4, requestTimeout / 4)),
    ...(maxHeaderSize === undefined ? {} : { maxHeaderSize: amountOf('maxHeaderSize', maxHeaderSize, 0) }),
  };
  const server =
    tls === undefined ? createServer(serverOptions) : createTlsServer({ ...serverOptions, ...tls });
  server.on('request', (incoming, outgoing) => handler.handle(incoming, outgoing, false));
  server.on('checkContinue', (incoming, outgoing) => handler.handle(incoming, outgoing, true));
  return server;
}

/** The port that a server listens on. Throws an `Error` if it listens on none. */
export function portOf(server: NetServer): number {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server listens on no port');
  return address.port;
}

/**
 * Listens on the port or, if it is taken, on the first free one of the next `fallbacks` ports. Rejects with the error of `node:net`, whose
 * message then says what to do.
 */
export async function listen(
  server: NetServer,
  port: number,
  host: string,
  fallbacks: number,
): Promise<void> {
  for (let candidate = port; ; candidate++) {
    try {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(candidate, host, () => {
          server.off('error', reject);
          resolve();
        });
      });
      return;
    } catch (error) {
      if (!isError(error)) throw error;
      const code = systemCode(error);
      if (code === 'EADDRINUSE' && candidate < port + fallbacks && candidate < 65_535) continue;
      error.message = `cannot listen on ${host}:${candidate}: ${listenAdvice(code)}`;
      throw error;
    }
  }
}

function listenAdvice(code: unknown): string {
  if (code === 'EADDRINUSE') return 'the port is taken; stop the other server, or give another port';
  if (code === 'EACCES') return 'this user may not; give a port above 1023';
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return 'this machine has no such address; give 127.0.0.1, 0.0.0.0 or one of its own';
  return `the system says ${String(code)}; give another port or address`;
}

/** How often a draining server closes idle connections, in milliseconds. A kept-alive connection has that long to send a last request. */
const idleSweepInterval = 100;

/** How many milliseconds a draining server waits for the first request of a connection that it had just accepted. */
const firstRequestTimeout = 1_000;

async function drained(
  server: Server,
  sockets: ReadonlySet<Socket>,
  handler: RequestHandler,
  drainTimeout: number,
): Promise<void> {
  handler.drain();
  // Not `close` of `node:http`: it ends every idle connection at once, even if a request is already on its way on it. Bun's server is no
  // `NetServer`.
  const { close }: NetServer = server instanceof NetServer ? NetServer.prototype : server;
  const closed = new Promise<void>((resolve) => close.call(server, () => resolve()));
  const begun = performance.now();
  const sweep = setInterval(() => {
    server.closeIdleConnections();
    if (performance.now() - begun < firstRequestTimeout) return;
    // Browsers open connections in advance. Node does not count a connection that has sent nothing as idle.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  }, idleSweepInterval);
  // All sockets, since the server no longer knows upgraded connections.
  const deadline = setTimeout(() => sockets.forEach((socket) => socket.destroy()), drainTimeout);
  await closed;
  clearInterval(sweep);
  clearTimeout(deadline);
  server.close();
}

/** How many servers of this process are being closed by a signal. When the last is closed, the process exits with `exitStatus`. */
let stopping = 0;
let exitStatus = 0;

/** Lets the server control the process: signals end it, and uncaught errors do not. Several servers may share a process. */
function ownProcess(server: Server, close: () => Promise<void>, onClose: ServeOptions['onClose']): void {
  let isStopping = false;
  const stop = (): void => {
    isStopping = true;
    stopping += 1;
    close()
      .then(() => onClose?.())
      .catch((error: unknown) => {
        console.error(error);
        exitStatus = 1;
      })
      .finally(() => {
        stopping -= 1;
        if (stopping === 0) process.exit(exitStatus);
      });
  };
  const takeOff = onStopSignals(stop, (signal) => process.exit(statusOf(signal)));
  const takeIn = spreadNet();
  server.once('close', () => {
    if (isStopping) return;
    takeOff();
    takeIn();
  });
}

function urlOf(protocol: string, host: string, port: number): string {
  const local = ['127.0.0.1', '::1', '0.0.0.0', '::', ''].includes(host);
  const shown = local ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  const isDefault = port === (protocol === 'https' ? 443 : 80);
  return `${protocol}://${shown}${isDefault ? '' : `:${port}`}`;
}
