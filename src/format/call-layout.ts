// Lays out one call: its arguments and values in canonical notation, with the comments inside it.
//
//   get :about, # why          →   get 'about', # why
//       :to => "pages#about"         to => 'pages#about';
//
// A comment after an argument stays at the end of its line. A comment above an argument stays above it. If the style has
// no room for a comment, as between a keyword and its first argument or after an arrow, the comment moves above the
// statement or above the option.

import type {
  Comment,
  Declaration,
  HashValue,
  ListValue,
  StringValue,
  Value,
} from '../language/declarations.js';
import { firstIndex } from '../language/first-index.js';
import { positionalRole } from '../language/roles.js';
import type { Span } from '../language/source.js';
import type { Role } from '../language/vocabulary.js';
import { fill, flatText, group, hardline, indent, line, softline, suffix, type Doc } from './doc.js';
import {
  isListWord,
  readArguments,
  readHashPair,
  readRedirect,
  stringText,
  type ListUse,
  type ReadArgument,
} from './reading.js';

/** Finds the comments of a text by their offset. */
export class CommentIndex {
  constructor(private readonly comments: readonly Comment[]) {}

  /** The comments that begin in `[start, end)`, in order. */
  between(start: number, end: number): readonly Comment[] {
    const first = firstIndex(this.comments, ({ span }) => span.start >= start);
    let last = first;
    while ((this.comments[last]?.span.start ?? end) < end) last++;
    return first === last ? none : this.comments.slice(first, last);
  }
}

const none: readonly Comment[] = [];

/** The layout of a call's head: everything except the inside of its block. */
export interface CallHead {
  /** The head, including the `;` or the `{`. */
  readonly doc: Doc;
  /** The text that closes the block: `}` or `})`. */
  readonly closer: string;
  /** Comments that go above the statement. */
  readonly above: readonly string[];
  /** Comments that follow the head, the first at the end of its line. */
  readonly after: readonly string[];
}

/** One argument or item between commas. */
interface Element {
  readonly span: Span;
  /** The span of its value, which lays out the comments inside itself. */
  readonly inner: Span | undefined;
  readonly doc: Doc;
  readonly isOption: boolean;
  readonly leading: Comment[];
  readonly trailing: Comment[];
}

interface Sequence {
  readonly elements: readonly Element[];
  /** Comments after the last element. */
  readonly dangling: readonly Comment[];
}

/** Calls whose arguments have these roles are written with parentheses. Others get them only if the first argument needs them (a regex). */
const parenthesised: ReadonlySet<Role | undefined> = new Set<Role>(['constraints', 'params']);

/**
 * Lays out the head of a call that has no mistakes.
 *
 * @param end the end of the head: at the `{` of its block, or the end of the call
 * @param room the number of columns on its first line
 * @param isSole whether it is the only one in a block of one line, and so needs no `;`
 */
export function callHead(
  call: Declaration,
  comments: CommentIndex,
  end: number,
  room: number,
  isSole = false,
): CallHead {
  const start = call.keyword.span.end;
  const brackets = bracketsOf(call);
  if (comments.between(start, end).length === 0) {
    const flat = flatHead(call, comments, brackets);
    const text = isSole && !call.block ? flat.slice(0, -1) : flat;
    if (text.length <= room) return { doc: text, closer: brackets.closer, above: noTexts, after: noTexts };
  }
  const layout = new CallLayout(call.source.text, comments);
  const { elements, dangling } = layout.sequence(readArguments(call), { start, end });
  const above = elements[0]?.leading.splice(0) ?? [];
  const after = elements.at(-1)?.trailing.splice(0) ?? [];
  const ending = isSole ? brackets.close : `${brackets.close};`;
  return {
    doc: headDoc(elements, brackets.open, call.block ? undefined : ending),
    closer: brackets.closer,
    above: textsOf(above),
    after: textsOf([...after, ...dangling]),
  };
}

/** The text around the arguments of a call. */
interface Brackets {
  /** The keyword with the space or `(` after it. */
  readonly open: string;
  /** The text after the last argument of a call without a block. */
  readonly close: string;
  /** The text that closes the block. */
  readonly closer: string;
}

function bracketsOf(call: Declaration): Brackets {
  const { text } = call.keyword;
  const [first] = call.arguments;
  if (!first) return { open: text, close: '', closer: '}' };
  if (parenthesised.has(positionalRole(call)) || first.kind === 'regex')
    return { open: `${text}(`, close: ')', closer: '})' };
  return { open: `${text} `, close: '', closer: '}' };
}

/** @param ending the text after the last element; undefined if a block follows */
function headDoc(elements: readonly Element[], open: string, ending: string | undefined): Doc {
  const split = splitAt(elements);
  const [first = '', ...names] = elements.slice(0, split).map((element) => element.doc);
  const rest = elements.slice(split);
  const comma = elements.length > 0 ? ',' : '';
  const opening = ending ?? [comma, elements.length > 1 ? line : ' ', '{'];
  const more = indent(names.map((doc) => [',', line, doc]));
  if (rest.length === 0) return group([open, first, group([more, opening])]);
  const options = [',', comment(elements[split - 1]?.trailing), indent([line, withComments(rest)])];
  return group([open, first, group(more), options, opening]);
}

const noTexts: readonly string[] = [];

/** The number of elements that stay on the line of the keyword: the first, and the positionals after it up to the first comment. */
function splitAt(elements: readonly Element[]): number {
  const next = elements.findIndex(
    ({ isOption, leading }, index) =>
      index > 0 && (isOption || leading.length > 0 || elements[index - 1]?.trailing.length !== 0),
  );
  return next < 0 ? elements.length : next;
}

