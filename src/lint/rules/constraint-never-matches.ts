// A constraint that no value meets, or several constraints that no value meets together.

import { attempt } from '../../http/http-error.js';
import { change, namePlace } from '../../language/diagnostics.js';
import { addTo } from '../../language/grouping.js';
import {
  allowsAttribute,
  type AttributeTest,
  type RequestAttribute,
  type SegmentConstraint,
} from '../../routing/patterns/constraints.js';
import { Expressions } from '../../proofs/regular-language/expression.js';
import { shortestWord } from '../../proofs/regular-language/search.js';
import { declaredVerbs } from '../../proofs/request-implication.js';
import { valueLanguage } from '../../proofs/path-language.js';
import { sampleValue } from '../../proofs/value-samples.js';
import { constraintPlaces, routeText } from '../places.js';
import { inRoutes, type Finding, type LintedRoute, type Rule, type RuleContext } from '../rule.js';

export const constraintNeverMatches: Rule = {
  code: 'constraint-never-matches',
  severity: 'warning',
  summary: 'No value meets the constraints, so the route never matches',
  reason:
    'A segment never spans a slash, and all constraints on a name have to hold together. If a regex needs a `/`, a list is empty, or two constraints ' +
    'exclude each other, the route answers nothing. Use a glob for values with slashes. The same goes for constraints on the request: a request has one ' +
    'host, and no host has a scheme, a star, capital letters or letters beyond ASCII.',
  bad: inRoutes("get '/files/:path', to => 'files#show', path => /[a-z]+\\/[a-z]+/"),
  good: inRoutes("get '/files/*path', to => 'files#show', path => /[a-z]+\\/[a-z]+/"),
  check(context) {
    context.eachRoute((route) => {
      for (const [name, constraints] of route.definition.segmentConstraints) {
        const kind = route.definition.pattern.globNames.has(name) ? 'glob' : 'segment';
        const met = valuesThatMeet(kind, constraints);
        if (met !== 'some') reportSegment(route, name, kind, met, context);
      }
      const foreign = foreignValue(route);
      const attribute = foreign ? undefined : contradictedAttribute(route);
      if (foreign) reportForeign(route, foreign, context);
      if (attribute !== undefined) {
        context.report({
          at: constraintPlaces(route, attribute, context)[0]?.place ?? namePlace(route.declaration),
          message:
            attribute === 'method' && !route.definition.any
              ? `'${routeText(route)}' never matches, since its constraint on the method lets none of its verbs through; declare it with the verb that is meant`
              : `no ${attribute} meets all the constraints on '${route.definition.pattern.text}': they exclude each other; take one of them out`,
          explains: whyUnreachable(route),
        });
      }
    });
  },
};

const slash = 0x2f;

/** Which values meet the constraints. `escaped`: only values with a slash, which a segment can only get as `%2F`. */
type Met = 'none' | 'escaped' | 'some';

function valuesThatMeet(kind: 'segment' | 'glob', constraints: readonly SegmentConstraint[]): Met {
  const sample = sampleValue(kind, constraints);
  if (typeof sample === 'string') return sample === 'none' ? 'none' : 'some';
  if (kind === 'glob' || !sample.includes(slash)) return 'some';
  const expressions = new Expressions();
  const values = valueLanguage(expressions, kind, constraints, 'more');
  if (!values) return 'some';
  const withSlash = expressions.sequence(
    expressions.anything,
    expressions.set([[slash, slash]]),
    expressions.anything,
  );
  const others = expressions.intersection(values, expressions.complement(withSlash));
  return shortestWord(expressions, others) === 'none' ? 'escaped' : 'some';
}

function reportSegment(
  route: LintedRoute,
  name: string,
  kind: 'segment' | 'glob',
  met: Met,
  context: RuleContext,
): void {
  const places = constraintPlaces(route, name, context);
  const needsSlash =
    kind === 'segment' &&
    places.some(
      // Look for a slash inside the delimiters of the regex or string.
      ({ value, place: { source, span } }) =>
        value.kind !== 'callable' && source.textOf(span).slice(1, -1).includes('/'),
    );
  const help =
    needsSlash && places.length === 1
      ? `: a segment never spans a '/'; write '*${name}' for one that does`
      : `; loosen ${places.length > 1 ? 'one of them' : 'it'}`;
  const { text, optionalNames } = route.definition.pattern;
  const what = optionalNames.has(name)
    ? `'${text}' matches only where its group is left out`
    : `'${text}' ${met === 'escaped' ? 'matches no other' : 'never matches'}`;
  const escaped = met === 'escaped' ? " unless its slash is escaped as '%2F'" : '';
  context.report({
    at: places[0]?.place ?? namePlace(route.declaration),
    message: `no value of ':${name}' meets ${places.length > 1 ? 'these constraints together' : 'this constraint'}${escaped}, so ${what}${help}`,
    related: places.slice(1).map(({ place }) => ({ message: `':${name}' is constrained here too`, place })),
  });
}

