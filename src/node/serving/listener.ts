// An endpoint on `node:http`: `http.createServer(toNodeListener(router))`, or in a host: `app.use('/shop', toNodeListener(router))`.
//
// A host such as Express passes `next`. If the endpoint declines a request, the listener restores the Node request and calls `next()`. It
// passes errors on by `next(error)`.
//
// A request that is answered synchronously needs no promise: source, request, `call`, one `writeHead`, one `end`. Whatever the application
// throws becomes a response and a log entry, and never ends the process.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import { checkResponses } from '../../http/checked-responses.js';
import { type Endpoint, checkEndpoint, isPromise } from '../../http/endpoint.js';
import { declinedResponse } from '../../http/error-response.js';
import { errorForHost, isHangUp, notedStatus, report } from '../../http/failure.js';
import { keepFetched } from '../../http/fetched-response.js';
import { hostCheck } from '../../http/host-check.js';
import { splitUrl } from '../../http/request-context.js';
import { belowPrefix, checkedPrefix } from '../../http/host.js';
import { kindOf } from '../../http/object-shape.js';
import { type OptionNames, amountOf, checkFunction, checkOptions } from '../../http/options.js';
import { Request } from '../../http/request.js';
import { defaultBodyLimit } from '../../http/request-source.js';
import { type Response, answeredResponse, discard, isDeclined } from '../../http/response.js';
import { callTraced } from '../../http/tracing.js';
import { takeHeaders } from './error-headers.js';
import { type HostMessage, prefixOf, restorer } from './host-message.js';
import { authorityOf, IncomingSource } from './incoming.js';
import { failureAnswer } from './rescue-page.js';
import { cutOff, isConnection, isGone } from './outgoing.js';
import { keepShapes } from './kept-shapes.js';
import { checkHead } from './message-head.js';
import { send, setBeside } from './send.js';
import { withServerTiming } from './server-timing.js';
import { trustOf } from './trusted-proxies.js';
import { finishReading, takeAsRead } from './unread-message.js';

/** The options of `toNodeListener` (docs/embedding.md). */
export interface ListenerOptions {
  /** Whether clients see the stack of an error. By default only if `NODE_ENV` is `development`. */
  readonly development?: boolean | undefined;
  /** Called with each error of the application. By default errors are printed to stderr with their request. */
  readonly onError?: ((error: unknown, request: Request) => void | Promise<void>) | undefined;
  /** The largest body that is read as a whole, in bytes. 1 MiB by default. */
  readonly bodyLimit?: number | undefined;
  /** How many labels of the registered domain follow its first: 1 for `example.com`, 2 for `example.co.uk`. 1 by default. */
  readonly tldLength?: number | undefined;
  /**
   * The proxies whose `X-Forwarded-Host`, `-Proto`, `-For` and `-Prefix`, or `Forwarded`, are believed, by address: `10.0.0.7`,
   * `10.0.0.0/8`, `loopback`, `linklocal`, `uniquelocal`. `true` believes everybody, for servers that only a proxy can reach. By default
   * nobody is believed.
   */
  readonly trustProxy?: boolean | readonly string[] | undefined;
  /** The hosts that are served; `.example.com` means the domain and all its subdomains. Others get 421. All hosts by default. */
  readonly hosts?: readonly string[] | undefined;
  /**
   * The path that the endpoint is mounted at, such as `/shop`, if no host strips it. It becomes `scriptName`. Requests outside of it are
   * declined.
   */
  readonly prefix?: string | undefined;
  /** How many milliseconds a client may read nothing of a body before the connection is closed. 60,000 by default. */
  readonly sendTimeout?: number | undefined;
  /** In a host: whether errors are passed to `next(error)` instead of being answered here. True by default. */
  readonly passErrors?: boolean | undefined;
}

export const listenerOptions: OptionNames<ListenerOptions> = {
  development: 'flag',
  onError: true,
  bodyLimit: true,
  tldLength: true,
  trustProxy: true,
  hosts: true,
  prefix: true,
  sendTimeout: true,
  passErrors: 'flag',
};

