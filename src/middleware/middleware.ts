// A middleware: it sees the request before the endpoint inside it, and the response after it.
//
//     class Timing extends Middleware {
//       async call(request) {
//         const start = performance.now();
//         const response = await this.app.call(request);
//         response.headers.set('server-timing', `app;dur=${performance.now() - start}`);
//         return response;
//       }
//     }

import { type Endpoint, checkEndpoint } from '../http/endpoint.js';
import type { Request } from '../http/request.js';
import type { Response } from '../http/response.js';

/** The arguments of every middleware. `app` is the endpoint inside it; a class may have further arguments. */
export interface MiddlewareArguments {
  /** The endpoint inside the middleware. */
  readonly app: Endpoint;
}

/** Calls the endpoint inside a layer. */
export type Next = (request: Request) => Response | Promise<Response>;

/**
 * Passes the request to `app`, and returns its response. Subclasses change either, or answer themselves (docs/middleware.md, "Writing
 * middleware").
 */
export class Middleware implements Endpoint {
  /** The endpoint inside. The middleware may call it or not. */
  readonly app: Endpoint;

  /** Throws a `TypeError` if `app` is not an endpoint. */
  constructor(args: MiddlewareArguments) {
    const app = args?.app;
    checkEndpoint(app, `new ${new.target.name}({ app })`);
    this.app = app;
  }

  /** Returns a promise only if `app` does: a layer that adds none costs no more than a function call. */
  call(request: Request): Response | Promise<Response> {
    return this.app.call(request);
  }
}
