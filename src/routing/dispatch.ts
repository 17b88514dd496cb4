// From a match to a response: controllers, callables, redirects and mounted apps are called here.
//
// Whatever answers at once is passed on at once; only a target that gives a promise makes the answer one.

import { type Endpoint, isEndpoint, isPromise } from '../http/endpoint.js';
import type { Request } from '../http/request.js';
import { byteLength, discard, Response, responseFrom } from '../http/response.js';
import { actionMember } from './action-name.js';
import { routeText, type Route, type Target } from './route.js';

/** Finds a controller by its name: a module, an object of actions, or a class. Undefined where there is none. */
export type ControllerResolver = (name: string) => unknown;

type Answer = Response | Promise<Response>;
type Action = (request: Request) => unknown;

/**
 * The function that answers an action, bound to what it belongs to; undefined where there is none. A controller is a
 * module or object of functions, or a class (or a module whose default export is one), of which each call makes an instance.
 */
export function findAction(controller: unknown, action: string): Action | undefined {
  const whole = defaultExport(controller);
  if (isClass(whole)) {
    const name = actionMember(action, (wanted) => typeof methodOf(whole.prototype, wanted) === 'function');
    return name === undefined ? undefined : (request) => (new whole() as Record<string, Action>)[name]!(request);
  }
  for (const owner of new Set([controller, whole])) {
    if (typeof owner !== 'object' || owner === null) continue;
    const name = actionMember(action, (wanted) => typeof methodOf(owner, wanted) === 'function');
    if (name !== undefined) return (request) => (owner as Record<string, Action>)[name]!(request);
  }
  return undefined;
}

/** The names of a controller's actions, for a suggestion. */
export function actionNames(controller: unknown): readonly string[] {
  const whole = defaultExport(controller);
  const names = new Set<string>();
  const owners = isClass(whole) ? [whole.prototype as object] : [controller, whole].filter((owner) => typeof owner === 'object' && owner !== null);
  for (const owner of owners) {
    for (let at: object | null = owner as object; at && at !== Object.prototype; at = Object.getPrototypeOf(at) as object | null) {
      for (const name of Object.getOwnPropertyNames(at)) {
        if (actionMember(name, (wanted) => typeof methodOf(at, wanted) === 'function') !== undefined) names.add(name);
      }
    }
  }
  return [...names];
}

type Class = new () => object;

function isClass(value: unknown): value is Class {
  return typeof value === 'function' && typeof value.prototype === 'object' && /^class\b/.test(Function.prototype.toString.call(value));
}

function defaultExport(controller: unknown): unknown {
  if (typeof controller !== 'object' || controller === null) return controller;
  return Object.hasOwn(controller, 'default') ? (controller as { default: unknown }).default : controller;
}

/** A property that is an object's own or its class's, never one that every object has. */
function methodOf(owner: object, name: string): unknown {
  return name in owner ? (owner as Record<string, unknown>)[name] : undefined;
}

/** Answers requests for the targets of one router. */
export class Dispatcher {
  readonly #controllers: ControllerResolver | undefined;
  readonly #actions = new Map<Target, Action>();

  constructor(controllers: ControllerResolver | undefined) {
    this.#controllers = controllers;
  }

  /** The target's answer to a request whose params are set. Throws what the target throws. */
  answer(route: Route, request: Request): Answer {
    const { target } = route;
    switch (target.kind) {
      case 'controller':
        return respond(this.#action(target, route)(request), route);
      case 'callable':
        return respond(call(target.callable, request, route), route);
      case 'redirect':
        return redirect(target.locationFor(request.params, request), target.status);
      case 'mount':
        return respond(call(target.app, belowMount(request), route), route);
      default:
        return target satisfies never;
    }
  }

  #action(target: Target & { kind: 'controller' }, route: Route): Action {
    const known = this.#actions.get(target);
    if (known) return known;
    const controller = this.#controllers?.(target.controller);
    if (controller === undefined || controller === null) {
      throw new Error(`there is no controller '${target.controller}' for ${routeText(route)}; give the router its controllers`);
    }
    const action = findAction(controller, target.action);
    if (!action) throw new Error(`the controller '${target.controller}' has no action '${target.action}' for ${routeText(route)}`);
    this.#actions.set(target, action);
    return action;
  }
}

function redirect(location: string, status: number): Response {
  return Response.redirect(location, status);
}

function call(callable: unknown, request: Request, route: Route): unknown {
  if (typeof callable === 'function') {
    if (callable.length < 2 || isClass(callable)) return (callable as Action)(request);
    const run = request.source.runListener;
    if (!run) throw new Error(`${routeText(route)} leads to a Node listener, which only a server on node:http can run`);
    return run.call(request.source, callable as (...args: never[]) => unknown, request);
  }
  if (isEndpoint(callable)) return (callable as Endpoint).call(request);
  throw new TypeError(`${routeText(route)} leads to nothing that can be called: a function, or an object with call(request)`);
}

function respond(answer: unknown, route: Route): Answer {
  if (isPromise(answer)) return Promise.resolve(answer).then((value) => asResponse(value, route));
  return asResponse(answer, route);
}

function asResponse(answer: unknown, route: Route): Response {
  const response = responseFrom(answer);
  if (response) return response;
  const what = answer === undefined || answer === null ? String(answer) : `a value of type ${typeof answer}`;
  throw new TypeError(`${routeText(route)} answered ${what}; a target returns a Response, a Fetch Response or a string`);
}

/** What a HEAD request gets of a GET route's answer. */
export function withoutBody(response: Response): Response {
  if (response.body === null) return response;
  const length = byteLength(response.body);
  const bare = response.with({ body: null });
  if (length !== undefined && !bare.headers.has('content-length')) bare.headers.set('content-length', String(length));
  discard(response.body);
  return bare;
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
