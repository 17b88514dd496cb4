// What a redirect's location takes from the path: `%{id}` in '/articles/%{id}'.

/** A `%{name}` in a location, from its `%` to behind its `}`. */
export interface Interpolation {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Those of a location, in their order. */
export function interpolationsIn(location: string): readonly Interpolation[] {
  // Behind the last `}` each `%{` would be followed to the end for nothing, which many of them make long.
  const closed = location.slice(0, location.lastIndexOf('}') + 1);
  return Array.from(closed.matchAll(/%\{([^}]*)\}/g), ({ 0: text, 1: name = '', index }) => {
    return { name, start: index, end: index + text.length };
  });
}

/** The location with another text in the place of each. */
export function interpolated(location: string, textFor: (name: string) => string): string {
  let text = '';
  let at = 0;
  for (const { name, start, end } of interpolationsIn(location)) {
    text += location.slice(at, start) + textFor(name);
    at = end;
  }
  return text + location.slice(at);
}
