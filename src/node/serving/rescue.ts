// What a visitor sees when the application fails: in production a plain 500, in development a page with the error, the lines of code it came from,
// the route that answered and what it was given.
//
//     stack.prepend('rescue', Rescue, { development: true })
//
// A stack builds it in two places: around the endpoint, so that the layers between see a response and add their headers to it, and where it
// stands, for what a layer itself throws. Layers that a routes file declares stand inside the endpoint: for an error thrown inside one of them, the
// router asks the `Rescue` of the request for the answer.

import { isPromise } from '../../http/endpoint.js';
import { report } from '../../http/failure.js';
import { type OptionNames, checkFunction, checkOptions } from '../../http/options.js';
import type { Request } from '../../http/request.js';
import type { Response } from '../../http/response.js';
import { Middleware, type MiddlewareArguments } from '../../middleware/middleware.js';
import { failureAnswer } from './rescue-page.js';

/** What `Rescue` is made with. */
export interface RescueArguments extends MiddlewareArguments {
  /** Whether the page tells what happened; only with `NODE_ENV=development` unless given. */
  readonly development?: boolean | undefined;
  /** Gets each error of the application; it is printed to stderr with its request unless given. */
  readonly onError?: ((error: unknown, request: Request) => void | Promise<void>) | undefined;
}

const argumentNames: OptionNames<RescueArguments> = { app: true, development: 'flag', onError: true };

/**
 * Answers where what is inside it throws: an `HttpError` below 500 with its status, anything else with 500
 * (docs/middleware.md, "Included middleware").
 */
export class Rescue extends Middleware {
  /** Tells a stack to build it around the endpoint as well. */
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
