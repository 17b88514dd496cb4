// Completes comments that silence a rule:
//
//   # waypost-ignore unsafe-get, unused-concern: why
//
// The word is offered only once it is begun, since most comments are prose.

import type { Snapshot } from '../../src/analysis/snapshot.js';
import type { Diagnostic } from '../../src/language/diagnostics.js';
import { rules } from '../../src/lint/registry.js';
import { inOrder, type CompletionItem } from './completion-items.js';
import { mostFirst } from './completion-ranking.js';

/** The part of a diagnostic that sorting rules needs. */
export type Finding = Pick<Diagnostic, 'code'> & {
  readonly range: { readonly start: Pick<Diagnostic['range']['start'], 'line'> };
};

const word = 'waypost-ignore';
const kinds: readonly (readonly [suffix: string, says: string])[] = [
  ['', 'Silence rules for one statement, with the reason'],
  ['-block', 'Silence rules in a block, with the reason'],
  ['-file', 'Silence rules in the whole file, with the reason'],
];
const begun = /^#\s*(?<typed>[\w-]+)$/;
const listing = /^#\s*waypost-ignore(?:-[a-z-]+)?\s+(?<list>(?:[^\s:][^:]*)?)$/;

/** The items for an offset in a comment; empty if it is not such a comment. */
export function suppressionItems(
  snapshot: Snapshot,
  offset: number,
  findings: readonly Finding[] = [],
): readonly CompletionItem[] {
  const { source } = snapshot;
  const { comment } = snapshot.cursor(offset);
  if (!comment) return [];
  const before = source.text.slice(comment.span.start, offset);
  const behind = /^[\w-]*/.exec(source.text.slice(offset, comment.span.end))?.[0] ?? '';
  const spanOf = (typed: string): CompletionItem['span'] => ({
    start: offset - typed.length,
    end: offset + behind.length,
  });
  const { typed } = begun.exec(before)?.groups ?? {};
  if (typed !== undefined && word.startsWith(typed))
    return inOrder(
      'keyword',
      spanOf(typed),
      kinds.map(([suffix, detail]) => {
        const label = word + suffix;
        return { label, insert: `${label} $1: $2`, isSnippet: true, detail };
      }),
    );
  const { list } = listing.exec(before)?.groups ?? {};
  if (list === undefined) return [];
  const codes = list.split(/[\s,]+/);
  const last = codes.pop() ?? '';
  const line = source.lineAt(comment.span.start);
  const others = nearFirst(findings, line).filter((code) => !codes.includes(code));
  return inOrder(
    'value',
    spanOf(last),
    others.map((label) => ({ label, detail: rules.get(label)?.summary ?? '' })),
  );
}

/** All rules. Those with findings come first, and of these the ones nearest to the line. */
function nearFirst(findings: readonly Finding[], line: number): readonly string[] {
  const distances = new Map<string, number>();
  for (const { code, range } of findings) {
    const distance = Math.abs(range.start.line - line);
    distances.set(code, Math.min(distance, distances.get(code) ?? Infinity));
  }
  return mostFirst([...rules.keys()], (code) => -(distances.get(code) ?? Number.MAX_SAFE_INTEGER));
}
