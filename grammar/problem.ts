// A mistake in the notation, as the grammar tells it: a code of the registry, a stretch of the text, and words.

/** `start` and `end` are offsets; `messages` makes these, and the language turns them into diagnostics. */
export interface Problem {
  readonly code: ProblemCode;
  readonly start: number;
  readonly end: number;
  readonly message: string;
  /** The text that probably was meant in place of the stretch. */
  readonly suggestion?: string;
  /** A change that certainly mends it. */
  readonly fix?: {
    readonly title: string;
    readonly edits: readonly { readonly start: number; readonly end: number; readonly text: string }[];
  };
  /** The opening bracket that a stray closer asks for may be what is missing here. */
  readonly mayLackOpener?: true;
  /** Right behind another mistake it is a consequence of that one. */
  readonly mayBeEcho?: true;
  readonly isStrayCloser?: true;
  readonly isTooDeep?: true;
}

export type ProblemCode =
  'syntax-error' | 'unmatched-bracket' | 'inline-code' | 'invalid-regex' | 'unexpected-argument';
