// Reads pairs by the notation of their keys.
//
//     to => 'x#y'   to: 'x#y'   'to' => 'x#y'   :to => 'x#y'   &guards#own => 'x'

import * as foreign from '../../grammar/foreign-messages.js';
import * as messages from '../../grammar/messages.js';
import { endOf } from '../../grammar/inline-code.js';
import type { Problem } from '../../grammar/problem.js';
import * as values from '../../grammar/value-messages.js';
import * as tokens from '../../grammar/tokens.js';
import type { Token } from '../../grammar/tokens.js';
import { tokenSpan } from './cst-places.js';
import type { Pair, PairKey, RedirectValue, Value } from './declarations.js';
import type { Reading } from './reading.js';
import { readRegex } from './regex-values.js';
import { isRoute } from './roles.js';
import { copied, type Span } from './source.js';
import { keywordRow, optionRow, type ValueKind } from './vocabulary.js';
import { WrittenKey, WrittenPair, WrittenSpan } from './written-nodes.js';

/** The key of `key => value`. */
export function wordKey(word: Token): PairKey {
  return new WrittenKey(word.image, tokenSpan(word));
}

/** The key of `key: value`. */
export function labelKey({ image, startOffset: start }: Token): PairKey {
  const text = image.slice(0, -1);
  return new WrittenKey(text, new WrittenSpan(start, start + text.length));
}

/** A value as a key, if it can be one. */
export function keyOf(value: Value): PairKey | undefined {
  if (value.kind === 'string') {
    if (value.notation === 'symbol')
      return {
        text: value.value,
        span: { start: value.span.start + 1, end: value.span.end },
        notation: 'symbol',
      };
    return { text: value.value, span: copied(value.span), notation: 'string', string: value };
  }
  if (value.kind !== 'callable') return undefined;
  const text = value.export === undefined ? value.module : `${value.module}#${value.export}`;
  return { text, span: copied(value.span), notation: 'callable', callable: value };
}

/** `:name` as a pair with true, where only a pair may stand, and `:!name` with false. */
export function flagPair(name: string, span: Span, value: boolean): Pair {
  const place = { start: span.end - name.length, end: span.end };
  const key: PairKey = { text: name, span: place, notation: 'symbol' };
  return new WrittenPair(span, 'adverb', key, { kind: 'boolean', span: copied(span), value });
}

/** A redirect as an argument is read as the target. */
export function redirectPair(value: RedirectValue): Pair {
  const key = new WrittenKey('to', copied(value.call.keyword.span));
  return new WrittenPair(copied(value.span), 'arrow', key, value);
}

/** The problem of a key without a value. A hash without braces, or the two halves of a target, may follow it as a pair. */
export function noValue(key: Span, reading: Reading): Problem {
  const text = reading.text(key);
  const opener = foreign.foreignOpener(key, text);
  if (opener) return opener;
  const [next = ''] = /^[ \t]*\S/u.exec(reading.text({ start: key.end, end: key.end + 20 })) ?? [];
  const sign = next && foreign.foreignSign(key.end + next.length - 1, next.trim());
  if (sign) return sign;
  return (
    noValueBeforePair(key, text, reading) ?? regexAlone(key, reading) ?? messages.missingValue(key, text)
  );
}

/**
 * The problem of a word before a value: a key without `=>`, or the first word of a declaration among arguments. `end` is the comma before
 * it, if its statement may end there.
 */
export function keyOrDeclaration(word: Token, end: Span | undefined): Problem {
  const isDeclaration = keywordRow(word.image) !== undefined && optionRow(word.image) === undefined;
  return isDeclaration
    ? messages.declarationAsArgument(tokenSpan(word), word.image, end)
    : messages.missingArrow(tokenSpan(word), word.image);
}

/** The problem of a word meant as a redirect, `redirect '/a'`. `key` is what is missing before it. Undefined for any other word. */
export function redirectAlone(word: Token, reading: Reading, key = ''): Problem | undefined {
  const { image } = word;
  const behind = messages.isRedirect(image) ? reading.stringAfter(endOf(word)) : undefined;
  const isRedirect = behind !== undefined || (image === 'redirect' && key === '');
  return isRedirect ? messages.redirectWithoutParentheses(tokenSpan(word), image, behind, key) : undefined;
}

