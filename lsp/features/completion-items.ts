// The items of a completion: the label, the inserted text, and the source of the documentation.
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

/**
 * What an item's documentation is about: a keyword, an option, an action (`home#about`), or a callable (`handlers#health`) as named in
 * `file`.
 */
export interface CompletionDocs {
  readonly of: 'keyword' | 'option' | 'action' | 'callable';
  readonly name: string;
  readonly file?: string;
}

export interface CompletionItem {
  readonly label: string;
  readonly kind: CompletionKind;
  /** Replaces `span`. With `isSnippet`, the cursor goes to `$1` and `${1:text}`. */
  readonly insert: string;
  readonly isSnippet?: boolean;
  readonly span: Span;
  readonly detail?: string;
  /** Where to find the documentation when a client asks for it. */
  readonly docs?: CompletionDocs;
  readonly order: number;
}

/** The documentation of an item as Markdown, without its `detail`. Empty if there is none. */
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

/** Items of one kind in the order given. An item inserts its label, unless it has `insert`. */
export function inOrder(
  kind: CompletionKind,
  span: Span,
  items: readonly (Pick<CompletionItem, 'label'> & Partial<CompletionItem>)[],
): CompletionItem[] {
  return items.map((item, order) => ({ kind, insert: item.label, span, order, ...item }));
}

/** Keywords, with what must follow them. */
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

/** Options, with the brackets or quotes of their values. */
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

/** Keys of pairs with the text that follows them and a detail. They come after all other items. */
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

/** Segments of a path, as keys for their constraints. */
export function segmentItems(names: readonly string[], span: Span): CompletionItem[] {
  return keyItems(names, 'segment', span, ' => /$1/', (name) => `The regex that \`:${name}\` has to match`);
}

/** Names, plain or in quotes. */
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

/** Values as they are written, with their meaning. */
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
