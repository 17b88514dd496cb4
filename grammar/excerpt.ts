// What is around a text that is an excerpt of a longer one, parsed by itself.
//
// A file of its own, since the package's declarations lead here and must not lead to the parser.

/** Whether the longer text begins and ends with it: what is open at its end is closed in what follows otherwise. */
export interface Excerpt {
  readonly isAtStart: boolean;
  readonly isAtEnd: boolean;
  /** How many brackets are open around it. */
  readonly depth: number;
}
