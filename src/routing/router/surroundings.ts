// What stands around a route's target: its layers, and the headers that tell of its end.
//
//   through &auth#signedIn, { get '/export', …, through => &limits#slow, sunset => '2027-06-01' }
//     sunset headers( signedIn( slow( target )))
//
// It is built once, when the router is, by the same stack that builds an application's middleware.

import type { Endpoint } from '../../http/endpoint.js';
import { encodedLocation, type Response } from '../../http/response.js';
import { middlewareOf } from '../../middleware/layer.js';
import { Middleware, type MiddlewareArguments } from '../../middleware/middleware.js';
import { MiddlewareStack, type MiddlewareClass } from '../../middleware/stack.js';
import { timeOfDay, type LayerDefinition, type RouteFacts, type RouteNotice } from '../patterns/facts.js';
import { placeText, routeText, type Route } from '../patterns/route.js';
import type { RouteList } from '../patterns/route-list.js';

/**
 * A route's target inside its layers; the target itself where it has none.
 *
 * @throws TypeError for what is no layer, naming the declaration
 */
function layeredEndpoint(route: Route, target: Endpoint): Endpoint {
  const stack = new MiddlewareStack();
  const layers = route.definition.facts?.layers ?? [];
  layers.forEach((layer, index) => stack.use(`${index + 1}: ${layer.label}`, layerClass(layer, route)));
  return stack.build(target);
}

function layerClass({ label, layer }: LayerDefinition, route: Route): MiddlewareClass<MiddlewareArguments> {
  const found = middlewareOf(layer, label);
  if (found) return found;
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

/** Adds to an answer when its route is deprecated and when it goes away (RFC 9745, RFC 8594). */
export type NoticeWriter = (response: Response) => Response;

function notices({ heads }: RouteList): (NoticeWriter | undefined)[] {
  return heads.map(({ facts }) => facts && noticeWriter(facts));
}

/** What adds a route's notices; undefined where there are none. */
function noticeWriter({ deprecated, sunset }: RouteFacts): NoticeWriter | undefined {
  if (!deprecated && !sunset) return undefined;
  const fields: [string, string][] = [];
  if (deprecated) fields.push(['deprecation', `@${timeOf(deprecated) / 1000}`]);
  if (sunset) fields.push(['sunset', new Date(timeOf(sunset)).toUTCString()]);
  const links = [linkOf(deprecated, 'deprecation'), linkOf(sunset, 'sunset')].filter((link) => link !== '');
  return (response) => {
    // A target may answer with one response again and again: its headers are its own.
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

/** What a router is given where its routes have layers or notices: one without is smaller. */
export interface Surroundings {
  /** A route's target inside its layers. */
  readonly layeredEndpoint: (route: Route, target: Endpoint) => Endpoint;
  /** What adds the notices of each route; undefined where it has none. */
  readonly notices: (routes: RouteList) => readonly (NoticeWriter | undefined)[];
}

/** What makes the layers and notices of routes. */
export const surroundings: Surroundings = { layeredEndpoint, notices };
