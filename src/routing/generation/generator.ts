// From a route and values to a path: recognition the other way round.
//
//   (/:locale)/posts/:id    (5)        →  /posts/5          required names first
//                           ('fr', 5)  →  /fr/posts/5       then optional ones, in the order of the pattern
//
// `SimpleGenerator` makes paths of whole pieces, `PatternGenerator` those of any pattern. What both say of a mistake is here.

import { describeValue, quote, UrlGenerationError } from './generation-errors.js';
import { textOfValue } from './segment-value.js';
import type { Pattern } from '../patterns/pattern.js';

/** Of a route, what its helper speaks of. */
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
   * The path of these values (docs/url-helpers.md, "Values"). `named` gives values by name; they are taken out before the positional ones are
   * dealt out. `current` gives values for names that are left, where they fit. With `slash` it ends in one, unless it ends in a format.
   *
   * @throws UrlGenerationError for one value too many, for one that is missing, or that the route would not be recognised with
   */
  abstract path(
    positional: readonly unknown[],
    named?: NamedValues,
    current?: unknown,
    slash?: unknown,
  ): string;

  /** The required name that the last of so many values is for, where there are more of them than required names. */
  lastOf?(count: number): string | undefined;

  /** An error about this route; `problem` is the rest of a sentence that begins with the route. */
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

  /** An error about a name without a value; `why` it needs one where it is not required. */
  protected missing(name: string, why = ''): UrlGenerationError {
    return this.error(
      `lacks a value for ${this.shown(name)}${why}; give it as a segment value or as { ${name}: … }`,
      name,
    );
  }

  /** An error about a value; `expected` says what is wrong with it, or what to give. */
  protected refused(name: string, value: unknown, expected = expectsText): UrlGenerationError {
    return this.error(`cannot have ${describeValue(value)} as ${this.shown(name)}; ${expected}`, name);
  }

  /** An error about so many values for the names that are open. */
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

/** What a segment takes. */
export const expectsText = 'give a string, a number, or an object with toParam() or an id';

/** What a value that is half of a surrogate pair is refused with. */
export const halfPair = 'it has half of a surrogate pair, which is no text';

/** The name that a request's params are never carried over to. */
export const neverCarried = 'format';

/** The text that a request's params carry over to a name. */
export function carriedText(current: unknown, name: string): string | undefined {
  const isThere =
    name !== neverCarried && typeof current === 'object' && current !== null && Object.hasOwn(current, name);
  return isThere ? textOfValue((current as NamedValues)[name]) : undefined;
}

/** Why a text cannot stand between two slashes; undefined where it can. */
export function stepRefusal(text: string): string | undefined {
  if (text === '') return 'it must not be empty';
  // Clients take the steps out of a path before they send it, escaped or not.
  return text === '.' || text === '..' ? "'.' and '..' are steps of a path and no text" : undefined;
}
