// What has to change in a text to make it the formatted one, in as few characters as that takes.
//
// The pieces of a layout know where they stood, so most of a text needs no comparing: a gap is compared with its gap, a
// piece with its piece. Inside a piece that differs, words and marks are compared, and those that both have stay.

import type { Span } from '../language/source.js';

export interface TextEdit {
  readonly span: Span;
  readonly text: string;
}

/** Adds the edits that make `text.slice(start, end)` into `wanted`. */
export function addEdits(edits: TextEdit[], text: string, { start, end }: Span, wanted: string): void {
  const written = text.slice(start, end);
  if (written === wanted) return;
  const parts = atoms(written);
  const others = atoms(wanted);
  if (parts.length * others.length > mostCompared) {
    addTrimmed(edits, start, written, wanted);
    return;
  }
  let at = start;
  let removed = 0;
  let added = '';
  const flush = (): void => {
    if (removed > 0 || added !== '') addTrimmed(edits, at - removed, text.slice(at - removed, at), added);
    removed = 0;
    added = '';
  };
  for (const step of alignment(parts, others)) {
    if (step.kind === 'same') {
      flush();
      at += step.text.length;
    } else if (step.kind === 'removed') {
      at += step.text.length;
      removed += step.text.length;
    } else added += step.text;
  }
  flush();
}

/** The text after its edits, which are in order and do not overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let result = '';
  let at = 0;
  for (const { span, text: replacement } of edits) {
    result += text.slice(at, span.start) + replacement;
    at = span.end;
  }
  return result + text.slice(at);
}

/** Comparing costs as much as the product of the two lengths. */
const mostCompared = 40_000;

/** Words, runs of white space, and single marks. */
function atoms(text: string): readonly string[] {
  return text.match(/[\p{L}\p{M}\d_]+|[^\S\r\n]+|\r\n|[^]/gu) ?? [];
}

function addTrimmed(edits: TextEdit[], start: number, written: string, wanted: string): void {
  const shorter = Math.min(written.length, wanted.length);
  let front = 0;
  while (front < shorter && written[front] === wanted[front]) front++;
  let back = 0;
  while (back < shorter - front && written.at(-1 - back) === wanted.at(-1 - back)) back++;
  const end = written.length - back;
  if (end === front && wanted.length - back === front) return;
  edits.push({ span: { start: start + front, end: start + end }, text: wanted.slice(front, wanted.length - back) });
}

interface Step {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** A longest common subsequence of two short lists, as the steps from one to the other. */
function alignment(ones: readonly string[], others: readonly string[]): Step[] {
  const width = others.length + 1;
  const lengths = new Uint16Array((ones.length + 1) * width);
  for (let i = ones.length - 1; i >= 0; i--) {
    for (let j = others.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        ones[i] === others[j]
          ? lengths[(i + 1) * width + j + 1]! + 1
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!);
    }
  }
  const steps: Step[] = [];
  let i = 0;
  let j = 0;
  while (i < ones.length && j < others.length) {
    if (ones[i] === others[j]) {
      steps.push({ kind: 'same', text: ones[i]! });
      i++;
      j++;
    } else if (lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!) steps.push({ kind: 'removed', text: ones[i++]! });
    else steps.push({ kind: 'added', text: others[j++]! });
  }
  while (i < ones.length) steps.push({ kind: 'removed', text: ones[i++]! });
  while (j < others.length) steps.push({ kind: 'added', text: others[j++]! });
  return steps;
}
