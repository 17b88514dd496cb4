// Words without quotes side by side, in the place of a list or of several names. They are one mistake.
//
//   only => index, show            the words of `index, show` have no quotes
//   defaults format, locale        keys without their values

import type { ArgumentCstNode } from '../../grammar/cst.js';
import type { Problem } from '../../grammar/problem.js';
import * as tokens from '../../grammar/tokens.js';
import * as messages from '../../grammar/value-messages.js';
import type { BegunCall } from './argument-sequence.js';
import { type BareWord, isConstant, isKeyOf } from './bare-words.js';
import { tokenSpan } from './cst-places.js';
import type { StringValue } from './declarations.js';
import { rowOfOption } from './habits.js';
import type { Reading } from './reading.js';
import type { Span } from './source.js';
import { listText, plainString, wordsOf } from './string-values.js';
import { foreignTarget } from './value-habits.js';
import { keywordRow, optionRow } from './vocabulary.js';

const constantWithComma = /^\p{Lu}\p{L}*\p{Ll}[\p{L}\p{Nd}]*[ \t]*,[ \t]*$/u;

/** The problem of a bare word in a list. In the place of callables, it lacks its `&`. */
export function wordInList(problem: BareWord): BareWord {
  return problem === messages.bareCallable ? problem : messages.bareWord;
}

const bareWords = /^\[\s*[\p{L}_][\p{L}\p{M}\p{Nd}_-]*(?:[\s,]+[\p{L}_][\p{L}\p{M}\p{Nd}_-]*)*[\s,]*\]$/u;
/** The same with colons between them, which belong to keys if a hash may be meant: `[index: show]`. */
const bareItems =
  /^\[\s*[\p{L}_][\p{L}\p{M}\p{Nd}_-]*(?:(?:[\s,]+|: ?)[\p{L}_][\p{L}\p{M}\p{Nd}_-]*)*[\s,]*\]$/u;
const noText = /^(?:[Tt]rue|[Ff]alse|nil)$/;

/**
 * The strings of a list that contains only words without quotes, after reporting it: `[index show]` for `<index show>`. Undefined for any
 * other list, and where no strings may stand.
 */
export function readBareWords(list: Span, reading: Reading, problem: BareWord): StringValue[] | undefined {
  const text = reading.text(list);
  if (problem === messages.bareCallable) return readBareCallables(list, text, reading);
  const mayBeHash = [messages.bareWord, messages.bareAction, messages.bareHash].includes(problem);
  if (!(mayBeHash ? bareWords : bareItems).test(text)) return undefined;
  const words = wordsOf(text.slice(1, -1), list.start + 1, /[\s,:]+/);
  if (words.some(({ value }) => isConstant(value) || noText.test(value))) return undefined;
  reading.report(messages.bareWordsInList(list, text, listText(words)));
  return words;
}

/** The same for callables without their `&`, which then name nothing: `[auth, limits]`. */
function readBareCallables(list: Span, text: string, reading: Reading): StringValue[] | undefined {
  const words = wordsOf(text.slice(1, -1), list.start + 1, separators);
  const all = words.map(({ value }) => value);
  if (!areNames(all) || all.some(isConstant)) return undefined;
  reading.report(messages.bareCallables(list, text, `[${callables(all)}]`));
  return words.map(({ span, value }) => plainString('bare', span, value));
}

/** The length limit of such a list, since it is read from its beginning for each further word. */
const longestList = 1_000;

/**
 * Whether words, perhaps with the argument before them, are a list without quotes: `only => index, show`, `resources photos, users`. They
 * are one mistake with that argument, which was reported last.
 */
