// What is around a text that is an excerpt of a longer one, parsed by itself. It is part of the declarations of the package, which name no parser: it stands alone.

/** Whether the longer text begins and ends with it: what is open at its end is closed in what follows otherwise. */
export interface Excerpt {
  readonly isAtStart: boolean;
  readonly isAtEnd: boolean;
}
