// A Node listener, such as an Express application, as an endpoint: it writes to a response of its own, which is then given back.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Endpoint, isPromise } from '../../http/endpoint.js';
import type { Request } from '../../http/request.js';
import type { Response } from '../../http/response.js';
import { CapturedResponse } from './captured-response.js';
import { catchingLater } from './later-errors.js';
import { messageAt } from './node-request.js';

/** The `request` listener of `node:http`; Express and Connect applications take `next` as well. */
export type ListenerFunction = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  next: (error?: unknown) => void,
) => unknown;

/** An endpoint of a Node listener, to be mounted, or put inside a stack. */
export function fromNodeListener(listener: (incoming: never, outgoing: never) => unknown): Endpoint {
  if (typeof listener !== 'function')
    throw new TypeError('fromNodeListener takes a function of request and response');
  return { call: (request) => runListener(request, listener as unknown as ListenerFunction) };
}

/** The answer of a listener, as soon as it has settled the head. Rejects with what it throws, or passes to `next`. */
export function runListener(request: Request, listener: ListenerFunction): Promise<Response> {
  return new Promise((resolve, reject) => {
    const incoming = messageAt(request);
    let isSettled = false;
    const settle = (response: Response): void => {
      isSettled = true;
      resolve(response);
    };
    const fail = (error: unknown): boolean => {
      if (isSettled) return false;
      isSettled = true;
      reject(error);
      return true;
    };
    const outgoing = new CapturedResponse(incoming, settle);
    const pass = (error?: unknown): void => {
      fail(
        error ??
          new Error(
            'a Node listener called next, but there is nothing after it; let it answer every request',
          ),
      );
    };
    const returned = catchingLater(fail, () => listener(incoming, outgoing, pass));
    if (isPromise(returned)) Promise.resolve(returned).catch(fail);
  });
}
