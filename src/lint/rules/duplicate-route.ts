// A second route with the same verbs, pattern and constraints. Names of segments do not matter.

import { change, namePlace } from '../../language/diagnostics.js';
import { addTo } from '../../language/grouping.js';
import { identityOf } from '../../proofs/likeness.js';
import type { Likeness, OrderedRoute, PatternRoutes } from '../../proofs/patterns-by-key.js';
import { mayDecline } from '../../proofs/precedence.js';
import { shapeOf } from '../../routing/patterns/pattern-shape.js';
import { targetText, type RouteDefinition } from '../../routing/patterns/route.js';
import {
  declarationsAround,
  related,
  relatedUses,
  routeOnLine,
  routeText,
  statementSpan,
} from '../places.js';
import { inRoutes, type LintedRoute, type Rule, type RuleContext } from '../rule.js';

export const duplicateRoute: Rule = {
  code: 'duplicate-route',
  severity: 'warning',
  isUnnecessary: true,
  summary: 'The route is declared a second time',
  reason:
    'If two routes have the same verbs, pattern and constraints, only the first is tried, unless its target is an app or a callable that declines requests ' +
    'with `x-cascade: pass`. If both have the same target, the second is superfluous. If the targets differ, the second never works, although somebody ' +
    'expects it to. Names of segments do not matter: `/photos/:id` and `/photos/:photo_id` match the same paths.',
  bad: inRoutes("get '/about', to => 'pages#about'", "get '/about', to => 'pages#about'"),
  good: inRoutes("get '/about', to => 'pages#about'"),
  check(context) {
    const repeated = new Map<LintedRoute['declaration'], [Repetition, ...Repetition[]]>();
    const all = repetitions(context);
    const again = new Set(all.map(({ route }) => route));
    const known = new Map<LintedRoute['declaration'], boolean>();
    const isWholly = (declaration: LintedRoute['declaration']): boolean => {
      const isKnown = known.get(declaration);
      if (isKnown !== undefined) return isKnown;
      const isRepeated = context.analysis.routesWithin(declaration).every((route) => again.has(route));
      known.set(declaration, isRepeated);
      return isRepeated;
    };
    for (const repetition of all) {
      // If every route of a block or of a concern's use is a repetition, they are reported once, at the outermost declaration.
      const around = declarationsAround(repetition.route, context).findLast(isWholly);
      const declaration = around ?? repetition.route.declaration;
      addTo<LintedRoute['declaration'], Repetition>(repeated, declaration, repetition);
    }
    for (const [declaration, list] of repeated) {
      const [{ route, first }] = list;
      const isWhole = list.length === context.analysis.routesWithin(declaration).length && !declaration.block;
      const isSame = list.every((each) => isSameTarget(each.route, each.first));
      const isUsedOnce = route.uses.length === 0 && route.declaration !== first.declaration;
      const hasError = (each: Repetition): boolean =>
        context.survey.doubt.hasError(each.route) || context.survey.doubt.hasError(each.first);
      const more = list.length === 1 ? '' : ` (and ${list.length - 1} more of this declaration)`;
      const renamed = list.find(
        (each) =>
          each.route.definition.name !== undefined &&
          each.route.definition.name !== each.first.definition.name,
      );
      const mayBeAsked = list.some((each) => mayDecline(each.first.definition));
      const asked = mayBeAsked ? 'asked only where that one declines' : 'never asked';
      const elsewhere = isSame
        ? `take this one out${renamed ? afterwards(renamed) : ''}`
        : `this one, to ${targetText(route.definition.target)}, is ${asked}`;
      context.report({
        at: namePlace(declaration),
        message: `'${routeText(route)}' is declared already${more}, as ${routeOnLine(first, route)}; ${elsewhere}`,
        related: [related('first declared here', first), ...relatedUses(route)],
        hasEffect: mayBeAsked && !isSame,
        fix:
          isWhole && isSame && isUsedOnce && !renamed && !list.some(hasError)
            ? change('Take the second declaration out', statementSpan(route.declaration))
            : undefined,
      });
    }
  },
};

/** A route and the earlier route that answers the same requests. */
interface Repetition {
  readonly route: LintedRoute;
  readonly first: LintedRoute;
}

