// What has to change in a text to make it the formatted one, in as few characters as that takes.
//
// The pieces of a layout know where they stood, so most of a text needs no comparing: a gap is compared with its gap, a
// piece with its piece. Inside a piece that differs, words and marks are compared, and those that both have stay:
//
//   get  "/a"   →   get '/a'      three edits: of the spaces, and of each quote

import type { Span, SpanEdit } from '../language/source.js';

/** Adds the edits that make `text.slice(start, end)` into `wanted`. */
export function addEdits(edits: SpanEdit[], text: string, { start, end }: Span, wanted: string): void {
  if (end - start === wanted.length && text.startsWith(wanted, start)) return;
  const alike = sharedBeginning(text, { start, end }, wanted);
  ones.read(text, start + alike, end);
  others.read(wanted, alike, wanted.length);
  let i = 0;
  let j = 0;
  while (i < ones.count || j < others.count) {
    if (areSame(i, j)) {
      i++;
      j++;
      continue;
    }
    const [removed, added] = nextAgreement(i, j);
    const span = { start: ones.startOf(i), end: ones.startOf(i + removed) };
    edits.push({ span, text: wanted.slice(others.startOf(j), others.startOf(j + added)) });
    i += removed;
    j += added;
  }
}

/** How many characters both begin with, in whole atoms. */
function sharedBeginning(text: string, { start, end }: Span, wanted: string): number {
  const most = Math.min(end - start, wanted.length);
  let length = 0;
  while (length < most && text.charCodeAt(start + length) === wanted.charCodeAt(length)) length++;
  while (length > 0 && (isInAtom(text, start + length, end) || isInAtom(wanted, length, wanted.length)))
    length--;
  return length;
}

/** Whether what stands before a place and what stands behind it may be of one atom. */
function isInAtom(text: string, at: number, end: number): boolean {
  if (at >= end) return false;
  const kind = kindOf(text.charCodeAt(at));
  return kind !== 'mark' && kindOf(text.charCodeAt(at - 1)) === kind;
}

/** How many atoms of each side to leave out until both go on alike: as few as can be, not looking very far. */
function nextAgreement(i: number, j: number): readonly [number, number] {
  for (let distance = 1; distance <= farthest; distance++) {
    for (let removed = 0; removed <= distance; removed++) {
      if (areSame(i + removed, j + distance - removed)) return [removed, distance - removed];
    }
  }
  return [ones.count - i, others.count - j];
}

/** Looking for the next agreement costs the square of this. */
const farthest = 32;

/** Words, runs of white space, and single marks. */
class Atoms {
  #text = '';
  count = 0;
  #end = 0;
  /** Where each begins. */
  starts = new Int32Array(256);
  /** What tells most of them apart: the length and the first character. */
  keys = new Int32Array(256);

  read(text: string, start: number, end: number): void {
    this.#text = text;
    this.#end = end;
    this.count = 0;
    const most = end - start + 1;
    if (this.starts.length < most || this.starts.length > mostKept) {
      this.starts = new Int32Array(Math.max(256, most));
      this.keys = new Int32Array(Math.max(256, most));
    }
    for (let at = start; at < end;) {
      const next = atomEnd(text, at, end);
      this.starts[this.count] = at;
      this.keys[this.count] = (next - at) * 0x1_00_00 + text.charCodeAt(at);
      this.count++;
      at = next;
    }
  }

  /** Where an atom begins; behind the last one, the end of the text. */
  startOf(index: number): number {
    return index < this.count ? (this.starts[index] ?? this.#end) : this.#end;
  }

  codeAt(offset: number): number {
    return this.#text.charCodeAt(offset);
  }
}

/** The atoms of the two sides. They are kept for the next call: most calls are about a line, and there are as many as lines. */
const ones = new Atoms();
const others = new Atoms();

/** A longer text is rare, and its room is given back. */
const mostKept = 100_000;

function areSame(i: number, j: number): boolean {
  if (i >= ones.count || j >= others.count || ones.keys[i] !== others.keys[j]) return false;
  const start = ones.startOf(i);
  const other = others.startOf(j);
  const length = ones.startOf(i + 1) - start;
  if (others.startOf(j + 1) - other !== length) return false;
  for (let index = 1; index < length; index++) {
    if (ones.codeAt(start + index) !== others.codeAt(other + index)) return false;
  }
  return true;
}

function atomEnd(text: string, start: number, end: number): number {
  const kind = kindOf(text.charCodeAt(start));
  let at = start + 1;
  if (kind === 'surrogate') return at < end && (text.charCodeAt(at) & 0xfc_00) === 0xdc_00 ? at + 1 : at;
  if (kind !== 'mark') while (at < end && kindOf(text.charCodeAt(at)) === kind) at++;
  return at;
}

function kindOf(code: number): 'word' | 'space' | 'surrogate' | 'mark' {
  if (code === 32 || (code >= 9 && code <= 13)) return 'space';
  if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95)
    return 'word';
  return (code & 0xfc_00) === 0xd8_00 ? 'surrogate' : 'mark';
}
