// Words without quotes in the place of a value. The problem depends on what may stand there.
//
//   to => index         `index` is no value without quotes
//   through => auth     `auth` lacks its `&`
//   to => PhotosApp     program text with unknown meaning

import type { ArgumentCstNode } from '../../grammar/cst.js';
import * as foreign from '../../grammar/foreign-messages.js';
import { endOf } from '../../grammar/inline-code.js';
import * as tokens from '../../grammar/tokens.js';
import type { Token } from '../../grammar/tokens.js';
import * as shapes from '../../grammar/messages.js';
import type { Problem } from '../../grammar/problem.js';
import * as messages from '../../grammar/value-messages.js';
import type { BegunCall } from './argument-sequence.js';
import { firstTokenOf, isPair, tokenSpan } from './cst-places.js';
import type { StringValue } from './declarations.js';
import { rowOfOption } from './habits.js';
import { calledOption } from './pair-keys.js';
import { nearest } from './nearest.js';
import type { Reading } from './reading.js';
import { optionOf, optionRole } from './roles.js';
import type { Span } from './source.js';
import { acceptsTrue } from './value-kinds.js';
import { plainString } from './string-values.js';
import { controllerOption, foreignTarget } from './value-habits.js';
import {
  isRequestAttribute,
  keywordRow,
  type KeywordRow,
  optionRow,
  type PositionalRow,
  type ValueKind,
} from './vocabulary.js';

const constant = /^\p{Lu}\p{L}*\p{Ll}/u;

/** Whether a word is, or begins with, a constant of program text. */
export function isConstant(text: string): boolean {
  return constant.test(text);
}

/** Makes the problem of a bare word. */
export type BareWord = typeof messages.bareWord;

/** A bare word where only a string or a list of strings may stand. */
const bareString: BareWord = (span, word) => messages.bareWord(span, word);
/** A bare word where the name of a class or file may stand. */
const bareName: BareWord = (span, word) => messages.bareWord(span, word);

/** The same where the name of a helper or of a segment may stand, neither of which has every sign. */
const bareHelper: BareWord = (span, word) => bareNameOf(span, word, '-');
const bareSegment: BareWord = (span, word) => bareNameOf(span, word, '_');

const ofStrings = [messages.bareWord, messages.bareAction, bareString, bareHelper, bareSegment];
const ofOthers = [messages.bareCallable, messages.bareHash, messages.bareBoolean];

/** The string that a bare word probably is, after reporting it. Undefined for a constant. */
export function readBareWord(word: Token, reading: Reading, problem: BareWord): StringValue | undefined {
  const span = tokenSpan(word);
  const mayBeString = ofStrings.includes(problem);
  const isNothing = (mayBeString || ofOthers.includes(problem)) && messages.isNothing(word.image);
  if (!isNothing && problem !== bareName && isConstant(word.image)) {
    reading.report((codeFor(problem) ?? foreign.foreignConstant)(span, word.image));
    reading.isDamaged = true;
    return undefined;
  }
  reading.report(isNothing ? messages.bareNothing(span, word.image, mayBeString) : problem(span, word.image));
  return plainString('bare', span, word.image);
}

/** The problem of program text where only a callable, or only a string, may stand. */
function codeFor(problem: BareWord | undefined): BareWord | undefined {
  if (problem === messages.bareCallable) return foreign.codeAsCallable;
  const joint = jointOf(problem);
  if (joint !== undefined) return (span, text) => messages.codeAsString(span, text, joint);
  return problem === bareString ? messages.codeAsString : undefined;
}

/** The sign that joins the words of a name that may have no others. */
function jointOf(problem: BareWord | undefined): '-' | '_' | undefined {
  return problem === bareHelper ? '-' : problem === bareSegment ? '_' : undefined;
}

/** The problem of one or more bare words in the place of a name: `as => photos/show`, `param => post-id`. */
function bareNameOf(span: Span, text: string, joint: '-' | '_'): Problem {
  const meant = text
    .replace(joint === '-' ? /[^\p{L}\p{M}\p{Nd}_-]+/gu : /[^\p{L}\p{M}\p{Nd}_]+/gu, joint)
    .replace(/^[-_\p{Nd}]+(?=\p{L})|[-_]+$/gu, '');
  return meant === text || meant === ''
    ? messages.bareWord(span, text)
    : messages.withoutQuotes(span, text, `'${meant}'`);
}

