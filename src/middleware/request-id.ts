// An id for each request, by which logs, error pages and other services can refer to it.
//
//     stack.use('request-id', RequestId)     →  the response has `x-request-id: 2f6c…`, requestIdOf(request) gives the same
//
// An id that a client sends is used only where the options allow it, since people trust what a log says, and only if it has the form of an id.

import { isPromise } from '../http/endpoint.js';
import { Headers } from '../http/headers.js';
import { requestSource } from '../http/host.js';
import { type OptionNames, checkFunction, checkOptions } from '../http/options.js';
import type { Request } from '../http/request.js';
import type { Response } from '../http/response.js';
import { Middleware, type MiddlewareArguments } from './middleware.js';

/** What `RequestId` is made with. */
export interface RequestIdArguments extends MiddlewareArguments {
  /** The header that carries the id, in requests and responses; `x-request-id` unless given. */
  readonly header?: string | undefined;
  /** Whether an id that the client, or a proxy before this server, has sent is kept; false unless given. */
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

/** Gives each request an id, and tells it in the response (docs/middleware.md, "Included middleware"). */
export class RequestId extends Middleware {
  private readonly header: string;
  private readonly trust: boolean;
  private readonly generate: () => string;

  /** Throws an `InvalidHeaderError` for what can be no header's name. */
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
    // An endpoint may give the same response to every request.
    const response = answer.with({});
    response.headers.set(this.header, id);
    return response;
  }
}

/** The id that `RequestId` gave the request; undefined where there is no such middleware around (docs/middleware.md, "Included middleware"). */
export function requestIdOf(request: Request<object>): string | undefined {
  requestSource(request, 'requestIdOf');
  const id = request.state.get(key);
  return typeof id === 'string' ? id : undefined;
}
