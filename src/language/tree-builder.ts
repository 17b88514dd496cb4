// Builds declarations from the concrete syntax tree.
//
// The grammar accepts anything with balanced brackets. Mistakes are found here, in one walk over the tree: text that belongs to no
// declaration, a second block, arguments outside the parentheses. Each is reported at its place, and its call is marked as damaged, so
// that nobody reports what the call seems to lack.
//
//   get '/a' foo { get '/b' }    →   get '/a', get '/b', and one problem over `foo`

import type { BlockCstNode, CallCstNode, LeftoverCstNode, StatementsCstNode } from '../../grammar/cst.js';
import { endOf, indentAt } from '../../grammar/inline-code.js';
import * as foreign from '../../grammar/foreign-messages.js';
import * as messages from '../../grammar/messages.js';
import * as strings from '../../grammar/string-messages.js';
import * as values from '../../grammar/value-messages.js';
import { type Problem, shown } from '../../grammar/problem.js';
import * as tokens from '../../grammar/tokens.js';
import { ArgumentBuilder } from './argument-builder.js';
import { goesOnWithWords } from './bare-lists.js';
import { ArgumentSequence, type BegunCall } from './argument-sequence.js';
import { tellBehindParentheses } from './behind-parentheses.js';
import { firstTokenOf, placeOf, tokenSpan } from './cst-places.js';
import { type Argument, type Block, type Declaration, joinedBlocks } from './declarations.js';
import type { Reading } from './reading.js';
import { pairNamed } from './roles.js';
import type { Span } from './source.js';
import { foreignKeyword, isForeignKeyword, severalVerbs } from './unknown-keywords.js';
import { canonicalOption, type KeywordRow, keywordRow, optionRow } from './vocabulary.js';

/** A block that was parsed without its content. */
export interface EmptiedBlock {
  readonly node: BlockCstNode;
  /** Reads the content. */
  readonly declarations: () => Declaration[];
}

export class TreeBuilder {
  readonly #arguments: ArgumentBuilder;
  #emptied: EmptiedBlock | undefined;
  /** Whether the current block belongs to nothing, which has been reported. */
  #isRescuing = false;
  /** Whether an enclosing block belongs to nothing. What its declarations seem to lack may have been in the text before it. */
  #isRescued = false;

  constructor(
    readonly reading: Reading,
    isTemplate: boolean,
  ) {
    this.#arguments = new ArgumentBuilder(reading, isTemplate, (node) => this.#block(node));
  }

  /** The declarations of one or more statements. `before` are the earlier declarations of the same list. */
  build(tree: StatementsCstNode, emptied?: EmptiedBlock, before: Declaration[] = []): Declaration[] {
    const outer = this.#emptied;
    this.#emptied = emptied;
    const declarations = this.#statements(tree, before);
    this.#emptied = outer;
    return declarations;
  }

