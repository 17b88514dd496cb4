// One place in the paths, two names for what stands there.

import type { Likeness, OrderedRoute, PatternRoutes } from '../../proofs/patterns-by-key.js';
import type { Pattern } from '../../routing/patterns/pattern.js';
import type { RouteDefinition } from '../../routing/patterns/route.js';
import { related, routeText } from '../places.js';
import { repetitions } from './duplicate-route.js';
import { inRoutes, type Rule } from '../rule.js';
import { namePlace } from '../../language/diagnostics.js';

export const inconsistentParamName: Rule = {
  code: 'inconsistent-param-name',
  severity: 'info',
  summary: 'The segment has another name here than in other routes at the same place',
  reason:
    "`/users/:id` and `/users/:uid/posts` have the same thing under two names, and whoever writes an action has to look up which. A nested route's `user_id` beside `id` is how resources do it, and is no inconsistency.",
  bad: inRoutes("get '/users/:id', to => 'users#show'", "get '/users/:uid/posts', to => 'posts#index'"),
  good: inRoutes("get '/users/:id', to => 'users#show'", "get '/users/:user_id/posts', to => 'posts#index'"),
  check(context) {
    const { survey } = context;
    const found = survey.precedence
      .alike(alikeInPlace)
      .flatMap(({ key, patterns }) => [...namedOtherwise(patterns, key)])
      .sort((a, b) => a.route.order - b.route.order || a.prefix.length - b.prefix.length);
    // What is never asked is one mistake, whatever its segments are called.
    const repeated = new Set(found.length > 0 ? repetitions(context).map((each) => each.route) : []);
    for (const { route, again, prefix, name, usual, usualRoute } of found) {
      const owner = survey.routeOf(usualRoute);
      const linted = survey.routeOf(route.route);
      if (repeated.has(linted)) continue;
      const others = new Map(
        again.map((each) => survey.routeOf(each)).map((each) => [each.declaration, each]),
      );
      others.delete(linted.declaration);
      context.report({
        at: namePlace(linted.declaration),
        message: `what follows '${prefix.replaceAll('\0', ':…')}' is called ':${name}' here and ':${usual}' elsewhere; call it the same`,
        related: [
          related(`it is called ':${usual}' here, in '${routeText(owner)}'`, owner),
          ...[...others.values()]
            .slice(0, 5)
            .map((each) => related(`it is called ':${name}' here, too`, each)),
        ],
      });
    }
  },
};

/** A segment that has another name than that of an earlier pattern with one at the same place. */
interface NamedOtherwise {
  /** The first route that has the name there. */
  readonly route: OrderedRoute;
  /** Some of the others that have it. */
  readonly again: RouteDefinition[];
  readonly prefix: string;
  readonly name: string;
  readonly usual: string;
  readonly usualRoute: RouteDefinition;
}

/** More routes with the same odd name are not listed. */
const mostAgain = 20;

function* namedOtherwise(patterns: readonly PatternRoutes[], prefix: string): Generator<NamedOtherwise> {
  const usualNames = new Map<string, RouteDefinition>();
  const odd = new Map<string, RouteDefinition[]>();
  for (const { pattern, first } of patterns) {
    const name = segmentsOf(pattern).get(prefix);
    if (name === undefined || usualNames.has(name)) continue;
    const again = odd.get(name);
    if (again && again.length < mostAgain) again.push(first.route);
    if (again) continue;
    const other = [...usualNames].find(([usual]) => !isNestedName(usual, name));
    if (!other) usualNames.set(name, first.route);
    else {
      const others: RouteDefinition[] = [];
      odd.set(name, others);
      yield { route: first, again: others, prefix, name, usual: other[0], usualRoute: other[1] };
    }
  }
}

/** Patterns with a segment at the same place, where it has more than one name. */
const alikeInPlace: Likeness = {
  keysOf: (pattern) => [...segmentsOf(pattern).keys()],
  isNotable: (patterns, prefix) => patterns.length > 1 && !namedOtherwise(patterns, prefix).next().done,
};

const known = new WeakMap<Pattern, ReadonlyMap<string, string>>();

/** The names of a pattern's first segments, by what stands before them. */
function segmentsOf(pattern: Pattern): ReadonlyMap<string, string> {
  let segments = known.get(pattern);
  if (!segments) known.set(pattern, (segments = new Map(namedPlaces(pattern))));
  return segments;
}

function* namedPlaces({ parts, names }: Pattern): Generator<[prefix: string, name: string]> {
  if (names.length === 0) return;
  let prefix = '';
  for (const part of parts) {
    if (part.kind === 'literal') prefix += part.text;
    if (part.kind === 'group' || part.kind === 'glob') return;
    if (part.kind !== 'segment') continue;
    // Mixed pieces (`:x-:y`) name their parts as they like.
    if (!prefix.endsWith('/')) return;
    yield [prefix, part.name];
    prefix += '\0';
  }
}

/** `id` and `user_id`, and any two names of which one is so made of the other, are one. */
function isNestedName(a: string, b: string): boolean {
  return a === b || a.endsWith(`_${b}`) || b.endsWith(`_${a}`);
}
