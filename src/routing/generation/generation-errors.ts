// Errors that URL helpers throw, and their shared wording.
//
//   UnknownRouteError    no route is named 'edit-usr'; did you mean 'edit-user'?
//   UrlGenerationError   the route 'user' (/users/:id) lacks a value for ':id'; give it as a segment value or as { id: … }

import { classNameOf } from '../../http/object-shape.js';

/** Thrown if no route and no helper of the application has the name (docs/url-helpers.md, "What throws"). */
export class UnknownRouteError extends Error {
  override readonly name = 'UnknownRouteError';
  /** The name that was looked up. */
  readonly routeName: string;
  /** Up to three similar names, the most similar first. */
  readonly nearest: readonly string[];

  constructor(routeName: string, nearest: readonly string[] = []) {
    super(
      `no route is named ${quote(routeName)}${nearest.length > 0 ? `; did you mean ${alternatives(nearest)}?` : ''}`,
    );
    this.routeName = routeName;
    this.nearest = nearest;
  }
}

/** The route of a URL that cannot be made, and the name at fault. */
export interface UrlGenerationPlace {
  /** The name of the route. */
  readonly route?: string | undefined;
  /** Its path, as written. */
  readonly pattern?: string | undefined;
  /** The segment or glob whose value does not fit. */
  readonly segment?: string | undefined;
}

/** Thrown if a URL cannot be made from the values, or would not lead back to its route (docs/url-helpers.md, "What throws"). */
export class UrlGenerationError extends Error {
  override readonly name = 'UrlGenerationError';
  /** The name of the route, if the error concerns one route. */
  readonly route: string | undefined;
  /** Its pattern, as written: `/users/:id`. */
  readonly pattern: string | undefined;
  /** The name of the segment or glob at fault, without `:` or `*`. */
  readonly segment: string | undefined;

  constructor(message: string, { route, pattern, segment }: UrlGenerationPlace = {}) {
    super(message);
    this.route = route;
    this.pattern = pattern;
    this.segment = segment;
  }
}

/** `'a' or 'b'`, `'a', 'b' or 'c'`. */
export function alternatives(words: readonly string[]): string {
  const quoted = words.map(quote);
  const last = quoted.pop() ?? '';
  return quoted.length > 0 ? `${quoted.join(', ')} or ${last}` : last;
}

/** User text in quotes, escaped to fit on one line, and cut after 79 characters. */
export function quote(text: string): string {
  const shown = text.length > 80 ? `${text.slice(0, 79)}…` : text;
  const escaped = JSON.stringify(shown).slice(1, -1).replaceAll('\\"', '"');
  return `'${escaped.replaceAll("'", "\\'").replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}'`;
}

/** A value as a message names it: `'abc'`, `7`, `null`, `an object of class Map`, `a symbol`. */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') return value === '' ? 'an empty string' : quote(value);
  if (typeof value === 'symbol' || typeof value === 'function') return `a ${typeof value}`;
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return 'a list';
  const name = classNameOf(value) ?? 'Object';
  return name === 'Object' ? 'an object' : `an object of class ${quote(name).slice(1, -1)}`;
}

/** Up to three known names that are similar to the wanted one, the most similar first. */
export function nearestNames(wanted: string, known: Iterable<string>): string[] {
  const word = wanted.toLowerCase();
  const { length } = word;
  const limit = Math.max(2, length / 3);
  return [...known]
    .filter((name) => length <= 200 && Math.abs(length - name.length) <= limit)
    .map((name) => [name, distance(word, name.toLowerCase())] as const)
    .filter(([, away]) => away <= limit)
    .sort(([one, a], [other, b]) => a - b || (one < other ? -1 : 1))
    .slice(0, 3)
    .map(([name]) => name);
}

/** The Levenshtein distance: how many letters have to be added, removed or changed. A library for it would be larger than this file. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const sign of a.split('')) {
    let left = Infinity;
    row = row.map((above, k) => {
      const kept = (row[k - 1] ?? Infinity) - (sign === b[k - 1] ? 1 : 0);
      return (left = Math.min(left, above, kept) + 1);
    });
  }
  return row[b.length] ?? 0;
}
