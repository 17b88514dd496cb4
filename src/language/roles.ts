// What declarations and their arguments are, told by their rows: nobody else asks for a keyword by its name.
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

/** The row of the positional at an index: the last one repeats where it may. */
export function positionalRow(row: KeywordRow, index: number): PositionalRow | undefined {
  const last = row.positionals.at(-1);
  return row.positionals[index] ?? (last?.repeats ? last : undefined);
}

/** An option that a keyword has, in any spelling of its name. */
export function optionOf(row: KeywordRow, name: string): NamedOption | undefined {
  const found = namedOptions.get(canonicalOption(name));
  return found && row.options.includes(found.name) ? found : undefined;
}

interface NamedOption {
  readonly name: OptionName;
  readonly row: OptionRow;
}

/** Every option that some row has, by its name. */
const namedOptions: ReadonlyMap<string, NamedOption> = new Map(
  [...Object.values<KeywordRow>(keywords), redirectRow].flatMap((row: KeywordRow) =>
    row.options.map((name) => [name, { name, row: options[name] }] as const),
  ),
);

/** The option that a first pair gives together with the first positional: `'/about' => 'pages#about'`, `&admin#app => '/admin'`. */
export function pairOption(
  { pairFor }: KeywordRow,
  { notation }: Pick<PairKey, 'notation'>,
): OptionName | undefined {
  return notation === (pairFor === 'at' ? 'callable' : 'string') ? pairFor : undefined;
}

/** The pair of a call whose key is the name of an option, in any spelling; undefined where none is. */
export function pairNamed(call: Pick<Declaration, 'arguments'>, name: string): Pair | undefined {
  return pairsOf(call).find(({ key }) => canonicalOption(key.text) === name);
}

/** What the first positional of a declaration is; undefined where it takes none. */
export function positionalRole({ keyword }: Called): Role | undefined {
  return keywordRow(keyword.text)?.positionals[0]?.role;
}

/** What the value of an option is, in any spelling of its name. */
export function optionRole(name: string | undefined): Role | undefined {
  return name === undefined ? undefined : optionRow(name)?.role;
}

/** Whether a declaration gives a name to something of this role: `concern 'commentable'`. */
export function declares({ keyword }: Called, role: Role): boolean {
  const first = keywordRow(keyword.text)?.positionals[0];
  return first?.role === role && first.declares === true;
}

/** Whether a declaration wraps those of a file: `routes { … }`. */
export function isWrapper({ keyword }: Called): boolean {
  return keywordRow(keyword.text)?.places.includes('file') ?? false;
}

/** Whether a declaration makes the routes of a resource, plural or singular. */
export function isResource({ keyword }: Called): boolean {
  return keywordRow(keyword.text)?.actions !== undefined;
}

/** Whether a declaration makes a resource of several records, each with a key. */
export function hasKey({ keyword }: Called): boolean {
  return keywordRow(keyword.text)?.key !== undefined;
}

/** The level of a resource that a block stands for: `member { … }`. */
export function levelOf({ keyword }: Called): KeywordRow['level'] {
  return keywordRow(keyword.text)?.level;
}

/** Whether a declaration is one route: a path, its verbs and its target. */
export function isRoute({ keyword }: Called): boolean {
  return keywordRow(keyword.text)?.pairFor === 'to';
}

/** Whether a verb has a keyword of its own, in lower case: `get`, and not `purge`. */
export function isVerbKeyword(word: string): boolean {
  const row = keywordRow(word);
  return row?.pairFor === 'to' && !row.options.includes('via');
}
