// The options that one call mentions: few, so that a chain of them is found through sooner than a map, and is a quarter of its size.

import type { Value } from './declarations.js';
import type { ReadOption } from './read-call.js';
import type { Span } from './source.js';
import type { OptionName } from './vocabulary.js';

/** A name that was written as an option. */
export interface Mention {
  readonly name: string;
  /** Where it stands. */
  readonly nameSpan: Span;
  /** Undefined where the option has no good value. */
  value: Value | undefined;
  /** The one that was written before. */
  readonly before: Mention | undefined;
}

/** The names that a call mentions, with good values or without. */
export class Mentions {
  last: Mention | undefined = undefined;

  get(name: string): Mention | undefined {
    let mention = this.last;
    while (mention && mention.name !== name) mention = mention.before;
    return mention;
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  /** Mentions a name, or gives the one that is mentioned a value. */
  set(name: string, nameSpan: Span, value?: Value): void {
    const known = this.get(name);
    if (!known) this.last = { name, nameSpan, value, before: this.last };
    else if (value) known.value = value;
  }
}

/** The options of a call that have good values, in the order of the text. */
export class WrittenOptions implements ReadonlyMap<OptionName, ReadOption> {
  readonly #mentions: Mentions;

  constructor(mentions: Mentions) {
    this.#mentions = mentions;
  }

  get(name: OptionName): ReadOption | undefined {
    const mention = this.#mentions.get(name);
    return mention?.value && (mention as ReadOption);
  }

  has(name: OptionName): boolean {
    return this.get(name) !== undefined;
  }

  #inOrder(): Map<OptionName, ReadOption> {
    const entries: [OptionName, ReadOption][] = [];
    for (let mention = this.#mentions.last; mention; mention = mention.before)
      if (mention.value) entries.push([mention.name as OptionName, mention as ReadOption]);
    return new Map(entries.reverse());
  }

  get size(): number {
    return this.#inOrder().size;
  }

  forEach(
    visit: (option: ReadOption, name: OptionName, all: ReadonlyMap<OptionName, ReadOption>) => void,
  ): void {
    for (const [name, option] of this) visit(option, name, this);
  }

  entries(): MapIterator<[OptionName, ReadOption]> {
    return this.#inOrder().entries();
  }

  keys(): MapIterator<OptionName> {
    return this.#inOrder().keys();
  }

  values(): MapIterator<ReadOption> {
    return this.#inOrder().values();
  }

  [Symbol.iterator](): MapIterator<[OptionName, ReadOption]> {
    return this.entries();
  }
}

/** Of calls without any. */
export const noMentions = new Mentions();
export const noOptions = new WrittenOptions(noMentions);
