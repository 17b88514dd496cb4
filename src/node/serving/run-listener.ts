// Makes an endpoint of a Node listener, such as an Express application. The listener writes to a `CapturedResponse`.

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

/** A `request` listener of `node:http`. Express and Connect applications also take `next`. */
export type ListenerFunction = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  next: (error?: unknown) => void,
) => unknown;

/**
 * Makes an endpoint of a Node listener or an Express handler. You can mount it, build a stack around it, export it as an action of a
 * controller, or name it with `&` (docs/middleware.md, "Middleware from npm"). Throws a `TypeError` if it is no function.
 */
export function fromNodeListener(
  listener: (incoming: IncomingMessage, outgoing: ServerResponse, next: (error?: unknown) => void) => unknown,
): Endpoint;
/** Makes an endpoint of an application or handler with the types of Express (docs/middleware.md, "Middleware from npm"). */
export function fromNodeListener(
  listener: (incoming: never, outgoing: never, next: never) => unknown,
): Endpoint;
export function fromNodeListener(
  listener: (incoming: never, outgoing: never, next: never) => unknown,
): Endpoint | ((request: Request) => Promise<Response>) {
  if (typeof listener !== 'function')
    throw new TypeError('fromNodeListener takes a function of request and response');
  // A function with a `call`, since an action that a controller exports has to be a function.
  const call = (request: Request): Promise<Response> =>
    runListener(request, listener as unknown as ListenerFunction);
  return Object.assign(call, { call });
}

/**
 * Calls a listener and resolves with its answer as soon as the head is settled. If the listener calls `next()`, as an Express application
 * does for an unknown path, the answer declines. Rejects with the error that it throws or passes to `next`.
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

/** Notes the status of a layer's error, ends the layer's response for those who wait for its end, and returns the error. */
export function failed(error: unknown, request: Request, outgoing: CapturedResponse): unknown {
  noteStatus(error, outgoing);
  outgoing.abandon(failureStatus(error, request));
  return error;
}

/** Notes the status to answer a layer's error with, by Connect's convention: its `status`, its `statusCode`, or that of the response. */
export function noteStatus(error: unknown, outgoing: CapturedResponse): void {
  if (typeof error !== 'object' || error === null || isHttpError(error)) return;
  const said = (name: string): unknown => attempt((): unknown => Reflect.get(error, name));
  const status = [said('status'), said('statusCode'), outgoing.statusCode].find(isErrorStatus);
  if (status !== undefined)
    noteFailure(error, { status, message: said('expose') === true ? messageOf(error) : undefined });
}
