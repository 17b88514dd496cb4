// Finds small edits that turn a text into the formatted one.
//
// The pieces of a layout know their place in the text, so each piece is compared with its old text, and each gap with the
// old gap. Inside a piece that differs, words and single characters are compared, and equal ones are kept:
//
//   get  "/a"   →   get '/a'      three edits: the spaces, and each quote

import type { Span, SpanEdit } from '../language/source.js';

/** Adds the edits that turn `text.slice(start, end)` into `wanted`. */
export function addEdits(edits: SpanEdit[], text: string, { start, end }: Span, wanted: string): void {
  if (end - start === wanted.length && text.startsWith(wanted, start)) return;
  const ones = atomsOf(text.slice(start, end));
  const others = atomsOf(wanted);
  let at = start;
  for (let i = 0, j = 0; i < ones.length || j < others.length; i++, j++) {
    const [removed, added] = nextAgreement(ones, i, others, j);
    if (removed + added > 0) {
      const gone = ones.slice(i, i + removed).join('');
      edits.push({
        span: { start: at, end: at + gone.length },
        text: others.slice(j, j + added).join(''),
      });
      at += gone.length;
      i += removed;
      j += added;
    }
    at += ones[i]?.length ?? 0;
  }
}

/** Splits a text into words, runs of white space, and other characters. */
function atomsOf(text: string): readonly string[] {
  return text.match(/\w+|[\t-\r ]+|[\ud800-\udbff][\udc00-\udfff]|[^]/g) ?? [];
}

/** The most atoms that are left out to find the next equal one. The search costs the square of this. */
const farthest = 32;

/** The smallest number of atoms to leave out on each side so that the next ones are equal; all the rest if none is near. */
function nextAgreement(
  ones: readonly string[],
  i: number,
  others: readonly string[],
  j: number,
): readonly [number, number] {
  for (let distance = 0; distance <= farthest; distance++) {
    for (let removed = 0; removed <= distance; removed++) {
      const one = ones[i + removed];
      if (one !== undefined && one === others[j + distance - removed]) return [removed, distance - removed];
    }
  }
  return [ones.length - i, others.length - j];
}
