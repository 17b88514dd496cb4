// What a route demands beyond its pattern, and whether a value or a request meets it.
//
// A segment's regex must match the whole value, an attribute's may match anywhere in it (regex-test.ts):
//
//   id => /\d+|new/   tests  ^(?:\d+|new)$        host => /example/   tests  example

import { regexTest } from './regex-test.js';
import { isPromise } from '../../http/endpoint.js';
import type { RequestAttributes } from '../../http/request-context.js';

/** The request attributes that constraints can ask about: those of a request's context. */
export type RequestAttribute = keyof RequestAttributes;

/** The context that request constraints see (docs/router.md, "Recognition"). */
export type RequestContext = { readonly [attribute in RequestAttribute]?: string | number | undefined };

/** `matches` or a call: truthy lets the route through. A promise is a TypeError. */
export type ConstraintCallable = ((argument: never) => unknown) | { matches(argument: never): unknown };

/** A callable as a routes file names it. */
export interface NamedCallable {
  /** Undefined where only an editor or linter looks: then what it lets through is unknown. */
  readonly callable: ConstraintCallable | undefined;
  /** `&guards#isStaff`; `inline` for a template's function. */
  readonly label: string;
  /** The folder of the file that names it: the module's path is relative to it. */
  readonly folder?: string;
}

/** On one segment: a regex matches it whole, a string is equal, a list has it among its strings and regexes. */
export type SegmentConstraint =
  | { readonly kind: 'regex'; readonly regex: RegExp }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'list'; readonly values: readonly (string | RegExp)[] }
  | ({ readonly kind: 'callable' } & NamedCallable);

/** What an attribute of the request has to be like, as on a segment; `presence` says whether there has to be a value. */
export type AttributeTest = SegmentConstraint | { readonly kind: 'presence'; readonly present: boolean };

/** On the request: an attribute, or a callable that receives the whole context. */
export type RequestConstraint =
  | { readonly kind: 'attribute'; readonly attribute: RequestAttribute; readonly test: AttributeTest }
  | ({ readonly kind: 'callable' } & NamedCallable);

/** A constraint that is part of the match, unlike a callable, which is asked once about the match that was found. */
export type MatchedConstraint = Exclude<SegmentConstraint, { kind: 'callable' }>;

/** The texts and regexes of which a value has to be, or match, one. */
export function valuesOf(constraint: MatchedConstraint): readonly (string | RegExp)[] {
  if (constraint.kind === 'list') return constraint.values;
  return [constraint.kind === 'regex' ? constraint.regex : constraint.value];
}

/** What tells whether a segment's whole, decoded value is let through; made to be asked often. */
export function valueTest(constraint: MatchedConstraint): (value: string) => boolean {
  if (constraint.kind === 'regex') return regexTest(constraint.regex, 'whole');
  if (constraint.kind === 'string') {
    const wanted = constraint.value;
    return (value) => value === wanted;
  }
  const strings = new Set(constraint.values.filter((each) => typeof each === 'string'));
  const tests = constraint.values
    .filter((each) => typeof each !== 'string')
    .map((regex) => regexTest(regex, 'whole'));
  return (value) => strings.has(value) || tests.some((test) => test(value));
}

/**
 * Whether the constraint could let a value with a dot through. It says no only of what certainly cannot: a text without
 * a dot, and a regex of letters, digits, `\d`, `\w`, simple classes, groups, alternatives and quantifiers.
 */
export function mayAdmitDot(constraint: MatchedConstraint): boolean {
  return valuesOf(constraint).some((value) =>
    typeof value === 'string'
      ? value.includes('.')
      : !/^[dgimuy]*$/.test(value.flags) || !dotlessSource.test(value.source),
  );
}

/** What the constraints on one segment come to. */
export interface SegmentDemand {
  /** Without a constraint that is part of the match, a segment stops at a dot; with one, where the constraint says. */
  readonly admitsDots: boolean;
  /** All that is part of the match; undefined where there is nothing to test. */
  readonly test: ((value: string) => boolean) | undefined;
  /** The constraints that the test is made of. */
  readonly matched: readonly MatchedConstraint[];
  /** What is asked once, about the value that was found. */
  readonly callables: readonly Extract<SegmentConstraint, { kind: 'callable' }>[];
  /** A key that is equal for demands that test the same. */
  readonly key: string;
}

const noDemand: SegmentDemand = /* @__PURE__ */ Object.freeze({
  admitsDots: false,
  test: undefined,
  matched: /* @__PURE__ */ Object.freeze([]),
  callables: /* @__PURE__ */ Object.freeze([]),
  key: '',
});

/** The constraints on one segment, all of which must hold, as one test. */
export function segmentDemand(constraints: readonly SegmentConstraint[] | undefined): SegmentDemand {
  if (constraints === undefined || constraints.length === 0) return noDemand;
  const matched = constraints.filter((constraint) => constraint.kind !== 'callable');
  const tests = matched.map(valueTest);
  return {
    admitsDots: matched.length > 0 && matched.every(mayAdmitDot),
    test: tests.length < 2 ? tests[0] : (value) => tests.every((test) => test(value)),
    matched,
    callables: constraints.filter((constraint) => constraint.kind === 'callable'),
    key: matched.map(keyOf).join('\n'),
  };
}

