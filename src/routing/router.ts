// The router: routes in declaration order, asked which of them answers.

import type { Endpoint } from '../http/endpoint.js';
import { isPromise } from '../http/endpoint.js';
import { reasonPhrase } from '../http/http-error.js';
import type { Request } from '../http/request.js';
import { Response } from '../http/response.js';
import { allowsRequest, callablesAllow, type AskedRequest, type RequestContext } from './constraints.js';
import type { CustomHelpers } from './custom-helpers.js';
import { Dispatcher, withoutBody, type ControllerResolver } from './dispatch.js';
import { explainRoute, type Explanation } from './explain.js';
import { matchPattern } from './backtracking.js';
import { canonicalPath } from './request-path.js';
import { canonicalName } from './route-name.js';
import { Route, type RouteDefinition, type RouteTableRow, type Target } from './route.js';
import { UrlHelpers } from './url-helpers.js';

export type { ControllerResolver } from './dispatch.js';

/** What recognition gives (section 2, "Match"). */
export interface Match {
  readonly controller: string | undefined;
  readonly action: string | undefined;
  /** The path's values and the route's defaults; inherits nothing. */
  readonly params: Record<string, string>;
  readonly callable: unknown;
  readonly route: Route;
  readonly target: Target;
}

export type RecognitionStatus = 'found' | 'method-not-allowed' | 'not-found';

export interface RecognizeOptions {
  readonly context?: RequestContext | undefined;
}

export interface RouterOptions {
  readonly routes: readonly RouteDefinition[];
  readonly controllers?: ControllerResolver | undefined;
  readonly customHelpers?: CustomHelpers | undefined;
}

const noContext: RequestContext = Object.freeze({});

/** Recognises requests and answers them (section 4.2). Immutable; safe to share. */
export class Router implements Endpoint {
  readonly routes: readonly Route[];
  readonly customHelpers: CustomHelpers | undefined;
  readonly #byName = new Map<string, Route>();
  readonly #dispatcher: Dispatcher;
  #helpers: UrlHelpers | undefined;

