// A Node listener, such as an Express application, as an endpoint: it writes to a response of its own, which is then given back.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Endpoint, isPromise } from '../../http/endpoint.js';
import type { Request } from '../../http/request.js';
import { failureStatus, isTakenForError, noteFailure } from '../../http/failure.js';
import { attempt, isErrorStatus, isHttpError, messageOf } from '../../http/http-error.js';
import { declinedResponse } from '../../http/error-response.js';
import type { Response } from '../../http/response.js';
import { CapturedResponse, breakOff, closeOn } from './captured-response.js';
import { noteHeaders } from './error-headers.js';
import { catchingLater } from './later-errors.js';
import { messageAt, sentResponse } from './node-request.js';

/** The `request` listener of `node:http`; Express and Connect applications take `next` as well. */
export type ListenerFunction = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  next: (error?: unknown) => void,
) => unknown;

/**
 * An endpoint of a Node listener or of a handler of Express, to be mounted, put inside a stack, or named as a target, as an action of a controller or
 * behind `&` (docs/middleware.md, "Middleware from npm"). Throws a `TypeError` for what is no function.
 */
export function fromNodeListener(
  listener: (incoming: IncomingMessage, outgoing: ServerResponse, next: (error?: unknown) => void) => unknown,
): Endpoint;
/** An endpoint of an application or a handler whose types are those of Express (docs/middleware.md, "Middleware from npm"). */
export function fromNodeListener(
  listener: (incoming: never, outgoing: never, next: never) => unknown,
): Endpoint;
export function fromNodeListener(
  listener: (incoming: never, outgoing: never, next: never) => unknown,
): Endpoint | ((request: Request) => Promise<Response>) {
  if (typeof listener !== 'function')
    throw new TypeError('fromNodeListener takes a function of request and response');
  // A function with a `call` of its own: what a controller exports as an action has to be one.
  const call = (request: Request): Promise<Response> =>
    runListener(request, listener as unknown as ListenerFunction);
  return Object.assign(call, { call });
}

/**
 * The answer of a listener, as soon as it has settled the head; one that calls `next` declines, as an Express application does with a path that it
 * does not know. Rejects with what it throws, or passes to `next`.
 */
export function runListener(request: Request, listener: ListenerFunction): Promise<Response> {
  return new Promise((resolve, reject) => {
    const incoming = messageAt(request);
    let isSettled = false;
    const settle = (response: Response): void => {
      isSettled = true;
      resolve(response);
    };
    const outgoing = new CapturedResponse(incoming, settle, sentResponse(request));
    const fail = (error: unknown): boolean => {
      if (isSettled) return breakOff(outgoing, error);
      isSettled = true;
      noteHeaders(error, request, outgoing);
      reject(failed(error, request, outgoing));
      return true;
    };
    const pass = (error?: unknown): void => {
      if (isTakenForError(error)) fail(error);
      else if (!breakOff(outgoing, new Error('a listener called next with half of its answer sent')))
        settle(declinedResponse(request.acceptedForm));
    };
    if (incoming.next !== undefined) Object.assign(incoming, { next: pass, res: outgoing });
    try {
      const returned = catchingLater(fail, () => listener(incoming, outgoing, pass));
      if (isPromise(returned)) Promise.resolve(returned).catch(fail);
      if (!outgoing.finished) closeOn(request.signal, outgoing);
    } catch (error) {
      fail(error);
    }
  });
}

/** An error of a layer with its status noted; whoever waits for the end of the layer's response sees it end. */
export function failed(error: unknown, request: Request, outgoing: CapturedResponse): unknown {
  noteStatus(error, outgoing);
  outgoing.abandon(failureStatus(error, request));
  return error;
}

/** Notes the status that an error of a layer is to be answered with, as Connect's conventions say it. */
export function noteStatus(error: unknown, outgoing: CapturedResponse): void {
  if (typeof error !== 'object' || error === null || isHttpError(error)) return;
  const said = (name: string): unknown => attempt((): unknown => Reflect.get(error, name));
  const status = [said('status'), said('statusCode'), outgoing.statusCode].find(isErrorStatus);
  if (status !== undefined)
    noteFailure(error, { status, message: said('expose') === true ? messageOf(error) : undefined });
}