/** For program text that has been reported, reports what to write instead in this place. */
export function tellCode(token: Token, reading: Reading, problem: BareWord | undefined): void {
  const isName =
    token.tokenType === tokens.InlineCode && /^[\p{L}_][\p{L}\p{Nd}_]*(?:[.(]|::)/u.test(token.image);
  const say = isName ? codeFor(problem) : undefined;
  if (say) reading.report(say(tokenSpan(token), token.image));
}

/** `users.show` that is not part of something longer. */
const memberAlone = /^[\p{L}_][\p{L}\p{Nd}_]*\.[\p{L}_][\p{L}\p{Nd}_]*[^\S\n\r]*(?:[\n\r,;)}#]|$)/u;

/**
 * The string meant by `users#show`, `users:show` or `users.show` in the place of a target or callable, after reporting it. Undefined for
 * anything else.
 */
export function readBareTarget(
  token: Token,
  reading: Reading,
  problem: BareWord | undefined,
): StringValue | undefined {
  const isCode = token.tokenType === tokens.InlineCode;
  if (!isCode && problem && jointOf(problem) !== undefined) return readBareWord(token, reading, problem);
  if (token.tokenType === tokens.BarePath) {
    const isLocation = problem === messages.bareAction && /^\/[\w:./-]*$/.test(token.image);
    return isLocation ? readLocation(token, reading) : undefined;
  }
  const isFile = problem === messages.bareAction && token.image.startsWith('.');
  if ((problem === messages.bareCallable && !isCode) || isFile)
    return readBareWord(token, reading, messages.bareCallable);
  const span = tokenSpan(token);
  const isTarget = !isCode || memberAlone.test(reading.text({ start: span.start, end: span.end + 100 }));
  const target =
    isTarget && problem === messages.bareAction
      ? foreignTarget(token.image.replace(/(?:['"]|\(\))$/, ''))
      : undefined;
  if (target === undefined) return undefined;
  reading.report({
    ...messages.withoutQuotes(span, token.image, target),
    ...(isCode && { knowsMore: true }),
  });
  return plainString('bare', span, target.slice(1, -1));
}

/** Reports `/api` where no regex may stand, and returns it as a string. Returns undefined for anything else. */
export function pathForRegex(
  token: Token,
  kinds: readonly ValueKind[],
  reading: Reading,
  problem: BareWord,
): StringValue | undefined {
  const isPath = token.tokenType === tokens.UnclosedRegex && /^\/[\w/:.-]+$/.test(token.image);
  if (!isPath || kinds.includes('regex') || !kinds.includes('string')) return undefined;
  reading.take(token);
  if (jointOf(problem) !== undefined) return readBareWord(token, reading, problem);
  return problem === messages.bareAction ? readLocation(token, reading) : readPath(token, reading);
}

function readPath(token: Token, reading: Reading, meant = `'${token.image}'`): StringValue {
  const span = tokenSpan(token);
  reading.report(messages.withoutQuotes(span, token.image, meant));
  return plainString('bare', span, token.image);
}

/** A path in the place of a target means a redirect. */
function readLocation(token: Token, reading: Reading): StringValue {
  return readPath(token, reading, `redirect('${token.image}')`);
}

/** The problem of a word, if it has no quotes, as the next argument of a call. */
export function wordOfCall(word: string, { list: before, row, reading }: BegunCall): BareWord {
  const [first] = row?.positionals ?? [];
  if (isExport(word, row?.positionals[before.length])) return messages.bareCallable;
  if (first && before.length > 0 && first.repeats && first.accepts.includes('callable'))
    return bareWordFor(first.accepts);
  if (before.length === 0) {
    if (first?.role === 'helper') return bareHelper;
    if (first?.role === 'class' || first?.role === 'file') return bareName;
    return first && isKeyOf(first, word) ? messages.bareOption : bareWordFor(first?.accepts);
  }
  return (span) => {
    const behind = reading.text({ start: span.end, end: span.end + 200 });
    if (keywordRow(word)?.block === 'required' && /^\s*(?:\{|do\b)/.test(behind))
      return shapes.declarationAsArgument({ start: span.start, end: span.end }, word, undefined);
    const [called = ''] = valueInParentheses.exec(behind) ?? [];
    const call = calledOption({ start: span.start, end: span.end + called.length }, `${word}${called}`);
    if (call) return call;
    const option = optionRow(word);
    if (option) return (acceptsTrue(option.accepts) ? messages.bareFlag : messages.bareOption)(span, word);
    if (row?.pairFor !== 'to') return messages.bareArgument(span, word);
    return (isBeforeTarget(reading, span.end) ? messages.bareLayer : messages.bareTarget)(span, word);
  };
}

/** Whether `links#home` stands where a callable may stand, and no target. */
function isExport(word: string, due: PositionalRow | undefined): boolean {
  return word.includes('#') && due !== undefined && due.role !== 'target' && due.accepts.includes('callable');
}

/** Whether a first word is a key without its value. The pairs of a hash may stand there without braces. */
export function isKeyOf({ accepts, orOption }: PositionalRow, word: string): boolean {
  if (word === orOption) return true;
  return accepts.includes('hash') && (!accepts.includes('callable') || isRequestAttribute(word));
}

/** Whether a target follows an offset on its line, as an option or as another argument. */
function isBeforeTarget(reading: Reading, offset: number): boolean {
  return /^[^\n\r]*\bto\s*[=:]|^[ \t]*,[ \t]*(?!(?:[\w-]+[ \t]*(?:=|:(?!:))|do\b))[\p{L}&'"]/u.test(
    reading.text({ start: offset, end: offset + 200 }),
  );
}

/** Parentheses after the name of an option. After a value the closing one may be missing. */
const valueInParentheses =
  /^[ \t]+\((?:[^()\n\r]*\)|[ \t]*(?:'[^'\n\r]*'|"[^"\n\r]*"|<[^<>\n\r]*>|\[[^[\]\n\r]*\]|[:&]?[\w/#-]+))/;

/** Reports which option was meant by an argument, if it must be one. */
export function tellOption(node: ArgumentCstNode, call: BegunCall, isBehindComma: boolean): void {
  const { reading } = call;
  const target = (isBehindComma ? targetAsArgument(node, call) : undefined) ?? optionsInList(node, call);
  const isCode = firstTokenOf(node).tokenType === tokens.InlineCode;
  if (target && !isCode) reading.problems.pop();
  const problem = target ?? codeAsOption(node, call);
  if (problem) reading.report(isCode ? { ...problem, knowsMore: true } : problem);
}

/** Whether a value stands where only an option may, so that `, to =>` is missing: `get '/a' 'x#y'`. */
export function lacksOption(node: ArgumentCstNode, { list: [path, second], row }: BegunCall): boolean {
  const { Literal } = node.children;
  if (row?.pairFor !== 'to' || !Literal || isPair(node) || second || path?.kind !== 'string') return false;
  return /^(?:&|['"][^'"]*#)/.test(Literal[0].image);
}

/** The problem of program text in a call that must be meant as an option: `only(:index)`, `get '/a', handlers.show`. */
function codeAsOption(node: ArgumentCstNode, { list: before, row, reading }: BegunCall): Problem | undefined {
  const { Literal, LooseWord, operand } = node.children;
  const [code] = Literal ?? LooseWord ?? [];
  const isCode = code?.tokenType === tokens.InlineCode || (code && !operand && isConstant(code.image));
  if (!code || !row || !isCode || isPair(node)) return undefined;
  const called = fileOrOption(tokenSpan(code), code.image, row);
  if (called || before.length === 0) return called;
  const isGiven = before.some((each) => each.kind === 'pair' && optionRole(each.key.text) === 'target');
  if (row.pairFor === 'to') {
    const isLayer = isBeforeTarget(reading, endOf(code));
    return isGiven ? undefined : foreign.codeAsTarget(tokenSpan(code), code.image, isLayer);
  }
  if (!row.options.includes('controller') || !isConstant(code.image)) return undefined;
  const option =
    controllerOption(row.positionals[0]?.repeats ? before[0] : undefined, code.image) ??
    `module => '${foreign.controllerName(code.image.replace(/::class$/, ''))}'`;
  return foreign.codeAsOption(tokenSpan(code), code.image, option);
}

function fileOrOption(place: Span, text: string, { positionals: [first] }: KeywordRow): Problem | undefined {
  const isFile = first?.role === 'file' && /^[\w-]+(?:[./][\w-]+)*$/.test(text);
  return isFile ? { ...messages.withoutQuotes(place, text), knowsMore: true } : calledOption(place, text);
}

/** A target without quotes as an argument: `get '/a', users#show`, `get '/a', users.show`, `root users:show`. */
function targetAsArgument(
  node: ArgumentCstNode,
  { list: before, row, reading }: BegunCall,
): Problem | undefined {
  const isAlone = before.length === 0 && row?.positionals[0]?.role === 'target';
  const isBehindPath = before.length === 1 && row?.pairFor === 'to';
  if (!row || !(isAlone || isBehindPath)) return undefined;
  const words = bareTarget(node, isAlone, reading) ?? gluedWords(node);
  const [first, last = first] = words ?? [];
  if (!first || !last) return undefined;
  const text = reading.text({ start: first.startOffset, end: endOf(last) });
  const [name = ''] = /^[\p{L}\p{M}\p{Nd}_-]+/u.exec(text) ?? [];
  const target = optionOf(row, name) ? undefined : foreignTarget(text.replace(/(?:['"]|\(\))$/, ''));
  if (target === undefined) return undefined;
  const span = { start: first.startOffset, end: endOf(last) };
  return messages.targetWithoutQuotes(span, text, isAlone ? target : `to => ${target}`);
}

/** The options of a route in brackets, `get '/a', [to => 'a#b']`, which have been reported as those of a hash. */
function optionsInList(node: ArgumentCstNode, { row, reading }: BegunCall): Problem | undefined {
  const [list] = node.children.list ?? [];
  const last = reading.problems.at(-1);
  if (row?.pairFor !== 'to' || isPair(node) || !last || !list?.children.argument?.every(isPair))
    return undefined;
  const text = reading.text(last);
  const isWhole = last.start === list.children.LeftBracket[0].startOffset && text.endsWith(']');
  return isWhole ? shapes.optionsInBrackets(last, text.slice(1, -1).trim()) : undefined;
}

/** `users#show` or `users.show` after a path. The first may have been reported elsewhere, the second as program text. */
function bareTarget(node: ArgumentCstNode, isAlone: boolean, reading: Reading): readonly Token[] | undefined {
  const { Literal } = node.children;
  const [token] = Literal ?? [];
  if (!token || isPair(node)) return undefined;
  if (token.tokenType === tokens.BareTarget) return isAlone ? undefined : Literal;
  const isMember = token.tokenType === tokens.InlineCode && memberCode.test(token.image);
  // In `admin::users#show`, `#show` is a comment.
  const goesOn = reading.source.text[endOf(token)] === '#';
  return isMember && !goesOn && !isBeforeTarget(reading, endOf(token)) ? Literal : undefined;
}

/** `users.show`, `UsersController@show` or `users->show`, if it is the whole piece of program text. */
const memberCode = /^[\p{L}_][\p{L}\p{Nd}_]*(?:\.|::|@|->)[\p{Ll}_][\p{L}\p{Nd}_]*$/u;

/** The two parts of `users:show`. */
function gluedWords({ children }: ArgumentCstNode): readonly Token[] | undefined {
  const [label] = children.Label ?? [];
  const [word] = children.LooseWord ?? [];
  return label && word && word.startOffset === endOf(label) ? [label, word] : undefined;
}

/** The problem of a bare word where values of these kinds may stand. */
function bareWordFor(kinds: readonly ValueKind[] | undefined): BareWord {
  if (kinds?.includes('redirect')) return messages.bareAction;
  if (!kinds || (kinds.includes('string') && (kinds.includes('hash') || kinds.includes('callable'))))
    return messages.bareWord;
  if (kinds.includes('string')) return bareString;
  if (kinds.includes('callable')) return messages.bareCallable;
  if (kinds.includes('strings')) return bareString;
  if (kinds.every((kind) => kind === 'hash')) return messages.bareHash;
  if (kinds.every((kind) => kind === 'number')) return messages.bareNumber;
  return acceptsTrue(kinds) ? messages.bareBoolean : messages.bareWord;
}

/** The problem of a bare word after an option's name. If the option has fixed words and this is none, quotes are not suggested. */
export function bareValue(option: string): BareWord {
  const row = rowOfOption(option);
  if (row?.role === 'helper') return bareHelper;
  if (row?.role === 'segment') return bareSegment;
  const { words } = row ?? {};
  if (!words || !row) return bareWordFor(row?.accepts);
  return (span, word) => {
    if (words.includes(word.toLowerCase())) return messages.bareWord(span, word);
    if (row.accepts.includes('star')) return messages.bareStar(span, word);
    return messages.bareOther(span, word, words, nearest(word, words));
  };
}
