// The signature of the call around the cursor, out of the signature table, with the argument that is being written.

import type { Snapshot } from '../../src/analysis/snapshot.js';
import { pairsOf, type Argument, type Declaration } from '../../src/language/declarations.js';
import { firstIndex } from '../../src/language/first-index.js';
import {
  canonicalOption,
  keywordRow,
  options as optionTable,
  redirectRow,
  type KeywordRow,
} from '../../src/language/vocabulary.js';
import { describeKinds } from '../../src/language/value-kinds.js';
import { finished } from './unfinished.js';

export interface SignatureHelp {
  readonly label: string;
  readonly docs: string;
  readonly parameters: readonly { readonly label: readonly [number, number]; readonly docs: string }[];
  readonly active: number | undefined;
}

export function signatureHelp(whole: Snapshot, at: number): SignatureHelp | undefined {
  const { snapshot, offset } = finished(whole, at, undefined) ?? { snapshot: whole, offset: at };
  const cursor = snapshot.cursor(offset);
  const list = cursor.block?.declarations ?? snapshot.syntax.declarations;
  const declaration = cursor.declaration ?? unfinished(snapshot, list, offset);
  if (!declaration || cursor.comment || offset <= declaration.keyword.span.end) return undefined;
  if (cursor.redirect) return describe('redirect', redirectRow, cursor.redirect.call, offset);
  const keyword = declaration.keyword.text;
  const row = keywordRow(keyword);
  return row && describe(keyword, row, declaration, offset);
}

/** A call that waits for its next argument: `get '/a', ▮`. */
function unfinished(
  snapshot: Snapshot,
  list: readonly Declaration[],
  offset: number,
): Declaration | undefined {
  const { tokens } = snapshot.syntax;
  const before = tokens[firstIndex(tokens, ({ end }) => end > offset) - 1];
  if (!before || !['Comma', 'Arrow', 'Label', 'Keyword', 'LeftParen'].includes(before.kind)) return undefined;
  const last = list.findLast(({ span }) => span.start < offset);
  return last && last.span.end >= before.start - 1 ? last : undefined;
}

/** Whether the value of a pair is still to be written, right at an offset: `to => ▮`. */
function isAwaited(argument: Argument, { source }: Declaration, offset: number): boolean {
  const isWithout = argument.kind === 'pair' && argument.value === undefined;
  return isWithout && source.text.slice(argument.span.end, offset).trim() === '';
}

function describe(keyword: string, row: KeywordRow, call: Declaration, offset: number): SignatureHelp {
  const parameters: { label: readonly [number, number]; docs: string; name: string }[] = [];
  let label = keyword;
  const add = (text: string, name: string, docs: string): void => {
    const start = label.length + (parameters.length === 0 ? 1 : 2);
    label += `${parameters.length === 0 ? ' ' : ', '}${text}`;
    parameters.push({ label: [start, start + text.length], docs, name });
  };
  for (const { name, accepts, presence, repeats } of row.positionals) {
    add(`${presence === 'required' ? name : `[${name}]`}${repeats ? '…' : ''}`, '', describeKinds(accepts));
  }
  for (const name of row.options) add(`${name} => …`, name, optionTable[name].doc);
  if (row.anyKey) add('key => value…', '', 'any key');
  if (row.block !== 'none') label += row.block === 'required' ? ' { … }' : ' [{ … }]';
  return { label, docs: row.doc, parameters, active: activeParameter(parameters, row, call, offset) };
}

function activeParameter(
  parameters: readonly { readonly name: string }[],
  row: KeywordRow,
  call: Declaration,
  offset: number,
): number | undefined {
  const argument = call.arguments.find(
    (each) => each.span.start <= offset && (offset <= each.span.end || isAwaited(each, call, offset)),
  );
  if (argument?.kind === 'pair') {
    const name = canonicalOption(argument.key.text);
    const found = parameters.findIndex((parameter) => parameter.name === name);
    return found < 0 ? undefined : found;
  }
  const positionals = call.arguments.filter(({ kind, span }) => kind !== 'pair' && span.end < offset).length;
  if (positionals < row.positionals.length) return positionals;
  const used = new Set(pairsOf(call).map(({ key }) => canonicalOption(key.text)));
  const next = parameters.findIndex(({ name }) => name !== '' && !used.has(name));
  return next < 0 ? undefined : next;
}
