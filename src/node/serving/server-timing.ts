// Adds `Server-Timing` in development: the network panel of a browser shows which route answered and how long the application took.

import { type Endpoint, isPromise } from '../../http/endpoint.js';
import type { Request } from '../../http/request.js';
import { type Response, answeredResponse } from '../../http/response.js';
import { factsOf, trailOf } from '../../http/route-tracing.js';

/** Wraps an endpoint so that its answers have a `Server-Timing` header: `app;dur=1.3, route;desc="/posts/:id"`. */
export function withServerTiming(endpoint: Endpoint): Endpoint {
  return {
    call(request) {
      const start = performance.now();
      trailOf(request);
      const answer = endpoint.call(request);
      return isPromise(answer)
        ? Promise.resolve(answer).then((response) => timed(response, request, start))
        : timed(answer, request, start);
    },
  };
}

function timed(answer: unknown, request: Request, start: number): Response {
  // Copied, since a target may return the same response for every request.
  const response = answeredResponse(answer).with({});
  response.headers.append('server-timing', `app;dur=${(performance.now() - start).toFixed(1)}`);
  const facts = factsOf(trailOf(request));
  const shown = facts && encodeURI(facts.pattern).replace(/["\\]/g, '\\$&');
  if (shown !== undefined) response.headers.append('server-timing', `route;desc="${shown}"`);
  return response;
}
