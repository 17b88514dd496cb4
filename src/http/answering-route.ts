// The routes by which a request comes to its answer, as those who watch it see them.

/** What is known of the route that answers, for layers, error pages and logs. */
export interface AnsweringRoute {
  /** The name that URL helpers have, where the route has one. */
  readonly name?: string | undefined;
  /** The verbs that it answers, in capitals. */
  readonly verbs: readonly string[];
  /** Its path as written. */
  readonly pattern: string;
  /** What it answers with. */
  readonly target: unknown;
  /** The middleware around it as text, outermost first: `['&auth#signedIn', '&limits#slow']`. */
  readonly layers: readonly string[];
  /** What the routes file says of it under `meta`: a frozen record that inherits nothing. */
  readonly meta: Readonly<Record<string, unknown>>;
  /** From when on it is deprecated. */
  readonly deprecated?: { readonly date: string; readonly link?: string } | undefined;
  /** From when on it is gone. */
  readonly sunset?: { readonly date: string; readonly link?: string } | undefined;
  /** The place of its declaration, where it comes from a file. */
  readonly location?:
    { readonly file: string; readonly range: { readonly start: { readonly line: number } } } | undefined;
}

/** A route that a request has come by, and the part of the path that led to the application whose route it is. */
export interface TrailStep {
  /** The path below which its router is mounted; empty for the outermost. */
  readonly scriptName: string;
  /** The route. */
  readonly route: AnsweringRoute;
}
