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

/** Words, runs of white space, and single marks. */
function atomsOf(text: string): readonly string[] {
  return text.match(/\w+|[\t-\r ]+|[\ud800-\udbff][\udc00-\udfff]|[^]/g) ?? [];
}

/** Looking for the next agreement costs the square of this. */
const farthest = 32;

/** How many atoms of each side to leave out until both go on alike: as few as can be, not looking very far. */
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
