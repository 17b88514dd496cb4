// Turns Connect and Express middleware from npm into middleware of a stack:
//
//     stack.use('helmet', fromConnect(helmet())).use('session', fromConnect(session({ secret })))
//
// The function gets the Node request and a `CapturedResponse`. When it calls `next`, the app answers. The headers that the function has set
// are then merged into that answer. If it has replaced `write` or `end` (compression, sessions), the answer is written through them.
// Outer layers see an ordinary response, and a layer that answers or calls `next` synchronously adds no promise.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ChunkSource, bytesOfChunk, isStream, sourceOf } from '../../http/body.js';
import { type Endpoint, isPromise } from '../../http/endpoint.js';
import { declinedResponse } from '../../http/error-response.js';
import { isTakenForError, notedStatus } from '../../http/failure.js';
import { asError } from '../../http/http-error.js';
import type { Request } from '../../http/request.js';
import { Response, answeredResponse, discard } from '../../http/response.js';
import { Middleware, type MiddlewareArguments } from '../../middleware/middleware.js';
import type { MiddlewareClass } from '../../middleware/stack.js';
import { CapturedResponse, breakOff, closeOn, headersOver, isOver, isPlain } from './captured-response.js';
import { catchingLater } from './later-errors.js';
import { takeParams } from './connect-surface.js';
import { headersOfContent, noteHeaders, takeHeaders } from './error-headers.js';
import { messageAt, sentResponse } from './node-request.js';
import { type ListenerFunction, failed, noteStatus, runListener } from './run-listener.js';

/** A function of request, response and `next`. With four parameters it handles errors, and the error comes first. */
export type ConnectMiddleware =
  | ((incoming: never, outgoing: never, next: never) => unknown)
  | ((error: never, incoming: never, outgoing: never, next: never) => unknown);

type Next = (error?: unknown) => void;
type ErrorHandler = (
  error: unknown,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  next: Next,
) => unknown;

/**
 * Makes a middleware class of a Connect middleware (docs/middleware.md, "Middleware from npm"). Throws a `TypeError` if it is no function.
 */
export function fromConnect(
  middleware: (
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    next: (error?: unknown) => void,
  ) => unknown,
): MiddlewareClass<MiddlewareArguments>;
/**
 * Makes a middleware class of an Express middleware, or of one with four parameters, which handles errors (docs/middleware.md, "Middleware
 * from npm").
 */
export function fromConnect(middleware: ConnectMiddleware): MiddlewareClass<MiddlewareArguments>;
export function fromConnect(middleware: ConnectMiddleware): MiddlewareClass<MiddlewareArguments> {
  if (typeof middleware !== 'function') {
    throw new TypeError(
      'fromConnect takes a function of request, response and next, as helmet() and cors() give one',
    );
  }
  if (middleware.length === 4) {
    return class ConnectErrorLayer extends Middleware {
      override async call(request: Request): Promise<Response> {
        let error: unknown;
        let answered: Response | undefined;
        try {
          answered = await this.app.call(request);
          // A `Rescue` inside may have turned the error into a response already.
          ({ error } = answered);
          if (error === undefined) return answered;
        } catch (thrown) {
          error = thrown;
        }
        try {
          const handled = await runListener(request, (incoming, outgoing, fail) => {
            outgoing.statusCode = notedStatus(error) ?? outgoing.statusCode;
            const headers = takeHeaders(error, request);
            for (const name of new Set(headers.keys())) outgoing.setHeader(name, headers.all(name));
            return (middleware as ErrorHandler)(error, incoming, outgoing, (again) => fail(again ?? error));
          });
          if (answered !== undefined) discard(answered.body);
          return handled;
        } catch (again) {
          if (answered === undefined || again !== error) throw again;
          return answered;
        }
      }
    };
  }
  return class ConnectLayer extends Middleware {
    override call(request: Request): Response | Promise<Response> {
      return runLayer(request, middleware as ListenerFunction, this.app);
    }
  };
}

/** The answer of a layer, settled once. `give` returns it synchronously if it is there already, otherwise as a promise. */
class Outcome {
  /** Returns the response, or throws the error. */
  private settled: (() => Response) | undefined = undefined;
  private wake: (() => void) | undefined = undefined;
  /** Whether the app has answered. An error of the layer after that changes nothing. */
  isDelivered = false;

  readonly succeed = (response: Response): void => {
    if (!this.settle(() => response)) discard(response.body);
  };

  /** Returns false if the outcome was settled already. */
  readonly fail = (error: unknown): boolean =>
    this.settle(() => {
      throw error;
    });

  get isSettled(): boolean {
    return this.settled !== undefined;
  }

  give(): Response | Promise<Response> {
    const { settled } = this;
    if (settled !== undefined) return settled();
    return new Promise<void>((resolve) => (this.wake = resolve)).then(() => this.give());
  }

  private settle(settled: () => Response): boolean {
    if (this.settled !== undefined) return false;
    this.settled = settled;
    this.wake?.();
    return true;
  }
}

