// The nodes that most texts are made of, as objects of classes. Of an object literal the engine counts how many of its objects live on, in
// the objects themselves; where most do, as in a tree, it throws away what it has compiled of their maker, to compile it anew for objects that
// stay. Both together were a tenth of the time that a router takes to be made of a text.

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
import type { Source, Span } from './source.js';

export class WrittenSpan implements Span {
  declare readonly start: number;
  declare readonly end: number;

  constructor(start: number, end: number) {
    this.start = start;
    this.end = end;
  }
}

export class WrittenDeclaration implements Declaration {
  declare readonly kind: 'declaration';
  declare readonly source: Source;
  declare readonly span: Span;
  declare readonly keyword: Word;
  declare readonly arguments: readonly Argument[];
  declare readonly block: Block | undefined;
  declare readonly parentheses: Span | undefined;
  declare readonly damaged: boolean;

  constructor(
    source: Source,
    span: Span,
    keyword: Word,
    list: readonly Argument[],
    block: Block | undefined,
    parentheses: Span | undefined,
    damaged: boolean,
  ) {
    this.kind = 'declaration';
    this.source = source;
    this.span = span;
    this.keyword = keyword;
    this.arguments = list;
    this.block = block;
    this.parentheses = parentheses;
    this.damaged = damaged;
  }
}

/** The first word of a declaration. */
export class WrittenWord implements Word {
  declare readonly text: string;
  declare readonly span: Span;

  constructor(text: string, span: Span) {
    this.text = text;
    this.span = span;
  }
}

/** The key of a pair, a word. */
export class WrittenKey implements PairKey {
  declare readonly text: string;
  declare readonly span: Span;
  declare readonly notation: 'word';

  constructor(text: string, span: Span) {
    this.text = text;
    this.span = span;
    this.notation = 'word';
  }
}

export class WrittenPair implements Pair {
  declare readonly kind: 'pair';
  declare readonly span: Span;
  declare readonly notation: Pair['notation'];
  declare readonly key: PairKey;
  declare readonly value: Value | undefined;

  constructor(span: Span, notation: Pair['notation'], key: PairKey, value: Value | undefined) {
    this.kind = 'pair';
    this.span = span;
    this.notation = notation;
    this.key = key;
    this.value = value;
  }
}

export class WrittenCallable implements CallableValue {
  declare readonly kind: 'callable';
  declare readonly span: Span;
  declare readonly module: string;
  declare readonly export: string | undefined;
  declare readonly moduleSpan: Span;
  declare readonly exportSpan: Span | undefined;
  declare readonly inline: undefined;

  constructor(
    span: Span,
    module: string,
    moduleSpan: Span,
    exported: string | undefined,
    exportSpan: Span | undefined,
  ) {
    this.kind = 'callable';
    this.span = span;
    this.module = module;
    this.export = exported;
    this.moduleSpan = moduleSpan;
    this.exportSpan = exportSpan;
    this.inline = undefined;
  }
}