/** The rest of the message that says what to do about the name of the removed route. */
function afterwards({ route, first }: Repetition): string {
  const [name, kept] = [route.definition.name, first.definition.name];
  return kept === undefined
    ? `, and give that one the name '${name}' with \`as\``
    : `, and use the name of that one, '${kept}', in the place of '${name}'`;
}

/** The routes that repeat an earlier one, each with the first of its kind. */
export function repetitions(context: RuleContext): readonly Repetition[] {
  return alikeInPath(context).flatMap((routes) => {
    const firsts = new Map<string, LintedRoute>();
    return routes.flatMap((route) => {
      const demands = demandsOf(route);
      const first = demands === undefined ? undefined : firsts.get(demands);
      if (demands !== undefined && !first) firsts.set(demands, route);
      return first ? [{ route, first }] : [];
    });
  });
}

/** Whether two routes have the same target. A callable's module is relative to its file, so callables count only within one file. */
function isSameTarget(a: LintedRoute, b: LintedRoute): boolean {
  const text = targetText(a.definition.target);
  if (text !== targetText(b.definition.target) || text === 'inline') return false;
  return a.definition.target.kind === 'controller' || a.declaration.source === b.declaration.source;
}

/** Whether two routes have the same verbs, pattern and constraints. */
export function isRepetition(first: LintedRoute, second: LintedRoute): boolean {
  const demands = demandsOf(first);
  return (
    demands !== undefined &&
    demands === demandsOf(second) &&
    shapeOf(first.definition.pattern) === shapeOf(second.definition.pattern)
  );
}

/** Groups of routes in declaration order that match the same paths apart from constraints. In each group, two have the same verbs. */
function alikeInPath({ survey }: RuleContext): LintedRoute[][] {
  return survey.precedence
    .alike(alikeInShape)
    .map(({ patterns }) => inOrder(patterns).map(({ route }) => survey.routeOf(route)));
}

const alikeInShape: Likeness = {
  // The shape of a pattern without names is its text, which no pattern with names has.
  keysOf: ({ names, text, parts }) => [names.length === 0 ? text : shapeOf({ parts })],
  isNotable: (patterns) => {
    if (patterns.length === 1 && patterns[0]?.members.length === 1) return false;
    const seen = new Set<string>();
    return inOrder(patterns).some(({ route }) => {
      const verbs = verbsText(route);
      return seen.size === seen.add(verbs).size;
    });
  },
};

function inOrder(patterns: readonly PatternRoutes[]): readonly OrderedRoute[] {
  const [only, ...others] = patterns;
  if (only && others.length === 0) return only.members;
  return patterns.flatMap(({ members }) => members).sort((a, b) => a.order - b.order);
}

/**
 * A text of the verbs and constraints: equal for routes of one shape that answer the same requests; undefined if a constraint
 * is unknown. A request's format can come from a segment and from a default, so both are in the text if a constraint may read it.
 */
export function demandsOf(route: LintedRoute): string | undefined {
  const { pattern, segmentConstraints, requestConstraints, defaults } = route.definition;
  const head = verbsText(route.definition);
  if (segmentConstraints.size === 0 && requestConstraints.length === 0) return head;
  const constraints: (string | undefined)[] = [];
  pattern.names.forEach((name, index) => {
    for (const constraint of segmentConstraints.get(name) ?? [])
      constraints.push(demandText(String(index), constraint));
  });
  for (const constraint of requestConstraints) {
    constraints.push(
      constraint.kind === 'callable'
        ? demandText('request', constraint)
        : demandText(constraint.attribute, constraint.test),
    );
    if (constraint.kind === 'callable' || constraint.attribute === 'format')
      constraints.push(`format ${pattern.names.indexOf('format')} ${defaults.get('format')}`);
  }
  return constraints.includes(undefined) ? undefined : JSON.stringify([head, ...constraints.sort()]);
}

function demandText(of: string, constraint: Parameters<typeof identityOf>[0]): string | undefined {
  const identity = identityOf(constraint);
  return identity && `${of} ${constraint.kind} ${identity}`;
}

function verbsText({ verbs, any }: RouteDefinition): string {
  if (any) return 'any';
  return verbs.length === 1 ? (verbs[0] ?? '') : [...verbs].sort().join();
}
