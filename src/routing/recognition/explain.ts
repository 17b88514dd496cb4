// Why a route does or does not answer a request, in a sentence.
//
//   GET /posts/new/comments   /posts/:id        the path goes on with '/comments' where the pattern ends
//                             /posts/:id/edit   piece 3 of the path is 'comments' where the pattern has 'edit'
//
// The path is looked at first, then the verb, then what is demanded of the request, so that a callable is only asked
// where recognition itself would ask it.

import { matchPattern, type Trace } from '../patterns/backtracking.js';
import type { Step } from '../patterns/steps.js';
import {
  allowsRequest,
  asksCallable,
  attributeOf,
  constraintText,
  type AskedRequest,
  type RequestConstraint,
} from '../patterns/constraints.js';
import { decodedValue } from '../patterns/request-path.js';
import { answersMethod, type Route } from '../patterns/route.js';

/** One route that was tried. */
export interface Explanation {
  /** The route. */
  readonly route: Route;
  /** Whether it answers. */
  readonly matched: boolean;
  /** Whether it answers, or what stood against it first. */
  readonly reason: 'matched' | 'verb' | 'path' | 'segment-constraint' | 'request-constraint';
  /** A sentence without a final stop. */
  readonly message: string;
  /** How much of the route fitted, from 0 (nothing) to 1 (all): the nearest misses have the most. */
  readonly nearness: number;
}

/** What the path comes to where it fits but for the verb and the request; a wrong path never comes so near. */
const nearnessOf = { segment: 0.8, request: 0.9, verb: 0.95, match: 1 };

/**
 * Why the route answers or not. `path` is canonical, undefined where the request's own cannot be decoded. Throws what a
 * callable throws.
 */
export function explainRoute(
  route: Route,
  path: string | undefined,
  asked: AskedRequest & { readonly method: string },
): Explanation {
  const { definition, verbs } = route;
  const say = (reason: Explanation['reason'], message: string, nearness: number): Explanation => {
    return { route, matched: reason === 'matched', reason, message, nearness };
  };
  if (path === undefined) return say('path', 'the path has an escape that is malformed or no UTF-8', 0);
  const trace: Trace = { position: -1, step: undefined, offset: 0, refused: undefined };
  const values = matchPattern(definition, path, trace);
  if (!values) {
    if (trace.refused) {
      const { name, value } = trace.refused;
      return say(
        'segment-constraint',
        `':${name}' is '${value}', which has to be ${demandText(route, name)}`,
        nearnessOf.segment,
      );
    }
    const length = Math.max(path.length, route.pattern.length, 1);
    return say('path', pathText(route, path, trace), (0.7 * Math.max(trace.position, 0)) / length);
  }
  if (!answersMethod(definition, asked.method))
    return say('verb', `it answers ${verbs.join(', ')}, not ${asked.method}`, nearnessOf.verb);
  for (const [name, constraints] of definition.segmentConstraints) {
    const value = values.get(name);
    for (const constraint of constraints) {
      if (constraint.kind !== 'callable' || value === undefined || asksCallable(constraint, value)) continue;
      return say(
        'segment-constraint',
        `':${name}' is '${value}', to which ${constraint.label} said no`,
        nearnessOf.segment,
      );
    }
  }
  const format = values.get('format') ?? definition.defaults.get('format');
  for (const constraint of definition.requestConstraints) {
    if (!allowsRequest(constraint, asked, format))
      return say('request-constraint', requestText(constraint, asked, format), nearnessOf.request);
  }
  return say('matched', 'it answers', nearnessOf.match);
}

/** What is demanded of a segment: `/\d+/ and &guards#isOdd`. */
function demandText(route: Route, name: string): string {
  const constraints = route.definition.segmentConstraints.get(name) ?? [];
  return constraints
    .filter(({ kind }) => kind !== 'callable')
    .map(constraintText)
    .join(' and ');
}

function requestText(constraint: RequestConstraint, asked: AskedRequest, format: string | undefined): string {
  if (constraint.kind === 'callable') return `${constraint.label} said no to the request`;
  const { attribute, test } = constraint;
  const given = attributeOf(attribute, asked, format);
  const is =
    given === undefined ? `the request has no ${attribute}` : `the request's ${attribute} is '${given}'`;
  if (test.kind === 'presence')
    return test.present ? `${is}, and there has to be one` : `${is}, and there must be none`;
  if (test.kind === 'callable')
    return given === undefined
      ? `${is}, for which ${test.label} asks`
      : `${is}, to which ${test.label} said no`;
  return `${is}, which has to be ${constraintText(test)}`;
}

/** Where the path and the pattern part. */
function pathText(route: Route, path: string, { step, position, offset }: Trace): string {
  const at = Math.max(position, 0);
  if (step?.kind === 'end')
    return `the path goes on with '${decodedValue(path.slice(at))}' where the pattern ends`;
  const wanted = wantedText(step, offset) ?? `'${route.pattern}'`;
  if (at >= path.length) return `the path ends where the pattern has ${wanted}`;
  const start = path.lastIndexOf('/', at === 0 ? 0 : path[at] === '/' ? at : at - 1) + 1;
  const end = path.indexOf('/', start);
  const piece = decodedValue(path.slice(start, end < 0 ? path.length : end));
  return `piece ${path.slice(0, start).split('/').length - 1} of the path is '${piece}' where the pattern has ${wanted}`;
}

/** What a step asks for: `'edit'`, `':id'`; of a text the piece that was not met. */
function wantedText(step: Step | undefined, offset: number): string | undefined {
  switch (step?.kind) {
    case 'text': {
      const start = offset === 0 ? 0 : step.text.lastIndexOf('/', offset - 1) + 1;
      return `'${decodedValue(step.text.slice(start).split('/')[0]!)}'`;
    }
    case 'segment':
      return `':${step.name}'`;
    case 'glob':
      return `'*${step.name}'`;
    default:
      return undefined;
  }
}
