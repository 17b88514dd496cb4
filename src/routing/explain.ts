// Why a route does or does not answer a request.

import { allowsRequest, callablesAllow, constraintText, type AskedRequest, type RequestConstraint } from './constraints.js';
import { matchPattern } from './backtracking.js';
import type { Route, RouteDefinition } from './route.js';

/** One route that was tried. */
export interface Explanation {
  readonly route: Route;
  readonly matched: boolean;
  readonly reason: 'matched' | 'verb' | 'path' | 'segment-constraint' | 'request-constraint';
  /** A sentence without a final stop. */
  readonly message: string;
  /** How much of the route fitted, from 0 (nothing) to 1 (all): the nearest misses have the most. */
  readonly nearness: number;
}

export function explainRoute(route: Route, path: string | undefined, asked: AskedRequest & { readonly method: string }): Explanation {
  const { definition } = route;
  const say = (reason: Explanation['reason'], message: string, nearness: number): Explanation => ({
    route,
    matched: reason === 'matched',
    reason,
    message,
    nearness,
  });
  if (path === undefined) return say('path', 'the path has a malformed escape', 0);
  const values = matchPattern(definition, path);
  if (!values) {
    const loose = matchPattern({ ...definition, segmentConstraints: new Map() }, path);
    if (!loose) return say('path', `the path does not fit '${route.pattern}'`, sharedStart(route.pattern, path) * 0.5);
    return say('segment-constraint', violatedSegment(definition, loose), 0.8);
  }
  if (!callablesAllow(definition.segmentConstraints, (name) => values.get(name))) return say('segment-constraint', 'a callable on a segment said no', 0.85);
  const format = values.get('format') ?? definition.defaults.get('format');
  const refusing = definition.requestConstraints.find((constraint) => !allowsRequest(constraint, asked, format));
  if (refusing) return say('request-constraint', requestText(refusing), 0.9);
  const verbs = route.verbs.includes('GET') ? [...route.verbs, 'HEAD'] : route.verbs;
  if (!definition.any && !verbs.includes(asked.method)) return say('verb', `it answers ${route.verbs.join(', ')}, not ${asked.method}`, 0.95);
  return say('matched', 'it answers', 1);
}

function violatedSegment(definition: RouteDefinition, values: ReadonlyMap<string, string>): string {
  for (const [name, constraints] of definition.segmentConstraints) {
    const value = values.get(name);
    if (value !== undefined) return `:${name} is '${value}', which has to be ${constraints.map(constraintText).join(' and ')}`;
  }
  return 'a segment breaks its constraint';
}

function requestText(constraint: RequestConstraint): string {
  return constraint.kind === 'callable' ? `${constraint.label} said no` : `the request's ${constraint.attribute} has to be ${constraintText(constraint.test)}`;
}

function sharedStart(pattern: string, path: string): number {
  let shared = 0;
  while (shared < pattern.length && pattern[shared] === path[shared]) shared++;
  return shared / Math.max(pattern.length, path.length, 1);
}