  constructor({ routes, controllers, customHelpers }: RouterOptions) {
    this.routes = Object.freeze(routes.map((definition, index) => new Route(definition, index)));
    this.customHelpers = customHelpers;
    this.#dispatcher = new Dispatcher(controllers);
    for (const route of this.routes) {
      if (route.name === undefined) continue;
      const name = canonicalName(route.name);
      if (!this.#byName.has(name)) this.#byName.set(name, route);
    }
    Object.freeze(this);
  }

  /** The first route that answers, or undefined (section 4.2). */
  recognize(method: string, path: string, { context = noContext }: RecognizeOptions = {}): Match | undefined {
    const canonical = canonicalPath(path);
    return canonical === undefined ? undefined : this.#match({ method: method.toUpperCase(), context }, canonical, 0);
  }

  /** Whether some route answers, none for this method, or none at all (section 3). */
  recognitionStatus(method: string, path: string, options: RecognizeOptions = {}): RecognitionStatus {
    if (this.recognize(method, path, options)) return 'found';
    return this.allowedMethods(path, options).length > 0 ? 'method-not-allowed' : 'not-found';
  }

  /** The verbs that the path answers, each once in declaration order, HEAD right after GET (section 4.2). */
  allowedMethods(path: string, { context = noContext }: RecognizeOptions = {}): string[] {
    const canonical = canonicalPath(path);
    const verbs = new Set<string>();
    if (canonical === undefined) return [];
    for (const route of this.routes) {
      const answers = (verb: string): boolean => valuesOf(route, canonical, { context, method: verb }) !== undefined;
      const own = route.verbs.includes('GET') ? route.verbs.flatMap((verb) => (verb === 'GET' ? ['GET', 'HEAD'] : [verb])) : route.verbs;
      for (const verb of own) if (!verbs.has(verb) && answers(verb)) verbs.add(verb);
    }
    return [...verbs];
  }

  /** The first route of a name in any of its spellings. */
  routeNamed(name: string): Route | undefined {
    return this.#byName.get(canonicalName(name));
  }

  /** Paths and URLs of the router's routes (section 4.3); those of a request know its host too. */
  get helpers(): UrlHelpers {
    return (this.#helpers ??= new UrlHelpers({ router: this }));
  }

  routeTable(): RouteTableRow[] {
    return this.routes.map((route) => route.tableRow());
  }

  /** Every route tried, in order, and why it did or did not match. */
  explain(method: string, path: string, { context = noContext }: RecognizeOptions = {}): Explanation[] {
    const canonical = canonicalPath(path);
    const explanations: Explanation[] = [];
    for (const route of this.routes) {
      const explanation = explainRoute(route, canonical, { method: method.toUpperCase(), context });
      explanations.push(explanation);
      if (explanation.matched) break;
    }
    return explanations;
  }

  /** Answers a request: the target's response, or 400, 404 or 405 (section 4.4). Throws what the target throws. */
  call(request: Request): Response | Promise<Response> {
    const canonical = canonicalPath(request.path);
    if (canonical === undefined) return plain(400);
    return this.#answer(request, canonical, request, 0);
  }

  #answer(request: Request, path: string, asked: AskedRequest & { method: string }, from: number): Response | Promise<Response> {
    const match = this.#match(asked, path, from);
    if (!match) return this.#refuse(request, asked, from);
    request.params = match.params;
    request.route = match.route;
    request.helperSource = this.helpers;
    const finish = (response: Response): Response | Promise<Response> => {
      if (response.headers.get('x-cascade') === 'pass') return this.#answer(request, path, asked, match.route.index + 1);
      return request.method === 'HEAD' ? withoutBody(response) : response;
    };
    const answer = this.#dispatcher.answer(match.route, request);
    return isPromise(answer) ? Promise.resolve(answer).then(finish) : finish(answer);
  }

  #refuse(request: Request, asked: AskedRequest, from: number): Response {
    const allowed = from > 0 ? [] : this.allowedMethods(request.path, { context: asked.context });
    return allowed.length > 0 ? plain(405, { allow: allowed.join(', ') }) : plain(404, { 'x-cascade': 'pass' });
  }

  #match(asked: AskedRequest & { method: string }, path: string, from: number): Match | undefined {
    for (let i = from; i < this.routes.length; i++) {
      const route = this.routes[i]!;
      if (!answersMethod(route, asked.method)) continue;
      const values = valuesOf(route, path, asked);
      if (values) return matchOf(route, values);
    }
    return undefined;
  }
}

/** Whether a route's verbs cover a method. */
export function answersMethod(route: Route, method: string): boolean {
  return route.definition.any || route.verbs.includes(method) || (method === 'HEAD' && route.verbs.includes('GET'));
}

function valuesOf(route: Route, path: string, asked: AskedRequest): Map<string, string> | undefined {
  const { definition } = route;
  const values = matchPattern(definition, path);
  if (!values || !callablesAllow(definition.segmentConstraints, (name) => values.get(name))) return undefined;
  const format = values.get('format') ?? definition.defaults.get('format');
  return definition.requestConstraints.every((constraint) => allowsRequest(constraint, asked, format)) ? values : undefined;
}

function matchOf(route: Route, values: ReadonlyMap<string, string>): Match {
  const params = Object.create(null) as Record<string, string>;
  for (const [name, value] of values) params[name] = value;
  for (const [name, value] of route.definition.defaults) if (!values.has(name)) params[name] = value;
  const { target } = route;
  return {
    controller: target.kind === 'controller' ? target.controller : undefined,
    action: target.kind === 'controller' ? target.action : undefined,
    params,
    callable: target.kind === 'callable' ? target.callable : undefined,
    route,
    target,
  };
}

function plain(status: number, headers: Record<string, string> = {}): Response {
  return new Response({ status, body: reasonPhrase(status), headers: { 'content-type': 'text/plain; charset=utf-8', ...headers } });
}