  #statements({ children }: StatementsCstNode | BlockCstNode, before: Declaration[] = []): Declaration[] {
    const declarations: Declaration[] = [];
    for (const call of children.call ?? []) this.#call(call, declarations);
    if (!children.leftover) return declarations.slice();
    for (const leftover of children.leftover) {
      const place = this.#leftoverPlace(leftover);
      const list = declarations.length > 0 ? declarations : before;
      const ofCall = this.#blockOfCall(list, place) ?? this.#optionOf(list, place);
      if (!this.#isRescuing)
        this.reading.report({ ...(ofCall ?? this.#strayProblem(place)), covers: place.end });
      this.#rescue(leftover, declarations);
      declarations.sort((one, other) => one.span.start - other.span.start);
    }
    return declarations;
  }

  /** Builds a call. `reading.isDamaged` is kept separately for each call and restored for the calls around it. */
  #call({ children }: CallCstNode, into: Declaration[]): void {
    const { reading } = this;
    const isRescuing = this.#isRescuing;
    const wasDamaged = reading.isDamaged;
    this.#isRescuing = false;
    reading.isDamaged = false;
    into.push(this.#declaration(children));
    const leftover = children.leftover?.[0];
    if (leftover) {
      const call = into.at(-1);
      const place = this.#leftoverPlace(leftover);
      const problem = (): Problem => this.#leftoverProblem(leftover, children.block !== undefined, call);
      const row = keywordRow(children.Keyword[0].image);
      if (!goesOnWithWords(place, { list: call?.arguments ?? [], row, reading }))
        reading.report({ ...problem(), covers: place.end });
      const [block] = leftover.children.block ?? [];
      // The interpreter skips the block of a foreign keyword: `location ~ ^/x { … }`.
      if (block && call && !call.block && isForeignKeyword(call))
        into.splice(-1, 1, {
          ...call,
          block: this.#block(block),
          span: { start: call.span.start, end: reading.end },
        });
      else this.#rescue(leftover, into);
    }
    this.#isRescuing = isRescuing;
    reading.isDamaged = wasDamaged;
  }

  #declaration(children: CallCstNode['children']): Declaration {
    const { reading } = this;
    const keyword = reading.take(children.Keyword[0]);
    const row = keywordRow(keyword.image);
    const told = reading.problems.length;
    const verbs = row?.pairFor === 'to' ? severalVerbs(keyword, reading) : undefined;
    if (verbs) reading.report(verbs);
    const inside = children.parentheses && this.#arguments.parentheses(children.parentheses[0], 'call', row);
    const outside = inside
      ? this.#surplusArguments(children, { list: inside.arguments, row, reading }, told)
      : this.#bareArguments(children, row);
    const given = inside?.arguments ?? outside;
    this.#blockOfCode(children, given, row);
    const damaged = reading.isDamaged || children.leftover !== undefined || this.#isRescued;
    if (reading.isDamaged || children.leftover) this.#foreign(children, given);
    const block = this.#blockOf(children, inside?.block);
    return {
      kind: 'declaration',
      source: reading.source,
      span: { start: keyword.startOffset, end: reading.end },
      keyword: { text: keyword.image, span: tokenSpan(keyword) },
      arguments: given,
      block,
      parentheses: inside?.span,
      damaged,
    };
  }

  /** Reports a function in the place of a block, with what to write: `direct :home do |user| … end`, `redirect(status: 302) { … }`. */
  #blockOfCode(
    { Keyword: [keyword], argument }: CallCstNode['children'],
    given: readonly Argument[],
    row: KeywordRow | undefined,
  ): void {
    const [code] = argument?.at(-1)?.children.Literal ?? [];
    const isBlock = code?.tokenType === tokens.InlineCode && /^(?:\{|do\b)/.test(code.image);
    const [first, last = first] = [given[0], given.at(-1)];
    if (!isBlock || !first || row?.block !== 'none') return;
    const value = last?.kind === 'pair' ? last.value : last;
    const due = row.positionals[given.filter(({ kind }) => kind !== 'pair').length];
    const meant =
      value?.kind === 'redirect'
        ? `redirect(&module#export${value.call.arguments.length > 0 ? ', …' : ''})`
        : due?.accepts.includes('callable') &&
          `${keyword.image} ${shown(this.reading.text(first.span))}, &module#export`;
    if (meant) this.reading.report(values.codeForBlock(tokenSpan(code), code.image, meant));
  }

  /** Reports a call with a foreign keyword as one mistake. Problems of its arguments follow from that. */
  #foreign(
    { Keyword: [keyword], leftover, block, Comma }: CallCstNode['children'],
    given: readonly Argument[],
  ): void {
    const rest = leftover && this.#leftoverPlace(leftover[0]);
    // The word continues after a sign that was not meant.
    if (rest && rest.start === endOf(keyword) && foreign.foreignSign(rest.start, this.reading.text(rest)))
      return;
    const comma = Comma?.at(-1);
    const end = Math.max(this.reading.end, comma ? endOf(comma) : 0);
    const covers = leftover && !block ? this.#leftoverPlace(leftover[0]).end : end;
    const behind = { hasArguments: given.length > 0, hasBlock: block !== undefined };
    const found = foreignKeyword(keyword, behind, covers);
    if (found) this.reading.report(found);
  }

  /** The block after a call or inside its parentheses. A call should have only one. */
  #blockOf({ block: own, argument }: CallCstNode['children'], inside: Block | undefined): Block | undefined {
    const node = own?.[0];
    if (!node) return inside;
    const block = this.#block(node);
    if (!inside) return block;
    if (!argument) this.reading.report(messages.secondBlock(tokenSpan(node.children.BlockOpen[0])));
    return joinedBlocks(inside, block);
  }