/** The `next` of a host such as Express. It is called without an argument if the endpoint has declined. */
export type Next = (error?: unknown) => void;

/** A listener for `http.createServer`, `http2.createSecureServer`, the `request` event, Connect and Express. */
export type NodeListener = (
  incoming: IncomingMessage | Http2ServerRequest,
  outgoing: ServerResponse | Http2ServerResponse,
  next?: Next,
) => void;

/** The listener as `serve` uses it: it also takes requests that wait for `100 Continue`, and can drain. */
export interface RequestHandler {
  handle(incoming: IncomingMessage, outgoing: ServerResponse, awaitsContinue: boolean, next?: Next): void;
  /** From now on every response closes its connection. */
  drain(): void;
}

/**
 * Makes a listener of an endpoint, for `http.createServer`, Connect or Express (docs/embedding.md). Connect and Express pass `next`: a
 * response with `x-cascade: pass` calls `next()`, and an error goes to `next(error)`. Throws a `TypeError` if the first argument is no
 * endpoint, or an option is unknown or has an unusable value.
 */
export function toNodeListener(endpoint: Endpoint, options: ListenerOptions = {}): NodeListener {
  checkOptions('toNodeListener', options, listenerOptions, 'docs/embedding.md');
  const handler = requestHandler(endpoint, 'toNodeListener', options);
  return function listen(incoming, outgoing, next) {
    if ((incoming as HostMessage | undefined)?.rawHeaders === undefined) throw calledWrongly(incoming);
    // Messages of `node:http2` have all members that are used, but TypeScript does not know that.
    handler.handle(
      incoming as IncomingMessage,
      outgoing as ServerResponse,
      false,
      typeof next === 'function' ? next : undefined,
    );
  };
}

/** The error for a listener that is called with the arguments of another host, such as a Fetch `Request` or a Koa context. */
function calledWrongly(incoming: unknown): TypeError {
  const hosts =
    incoming instanceof globalThis.Request
      ? '; for hosts that speak Fetch there is toFetchHandler'
      : typeof incoming === 'object'
        ? '; for Koa there is waypost/koa, for Fastify waypost/fastify'
        : '';
  return new TypeError(
    `a listener is called with the request and response of node:http, not with ${kindOf(incoming)}${hosts} (docs/embedding.md)`,
  );
}

