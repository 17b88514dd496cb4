// From a match to a response: the targets of routes are called here, and what they give is made a response.
//
// Whatever answers at once is passed on at once; only a target that gives a promise makes the answer one. What stands around
// some targets is no part of this: surroundings.ts puts it there, where a router is given that.

import { kindOf } from '../../http/object-shape.js';
import type { Request } from '../../http/request.js';
import { type Response, resultResponse } from '../../http/response.js';
import { routeText, type Route, type Target } from '../patterns/route.js';
import { type Action, findAction } from './controller-actions.js';
import type { OtherTargets } from './other-targets.js';

/** Finds a controller by its name: a module, an object of actions, or a class. Undefined where there is none. */
export type ControllerResolver = (name: string) => unknown;

/** A record or function of controllers as a function. */
export function controllerFinder(
  controllers: Readonly<Record<string, unknown>> | ControllerResolver | undefined,
): ControllerResolver | undefined {
  return typeof controllers === 'object'
    ? (name) => (Object.hasOwn(controllers, name) ? controllers[name] : undefined)
    : controllers;
}

/** Answers requests for the routes of one router. */
export interface Dispatcher {
  /** What the route gives a request whose params are set. Throws what its target throws. */
  call(route: Route, request: Request): unknown;
  /** The response that stands for what a call gave. Throws a `TypeError` where none does. */
  answer(route: Route, given: unknown, request: Request): Response;
  /** Whether an answer with `x-cascade: pass` means that the target declines, so that the next route is to be asked. */
  declines(route: Route, request: Request): boolean;
  /** The response as it leaves the route. */
  leaving(route: Route, response: Response): Response;
}

/** Calls targets as they are. A router that was made to be looked at calls none in place of layers: `withLayers` says that those are seen to. */
export function targetDispatcher(
  controllers: ControllerResolver | undefined,
  otherTargets: OtherTargets | undefined,
  withLayers: boolean,
): Dispatcher {
  /** What calls each route's target, by the route's index; made when it is first called. */
  const callers: (Action | undefined)[] = [];
  const callerOf = (route: Route): Action => {
    const { target, layers } = route;
    if (layers.length === 0 || withLayers) {
      if (target.kind === 'controller') return actionOf(target, route, controllers);
      if (otherTargets) return otherTargets(route);
    }
    throw new Error(
      `${routeText(route)} needs layers or a target that is no action, and its router was made without`,
    );
  };
  return {
    call: (route, request) => (callers[route.index] ??= callerOf(route))(request),
    answer: answerOf,
    declines: () => true,
    leaving: (_, response) => response,
  };
}

function actionOf(
  { controller: name, action: wanted }: Target & { kind: 'controller' },
  route: Route,
  controllers: ControllerResolver | undefined,
): Action {
  const controller = controllers?.(name);
  if (controller === undefined || controller === null)
    throw new Error(
      `there is no controller '${name}' for ${routeText(route)}; give the router its controllers`,
    );
  const action = findAction(controller, wanted);
  if (!action) throw new Error(`the controller '${name}' has no action '${wanted}' for ${routeText(route)}`);
  return action;
}

/** The response that stands for what a target gave. Throws a `TypeError` where it stands for none; `whose` and `wanted` say then what it is of. */
export function answerOf(
  route: Route,
  given: unknown,
  { source }: Request,
  whose = '',
  wanted = 'a target returns a Response',
): Response {
  try {
    const response = resultResponse(given) ?? source.sent?.();
    if (response) return response;
  } catch (cause) {
    throw new TypeError(`${routeText(route)} answered a value that JSON cannot hold`, { cause });
  }
  throw new TypeError(
    `${routeText(route)}${whose} answered ${kindOf(given)}; ${wanted}, an unread Fetch Response, a string, or a plain object or array`,
  );
}
