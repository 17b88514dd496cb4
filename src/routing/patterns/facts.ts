// What a route has besides its pattern and target: the layers around it, and facts about it.
//
// None of this affects recognition. The routes of a scope share one record.

/** A fact under a key of `meta`: a value, a list of values, or a hash one level deep. */
export type FactValue = Fact | readonly Fact[] | { readonly [key: string]: Fact | readonly Fact[] };

/** A value under a key of `meta`. */
export type Fact = string | number | boolean;

/** A middleware in the routes file: `&auth#signedIn`. */
export interface LayerDefinition {
  /** Its text in the route table; `inline` for a template's function. */
  readonly label: string;
  /** Undefined in tools that load no modules. */
  readonly layer: unknown;
}

/** The day from which routes are deprecated or gone, and a link to more information. */
export interface RouteNotice {
  /** A day: `2026-12-01`. */
  readonly date: string;
  /** The URL of more information. */
  readonly link?: string;
}

/** The layers and facts that a routes file gives a route. */
export interface RouteFacts {
  /** Outermost first. */
  readonly layers: readonly LayerDefinition[];
  /** Frozen; inherits nothing. */
  readonly meta: Readonly<Record<string, FactValue>>;
  /** The day from which it is deprecated. */
  readonly deprecated: RouteNotice | undefined;
  /** The day from which it is gone. */
  readonly sunset: RouteNotice | undefined;
}

/** The facts of routes without any. */
export const noFacts: RouteFacts = /* @__PURE__ */ Object.freeze({
  layers: [],
  meta: /* @__PURE__ */ Object.freeze(Object.create(null) as Record<string, FactValue>),
  deprecated: undefined,
  sunset: undefined,
});

/** A day such as `2026-12-01` as milliseconds at midnight UTC; undefined if the text is not a valid day. */
export function timeOfDay(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const time = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text ? undefined : time;
}
