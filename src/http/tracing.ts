// What observers are told of requests: which route answers, and how long it, the recognition and each layer take.
//
//     const { tracingChannel } = await import('node:diagnostics_channel');
//     tracingChannel('waypost:request').subscribe({ asyncEnd: ({ request, route, result }) => … });
//
// The channels are Node's, where the runtime has them; nothing of `node:` is imported. Without a subscriber a request asks one property.

import type { Endpoint } from './endpoint.js';
import { isPromise } from './endpoint.js';
import type { AnsweringRoute, TrailStep } from './answering-route.js';
import type { Request } from './request.js';
import type { Response } from './response.js';

/** What is known of the route that answers, also where applications are mounted in each other. */
export interface RouteFacts {
  /** The whole pattern, mounts and the host's prefix in front: `/shop/orders/:id`, what OpenTelemetry calls `http.route`. */
  readonly pattern: string;
  /** The name of the route, where it has one. */
  readonly name: string | undefined;
  /** The controller that answers, as written in the routes file; undefined for other targets. */
  readonly controller: string | undefined;
  /** The action that answers; undefined for other targets. */
  readonly action: string | undefined;
}

/** What subscribers of `waypost:request` get; `result` or `error` when it is answered. */
export interface RequestTrace {
  /** The request as it came. */
  readonly request: Request;
  /** Undefined until a route was found. */
  readonly route: RouteFacts | undefined;
  /** The answer, once there is one. */
  result?: Response;
  /** What was thrown, where there is no answer. */
  error?: unknown;
}

/** What subscribers of `waypost:recognize` get; `result` is the facts of the route, undefined where none answers. */
export interface RecognizeTrace {
  /** The request that is looked up. */
  readonly request: Request;
  /** The route that answers, once it is known; undefined where none does. */
  result?: RouteFacts | undefined;
}

/** What subscribers of `waypost:layer` get. */
export interface LayerTrace {
  /** The request as the target gets it. */
  readonly request: Request;
  /** The entry of the stack: `helmet`. */
  readonly layer: string;
  /** The answer, once there is one. */
  result?: Response;
  /** What was thrown, where there is no answer. */
  error?: unknown;
}

interface Channel {
  publish(message: object): void;
  runStores<Value>(message: object, run: () => Value): Value;
}

interface TracingChannel {
  readonly hasSubscribers: boolean;
  readonly start: Channel;
  readonly end: Channel;
  readonly asyncStart: Channel;
  readonly asyncEnd: Channel;
  readonly error: Channel;
}

type ChannelName = 'request' | 'recognize' | 'layer';

/** Null where the runtime has none. */
const channels: { [name in ChannelName]?: TracingChannel | null } = {};

function channel(name: ChannelName): TracingChannel | null {
  const opened = channels[name];
  return opened === undefined ? (channels[name] = openChannel(name)) : opened;
}

function openChannel(name: ChannelName): TracingChannel | null {
  const { process }: { readonly process?: { getBuiltinModule?(name: string): unknown } } = globalThis;
  const diagnostics = process?.getBuiltinModule?.('node:diagnostics_channel') as
    { tracingChannel?(name: string): TracingChannel } | undefined;
  return diagnostics?.tracingChannel?.(`waypost:${name}`) ?? null;
}

/** Answers a request, observed as `waypost:request`. Throws what the endpoint throws. */
export function callTraced(endpoint: Endpoint, request: Request): Response | Promise<Response> {
  const observed = channel('request');
  if (observed?.hasSubscribers !== true) return endpoint.call(request);
  const trail = trailOf(request);
  const trace: RequestTrace = {
    request,
    get route() {
      return factsOf(trail);
    },
  };
  return traced(observed, trace, () => endpoint.call(request));
}

/** What is found, observed as `waypost:recognize`. */
export function recognizeTraced<Found extends { readonly route: AnsweringRoute }>(
  matcher: { find(method: string, path: string, options: Request): Found | undefined },
  request: Request,
): Found | undefined {
  const observed = channel('recognize');
  if (observed?.hasSubscribers !== true) return matcher.find(request.method, request.path, request);
  const trace: RecognizeTrace = { request };
  return observed.start.runStores(trace, () => {
    try {
      const found = matcher.find(request.method, request.path, request);
      if (found !== undefined) trace.result = patternFacts(found.route, request.scriptName);
      return found;
    } finally {
      observed.end.publish(trace);
    }
  });
}

/** The layer itself, or, where somebody observes `waypost:layer` when a stack is built, one that is observed. */
export function tracedLayer(layer: Endpoint, name: string): Endpoint {
  const observed = channel('layer');
  if (observed?.hasSubscribers !== true) return layer;
  return { call: (request) => traced(observed, { request, layer: name }, () => layer.call(request)) };
}

function traced(
  observed: TracingChannel,
  trace: RequestTrace | LayerTrace,
  run: () => Response | Promise<Response>,
): Response | Promise<Response> {
  const settle = (note: () => void): void => {
    note();
    observed.asyncStart.publish(trace);
    observed.asyncEnd.publish(trace);
  };
  const fail = (error: unknown): void => {
    trace.error = error;
    observed.error.publish(trace);
  };
  return observed.start.runStores(trace, () => {
    try {
      const answer = run();
      if (!isPromise(answer)) {
        trace.result = answer;
        return answer;
      }
      return Promise.resolve(answer).then(
        (response) => {
          settle(() => (trace.result = response));
          return response;
        },
        (error: unknown) => {
          settle(() => fail(error));
          throw error;
        },
      );
    } catch (error) {
      fail(error);
      throw error;
    } finally {
      observed.end.publish(trace);
    }
  });
}

/** From now on the routes that this request comes by are noted. */
export function trailOf({ source }: Request): TrailStep[] {
  return (source.trail ??= []);
}

/** Notes the route that a router has found, for those who follow the request. */
export function noteRoute({ source, scriptName }: Request, route: AnsweringRoute): void {
  const { trail } = source;
  if (trail === undefined) return;
  while ((trail.at(-1)?.scriptName.length ?? -1) >= scriptName.length) trail.pop();
  trail.push({ scriptName, route });
}

/** The facts of the route at the end of a trail, its pattern that of all of them. */
export function factsOf(trail: readonly TrailStep[]): RouteFacts | undefined {
  const [first] = trail;
  const last = trail.at(-1);
  if (first === undefined || last === undefined) return undefined;
  if (first === last && last.scriptName === '') return ownFacts(last.route);
  const mounts = trail
    .slice(0, -1)
    .map(({ route }) => patternText(route).replace(/\(?\/?\*mounted_path\)?$/, ''));
  return patternFacts(last.route, first.scriptName + mounts.join(''));
}

const factsOfRoutes = new WeakMap<AnsweringRoute, RouteFacts>();

/** The facts of a route at the top, made once. */
function ownFacts(route: AnsweringRoute): RouteFacts {
  let facts = factsOfRoutes.get(route);
  if (facts === undefined) factsOfRoutes.set(route, (facts = Object.freeze(patternFacts(route, ''))));
  return facts;
}

function patternFacts(route: AnsweringRoute, prefix: string): RouteFacts {
  const target = route.target as { readonly controller?: string; readonly action?: string };
  const pattern = patternText(route);
  return {
    pattern: prefix !== '' && pattern === '/' ? prefix : prefix + pattern,
    name: route.name,
    controller: target.controller,
    action: target.action,
  };
}

function patternText({ pattern }: AnsweringRoute): string {
  return typeof pattern === 'string' ? pattern : pattern.text;
}
