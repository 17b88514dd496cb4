// Logs one structured line for each request when its answer is ready:
//
//     {"level":30,"time":…,"requestId":"2f6c…","method":"GET","path":"/posts/7","route":"/posts/:id","action":"posts#show","status":200,"duration":1.3,"msg":"GET /posts/7 200"}
//
// The line is written by `pino`, or by any logger with its interface. The query is left out by default, since it may contain secrets.

import { performance } from 'node:perf_hooks';
import { isPromise } from '../../http/endpoint.js';
import { failureStatus } from '../../http/failure.js';
import { errorText } from '../../http/http-error.js';
import { escapeControls } from '../../http/printable.js';
import { type OptionNames, checkFunction, checkOptions } from '../../http/options.js';
import type { Request } from '../../http/request.js';
import { type Response, isDeclined } from '../../http/response.js';
import { factsOf, trailOf } from '../../http/route-tracing.js';
import { Middleware, type MiddlewareArguments } from '../../middleware/middleware.js';
import { requestIdOf } from '../../middleware/request-id.js';
import { type RequestLog, standardLog } from './request-log.js';

export type { RequestLog } from './request-log.js';

/** The arguments of `RequestLogger`. */
export interface RequestLoggerArguments extends MiddlewareArguments {
  /** A `pino` logger, or one like it. By default lines for people if stdout is a terminal, and `pino`'s JSON otherwise. */
  readonly logger?: RequestLog | undefined;
  /** Returns true for requests that are not logged, such as health checks. By default all are logged. */
  readonly ignore?: ((request: Request) => boolean) | undefined;
  /** Whether the query is logged. False by default. */
  readonly query?: boolean | undefined;
}

const argumentNames: OptionNames<RequestLoggerArguments> = {
  app: true,
  logger: true,
  ignore: true,
  query: 'flag',
};

/**
 * Logs each request: with a status below 400 as `info`, below 500 as `warn`, otherwise and if it fails as `error`
 * (docs/middleware.md, "Included middleware").
 */
export class RequestLogger extends Middleware {
  private readonly logger: RequestLog;
  private readonly ignore: ((request: Request) => boolean) | undefined;
  private readonly query: boolean;

  /** Throws a `TypeError` if the logger lacks one of these functions, or for another invalid option. */
  constructor(args: RequestLoggerArguments) {
    super(args);
    if (Object.getPrototypeOf(new.target) === Middleware)
      checkOptions('RequestLogger', args, argumentNames, 'docs/middleware.md');
    checkFunction('ignore', args.ignore);
    this.logger = args.logger ?? standardLog();
    for (const level of ['info', 'warn', 'error'] as const)
      checkFunction(`the logger's ${level}`, this.logger[level] ?? null);
    this.ignore = args.ignore;
    this.query = args.query ?? false;
  }

  override call(request: Request): Response | Promise<Response> {
    if (this.ignore?.(request) === true) return this.app.call(request);
    const start = performance.now();
    trailOf(request);
    let answer: Response | Promise<Response>;
    try {
      answer = this.app.call(request);
    } catch (error) {
      this.logFailure(request, error, start);
      throw error;
    }
    if (!isPromise(answer)) return this.logged(request, answer, start);
    return answer.then(
      (response) => this.logged(request, response, start),
      (error: unknown) => {
        this.logFailure(request, error, start);
        throw error;
      },
    );
  }

  private logged(request: Request, response: Response, start: number): Response {
    // A declined request goes on to the host, and only the host knows how it is answered.
    if (request.source.goesOn === true && isDeclined(response)) return response;
    if (response.error === undefined) this.write(request, response.status, start, undefined);
    else this.writeFailure(request, response.status, start, response.error);
    return response;
  }

  private logFailure(request: Request, error: unknown, start: number): void {
    this.writeFailure(request, failureStatus(error, request), start, error);
  }

  private writeFailure(request: Request, status: number, start: number, error: unknown): void {
    try {
      this.write(request, status, start, error);
    } catch {
      // The logger itself has failed on the thrown value.
      this.write(request, status, start, errorText(error));
    }
  }

  private write(request: Request, status: number, start: number, error: unknown): void {
    const { route, remoteAddress } = request;
    const facts = factsOf(trailOf(request));
    const method = escapeControls(request.method);
    const path = escapeControls(request.scriptName + request.path);
    const fields = {
      requestId: requestIdOf(request),
      method,
      path,
      query: this.query && request.queryString !== '' ? escapeControls(request.queryString) : undefined,
      remoteAddress: remoteAddress === undefined ? undefined : escapeControls(remoteAddress),
      route: facts?.pattern ?? route?.pattern,
      routeName: facts?.name,
      action: facts?.controller === undefined ? undefined : `${facts.controller}#${facts.action}`,
      status,
      duration: Math.round((performance.now() - start) * 1000) / 1000,
      ...(error === undefined ? {} : { err: error }),
    };
    const level = status < 400 ? 'info' : status < 500 ? 'warn' : 'error';
    this.logger[level](fields, `${method} ${path} ${status}`);
  }
}
