// Words without quotes where a value is due: what is said of one, by what may stand there.
//
//   to => index         `index` is no value without quotes
//   through => auth     `auth` lacks its `&`
//   to => PhotosApp     program text, of which nobody knows what it stands for

import * as foreign from '../../grammar/foreign-messages.js';
import type { Token } from '../../grammar/tokens.js';
import * as shapes from '../../grammar/messages.js';
import type { Problem } from '../../grammar/problem.js';
import * as messages from '../../grammar/value-messages.js';
import { tokenSpan } from './cst-places.js';
import type { Argument, StringValue } from './declarations.js';
import type { Reading } from './reading.js';
import type { Span } from './source.js';
import { accepts } from './value-kinds.js';
import { plainString, wordsOf } from './string-values.js';
import { canonicalOption, keywordRow, optionRow, type ValueKind } from './vocabulary.js';

/** A constant of program text. */
const constant = /^\p{Lu}\p{L}*\p{Ll}/u;

/** Makes the problem of a bare word at its place. */
export type BareWord = typeof messages.bareWord;

/** The string that a bare word probably is, once it was reported; undefined for a constant. */
export function readBareWord(word: Token, reading: Reading, problem: BareWord): StringValue | undefined {
  const span = tokenSpan(word);
  if (constant.test(word.image)) {
    reading.report(foreign.foreignConstant(span, word.image));
    reading.isDamaged = true;
    return undefined;
  }
  reading.report(bareWordProblem(word, reading, problem)(span, word.image));
  return plainString('bare', span, word.image);
}

function bareWordProblem(word: Token, { source }: Reading, problem: BareWord): BareWord {
  if (problem === messages.bareWord && messages.isNothing(word.image)) return messages.bareNothing;
  if (problem !== messages.bareArgument) return problem;
  const behind = source.text.slice(tokenSpan(word).end, tokenSpan(word).end + 100);
  if (keywordRow(word.image)?.block === 'required' && /^\s*(?:\{|do\b)/.test(behind))
    return (span, text) => shapes.declarationAsArgument(span, text, undefined);
  const row = optionRow(canonicalOption(word.image));
  return row && accepts(row.accepts, 'true') ? messages.bareFlag : problem;
}

/** What is said of a bare word in a list: where callables are due, that it lacks its `&`. */
export function wordInList(problem: BareWord): BareWord {
  return problem === messages.bareCallable ? problem : messages.bareWord;
}

const bareWords = /^\[\s*[\p{L}_][\p{L}\p{N}_-]*(?:[\s,]+[\p{L}_][\p{L}\p{N}_-]*)*[\s,]*\]$/u;
const noText = /^(?:[Tt]rue|[Ff]alse|nil)$/;

/**
 * The strings of a list that holds nothing but words without quotes, once that was reported: `[index show]` for `<index show>`.
 * Undefined for any other list, and where no strings are due.
 */
export function readBareWords(list: Span, reading: Reading, problem: BareWord): StringValue[] | undefined {
  const text = reading.text(list);
  if (problem === messages.bareCallable || !bareWords.test(text)) return undefined;
  const words = wordsOf(text.slice(1, -1), list.start + 1, /[\s,]+/);
  if (words.some(({ value }) => constant.test(value) || noText.test(value))) return undefined;
  reading.report(messages.bareWordsInList(list, text, `<${words.map(({ value }) => value).join(' ')}>`));
  return words;
}

/**
 * Whether words go on with the list that an option before them has begun without brackets, as in `only => index, show`: they
 * are one mistake with its first word then, which was reported last.
 */
export function goesOnWithWords(before: Argument | undefined, words: Span, reading: Reading): boolean {
  const value = before?.kind === 'pair' ? before.value : undefined;
  if (before?.kind !== 'pair' || value?.kind !== 'string' || value.notation !== 'bare') return false;
  const known = optionRow(canonicalOption(before.key.text))?.words;
  const list = { start: value.span.start, end: words.end };
  const text = reading.text(list);
  // The list may have lost its `<` alone.
  const all = text.replace(/>$/, '').split(/[\s,]+/);
  if (!all.every((word) => known?.includes(word))) return false;
  reading.problems.pop();
  reading.report(messages.bareWordsInList(list, text, `<${all.join(' ')}>`));
  return true;
}

/**
 * What is said of a word before a value: a key whose `=>` is missing, or the first word of a declaration that stands among
 * arguments. `end` is the comma before it, where its statement may end there.
 */
export function keyOrDeclaration(word: Token, end: Span | undefined): Problem {
  const isDeclaration = keywordRow(word.image) !== undefined && optionRow(word.image) === undefined;
  return isDeclaration
    ? shapes.declarationAsArgument(tokenSpan(word), word.image, end)
    : shapes.missingArrow(tokenSpan(word), word.image);
}

/** What is said of a bare word where values of some kinds may stand. */
export function bareWordFor(kinds: readonly ValueKind[] | undefined): BareWord {
  if (!kinds || kinds.includes('string')) return messages.bareWord;
  if (kinds.includes('callable')) return messages.bareCallable;
  return accepts(kinds, 'true') ? messages.bareBoolean : messages.bareWord;
}

/** What is said of a bare word behind the name of an option: one that is none of its words is not to be put into quotes. */
export function bareValue(option: string): BareWord {
  const row = optionRow(canonicalOption(option));
  const { words } = row ?? {};
  if (!words || !row?.accepts.includes('star')) return bareWordFor(row?.accepts);
  return (span, word) =>
    (words.includes(word.toLowerCase()) ? messages.bareWord : messages.bareStar)(span, word);
}
