// What a route demands beyond its pattern.  (Contract; the implementation follows.)

/** The request attributes that constraints can ask about, as the keys of a request's context. */
export const requestAttributes = ['subdomain', 'host', 'format', 'protocol', 'port', 'method'] as const;
export type RequestAttribute = (typeof requestAttributes)[number];

/** The context that request constraints see (section 2, "Request context"). */
export type RequestContext = { readonly [attribute in RequestAttribute]?: string | number | undefined };

/** `matches` or a call: truthy lets the route through. A promise is a TypeError. */
export type ConstraintCallable =
  | ((argument: never) => unknown)
  | { matches(argument: never): unknown };

/** On one segment: a regex matches it whole, a string is equal, a list has it among its strings and regexes. */
export type SegmentConstraint =
  | { readonly kind: 'regex'; readonly regex: RegExp }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'list'; readonly values: readonly (string | RegExp)[] }
  /** `callable` is undefined where only an editor or linter looks: then it counts as unknown. */
  | { readonly kind: 'callable'; readonly callable: ConstraintCallable | undefined; readonly label: string };

export type AttributeTest =
  | { readonly kind: 'regex'; readonly regex: RegExp }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'list'; readonly values: readonly (string | RegExp)[] }
  | { readonly kind: 'presence'; readonly present: boolean }
  | { readonly kind: 'callable'; readonly callable: ConstraintCallable | undefined; readonly label: string };

/** On the request: an attribute, or a callable that receives the whole context. */
export type RequestConstraint =
  | { readonly kind: 'attribute'; readonly attribute: RequestAttribute; readonly test: AttributeTest }
  | { readonly kind: 'callable'; readonly callable: ConstraintCallable | undefined; readonly label: string };
