// From a match to a response: controllers, callables, redirects and mounted apps are called here.
//
// Whatever answers at once is passed on at once; only a target that gives a promise makes the answer one.

import { type Endpoint, isEndpoint, isPromise } from '../../http/endpoint.js';
import type { RequestSource } from '../../http/request-source.js';
import type { Request } from '../../http/request.js';
import { Response, isDeclined, resultResponse } from '../../http/response.js';
import { actionMember } from './action-name.js';
import { routeText, type RedirectTarget, type Route, type Target } from '../patterns/route.js';
import type { Surroundings } from './surroundings.js';

/** Finds a controller by its name: a module, an object of actions, or a class. Undefined where there is none. */
export type ControllerResolver = (name: string) => unknown;

type Answer = Response | Promise<Response>;
type Action = (request: Request) => unknown;

/**
 * The function that answers an action, bound to what it belongs to; undefined where there is none. A controller is a
 * module or object of functions, or a class (or a module whose default export is one), of which each call makes an instance.
 */
export function findAction(controller: unknown, action: string): Action | undefined {
  for (const owner of ownersOf(controller)) {
    const methods = isClass(owner) ? (owner.prototype as object) : owner;
    const name = actionMember(action, (wanted) => hasMethod(methods, wanted));
    if (name === undefined) continue;
    if (isClass(owner)) return (request) => (new owner() as Record<string, Action>)[name]!(request);
    return (request) => (owner as Record<string, Action>)[name]!(request);
  }
  return undefined;
}

/** The names of a controller's actions, for a suggestion. */
export function actionNames(controller: unknown): readonly string[] {
  const names = new Set<string>();
  for (const owner of ownersOf(controller)) {
    for (
      let at: object | null = isClass(owner) ? (owner.prototype as object) : owner;
      at && at !== Object.prototype;
      at = Object.getPrototypeOf(at) as object | null
    ) {
      for (const name of Object.getOwnPropertyNames(at)) {
        if (actionMember(name, (wanted) => wanted === name && hasMethod(at, wanted)) !== undefined)
          names.add(name);
      }
    }
  }
  return [...names];
}

type Class = new () => object;

function isClass(value: unknown): value is Class {
  return (
    typeof value === 'function' &&
    typeof value.prototype === 'object' &&
    /^class\b/.test(Function.prototype.toString.call(value))
  );
}

/** What may have the actions: the default export, then the module itself. */
function ownersOf(controller: unknown): readonly (object | Class)[] {
  if (isClass(controller)) return [controller];
  if (typeof controller !== 'object' || controller === null) return [];
  const whole = Object.hasOwn(controller, 'default')
    ? (controller as { default: unknown }).default
    : undefined;
  return isClass(whole) || (typeof whole === 'object' && whole !== null) ? [whole, controller] : [controller];
}

/**
 * Whether an object or the classes it is made from have a method of that name, never one that every object has. No
 * getter of a class is run to find out; those of a module's exports are only a loader's way to give them.
 */
function hasMethod(owner: object, name: string): boolean {
  for (
    let at: object | null = owner;
    at && at !== Object.prototype;
    at = Object.getPrototypeOf(at) as object | null
  ) {
    const property = Object.getOwnPropertyDescriptor(at, name);
    if (!property) continue;
    const isExport = at === owner && property.get !== undefined && property.enumerable === true;
    return typeof (isExport ? (owner as Record<string, unknown>)[name] : property.value) === 'function';
  }
  return false;
}

/** Answers requests for the targets of one router. */
export class Dispatcher {
  readonly #controllers: ControllerResolver | undefined;
  /** What calls each route's target, by the route's index; made when it is first called. */
  readonly #callers: (Action | undefined)[] = [];
  /** By the route's index; undefined for a route without layers. */
  readonly #layered: readonly (Endpoint | undefined)[];
  /** Sources of requests that a target inside layers has declined. */
  readonly #declined = new WeakSet<RequestSource>();

  /** Throws a `TypeError` for a route that goes through what is no layer. */
  constructor(controllers: ControllerResolver | undefined, routes: readonly Route[], around?: Surroundings) {
    this.#controllers = controllers;
    this.#layered = routes.map((route) => {
      if (route.layers.length === 0) return undefined;
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
    switch (target.kind) {
      case 'controller':
        return this.#action(target, route);
      case 'callable':
        return callerOf(target.callable, route);
      case 'redirect':
        return redirectionTo(target);
      case 'mount': {
        const call = callerOf(target.app, route);
        return (request) => call(belowMount(request));
      }
      default:
        return target satisfies never;
    }
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

/** What calls a callable or a mounted app: a function of the request, a Node listener, or an endpoint. */
function callerOf(callable: unknown, route: Route): Action {
  if (typeof callable === 'function') {
    if (callable.length < 2 || isClass(callable)) return callable as Action;
    return (request) => {
      const { source } = request;
      if (source.runListener) return source.runListener(callable as (...args: never[]) => unknown, request);
      throw new Error(
        `${routeText(route)} leads to a Node listener, which only a server on node:http can run`,
      );
    };
  }
  if (isEndpoint(callable)) return (request) => callable.call(request);
  throw new TypeError(
    `${routeText(route)} leads to nothing that can be called: a function, or an object with call(request)`,
  );
}

function redirectionTo({ fixedLocation, locationFor, status }: RedirectTarget): Action {
  if (fixedLocation !== undefined) return () => Response.redirect(fixedLocation, status);
  return (request) => Response.redirect(locationFor(request.params, request), status);
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
  const name =
    typeof answer === 'object' ? (answer.constructor as { name?: string } | undefined)?.name : undefined;
  return name ? `an object of class ${name}` : `a value of type ${typeof answer}`;
}

/**
 * The request as the mounted app sees it: the path below the mount point as it was sent. The pieces of the path that
 * the glob took are counted from the end, since what it holds is decoded.
 */
function belowMount(request: Request): Request {
  const rest = request.params['mounted_path'];
  const { path } = request;
  if (rest === undefined) return request.below(path.replace(/\/+$/, ''), '/');
  let at = path.length;
  while (path[at - 1] === '/') at--;
  let text = '';
  while (at > 0) {
    const slash = path.lastIndexOf('/', at - 1);
    const piece = path.slice(slash + 1, at);
    if (piece !== '') text = text === '' ? decodeURIComponent(piece) : `${decodeURIComponent(piece)}/${text}`;
    at = slash;
    if (text === rest || slash < 0) break;
  }
  let from = Math.max(0, at);
  while (from > 0 && path[from - 1] === '/') from--;
  return request.below(path.slice(0, from), path.slice(Math.max(0, at)));
}
