// The options in one call. They are few, so a linked list is faster to search than a map, and a quarter of its size.

import type { Value } from './declarations.js';
import type { ReadOption } from './read-call.js';
import type { Span } from './source.js';
import type { OptionName } from './vocabulary.js';

/** An option in the text of a call. */
export class Mention {
  /** Undefined if the option has no valid value. */
  value: Value | undefined = undefined;

  constructor(
    readonly name: string,
    /** The place of its name. */
    readonly nameSpan: Span,
    /** The option before it. */
    readonly before: Mention | undefined,
  ) {}
}

/** The options in a call's text, valid or not. */
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

  /** Adds an option that is not in the list yet. */
  add(name: string, nameSpan: Span): Mention {
    return (this.last = new Mention(name, nameSpan, this.last));
  }
}

/** The valid options of a call, in source order. */
export class WrittenOptions implements ReadonlyMap<OptionName, ReadOption> {
  constructor(private readonly mentions: Mentions) {}

  get(name: OptionName): ReadOption | undefined {
    // Called about twelve times per call, so it searches the list without a further function call.
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

/** For calls without options. */
export const noMentions = new Mentions();
export const noOptions = new WrittenOptions(noMentions);
