// What a redirect's location inserts from the path: `%{id}` in '/articles/%{id}'.

/** A `%{name}` in a location. `end` is after its `}`. */
export interface Interpolation {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** The interpolations of a location, in order. */
export function interpolationsIn(location: string): readonly Interpolation[] {
  // After the last `}`, each `%{` would be searched to the end in vain, which takes quadratic time if there are many.
  const closed = location.slice(0, location.lastIndexOf('}') + 1);
  return Array.from(closed.matchAll(/%\{([^}]*)\}/g), ({ 0: text, 1: name = '', index }) => {
    return { name, start: index, end: index + text.length };
  });
}

/** The location with each interpolation replaced. */
export function interpolated(location: string, textFor: (name: string) => string): string {
  let text = '';
  let at = 0;
  for (const { name, start, end } of interpolationsIn(location)) {
    text += location.slice(at, start) + textFor(name);
    at = end;
  }
  return text + location.slice(at);
}
