// Places in a routes file, and the words for them in messages. Rules use this to point at routes, constraints and
// options, and to find the span that a fix removes.

import type { ReadCall } from '../language/read-call.js';
import { callableLabel, type Declaration, itemsOf, type Pair, type Value } from '../language/declarations.js';
import { type Place, namePlace } from '../language/diagnostics.js';
import type { OptionName } from '../language/vocabulary.js';
import { positionalRole } from '../language/roles.js';
import { valuesOf, type SegmentConstraint } from '../routing/patterns/constraints.js';
import type { LintedRoute, RuleContext } from './rule.js';
import { constraintPairs, type WrittenPair } from '../language/call-pairs.js';

/** `GET /photos/:id`, or `any verb /photos/:id` if the route answers all verbs. */
export function routeText({ definition }: LintedRoute): string {
  return `${definition.any ? 'any verb' : definition.verbs.join('|')} ${definition.pattern.text}`;
}

/** `'/photos/:id' on line 3`; if `from` is in another file, with the route's file. `shown` may shorten the path. */
export function routeOnLine(
  route: LintedRoute,
  from: LintedRoute,
  shown = (path: string): string => path,
): string {
  const { source, keyword } = route.declaration;
  const { line } = source.positionAt(keyword.span.start);
  const isSameFile = source === from.declaration.source;
  return `'${shown(route.definition.pattern.text)}' ${isSameFile ? `on line ${line}` : `on line ${line} of ${source.file}`}`;
}

type RelatedPlace = { readonly message: string; readonly place: Place };

/** A declaration as a related place of a finding. */
export function related(
  message: string,
  { declaration }: { readonly declaration: Declaration },
): RelatedPlace {
  return { message, place: namePlace(declaration) };
}

/** The uses of concerns and the includes that lead to a route's declaration, as related places. */
export function relatedUses(route: LintedRoute): RelatedPlace[] {
  return route.uses.map((use) => ({
    message:
      use.kind === 'concern' ? `the concern '${use.name}' is used here` : `'${use.name}' is included here`,
    place: use.place,
  }));
}

/**
 * The declarations whose constraints hold for a route: its own, then those around it, then those around the uses of
 * concerns and includes that lead to it.
 */
export function declarationsAround(route: LintedRoute, context: RuleContext): Declaration[] {
  const around = [route.declaration, ...context.parentsOf(route.declaration).toReversed()];
  for (const use of route.uses.toReversed())
    around.push(use.declaration, ...context.parentsOf(use.declaration).toReversed());
  return around;
}

/** The pairs that constrain a segment or an attribute of the request for a route, innermost first. */
export function constraintPlaces(route: LintedRoute, name: string, context: RuleContext): WrittenPair[] {
  const constraints = route.definition.segmentConstraints.get(name);
  return declarationsAround(route, context).flatMap((declaration) => {
    const call = context.call(declaration);
    if (!call) return [];
    return constraintPairs(call).filter(({ key, value }) => {
      // `id` on `resources 'photos'` constrains `:photo_id` of nested routes. Their own `:id` is told apart by the value.
      const isNamed = `_${name}`.endsWith(`_${key.replaceAll('-', '_')}`);
      return constraints ? isNamed && constraints.some((each) => isOf(each, value)) : key === name;
    });
  });
}

/** Whether a constraint of a route is the one that a value declares. */
function isOf(constraint: SegmentConstraint, value: Value): boolean {
  if (constraint.kind === 'callable')
    return value.kind === 'callable' && callableLabel(value) === constraint.label;
  const tests = valuesOf(constraint);
  const items = itemsOf(value);
  return (
    items.length === tests.length &&
    items.every((item, index) =>
      item.kind === 'regex'
        ? item.regex === tests[index]
        : 'value' in item && String(item.value) === tests[index],
    )
  );
}

/** The value of an option, and the span of the whole argument, for removing it. */
export function optionArgument(
  call: ReadCall,
  name: OptionName,
): { readonly value: Value; readonly whole: Place['span'] } | undefined {
  const option = call.options.get(name);
  if (!option) return undefined;
  const argument = call.declaration.arguments.find(
    (each) => each.span.start <= option.value.span.start && option.value.span.end <= each.span.end,
  );
  return argument && { value: option.value, whole: argument.span };
}

/** The span to remove for an argument: with the comma before it, or after it if it is the first. */
export function removalSpan(declaration: Declaration, argument: Place['span']): Place['span'] {
  const index = declaration.arguments.findIndex((each) => each.span.start === argument.start);
  return (
    withComma(declaration.arguments, index, argument) ?? {
      start: withoutBlanksBefore(declaration.source.text, argument.start),
      end: argument.end,
    }
  );
}

/** An item of a list with the comma before it, or after it if it is the first; undefined if it is the only one. */
export function withComma(
  list: readonly { readonly span: Place['span'] }[],
  index: number,
  { start, end }: Place['span'],
): Place['span'] | undefined {
  const before = list[index - 1];
  if (before) return { start: before.span.end, end };
  const after = list[index + 1];
  return after && { start, end: after.span.start };
}

/** The offset at which the spaces and tabs before an offset begin. */
export function withoutBlanksBefore(text: string, offset: number): number {
  let start = offset;
  while (/[ \t]/.test(text.charAt(start - 1))) start--;
  return start;
}

/** The span to remove for a pair of a call's arguments, constraints or defaults; undefined if it cannot be removed. */
export function pairRemovalSpan(call: ReadCall, pair: Pair): Place['span'] | undefined {
  const { declaration } = call;
  for (const name of ['constraints', 'defaults'] as const) {
    const option = optionArgument(call, name);
    if (option?.value.kind !== 'hash') continue;
    const { pairs } = option.value;
    const index = pairs.indexOf(pair);
    if (index < 0) continue;
    return withComma(pairs, index, pair.span) ?? removalSpan(declaration, option.whole);
  }
  // `constraints(host => 'a', { … })` needs its pairs.
  const role = positionalRole(declaration);
  const isOfBlock = role === 'constraints' || role === 'params';
  return !isOfBlock && declaration.arguments.includes(pair) ? removalSpan(declaration, pair.span) : undefined;
}

/** The span of a statement, with its whole line if nothing else is on it. */
export function statementSpan({ source: { text }, span: { start, end } }: Declaration): Place['span'] {
  const [ending = ''] = /^[ \t]*;/.exec(text.slice(end, end + 20)) ?? [];
  const statement = { start, end: end + ending.length };
  return lineOf(statement, text) ?? statement;
}

/** The whole line of a span, with its line end; undefined if something else is on the line. */
export function lineOf({ start, end }: Place['span'], text: string): Place['span'] | undefined {
  const lineStart = withoutBlanksBefore(text, start);
  const rest = /^[ \t]*(?:\r\n?|\n|$)/.exec(text.slice(end, end + 200));
  if (!rest || !/^[\r\n\ufeff]?$/.test(text.charAt(lineStart - 1))) return undefined;
  return { start: lineStart, end: end + rest[0].length };
}
