// The concrete syntax tree, made into declarations.
//
// The grammar takes anything with balanced brackets; what of it is a mistake is seen here, where the tree is walked once:
// a comma too few, a value that is not there, a word without quotes, what belongs to no declaration. Each is reported at
// its place, and the call that it stands in is marked as damaged, so that nobody reports what it seems to lack.
//
//   get '/a' to 'x#y'    call(Keyword, argument) + leftover   →   Declaration get '/a', and one problem over `to 'x#y'`

import type {
  ArgumentCstNode,
  ArrowCstNode,
  BlockCstNode,
  CallCstNode,
  HashCstNode,
  JunkCstNode,
  LeftoverCstNode,
  ListCstNode,
  OperandCstNode,
  ParenthesesCstNode,
  RedirectCstNode,
  StatementsCstNode,
} from '../../grammar/cst.js';
import { endOf, indentAt } from '../../grammar/inline-code.js';
import * as messages from '../../grammar/messages.js';
import type { Problem } from '../../grammar/problem.js';
import type { Token } from '../../grammar/tokens.js';
import * as tokens from '../../grammar/tokens.js';
import type { Argument, Block, Declaration, HashValue, ListValue, Pair, PairKey, RedirectValue, Value } from './declarations.js';
import { readLiteral } from './literals.js';
import type { Source, Span } from './source.js';
import { plainString } from './string-values.js';

/** What the walk over the arguments of a call, a list or a hash has seen last, for the commas between them. */
interface Sequence {
  last: Span | undefined;
  comma: Token | undefined;
  /** Nothing more is said about a missing comma: a mistake has been reported just before. */
  isExcused: boolean;
}

/** A value where the grammar has it: in a node of its own, or beside the key that it belongs to. */
type ValueIn = OperandCstNode['children'];

/** What stands between brackets: arguments and, seldom, something else, each list in source order. */
interface Enclosed {
  readonly argument?: readonly ArgumentCstNode[];
  readonly Comma?: readonly Token[];
  readonly block?: readonly BlockCstNode[];
  readonly junk?: readonly JunkCstNode[];
}

type Enclosing = 'call' | 'list' | 'hash' | 'group';

interface Contents {
  readonly arguments: readonly Argument[];
  readonly block: Block | undefined;
}

export class TreeBuilder {
  readonly problems: Problem[] = [];
  /** Whether the call that is being built has a mistake in it. */
  #isDamaged = false;
  /** Whether the block that is being built belongs to nothing, which has been reported. */
  #isRescuing = false;
  /** The end of the last token that was taken. */
  #end = 0;

  constructor(
    readonly source: Source,
    readonly inlineCallables: number,
  ) {}

  statements({ children }: StatementsCstNode | BlockCstNode): Declaration[] {
    const declarations: Declaration[] = [];
    for (const call of children.call ?? []) this.#call(call, declarations);
    if (children.leftover) {
      for (const leftover of children.leftover) {
        const place = this.#leftoverPlace(leftover);
        if (!this.#isRescuing) this.#report(messages.noDeclaration(place, this.#text(place)));
        this.#rescue(leftover, declarations);
      }
      declarations.sort((one, other) => one.span.start - other.span.start);
    }
    return declarations;
  }

  #call({ children }: CallCstNode, into: Declaration[]): void {
    const outer = this.#isDamaged;
    this.#isDamaged = false;
    const isRescuing = this.#isRescuing;
    this.#isRescuing = false;
    const keyword = this.#take(children.Keyword[0]!);
    const parentheses = children.parentheses?.[0];
    const inside = parentheses && this.#parentheses(parentheses, 'call');
    const outside = this.#arguments(children, inside !== undefined);
    const ownBlock = children.block?.[0];
    const isDamaged = this.#isDamaged;
    const block = ownBlock && this.#block(ownBlock);
    const end = this.#end;
    if (inside?.block && ownBlock && !children.argument) this.#report(messages.secondBlock(tokenSpan(ownBlock.children.BlockOpen[0]!)));
    into.push({
      kind: 'declaration',
      source: this.source,
      span: { start: keyword.startOffset, end },
      keyword: { text: keyword.image, span: tokenSpan(keyword) },
      arguments: inside ? inside.arguments : outside,
      block: inside?.block && block ? joined(inside.block, block) : (inside?.block ?? block),
      parentheses: inside?.span,
      damaged: isDamaged || children.leftover !== undefined,
    });
    const leftover = children.leftover?.[0];
    if (leftover) {
      const place = this.#leftoverPlace(leftover);
      this.#report(this.#leftoverProblem(leftover, place, ownBlock !== undefined));
      this.#rescue(leftover, into);
    }
    this.#isRescuing = isRescuing;
    this.#isDamaged = outer;
  }

