// The options that one call mentions: few, so that a chain of them is found through sooner than a map, and is a quarter of its size.

import type { Value } from './declarations.js';
import type { ReadOption } from './read-call.js';
import type { Span } from './source.js';
import type { OptionName } from './vocabulary.js';

/** A name that was written as an option. */
export class Mention {
  /** Undefined where the option has no good value. */
  value: Value | undefined = undefined;

  constructor(
    readonly name: string,
    /** Where it stands. */
    readonly nameSpan: Span,
    /** The one that was written before. */
    readonly before: Mention | undefined,
  ) {}
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

  /** Mentions a name that is not mentioned yet. */
  add(name: string, nameSpan: Span): Mention {
    return (this.last = new Mention(name, nameSpan, this.last));
  }
}

/** The options of a call that have good values, in the order of the text. */
export class WrittenOptions implements ReadonlyMap<OptionName, ReadOption> {
  constructor(private readonly mentions: Mentions) {}

  get(name: OptionName): ReadOption | undefined {
    // Asked a dozen times for each call, most of which have one option: without a call of its own for the chain.
    let mention = this.mentions.last;
    while (mention && mention.name !== name) mention = mention.before;
    return mention?.value && (mention as ReadOption);
  }

  hasOneOf(names: ReadonlySet<string>): boolean {
    let mention = this.mentions.last;
    while (mention && !(mention.value && names.has(mention.name))) mention = mention.before;
    return mention !== undefined;
  }

  has(name: OptionName): boolean {
    return this.get(name) !== undefined;
  }

  #inOrder(): Map<OptionName, ReadOption> {
    const entries: [OptionName, ReadOption][] = [];
    for (let mention = this.mentions.last; mention; mention = mention.before)
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
