// The routes by which a request comes to its answer, as those who watch it see them.

/** What is known of the route that answers, for error pages and logs. */
export interface AnsweringRoute {
  readonly name?: string | undefined;
  readonly verbs: readonly string[];
  readonly pattern: string | { readonly text: string };
  readonly target: unknown;
  /** What the routes file says of it under `meta`. */
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly location?:
    { readonly file: string; readonly range: { readonly start: { readonly line: number } } } | undefined;
}

/** A route that a request has come by, and the part of the path that led to the application whose route it is. */
export interface TrailStep {
  readonly scriptName: string;
  readonly route: AnsweringRoute;
}