  /** The arguments that stand without parentheses, or wrongly behind them. */
  #arguments({ argument = [], Comma: commas = [], block, parentheses }: CallCstNode['children'], hasParentheses: boolean): Argument[] {
    const list: Argument[] = [];
    const sequence: Sequence = { last: undefined, comma: undefined, isExcused: false };
    if (hasParentheses && argument.every((node) => firstTokenOf(node.children).tokenType === tokens.InlineCode)) {
      if (argument.length > 0) this.#isDamaged = true;
    } else if (hasParentheses) {
      const place = { start: this.#placeOf(argument[0]!).start, end: this.#placeOf(argument.at(-1)!).end };
      this.#report(messages.afterParentheses(place, this.#text(place)));
      this.#end = endOf(parentheses![0]!.children.RightParen[0]!);
      return list;
    }
    if (hasParentheses && argument.length > 0) return list;
    for (const node of argument) this.#argument(node, 'call', sequence, list);
    const loneComma = commas.length === 1 && argument.length === 0 && block !== undefined;
    if (!loneComma) for (const comma of commas) this.#report(messages.surplusComma(tokenSpan(comma)));
    if (sequence.comma && !block && !sequence.isExcused && commas.length === 0) this.#report(messages.danglingComma(tokenSpan(sequence.comma)));
    return list;
  }

