// Places in a path, as the programs of written-search.ts have them.

/** A place in a path: the variable that has the end of the segment before it, if there is one, and so many characters more. */
export interface Place {
  readonly behind: string | undefined;
  readonly plus: number;
}

export function moved({ behind, plus }: Place, by: number): Place {
  return { behind, plus: plus + by };
}

export function shown({ behind, plus }: Place): string {
  return behind === undefined ? String(plus) : plus === 0 ? behind : `${behind} + ${plus}`;
}
