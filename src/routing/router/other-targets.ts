// Calls targets other than actions of controllers: callables, redirects and mounted applications.

import { isEndpoint } from '../../http/endpoint.js';
import { isClass } from '../../http/object-shape.js';
import type { Request } from '../../http/request.js';
import { Response } from '../../http/response.js';
import { routeText, type RedirectTarget, type Route } from '../patterns/route.js';
import type { Action } from './controller-actions.js';

/** Makes the function that calls a route's target. A router that only recognises needs none. */
export type OtherTargets = (route: Route) => Action;

/** Makes the function that calls the target of a route (docs/compiled-routes.md). Throws a `TypeError` if the target cannot be called. */
export const otherTargets: OtherTargets = (route) => {
  const { target } = route;
  switch (target.kind) {
    case 'callable':
      return callerOf(target.callable, route);
    case 'redirect':
      return redirectionTo(target);
    case 'mount': {
      const call = callerOf(target.app, route);
      return (request) => call(belowMount(request));
    }
    case 'controller':
      throw new Error(`${routeText(route)} leads to a controller: a bug in waypost`);
    default:
      return target satisfies never;
  }
};

/** Calls a callable or a mounted application: a function of the request, a Node listener, or an endpoint. */
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
  if (fixedLocation !== undefined) {
    const { headers } = Response.redirect(fixedLocation, status);
    return () => new Response({ status, headers });
  }
  return (request) => Response.redirect(locationFor(request.params, request), status);
}

/** The request for a mounted application. Its path is the one below the mount point; its params are those of the path above. */
function belowMount(request: Request): Request {
  const params = Object.assign(Object.create(null) as Record<string, string>, request.params);
  const rest = params['mounted_path'];
  delete params['mounted_path'];
  const below = request.below(...dividedAtMount(request.path, rest));
  below.params = params;
  return below;
}

/**
 * Divides a path at the mount point into the part above and the part below, both as they were sent. `rest` is decoded and can be shorter
 * than what was sent, so the pieces of the path are matched with it from the end.
 */
function dividedAtMount(path: string, rest: string | undefined): [above: string, below: string] {
  if (rest === undefined) return [path.replace(/(?<!\/)\/+$/, ''), '/'];
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
  return [path.slice(0, from), path.slice(Math.max(0, at))];
}
