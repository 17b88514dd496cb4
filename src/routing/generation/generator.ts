// A generator makes the paths of one route from values: the reverse of recognition.
//
//   (/:locale)/posts/:id    (5)        →  /posts/5          required names first
//                           ('fr', 5)  →  /fr/posts/5       then optional ones, in the order of the pattern
//
// `SimpleGenerator` makes paths of text and whole segments, `PatternGenerator` makes those of any pattern. They share this base class, and
// the words of its errors.

import { describeValue, quote, UrlGenerationError } from './generation-errors.js';
import { textOfValue } from './segment-value.js';
import type { Pattern } from '../patterns/pattern.js';

/** The parts of a route that its generator and its errors need. */
export interface HelperRoute {
  readonly name?: string | undefined;
  readonly pattern: Pick<Pattern, 'text' | 'names' | 'optionalNames' | 'globNames'>;
  readonly defaults: ReadonlyMap<string, string>;
}

/** Values and options by their names. */
export type NamedValues = Readonly<Record<string, unknown>>;

/** Makes the paths of one route. */
export abstract class Generator {
  readonly definition: HelperRoute;

  constructor(definition: HelperRoute) {
    this.definition = definition;
  }

  /** How many names need a value. */
  get required(): number {
    const { names, optionalNames } = this.definition.pattern;
    return names.length - optionalNames.size;
  }

  /**
   * The path for these values (docs/url-helpers.md, "Values"). `named` gives values by name; positional values go to the other names.
   * `current` are the params of the request: they fill names that are still open, if they fit. With `slash` the path ends in a slash,
   * unless it ends in a format.
   *
   * @throws UrlGenerationError if a value is missing or surplus, or the route would not be recognised with it
   */
  abstract path(
    positional: readonly unknown[],
    named?: NamedValues,
    current?: unknown,
    slash?: unknown,
  ): string;

  /** The required name that gets the last of `count` values, if there are more values than required names. */
  lastOf?(count: number): string | undefined;

  /** An error about this route. `problem` completes a sentence that begins with the route. */
  error(problem: string, segment?: string): UrlGenerationError {
    const { name: route, pattern } = this.definition;
    const { text } = pattern;
    return new UrlGenerationError(
      `the route ${route === undefined ? text : `${quote(route)} (${text})`} ${problem}`,
      { route, pattern: text, segment },
    );
  }

  /** `':id'`, `'*path'`. */
  protected shown(name: string): string {
    return `'${this.definition.pattern.globNames.has(name) ? '*' : ':'}${name}'`;
  }

  /** An error about a name without a value. `why` says why an optional name needs one. */
  protected missing(name: string, why = ''): UrlGenerationError {
    return this.error(
      `lacks a value for ${this.shown(name)}${why}; give it as a segment value or as { ${name}: … }`,
      name,
    );
  }

  /** An error about a value. `expected` says what is wrong with it, or what to give. */
  protected refused(name: string, value: unknown, expected = expectsText): UrlGenerationError {
    return this.error(`cannot have ${describeValue(value)} as ${this.shown(name)}; ${expected}`, name);
  }

  /** An error about too many values: `given` values for `open` names. */
  protected surplus(given: number, open: number): UrlGenerationError {
    const { names } = this.definition.pattern;
    const most = open ? `at most ${open}` : 'no segment values';
    const beside = open < names.length ? ' more' : '';
    const segments = names.map((name) => this.shown(name)).join(', ');
    return this.error(
      `takes ${most}${beside}, but was given ${given}; ${segments ? `its segments are ${segments}` : 'it has no segments'}`,
    );
  }
}

/** Tells what values a segment accepts. */
export const expectsText = 'give a string, a number, or an object with toParam() or an id';

/** Tells why half of a surrogate pair is refused. */
export const halfPair = 'it has half of a surrogate pair, which is no text';

/** The name whose value is never taken from a request's params. */
export const neverCarried = 'format';

/** The text that a request's params give for a name; undefined if they give none. */
export function carriedText(current: unknown, name: string): string | undefined {
  const isThere =
    name !== neverCarried && typeof current === 'object' && current !== null && Object.hasOwn(current, name);
  return isThere ? textOfValue((current as NamedValues)[name]) : undefined;
}

/** Why a text cannot be a piece of a path; undefined if it can. */
export function stepRefusal(text: string): string | undefined {
  if (text === '') return 'it must not be empty';
  // Clients resolve `.` and `..` before they send a path, also if they are escaped.
  return text === '.' || text === '..' ? "'.' and '..' are steps of a path and no text" : undefined;
}
