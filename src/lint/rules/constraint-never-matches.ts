// A constraint, or several together, that no value can meet.

import type {
  AttributeTest,
  RequestAttribute,
  SegmentConstraint,
} from '../../routing/patterns/constraints.js';
import { Expressions } from '../../proofs/regular-language/expression.js';
import { shortestWord } from '../../proofs/regular-language/search.js';
import { valueLanguage } from '../../proofs/path-language.js';
import { sampleValue } from '../../proofs/value-samples.js';
import { constraintPlaces, headPlace } from '../places.js';
import type { LintedRoute, Rule, RuleContext } from '../rule.js';

export const constraintNeverMatches: Rule = {
  code: 'constraint-never-matches',
  severity: 'warning',
  summary: 'No value meets the constraints, so that the route never matches',
  reason:
    'A segment never spans a slash, and all constraints on a name have to hold together: a regex that needs a `/`, an empty list, or two constraints that exclude each other make a ' +
    'route that answers nothing. For values with slashes there are globs. The same goes for requests: one host cannot be two.',
  bad: `routes {
  get '/files/:path', to => 'files#show', path => /[a-z]+\\/[a-z]+/
}`,
  good: `routes {
  get '/files/*path', to => 'files#show', path => /[a-z]+\\/[a-z]+/
}`,
  check(context) {
    for (const route of context.routes) {
      for (const [name, constraints] of route.definition.segmentConstraints) {
        const kind = route.definition.pattern.globNames.has(name) ? 'glob' : 'segment';
        if (hasNoValue(kind, constraints)) reportSegment(route, name, kind, context);
      }
      const attribute = contradictedAttribute(route);
      if (attribute !== undefined) {
        context.report({
          at: constraintPlaces(route, attribute, context)[0]?.place ?? headPlace(route.declaration),
          message: `no ${attribute} meets all the constraints on '${route.definition.pattern.text}': they exclude each other; take one of them out`,
        });
      }
    }
  },
};

const slash = 0x2f;

function hasNoValue(kind: 'segment' | 'glob', constraints: readonly SegmentConstraint[]): boolean {
  const sample = sampleValue(kind, constraints);
  if (typeof sample === 'string') return sample === 'none';
  if (kind === 'glob' || !sample.includes(slash)) return false;
  const expressions = new Expressions();
  const values = valueLanguage(expressions, kind, constraints, 'more');
  if (!values) return false;
  // That a slash may come escaped (`%2F`) is nothing that anybody constrains a segment for.
  const withSlash = expressions.sequence(
    expressions.anything,
    expressions.set([slash, slash]),
    expressions.anything,
  );
  return (
    shortestWord(expressions, expressions.intersection(values, expressions.complement(withSlash))) === 'none'
  );
}

function reportSegment(
  route: LintedRoute,
  name: string,
  kind: 'segment' | 'glob',
  context: RuleContext,
): void {
  const places = constraintPlaces(route, name, context);
  const needsSlash =
    kind === 'segment' &&
    places.some(
      ({ value }) =>
        value.kind !== 'callable' && textOf(value.span, places[0]!.place.source.text).includes('/', 1),
    );
  const help =
    needsSlash && places.length === 1
      ? `: a segment never spans a '/'; write '*${name}' for one that does`
      : `; loosen ${places.length > 1 ? 'one of them' : 'it'}`;
  context.report({
    at: places[0]?.place ?? headPlace(route.declaration),
    message: `no value of ':${name}' meets ${places.length > 1 ? 'these constraints together' : 'this constraint'}, so '${route.definition.pattern.text}' never matches${help}`,
    related: places.slice(1).map(({ place }) => ({ message: `':${name}' is constrained here too`, place })),
  });
}

/** What stands between the delimiters of a regex or string. */
const textOf = ({ start, end }: { start: number; end: number }, text: string): string =>
  text.slice(start, end - 1);

/** An attribute that would have to be equal to two different texts at once. */
function contradictedAttribute({ definition }: LintedRoute): RequestAttribute | undefined {
  if (definition.requestConstraints.length < 2) return undefined;
  const allowed = new Map<RequestAttribute, ReadonlySet<string>>();
  for (const constraint of definition.requestConstraints) {
    if (constraint.kind === 'callable') continue;
    const texts = textsOf(constraint.test);
    if (!texts) continue;
    const before = allowed.get(constraint.attribute);
    const both = before ? new Set([...texts].filter((text) => before.has(text))) : texts;
    if (both.size === 0) return constraint.attribute;
    allowed.set(constraint.attribute, both);
  }
  return undefined;
}

function textsOf(test: AttributeTest): ReadonlySet<string> | undefined {
  if (test.kind === 'string') return new Set([comparable(test.value)]);
  if (test.kind !== 'list') return undefined;
  return test.values.every((value) => typeof value === 'string')
    ? new Set(test.values.map((value) => comparable(value)))
    : undefined;
}

const comparable = (value: string): string => value.replace(/:(?:\/\/)?$/, '').toLowerCase();
