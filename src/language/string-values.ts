// The text of strings, and where each of its characters stands in the file.
//
//   "a\n:id"  at 10   →   value "a⏎:id", offsetOf(2) = 14
//
// A path or target inside a string has places of its own (a segment, an action), so every string can give the offset
// of each of its characters, escapes or not.

import * as messages from '../../grammar/value-messages.js';
import type { Problem } from '../../grammar/problem.js';
import { interpolationEnd } from '../../grammar/scanners.js';
import type { StringValue } from './declarations.js';

/** A string whose characters stand in the file as they are, from `start` on. */
export function plainString(
  notation: StringValue['notation'],
  span: StringValue['span'],
  value: string,
  start: number,
): StringValue {
  return { kind: 'string', span, notation, value, offsetOf: (index) => start + index };
}

/** The words of a list, each with its place; `start` is the offset of `text`. */
export function wordsOf(text: string, start: number, separator: RegExp = /\s+/): StringValue[] {
  const words: StringValue[] = [];
  let at = 0;
  for (const word of text.split(separator)) {
    if (word === '') continue;
    const from = start + text.indexOf(word, at);
    at = from - start + word.length;
    words.push(plainString('word', { start: from, end: from + word.length }, word, from));
  }
  return words;
}

/** What stands between single quotes: `\'` and `\\` are the quote and the backslash, everything else is itself. */
export function singleQuoted(span: StringValue['span'], content: string): StringValue {
  const start = span.start + 1;
  if (!content.includes('\\')) return plainString('single', span, content, start);
  const text = new EscapedText(start);
  for (let at = 0; at < content.length; at++) {
    const isEscape = content[at] === '\\' && (content[at + 1] === '\\' || content[at + 1] === "'");
    text.add(content[isEscape ? at + 1 : at]!, at);
    if (isEscape) at += 1;
  }
  return text.string('single', span, content.length);
}

const escapes = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['"', '"'],
  ['\\', '\\'],
]);

/** What stands between double quotes; `report` gets what is no escape, and `#{…}`. */
export function doubleQuoted(
  span: StringValue['span'],
  content: string,
  report: (problem: Problem) => void,
): StringValue {
  const start = span.start + 1;
  if (!/[\\#]/.test(content)) return plainString('double', span, content, start);
  const text = new EscapedText(start);
  const at = (from: number, to: number): { start: number; end: number } => ({
    start: start + from,
    end: start + to,
  });
  for (let index = 0; index < content.length;) {
    const char = content[index]!;
    let end = index + 1;
    if (char === '#' && content[index + 1] === '{') {
      const closed = interpolationEnd(content, index);
      end = closed < 0 ? content.length : closed;
      report(messages.interpolation(at(index, end), content.slice(index, end)));
    } else if (char !== '\\') text.add(char, index);
    else if (content.startsWith('\\u', index)) {
      const [escape, digits] = /^\\u(?:\{([^}]*)\}|[0-9a-fA-F]{0,4})/.exec(content.slice(index, index + 20))!;
      end = index + escape.length;
      const character = characterOf(digits);
      if (character === undefined) report(messages.malformedUnicodeEscape(at(index, end), escape));
      else text.add(character, index);
    } else {
      const next = content[index + 1] ?? '';
      const meant = escapes.get(next);
      end = index + 1 + next.length;
      if (meant === undefined) report(messages.unknownEscape(at(index, end), content.slice(index, end)));
      text.add(meant ?? next, index);
    }
    index = end;
  }
  return text.string('double', span, content.length);
}

function characterOf(digits: string | undefined): string | undefined {
  if (digits === undefined || !/^[0-9a-fA-F]{1,6}$/.test(digits)) return undefined;
  const point = Number.parseInt(digits, 16);
  const isSurrogate = point >= 0xd800 && point <= 0xdfff;
  return point > 0x10_ff_ff || isSurrogate ? undefined : String.fromCodePoint(point);
}

/** Collects the characters of a string, with the place that each came from. */
class EscapedText {
  #value = '';
  readonly #offsets: number[] = [];

  constructor(readonly start: number) {}

  add(text: string, at: number): void {
    for (let unit = 0; unit < text.length; unit++) this.#offsets.push(this.start + at);
    this.#value += text;
  }

  string(notation: StringValue['notation'], span: StringValue['span'], length: number): StringValue {
    const offsets = this.#offsets;
    const end = this.start + length;
    return { kind: 'string', span, notation, value: this.#value, offsetOf: (index) => offsets[index] ?? end };
  }
}
