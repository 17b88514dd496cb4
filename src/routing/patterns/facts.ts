// What a route carries beside its pattern and target: the layers around it, and facts about it.
//
// None of it has a part in recognition. Routes of one scope share one record.

/** A fact under a key of `meta`: a value, a list of values, or a hash one level deep. */
export type FactValue = Fact | readonly Fact[] | { readonly [key: string]: Fact | readonly Fact[] };

/** A value under a key of `meta`. */
export type Fact = string | number | boolean;

/** Middleware of the routes file: `&auth#signedIn`. */
export interface LayerDefinition {
  /** As the route table shows it; `inline` for a template's function. */
  readonly label: string;
  /** Undefined where only a tool looks, which has no modules. */
  readonly layer: unknown;
}

/** From when on routes are deprecated, or gone: a day as in `2026-12-01`, and where more is said about it. */
export interface RouteNotice {
  /** A day: `2026-12-01`. */
  readonly date: string;
  /** Where more is said about it. */
  readonly link?: string;
}

/** What a routes file says of a route beside its pattern and target. */
export interface RouteFacts {
  /** Outermost first. */
  readonly layers: readonly LayerDefinition[];
  /** Frozen; inherits nothing. */
  readonly meta: Readonly<Record<string, FactValue>>;
  /** From when on it is deprecated. */
  readonly deprecated: RouteNotice | undefined;
  /** From when on it is gone. */
  readonly sunset: RouteNotice | undefined;
}

/** What most routes carry. */
export const noFacts: RouteFacts = /* @__PURE__ */ Object.freeze({
  layers: [],
  meta: /* @__PURE__ */ Object.freeze(Object.create(null) as Record<string, FactValue>),
  deprecated: undefined,
  sunset: undefined,
});

/** The time of a day such as `2026-12-01` at midnight UTC in milliseconds; undefined for a text that is no such day. */
export function timeOfDay(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const time = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text ? undefined : time;
}
