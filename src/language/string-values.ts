// The text of strings, and the offset of each of their characters in the file.
//
//   "a\n:id"  at 10   →   value "a⏎:id", offsetOf(2) = 14
//
// Parts of a path or target inside a string (a segment, an action) have their own places, so a string knows the offset of each character,
// with or without escapes.

import * as strings from '../../grammar/string-messages.js';
import type { Problem } from '../../grammar/problem.js';
import { interpolationEnd } from '../../grammar/quoted-scanners.js';
import type { StringValue } from './declarations.js';
import type { Span } from './source.js';

/** A string of the file. Offsets of its characters are relative to its span, so they stay correct when the span is moved. */
class WrittenString implements StringValue {
  readonly kind = 'string';

  /** `places` has the offset of each character and of the end, relative to the span. Undefined for strings without escapes. */
  constructor(
    readonly span: Span,
    readonly notation: StringValue['notation'],
    readonly value: string,
    readonly places: readonly number[] | undefined,
  ) {}

  offsetOf(index: number): number {
    const { start } = this.span;
    if (this.places) return start + (this.places[index] ?? this.places.at(-1) ?? 0);
    return this.notation === 'word' || this.notation === 'bare' ? start + index : start + 1 + index;
  }
}

/** A string without escapes, after its quote or colon. A word of a list has neither. */
export function plainString(notation: StringValue['notation'], span: Span, value: string): StringValue {
  return new WrittenString(span, notation, value, undefined);
}

/** The words of a list with their places. `start` is the offset of `text`. */
export function wordsOf(text: string, start: number, separator: RegExp = /\s+/): StringValue[] {
  const words: StringValue[] = [];
  let at = 0;
  for (const word of text.split(separator)) {
    if (word === '') continue;
    const from = start + text.indexOf(word, at);
    at = from - start + word.length;
    words.push(plainString('word', { start: from, end: from + word.length }, word));
  }
  return words;
}

/** The notation of a list of words: `<index show>`. */
export function listText(words: readonly Pick<StringValue, 'value'>[]): string {
  return `<${words.map(({ value }) => value).join(' ')}>`;
}

/** A string in single quotes: `\'` and `\\` are the quote and the backslash, everything else is literal. */
export function singleQuoted(span: Span, content: string): StringValue {
  if (!content.includes('\\')) return plainString('single', span, content);
  const text = new EscapedText();
  for (let at = 0; at < content.length; at++) {
    const isEscape = content[at] === '\\' && (content[at + 1] === '\\' || content[at + 1] === "'");
    text.add(content.charAt(isEscape ? at + 1 : at), at);
    if (isEscape) at += 1;
  }
  return text.string('single', span, content.length);
}

/** A string on several lines as if it were on one: without line ends and the blanks around them. */
export function joinedLines(notation: 'single' | 'double', span: Span, content: string): StringValue {
  const text = new EscapedText();
  let end = 0;
  for (const line of content.split(/\s*[\n\r]\s*/)) {
    const start = content.indexOf(line, end);
    end = start + line.length;
    for (let at = start; at < end; at++) text.add(content.charAt(at), at);
  }
  return text.string(notation, span, content.length);
}

const escapes = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['"', '"'],
  ['\\', '\\'],
]);

/** A string in double quotes. `report` receives unknown escapes and `#{…}`. */
export function doubleQuoted(span: Span, content: string, report: (problem: Problem) => void): StringValue {
  const start = span.start + 1;
  if (!/[\\#]/.test(content)) return plainString('double', span, content);
  const text = new EscapedText();
  const at = (from: number, to: number): { start: number; end: number } => ({
    start: start + from,
    end: start + to,
  });
  for (let index = 0; index < content.length;) {
    const char = content.charAt(index);
    let end = index + 1;
    if (char === '#' && content[index + 1] === '{') {
      const closed = interpolationEnd(content, index);
      end = closed < 0 ? content.length : closed;
      report(strings.interpolation(at(index, end), content.slice(index, end)));
    } else if (char !== '\\') text.add(char, index);
    else if (content.startsWith('\\u', index)) {
      const [escape = '', digits] =
        /^\\u(?:\{([^}]*)\}|[0-9a-fA-F]{0,4})/.exec(content.slice(index, index + 20)) ?? [];
      end = index + escape.length;
      const character = characterOf(digits);
      if (character === undefined) report(strings.malformedUnicodeEscape(at(index, end), escape));
      else text.add(character, index);
    } else {
      const next = content[index + 1] ?? '';
      const meant = escapes.get(next);
      end = index + 1 + next.length;
      if (meant === undefined) report(strings.unknownEscape(at(index, end), content.slice(index, end)));
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

/** Collects the characters of a quoted string, each with the offset that it came from. */
class EscapedText {
  #value = '';
  readonly #places: number[] = [];

  add(text: string, at: number): void {
    for (let unit = 0; unit < text.length; unit++) this.#places.push(at + 1);
    this.#value += text;
  }

  string(notation: StringValue['notation'], span: Span, length: number): StringValue {
    return new WrittenString(span, notation, this.#value, [...this.#places, length + 1]);
  }
}
