// Reads what follows a keyword, or stands between brackets: values and pairs, and the commas between them.
//
// The grammar accepts arguments side by side. Missing and surplus commas, missing values, keys without `=>` and words without quotes are
// reported here, and the tree gets what was meant:
//
//   get '/a' to 'x#y'    →   '/a', and the pair to => 'x#y'

import type {
  ArgumentCstNode,
  ArrowCstNode,
  BlockCstNode,
  HashCstNode,
  ListCstNode,
  OperandCstNode,
  ParenthesesCstNode,
  RedirectCstNode,
} from '../../grammar/cst.js';
import { endOf, isArrow } from '../../grammar/inline-code.js';
import * as messages from '../../grammar/messages.js';
import type { Token } from '../../grammar/tokens.js';
import * as tokens from '../../grammar/tokens.js';
import * as values from '../../grammar/value-messages.js';
import { goesOnWithWord, goesOnWithWords, readBareWords, wordInList } from './bare-lists.js';
import {
  bareValue,
  type BareWord,
  lacksOption,
  pathForRegex,
  readBareTarget,
  readBareWord,
  tellCode,
  tellOption,
  wordOfCall,
} from './bare-words.js';
import { ArgumentSequence, beginningOf, type Enclosing } from './argument-sequence.js';
import { firstTokenOf, inOrder, isPair, placeOf, tokenSpan, type Enclosed } from './cst-places.js';
import {
  type Argument,
  type Block,
  type Declaration,
  type HashValue,
  joinedBlocks,
  type ListValue,
  type Pair,
  pairsOf,
  type PairKey,
  positionalsOf,
  type RedirectValue,
  type Value,
} from './declarations.js';
import { readLiteral } from './literals.js';
import {
  classAlone,
  flagPair,
  keyOf,
  keyOrDeclaration,
  labelKey,
  noValue,
  redirectAlone,
  redirectPair,
  tellAlternatives,
  tellHash,
  wordKey,
} from './pair-keys.js';
import type { Reading } from './reading.js';
import { type Span, copied } from './source.js';
import { plainString } from './string-values.js';
import { type KeywordRow, optionRow } from './vocabulary.js';
import { WrittenPair } from './written-nodes.js';

/** The children that hold a value: those of its own node, or of the argument with its key. */
type ValueIn = OperandCstNode['children'];
type ArgumentIn = ArgumentCstNode['children'];

/** Literals that are read by what may stand in their place. */
const mayBeBare: ReadonlySet<unknown> = new Set([tokens.BareTarget, tokens.BarePath, tokens.InlineCode]);

interface Contents {
  readonly arguments: readonly Argument[];
  readonly block: Block | undefined;
}

export class ArgumentBuilder {
  readonly #report: Reading['report'];

  /** `block` builds a block inside the parentheses of a call. */
  constructor(
    readonly reading: Reading,
    readonly isTemplate: boolean,
    readonly block: (node: BlockCstNode) => Block,
  ) {
    this.#report = (problem) => reading.report(problem);
  }

  /** The content of parentheses. */
  parentheses(
    { children }: ParenthesesCstNode,
    enclosing: Enclosing,
    row?: KeywordRow,
  ): Contents & { readonly span: Span } {
    const open = children.LeftParen[0];
    const contents = this.#contents(children, enclosing, row);
    this.reading.takeCloser(children.RightParen[0]);
    return { ...contents, span: { start: open.startOffset, end: this.reading.end } };
  }