  #parentheses({ children }: ParenthesesCstNode, enclosing: Enclosing): Contents & { readonly span: Span } {
    const open = children.LeftParen[0]!;
    const contents = this.#contents(children, enclosing);
    this.#take(children.RightParen[0]!);
    return { ...contents, span: { start: open.startOffset, end: this.#end } };
  }

  /** What stands between brackets, in order. */
  #contents(enclosed: Enclosed, enclosing: Enclosing): Contents {
    const list: Argument[] = [];
    const sequence: Sequence = { last: undefined, comma: undefined, isExcused: true };
    let block: Block | undefined;
    for (const item of inOrder(enclosed)) {
      if ('image' in item) {
        if (sequence.comma || !sequence.last) this.#report(messages.surplusComma(tokenSpan(item)));
        sequence.comma = item;
      } else if (item.name === 'argument') {
        if (block && !sequence.isExcused) this.#report(messages.blockNotLast(this.#placeOf(item)));
        this.#argument(item, enclosing, sequence, list);
      } else if (item.name === 'block') {
        const open = item.children.BlockOpen[0]!;
        this.#separate(sequence, open.startOffset);
        if (block) this.#report(messages.secondBlock(tokenSpan(open)));
        const isDamaged = this.#isDamaged;
        const built = this.#block(item);
        this.#isDamaged = isDamaged;
        block = block ? joined(block, built) : built;
        sequence.last = { start: this.#end - 1, end: this.#end };
      } else {
        const place = this.#placeOf(item);
        this.#end = place.end;
        if (!sequence.isExcused || list.length === 0) this.#report(messages.nothingMeant(place, this.#text(place)));
        this.#isDamaged = true;
        sequence.isExcused = true;
      }
    }
    return { arguments: list, block };
  }

  /** Reports the comma that is missing before `start`, if one is. */
  #separate(sequence: Sequence, start: number): void {
    const { last, comma, isExcused } = sequence;
    sequence.comma = undefined;
    sequence.isExcused = false;
    if (!last || comma || isExcused || last.end > start) return;
    const before = this.#text(last);
    const isGlued = last.end === start;
    const string = isGlued && /['"]/.test(this.source.text[start]!) ? this.#stringBefore(start) : undefined;
    if (string) this.#report(messages.gluedToString({ start, end: start + 1 }, this.source.text[start]!, string));
    else if (isGlued && before.startsWith(':')) this.#report(messages.adverbWithBracket(last, before));
    else this.#report(messages.missingComma(last, before));
  }

  #argument({ children }: ArgumentCstNode, enclosing: Enclosing, sequence: Sequence, list: Argument[]): void {
    const first = firstTokenOf(children);
    const isCode = first.tokenType === tokens.InlineCode;
    const problems = this.problems.length;
    if (first.tokenType === tokens.Arrow || first.tokenType === tokens.Equals) {
      if (!sequence.isExcused || sequence.comma || !sequence.last) this.#report(messages.missingKey(tokenSpan(first)));
      sequence.isExcused = true;
    } else if (isCode) sequence.isExcused = true;
    this.#separate(sequence, first.startOffset);
    const own = this.problems.length;
    const argument = this.#argumentIn(children, first, enclosing);
    // what lacks a comma before it and is a mistake itself is one mistake
    if (own > problems && this.problems.length > own) this.problems.splice(problems, own - problems);
    if (argument) list.push(argument);
    const value = argument?.kind === 'pair' ? argument.value : argument;
    const start = value?.span.start ?? first.startOffset;
    const isLong = this.source.text.slice(start, this.#end).includes('\n');
    sequence.last = { start: isLong ? this.#end - 1 : start, end: this.#end };
    sequence.isExcused = isCode || this.problems.length > problems;
    const comma = children.Comma?.[0];
    if (comma) sequence.comma = comma;
  }

  #argumentIn(children: ArgumentCstNode['children'], first: Token, enclosing: Enclosing): Argument | undefined {
    if (children.Key) return this.#inPlace(this.#arrowPair(first, children), enclosing);
    if (children.Label) return this.#inPlace(this.#labelPair(first, children), enclosing);
    if (children.AdverbName) return this.#inPlace(this.#adverb(first, children), enclosing);
    if (children.NegatedAdverb) return this.#inPlace(this.#negated(first), enclosing);
    if (first.tokenType === tokens.Arrow || first.tokenType === tokens.Equals) return this.#keyless(children.arrow![0]!.children);
    if (children.LooseWord) return this.#loose(first, children.operand?.[0]!.children);
    if (children.redirect && enclosing === 'call') return redirectPair(this.#redirect(children.redirect[0]!.children, true));
    const value = this.#value(children);
    const arrow = children.arrow?.[0]!.children;
    if (arrow) return this.#inPlace(this.#valuePair(value, first, arrow.Arrow[0]!, arrow.operand?.[0]!.children), enclosing);
    if (value && enclosing === 'hash') {
      if (value.kind === 'string' && value.notation === 'symbol') return this.#flag(value.value, value.span, true);
      this.#report(messages.keyWithoutValue(value.span, this.#text(value.span)));
      return undefined;
    }
    return value;
  }

  /** A pair where a pair may stand: not in a list. */
  #inPlace(pair: Pair | undefined, enclosing: Enclosing): Pair | undefined {
    if (!pair || (enclosing !== 'list' && enclosing !== 'group')) return pair;
    this.#report(messages.pairAsValue(pair.span, this.#text(pair.span)));
    return undefined;
  }

  // Pairs

  #arrowPair(key: Token, children: ArgumentCstNode['children']): Pair {
    this.#take(key);
    const arrow = children.Arrow![0]!;
    this.#arrow(arrow, key.image);
    const value = this.#operand(children, { start: key.startOffset, end: endOf(arrow) });
    return { kind: 'pair', span: { start: key.startOffset, end: this.#end }, notation: 'arrow', key: wordKey(key), value };
  }

  /** A pair without its key, which has been reported: its value is read for the mistakes in it. */
  #keyless({ Arrow: [arrow], operand }: ArrowCstNode['children']): undefined {
    this.#take(arrow!);
    this.#isDamaged = true;
    if (operand) this.#operand(operand[0]!.children, tokenSpan(arrow!));
    return undefined;
  }

  #valuePair(keyValue: Value | undefined, first: Token, arrow: Token, operand: ValueIn | undefined): Pair | undefined {
    const span = tokenSpan(first);
    this.#arrow(arrow, first.image);
    const key = keyValue && keyOf(keyValue);
    if (keyValue && !key) this.#report(messages.notAKey(span, first.image));
    const value = this.#operand(operand ?? {}, { start: span.start, end: endOf(arrow) });
    return key && { kind: 'pair', span: { start: span.start, end: this.#end }, notation: 'arrow', key, value };
  }

  #arrow(arrow: Token, key: string): void {
    this.#take(arrow);
    if (arrow.image !== '=>') this.#report(messages.notAnArrow(tokenSpan(arrow), arrow.image, key));
  }

  #labelPair(label: Token, children: ArgumentCstNode['children']): Pair {
    this.#take(label);
    const name = { start: label.startOffset, end: endOf(label) - 1 };
    const key: PairKey = { text: label.image.slice(0, -1), span: name, notation: 'word' };
    const word = children.LooseWord?.[0];
    let value: Value | undefined;
    if (word && word.startOffset === endOf(label)) {
      this.#take(word);
      this.#report(messages.gluedLabel({ start: label.startOffset, end: endOf(word) }, label.image, word.image));
      value = plainString('word', tokenSpan(word), word.image, word.startOffset);
    } else value = this.#operand(children, tokenSpan(label));
    return { kind: 'pair', span: { start: label.startOffset, end: this.#end }, notation: 'label', key, value };
  }

  /** `:only<a b>` or `:id(/\d+/)`. */
  #adverb(name: Token, children: ArgumentCstNode['children']): Pair {
    this.#take(name);
    const key: PairKey = { text: name.image.slice(1), span: { start: name.startOffset + 1, end: this.#end }, notation: 'symbol' };
    const words = children.Literal?.[0];
    const parentheses = children.parentheses?.[0];
    let value: Value | undefined;
    if (words) value = this.#literal(words);
    else if (parentheses) {
      const problems = this.problems.length;
      const inside = this.#parentheses(parentheses, 'group');
      const values = inside.arguments.filter((argument): argument is Value => argument.kind !== 'pair');
      value = values[0];
      if (values.length === 0 && this.problems.length === problems && !this.#isDamaged) {
        this.#report(messages.missingValue({ start: name.startOffset, end: this.#end }, `${name.image}()`));
      } else if (values.length > 1) this.#report(messages.adverbTakesOne(values[1]!.span, name.image));
    }
    return { kind: 'pair', span: { start: name.startOffset, end: this.#end }, notation: 'adverb', key, value };
  }

  #negated(token: Token): Pair {
    this.#take(token);
    return this.#flag(token.image.slice(2), tokenSpan(token), false);
  }

  /** `:name` for true where only a pair may stand, and `:!name` for false. */
  #flag(name: string, span: Span, value: boolean): Pair {
    const key: PairKey = { text: name, span: { start: span.end - name.length, end: span.end }, notation: 'symbol' };
    return { kind: 'pair', span, notation: 'adverb', key, value: { kind: 'boolean', span, value } };
  }

  /** A word where an argument is due: one without quotes, or a key whose `=>` is missing. */
  #loose(word: Token, operand: ValueIn | undefined): Argument {
    this.#take(word);
    if (!operand) return this.#bareWord(word);
    this.#report(messages.missingArrow(tokenSpan(word), word.image));
    const value = this.#operand(operand, tokenSpan(word));
    return { kind: 'pair', span: { start: word.startOffset, end: this.#end }, notation: 'arrow', key: wordKey(word), value };
  }

  /** What stands after `=>` or a label; `key` is the place of that. */
  #operand(children: ValueIn, key: Span): Value | undefined {
    if (children.Literal || children.list || children.hash || children.redirect) return this.#value(children);
    const word = children.LooseWord?.[0];
    if (word?.image === 'redirect') {
      this.#report(messages.redirectWithoutParentheses(tokenSpan(this.#take(word))));
      return undefined;
    }
    if (word) return this.#bareWord(this.#take(word));
    this.#report(messages.missingValue(key, this.#text(key)));
    return undefined;
  }

  #bareWord(word: Token): Value {
    this.#report(messages.bareWord(tokenSpan(word), word.image));
    return plainString('word', tokenSpan(word), word.image, word.startOffset);
  }

  // Values

  #value(children: ValueIn): Value | undefined {
    if (children.Literal) return this.#literal(children.Literal[0]!);
    if (children.list) return this.#list(children.list[0]!.children);
    if (children.hash) return this.#hash(children.hash[0]!.children);
    return this.#redirect(children.redirect![0]!.children, false);
  }

  #list(children: ListCstNode['children']): ListValue {
    const items = this.#contents(children, 'list').arguments.filter((argument): argument is Value => argument.kind !== 'pair');
    this.#take(children.RightBracket[0]!);
    return { kind: 'list', span: { start: children.LeftBracket[0]!.startOffset, end: this.#end }, notation: 'bracket', items };
  }

  #hash(children: HashCstNode['children']): HashValue {
    const pairs = this.#contents(children, 'hash').arguments.filter((argument): argument is Pair => argument.kind === 'pair');
    this.#take(children.HashClose[0]!);
    return { kind: 'hash', span: { start: children.HashOpen[0]!.startOffset, end: this.#end }, pairs };
  }

  #redirect({ Redirect, parentheses }: RedirectCstNode['children'], isArgument: boolean): RedirectValue {
    const keyword = this.#take(Redirect[0]!);
    if (isArgument) this.#report(messages.redirectOutOfPlace(tokenSpan(keyword)));
    const outer = this.#isDamaged;
    this.#isDamaged = false;
    const inside = parentheses && this.#parentheses(parentheses[0]!, 'call');
    const span = { start: keyword.startOffset, end: this.#end };
    const call: Declaration = {
      kind: 'declaration',
      source: this.source,
      span,
      keyword: { text: keyword.image, span: tokenSpan(keyword) },
      arguments: inside?.arguments ?? [],
      block: inside?.block,
      parentheses: inside?.span,
      damaged: this.#isDamaged,
    };
    this.#isDamaged ||= outer;
    return { kind: 'redirect', span, call };
  }

  #literal(token: Token): Value | undefined {
    this.#take(token);
    const value = readLiteral(token, this.inlineCallables > 0, (problem) => this.#report(problem));
    if (!value) this.#isDamaged = true;
    return value;
  }

  #block(node: BlockCstNode): Block {
    const open = this.#take(node.children.BlockOpen[0]!);
    const declarations = this.statements(node);
    const close = this.#take(node.children.BlockClose[0]!);
    return {
      span: { start: open.startOffset, end: this.#end },
      notation: open.image === 'do' || close.image === 'end' ? 'do' : 'braces',
      declarations,
    };
  }

  // What belongs to nothing

  #leftoverProblem(leftover: LeftoverCstNode, place: Span, isAfterBlock: boolean): Problem {
    const block = leftover.children.block?.[0]?.children.BlockOpen[0];
    if (block?.startOffset === place.start) return messages.secondBlock(tokenSpan(block));
    const comma = leftover.children.Plain?.[0];
    if (isAfterBlock && comma?.startOffset === place.start && comma.tokenType === tokens.Comma) return messages.blockNotLast(place);
    const string = leftover.children.Plain?.[0]?.startOffset === place.start ? this.#stringBefore(place.start) : undefined;
    if (string) return messages.gluedToString(place, this.#text(place), string);
    if (isFirstOnLine(this.source.text, place.start)) return messages.noDeclaration(place, this.#text(place));
    return messages.restOfLine(place, this.#text(place), /^[\p{L}_]/u.test(this.source.text.slice(place.start, place.start + 2)));
  }

  /** The string that ends right before an offset, the one that was taken last. */
  #stringBefore(offset: number): string | undefined {
    const quote = this.source.text[offset - 1];
    if (quote !== "'" && quote !== '"') return undefined;
    return this.source.text.slice(this.source.text.lastIndexOf(quote, offset - 2), offset);
  }

  /** Declarations in the blocks of what belongs to nothing are declarations all the same. */
  #rescue({ children }: LeftoverCstNode, into: Declaration[]): void {
    const outer = this.#isRescuing;
    this.#isRescuing = true;
    const inside = children.parentheses?.flatMap((parentheses) => parentheses.children.block ?? []) ?? [];
    for (const block of [...(children.block ?? []), ...inside]) into.push(...this.#block(block).declarations);
    this.#isRescuing = outer;
  }

  /** What is reported of a leftover: all of it, but not the declarations in its blocks. */
  #leftoverPlace(leftover: LeftoverCstNode): Span {
    const { start, end } = this.#placeOf(leftover);
    const { block, parentheses } = leftover.children;
    const open = (block ?? parentheses?.[0]?.children.block)?.[0]?.children.BlockOpen[0];
    if (!open) return { start, end };
    return open.startOffset === start ? tokenSpan(open) : { start, end: start + this.source.text.slice(start, open.startOffset).trimEnd().length };
  }

  // Places

  #take(token: Token): Token {
    this.#end = endOf(token);
    return token;
  }

  #report(problem: Problem): void {
    this.problems.push(problem);
    this.#isDamaged = true;
  }

  #text({ start, end }: Span): string {
    return this.source.text.slice(start, end);
  }

