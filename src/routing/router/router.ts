// The router holds the routes in declaration order, finds the one that answers a request, and answers with its target.
//
//   GET /posts/7   found                  the response of posts#show
//   PUT /posts/7   method-not-allowed     405, `allow: GET, HEAD`
//   GET /nowhere   not-found              404 with `x-cascade: pass`
//
// Three parts do the work: a `Recognition` finds routes, a `Dispatcher` calls targets, and URL helpers make paths. A router is given each
// part, so a bundle contains only the parts that its routes need.

import { type Endpoint, isPromise } from '../../http/endpoint.js';
import { declinedResponse, titledResponse } from '../../http/error-response.js';
import { kindOf } from '../../http/object-shape.js';
import type { Request } from '../../http/request.js';
import { type Response, isDeclined } from '../../http/response.js';
import type { RequestContext } from '../patterns/constraints.js';
import type { CustomHelpers } from '../generation/custom-helpers.js';
import { type ControllerResolver, type Dispatcher, targetDispatcher } from './dispatch.js';
import type { Explanation } from '../recognition/explain.js';
import type { Match } from '../recognition/match.js';
import type { Recognition } from '../recognition/recognition.js';
import { canonicalPath } from '../patterns/request-path.js';
import { canonicalName } from '../patterns/route-name.js';
import type { Route, RouteDefinition, RouteTableRow } from '../patterns/route.js';
import { listOf, RouteList } from '../patterns/route-list.js';
import type { Generation } from '../generation/helper-table.js';
import type { RegisteredHelpers } from '../generation/helper-signatures.js';
import type { UrlHelpers } from '../generation/url-helpers.js';
import type { OtherTargets } from './other-targets.js';
import type { Surroundings } from './surroundings.js';

/** Whether a route answers a method and path (`found`), routes answer the path with other methods only, or no route answers the path. */
export type RecognitionStatus = 'found' | 'method-not-allowed' | 'not-found';

/** What is known of a request besides its method and path. */
export interface RecognizeOptions {
  /** The attributes that request constraints test. Without a context every attribute is absent. */
  readonly context?: RequestContext | undefined;
}

/** The limits of a router that is not given its own, in characters. */
export const usualPathLimit = 8_192;
export const usualSegmentLimit = 4_096;

/**
 * How long the path of a request may be. A longer one is answered with 414 (docs/router.md, "Requests"). `new Router` throws a
 * `RangeError` for an invalid limit.
 */
export interface PathLimits {
  /** The maximal length of a path in characters; 8,192 by default. */
  readonly pathLimit?: number | undefined;
  /** The maximal length of each segment in characters; 4,096 by default. */
  readonly segmentLimit?: number | undefined;
}

/** What a router is made of. */
export interface RouterOptions extends PathLimits {
  /** The routes, in the order in which they are tried. */
  readonly routes: readonly RouteDefinition[] | RouteList;
  /** Finds the route that answers: `recognition` works for any routes, `simpleRecognition` for simple ones. */
  readonly recognition: (routes: RouteList) => Recognition;
  /** Finds controllers. Without it, only routes to other targets can be answered. */
  readonly controllers?: ControllerResolver | undefined;
  /** What `direct` and `resolve` declare in the routes file. */
  readonly customHelpers?: CustomHelpers | undefined;
  /** The class of the router's URL helpers. Nothing else imports their modules, so a bundle without it is smaller. */
  readonly helpers?: typeof UrlHelpers | undefined;
  /** Makes the path generator of a route; needed if some routes are not simple. */
  readonly generation?: Generation | undefined;
  /** Calls targets other than controllers; needed to answer requests if a route has such a target. */
  readonly otherTargets?: OtherTargets | undefined;
  /** Runs layers and writes notices; needed to answer requests if a route has any. */
  readonly surroundings?: Surroundings | undefined;
}

/** No options; also used as the context without attributes. */
const nothing: RecognizeOptions & RequestContext = /* @__PURE__ */ Object.freeze({});

/**
 * Recognises requests and answers them (docs/router.md, "Recognition"). Immutable; safe to share. `Known` is the type of its URL helpers by
 * name.
 */
export class Router<Known = RegisteredHelpers> implements Endpoint {
  /** What `direct` and `resolve` declare in the routes file. */
  readonly customHelpers: CustomHelpers | undefined;
  /** Makes the path generator of a route, if not all routes are simple. */
  readonly generation: Generation | undefined;
  readonly #routes: RouteList;
  /** The index of each named route by its canonical name; made when a name is first looked up. */
  #byName: ReadonlyMap<string, number> | undefined;
  readonly #recognition: Recognition;
  readonly #dispatcher: Dispatcher;
  readonly #helperClass: typeof UrlHelpers | undefined;
  readonly #pathLimit: number;
  readonly #segmentLimit: number;
  #helpers: UrlHelpers<Known> | undefined;

  /** Throws a `RangeError` for a limit that is not above 0. */
  constructor(options: RouterOptions) {
    const { routes, controllers, customHelpers, helpers, otherTargets, surroundings } = options;
    this.#helperClass = helpers;
    this.#pathLimit = limitOf('pathLimit', options.pathLimit ?? usualPathLimit);
    this.#segmentLimit = limitOf('segmentLimit', options.segmentLimit ?? usualSegmentLimit);
    this.#routes = routes instanceof RouteList ? routes : listOf(routes);
    this.customHelpers = customHelpers;
    this.generation = options.generation;
    this.#recognition = options.recognition(this.#routes);
    const targets = targetDispatcher(controllers, otherTargets, surroundings !== undefined);
    this.#dispatcher = surroundings ? surroundings(this.#routes, targets) : targets;
    Object.freeze(this);
  }

