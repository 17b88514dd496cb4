// An endpoint on `node:http`: `http.createServer(toNodeListener(router))`, or in a host: `app.use('/shop', toNodeListener(router))`.
//
// A host gives `next`: what the endpoint declines goes on to it, with the Node request as it came, and so do errors.
//
// The way of a request that is answered at once has no promise in it: source, request, `call`, one `writeHead` and one `end`. Whatever an
// application throws becomes a response and a log entry; nothing it does ends the process.

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

/** What `toNodeListener` takes beside the endpoint (docs/embedding.md). */
export interface ListenerOptions {
  /** Whether clients see the stack of an error; only with `NODE_ENV=development` unless given. */
  readonly development?: boolean | undefined;
  /** Gets each error of the application; it is printed to stderr with its request unless given. */
  readonly onError?: ((error: unknown, request: Request) => void | Promise<void>) | undefined;
  /** The number of bytes up to which a body is read whole; 1 MiB unless given. */
  readonly bodyLimit?: number | undefined;
  /** How many labels the registered domain has after its first: 1 unless given. */
  readonly tldLength?: number | undefined;
  /**
   * Whose `X-Forwarded-Host`, `-Proto`, `-For` and `-Prefix`, or `Forwarded`, to believe: those of proxies by their addresses (`10.0.0.7`,
   * `10.0.0.0/8`, `loopback`, `linklocal`, `uniquelocal`), or with `true`, for servers that none but a proxy can reach, everybody's. Nobody's
   * unless given.
   */
  readonly trustProxy?: boolean | readonly string[] | undefined;
  /** The hosts to answer for, `.example.com` being a domain with all below it; others get 421. All unless given. */
  readonly hosts?: readonly string[] | undefined;
  /** The path below which the endpoint lives where no host takes it off, `/shop`: it becomes `scriptName`; what is not below it is declined. */
  readonly prefix?: string | undefined;
  /** How long, in milliseconds, a client may take nothing of a body; 60,000 unless given. */
  readonly sendTimeout?: number | undefined;
  /** In a host, whether errors go on to it by `next(error)` rather than being answered here; true unless given. */
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

/** What follows a listener in a host such as Express: called without an argument where the endpoint has declined. */
export type Next = (error?: unknown) => void;

/** What `http.createServer`, `http2.createSecureServer`, the `request` event, Connect and Express take. */
export type NodeListener = (
  incoming: IncomingMessage | Http2ServerRequest,
  outgoing: ServerResponse | Http2ServerResponse,
  next?: Next,
) => void;

/** A listener's inside, for `serve`: it also takes requests that wait for `100 Continue`, and can be told to drain. */
export interface RequestHandler {
  handle(incoming: IncomingMessage, outgoing: ServerResponse, awaitsContinue: boolean, next?: Next): void;
  /** From now on every response closes its connection. */
  drain(): void;
}

/**
 * Makes a listener of an endpoint, for `http.createServer`, Connect or Express (docs/embedding.md). With a `next`, as the last two give one, an answer
 * with `x-cascade: pass` calls it and an error goes to `next(error)`. Throws a `TypeError` for what is no endpoint, and for an option that cannot be meant.
 */
export function toNodeListener(endpoint: Endpoint, options: ListenerOptions = {}): NodeListener {
  checkOptions('toNodeListener', options, listenerOptions, 'docs/embedding.md');
  const handler = requestHandler(endpoint, 'toNodeListener', options);
  return function listen(incoming, outgoing, next) {
    if ((incoming as HostMessage | undefined)?.rawHeaders === undefined) throw calledWrongly(incoming);
    // What is asked of a message of `node:http` has one of `node:http2` as well, which TypeScript does not know.
    handler.handle(
      incoming as IncomingMessage,
      outgoing as ServerResponse,
      false,
      typeof next === 'function' ? next : undefined,
    );
  };
}

/** What is thrown for that which other hosts call their handlers with. */
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

/** Throws a `TypeError` in the name of `caller` for what is no endpoint. */
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
      // Through a promise of our own: another's `then` could throw, or call back twice.
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
      // What a client still sends may be what a streamed answer is made of.
      else
        sending.then(
          () => limitLeftover(source),
          (error: unknown) => fail(error, request, source, host),
        );
    } catch (error) {
      fail(error, request, source, host);
    }
  }

  /** What is to be done about a message whose answer is on its way. */
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

/** Whoever stands behind the endpoint, and the way back to the message as it had it. */
interface Host {
  readonly next: Next;
  readonly restore: (goesOn: boolean) => void;
}

const leftoverBytes = 64 * 1024 * 1024;
const leftoverSeconds = 10;

/**
 * The answer has been given and the client is still sending: Node reads on and throws away, so that the client comes to read the answer
 * and the connection can be kept. That is allowed a client for so many bytes and seconds.
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
