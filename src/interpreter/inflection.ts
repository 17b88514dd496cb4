// Singulars and plurals of resource names, by the package `pluralize` and an application's exceptions.

import pluralize from 'pluralize';

/** Gives the singular of a plural, and the reverse. `exceptions` maps plurals to singulars. */
export class Inflection {
  readonly #singulars = new Map<string, string>();
  readonly #plurals = new Map<string, string>();

  constructor(exceptions: Readonly<Record<string, string>> = {}) {
    for (const [plural, singular] of Object.entries(exceptions)) {
      this.#singulars.set(plural, singular);
      this.#plurals.set(singular, plural);
    }
  }

  /** `line_items` → `line_item`. Only the part after the last `_` or `-` changes. */
  singular(word: string): string {
    return inflect(word, this.#singulars, (part) => pluralize.singular(part));
  }

  /** A bound function, because a router keeps it without keeping the rest of the interpreter. */
  readonly plural = (word: string): string => inflect(word, this.#plurals, (part) => pluralize.plural(part));
}

/** No language has longer words. The rules of `pluralize` search for endings from each letter, which is slow for long texts. */
const longestWord = 100;

function inflect(word: string, known: Map<string, string>, rule: (part: string) => string): string {
  const whole = known.get(word);
  if (whole !== undefined) return whole;
  const cut = Math.max(word.lastIndexOf('_') + 1, word.lastIndexOf('-') + 1, word.length - longestWord);
  const part = word.slice(cut);
  const result = word.slice(0, cut) + (known.get(part) ?? rule(part));
  known.set(word, result);
  return result;
}
