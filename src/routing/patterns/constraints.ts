// Constraints: what a route demands beyond its pattern, and whether a value or a request meets it.
//
// The regex of a segment must match the whole value. The regex of an attribute may match anywhere in it (regex-test.ts):
//
//   id => /\d+|new/   tests  ^(?:\d+|new)$        host => /example/   tests  example

import { regexTest } from './regex-test.js';
import { isPromise } from '../../http/endpoint.js';
import type { RequestAttributes } from '../../http/request-context.js';

/** The request attributes that constraints can test: those of a request's context. */
export type RequestAttribute = keyof RequestAttributes;

/** The context that request constraints see (docs/router.md, "Recognition"). */
export type RequestContext = { readonly [attribute in RequestAttribute]?: string | number | undefined };

/** A function or an object with `matches`. A truthy result lets the request pass. A promise causes a `TypeError`. */
export type ConstraintCallable = ((argument: never) => unknown) | { matches(argument: never): unknown };

/** A callable as a routes file names it. */
export interface NamedCallable {
  /** Undefined in tools that load no modules, such as editors and the linter. Such a constraint lets everything pass. */
  readonly callable: ConstraintCallable | undefined;
  /** `&guards#isStaff`; `inline` for a template's function. */
  readonly label: string;
  /** The folder of the routes file, which the module's path is relative to. */
  readonly folder?: string;
}

/**
 * A constraint on a segment. A regex must match the whole value, a string must equal it, and a list must contain a string or regex that
 * does.
 */
export type SegmentConstraint =
  | { readonly kind: 'regex'; readonly regex: RegExp }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'list'; readonly values: readonly (string | RegExp)[] }
  | ({ readonly kind: 'callable' } & NamedCallable);

/** A test on an attribute of the request. `presence` says whether there must be a value; the others are as for segments. */
export type AttributeTest = SegmentConstraint | { readonly kind: 'presence'; readonly present: boolean };

/** A constraint on the request: a test on an attribute, or a callable that gets the whole context. */
export type RequestConstraint =
  | { readonly kind: 'attribute'; readonly attribute: RequestAttribute; readonly test: AttributeTest }
  | ({ readonly kind: 'callable' } & NamedCallable);

/** A constraint that takes part in matching. A callable does not: it is called once, for a match that was found. */
export type MatchedConstraint = Exclude<SegmentConstraint, { kind: 'callable' }>;

/** The strings and regexes of a constraint. A value must match one of them. */
export function valuesOf(constraint: MatchedConstraint): readonly (string | RegExp)[] {
  if (constraint.kind === 'list') return constraint.values;
  return [constraint.kind === 'regex' ? constraint.regex : constraint.value];
}

/** A function that tests the whole, decoded value of a segment. Make it once and call it often. */
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
 * Whether the constraint may accept a value with a dot. False only if it certainly cannot: a string without a dot, or a regex of letters,
 * digits, `\d`, `\w`, simple classes, groups, alternatives and quantifiers.
 */
export function mayAdmitDot(constraint: MatchedConstraint): boolean {
  return valuesOf(constraint).some((value) =>
    typeof value === 'string'
      ? value.includes('.')
      : !/^[dgimuy]*$/.test(value.flags) || !dotlessSource.test(value.source),
  );
}

/** All constraints on one segment combined. */
export interface SegmentDemand {
  /** Whether a value may contain dots. Without a constraint that takes part in matching, a segment ends at a dot. */
  readonly admitsDots: boolean;
  /** The combined test of the constraints that take part in matching; undefined if there are none. */
  readonly test: ((value: string) => boolean) | undefined;
  /** The constraints that `test` combines. */
  readonly matched: readonly MatchedConstraint[];
  /** The callables, each called once for the value that was found. */
  readonly callables: readonly Extract<SegmentConstraint, { kind: 'callable' }>[];
  /** Equal keys mean equal tests. */
  readonly key: string;
}

const noDemand: SegmentDemand = /* @__PURE__ */ Object.freeze({
  admitsDots: false,
  test: undefined,
  matched: /* @__PURE__ */ Object.freeze([]),
  callables: /* @__PURE__ */ Object.freeze([]),
  key: '',
});

/** Combines the constraints on one segment. All of them must hold. */
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

/** A key for the constraint's values. JSON keeps a string that looks like a list distinct from a list. */
function keyOf(constraint: MatchedConstraint): string {
  return JSON.stringify(
    valuesOf(constraint).map((value) => (typeof value === 'string' ? value : [`${value}`])),
  );
}

const dotlessSource =
  /^(?:[A-Za-z0-9_~@!%&=,;:'"<> -]|\\[dw/-]|[*+?|^$()]|\{\d+(?:,\d*)?\}|\[(?:[a-z]-[a-z]|[A-Z]-[A-Z]|[0-9]-[0-9]|[A-Za-z0-9_~]|\\[dw-]|-(?=\]))+\])*$/;

/** Whether an attribute of the request passes a test. `value` is undefined if the request does not have the attribute. */
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

/** The form in which values of an attribute are compared: `https://` becomes `https`, `get` becomes `GET`. */
export function comparable(attribute: RequestAttribute, value: string): string {
  if (attribute === 'protocol') return value.replace(/:(?:\/\/)?$/, '');
  return attribute === 'method' ? value.toUpperCase() : value;
}

/** What is known of a request while routes are tried. */
export interface AskedRequest {
  /** The attributes that constraints test. */
  readonly context: RequestContext;
  /** The method in capitals; undefined if the question is which methods a path has. */
  readonly method: string | undefined;
}

/**
 * Whether the request meets a constraint. `format` is the format from the path, used if the context has none. Throws what a callable
 * throws, and a `TypeError` if it returns a promise.
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

/** The value of an attribute that constraints test. */
export function attributeOf(
  attribute: RequestAttribute,
  asked: AskedRequest,
  format: string | undefined,
): string | number | undefined {
  const given = asked.context[attribute];
  if (given !== undefined && given !== null) return given;
  return attribute === 'format' ? format : attribute === 'method' ? asked.method : undefined;
}

/** Whether the callables on segments accept the values. Each is called once. */
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

/** Calls the callable of a constraint. An unknown one accepts everything. */
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

/** A constraint as it is written in a routes file: `/\d+/`, `'x'`, `['a', /b/]`, `true`, `&guards#isStaff`. */
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
