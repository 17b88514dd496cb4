// What observers are told about requests: which route answers, and how long the request, the recognition and each layer take.
//
//     const { tracingChannel } = await import('node:diagnostics_channel');
//     tracingChannel('waypost:request').subscribe({ asyncEnd: ({ request, route, result }) => … });
//
// The channels are those of Node, if the runtime has them. Nothing is imported from `node:`. Without a subscriber, a request only reads
// one property.

import { type Endpoint, isPromise } from './endpoint.js';
import type { Request } from './request.js';
import type { Response } from './response.js';
import { channel, factsOf, type RouteFacts, type TracingChannel, trailOf } from './route-tracing.js';

export type { RouteFacts };

/** What subscribers of `waypost:request` get. When the request is answered, it has a `result` or an `error`. */
export interface RequestTrace {
  /** The request as received. */
  readonly request: Request;
  /** Undefined until a route is found. */
  readonly route: RouteFacts | undefined;
  /** The response, once there is one. */
  result?: Response;
  /** What was thrown instead of a response. */
  error?: unknown;
}

/** What subscribers of `waypost:recognize` get. `result` describes the route; undefined if no route answers. */
export interface RecognizeTrace {
  /** The request that is looked up. */
  readonly request: Request;
  /** The route that answers, once it is known; undefined if none does. */
  result?: RouteFacts | undefined;
}

/** What subscribers of `waypost:layer` get. */
export interface LayerTrace {
  /** The request as the target gets it. */
  readonly request: Request;
  /** The entry's name in the stack, `helmet`. For a layer of a route: its position among them and its name, `1: &auth#signedIn`. */
  readonly layer: string;
  /** The response, once there is one. */
  result?: Response;
  /** What was thrown instead of a response. */
  error?: unknown;
}

/** Calls the endpoint and tells the observers of `waypost:request`. Throws what the endpoint throws. */
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

/** If somebody observes `waypost:layer` when a stack is built, a layer that tells them of its calls; otherwise the layer itself. */
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
