// A route that no request reaches, because earlier routes answer all its requests.

import { addTo } from '../../language/grouping.js';
import { answersAll, mayDecline } from '../../proofs/precedence.js';
import { matchesWord, pathOf } from '../../proofs/path-language.js';
import { isLiteral, type RouteRelations } from '../../proofs/relation.js';
import type { RouteDefinition } from '../../routing/patterns/route.js';
import { related, relatedUses, routeOnLine, routeText } from '../places.js';
import { inRoutes, type LintedRoute, type Rule, type RuleContext } from '../rule.js';
import { isRepetition } from './duplicate-route.js';
import { namePlace } from '../../language/diagnostics.js';

/** The number of routes between two pauses. */
const routesATurn = 64;

/** Routes below mounted apps are left to `mount-hides-routes`. */
export const mayHide = ({ target }: RouteDefinition): boolean => target.kind !== 'mount';

export const unreachableRoute: Rule = {
  code: 'unreachable-route',
  severity: 'warning',
  cost: 'slow',
  isUnnecessary: true,
  summary: 'Routes declared before this one answer every request that it would answer',
  reason:
    'The route declared first wins. If earlier routes cover all verbs, paths and constraints of a route, its action never runs, and its name generates ' +
    'paths that lead elsewhere. The linter compares patterns as regular languages, with optional groups, globs and constraints, and shows a path that both ' +
    'match. It never reports a route that can be reached. Mounted apps (see `mount-hides-routes`) and routes whose constraints are callables may let ' +
    'requests through, so they do not count as hiding others. A callable as target may decline too, by answering with `x-cascade: pass`. The message then ' +
    'says that the route is reached only in this case.',
  bad: inRoutes("get '/photos/:id', to => 'photos#show'", "get '/photos/new', to => 'photos#new'"),
  good: inRoutes("get '/photos/new', to => 'photos#new'", "get '/photos/:id', to => 'photos#show'"),
  async check(context) {
    const hidden = new Map<LintedRoute['declaration'], [Hidden, ...Hidden[]]>();
    const { survey } = context;
    for (const [order, { definition: route }] of context.routes.entries()) {
      if (order % routesATurn === 0) await context.pause();
      const first = survey.precedence.hiding(route, order, mayHide);
      if (!first) continue;
      const certain = first.by.some(mayDecline) ? survey.precedence.hiding(route, order, answersAll) : first;
      const { by, witness } = certain ?? first;
      const found = survey.routeOf(route);
      const [hider, ...others] = by;
      const hiders: Hidden['by'] = [survey.routeOf(hider), ...others.map((other) => survey.routeOf(other))];
      if (others.length === 0 && isRepetition(hiders[0], found)) continue;
      addTo<LintedRoute['declaration'], Hidden>(hidden, found.declaration, {
        route: found,
        by: hiders,
        witness,
      });
    }
    for (const list of hidden.values()) report(list, survey.precedence.relations, context);
  },
};

interface Hidden {
  readonly route: LintedRoute;
  readonly by: readonly [LintedRoute, ...LintedRoute[]];
  readonly witness: string | undefined;
}

function report(list: readonly [Hidden, ...Hidden[]], relations: RouteRelations, context: RuleContext): void {
  const [{ route, by, witness }, ...others] = list;
  const [first] = by;
  const isCertain = list.every((each) => each.by.every(({ definition }) => answersAll(definition)));
  const escaped = isCertain && escapedPath(list[0], relations);
  const reached = !isCertain
    ? 'reached only where what comes first declines'
    : escaped
      ? `reached only with its dot escaped, as '${escaped}'`
      : 'never reached';
  const more = others.length === 0 ? '' : ` (and so are ${others.length} more of this declaration)`;
  const who = by.length === 1 ? routeOnLine(first, route) : `${by.length} earlier routes together`;
  const answered =
    witness === undefined
      ? `${who} ${by.length === 1 ? 'has' : 'have'} all of its paths`
      : by.length === 1
        ? `${who} already ${isCertain ? 'answers' : 'gets'} '${witness}'`
        : `${who} already ${isCertain ? 'answer' : 'get'} all of it, as '${witness}'`;
  // If it came first, the other would still answer something. That must be the intended order.
  const isNarrower = by.length === 1 && !relations.hides(route.definition, first.definition);
  const help = isNarrower ? '; declare it before that one' : '; take it out, or change one of them';
  context.report({
    at: namePlace(route.declaration),
    message: `'${routeText(route)}' is ${reached}${more}: ${answered}${help}`,
    related: [
      ...by.slice(0, 5).map((other) => related(`'${routeText(other)}' comes first`, other)),
      ...relatedUses(route),
    ],
    hasEffect: reached !== 'never reached',
  });
}

/**
 * A path of a literal route that earlier routes do not answer, only because of an escaped dot: `/a%2Eb` of `/a.b` after
 * `/:name.:format`. An escaped dot does not end a value.
 */
function escapedPath({ route, by }: Hidden, relations: RouteRelations): string | undefined {
  if (!isLiteral(route.definition.pattern) || !route.definition.pattern.text.includes('.')) return undefined;
  const earlier = by.map(({ definition }) => definition);
  const left = relations.uncovered(earlier, route.definition);
  if (typeof left === 'string' || earlier.some((other) => matchesWord(other, left))) return undefined;
  return pathOf(left);
}
