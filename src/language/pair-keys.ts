// Pairs by their keys, in each notation that a key may have.
//
//     to => 'x#y'   to: 'x#y'   'to' => 'x#y'   :to => 'x#y'   &guards#own => 'x'

import * as foreign from '../../grammar/foreign-messages.js';
import * as messages from '../../grammar/messages.js';
import type { Problem } from '../../grammar/problem.js';
import type { Token } from '../../grammar/tokens.js';
import { tokenSpan } from './cst-places.js';
import type { Pair, PairKey, RedirectValue, Value } from './declarations.js';
import type { Reading } from './reading.js';
import { copied, type Span } from './source.js';
import { canonicalOption, optionRow } from './vocabulary.js';
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

/** What a value is as a key, if it may be one. */
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

/** `:name` for true where only a pair may stand, and `:!name` for false. */
export function flagPair(name: string, span: Span, value: boolean): Pair {
  const place = { start: span.end - name.length, end: span.end };
  const key: PairKey = { text: name, span: place, notation: 'symbol' };
  return new WrittenPair(span, 'adverb', key, { kind: 'boolean', span: copied(span), value });
}

/** A redirect that stands where an argument does is taken for the target. */
export function redirectPair(value: RedirectValue): Pair {
  const key = new WrittenKey('to', copied(value.call.keyword.span));
  return new WrittenPair(copied(value.span), 'arrow', key, value);
}

/** What is said of a key without a value: behind that of an option that takes a hash, `constraints => id => /\d+/`, only braces are missing. */
export function noValue(key: Span, reading: Reading): Problem {
  const text = reading.text(key);
  const opener = foreign.foreignOpener(key, text);
  if (opener) return opener;
  const [option = ''] = /[^\s:=]+/.exec(text) ?? [];
  const takesHash = optionRow(canonicalOption(option))?.accepts.includes('hash') === true;
  const [next = ''] = /^[ \t]*\S/u.exec(reading.text({ start: key.end, end: key.end + 20 })) ?? [];
  const sign = next && foreign.foreignSign(key.end + next.length - 1, next.trim());
  if (sign) return sign;
  const behind = takesHash ? reading.text({ start: key.end, end: key.end + 100 }) : '';
  const [, inner] = /^[ \t]*([\p{L}_][\p{L}\p{M}\p{Nd}_-]*)[ \t]*=>/u.exec(behind) ?? [];
  return inner === undefined
    ? messages.missingValue(key, text)
    : messages.hashWithoutBraces(key, text, inner);
}
