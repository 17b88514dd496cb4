// The items of a completion: what is shown, what is written, and where the documentation comes from.
//
//   root       →   root to => '│'            a snippet: the cursor goes to `$1`
//   only       →   only => <│>
//   photos     →   'photos'

import type { Span } from '../../src/language/source.js';
import {
  keywordRow,
  options as optionTable,
  optionRow,
  type KeywordRow,
  type OptionName,
  type OptionRow,
} from '../../src/language/vocabulary.js';
import type { ApplicationKnowledge } from '../../src/lint/application.js';
import { asWritten, fence, placeText, type FileName } from './markdown.js';

export type CompletionKind =
  'keyword' | 'option' | 'value' | 'controller' | 'action' | 'callable' | 'concern' | 'segment' | 'file';

/** What tells an item's documentation: a keyword, an option, or an action (`home#about`) or callable (`handlers#health`) as a file knows it. */
export interface CompletionDocs {
  readonly of: 'keyword' | 'option' | 'action' | 'callable';
  readonly name: string;
  readonly file?: string;
}

export interface CompletionItem {
  readonly label: string;
  readonly kind: CompletionKind;
  /** What takes the place of `span`; with `isSnippet`, `$1` and `${1:text}` are where to type on. */
  readonly insert: string;
  readonly isSnippet?: boolean;
  readonly span: Span;
  readonly detail?: string;
  /** What tells the item's documentation when it is asked for. */
  readonly docs?: CompletionDocs;
  readonly order: number;
}

/** The documentation of an item, as Markdown, without what its `detail` says; empty where there is none. */
export function completionDocs(
  { of, name, file }: CompletionDocs,
  application: ApplicationKnowledge | undefined,
  fileName: FileName = asWritten,
): string {
  if (of === 'keyword' || of === 'option') {
    const row = of === 'keyword' ? keywordRow(name) : optionRow(name);
    return row ? fence(row.example) : '';
  }
  const [owner = '', member = ''] = name.split('#');
  const members = of === 'action' ? application?.controller(owner) : application?.module(owner, file ?? '');
  const known = members?.byName.get(member);
  const doc = of === 'callable' ? known?.doc?.replace(/^.*\n*/, '') : known?.doc;
  return known
    ? [doc, placeText(known, fileName)].filter((part) => part !== undefined && part !== '').join('\n\n')
    : '';
}

/** Items of one kind in the order in which they are offered, each written as it is called unless it says otherwise. */
export function inOrder(
  kind: CompletionKind,
  span: Span,
  items: readonly (Pick<CompletionItem, 'label'> & Partial<CompletionItem>)[],
): CompletionItem[] {
  return items.map((item, order) => ({ kind, insert: item.label, span, order, ...item }));
}

/** Keywords with what has to follow them. */
export function keywordItems(rows: readonly (readonly [string, KeywordRow])[], span: Span): CompletionItem[] {
  const items = rows.map(([name, row]) => ({
    label: name,
    insert: keywordSnippet(name, row),
    isSnippet: true,
    detail: row.doc,
    docs: { of: 'keyword', name } as const,
  }));
  return inOrder('keyword', span, items);
}

/** Options with the brackets or quotes of their values. */
export function optionItems(names: readonly OptionName[], span: Span): CompletionItem[] {
  const items = names.map((name) => ({
    label: name,
    insert: optionSnippet(name),
    isSnippet: true,
    detail: optionTable[name].doc,
    docs: { of: 'option', name } as const,
  }));
  return inOrder('option', span, items);
}

/** Keys of pairs, each with what follows it and what it says; behind whatever else there is. */
export function keyItems(
  names: readonly string[],
  kind: CompletionKind,
  span: Span,
  after = " => '$1'",
  detailOf: (name: string) => string | undefined = () => undefined,
): CompletionItem[] {
  const keys = Array.from(new Set(names), (label) => {
    const detail = detailOf(label);
    return { label, insert: label + after, isSnippet: true, ...(detail !== undefined && { detail }) };
  });
  return inOrder(kind, span, keys).map((item) => ({ ...item, order: item.order + 100 }));
}

/** The segments of a path as keys of what they have to match. */
export function segmentItems(names: readonly string[], span: Span): CompletionItem[] {
  return keyItems(names, 'segment', span, ' => /$1/', (name) => `The regex that \`:${name}\` has to match`);
}

/** Names as they are, or in quotes. */
export function nameItems(
  names: readonly string[],
  kind: CompletionKind,
  span: Span,
  notation: 'plain' | 'quoted' = 'plain',
): CompletionItem[] {
  const insert = (name: string): string => (notation === 'quoted' ? `'${name}'` : name);
  return inOrder(
    kind,
    span,
    names.map((name) => ({ label: name, insert: insert(name) })),
  );
}

/** Values as they are written, each with what it means. */
export function usualItems(
  values: readonly (readonly [value: string, meaning: string])[],
  span: Span,
): CompletionItem[] {
  const items = values.map(([insert, detail]) => ({ label: insert.replace(/^'|'$/g, ''), insert, detail }));
  return inOrder('value', span, items);
}

function keywordSnippet(name: string, row: KeywordRow): string {
  if (row.snippet !== undefined) return row.snippet;
  if (row.pairFor === 'to') return `${name} '/$1', to => '$2'`;
  const due = row.positionals.filter(({ presence }) => presence === 'required');
  const written = due.map(({ accepts }, index) =>
    accepts.includes('callable') ? ` &$${index + 1}` : ` '$${index + 1}'`,
  );
  const head = name + written.join(',');
  return row.block === 'required' ? `${head}${due.length > 0 ? ',' : ''} {\n  $0\n}` : head;
}

function optionSnippet(name: OptionName): string {
  const { accepts }: OptionRow = optionTable[name];
  if (accepts.includes('strings')) return `${name} => <$1>`;
  if (accepts.includes('hash')) return `${name} => { $1 }`;
  if (accepts.includes('boolean')) return `${name} => \${1:true}`;
  return accepts.includes('string') ? `${name} => '$1'` : `${name} => $1`;
}
