// The signature of the call around the cursor, from the signature table, and the argument being written.

import type { Snapshot } from '../../src/analysis/snapshot.js';
import { callParts, type CallPart } from '../../src/language/call-parts.js';
import type { Declaration } from '../../src/language/declarations.js';
import type { TokenKind } from '../../src/language/syntax.js';
import { firstIndex } from '../../src/language/first-index.js';
import { positionalRow } from '../../src/language/roles.js';
import {
  keywordRow,
  options as optionTable,
  redirectRow,
  type KeywordRow,
  type OptionName,
} from '../../src/language/vocabulary.js';
import { describeKinds } from '../../src/language/value-kinds.js';
import { CompletionPlace, keysGiven } from './completion-place.js';
import { symbolStart } from './completion-symbols.js';
import { finished, withoutWord } from './unfinished.js';

export interface SignatureHelp {
  readonly label: string;
  readonly docs: string;
  readonly parameters: readonly { readonly label: readonly [number, number]; readonly docs: string }[];
  readonly active: number | undefined;
}

export function signatureHelp(text: Snapshot, asked: number): SignatureHelp | undefined {
  const { without: whole = text, word } = withoutWord(text, asked) ?? {};
  const at = word?.start ?? asked;
  // Of a symbol or a list of words the first sign alone is nothing yet.
  const sign = signStart(whole, at);
  const { snapshot, offset } = finished(whole, at, sign) ?? { snapshot: whole, offset: at };
  const cursor = snapshot.cursor(offset);
  const list = cursor.block?.declarations ?? snapshot.syntax.declarations;
  const declaration = cursor.declaration ?? unfinished(snapshot, list, offset);
  if (!declaration || cursor.comment || !isIn(declaration, offset)) return undefined;
  const place = new CompletionPlace(snapshot, cursor, {}, whole, at);
  const { redirect } = cursor;
  if (redirect && isIn(redirect.call, offset)) return describe('redirect', redirectRow, redirect.call, place);
  const keyword = declaration.keyword.text;
  const row = keywordRow(keyword);
  return row && describe(keyword, row, declaration, place);
}

