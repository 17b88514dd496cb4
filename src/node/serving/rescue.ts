// Answers requests that fail: in production with a plain 500, in development with a page that shows the error, the code it came from, the
// route and its params.
//
//     stack.prepend('rescue', Rescue, { development: true })
//
// A stack builds `Rescue` twice. The one around the endpoint turns errors of the endpoint into responses, so the layers between the two can
// add their headers. The one at its place in the stack answers errors of those layers. Layers of a routes file run inside the endpoint: if
// one of them fails, the router gets the answer from `request.source.net`.

import { isPromise } from '../../http/endpoint.js';
import { report } from '../../http/failure.js';
import { type OptionNames, checkFunction, checkOptions } from '../../http/options.js';
import type { Request } from '../../http/request.js';
import type { Response } from '../../http/response.js';
import { Middleware, type MiddlewareArguments } from '../../middleware/middleware.js';
import { failureAnswer } from './rescue-page.js';

/** The arguments of `Rescue`. */
export interface RescueArguments extends MiddlewareArguments {
  /** Whether the answer shows what happened. By default only if `NODE_ENV` is `development`. */
  readonly development?: boolean | undefined;
  /** Called with each error of the application. By default errors are printed to stderr with their request. */
  readonly onError?: ((error: unknown, request: Request) => void | Promise<void>) | undefined;
}

const argumentNames: OptionNames<RescueArguments> = { app: true, development: 'flag', onError: true };

/**
 * Answers the errors of what is inside it: an `HttpError` below 500 with its status, any other error with 500
 * (docs/middleware.md, "Included middleware").
 */
export class Rescue extends Middleware {
  /** Makes a stack build it around the endpoint as well. */
  static readonly isNet = true;
  private readonly development: boolean;
  private readonly onError: RescueArguments['onError'];

  constructor(args: RescueArguments) {
    super(args);
    if (Object.getPrototypeOf(new.target) === Middleware)
      checkOptions('Rescue', args, argumentNames, 'docs/middleware.md');
    this.development = args.development ?? process.env['NODE_ENV'] === 'development';
    checkFunction('onError', args.onError);
    this.onError = args.onError;
  }

  override call(request: Request): Response | Promise<Response> {
    request.source.net = (error) => this.rescued(error, request);
    try {
      const answer = this.app.call(request);
      return isPromise(answer)
        ? Promise.resolve(answer).catch((error: unknown) => this.rescued(error, request))
        : answer;
    } catch (error) {
      return this.rescued(error, request);
    }
  }

  private rescued(error: unknown, request: Request): Response {
    report(error, request, this.onError);
    const response = failureAnswer(error, request, this.development);
    response.error = error;
    return response;
  }
}
