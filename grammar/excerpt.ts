// What is around a text that is an excerpt of a longer one, parsed by itself.

/** Whether the longer text begins and ends with it: what is open at its end is closed in what follows otherwise. */
export interface Excerpt {
  readonly isAtStart: boolean;
  readonly isAtEnd: boolean;
}