function runLayer(
  request: Request,
  middleware: ListenerFunction,
  app: Endpoint,
): Response | Promise<Response> {
  const outcome = new Outcome();
  const incoming = messageAt(request);
  const { url, method } = incoming;
  const outgoing = new CapturedResponse(incoming, outcome.succeed, sentResponse(request));
  const fail = (error: unknown): boolean => {
    const { net } = request.source;
    if (net === undefined || outgoing.headersSent || outcome.isSettled) {
      noteHeaders(error, request, outgoing);
      return (
        outcome.fail(failed(error, request, outgoing)) || (!outcome.isDelivered && breakOff(outgoing, error))
      );
    }
    // As in Express, the answer to the error keeps the headers that this layer and outer ones have set.
    noteStatus(error, outgoing);
    for (const name of headersOfContent) outgoing.removeHeader(name);
    deliver(net(error), request, outgoing, outcome);
    return true;
  };
  let continued = false;
  const next: Next = (error) => {
    // An error may come after the app was called: middleware that limits the time of a request does that.
    if (isTakenForError(error)) fail(error);
    if (continued || isTakenForError(error)) {
      continued = true;
      return;
    }
    continued = true;
    // As in Express, `next('route')` leaves the route, so a guard that calls it keeps everybody out.
    if (error === 'router' || (error === 'route' && request.route !== undefined))
      return deliver(declinedResponse(request.acceptedForm), request, outgoing, outcome);
    takeParams(incoming, request);
    const changed = incoming.url !== url || incoming.method !== method;
    const inner = changed
      ? request.with({ method: incoming.method ?? 'GET', path: incoming.url ?? '/' })
      : request;
    try {
      const answer = app.call(inner);
      if (isPromise(answer))
        Promise.resolve(answer).then((response) => deliver(response, request, outgoing, outcome), fail);
      else deliver(answer, request, outgoing, outcome);
    } catch (failure) {
      fail(failure);
    }
  };
  if (incoming.next !== undefined) Object.assign(incoming, { next, res: outgoing });
  try {
    const returned = catchingLater(fail, () => middleware(incoming, outgoing, next));
    if (isPromise(returned)) Promise.resolve(returned).catch(fail);
    // Such a layer would never answer its request.
    if (typeof returned === 'function' && !continued && !outcome.isSettled)
      fail(new TypeError('fromConnect takes what helmet() gives, and not helmet itself: call it first'));
    // A layer that has called `next` needs the `close` event only if it listens for it.
    const isWaiting = !outcome.isSettled && outgoing.listenerCount('close') > 0;
    if (continued ? isWaiting : !outgoing.finished) closeOn(request.signal, outgoing);
  } catch (error) {
    if (outcome.isSettled) throw error;
    fail(error);
  }
  return outcome.give();
}

/** Merges the app's answer with what the layer has set, and settles the outcome with it. */
function deliver(answer: unknown, request: Request, outgoing: CapturedResponse, outcome: Outcome): void {
  outcome.isDelivered = true;
  try {
    const response = answeredResponse(answer);
    if (response.error !== undefined) noteHeaders(response.error, request, outgoing);
    if (isOver(outgoing)) {
      discard(response.body);
      return;
    }
    if (isPlain(outgoing)) {
      const headers = headersOver(response.headers, outgoing);
      outcome.succeed(headers === response.headers ? response : response.with({ headers }));
    } else writeThrough(response, request, outgoing, outcome);
  } catch (error) {
    if (!outcome.fail(error)) breakOff(outgoing, error);
  }
}

function writeThrough(
  response: Response,
  request: Request,
  outgoing: CapturedResponse,
  outcome: Outcome,
): void {
  const { headers, body, status } = response;
  outgoing.statusCode = status;
  if (body !== null && !isStream(body) && !headers.has('content-length'))
    outgoing.setHeader('content-length', bytesOfChunk(body).length);
  const together = headersOver(headers, outgoing);
  for (const name of new Set(headers.keys())) {
    const values = together.all(name);
    const [only = ''] = values;
    outgoing.setHeader(name, values.length === 1 ? only : values);
  }
  if (body === null) outgoing.end();
  else if (!isStream(body)) outgoing.end(body);
  else if (outgoing.destroyed) {
    discard(body);
    answerNobody(outgoing);
  } else {
    closeOn(request.signal, outgoing);
    writeChunks(sourceOf(body), outgoing).catch((error: unknown) => {
      outcome.fail(error);
      outgoing.destroy(asError(error));
    });
  }
}

/** Answers without a body: the client has left, so nobody will read one. Outer layers see the head. */
function answerNobody(outgoing: CapturedResponse): void {
  outgoing.settleHead();
  outgoing.answer(null);
}

async function writeChunks(source: ChunkSource, outgoing: CapturedResponse): Promise<void> {
  let wake: (() => void) | undefined;
  const proceed = (): void => wake?.();
  // One listener for the whole body: if a layer replaces `on` (compression), listeners cannot be removed again.
  outgoing.on('drain', proceed).on('close', () => {
    source.stop();
    proceed();
  });
  const isLeft = (): boolean => outgoing.finished || outgoing.destroyed;
  try {
    while (!isLeft()) {
      const { done, value } = await source.next();
      if (isLeft()) break;
      if (done === true) {
        outgoing.end();
        return;
      }
      // Compared with `false`, as Node's `pipe` does, since a layer's `write` may return nothing.
      if (outgoing.write(bytesOfChunk(value)) === false && !outgoing.destroyed)
        await new Promise<void>((resolve) => (wake = resolve));
    }
    if (outgoing.destroyed) answerNobody(outgoing);
  } finally {
    source.stop();
  }
}