function withComments(elements: readonly Element[]): Doc {
  return elements.map(({ doc, leading, trailing }, index) => [
    leading.map(({ text }) => [text.trimEnd(), hardline]),
    doc,
    index < elements.length - 1 ? [',', comment(trailing), line] : comment(trailing),
  ]);
}

function comment(comments: readonly Comment[] | undefined): Doc {
  return comments && comments.length > 0 ? textsOf(comments).map((text) => suffix(` ${text}`)) : '';
}

function textsOf(comments: readonly Comment[]): string[] {
  return comments.map(({ text }) => text.trimEnd());
}

/** The known results of `flatHead`. After an edit of its head, a call is another object. */
const flatHeads = new WeakMap<Declaration, string>();

/** A head without comments on one line, with its `;` or the `{` of its block. */
function flatHead(call: Declaration, comments: CommentIndex, { open, close }: Brackets): string {
  const known = flatHeads.get(call);
  if (known !== undefined) return known;
  const opening = call.arguments.length > 0 ? ', {' : ' {';
  const head = open + flatArguments(call, comments) + (call.block ? opening : `${close};`);
  flatHeads.set(call, head);
  return head;
}

function flatArguments(call: Declaration, comments: CommentIndex): string {
  const layout = new CallLayout(call.source.text, comments);
  const docs = readArguments(call).map((argument) => layout.argument(argument));
  return docs.map((doc) => (typeof doc === 'string' ? doc : (flatText(doc) ?? ''))).join(', ');
}

class CallLayout {
  constructor(
    readonly text: string,
    readonly comments: CommentIndex,
  ) {}

  /** The elements between two offsets, each with the comments that belong to it. */
  sequence(read: readonly ReadArgument[], { start, end }: Span): Sequence {
    const elements = read.map((argument) => this.#element(argument));
    const dangling: Comment[] = [];
    let index = 0;
    for (const found of this.comments.between(start, end)) {
      const at = found.span.start;
      while ((elements[index]?.span.end ?? Infinity) <= at) index++;
      const previous = elements[index - 1];
      const next = elements[index];
      if (next && next.span.start <= at) {
        const inner = next.inner;
        if (inner && at > inner.start && at < inner.end) continue;
        if (inner && at > inner.start) next.trailing.push(found);
        else next.leading.push(found);
      } else if (
        previous &&
        previous.trailing.length === 0 &&
        !/[\r\n]/.test(this.text.slice(previous.span.end, at))
      ) {
        previous.trailing.push(found);
      } else if (next) next.leading.push(found);
      else dangling.push(found);
    }
    return { elements, dangling };
  }

  #element(argument: ReadArgument): Element {
    const { span } = argument;
    const inner = argument.kind === 'symbol' ? undefined : argument.value?.span;
    return {
      span,
      inner,
      doc: this.argument(argument),
      isOption: argument.kind === 'option',
      leading: [],
      trailing: [],
    };
  }

  argument(argument: ReadArgument): Doc {
    if (argument.kind === 'symbol') return argument.text;
    const { value, span } = argument;
    if (!value) return this.text.slice(span.start, span.end);
    const doc = this.#value(value, argument.use);
    if (argument.kind === 'positional') return doc;
    return typeof doc === 'string' ? `${argument.key} => ${doc}` : [argument.key, ' => ', doc];
  }

  #value(value: Value, use: ListUse): Doc {
    switch (value.kind) {
      case 'string':
        return use === 'actions' && isListWord(value) ? `<${value.value}>` : stringText(value, this.text);
      case 'boolean':
        return String(value.value);
      case 'list':
        return this.#list(value, use);
      case 'hash':
        return this.#hash(value);
      case 'redirect':
        return this.#redirect(value.call);
      case 'number':
      case 'regex':
      case 'callable':
      case 'star':
        return this.text.slice(value.span.start, value.span.end);
    }
  }

  #list({ items, span }: ListValue, use: ListUse): Doc {
    const hasComments = this.comments.between(span.start, span.end).length > 0;
    if (!hasComments) {
      const words = items.filter((item): item is StringValue => item.kind === 'string' && isListWord(item));
      const [first] = items;
      if (words.length === items.length && (items.length > 1 || (first && use === 'actions'))) {
        return group(['<', indent([softline, fill(words.map(({ value }) => value))]), softline, '>']);
      }
      if (items.length === 1 && first?.kind === 'string' && use !== 'plain')
        return stringText(first, this.text);
    }
    const read = items.map((value): ReadArgument => ({
      kind: 'positional',
      span: value.span,
      value,
      use: 'plain',
    }));
    return this.#bracketed('[', softline, this.sequence(read, span), ']');
  }

  #hash({ pairs, span }: HashValue): Doc {
    const read = pairs.map((pair) => readHashPair(pair, this.text));
    return this.#bracketed('{', read.length > 0 ? line : softline, this.sequence(read, span), '}');
  }

  #redirect(call: Declaration): Doc {
    const span = call.parentheses ?? call.span;
    return this.#bracketed('redirect(', softline, this.sequence(readRedirect(call), span), ')');
  }

  #bracketed(open: string, edge: Doc, { elements, dangling }: Sequence, close: string): Doc {
    if (elements.length === 0 && dangling.length === 0) return `${open}${close}`;
    const left = textsOf(dangling).map((text, index) => [
      elements.length > 0 || index > 0 ? hardline : '',
      text,
    ]);
    return group([
      open,
      indent([edge, withComments(elements), left]),
      left.length > 0 ? hardline : edge,
      close,
    ]);
  }
}
