// Compares the meaning of two texts: they have the same declarations, arguments and comments, in any notation.
//
//   resources :photos, :only => [:index]   =   resources 'photos', only => <index>
//
// The formatter parses everything that it prints again, and compares it with the original here.

import type {
  CallableValue,
  Comment,
  Declaration,
  Pair,
  RedirectValue,
  Value,
} from '../language/declarations.js';
import type { Syntax } from '../language/syntax.js';
import { readArguments, readRedirect, type ListUse, type ReadArgument } from './reading.js';

/** A difference in meaning, in words for users; undefined if there is none. */
export function changedMeaning(before: Syntax, after: Syntax): string | undefined {
  if (mistakesOf(before) !== mistakesOf(after)) return 'its mistakes would be other ones';
  return (
    changedComment(before.comments, after.comments) ??
    changedDeclaration(before.declarations, after.declarations)
  );
}

/** A text of all mistakes, each with the number of declarations that begin before it. */
function mistakesOf(syntax: Syntax): string {
  const { diagnostics } = syntax;
  if (diagnostics.length === 0) return '';
  const { tokens } = syntax;
  let index = 0;
  let declarations = 0;
  return diagnostics
    .map(({ code, range }) => {
      for (; (tokens[index]?.start ?? Infinity) < range.start.offset; index++) {
        if (tokens[index]?.kind === 'Keyword') declarations++;
      }
      return `${code}@${declarations}`;
    })
    .join(' ');
}

/** A message if the comments are not the same, in any order; otherwise undefined. */
export function changedComment(before: readonly Comment[], after: readonly Comment[]): string | undefined {
  const texts = (comments: readonly Comment[]): string[] => comments.map(({ text }) => text.trimEnd()).sort();
  const isKept = areAlike(texts(before), texts(after), (text, other) => text === other);
  return isKept ? undefined : 'a comment would be lost';
}

/** A message about the first declaration that is not the same; otherwise undefined. */
export function changedDeclaration(
  before: readonly Declaration[],
  after: readonly Declaration[],
): string | undefined {
  for (const [index, one] of before.entries()) {
    const other = after[index];
    if (!other || !isSameCall(one, other)) return described(one);
    const inside =
      one.block && other.block && changedDeclaration(one.block.declarations, other.block.declarations);
    if (inside) return inside;
  }
  const added = after[before.length];
  return added && described(added);
}

function described({ keyword, source, span }: Declaration): string {
  return `\`${keyword.text}\` on line ${source.positionAt(span.start).line} would mean something else`;
}

/** Whether two calls have the same keyword and arguments, and both have a block or neither has. */
export function isSameCall(one: Declaration, other: Declaration): boolean {
  if (one.keyword.text !== other.keyword.text || one.damaged !== other.damaged) return false;
  if ((one.block === undefined) !== (other.block === undefined)) return false;
  return areSameArguments(readArguments(one), readArguments(other));
}

function areSameArguments(ones: readonly ReadArgument[], others: readonly ReadArgument[]): boolean {
  return areAlike(spread(ones), spread(others), isSameArgument);
}

/** Replaces each list of names by its words: `resources <photos books>` is `resources 'photos', 'books'`. */
function spread(read: readonly ReadArgument[]): readonly ReadArgument[] {
  const hasList = (argument: ReadArgument): boolean =>
    argument.kind === 'positional' &&
    argument.use === 'strings' &&
    argument.value.kind === 'list' &&
    argument.value.items.length > 0;
  if (!read.some(hasList)) return read;
  return read.flatMap((argument) => {
    if (argument.kind !== 'positional' || argument.value.kind !== 'list' || !hasList(argument))
      return [argument];
    return argument.value.items.map((value) => ({ ...argument, value }));
  });
}

function isSameArgument(one: ReadArgument, other: ReadArgument): boolean {
  if (one.kind === 'symbol' || other.kind === 'symbol') {
    return one.kind === 'symbol' && other.kind === 'symbol' && one.text === other.text;
  }
  if (one.kind !== other.kind) return false;
  if (one.kind === 'option' && other.kind === 'option' && one.name !== other.name) return false;
  if (!one.value || !other.value) return one.value === other.value;
  return isSameValue(one.value, other.value, one.use);
}

/** Compares pairs of a hash, in which no key is an option. */
function isSamePair(one: Pair, other: Pair): boolean {
  if (one.key.text !== other.key.text) return false;
  if (!one.value || !other.value) return one.value === other.value;
  return isSameValue(one.value, other.value, 'plain');
}

function isSameValue(one: Value, other: Value, use: ListUse): boolean {
  const [a, b] = use === 'plain' ? [one, other] : [onlyString(one), onlyString(other)];
  switch (a.kind) {
    case 'string':
    case 'boolean':
      return a.kind === b.kind && a.value === b.value;
    case 'number':
      return b.kind === 'number' && a.text === b.text;
    case 'star':
      return b.kind === 'star';
    case 'regex':
      return b.kind === 'regex' && a.pattern === b.pattern && a.flags === b.flags;
    case 'callable':
      return b.kind === 'callable' && isSameCallable(a, b);
    case 'list':
      return (
        b.kind === 'list' && areAlike(a.items, b.items, (item, other) => isSameValue(item, other, 'plain'))
      );
    case 'hash':
      return b.kind === 'hash' && areAlike(a.pairs, b.pairs, isSamePair);
    case 'redirect':
      return b.kind === 'redirect' && isSameRedirect(a, b);
  }
}

function isSameCallable(one: CallableValue, other: CallableValue): boolean {
  return one.module === other.module && one.export === other.export && one.inline === other.inline;
}

function isSameRedirect({ call }: RedirectValue, { call: other }: RedirectValue): boolean {
  if (call.block !== undefined) return false;
  return areSameArguments(readRedirect(call), readRedirect(other));
}

/** Whether two lists have the same length, and each item is like the one at the same index. */
export function areAlike<One, Other extends object | string>(
  ones: readonly One[],
  others: readonly Other[],
  alike: (one: One, other: Other) => boolean,
): boolean {
  if (ones.length !== others.length) return false;
  return ones.every((one, index) => {
    const other = others[index];
    return other !== undefined && alike(one, other);
  });
}

/** The string of a list with one string; any other value as it is. */
function onlyString(value: Value): Value {
  const [only] = value.kind === 'list' && value.items.length === 1 ? value.items : [];
  return only?.kind === 'string' ? only : value;
}
