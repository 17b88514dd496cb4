// Tokens → declarations.
//
// Most calls are plain: values and `key => value` pairs separated by commas, perhaps in parentheses, perhaps with a block. Such tokens
// have only one possible tree, so the declaration is made from them directly. Every other statement is parsed separately:
//
//   get '/a', to => redirect('/b')    plain
//   scope path => '/b' {              parsed, since a comma is missing: with an empty block
//     get('/c', to => 'a#c')          plain, and put into that block
//   }
//
// A call does not depend on its surroundings (`arrange` has resolved that), and it ends at the next keyword, `;` or closing brace. Parsing
// a plain call and building its declaration from the tree is slower. A property test holds that both ways give the same result.

import { sideOf } from '../../grammar/brackets.js';
import { parseTokens, type ParsedTokens } from '../../grammar/parser.js';
import type { Problem } from '../../grammar/problem.js';
import type { Token } from '../../grammar/tokens.js';
import * as tokens from '../../grammar/tokens.js';
import { tokenSpan } from './cst-places.js';
import type { Argument, Block, Declaration, Pair, Value } from './declarations.js';
import { readLiteral } from './literals.js';
import { labelKey, wordKey } from './pair-keys.js';
import { Reading } from './reading.js';
import type { Source, Span } from './source.js';
import { WrittenDeclaration, WrittenPair, WrittenSpan, WrittenWord } from './written-nodes.js';
import { blockOf, TreeBuilder } from './tree-builder.js';
import { foreignKeyword } from './unknown-keywords.js';

export interface Statements {
  readonly declarations: Declaration[];
  readonly problems: readonly Problem[];
  /** The errors that the parser's recovery caught. Empty unless the grammar has a mistake. */
  readonly errors: ParsedTokens['errors'];
}

/** Reads the tokens from `arrange`. `isTemplate`: the text is that of a template literal. */
export function readStatements(source: Source, input: readonly Token[], isTemplate: boolean): Statements {
  const reader = new StatementReader(new Reading(source), input, isTemplate);
  const declarations = reader.statements(input.length);
  return { declarations, problems: reader.reading.problems, errors: reader.errors };
}

class StatementReader {
  readonly errors: ParsedTokens['errors'][number][] = [];
  readonly #report: (problem: Problem) => void;
  readonly #builder: TreeBuilder;
  // Functions that are made once for all calls.
  readonly #readArgument = (): Argument | undefined => this.#argument();
  readonly #readPair = (): Pair => this.#pair();
  readonly #readValue = (): Value | undefined => this.#value();
  readonly #callArgumentEnd = (start: number): number => this.#argumentEnd(start, false);
  readonly #pairEnd = (start: number): number => this.#argumentEnd(start, true);
  readonly #itemEnd = (start: number): number => this.#valueEnd(start);
  /** For each opening bracket, the index of its partner. */
  readonly #partners: Int32Array;
  #at = 0;

  constructor(
    readonly reading: Reading,
    readonly input: readonly Token[],
    readonly isTemplate: boolean,
  ) {
    this.#report = (problem) => reading.report(problem);
    this.#builder = new TreeBuilder(reading, isTemplate);
    this.#partners = partnersOf(input);
  }

  /** The declarations up to an index, which is the end of their block or of the text. */
  statements(end: number): Declaration[] {
    const declarations: Declaration[] = [];
    while (this.#at < end) {
      const first = this.#tokenAt(this.#at);
      if (first.tokenType === tokens.Semicolon) this.#at++;
      else {
        const headEnd = first.tokenType === tokens.Keyword ? this.#plainHead(this.#at + 1) : -1;
        if (headEnd < 0) this.#parsed(end, declarations);
        else declarations.push(this.#plain(first, headEnd));
      }
    }
    // `push` reserves spare room. A copy has none.
    return declarations.slice();
  }

  #tokenAt(index: number): Token {
    const token = this.input[index];
    if (!token) throw new RangeError(`there is no token ${index}, which is a bug in waypost`);
    return token;
  }

