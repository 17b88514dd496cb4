// The same route again: same verbs, same pattern (whatever its segments are called), same constraints.

import { constraintText } from '../../routing/constraints.js';
import type { Pattern, PatternPart } from '../../routing/pattern.js';
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
    const known = new Likenesses();
    const repeated = new Map<LintedRoute['declaration'], { route: LintedRoute; first: LintedRoute }[]>();
    for (const route of context.routes) {
      const first = known.firstLike(route);
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
  const demands = demandsOf(first);
  return demands !== undefined && demands === demandsOf(second) && shapeOf(first.definition.pattern.parts) === shapeOf(second.definition.pattern.parts);
}

/** The first route of each likeness. */
class Likenesses {
  readonly #byPattern = new Map<string, Map<string, LintedRoute>>();
  readonly #byShape = new Map<string, Map<string, LintedRoute>>();

  /** An earlier route that answers the same requests; where there is none the route itself is kept as the first. */
  firstLike(route: LintedRoute): LintedRoute | undefined {
    const demands = demandsOf(route);
    if (demands === undefined) return undefined;
    const alike = this.#alike(route.definition.pattern);
    const first = alike.get(demands);
    if (!first) alike.set(demands, route);
    return first;
  }

  #alike({ text, parts }: Pattern): Map<string, LintedRoute> {
    let alike = this.#byPattern.get(text);
    if (alike) return alike;
    const shape = shapeOf(parts);
    alike = this.#byShape.get(shape);
    if (!alike) this.#byShape.set(shape, (alike = new Map()));
    this.#byPattern.set(text, alike);
    return alike;
  }
}

/** Verbs and constraints, which routes share that answer the same requests; undefined where a callable makes that unsure. */
function demandsOf({ definition }: LintedRoute): string | undefined {
  const { verbs, any, pattern, segmentConstraints, requestConstraints } = definition;
  const head = any ? 'any' : verbs.length === 1 ? verbs[0]! : [...verbs].sort().join();
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
