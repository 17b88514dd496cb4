// Runs a route's layers around its target, and adds the headers that announce its end.
//
//   through &auth#signedIn, { get '/export', …, through => &limits#slow, sunset => '2027-06-01' }
//     sunset headers( signedIn( slow( target )))
//
// The layers of all routes are built once, when the router is made, with the same `MiddlewareStack` as an application's middleware.

import { type Endpoint, isPromise } from '../../http/endpoint.js';
import type { RequestSource } from '../../http/request-source.js';
import type { Request } from '../../http/request.js';
import { encodedLocation, isDeclined, Response } from '../../http/response.js';
import { middlewareOf } from '../../middleware/layer.js';
import { Middleware, type MiddlewareArguments } from '../../middleware/middleware.js';
import { MiddlewareStack, type MiddlewareClass } from '../../middleware/stack.js';
import { timeOfDay, type LayerDefinition, type RouteFacts, type RouteNotice } from '../patterns/facts.js';
import { placeText, routeText, type Route } from '../patterns/route.js';
import type { RouteList } from '../patterns/route-list.js';
import { answerOf, type Dispatcher } from './dispatch.js';

type Answer = Response | Promise<Response>;

type LayerClass = MiddlewareClass<MiddlewareArguments>;

/** The classes of layers by their labels: many routes share a few layers. */
type LayerClasses = Map<string, { readonly layer: unknown; readonly found: LayerClass }>;

/**
 * The endpoint that runs a route's layers around its target.
 *
 * @throws TypeError for a value that is no layer; the message names the declaration
 */
function layeredEndpoint(route: Route, target: Endpoint, classes: LayerClasses): Endpoint {
  const stack = new MiddlewareStack();
  const layers = route.definition.facts?.layers ?? [];
  layers.forEach((layer, index) =>
    stack.use(`${index + 1}: ${layer.label}`, layerClass(layer, route, classes)),
  );
  return stack.build(target);
}

function layerClass({ label, layer }: LayerDefinition, route: Route, classes: LayerClasses): LayerClass {
  const known = classes.get(label);
  if (known !== undefined && known.layer === layer) return known.found;
  const found = middlewareOf(layer, label);
  if (found) {
    classes.set(label, { layer, found });
    return found;
  }
  const place = placeText(route);
  const where = `${routeText(route)}${place === '' ? '' : ` at ${place}`} goes through ${label}`;
  if (layer !== undefined)
    throw new TypeError(
      `${where}, which is no layer: a class or an object with call, or a function of the request and of what is inside it`,
    );
  return class extends Middleware {
    override call(): never {
      throw new TypeError(`${where}, which was not loaded; give the router its modules`);
    }
  };
}

/** Adds the headers of a deprecated or ending route to its response (RFC 9745, RFC 8594). */
export type NoticeWriter = (response: Response) => Response;

/** Makes the writer of a route's notices; undefined if it has none. */
function noticeWriter({ deprecated, sunset }: RouteFacts): NoticeWriter | undefined {
  if (!deprecated && !sunset) return undefined;
  const fields: [string, string][] = [];
  if (deprecated) fields.push(['deprecation', `@${timeOf(deprecated) / 1000}`]);
  if (sunset) fields.push(['sunset', new Date(timeOf(sunset)).toUTCString()]);
  const links = [linkOf(deprecated, 'deprecation'), linkOf(sunset, 'sunset')].filter((link) => link !== '');
  return (response) => {
    // A target may return the same response each time, so its headers are not changed.
    const noted = response.with({});
    for (const [name, value] of fields) if (!noted.headers.has(name)) noted.headers.set(name, value);
    for (const link of links) noted.headers.append('link', link);
    return noted;
  };
}

function timeOf({ date }: RouteNotice): number {
  const time = timeOfDay(date);
  if (time === undefined) throw new TypeError(`'${date}' is no day of the calendar such as '2026-12-01'`);
  return time;
}

function linkOf(notice: RouteNotice | undefined, relation: string): string {
  return notice?.link === undefined ? '' : `<${encodedLocation(notice.link)}>; rel="${relation}"`;
}

/**
 * Makes a dispatcher that runs layers and notices around another one. Throws a `TypeError` if a route goes through something that is no
 * layer.
 */
export type Surroundings = (routes: RouteList, targets: Dispatcher) => Dispatcher;

/** Layers and notices of routes. A router whose routes have none is smaller without it (docs/compiled-routes.md). */
export const surroundings: Surroundings = (routes, targets) => {
  /** The sources of requests that a target inside layers has declined. */
  const declined = new WeakSet<RequestSource>();
  const settled = (route: Route, request: Request, given: unknown): Response => {
    const response = targets.answer(route, given, request);
    if (isDeclined(response)) declined.add(request.source);
    return response;
  };
  const insideLayers = (route: Route, request: Request): Answer => {
    const { net } = request.source;
    try {
      const given = targets.call(route, request);
      if (!isPromise(given)) return settled(route, request, given);
      const answer = Promise.resolve(given).then((value) => settled(route, request, value));
      return net ? answer.catch(net) : answer;
    } catch (error) {
      if (net) return net(error);
      throw error;
    }
  };
  const classes: LayerClasses = new Map();
  /** By the route's index; undefined for a route without layers. */
  const layered = routes.heads.map(({ facts }, index) => {
    if (!facts?.layers.length) return undefined;
    const route = routes.at(index);
    return layeredEndpoint(route, { call: (request) => insideLayers(route, request) }, classes);
  });
  const notices = routes.heads.map(({ facts }) => facts && noticeWriter(facts));
  const inLayers = (route: Route, request: Request): unknown => {
    const endpoint = layered[route.index];
    return endpoint ? endpoint.call(request) : targets.call(route, request);
  };
  return {
    call(route, request) {
      const notice = notices[route.index];
      if (!notice) return inLayers(route, request);
      // If a route with notices throws, its notices are left with the request, for whoever makes the response to the error.
      const noted = (error: unknown): never => {
        (request.source.notices ??= []).push(notice);
        throw error;
      };
      try {
        const given = inLayers(route, request);
        return isPromise(given)
          ? Promise.resolve(given)
              .then((value) => answerInLayers(route, value, request))
              .catch(noted)
          : answerInLayers(route, given, request);
      } catch (error) {
        return noted(error);
      }
    },
    answer: answerInLayers,
    // A response that a layer makes itself never declines: the next route might answer what the layer guards.
    declines: (route, request) => layered[route.index] === undefined || declined.delete(request.source),
    leaving(route, response) {
      let answer = response;
      if (isDeclined(response)) {
        answer = response.with({});
        answer.headers.delete('x-cascade');
      }
      return notices[route.index]?.(answer) ?? answer;
    },
  };
};

function answerInLayers(route: Route, given: unknown, request: Request): Response {
  const { layers } = route;
  // The words for the error are made only if the answer is no Response.
  return given instanceof Response || layers.length === 0
    ? answerOf(route, given, request)
    : answerOf(
        route,
        given,
        request,
        ` goes through ${layers.join(', ')}, ${layers.length === 1 ? 'which' : 'one of which'}`,
        'a layer returns what `next(request)` gives, a Response',
      );
}