  /** From the first token of a node to the last one. */
  #placeOf(node: { readonly children: object }): Span {
    let start = Number.POSITIVE_INFINITY;
    let end = 0;
    const visit = (children: object): void => {
      for (const list of Object.values(children) as (Token | { children: object })[][]) {
        for (const child of list) {
          if ('children' in child) visit(child.children);
          else {
            start = Math.min(start, child.startOffset);
            end = Math.max(end, endOf(child));
          }
        }
      }
    };
    visit(node.children);
    return { start, end };
  }
}

function isFirstOnLine(text: string, offset: number): boolean {
  return indentAt(text, offset) >= 0;
}

/** Two blocks of one call, the second being a mistake. */
function joined(first: Block, second: Block): Block {
  const span = { start: first.span.start, end: second.span.end };
  return { span, notation: first.notation, declarations: [...first.declarations, ...second.declarations] };
}

function tokenSpan(token: Token): Span {
  return { start: token.startOffset, end: endOf(token) };
}

function wordKey(word: Token): PairKey {
  return { text: word.image, span: tokenSpan(word), notation: 'word' };
}

/** What a value is as a key, if it may be one. */
function keyOf(value: Value): PairKey | undefined {
  if (value.kind === 'string') {
    if (value.notation === 'symbol') return { text: value.value, span: { start: value.span.start + 1, end: value.span.end }, notation: 'symbol' };
    return { text: value.value, span: value.span, notation: 'string', string: value };
  }
  if (value.kind !== 'callable') return undefined;
  const text = value.export === undefined ? value.module : `${value.module}#${value.export}`;
  return { text, span: value.span, notation: 'callable', callable: value };
}