  #partnerAt(index: number): number {
    return this.#partners[index] ?? 0;
  }

  #typeAt(index: number): Token['tokenType'] | undefined {
    return this.input[index]?.tokenType;
  }

  /** The end of the arguments that begin at an index if the call is plain, otherwise -1. */
  #plainHead(start: number): number {
    if (this.#isEnd(start)) return start;
    if (this.#typeAt(start) === tokens.LeftParen) {
      const end = this.#enclosedEnd(start, this.#callArgumentEnd);
      return end >= 0 && this.#isEnd(end) ? end : -1;
    }
    for (let at = start; ;) {
      at = this.#argumentEnd(at, false);
      if (at < 0 || this.#typeAt(at) !== tokens.Comma) return at >= 0 && this.#isEnd(at) ? at : -1;
      at++;
      if (this.#typeAt(at) === tokens.BlockOpen) return this.#isEnd(at) ? at : -1;
    }
  }

  /** The index after a plain argument (a plain pair, if `isPair`). -1 if there is none. */
  #argumentEnd(start: number, isPair: boolean): number {
    const type = this.#typeAt(start);
    if (type === tokens.Label) return this.#valueEnd(start + 1);
    if (type === tokens.Key && this.#typeAt(start + 1) === tokens.Arrow) return this.#valueEnd(start + 2);
    // A redirect as an argument is a mistake.
    return isPair || type === tokens.Redirect ? -1 : this.#valueEnd(start);
  }

  #valueEnd(start: number): number {
    const type = this.#typeAt(start);
    if (isPlainLiteral(type)) return start + 1;
    if (type === tokens.LeftBracket) return this.#enclosedEnd(start, this.#itemEnd);
    if (type === tokens.HashOpen) return this.#enclosedEnd(start, this.#pairEnd);
    return type === tokens.Redirect && this.#typeAt(start + 1) === tokens.LeftParen
      ? this.#enclosedEnd(start + 1, this.#callArgumentEnd)
      : -1;
  }

  /** The index after a bracket's partner if its content is plain, with commas between. Otherwise -1. */
  #enclosedEnd(open: number, itemEnd: (start: number) => number): number {
    const close = this.#partnerAt(open);
    if (close === 0) return -1;
    for (let at = open + 1; at < close; at++) {
      at = itemEnd(at);
      if (at === close) break;
      if (at < 0 || this.#typeAt(at) !== tokens.Comma) return -1;
    }
    return close + 1;
  }

  /** Whether a call ends before an index, or ends with a block that begins there. */
  #isEnd(index: number): boolean {
    const type = this.#typeAt(index);
    if (type !== tokens.BlockOpen) return endsStatement(type);
    const close = this.#partnerAt(index);
    return close > 0 && endsStatement(this.#typeAt(close + 1));
  }

  /** Reads a plain call. Its arguments end at `headEnd`. */
  #plain(keyword: Token, headEnd: number): Declaration {
    const { reading } = this;
    const wasDamaged = reading.isDamaged;
    reading.isDamaged = false;
    reading.take(keyword);
    this.#at++;
    const { list, parentheses } =
      this.#typeAt(this.#at) === tokens.LeftParen
        ? this.#inParentheses()
        : { list: this.#list(headEnd, this.#readArgument), parentheses: undefined };
    const damaged = reading.isDamaged;
    const hasBlock = this.#typeAt(headEnd) === tokens.BlockOpen;
    const foreign =
      damaged && foreignKeyword(keyword, { hasArguments: list.length > 0, hasBlock }, reading.end);
    if (foreign) reading.report(foreign);
    const block = hasBlock ? this.#block(headEnd) : undefined;
    reading.isDamaged = wasDamaged;
    return new WrittenDeclaration(
      reading.source,
      new WrittenSpan(keyword.startOffset, reading.end),
      new WrittenWord(keyword.image, tokenSpan(keyword)),
      list,
      block,
      parentheses,
      damaged,
    );
  }

  /** The arguments in the parentheses that open here, and the span of these. */
  #inParentheses(): { readonly list: Argument[]; readonly parentheses: Span } {
    const close = this.#partnerAt(this.#at);
    const { startOffset: start } = this.#tokenAt(this.#at++);
    const list = this.#list(close, this.#readArgument);
    this.#at = close + 1;
    this.reading.takeCloser(this.#tokenAt(close));
    return { list, parentheses: { start, end: this.reading.end } };
  }

  #block(open: number): Block {
    const close = this.#tokenAt(this.#partnerAt(open));
    return blockOf(this.reading, this.#tokenAt(open), () => this.#inside(open), close);
  }

  /** Reads items up to an index, separated by commas. Items without a value are left out. */
  #list<Item>(end: number, read: () => Item | undefined): Item[] {
    if (this.#at >= end) return [];
    const first = read();
    // A list literal has no spare room, as `push` would give it.
    const list = first ? [first] : [];
    while (this.#at < end) {
      if (this.#typeAt(this.#at) === tokens.Comma) this.#at++;
      if (this.#at >= end) break;
      const item = read();
      if (item) list.push(item);
    }
    return list.length > 1 ? list.slice() : list;
  }

  #argument(): Argument | undefined {
    const { tokenType: type } = this.#tokenAt(this.#at);
    return type === tokens.Key || type === tokens.Label ? this.#pair() : this.#value();
  }

  #pair(): Pair {
    const first = this.#tokenAt(this.#at);
    const isLabel = first.tokenType === tokens.Label;
    this.#at += isLabel ? 1 : 2;
    const key = isLabel ? labelKey(first) : wordKey(first);
    const value = this.#value();
    const span = new WrittenSpan(first.startOffset, this.reading.end);
    return new WrittenPair(span, isLabel ? 'label' : 'arrow', key, value);
  }

  #value(): Value | undefined {
    const close = this.#partnerAt(this.#at);
    const first = this.#tokenAt(this.#at++);
    const { reading } = this;
    if (close > 0) return this.#enclosed(first, close);
    reading.take(first);
    if (first.tokenType === tokens.Redirect) return this.#redirect(first);
    const value = readLiteral(first, this.isTemplate, this.#report);
    if (!value) reading.isDamaged = true;
    return value;
  }

  /** A list or a hash. */
  #enclosed(open: Token, close: number): Value {
    const isHash = open.tokenType === tokens.HashOpen;
    const pairs = isHash ? this.#list(close, this.#readPair) : [];
    const items = isHash ? [] : this.#list(close, this.#readValue);
    this.reading.takeCloser(this.#tokenAt(this.#at++));
    const span = { start: open.startOffset, end: this.reading.end };
    return isHash ? { kind: 'hash', span, pairs } : { kind: 'list', span, notation: 'bracket', items };
  }

  /** A redirect. Its parentheses open here. */
  #redirect(keyword: Token): Value {
    const { reading } = this;
    const wasDamaged = reading.isDamaged;
    reading.isDamaged = false;
    const { list, parentheses } = this.#inParentheses();
    const { end } = reading;
    const call = new WrittenDeclaration(
      reading.source,
      new WrittenSpan(keyword.startOffset, end),
      new WrittenWord(keyword.image, tokenSpan(keyword)),
      list,
      undefined,
      parentheses,
      reading.isDamaged,
    );
    reading.isDamaged ||= wasDamaged;
    return { kind: 'redirect', span: new WrittenSpan(keyword.startOffset, end), call };
  }

  /** Reads the block that opens at an index, and continues after it. */
  #inside(open: number): Declaration[] {
    const close = this.#partnerAt(open);
    this.#at = open + 1;
    const declarations = this.statements(close);
    this.#at = close + 1;
    return declarations;
  }

  /** Reads the statement that begins here by means of the grammar. */
  #parsed(end: number, into: Declaration[]): void {
    const start = this.#at;
    let open = -1;
    let at = start;
    do {
      if (open < 0 && this.#typeAt(at) === tokens.BlockOpen) open = at;
      at = Math.max(this.#partnerAt(at), at) + 1;
    } while (at < end && !endsStatement(this.#typeAt(at)));
    const close = open < 0 ? -1 : this.#partnerAt(open);
    if (close > open + 1 && this.#typeAt(start) === tokens.Keyword) {
      const frame = parseTokens([...this.input.slice(start, open + 1), ...this.input.slice(close, at)]);
      const node = frame.tree.children.call?.[0].children.block?.[0];
      if (node && node.children.BlockOpen[0] === this.input[open] && frame.errors.length === 0) {
        into.push(...this.#builder.build(frame.tree, { node, declarations: () => this.#inside(open) }));
        this.#at = at;
        return;
      }
    }
    const { tree, errors } = parseTokens(this.input.slice(start, at));
    this.errors.push(...errors);
    into.push(...this.#builder.build(tree, undefined, into));
    this.#at = at;
  }
}

/**
 * Program text is exempt from checks on other tokens, and messages about bare targets, bare paths and `[0-9]` depend on their place. So none
 * of them is plain.
 */
function isPlainLiteral(type: Token['tokenType'] | undefined): boolean {
  if (type === tokens.InlineCode || type === tokens.BareTarget || type === tokens.MalformedNumber)
    return false;
  if (type === tokens.BarePath || type === tokens.UnclosedRegex) return false;
  return type?.CATEGORIES?.[0] === tokens.Literal;
}

function endsStatement(type: Token['tokenType'] | undefined): boolean {
  return (
    type === undefined || type === tokens.Keyword || type === tokens.Semicolon || type === tokens.BlockClose
  );
}

function partnersOf(input: readonly Token[]): Int32Array {
  const partners = new Int32Array(input.length);
  const open: number[] = [];
  for (let index = 0, token = input[0]; token; token = input[++index]) {
    const side = sideOf(token);
    if (side === 1) open.push(index);
    else if (side === -1) {
      const opener = open.pop();
      if (opener !== undefined) partners[opener] = index;
    }
  }
  return partners;
}
