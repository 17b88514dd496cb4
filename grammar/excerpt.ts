// The surroundings of a text that is an excerpt of a longer one and is parsed by itself.
//
// It is in a file of its own because the package's declarations lead here and must not lead to the parser.

/**
 * Whether the excerpt begins and ends with the longer text. If it ends earlier, brackets that are open at its end are closed in the text
 * after it.
 */
export interface Excerpt {
  readonly isAtStart: boolean;
  readonly isAtEnd: boolean;
  /** The number of brackets that are open around the excerpt. */
  readonly depth: number;
}
