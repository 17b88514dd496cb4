// Gives each request an id, so that logs, error pages and other services can refer to it.
//
//     stack.use('request-id', RequestId)     →  the response has `x-request-id: 2f6c…`, requestIdOf(request) gives the same
//
// People trust logs, so an id from the client is used only if the options allow it and it looks like an id.

import { isPromise } from '../http/endpoint.js';
import { Headers } from '../http/headers.js';
import { requestSource } from '../http/host.js';
import { type OptionNames, checkFunction, checkOptions } from '../http/options.js';
import type { Request } from '../http/request.js';
import type { Response } from '../http/response.js';
import { Middleware, type MiddlewareArguments } from './middleware.js';

/** The arguments of `RequestId`. */
export interface RequestIdArguments extends MiddlewareArguments {
  /** The header that carries the id, in requests and responses; `x-request-id` unless given. */
  readonly header?: string | undefined;
  /** Whether to keep an id that the client, or a proxy in front of this server, has sent; false unless given. */
  readonly trust?: boolean | undefined;
  /** Makes an id; a random UUID unless given. */
  readonly generate?: (() => string) | undefined;
}

const argumentNames: OptionNames<RequestIdArguments> = {
  app: true,
  header: true,
  trust: 'flag',
  generate: true,
};
const key = Symbol.for('waypost.request-id');
const acceptable = /^[\w.:=+/@-]{1,128}$/;

/** Gives each request an id, which the response shows as a header (docs/middleware.md, "Included middleware"). */
export class RequestId extends Middleware {
  private readonly header: string;
  private readonly trust: boolean;
  private readonly generate: () => string;

  /** Throws an `InvalidHeaderError` if `header` is not a header name. */
  constructor(args: RequestIdArguments) {
    super(args);
    if (Object.getPrototypeOf(new.target) === Middleware)
      checkOptions('RequestId', args, argumentNames, 'docs/middleware.md');
    const [header = ''] = new Headers({ [args.header ?? 'x-request-id']: '' }).keys();
    checkFunction('generate', args.generate);
    this.header = header;
    this.trust = args.trust ?? false;
    this.generate = args.generate ?? (() => crypto.randomUUID());
  }

  override call(request: Request): Response | Promise<Response> {
    const given = this.trust ? request.headers.get(this.header) : null;
    const id = given !== null && acceptable.test(given) ? given : this.generate();
    request.state.set(key, id);
    const answer = this.app.call(request);
    return isPromise(answer) ? answer.then((response) => this.marked(response, id)) : this.marked(answer, id);
  }

  private marked(answer: Response, id: string): Response {
    // Copied, since an endpoint may return the same response for every request.
    const response = answer.with({});
    response.headers.set(this.header, id);
    return response;
  }
}

/** The id that `RequestId` gave the request; undefined without that middleware (docs/middleware.md, "Included middleware"). */
export function requestIdOf(request: Request<object>): string | undefined {
  requestSource(request, 'requestIdOf');
  const id = request.state.get(key);
  return typeof id === 'string' ? id : undefined;
}
