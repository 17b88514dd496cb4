// Why a route does or does not answer a request, in a sentence.
//
//   GET /posts/new/comments   /posts/:id        the path goes on with '/comments' where the pattern ends
//                             /posts/:id/edit   piece 3 of the path is 'comments' where the pattern has 'edit'
//
// The path is looked at first, then the verb, then what is demanded of the request, so that a callable is only asked
// where recognition itself would ask it.

import type { Trace } from '../patterns/backtracking.js';
import type { AskedRequest } from '../patterns/constraints.js';
import { decodedValue } from '../patterns/request-path.js';
import { answersMethod, type Route, type RouteDefinition } from '../patterns/route.js';

/** What is asked of a router's routes about one method. */
export type AskedMethod = AskedRequest & { readonly method: string };

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

/** What of a step says where a path leaves its pattern. */
export type TracedStep =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'segment' | 'glob'; readonly name: string }
  | { readonly kind: 'end' | 'fork' };

/** What holds a canonical path against a route's pattern, and what tells what a route demands beside it, where routes do. */
export interface Demands<Step extends TracedStep> {
  valuesOf(
    definition: RouteDefinition,
    path: string,
    trace: Trace<Step>,
  ): ReadonlyMap<string, string> | undefined;
  /** What refuses these values or the request, or without values has refused one or ended it; undefined where nothing does. Throws what a callable throws. */
  readonly refusal?: (
    definition: RouteDefinition,
    values: ReadonlyMap<string, string> | undefined,
    trace: Trace<Step>,
    asked: AskedRequest,
    path: string,
  ) => Reason | undefined;
}

/** Why a route does or does not answer. */
export type Reason = Pick<Explanation, 'reason' | 'message' | 'nearness'>;

/** Why the route answers or not. `path` is canonical, undefined where the request's own cannot be decoded. */
export function explainRoute<Step extends TracedStep>(
  route: Route,
  path: string | undefined,
  asked: AskedMethod,
  { valuesOf, refusal }: Demands<Step>,
): Explanation {
  const { definition, verbs } = route;
  const say = (reason: Explanation['reason'], message: string, nearness: number): Explanation => {
    return { route, matched: reason === 'matched', reason, message, nearness };
  };
  if (path === undefined) return say('path', 'the path has an escape that is malformed or no UTF-8', 0);
  const trace: Trace<Step> = { position: -1, step: undefined, offset: 0, refused: undefined };
  const values = valuesOf(definition, path, trace);
  // A wrong path never comes as near as one that fits but for the verb, or what else is demanded.
  if (values && !answersMethod(definition, asked.method))
    return say('verb', `it answers ${verbs.join(', ')}, not ${asked.method}`, 0.95);
  const refused = refusal?.(definition, values, trace, asked, path);
  if (refused) return { route, matched: false, ...refused };
  if (values) return say('matched', 'it answers', 1);
  trace.position = Math.max(trace.position, 0);
  const nearness = (0.7 * trace.position) / Math.max(path.length, route.pattern.length);
  return say('path', pathText(route, path, trace), nearness);
}

/** Where the path and the pattern part. */
function pathText(route: Route, path: string, { step, position: at, offset }: Trace<TracedStep>): string {
  if (step?.kind === 'end')
    return `the path goes on with '${decodedValue(path.slice(at))}' where the pattern ends`;
  const wanted = wantedText(step, offset, at >= path.length) ?? `'${route.pattern}'`;
  if (at >= path.length) return `the path ends where the pattern has ${wanted}`;
  const start = path.lastIndexOf('/', at) + 1;
  const piece = firstPiece(path.slice(start));
  return `piece ${path.slice(0, start).split('/').length - 1} of the path is '${piece}' where the pattern has ${wanted}`;
}

/** What a step asks for: `'edit'`, `':id'`; of a text the piece that was not met, where a path ends with a whole piece the one behind it. */
function wantedText(step: TracedStep | undefined, offset: number, isAtEnd: boolean): string | undefined {
  if (step?.kind === 'text') {
    const start = step.text.slice(0, isAtEnd ? offset + 1 : offset).lastIndexOf('/') + 1;
    return `'${firstPiece(step.text.slice(start))}'`;
  }
  return step && 'name' in step ? `'${step.kind === 'glob' ? '*' : ':'}${step.name}'` : undefined;
}

/** What stands before the first slash, as text. */
function firstPiece(path: string): string {
  return decodedValue(path.replace(/\/.*$/s, ''));
}
