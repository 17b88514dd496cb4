// Calls the targets of routes, and makes responses of what they return.
//
// A result that is ready at once stays synchronous; only a target that returns a promise makes the answer a promise. Layers and notices are
// not handled here: surroundings.ts adds them, if the router is given it.

import { kindOf } from '../../http/object-shape.js';
import type { Request } from '../../http/request.js';
import { type Response, resultResponse } from '../../http/response.js';
import { routeText, type Route, type Target } from '../patterns/route.js';
import { type Action, findAction } from './controller-actions.js';
import type { OtherTargets } from './other-targets.js';

/** Finds a controller by its name: a module, an object of actions, or a class. Returns undefined if there is none. */
export type ControllerResolver = (name: string) => unknown;

/** A function that finds controllers, also for an object of controllers. */
export function controllerFinder(
  controllers: Readonly<Record<string, unknown>> | ControllerResolver | undefined,
): ControllerResolver | undefined {
  return typeof controllers === 'object'
    ? (name) => (Object.hasOwn(controllers, name) ? controllers[name] : undefined)
    : controllers;
}

/** Answers requests for the routes of one router. */
export interface Dispatcher {
  /** Calls the route's target with a request whose params are set. Throws what the target throws. */
  call(route: Route, request: Request): unknown;
  /** The response for what a call returned. Throws a `TypeError` if no response can be made of it. */
  answer(route: Route, given: unknown, request: Request): Response;
  /** Whether a response with `x-cascade: pass` means that the target declines, so the next route is tried. */
  declines(route: Route, request: Request): boolean;
  /** The response as it leaves the route. */
  leaving(route: Route, response: Response): Response;
}

/**
 * Calls targets without anything around them. `withLayers` says that the caller runs the layers of routes; otherwise a route with layers
 * throws when called.
 */
export function targetDispatcher(
  controllers: ControllerResolver | undefined,
  otherTargets: OtherTargets | undefined,
  withLayers: boolean,
): Dispatcher {
  /** The function that calls each route's target, by the route's index; made at its first call. */
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

/** The response for what a target returned. Throws a `TypeError` if there is none; `whose` and `wanted` complete its message. */
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
