// Makes the route definitions that the interpreter would give to a router. All tests that make routes by hand use this.

import type { RequestConstraint, SegmentConstraint } from '../../src/routing/patterns/constraints.js';
import { noFacts, type LayerDefinition } from '../../src/routing/patterns/facts.js';
import { parsePattern } from '../../src/routing/patterns/pattern.js';
import type { RouteDefinition, Target } from '../../src/routing/patterns/route.js';
import type { RedirectLocation } from '../../src/routing/patterns/route.js';
import { redirectTo } from '../../src/routing/router/redirect.js';

export const anyVerbs = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

export type Callable = (request: never) => unknown;
export type WrittenConstraint = string | RegExp | readonly (string | RegExp)[] | ((value: string) => unknown);

/** The details of a route besides its verbs and path. */
export interface WrittenDetails {
  /** The target; `things#show` by default. */
  readonly to?: string | Callable;
  /** A callable that is an object with `call`, not a function. */
  readonly callable?: unknown;
  readonly app?: unknown;
  /** The location of a redirect with status 301. */
  readonly redirect?: string | RedirectLocation;
  readonly as?: string | undefined;
  readonly where?: Readonly<Record<string, WrittenConstraint | readonly SegmentConstraint[]>>;
  readonly request?: readonly RequestConstraint[];
  readonly defaults?: Readonly<Record<string, string>>;
  readonly through?: readonly LayerDefinition[];
}

/** The definition of a route. `verbs` is a text such as `GET|POST`, `ANY` or `MOUNT`. */
export function definitionOf(verbs: string, path: string, details: WrittenDetails = {}): RouteDefinition {
  const isMount = verbs === 'MOUNT';
  const any = isMount || verbs === 'ANY';
  const { pattern, problems } = parsePattern(isMount ? `${path}(/*mounted_path)` : path);
  if (problems[0]) throw new Error(`${path}: ${problems[0].message}`);
  const { redirect } = details;
  const target: Target =
    redirect === undefined
      ? targetOf(details)
      : redirectTo(
          typeof redirect === 'string' ? { kind: 'template', template: redirect } : redirect,
          301,
          pattern,
        );
  return {
    name: details.as,
    verbs: any ? anyVerbs : verbs.split('|'),
    any,
    pattern,
    target,
    segmentConstraints: new Map(
      Object.entries(details.where ?? {}).map(([name, constraint]) => [name, constraintsOf(constraint)]),
    ),
    requestConstraints: details.request ?? [],
    defaults: new Map(Object.entries(details.defaults ?? {})),
    ...(details.through && { facts: { ...noFacts, layers: details.through } }),
  };
}

function targetOf({ to = 'things#show', callable, app }: WrittenDetails): Target {
  if (app !== undefined) return { kind: 'mount', app, label: '&app' };
  if (callable !== undefined) return { kind: 'callable', callable, label: '&things#callable' };
  if (typeof to === 'function') return { kind: 'callable', callable: to, label: 'inline' };
  const [controller = '', action = ''] = to.split('#');
  return { kind: 'controller', controller, action };
}

export function segmentConstraint(written: WrittenConstraint): SegmentConstraint {
  if (typeof written === 'string') return { kind: 'string', value: written };
  if (written instanceof RegExp) return { kind: 'regex', regex: written };
  if (typeof written === 'function') return { kind: 'callable', callable: written, label: '&guards#allows' };
  return { kind: 'list', values: written };
}

function constraintsOf(
  written: WrittenConstraint | readonly SegmentConstraint[],
): readonly SegmentConstraint[] {
  const isReady =
    Array.isArray(written) && written.some((each) => typeof each === 'object' && 'kind' in each);
  return isReady
    ? (written as readonly SegmentConstraint[])
    : [segmentConstraint(written as WrittenConstraint)];
}
