// Words without quotes where a value is due: what is said of one, by what may stand there.
//
//   to => index         `index` is no value without quotes
//   through => auth     `auth` lacks its `&`
//   to => PhotosApp     program text, of which nobody knows what it stands for

import * as foreign from '../../grammar/foreign-messages.js';
import * as messages from '../../grammar/messages.js';
import type { Token } from '../../grammar/tokens.js';
import { tokenSpan } from './cst-places.js';
import type { StringValue } from './declarations.js';
import type { Reading } from './reading.js';
import { plainString } from './string-values.js';
import { canonicalOption, optionRow, type ValueKind } from './vocabulary.js';

/** Makes the problem of a bare word at its place. */
export type BareWord = typeof messages.bareWord;

/** The string that a bare word probably is, once it was reported; undefined for a constant. */
export function readBareWord(word: Token, reading: Reading, problem: BareWord): StringValue | undefined {
  const span = tokenSpan(word);
  if (/^\p{Lu}\p{L}*\p{Ll}/u.test(word.image)) {
    reading.report(foreign.foreignConstant(span, word.image));
    reading.isDamaged = true;
    return undefined;
  }
  reading.report(problem(span, word.image));
  return plainString('bare', span, word.image);
}

/** What is said of a bare word where values of some kinds may stand. */
export function bareWordFor(kinds: readonly ValueKind[] | undefined): BareWord {
  return kinds?.includes('callable') && !kinds.includes('string') ? messages.bareCallable : messages.bareWord;
}

/** What is said of a bare word behind the name of an option. */
export function bareValue(option: string): BareWord {
  return bareWordFor(optionRow(canonicalOption(option))?.accepts);
}