/** Values as they are told apart: a text with quotes in it is one text, whatever list it looks like. */
function keyOf(constraint: MatchedConstraint): string {
  return JSON.stringify(
    valuesOf(constraint).map((value) => (typeof value === 'string' ? value : [`${value}`])),
  );
}

const dotlessSource =
  /^(?:[A-Za-z0-9_~@!%&=,;:'"<> -]|\\[dw/-]|[*+?|^$()]|\{\d+(?:,\d*)?\}|\[(?:[a-z]-[a-z]|[A-Z]-[A-Z]|[0-9]-[0-9]|[A-Za-z0-9_~]|\\[dw-]|-(?=\]))+\])*$/;

/** Whether one of a request's attributes is let through; `value` is undefined where the attribute is absent. */
export function allowsAttribute(
  attribute: RequestAttribute,
  test: AttributeTest,
  value: string | number | undefined | null,
): boolean {
  const text = value === undefined || value === null ? undefined : comparable(attribute, String(value));
  switch (test.kind) {
    case 'presence':
      return test.present === (text !== undefined && text !== '');
    case 'string':
      return text !== undefined && text === comparable(attribute, test.value);
    case 'regex':
      return text !== undefined && regexTest(test.regex, 'anywhere')(text);
    case 'list':
      return (
        text !== undefined &&
        test.values.some((each) =>
          typeof each === 'string' ? comparable(attribute, each) === text : regexTest(each, 'anywhere')(text),
        )
      );
    case 'callable':
      return text !== undefined && asksCallable(test, value);
    default:
      return test satisfies never;
  }
}

/** A value of an attribute as it is compared: `https://` and `https` are one protocol, `get` and `GET` one method. */
export function comparable(attribute: RequestAttribute, value: string): string {
  if (attribute === 'protocol') return value.replace(/:(?:\/\/)?$/, '');
  return attribute === 'method' ? value.toUpperCase() : value;
}

/** What is known of a request while a route is tried. */
export interface AskedRequest {
  /** What constraints on the request look at. */
  readonly context: RequestContext;
  /** The method asked about, in upper case; undefined where the question is which methods there are. */
  readonly method: string | undefined;
}

/**
 * Whether the request meets one constraint of a route. `format` is the one that the path gave, which stands in where
 * the context has none. What a callable throws is thrown on; a promise is a `TypeError`.
 */
export function allowsRequest(
  constraint: RequestConstraint,
  asked: AskedRequest,
  format: string | undefined,
): boolean {
  if (constraint.kind === 'callable') return asksCallable(constraint, asked.context);
  return allowsAttribute(
    constraint.attribute,
    constraint.test,
    attributeOf(constraint.attribute, asked, format),
  );
}

/** The attribute as constraints see it. */
export function attributeOf(
  attribute: RequestAttribute,
  asked: AskedRequest,
  format: string | undefined,
): string | number | undefined {
  const given = asked.context[attribute];
  if (given !== undefined && given !== null) return given;
  return attribute === 'format' ? format : attribute === 'method' ? asked.method : undefined;
}

/** Whether the callables on segments let the found values through; each is asked once. */
export function callablesAllow(
  constraints: ReadonlyMap<string, readonly SegmentConstraint[]>,
  valueOf: (name: string) => string | undefined,
): boolean {
  for (const [name, demands] of constraints) {
    for (const demand of demands) {
      if (demand.kind !== 'callable') continue;
      const value = valueOf(name);
      if (value !== undefined && !asksCallable(demand, value)) return false;
    }
  }
  return true;
}

/** Asks a constraint's callable; one that is not known lets everything through. */
export function asksCallable({ callable, label }: NamedCallable, argument: unknown): boolean {
  if (callable === undefined) return true;
  const answer =
    typeof callable === 'function'
      ? (callable as (argument: unknown) => unknown)(argument)
      : (callable as { matches(argument: unknown): unknown }).matches(argument);
  if (isPromise(answer)) {
    throw new TypeError(
      `the constraint ${label} answered a promise, and recognition does not wait: let it answer true or false at once`,
    );
  }
  return Boolean(answer);
}

/** A constraint as its author would write it: `/\d+/`, `'x'`, `['a', /b/]`, `true`, `&guards#isStaff`. */
export function constraintText(constraint: AttributeTest): string {
  const shown = (value: string | RegExp): string =>
    typeof value === 'string' ? `'${value}'` : String(value);
  switch (constraint.kind) {
    case 'regex':
      return shown(constraint.regex);
    case 'string':
      return shown(constraint.value);
    case 'list':
      return `[${constraint.values.map(shown).join(', ')}]`;
    case 'presence':
      return String(constraint.present);
    case 'callable':
      return constraint.label;
    default:
      return constraint satisfies never;
  }
}
