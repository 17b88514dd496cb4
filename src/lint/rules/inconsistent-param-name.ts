// Two names for the segment at one place of the paths: `/users/:id` and `/users/:uid/posts`.

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
    "`/users/:id` and `/users/:uid/posts` have two names for the same thing, and the author of an action has to look up which one to use. A nested route's " +
    '`user_id` beside `id` is what resources do, and is not reported.',
  bad: inRoutes("get '/users/:id', to => 'users#show'", "get '/users/:uid/posts', to => 'posts#index'"),
  good: inRoutes("get '/users/:id', to => 'users#show'", "get '/users/:user_id/posts', to => 'posts#index'"),
  check(context) {
    const { survey } = context;
    const found = survey.precedence
      .alike(alikeInPlace)
      .flatMap(({ key, patterns }) => [...namedOtherwise(patterns, key)])
      .sort((a, b) => a.route.order - b.route.order || a.prefix.length - b.prefix.length);
    // A repeated route is one mistake, which another rule reports.
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

/** A segment whose name differs from that of an earlier pattern at the same place. */
interface NamedOtherwise {
  /** The first route with the different name. */
  readonly route: OrderedRoute;
  /** Some of the other routes with it. */
  readonly again: RouteDefinition[];
  readonly prefix: string;
  readonly name: string;
  readonly usual: string;
  readonly usualRoute: RouteDefinition;
}

/** At most this many other routes with the same name are listed. */
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

/** Groups patterns by their segments' places. A group is notable if the segment has more than one name. */
const alikeInPlace: Likeness = {
  keysOf: (pattern) => [...segmentsOf(pattern).keys()],
  isNotable: (patterns, prefix) => patterns.length > 1 && !namedOtherwise(patterns, prefix).next().done,
};

const known = new WeakMap<Pattern, ReadonlyMap<string, string>>();

/** The segment names of a pattern up to its first group or glob, by the text before each. A `\0` replaces each earlier segment. */
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
    // Pieces with several parts (`:x-:y`) may use any names.
    if (!prefix.endsWith('/')) return;
    yield [prefix, part.name];
    prefix += '\0';
  }
}

/** Whether two names count as the same: they are equal, or one ends with `_` and the other, such as `id` and `user_id`. */
function isNestedName(a: string, b: string): boolean {
  return a === b || a.endsWith(`_${b}`) || b.endsWith(`_${a}`);
}
