// The first pair of a call that has what stands before its options as a key: a path without quotes, or an app that is none.
//
//   get about => 'pages#about'      'about'
//   mount blog => '/blog'           &blog

import type { Declaration, Pair } from './declarations.js';
import { change, quotedText, shortText, type DiagnosticDetails } from './diagnostics.js';
import type { Source, Span } from './source.js';
import type { KeywordRow } from './vocabulary.js';

/** What is said of it, and where. */
type FirstPairMistake = DiagnosticDetails & { readonly span: Span; readonly message: string };

/** A path without quotes, or an app that is none, in the first pair of a call: `get about => 'pages#about'`. */
export function unquotedPositional(
  { arguments: given, source }: Declaration,
  row: KeywordRow,
  pair: Pair,
): FirstPairMistake | undefined {
  if (pair !== given[0] || row.positionals.length === 0) return undefined;
  const { key, value } = pair;
  const span = key.notation === 'symbol' ? { start: key.span.start - 1, end: key.span.end } : key.span;
  if (row.pairFor === 'at') return noApp(source, span, pair);
  const lacksPath = row.positionals[0]?.role === 'path' && given.every(({ kind }) => kind === 'pair');
  const isTarget =
    value?.kind === 'redirect' ||
    value?.kind === 'callable' ||
    (value?.kind === 'string' && (lacksPath || value.value.includes('#')));
  if (!isTarget) return undefined;
  const meant = `'${key.text}'`;
  const isLabel = pair.notation === 'label';
  const place = { start: span.start, end: isLabel ? span.end + 1 : span.end };
  return {
    span,
    message: `the path \`${shortText(source, span)}\` needs quotes; write \`${meant}\``,
    suggestion: meant,
    fix: change(`Write ${meant}`, place, isLabel ? `${meant} =>` : meant),
  };
}

/** `mount blog => '/blog'`, `mount '/blog' => Blog` */
function noApp(source: Source, span: Span, { key, value }: Pair): FirstPairMistake | undefined {
  if (value?.kind !== 'string' && key.notation !== 'string') return undefined;
  const write =
    key.text.startsWith('/') && value
      ? `\`${shortText(source, value.span)} => ${shortText(source, span)}\``
      : 'an export of a module, as `&module#export`';
  return { span, message: `${quotedText(source, span)} is no app; write ${write}` };
}