/** A redirect that stands where an argument does is taken for the target. */
function redirectPair(value: RedirectValue): Pair {
  return { kind: 'pair', span: value.span, notation: 'arrow', key: { text: 'to', span: value.call.keyword.span, notation: 'word' }, value };
}

function firstTokenOf(children: ArgumentCstNode['children']): Token {
  const { Key, Label, AdverbName, NegatedAdverb, list, hash, redirect } = children;
  if (Key) return Key[0]!;
  if (Label) return Label[0]!;
  if (AdverbName ?? NegatedAdverb) return (AdverbName ?? NegatedAdverb)![0]!;
  if (list) return list[0]!.children.LeftBracket[0]!;
  if (hash) return hash[0]!.children.HashOpen[0]!;
  return (redirect?.[0]!.children.Redirect ?? children.LooseWord ?? children.Literal ?? children.arrow?.[0]!.children.Arrow)![0]!;
}

/** The pieces between brackets in source order; only arguments, if all is well. */
function inOrder({ argument = [], Comma: commas, block, junk }: Enclosed): readonly (ArgumentCstNode | BlockCstNode | JunkCstNode | Token)[] {
  if (!commas && !block && !junk) return argument;
  const pieces = [...argument, ...(commas ?? []), ...(block ?? []), ...(junk ?? [])];
  const startOf = new Map(pieces.map((piece) => [piece, 'image' in piece ? piece.startOffset : firstOffset(piece.children)]));
  return pieces.sort((one, other) => startOf.get(one)! - startOf.get(other)!);
}

function firstOffset(children: object): number {
  let first = Number.POSITIVE_INFINITY;
  for (const [child] of Object.values(children) as (Token | { children: object })[][]) {
    if (child) first = Math.min(first, 'children' in child ? firstOffset(child.children) : child.startOffset);
  }
  return first;
}
