// Finds the parts of a text that are still being written, or could not be read.

import type { Block, Declaration } from '../language/declarations.js';
import type { Syntax } from '../language/syntax.js';

/** The declaration at which the text breaks off, because it is still being written; undefined if there is none. */
export function lastOf({ declarations, source: { text } }: Syntax): Declaration | undefined {
  const last = lastIn(declarations);
  return last && /^[ \t,]*$/.test(text.slice(last.span.end)) ? last : undefined;
}

/** The last declaration on the line where a block begins. */
export function lastOnLine({ declarations, span }: Block): Declaration | undefined {
  const isOnLine = ({ source, span: { start } }: Declaration): boolean =>
    source.lineAt(start) === source.lineAt(span.start);
  const last = declarations.findLast(isOnLine);
  return (last?.block && lastOnLine(last.block)) ?? last;
}

/** The last declaration, at the innermost level. */
function lastIn(declarations: readonly Declaration[]): Declaration | undefined {
  let last = declarations.at(-1);
  for (let inner = last; inner; inner = inner.block?.declarations.at(-1)) last = inner;
  return last;
}

/** The lines that may define a concern but could not be read: they contain the word, but not as the keyword of a declaration. */
export function lostDefinitions({ diagnostics, tokens, source }: Syntax): readonly string[] {
  if (diagnostics.length === 0) return [];
  return tokens
    .filter(({ text, kind }) => kind !== 'Keyword' && /\bconcern\b/.test(text))
    .map(({ start }) => source.lineText(source.lineAt(start)));
}