  /** The arguments of a call without parentheses. */
  #bareArguments(
    { argument, Comma, block, leftover }: CallCstNode['children'],
    row: KeywordRow | undefined,
  ): Argument[] {
    const commas: readonly tokens.Token[] = Comma ?? [];
    const sequence = new ArgumentSequence(this.reading, 'call', row);
    sequence.mayEnd = row?.block === 'none';
    for (const node of argument ?? []) this.#arguments.argument(node, sequence);
    this.#loneCommas(commas, !argument && block !== undefined);
    if (sequence.dangling && !block && !leftover && commas.length === 0) {
      this.reading.report(messages.danglingComma(tokenSpan(sequence.dangling), sequence.isMisspelt));
    }
    // `push` reserves spare room. A copy has none.
    return sequence.list.slice();
  }

  /** Reports arguments after the parentheses. Program text there has already been reported. */
  #surplusArguments(children: CallCstNode['children'], inside: BegunCall, told: number): Argument[] {
    const { argument, Comma: commas, block } = children;
    if (!argument) this.#loneCommas(commas ?? [], block !== undefined, messages.commaBehindCall);
    else if (argument.every((node) => firstTokenOf(node).tokenType === tokens.InlineCode)) {
      this.reading.isDamaged = true;
      this.reading.end = placeOf(argument.at(-1) ?? argument[0]).end;
    } else tellBehindParentheses(children, argument, inside, told, this.#arguments);
    return [];
  }

  /** Reports commas without an argument before them. A call without arguments may have one before its block. */
  #loneCommas(
    commas: readonly tokens.Token[],
    isBeforeBlock: boolean,
    problem: (place: Span, sign: string) => Problem = messages.surplusComma,
  ): void {
    if (isBeforeBlock && commas.length === 1) return;
    for (const comma of commas) this.reading.report(problem(tokenSpan(comma), comma.image));
  }

  #block(node: BlockCstNode): Block {
    const { BlockOpen: open, BlockClose: close } = node.children;
    const declarations =
      node === this.#emptied?.node ? this.#emptied.declarations : () => this.#statements(node);
    return blockOf(this.reading, open[0], declarations, close[0]);
  }

  // Text that belongs to nothing

  /** The last declaration before an offset, its index and the text between, if the declaration may continue there. */
  #callBefore(
    list: readonly Declaration[],
    start: number,
  ): { readonly call: Declaration; readonly index: number; readonly between: string } | undefined {
    const index = list.findLastIndex(({ span }) => span.end <= start);
    const call = list[index];
    if (!call || call.block || call.parentheses || call.damaged) return undefined;
    const between = this.reading.text({ start: call.span.end, end: start });
    return /^\s*;?\s*$/.test(between) ? { call, index, between } : undefined;
  }

  /** A block on its own line that belongs to the declaration before a `;`: the `;` is the mistake. */
  #blockOfCall(before: Declaration[], { start }: Span): Problem | undefined {
    const { call, index, between } = this.#callBefore(before, start) ?? {};
    if (!call || index === undefined || !between?.includes(';')) return undefined;
    const { block = 'none' } = keywordRow(call.keyword.text) ?? {};
    if (block === 'none' || !/^(?:\{|do\b)/.test(this.reading.text({ start, end: start + 10 })))
      return undefined;
    before[index] = { ...call, damaged: true };
    const sign = call.span.end + between.indexOf(';');
    return messages.signBeforeBlock({ start: sign, end: sign + 1 }, ';', call.span.end);
  }

  /** An option on its own line that belongs to the declaration before: a comma is missing, or a `;` is wrong. */
  #optionOf(before: Declaration[], { start }: Span): Problem | undefined {
    const { reading } = this;
    const { call, index, between } = this.#callBefore(before, start) ?? {};
    if (!call || index === undefined || !between) return undefined;
    const { options = [] } = keywordRow(call.keyword.text) ?? {};
    const [, word = ''] =
      /^:?([\p{L}_][\p{L}\p{M}\p{Nd}_-]*)\s*(?:=>|:)/u.exec(reading.text({ start, end: start + 100 })) ?? [];
    const name = canonicalOption(word);
    if (pairNamed(call, name) || keywordRow(word) || !options.some((option) => option === name))
      return undefined;
    before[index] = { ...call, damaged: true };
    const sign = call.span.end + between.indexOf(';');
    if (sign >= call.span.end) return messages.semicolonForComma({ start: sign, end: sign + 1 });
    const last = call.arguments.at(-1)?.span ?? call.keyword.span;
    return call.arguments.length === 0 ? undefined : messages.missingComma(last, reading.text(last));
  }

  /** Text at the beginning of a statement that begins none. `root => 'a#b'` has a keyword in the place of a key. */
  #strayProblem(place: Span): Problem {
    const text = this.reading.text(place);
    const [head = '', word = '', sign = ''] =
      /^([\p{L}_][\p{L}\p{M}\p{Nd}_-]*)\s*(=>|->|:|=)/u.exec(text) ?? [];
    const row = keywordRow(word);
    if (!row) return this.#noDeclaration(place, text);
    return messages.arrowAfterKeyword(
      { start: place.start, end: place.start + head.length },
      word,
      sign,
      row.example,
    );
  }

  #noDeclaration(place: Span, text: string): Problem {
    const [, mark = '', word = ''] = /^([-+*>$]|\d+[.):]?)\s+([a-z]+)\b/.exec(text) ?? [];
    if (keywordRow(word))
      return foreign.markBefore({ start: place.start, end: place.start + mark.length }, mark);
    // `location = /x {`
    const [, image] = /^(\p{L}+)\s*=\s*\/\S*\s*\{/u.exec(text) ?? [];
    const behind = { hasArguments: true, hasBlock: true };
    const keyword = image && foreignKeyword({ image, startOffset: place.start }, behind, place.end);
    if (keyword) return keyword;
    return foreign.assignment(place, text) ?? messages.noDeclaration(place, text);
  }

  #leftoverProblem(leftover: LeftoverCstNode, isAfterBlock: boolean, call: Declaration | undefined): Problem {
    const place = this.#leftoverPlace(leftover);
    const text = this.reading.text(place);
    const sign = foreign.foreignSign(place.start, text);
    if (sign) return sign;
    const block = leftover.children.block?.[0]?.children.BlockOpen[0];
    if (block?.startOffset === place.start) return messages.secondBlock(tokenSpan(block));
    if (isAfterBlock && text.startsWith(','))
      return text === ',' ? messages.commaBehindCall(place) : messages.blockNotLast(place);
    const callable = text.startsWith('(') && this.reading.callableBefore(place.start);
    if (callable) {
      const [call = ''] = /^\([^()]*\)?/.exec(text) ?? [];
      return foreign.calledCallable({ start: place.start, end: place.start + call.length }, call, callable);
    }
    const isBehindString = /['"][ \t]*$/.test(
      this.reading.text({ start: place.start - 20, end: place.start }),
    );
    const joined = isBehindString && strings.joinedText(place.start, text);
    if (joined) return joined;
    const string = this.reading.stringBefore(place.start);
    if (string) return messages.gluedToString(place, text, string);
    return this.#restProblem(place, text, isAfterBlock || call?.block ? undefined : call);
  }

  /** Text after a call that belongs to none of its arguments. `call` is undefined if a block is between them. */
  #restProblem(place: Span, text: string, call: Declaration | undefined): Problem {
    if (indentAt(this.reading.source.text, place.start) >= 0) return this.#strayProblem(place);
    const [word = ''] = /^[\p{L}_][\p{L}\p{M}\p{Nd}_-]*/u.exec(text) ?? [];
    if ((keywordRow(word) === undefined || text === word) && optionRow(word))
      return messages.optionWithoutComma(place, text, word, call?.arguments.length === 0);
    const known = foreign.foreignOpener(place, text) ?? foreign.ownParentheses(place, text);
    if (known) return known;
    const row = call && keywordRow(call.keyword.text);
    const other = keywordRow(word);
    if (call && row && call.arguments.length === 0) {
      if (row.block === 'required' || !other)
        return messages.notAsInExample(place, text, call.keyword.text, row.example);
      if (row.block === 'none')
        return messages.secondKeyword(
          { start: call.keyword.span.start, end: place.start + word.length },
          call.keyword.text,
          word,
        );
    }
    if (row?.block === 'required' && other) {
      const begun = { start: place.start, end: place.start + word.length };
      return { ...messages.declarationAsArgument(begun, word, undefined), mayBeEcho: true };
    }
    const before = this.reading.text({ start: Math.max(0, place.start - 100), end: place.start });
    return messages.restOfLine(place, text, other !== undefined, /,\s*$/.test(before));
  }

  /** Keeps the declarations in the blocks of text that belongs to nothing. */
  #rescue({ children }: LeftoverCstNode, into: Declaration[]): void {
    const outer = { isRescuing: this.#isRescuing, isRescued: this.#isRescued };
    this.#isRescuing = true;
    this.#isRescued = true;
    const inside = children.parentheses?.flatMap((parentheses) => parentheses.children.block ?? []) ?? [];
    // The parser groups them by what encloses them, not by place.
    const blocks = [...(children.block ?? []), ...inside].sort(
      (one, other) => one.children.BlockOpen[0].startOffset - other.children.BlockOpen[0].startOffset,
    );
    for (const block of blocks) into.push(...this.#block(block).declarations);
    this.#isRescuing = outer.isRescuing;
    this.#isRescued = outer.isRescued;
  }

  /** The range to report for a leftover: all of it except the declarations in its blocks. */
  #leftoverPlace(leftover: LeftoverCstNode): Span {
    const { start, end } = placeOf(leftover);
    const { block, parentheses } = leftover.children;
    const open = (block ?? parentheses?.[0]?.children.block)?.[0]?.children.BlockOpen[0];
    if (!open) return { start, end };
    if (open.startOffset === start) return tokenSpan(open);
    return { start, end: start + this.reading.text({ start, end: open.startOffset }).trimEnd().length };
  }
}

/** Makes the block between two brackets. `declarations` reads its content. */
export function blockOf(
  reading: Reading,
  open: tokens.Token,
  declarations: () => Declaration[],
  close: tokens.Token,
): Block {
  reading.take(open);
  const inside = declarations();
  reading.take(close);
  return {
    span: { start: open.startOffset, end: reading.end },
    notation: open.image === 'do' || close.image === 'end' ? 'do' : 'braces',
    isClosed: close.image !== '',
    declarations: inside,
  };
}
