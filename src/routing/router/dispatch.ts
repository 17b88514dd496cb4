// From a match to a response: the targets of routes are called here, inside their layers.
//
// Whatever answers at once is passed on at once; only a target that gives a promise makes the answer one.

import { type Endpoint, isPromise } from '../../http/endpoint.js';
import type { RequestSource } from '../../http/request-source.js';
import type { Request } from '../../http/request.js';
import { Response, isDeclined, resultResponse } from '../../http/response.js';
import { routeText, type Route, type Target } from '../patterns/route.js';
import { type Action, findAction } from './controller-actions.js';
import type { RouteList } from '../patterns/route-list.js';
import type { OtherTargets } from './other-targets.js';
import type { Surroundings } from './surroundings.js';

/** Finds a controller by its name: a module, an object of actions, or a class. Undefined where there is none. */
export type ControllerResolver = (name: string) => unknown;

type Answer = Response | Promise<Response>;

/** Answers requests for the targets of one router. */
export class Dispatcher {
  readonly #controllers: ControllerResolver | undefined;
  readonly #otherTargets: OtherTargets | undefined;
  /** What calls each route's target, by the route's index; made when it is first called. */
  readonly #callers: (Action | undefined)[] = [];
  /** By the route's index; undefined for a route without layers. */
  readonly #layered: readonly (Endpoint | undefined)[];
  /** Sources of requests that a target inside layers has declined. */
  readonly #declined = new WeakSet<RequestSource>();

  /** Throws a `TypeError` for a route that goes through what is no layer. */
  constructor(
    routes: RouteList,
    controllers: ControllerResolver | undefined,
    otherTargets: OtherTargets | undefined,
    around: Surroundings | undefined,
  ) {
    this.#controllers = controllers;
    this.#otherTargets = otherTargets;
    this.#layered = routes.heads.map(({ facts }, index) => {
      if (!facts?.layers.length) return undefined;
      const route = routes.at(index);
      if (!around) return { call: () => withoutLayers(route) };
      return around.layeredEndpoint(route, { call: (request) => this.#insideLayers(route, request) });
    });
  }

  /** What the route gives a request whose params are set, through its layers. Throws what they and the target throw. */
  call(route: Route, request: Request): unknown {
    const layered = this.#layered[route.index];
    return layered ? layered.call(request) : this.#callTarget(route, request);
  }

  /**
   * Whether an answer with `x-cascade: pass` means that the target declines, so that the next route is to be asked. A layer's own
   * answer never does: what it guards would be left open by whatever route comes next.
   */
  declines(route: Route, request: Request): boolean {
    return this.#layered[route.index] === undefined || this.#declined.delete(request.source);
  }

  #insideLayers(route: Route, request: Request): Answer {
    const { net } = request.source;
    try {
      const given = this.#callTarget(route, request);
      if (!isPromise(given)) return this.#settled(route, request, given);
      const answer = Promise.resolve(given).then((value) => this.#settled(route, request, value));
      return net ? answer.catch(net) : answer;
    } catch (error) {
      if (net) return net(error);
      throw error;
    }
  }

  #settled(route: Route, request: Request, given: unknown): Response {
    const response = answerOf(given, route);
    if (isDeclined(response)) this.#declined.add(request.source);
    return response;
  }

  #callTarget(route: Route, request: Request): unknown {
    const call = (this.#callers[route.index] ??= this.#callerOf(route));
    return call(request);
  }

  #callerOf(route: Route): Action {
    const { target } = route;
    if (target.kind === 'controller') return this.#action(target, route);
    if (!this.#otherTargets)
      throw new Error(
        `${routeText(route)} leads to no controller, and its router was made to call nothing else`,
      );
    return this.#otherTargets(route);
  }

  #action(target: Target & { kind: 'controller' }, route: Route): Action {
    const controller = this.#controllers?.(target.controller);
    if (controller === undefined || controller === null) {
      throw new Error(
        `there is no controller '${target.controller}' for ${routeText(route)}; give the router its controllers`,
      );
    }
    const action = findAction(controller, target.action);
    if (!action)
      throw new Error(
        `the controller '${target.controller}' has no action '${target.action}' for ${routeText(route)}`,
      );
    return action;
  }
}

/** A router that was made to be looked at answers nothing in place of layers. */
function withoutLayers(route: Route): never {
  throw new Error(`${routeText(route)} goes through layers, and its router was made without any`);
}

/** The response that stands for what a target gave, or the layers around it. Throws a `TypeError` where it stands for none. */
export function answerOf(answer: unknown, route: Route, layers: readonly string[] = []): Response {
  if (answer instanceof Response) return answer;
  let response: Response | undefined;
  try {
    response = resultResponse(answer);
  } catch (cause) {
    throw new TypeError(`${routeText(route)} answered a value that JSON cannot hold`, { cause });
  }
  if (response) return response;
  const around =
    layers.length === 0
      ? ''
      : ` goes through ${layers.join(', ')}, ${layers.length === 1 ? 'which' : 'one of which'}`;
  const wanted =
    layers.length === 0
      ? 'a target returns a Response'
      : 'a layer returns what `next(request)` gives, a Response';
  throw new TypeError(
    `${routeText(route)}${around} answered ${kindOf(answer)}; ${wanted}, a Fetch Response, a string, or a plain object or array`,
  );
}

function kindOf(answer: unknown): string {
  if (answer === undefined || answer === null) return String(answer);
  const { constructor }: { readonly constructor?: { readonly name?: string } } = answer;
  const name = typeof answer === 'object' ? constructor?.name : undefined;
  return name ? `an object of class ${name}` : `a value of type ${typeof answer}`;
}