/** A value that an attribute of a request can never have. */
interface ForeignValue {
  readonly attribute: RequestAttribute;
  readonly value: string;
  readonly why: string;
  /** The value to write instead; undefined if nothing of it is left. */
  readonly meant: string | undefined;
  /** Whether it is one of a list of values, of which others may be met. */
  readonly isListed: boolean;
}

function foreignValue({ definition: { requestConstraints } }: LintedRoute): ForeignValue | undefined {
  for (const constraint of requestConstraints) {
    if (constraint.kind === 'callable') continue;
    const { attribute, test } = constraint;
    const values = test.kind === 'string' ? [test.value] : test.kind === 'list' ? test.values : [];
    for (const value of values) {
      const foreign = typeof value === 'string' ? foreignTo(attribute, value) : undefined;
      if (foreign && typeof value === 'string')
        return { attribute, value, isListed: values.length > 1, ...foreign };
    }
  }
  return undefined;
}

/**
 * Why no request has the value; undefined if one may have it. It is a host with a scheme, path, port or star, a host or protocol with
 * capital letters, a host with letters beyond ASCII, or a format with its dot.
 */
function foreignTo(
  attribute: RequestAttribute,
  value: string,
): Pick<ForeignValue, 'why' | 'meant'> | undefined {
  if (attribute === 'host' && /\/|^[^[]+:/.test(value)) {
    const [, host = ''] = /^(?:[\w+.-]*:?\/\/)?([^/:]*)/.exec(value) ?? [];
    return { why: 'which has neither a scheme nor a path nor a port', meant: host && `'${host}'` };
  }
  const isOfHost = attribute === 'host' || attribute === 'subdomain';
  if (isOfHost && value.includes('*')) {
    const regex = value.replaceAll(/[\\/^$.+?()[\]{}|]/g, '\\$&').replaceAll(/\*+/g, '.+');
    return { why: "which has no '*'", meant: regex === '.+' ? 'true' : `/^${regex.toLowerCase()}$/` };
  }
  if (isOfHost && /[^\0-\x7f]/.test(value)) {
    const meant = inPunycode(value);
    return meant === undefined ? undefined : { why: 'which has it in ASCII', meant: `'${meant}'` };
  }
  if ((isOfHost || attribute === 'protocol') && /[A-Z]/.test(value))
    return { why: 'which has it in lower case', meant: `'${value.toLowerCase()}'` };
  if (attribute === 'format' && value.startsWith('.'))
    return { why: 'which has it without the dot', meant: value === '.' ? undefined : `'${value.slice(1)}'` };
  return undefined;
}

/** A host, or a part of one, as clients send it: `bücher` is `xn--bcher-kva`. */
function inPunycode(name: string): string | undefined {
  const host = attempt(() => new URL(`http://${name}.a`).hostname);
  return host?.slice(0, -'.a'.length);
}

function reportForeign(
  route: LintedRoute,
  { attribute, value, why, meant, isListed }: ForeignValue,
  context: RuleContext,
): void {
  const written = constraintPlaces(route, attribute, context)
    .flatMap((each) =>
      each.value.kind === 'list'
        ? each.value.items.map((item) => ({ value: item, place: { ...each.place, span: item.span } }))
        : [each],
    )
    .find((each) => each.value.kind === 'string' && each.value.value === value);
  context.report({
    at: written?.place ?? namePlace(route.declaration),
    message: `'${value}' is the ${attribute} of no request, ${why}; write ${meant ?? `the ${attribute} alone`}`,
    ...(!isListed && { explains: whyUnreachable(route) }),
    ...(meant &&
      written && {
        suggestion: meant,
        fix: change(`Write ${meant}`, written.place.span, meant),
      }),
  });
}

/** The finding of `unreachable-route` for this route is not reported: even if the route came first, it would answer nothing. */
function whyUnreachable({ declaration }: LintedRoute): NonNullable<Finding['explains']> {
  return { code: 'unreachable-route', at: [namePlace(declaration)] };
}

/** An attribute whose tests exclude each other: a request has one host and one method. */
function contradictedAttribute({ definition }: LintedRoute): RequestAttribute | undefined {
  const tests = new Map<RequestAttribute, AttributeTest[]>();
  for (const constraint of definition.requestConstraints) {
    if (constraint.kind === 'callable' || constraint.test.kind === 'callable') continue;
    addTo(tests, constraint.attribute, constraint.test);
  }
  for (const [attribute, all] of tests) {
    const values =
      attribute === 'method' && !definition.any ? declaredVerbs(definition) : possibleValues(all);
    if (values && !values.some((value) => all.every((test) => allowsAttribute(attribute, test, value))))
      return attribute;
  }
  return undefined;
}

/** The only values that can pass all tests, if one test lists its values; otherwise undefined. */
function possibleValues(tests: readonly AttributeTest[]): readonly (string | undefined)[] | undefined {
  for (const test of tests) {
    if (test.kind === 'string') return [test.value];
    if (test.kind === 'presence' && !test.present) return ['', undefined];
    if (test.kind === 'list' && test.values.every((value) => typeof value === 'string')) return test.values;
  }
  return undefined;
}
