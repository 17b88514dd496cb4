// What is around a text that is a piece of a longer one, parsed by itself.

/** Whether the longer text begins and ends with it: what is open at its end is closed in what follows otherwise. */
export interface Piece {
  readonly isAtStart: boolean;
  readonly isAtEnd: boolean;
}
