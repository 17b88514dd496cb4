// Answers what declarations and their arguments are, by their rows. Other code does not compare keywords by name.
//
//   resources 'photos', only => <index>      a resource: 'photos' has the role resource, <index> the role actions

import { type Declaration, type Pair, type PairKey, pairsOf } from './declarations.js';
import {
  canonicalOption,
  keywordRow,
  keywords,
  optionRow,
  options,
  type KeywordRow,
  type OptionName,
  type OptionRow,
  type PositionalRow,
  redirectRow,
  type Role,
} from './vocabulary.js';

type Called = { readonly keyword: Pick<Declaration['keyword'], 'text'> };

/** The row of the positional at an index. The last row may repeat. */
export function positionalRow(row: KeywordRow, index: number): PositionalRow | undefined {
  const last = row.positionals.at(-1);
  return row.positionals[index] ?? (last?.repeats ? last : undefined);
}

/** An option of a keyword, by any spelling of its name. */
export function optionOf(row: KeywordRow, name: string): NamedOption | undefined {
  const found = namedOptions.get(canonicalOption(name));
  return found && row.options.includes(found.name) ? found : undefined;
}

interface NamedOption {
  readonly name: OptionName;
  readonly row: OptionRow;
}

/** Every option of every row, by name. */
const namedOptions: ReadonlyMap<string, NamedOption> = new Map(
  [...Object.values<KeywordRow>(keywords), redirectRow].flatMap((row: KeywordRow) =>
    row.options.map((name) => [name, { name, row: options[name] }] as const),
  ),
);

/** The option that the first pair gives together with the first positional: `'/about' => 'pages#about'`, `&admin#app => '/admin'`. */
export function pairOption(
  { pairFor }: KeywordRow,
  { notation }: Pick<PairKey, 'notation'>,
): OptionName | undefined {
  return notation === (pairFor === 'at' ? 'callable' : 'string') ? pairFor : undefined;
}

/** The pair of a call with this option name as key, in any spelling. */
export function pairNamed(call: Pick<Declaration, 'arguments'>, name: string): Pair | undefined {
  return pairsOf(call).find(({ key }) => canonicalOption(key.text) === name);
}

/** The role of a declaration's first positional. Undefined if it has none. */
export function positionalRole({ keyword }: Called): Role | undefined {
  return keywordRow(keyword.text)?.positionals[0]?.role;
}

/** The role of an option's value, by any spelling of the option's name. */
export function optionRole(name: string | undefined): Role | undefined {
  return name === undefined ? undefined : optionRow(name)?.role;
}

/** Whether a declaration defines something of this role: `concern 'commentable'`. */
export function declares({ keyword }: Called, role: Role): boolean {
  const first = keywordRow(keyword.text)?.positionals[0];
  return first?.role === role && first.declares === true;
}

/** Whether a declaration wraps the whole file: `routes { … }`. */
export function isWrapper({ keyword }: Called): boolean {
  return keywordRow(keyword.text)?.places.includes('file') ?? false;
}

/** Whether a declaration makes a resource, plural or singular. */
export function isResource({ keyword }: Called): boolean {
  return keywordRow(keyword.text)?.actions !== undefined;
}

/** Whether a declaration makes a plural resource, whose records have a key. */
export function hasKey({ keyword }: Called): boolean {
  return keywordRow(keyword.text)?.key !== undefined;
}

/** The level of a resource that a block is for: `member { … }`. */
export function levelOf({ keyword }: Called): KeywordRow['level'] {
  return keywordRow(keyword.text)?.level;
}

/** Whether a declaration is one route: a path, its verbs and its target. */
export function isRoute({ keyword }: Called): boolean {
  return keywordRow(keyword.text)?.pairFor === 'to';
}

/** Whether a verb (in lower case) has its own keyword: `get` has, `purge` has not. */
export function isVerbKeyword(word: string): boolean {
  const row = keywordRow(word);
  return row?.pairFor === 'to' && !row.options.includes('via');
}
