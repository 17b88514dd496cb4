// One layer around an endpoint: it sees the request before the endpoint does and the response after it.
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

/** What every middleware is constructed with: the endpoint inside it. A class's own arguments stand beside `app`. */
export interface MiddlewareArguments {
  /** What is inside the middleware. */
  readonly app: Endpoint;
}

/** Asks what is inside a layer. */
export type Next = (request: Request) => Response | Promise<Response>;

/** Passes the request to `app` and its response back; subclasses act around that, or answer (docs/middleware.md, "Writing middleware"). */
export class Middleware implements Endpoint {
  /** What is inside it, which it calls or leaves alone. */
  readonly app: Endpoint;

  /** Throws a `TypeError` where `app` is no endpoint. */
  constructor(args: MiddlewareArguments) {
    const app = args?.app;
    checkEndpoint(app, `new ${new.target.name}({ app })`);
    this.app = app;
  }

  /** A promise only if `app` answers with one: a layer that adds none costs a function call. */
  call(request: Request): Response | Promise<Response> {
    return this.app.call(request);
  }
}