export function goesOnWithWords(words: Span, call: BegunCall): boolean {
  const { list: given, reading } = call;
  const before = given.at(-1);
  const last = reading.problems.at(-1);
  const value = before?.kind === 'pair' ? before.value : before;
  const isBare = value?.kind === 'string' && value.notation === 'bare' && last?.start === value.span.start;
  // A constant is no value: `to => Users, show`.
  const isBehindConstant =
    !value && last && constantWithComma.test(reading.text({ ...last, end: words.start }));
  if (before && !isBare && !isBehindConstant) return false;
  const list = { start: isBare || isBehindConstant ? last.start : words.start, end: words.end };
  if (list.end - list.start > longestList) return false;
  const problem =
    before?.kind === 'pair' ? listOfOption(list, before.key.text, call) : listOfCall(list, call);
  if (!problem) return false;
  if (isBare || isBehindConstant) reading.problems.pop();
  reading.report(problem);
  return true;
}

/** The same for an argument that is one word. */
export function goesOnWithWord(
  { children: { LooseWord, Literal, operand, arrow } }: ArgumentCstNode,
  call: BegunCall,
): boolean {
  const [word] = LooseWord ?? Literal ?? [];
  const isTarget = call.row?.positionals[0]?.role === 'target';
  const isBare =
    word?.tokenType === tokens.LooseWord ||
    word?.tokenType === tokens.BareTarget ||
    (isTarget && word?.tokenType === tokens.SymbolString);
  return isBare && !operand && !arrow && goesOnWithWords(tokenSpan(word), call);
}

/** The problem of words without quotes after an option that takes several, or of a controller and its action. */
function listOfOption(list: Span, option: string, { row, reading }: BegunCall): Problem | undefined {
  const text = reading.text(list);
  // The list may lack only its `<`.
  const all = text.replace(/>$/, '').split(separators);
  const known = rowOfOption(option);
  // A name that is no option is a segment of the path. Its values are given by a regex.
  const { words, accepts = row?.options.includes('constraints') ? ['regex'] : [] } = known ?? {};
  if (accepts.includes('redirect') && all.length === 2) return controllerAndAction(list, all, text);
  const areOfOption = words ? all.every((word) => words.includes(word)) : areNames(all);
  if (!areOfOption) return undefined;
  if (accepts.includes('callable'))
    return accepts.includes('list') ? messages.bareCallables(list, text, `[${callables(all)}]`) : undefined;
  if (accepts.includes('strings')) return messages.bareWordsInList(list, text, `<${all.join(' ')}>`);
  const isRegex = accepts.includes('regex') && !/[#/]/.test(text);
  return isRegex ? messages.bareWordsInList(list, text, `/${all.join('|')}/`) : undefined;
}

function controllerAndAction(
  list: Span,
  [controller, action = '']: readonly string[],
  text: string,
): Problem | undefined {
  const target = optionRow(action) ? undefined : foreignTarget(`${controller}#${action.replace(':', '')}`);
  return target === undefined ? undefined : messages.targetWithoutQuotes(list, text, target);
}

/** The same for the names of a call that takes several, or for a target as first argument. */
function listOfCall(list: Span, { row, reading }: BegunCall): Problem | undefined {
  const text = reading.text(list);
  const all = text.split(separators);
  const [first] = row?.positionals ?? [];
  if (first?.role === 'target' && all.length === 2) return controllerAndAction(list, all, text);
  if (all.length > 1 && first?.accepts.includes('hash') && all.every((word) => isKeyOf(first, word)))
    return messages.bareKeys(list, text, all.map((word) => `${word} => …`).join(', '));
  if (!first?.repeats || !areNames(all)) return undefined;
  return first.accepts.includes('callable')
    ? messages.bareCallables(list, text, callables(all))
    : messages.bareWordsInList(list, text, all.map((word) => `'${word}'`).join(', '));
}

const separators = /[\s,]+/;

function callables(words: readonly string[]): string {
  return words.map((word) => `&${word}`).join(', ');
}

/** Whether words are several names, and none of them begins an option or a declaration. */
function areNames(words: readonly string[]): boolean {
  return (
    words.length > 1 &&
    words.every(
      (word) => /^[\p{L}_][\p{L}\p{M}\p{Nd}_#/-]*$/u.test(word) && !optionRow(word) && !keywordRow(word),
    )
  );
}