/** Makes the handler of an endpoint. `caller` is the function that a `TypeError` about the endpoint names. */
export function requestHandler(endpoint: Endpoint, caller: string, options: ListenerOptions): RequestHandler {
  checkEndpoint(endpoint, caller);
  checkResponses();
  keepFetched();
  const development = options.development ?? process.env['NODE_ENV'] === 'development';
  const { onError } = options;
  checkFunction('onError', onError);
  amountOf('tldLength', options.tldLength, 1, 'labels');
  const served = development ? withServerTiming(endpoint) : endpoint;
  const { tldLength, passErrors = true } = options;
  const ownPrefix = checkedPrefix(options.prefix);
  const checkHost = options.hosts === undefined ? undefined : hostCheck(options.hosts);
  const settings = {
    bodyLimit: amountOf('bodyLimit', options.bodyLimit, defaultBodyLimit),
    trust: trustOf(options.trustProxy),
    sendTimeout: amountOf('sendTimeout', options.sendTimeout, 60_000, 'milliseconds'),
    draining: false,
  };
  const kept = keepShapes(settings);

  function handle(
    incoming: HostMessage,
    outgoing: ServerResponse,
    awaitsContinue: boolean,
    next: Next | undefined,
  ): void {
    let path = incoming.url!;
    let authority: string | undefined;
    if (path.charCodeAt(0) !== 47) ({ path, authority } = splitUrl(path) ?? { path, authority });
    else if (incoming.httpVersionMajor > 1) authority = authorityOf(incoming);
    const source = new IncomingSource(incoming, outgoing, settings, authority, awaitsContinue);
    const below = ownPrefix === '' ? path : belowPrefix(path, ownPrefix);
    const prefix = source.forwardedPrefix + prefixOf(incoming) + (below === undefined ? '' : ownPrefix);
    const request = new Request({ method: incoming.method!, path: below ?? path, tldLength }, source, prefix);
    const host = next === undefined ? undefined : { next, restore: restorer(incoming) };
    source.goesOn = host !== undefined;
    source.mayTakeBody = host === undefined;
    if (host === undefined && source.isEmpty) source.isTakenAsRead = takeAsRead(incoming);
    try {
      checkHead(incoming, authority, path);
      checkHost?.(request);
      if (below === undefined) {
        respond(declinedResponse(request.acceptedForm), request, source, host);
        return;
      }
      const answer = callTraced(served, request);
      if (!isPromise(answer)) {
        respond(answer, request, source, host);
        return;
      }
      // Not `answer.then`: a foreign `then` could throw, or call back twice.
      Promise.resolve(answer).then(
        (response) => respond(response, request, source, host),
        (error: unknown) => fail(error, request, source, host),
      );
    } catch (error) {
      fail(error, request, source, host);
    }
  }

  function respond(answer: unknown, request: Request, source: IncomingSource, host: Host | undefined): void {
    const { message: incoming, outgoing } = source;
    let response: Response;
    try {
      response = answeredResponse(answer);
    } catch (error) {
      fail(error, request, source, host);
      return;
    }
    if (host !== undefined && isDeclined(response)) {
      discard(response.body);
      host.restore(true);
      host.next();
      return;
    }
    try {
      const sending = send(response, incoming, outgoing, settings);
      kept.sent = outgoing;
      settle(source);
      if (sending === undefined) limitLeftover(source);
      // Not before a streamed answer is sent: it may be made from the body that the client is still sending.
      else
        sending.then(
          () => limitLeftover(source),
          (error: unknown) => fail(error, request, source, host),
        );
    } catch (error) {
      fail(error, request, source, host);
    }
  }

  /** Called when the answer is being sent: the body may no longer be taken, and a message taken as read comes to its end. */
  function settle(source: IncomingSource): void {
    source.mayTakeBody = false;
    if (source.isTakenAsRead) finishReading(source.outgoing, source.takenBody);
  }

  function fail(error: unknown, request: Request, source: IncomingSource, host: Host | undefined): void {
    const { message: incoming, outgoing } = source;
    const isPassed = passErrors && !outgoing.headersSent && !isHangUp(error, request);
    if (host !== undefined && isPassed) {
      host.restore(true);
      outgoing.statusCode = notedStatus(error) ?? outgoing.statusCode;
      setBeside(outgoing, takeHeaders(error, request).flat());
      host.next(errorForHost(error));
      return;
    }
    report(error, request, onError);
    if (outgoing.headersSent || isGone(outgoing)) {
      cutOff(outgoing);
      return;
    }
    void send(failureAnswer(error, request, development), incoming, outgoing, settings);
    settle(source);
    limitLeftover(source);
  }

  return {
    handle,
    drain: () => {
      settings.draining = true;
    },
  };
}

/** The host that called the listener: its `next`, and how to restore the message for it. */
interface Host {
  readonly next: Next;
  readonly restore: (goesOn: boolean) => void;
}

const leftoverBytes = 64 * 1024 * 1024;
const leftoverSeconds = 10;

/**
 * Limits what a client may send after its answer. Node reads and discards the rest of the body, so the client gets to read the answer and
 * the connection can be kept. After too many bytes or seconds the connection is destroyed.
 */
function limitLeftover(source: IncomingSource): void {
  const { message } = source;
  if (message.complete || source.isEmpty || !isConnection(message.socket)) return;
  const { socket } = message;
  const start = socket.bytesRead;
  let seconds = 0;
  const timer = setInterval(() => {
    seconds += 1;
    if (message.complete || socket.destroyed) {
      clearInterval(timer);
    } else if (seconds >= leftoverSeconds || socket.bytesRead - start > leftoverBytes) {
      clearInterval(timer);
      socket.destroy();
    }
  }, 1000);
  timer.unref();
}
