// The same route again: same verbs, same pattern (whatever its segments are called), same constraints.

import { constraintText } from '../../routing/constraints.js';
import type { PatternPart } from '../../routing/pattern.js';
import { targetText } from '../../routing/route.js';
import { headPlace, relatedUses, routeOnLine, routeText, statementSpan } from '../places.js';
import type { LintedRoute, Rule } from '../rule.js';

export const duplicateRoute: Rule = {
  code: 'duplicate-route',
  severity: 'warning',
  isUnnecessary: true,
  summary: 'The route is declared a second time',
  reason:
    'Of two routes with the same verbs, pattern and constraints only the first is ever asked. Where both lead to the same target the second is ' +
    'clutter; where they differ, somebody expects the second one to work. Segments may be called differently: `/photos/:id` and ' +
    '`/photos/:photo_id` match the same paths.',
  bad: `routes {
  get '/about', to => 'pages#about'
  get '/about', to => 'pages#about'
}`,
  good: `routes {
  get '/about', to => 'pages#about'
}`,
  check(context) {
    const known = new Map<string, LintedRoute>();
    const repeated = new Map<LintedRoute['declaration'], { route: LintedRoute; first: LintedRoute }[]>();
    for (const route of context.routes) {
      const key = likeness(route);
      const first = key === undefined ? undefined : known.get(key);
      if (key !== undefined && !first) known.set(key, route);
      if (!first) continue;
      const list = repeated.get(route.declaration) ?? [];
      list.push({ route, first });
      repeated.set(route.declaration, list);
    }
    for (const list of repeated.values()) {
      const { route, first } = list[0]!;
      const isWhole = list.length === context.analysis.routesOf(route.declaration).length && !route.declaration.block;
      const isSame = list.every((each) => targetText(each.route.definition.target) === targetText(each.first.definition.target));
      const isUsedOnce = route.uses.length === 0 && route.declaration !== first.declaration;
      const more = list.length === 1 ? '' : ` (and ${list.length - 1} more of this declaration)`;
      const elsewhere = isSame ? 'take this one out' : `this one, to ${targetText(route.definition.target)}, is never asked`;
      context.report({
        at: headPlace(route.declaration),
        message: `'${routeText(route)}' is declared already${more}, as ${routeOnLine(first, route)}; ${elsewhere}`,
        related: [{ message: 'first declared here', place: headPlace(first.declaration) }, ...relatedUses(route)],
        fix:
          isWhole && isSame && isUsedOnce && !route.definition.name
            ? { title: 'Take the second declaration out', edits: [{ span: statementSpan(route.declaration), text: '' }] }
            : undefined,
      });
    }
  },
};

/** Whether the second says nothing that the first does not. */
export function isRepetition(first: LintedRoute, second: LintedRoute): boolean {
  const key = likeness(first);
  return key !== undefined && key === likeness(second);
}

/** A text that only routes share that answer the same requests; undefined where a callable makes that unsure. */
function likeness({ definition }: LintedRoute): string | undefined {
  const { verbs, any, pattern, segmentConstraints, requestConstraints } = definition;
  const head = `${any ? 'any' : verbs.length === 1 ? verbs[0]! : [...verbs].sort().join()} ${shapeOf(pattern.parts)}`;
  if (segmentConstraints.size === 0 && requestConstraints.length === 0) return head;
  const constraints: string[] = [];
  pattern.names.forEach((name, index) => {
    for (const constraint of segmentConstraints.get(name) ?? []) constraints.push(`${index} ${constraint.kind} ${constraintText(constraint)}`);
  });
  for (const constraint of requestConstraints) {
    constraints.push(
      constraint.kind === 'callable' ? constraint.label : `${constraint.attribute} ${constraint.test.kind} ${constraintText(constraint.test)}`,
    );
  }
  if (constraints.some((text) => text.includes('inline'))) return undefined;
  return JSON.stringify([head, ...constraints.sort()]);
}

/** The pattern without its names. */
export function shapeOf(parts: readonly PatternPart[]): string {
  let shape = '';
  for (const part of parts) {
    switch (part.kind) {
      case 'literal':
        shape += /[\\:*()]/.test(part.text) ? part.text.replace(/[\\:*()]/g, '\\$&') : part.text;
        break;
      case 'segment':
        shape += ':';
        break;
      case 'glob':
        shape += '*';
        break;
      case 'group':
        shape += `(${shapeOf(part.parts)})`;
        break;
      default:
        part satisfies never;
    }
  }
  return shape;
}
