// Classes for the most common nodes of the tree. V8 counts for object literals how many of their objects survive. If most do, as in a tree,
// it discards the compiled code of their maker, to compile it again for long-lived objects. Classes avoid both costs.

import type {
  Argument,
  Block,
  CallableValue,
  Declaration,
  Pair,
  PairKey,
  Value,
  Word,
} from './declarations.js';
import type { Place } from './diagnostics.js';
import type { Source, Span } from './source.js';

export class WrittenSpan implements Span {
  constructor(
    readonly start: number,
    readonly end: number,
  ) {}
}

export class WrittenPlace implements Place {
  constructor(
    readonly source: Source,
    readonly span: Span,
  ) {}
}

export class WrittenDeclaration implements Declaration {
  readonly kind = 'declaration';
  readonly arguments: readonly Argument[];

  constructor(
    readonly source: Source,
    readonly span: Span,
    readonly keyword: Word,
    list: readonly Argument[],
    readonly block: Block | undefined,
    readonly parentheses: Span | undefined,
    readonly damaged: boolean,
  ) {
    this.arguments = list;
  }
}

/** The first word of a declaration. */
export class WrittenWord implements Word {
  constructor(
    readonly text: string,
    readonly span: Span,
  ) {}
}

/** The key of a pair, a word. */
export class WrittenKey implements PairKey {
  readonly notation = 'word';

  constructor(
    readonly text: string,
    readonly span: Span,
  ) {}
}

export class WrittenPair implements Pair {
  readonly kind = 'pair';

  constructor(
    readonly span: Span,
    readonly notation: Pair['notation'],
    readonly key: PairKey,
    readonly value: Value | undefined,
  ) {}
}

/** The spans of its names are computed from its own span, so they move with it. */
export class WrittenCallable implements CallableValue {
  readonly kind = 'callable';
  readonly export: string | undefined;

  constructor(
    readonly span: Span,
    readonly module: string,
    exported: string | undefined,
    readonly inline: number | undefined,
  ) {
    this.export = exported;
  }

  get moduleSpan(): Span {
    const start = this.span.start + (this.inline === undefined ? 1 : 0);
    return { start, end: this.inline === undefined ? start + this.module.length : this.span.end };
  }

  get exportSpan(): Span | undefined {
    const { end } = this.span;
    return this.export === undefined ? undefined : { start: end - this.export.length, end };
  }
}
