// Path patterns.  (Contract; the implementation follows.)

/** One piece of a pattern. Literal text is decoded and may hold slashes. */
export type PatternPart =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'segment'; readonly name: string }
  | { readonly kind: 'glob'; readonly name: string }
  | { readonly kind: 'group'; readonly parts: readonly PatternPart[] };

export interface Pattern {
  /** The normalised form that is shown: `(/:locale)/about`. */
  readonly text: string;
  readonly parts: readonly PatternPart[];
  /** Segment and glob names in the order of the pattern. */
  readonly names: readonly string[];
  /** Those inside an optional group. */
  readonly optionalNames: ReadonlySet<string>;
  readonly globNames: ReadonlySet<string>;
}

/** A mistake in a pattern's text, its offsets being indices of that text. */
export interface PatternProblem {
  readonly code: 'unmatched-bracket' | 'duplicate-param' | 'invalid-value';
  readonly start: number;
  readonly end: number;
  readonly message: string;
  readonly suggestion?: string;
}

/** Reads any text whatever; the pattern is the best that could be made of it when there are problems. */
export function parsePattern(_text: string): { readonly pattern: Pattern; readonly problems: readonly PatternProblem[] } {
  throw new Error('not built yet');
}
