// Explains in a sentence why a route does or does not answer a request.
//
//   GET /posts/new/comments   /posts/:id        the path goes on with '/comments' where the pattern ends
//                             /posts/:id/edit   piece 3 of the path is 'comments' where the pattern has 'edit'
//
// The path is checked first, then the verb, then the constraints. A callable is thus only called if recognition itself would call it.

import type { Trace } from '../patterns/backtracking.js';
import type { AskedRequest } from '../patterns/constraints.js';
import { decodedValue } from '../patterns/request-path.js';
import { answersMethod, type Route, type RouteDefinition } from '../patterns/route.js';

/** A request as explanations see it, with its method. */
export type AskedMethod = AskedRequest & { readonly method: string };

/** Whether and why one route answers. */
export interface Explanation {
  /** The route. */
  readonly route: Route;
  /** Whether it answers. */
  readonly matched: boolean;
  /** `matched`, or what refused the request first. */
  readonly reason: 'matched' | 'verb' | 'path' | 'segment-constraint' | 'request-constraint';
  /** A sentence without a final stop. */
  readonly message: string;
  /** How much of the route matches, from 0 (nothing) to 1 (everything). The nearest misses have the highest values. */
  readonly nearness: number;
}

/** The part of a pattern's step that says where a path differs from it. */
export type TracedStep =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'segment' | 'glob'; readonly name: string }
  | { readonly kind: 'end' | 'fork' };

/** How a kind of routes is matched, and how its other demands are checked if it has any. */
export interface Demands<Step extends TracedStep> {
  valuesOf(
    definition: RouteDefinition,
    path: string,
    trace: Trace<Step>,
  ): ReadonlyMap<string, string> | undefined;
  /**
   * What refuses the values or the request; undefined if nothing does. Without values: the constraint that refused a value, or the reason
   * why one ended early. Throws what a callable throws.
   */
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

/** Explains whether and why a route answers. `path` is canonical, or undefined if the request's path cannot be decoded. */
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
  // A path that does not match is always less near than one that fails only at the verb or at a constraint.
  if (values && !answersMethod(definition, asked.method))
    return say('verb', `it answers ${verbs.join(', ')}, not ${asked.method}`, 0.95);
  const refused = refusal?.(definition, values, trace, asked, path);
  if (refused) return { route, matched: false, ...refused };
  if (values) return say('matched', 'it answers', 1);
  trace.position = Math.max(trace.position, 0);
  const nearness = (0.7 * trace.position) / Math.max(path.length, route.pattern.length);
  return say('path', pathText(route, path, trace), nearness);
}

/** Where the path differs from the pattern. */
function pathText(route: Route, path: string, { step, position: at, offset }: Trace<TracedStep>): string {
  if (step?.kind === 'end')
    return `the path goes on with '${decodedValue(path.slice(at))}' where the pattern ends`;
  const wanted = wantedText(step, offset, at >= path.length) ?? `'${route.pattern}'`;
  if (at >= path.length) return `the path ends where the pattern has ${wanted}`;
  const start = path.lastIndexOf('/', at) + 1;
  const piece = firstPiece(path.slice(start));
  return `piece ${path.slice(0, start).split('/').length - 1} of the path is '${piece}' where the pattern has ${wanted}`;
}

/**
 * What a step expects, quoted: `'edit'`, `':id'`. Of a text it is the piece that did not match, or the next one if the path ends after a
 * whole piece.
 */
function wantedText(step: TracedStep | undefined, offset: number, isAtEnd: boolean): string | undefined {
  if (step?.kind === 'text') {
    const start = step.text.slice(0, isAtEnd ? offset + 1 : offset).lastIndexOf('/') + 1;
    return `'${firstPiece(step.text.slice(start))}'`;
  }
  return step && 'name' in step ? `'${step.kind === 'glob' ? '*' : ':'}${step.name}'` : undefined;
}

/** The text before the first slash, decoded. */
function firstPiece(path: string): string {
  return decodedValue(path.replace(/\/.*$/s, ''));
}
