// Completes symbols as in Ruby: after a colon, the same items as without it, written as symbols.
//
//   resources :photos, only => [:index, :│      :show, where 'show' would be offered without the colon

import type { Snapshot } from '../../src/analysis/snapshot.js';
import { firstIndex } from '../../src/language/first-index.js';
import type { CompletionItem } from './completion-items.js';

const begun = /(?<![\p{L}\p{M}\p{Nd}_:'"`)\]}]):[\p{L}\p{M}\p{Nd}_-]*$/u;
const quoted = /^'(?<name>[\p{L}_][\p{L}\p{M}\p{Nd}_-]*)'(?<rest>.*)$/su;
const listed = /^<(?<name>[\p{L}_][\p{L}\p{M}\p{Nd}_-]*)\$1>$/u;

/** The offset of the colon of the symbol being written; undefined if there is none. */
export function symbolStart({ source, syntax }: Snapshot, offset: number): number | undefined {
  const lineStart = source.text.lastIndexOf('\n', offset - 1) + 1;
  const found = begun.exec(source.text.slice(lineStart, offset));
  if (!found) return undefined;
  const colon = lineStart + found.index;
  // In a string, a regex or a comment, a colon is text.
  const token = syntax.tokens[firstIndex(syntax.tokens, ({ start }) => start >= offset) - 1];
  return token?.start === colon ? colon : undefined;
}

/** An item for the place without the colon, converted to a symbol; undefined if that is impossible. */
export function symbolItem(item: CompletionItem): CompletionItem | undefined {
  const { insert, span } = item;
  const symbol = (text: string, isSnippet: boolean): CompletionItem => ({
    ...item,
    label: `:${item.label}`,
    insert: `:${text}`,
    isSnippet,
    span: { start: span.start, end: span.end + 1 },
  });
  if (item.kind === 'keyword') return undefined;
  if (insert === `${item.label} => \${1:true}`) return symbol(item.label, false);
  if (insert.startsWith(`${item.label} => `)) return symbol(insert, item.isSnippet ?? false);
  const { name, rest = '' } = (quoted.exec(insert) ?? listed.exec(insert))?.groups ?? {};
  return name === undefined ? undefined : symbol(name + rest, false);
}
