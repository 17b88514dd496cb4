// What has to change in a text to make it the formatted one, in as few characters as that takes.
//
// The pieces of a layout know where they stood, so most of a text needs no comparing: a gap is compared with its gap, a
// piece with its piece. Inside a piece that differs, words and marks are compared, and those that both have stay:
//
//   get  "/a"   →   get '/a'      three edits: of the spaces, and of each quote

import type { Span } from '../language/source.js';

export interface TextEdit {
  readonly span: Span;
  readonly text: string;
}

/** Adds the edits that make `text.slice(start, end)` into `wanted`. */
export function addEdits(edits: TextEdit[], text: string, { start, end }: Span, wanted: string): void {
  const written = text.slice(start, end);
  if (written === wanted) return;
  const ones = atoms(written);
  const others = atoms(wanted);
  let at = start;
  let i = 0;
  let j = 0;
  while (i < ones.length || j < others.length) {
    if (i < ones.length && ones[i] === others[j]) {
      at += ones[i]!.length;
      i++;
      j++;
      continue;
    }
    const [removed, added] = nextAgreement(ones, i, others, j);
    const from = at;
    for (const next = i + removed; i < next; i++) at += ones[i]!.length;
    edits.push({ span: { start: from, end: at }, text: others.slice(j, j + added).join('') });
    j += added;
  }
}

/** How many atoms of each side to leave out until both go on alike: as few as can be, not looking very far. */
function nextAgreement(ones: readonly string[], i: number, others: readonly string[], j: number): readonly [number, number] {
  for (let distance = 1; distance <= farthest; distance++) {
    for (let removed = 0; removed <= distance; removed++) {
      const one = ones[i + removed];
      if (one !== undefined && one === others[j + distance - removed]) return [removed, distance - removed];
    }
  }
  return [ones.length - i, others.length - j];
}

/** Looking for the next agreement costs the square of this. */
const farthest = 32;

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

/** Words, runs of white space, and single marks. */
function atoms(text: string): readonly string[] {
  return text.match(/\w+|\s+|[\uD800-\uDBFF][\uDC00-\uDFFF]|[^]/g) ?? [];
}