  /** The routes, in the order in which they are tried. */
  get routes(): readonly Route[] {
    return this.#routes.all;
  }

  /**
   * The match of the first route that answers a method and a path (docs/router.md, "Recognition"). The case of the method and the query of
   * the path are ignored.
   */
  recognize(method: string, path: string, options: RecognizeOptions = nothing): Match | undefined {
    checkAsked(method, path);
    return this.#recognition.find(method, path, options);
  }

  /** Whether a route answers this method, only other methods, or none at all (docs/router.md, "Recognition"). */
  recognitionStatus(method: string, path: string, options: RecognizeOptions = nothing): RecognitionStatus {
    if (this.recognize(method, path, options)) return 'found';
    return this.#recognition.answersPath(method, path, options) ? 'method-not-allowed' : 'not-found';
  }

  /** The verbs that the path answers, each once in declaration order, with HEAD right after GET (docs/router.md, "Recognition"). */
  allowedMethods(path: string, options: RecognizeOptions = nothing): string[] {
    checkAsked('', path);
    return [...this.#recognition.allowedMethods(path, options)];
  }

  /** The first route with this name, in any of its spellings. */
  routeNamed(name: string): Route | undefined {
    this.#byName ??= new Map(
      this.#routes.heads
        .flatMap(({ name: written }, index): [string, number][] =>
          written === undefined ? [] : [[canonicalName(written), index]],
        )
        .reverse(),
    );
    const index = this.#byName.get(canonicalName(name));
    return index === undefined ? undefined : this.#routes.at(index);
  }

  /** The URL helpers of the router's routes (docs/url-helpers.md). Those of a request also know its host. */
  get helpers(): UrlHelpers<Known> {
    if (!this.#helperClass)
      throw new Error('this router was compiled without URL helpers; compile it with them');
    return (this.#helpers ??= new this.#helperClass({ router: this }));
  }

  /** The routes as plain data, a row for each. */
  routeTable(): RouteTableRow[] {
    return this.routes.map((route) => route.tableRow());
  }

  /** Tries the routes in order up to the first that matches, and says of each why it did or did not match. */
  explain(method: string, path: string, { context = nothing }: RecognizeOptions = nothing): Explanation[] {
    checkAsked(method, path);
    const canonical = canonicalPath(path);
    const asked = { method: method.toUpperCase(), context };
    const explanations: Explanation[] = [];
    for (const route of this.routes) {
      const explanation = this.#recognition.explain(route, canonical, asked);
      explanations.push(explanation);
      if (explanation.matched) break;
    }
    return explanations;
  }

  /**
   * Answers a request with the target's response, or with 400, 404, 405 or 414 (docs/router.md, "Requests"). Throws what the target throws.
   */
  call(request: Request): Response | Promise<Response> {
    if (!(request as Partial<Request> | undefined)?.foundBy) throw askedBy(request);
    if (isTooLong(request.path, this.#pathLimit, this.#segmentLimit))
      return titledResponse(414, 'URI Too Long', request.acceptedForm);
    const match = request.foundBy(this.#recognition);
    return match ? this.#answer(request, match) : this.#refuse(request);
  }

  #answer(request: Request, match: Match): Response | Promise<Response> {
    request.answeredBy(match);
    // eslint-disable-next-line typescript/no-unsafe-type-assertion -- those of a request have the registered type, whichever router serves it
    if (this.#helperClass) request.helperSource = (this as Router<unknown> as Router).helpers;
    const given = this.#dispatcher.call(match.route, request);
    return isPromise(given)
      ? Promise.resolve(given).then((value) => this.#finish(request, match, value))
      : this.#finish(request, match, given);
  }

  #finish(request: Request, { route }: Match, given: unknown): Response | Promise<Response> {
    const response = this.#dispatcher.answer(route, given, request);
    if (isDeclined(response) && this.#dispatcher.declines(route, request)) {
      const next = this.#recognition.findAfter(route.index, request.method, request.path, request);
      return next ? this.#answer(request, next) : declinedResponse(request.acceptedForm);
    }
    return this.#dispatcher.leaving(route, request.method === 'HEAD' ? response.withoutBody() : response);
  }

  #refuse(request: Request): Response {
    const allowed = this.#recognition.allowedMethods(request.path, request);
    if (allowed.length > 0) {
      const response = titledResponse(405, 'Method Not Allowed', request.acceptedForm);
      response.headers.set('allow', allowed.join(', '));
      return response;
    }
    return canonicalPath(request.path) === undefined
      ? declinedResponse(request.acceptedForm, 400, 'Bad Request')
      : declinedResponse(request.acceptedForm);
  }
}

/** Whether a path without its query is answered with 414. Both limits are in characters. */
export function isTooLong(path: string, pathLimit: number, segmentLimit: number): boolean {
  return (
    path.length > pathLimit ||
    (path.length > segmentLimit && path.split('/').some((segment) => segment.length > segmentLimit))
  );
}

function limitOf(name: string, limit: number): number {
  if (limit > 0) return limit;
  throw new RangeError(`${name} is a number of characters above 0, or Infinity, not '${limit}'`);
}

/** Throws a `TypeError` if the method or the path is not a string. */
function checkAsked(method: unknown, path: unknown): void {
  if (typeof method !== 'string') throw askedBy(method);
  if (typeof path !== 'string') throw askedBy(path);
}

function askedBy(given: unknown): TypeError {
  return new TypeError(`a router takes a method and a path, or a Request of waypost, not ${kindOf(given)}`);
}