/** Text after a key that begins as only a regex does. */
const regexBehind = /^([ \t]*)([\^\\.](?:\\.|\{\d+(?:,\d*)?\}|[^\s,;'"#{}/])*)(?=\s|[,;}]|$)/;

/** `id => ^\d+$`, a regex without its slashes. */
function regexAlone(key: Span, reading: Reading): Problem | undefined {
  const [, blanks = '', regex = ''] =
    regexBehind.exec(reading.text({ start: key.end, end: key.end + 200 })) ?? [];
  const [name = ''] = /[^\s:=]+/.exec(reading.text(key)) ?? [];
  const inside = regex.replace(/^\^|\$$/g, '');
  if (optionRow(name)) return undefined;
  if (!/[\\+*?$[]/.test(regex) || inside === '') return undefined;
  return regexOf(regex, inside, key.end + blanks.length);
}

function regexOf(text: string, inside: string, start: number): Problem | undefined {
  const meant = `/${inside}/`;
  const place = { start, end: start + text.length };
  let isGood = true;
  readRegex(meant, place, () => (isGood = false));
  return isGood ? values.regexWithoutSlashes(place, text, meant) : undefined;
}

/** A character class that is repeated or contains only ranges, with the text glued to it. */
const classBehind =
  /^\[(?:[^\]\s,;'"/]+\](?:[+*?]|\{\d+(?:,\d*)?\})[^\s,;'"#{}()/]*|(?:[a-z]-[a-z]|[A-Z]-[A-Z]|\d-\d)+\])(?=[\s,;)}]|$)/;

/** `id => [0-9]+`, which has been read as a list, as a regex without its slashes. */
export function classAlone({ start, end }: Span, { source: { text } }: Reading): Problem | undefined {
  if (text[start + 2] !== '-' && !/^[+*?{]/.test(text.charAt(end))) return undefined;
  const [regex] = classBehind.exec(text.slice(start, start + 200)) ?? [];
  return regex === undefined ? undefined : regexOf(regex, regex, start);
}

/** A word, perhaps with a value, in the place of a pair: `{ format 'json', page 1 }`. */
const wordInHash =
  /\s*:?(['"]?)([\p{L}_][\p{L}\p{M}\p{Nd}_-]*)\1(?:(?:\s+|(?<=['"])\s*,\s*)('[^'\\]*'|"[^"\\]*"|\/(?:\\.|[^/\\])+\/[a-z]*|:?[\w-]+))?\s*(?:,|(?=\}))/gu;
const bareText = /^(?!(?:\d+|true|false)$)[\w-]/;
const longestHash = 500;

/** Reports which hash was meant by words and values in braces, where a hash may stand. They have been reported as program text. */
export function tellHash(
  kinds: readonly ValueKind[] | undefined,
  [code]: readonly Token[] = [],
  reading: Reading,
): void {
  const { image = '', tokenType } = code ?? {};
  if (!code || tokenType !== tokens.InlineCode || image.length > longestHash) return;
  const inside = /^\{(.*\})$/s.exec(image)?.[1] ?? '';
  if (!kinds?.includes('hash') || inside === '') return;
  if (inside.replace(wordInHash, '') !== '}') return;
  const pairs = Array.from(inside.matchAll(wordInHash), ([, , key = '', value = '…']) => ({ key, value }));
  if (pairs.some(({ key }) => key === 'return' || isRoute({ keyword: { text: key } }))) return;
  const meant = pairs.map(({ key, value }) => `${key} => ${bareText.test(value) ? `'${value}'` : value}`);
  const problem = values.wordsInHash(tokenSpan(code), image, `{ ${meant.join(', ')} }`);
  reading.report({ ...problem, knowsMore: true });
}

/** Reports that words with bars, `json | xml`, were meant as a regex, where no list may stand. They have been reported as a list. */
export function tellAlternatives(
  kinds: readonly ValueKind[] = ['regex'],
  [code]: readonly Token[] = [],
  reading: Reading,
): void {
  const mayBe =
    code?.tokenType === tokens.InlineCode && kinds.includes('regex') && !kinds.includes('strings');
  if (!mayBe || !/^[\w-]+(?:[ \t]*\|[ \t]*[\w-]+)+$/.test(code.image)) return;
  const meant = `/${code.image.replaceAll(/[ \t]+/g, '')}/`;
  reading.report({ ...values.regexWithoutSlashes(tokenSpan(code), code.image, meant), knowsMore: true });
}

/** A pair after a key, on its line: `constraints => id => /\d+/`, `to => users: show`. */
const pairBehind =
  /^([ \t]*)([\p{L}_][\p{L}\p{M}\p{Nd}_-]*)([ \t]*(?:=>|:))[ \t]*(?:(['"]?)([\p{L}_][\p{L}\p{M}\p{Nd}_-]*)\4(?=[ \t]*(?:[,;)}\]{#\n\r]|do\b|$)))?/u;

/** The same, with a value that ends the statement. */
const lastPair =
  /^[ \t]*[\p{L}_][\p{L}\p{M}\p{Nd}_-]*[ \t]*(?:=>|:)[ \t]*(?:'[^'\\\n\r]*'|"[^"\\\n\r]*"|\/(?:[^/\\[\n\r]|\\.)+\/[a-z]*|\d+)(?=[ \t]*(?:;|[\n\r]|$))/u;

function noValueBeforePair(key: Span, text: string, reading: Reading): Problem | undefined {
  const [option = ''] = /[^\s:=]+/.exec(text) ?? [];
  const row = optionRow(option);
  const [all = '', blanks = '', inner = '', sign = '', , action] =
    pairBehind.exec(reading.text({ start: key.end, end: key.end + 200 })) ?? [];
  if (all === '' || !row) return undefined;
  if (row.accepts.includes('hash')) {
    const [pair] = lastPair.exec(reading.text({ start: key.end, end: key.end + 200 })) ?? [];
    const start = key.end + blanks.length;
    const only = pair === undefined ? undefined : { start, end: key.end + pair.length };
    return messages.hashWithoutBraces(key, text, `${inner}${sign}`, only);
  }
  if (row.role !== 'target' || action === undefined || optionRow(inner)) return undefined;
  const place = { start: key.end + blanks.length, end: key.end + all.length };
  return values.targetWithoutQuotes(place, reading.text(place), `'${inner}#${action}'`);
}

/** The problem of an option written as a call, `only(:index)`, or glued to its symbol, `only::index`. Undefined for any other text. */
export function calledOption(place: Span, text: string): Problem | undefined {
  const [, word = '', rest = ''] = calledOrGlued.exec(text) ?? [];
  if (!optionRow(word)) return undefined;
  return rest === ''
    ? foreign.calledOption(place, text, word)
    : messages.gluedLabel(place, `${word}:`, rest.slice(1));
}

const calledOrGlued = /^([\p{L}_][\p{L}\p{M}\p{Nd}_-]*)(?:[ \t]*\(|(::[\p{L}_][\p{L}\p{M}\p{Nd}_-]*)$)/u;