  /** The content of brackets, in order. */
  #contents(enclosed: Enclosed, enclosing: Enclosing, row?: KeywordRow, word = values.bareWord): Contents {
    const sequence = new ArgumentSequence(this.reading, enclosing, row, word);
    let block: Block | undefined;
    for (const item of inOrder(enclosed)) {
      if ('image' in item) sequence.passLone(item);
      else if (item.name === 'argument') {
        if (block && !sequence.isExcused) this.reading.report(messages.blockNotLast(placeOf(item)));
        this.argument(item, sequence);
      } else if (item.name === 'block') {
        const open = item.children.BlockOpen[0];
        sequence.expect(open.startOffset);
        if (block) this.reading.report(messages.secondBlock(tokenSpan(open)));
        const isDamaged = this.reading.isDamaged;
        const built = this.block(item);
        this.reading.isDamaged = isDamaged;
        block = block ? joinedBlocks(block, built) : built;
        sequence.pass({ start: this.reading.end - 1, end: this.reading.end });
      } else if (enclosing !== 'call' || !goesOnWithWords(placeOf(item), sequence))
        sequence.passJunk(placeOf(item));
    }
    return { arguments: sequence.list.slice(), block };
  }

  /** Reads one argument into a sequence. */
  argument(node: ArgumentCstNode, sequence: ArgumentSequence): void {
    const { list, row } = sequence;
    const isOfCall = sequence.enclosing === 'call';
    const first = firstTokenOf(node);
    if (isOfCall && goesOnWithWord(node, sequence)) {
      sequence.pass(tokenSpan(this.reading.take(first)), node.children.Comma?.[0], true);
      return;
    }
    const isCode = first.tokenType === tokens.InlineCode;
    const { problems } = this.reading;
    const before = problems.length;
    if (isArrow(first)) sequence.expectKey(first);
    else if (!isCode && !lacksOption(node, sequence)) sequence.expect(first.startOffset);
    const own = problems.length;
    const problem = isOfCall ? wordOfCall(first.image, sequence) : sequence.word;
    if (list.length === 0) tellHash(row?.positionals[0]?.accepts, node.children.Literal, this.reading);
    const argument = this.#argumentIn(node.children, first, problem, sequence);
    // A missing comma before an argument that is itself a mistake is the same mistake.
    if (own > before && problems.length > own) problems.splice(before, own - before);
    if (isOfCall) tellOption(node, sequence, own === before);
    if (argument) list.push(argument);
    const place = { start: beginningOf(argument, this.reading) ?? first.startOffset, end: this.reading.end };
    sequence.pass(place, node.children.Comma?.[0], isCode || problems.length > before);
  }

  #argumentIn(
    children: ArgumentIn,
    first: Token,
    problem: BareWord,
    sequence: ArgumentSequence,
  ): Argument | undefined {
    const { enclosing } = sequence;
    // In a hash a key may name a segment: `constraints => { name => … }`.
    const isOption = enclosing !== 'hash';
    if (children.Key && children.Arrow)
      return this.#inPlace(this.#arrowPair(first, children.Arrow[0], children, isOption), enclosing);
    if (children.Label) return this.#inPlace(this.#labelPair(first, children, isOption), enclosing);
    if (children.AdverbName) return this.#inPlace(this.#adverb(first, children), enclosing);
    if (children.NegatedAdverb) {
      const name = this.reading.take(first).image.slice(2);
      return this.#inPlace(flagPair(name, tokenSpan(first), false), enclosing);
    }
    if (children.arrow && isArrow(first)) return this.#keyless(children.arrow[0].children);
    if (children.LooseWord) return this.#loose(first, children.operand?.[0].children, problem, sequence);
    if (children.redirect && enclosing === 'call')
      return redirectPair(this.#redirect(children.redirect[0].children, true));
    const value = this.#value(children, problem);
    const arrow = children.arrow?.[0].children;
    if (arrow)
      return this.#inPlace(
        this.#valuePair(value, first, arrow.Arrow[0], arrow.operand?.[0].children),
        enclosing,
      );
    if (value && enclosing === 'hash') {
      if (value.kind === 'string' && value.notation === 'symbol')
        return flagPair(value.value, value.span, true);
      const { start } = value.span;
      const isItem = /[,{]\s*$/.test(this.reading.text({ start: Math.max(0, start - 100), end: start }));
      this.reading.report(messages.keyWithoutValue(value.span, this.reading.text(value.span), isItem));
      return undefined;
    }
    return value;
  }

  /** Reports a pair in a list, where none can stand. */
  #inPlace(pair: Pair | undefined, enclosing: Enclosing): Pair | undefined {
    if (!pair || (enclosing !== 'list' && enclosing !== 'group')) return pair;
    this.reading.report(messages.pairAsValue(pair.span, this.reading.text(pair.span)));
    return undefined;
  }

  // Pairs

  #arrowPair(key: Token, arrow: Token, children: ArgumentIn, isOption: boolean): Pair {
    this.reading.take(key);
    this.#arrow(arrow, key.image);
    const span = { start: key.startOffset, end: endOf(arrow) };
    const value = this.#operand(children, span, isOption ? key.image : '');
    return this.#pair(key, 'arrow', wordKey(key), value);
  }

  /** A pair that ends at the current position. */
  #pair(
    { startOffset: start }: Token,
    notation: Pair['notation'],
    key: PairKey,
    value: Value | undefined,
  ): Pair {
    return new WrittenPair({ start, end: this.reading.end }, notation, key, value);
  }

  /** A pair without its key, which has been reported. Its value is read only for its mistakes. */
  #keyless({ Arrow: [arrow], operand }: ArrowCstNode['children']): undefined {
    this.reading.take(arrow);
    this.reading.isDamaged = true;
    if (operand) this.#operand(operand[0].children, tokenSpan(arrow));
    return undefined;
  }

  #valuePair(
    keyValue: Value | undefined,
    first: Token,
    arrow: Token,
    operand: ValueIn | undefined,
  ): Pair | undefined {
    const span = tokenSpan(first);
    this.#arrow(arrow, first.image);
    const key = keyValue && keyOf(keyValue);
    if (keyValue && !key) this.reading.report(messages.notAKey(span, first.image));
    const value = this.#operand(operand ?? {}, { start: span.start, end: endOf(arrow) });
    return key && this.#pair(first, 'arrow', key, value);
  }

  #arrow(arrow: Token, key: string): void {
    this.reading.take(arrow);
    if (arrow.image !== '=>') this.reading.report(messages.notAnArrow(tokenSpan(arrow), arrow.image, key));
  }

  #labelPair(label: Token, children: ArgumentIn, isOption: boolean): Pair {
    this.reading.take(label);
    const key = labelKey(label);
    const word = children.LooseWord?.[0];
    let value: Value | undefined;
    if (word && word.startOffset === endOf(label)) {
      this.reading.take(word);
      this.reading.report(
        messages.gluedLabel({ start: label.startOffset, end: endOf(word) }, label.image, word.image),
      );
      value = plainString('bare', tokenSpan(word), word.image);
    } else value = this.#operand(children, tokenSpan(label), isOption ? key.text : '');
    return this.#pair(label, 'label', key, value);
  }

  /** `:only<a b>` or `:id(/\d+/)`. */
  #adverb(name: Token, children: ArgumentIn): Pair {
    this.reading.take(name);
    const key: PairKey = {
      text: name.image.slice(1),
      span: { start: name.startOffset + 1, end: this.reading.end },
      notation: 'symbol',
    };
    const words = children.Literal?.[0];
    const parentheses = children.parentheses?.[0];
    let value: Value | undefined;
    if (words) value = this.#literal(words);
    else if (parentheses) {
      const problems = this.reading.problems.length;
      const inside = this.parentheses(parentheses, 'group');
      const [first, second] = positionalsOf(inside);
      value = first;
      if (!first && this.reading.problems.length === problems && !this.reading.isDamaged) {
        this.reading.report(
          messages.missingValue({ start: name.startOffset, end: this.reading.end }, `${name.image}()`),
        );
      } else if (second) this.reading.report(messages.adverbTakesOne(second.span, name.image));
    }
    return this.#pair(name, 'adverb', key, value);
  }

  /** A word in the place of an argument: a value without quotes, or a key without `=>`. */
  #loose(
    word: Token,
    operand: ValueIn | undefined,
    problem: BareWord,
    sequence: ArgumentSequence,
  ): Argument | undefined {
    this.reading.take(word);
    if (!operand) return readBareWord(word, this.reading, problem);
    this.reading.report(redirectAlone(word, this.reading, 'to => ') ?? keyOrDeclaration(word, sequence.end));
    return this.#pair(word, 'arrow', wordKey(word), this.#operand(operand, tokenSpan(word)));
  }

  /** The value after `=>` or a label. `key` is the place of the key. `option` is its name if it may be an option, empty for a segment. */
  #operand(children: ValueIn, key: Span, option?: string): Value | undefined {
    const problem = option === undefined ? values.bareWord : bareValue(option);
    if (option !== undefined && children.Literal) {
      const kinds = optionRow(option)?.accepts;
      tellHash(kinds, children.Literal, this.reading);
      tellAlternatives(kinds, children.Literal, this.reading);
      const path = kinds && pathForRegex(children.Literal[0], kinds, this.reading, problem);
      if (path) return path;
    }
    if (children.Literal || children.list || children.hash || children.redirect)
      return this.#value(children, problem);
    const word = children.LooseWord?.[0];
    const redirect = word && redirectAlone(word, this.reading);
    if (word && !redirect) return readBareWord(this.reading.take(word), this.reading, problem);
    if (word) this.reading.take(word);
    this.reading.report(redirect ?? noValue(key, this.reading));
    return undefined;
  }

  // Values

  #value(children: ValueIn, word: BareWord): Value | undefined {
    if (children.Literal) return this.#literal(children.Literal[0], word);
    if (children.list) return this.#list(children.list[0].children, word);
    if (children.hash) return this.#hash(children.hash[0].children);
    return children.redirect && this.#redirect(children.redirect[0].children, false);
  }

  #list(
    { LeftBracket: [open], RightBracket: [close], ...inside }: ListCstNode['children'],
    word: BareWord,
  ): ListValue | HashValue {
    const span = { start: open.startOffset, end: endOf(close) };
    const regex = classAlone(span, this.reading);
    if (regex) this.reading.report(regex);
    const words = regex ? [] : readBareWords(span, this.reading, word);
    if (!words && inside.argument?.every(isPair)) {
      const before = this.reading.problems.length;
      const pairs = pairsOf(this.#contents(inside, 'hash'));
      this.reading.takeCloser(close);
      const mended = this.reading.mended(span, this.reading.problems.slice(before));
      this.reading.report(messages.pairsInList(span, this.reading.text(span), mended));
      return { kind: 'hash', span, pairs };
    }
    const items = words ?? positionalsOf(this.#contents(inside, 'list', undefined, wordInList(word)));
    this.reading.takeCloser(close);
    return { kind: 'list', span, notation: 'bracket', items };
  }

  #hash(children: HashCstNode['children']): HashValue {
    const pairs = pairsOf(this.#contents(children, 'hash'));
    this.reading.takeCloser(children.HashClose[0]);
    return { kind: 'hash', span: { start: children.HashOpen[0].startOffset, end: this.reading.end }, pairs };
  }

  #redirect({ Redirect, parentheses }: RedirectCstNode['children'], isArgument: boolean): RedirectValue {
    const keyword = this.reading.take(Redirect[0]);
    if (isArgument) this.reading.report(messages.redirectOutOfPlace(tokenSpan(keyword)));
    const outer = this.reading.isDamaged;
    this.reading.isDamaged = false;
    const inside = parentheses && this.parentheses(parentheses[0], 'call');
    const span = { start: keyword.startOffset, end: this.reading.end };
    const call: Declaration = {
      kind: 'declaration',
      source: this.reading.source,
      span,
      keyword: { text: keyword.image, span: tokenSpan(keyword) },
      arguments: inside?.arguments ?? [],
      block: inside?.block,
      parentheses: inside?.span,
      damaged: this.reading.isDamaged,
    };
    this.reading.isDamaged ||= outer;
    return { kind: 'redirect', span: copied(span), call };
  }

  #literal(token: Token, word?: BareWord): Value | undefined {
    this.reading.take(token);
    const target = mayBeBare.has(token.tokenType) ? readBareTarget(token, this.reading, word) : undefined;
    if (target) return target;
    tellCode(token, this.reading, word);
    const value = readLiteral(token, this.isTemplate, this.#report);
    if (!value) this.reading.isDamaged = true;
    return value;
  }
}