/** The offset of a sign that begins a value, if nothing follows it: `resources :▮`, `only: %▮`. */
function signStart(snapshot: Snapshot, offset: number): number | undefined {
  const before = snapshot.source.text.slice(Math.max(0, offset - 3), offset);
  const [percent] = /(?<=[\s,([{])%[iw]?$/.exec(before) ?? [];
  if (percent !== undefined) return offset - percent.length;
  return before.endsWith(':') ? symbolStart(snapshot, offset) : undefined;
}

/** Whether a call takes arguments at an offset: after its keyword and before its end. */
function isIn({ keyword, parentheses, block, source }: Declaration, offset: number): boolean {
  const isClosed = parentheses && source.text[parentheses.end - 1] === ')' && parentheses.end <= offset;
  const isBehindBlock = block?.isClosed === true && block.span.end <= offset;
  return keyword.span.end < offset && isClosed !== true && !isBehindBlock;
}

/** Tokens after which a call continues: with an argument, the arrow of a key, or the word of a symbol. */
const goingOn: ReadonlySet<TokenKind> = new Set<TokenKind>([
  'Comma',
  'Arrow',
  'Label',
  'Keyword',
  'LeftParen',
  'LooseWord',
  'Equals',
]);

/** A call that still needs its next argument or the rest of one: `get '/a', ▮`, `get '/a', to ▮`, `get '/a', as: :▮`. */
function unfinished(
  snapshot: Snapshot,
  list: readonly Declaration[],
  offset: number,
): Declaration | undefined {
  const { tokens } = snapshot.syntax;
  const before = tokens[firstIndex(tokens, ({ end }) => end > offset) - 1];
  if (!before || !goingOn.has(before.kind)) return undefined;
  const last = list.findLast(({ span }) => span.start < offset);
  return last && last.span.end >= before.start - 1 ? last : undefined;
}

/** Whether the value of a pair is missing directly before an offset: `to => ▮`, `to: :▮`. */
function isAwaited({ source, arguments: written }: Declaration, index: number, offset: number): boolean {
  const argument = written[index];
  const isWithout = argument?.kind === 'pair' && argument.value === undefined;
  return isWithout && /^\s*:?$/.test(source.text.slice(argument.span.end, offset));
}

function describe(
  keyword: string,
  row: KeywordRow,
  call: Declaration,
  place: CompletionPlace,
): SignatureHelp {
  const parameters: { label: readonly [number, number]; docs: string }[] = [];
  let label = keyword;
  const add = (text: string, docs: string): void => {
    const start = label.length + (parameters.length === 0 ? 1 : 2);
    label += `${parameters.length === 0 ? ' ' : ', '}${text}`;
    parameters.push({ label: [start, start + text.length], docs });
  };
  for (const { name, accepts, presence, repeats } of row.positionals)
    add(`${presence === 'required' ? name : `[${name}]`}${repeats ? '…' : ''}`, describeKinds(accepts));
  for (const name of row.options) add(`${name} => …`, optionTable[name].doc);
  if (row.anyKey) add('key => value…', 'any key');
  if (row.block !== 'none') label += row.block === 'required' ? ' { … }' : ' [{ … }]';
  return { label, docs: row.doc, parameters, active: activeParameter(row, call, place) };
}

/** The index of the active parameter. Positionals come first, then options, then any key. */
function activeParameter(row: KeywordRow, call: Declaration, place: CompletionPlace): number | undefined {
  const { offset, before: token } = place.cursor;
  // A key without its arrow is parsed as a plain word.
  const word = token?.kind === 'LooseWord' ? token.start : undefined;
  const parts = callParts(call, row);
  const here = call.arguments.findIndex(
    ({ span }, index) =>
      span.start <= offset && (offset <= span.end || span.start === word || isAwaited(call, index, offset)),
  );
  const behind = call.arguments.findIndex(({ span }) => span.end >= offset);
  const before = parts.slice(0, here >= 0 ? here : behind >= 0 ? behind : undefined);
  const given = before.filter(({ kind }) => kind.startsWith('positional')).length;
  const part = parts[here];
  const isHalf = part?.kind === 'word' || (part?.kind === 'positional' && !part.row);
  return part && !isHalf ? parameterOf(part, row, given, offset) : nextParameter(row, call, before, place);
}

function optionParameter(row: KeywordRow, name: OptionName): number {
  return row.positionals.length + row.options.indexOf(name);
}

function anyKeyParameter({ anyKey, positionals, options }: KeywordRow): number | undefined {
  return anyKey && positionals.length + options.length;
}

function positionalParameter({ positionals }: KeywordRow, given: number): number {
  return Math.min(given, positionals.length - 1);
}

/** The parameter of an argument that comes after a number of positionals. */
function parameterOf(part: CallPart, row: KeywordRow, given: number, offset: number): number | undefined {
  switch (part.kind) {
    case 'positional':
      return positionalParameter(row, given);
    case 'positional-and-option':
      return offset <= part.pair.key.span.end ? 0 : optionParameter(row, part.name);
    case 'option':
    case 'flag':
    case 'lacks-value':
      return optionParameter(row, part.name);
    case 'outside-list':
    case 'word':
      return undefined;
    case 'key':
      return anyKeyParameter(row);
  }
}

/** The next parameter after some arguments of a call. */
function nextParameter(
  row: KeywordRow,
  call: Declaration,
  before: readonly CallPart[],
  place: CompletionPlace,
): number | undefined {
  const { offset } = place.cursor;
  const given = before.filter(({ kind }) => kind.startsWith('positional')).length;
  const { presence, orOption } = row.positionals[given] ?? {};
  const isOption = orOption !== undefined && keysGiven(call, row, offset).has(orOption);
  const isDue = presence === 'required' || before.length === given;
  if (presence && isDue && !isOption) return given;
  const [option] = place.unusedOptions(call, row, offset);
  if (option) return optionParameter(row, option);
  return anyKeyParameter(row) ?? (positionalRow(row, given) && positionalParameter(row, given));
}
