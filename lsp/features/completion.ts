// Completion. Offers what is valid at the cursor and nothing that would be an error: keywords of the block, options that the call does
// not have yet, actions, controllers, exports, concerns, segments, verbs.

import { hashOptionAt } from '../../src/analysis/cursor.js';
import type { Snapshot } from '../../src/analysis/snapshot.js';
import type { Declaration } from '../../src/language/declarations.js';
import type { Span } from '../../src/language/source.js';
import type { SyntaxToken } from '../../src/language/syntax.js';
import {
  canonicalOption,
  keywordRow,
  keywords,
  optionRow,
  redirectRow,
  isRequestAttribute,
  requestAttributes,
  type KeywordRow,
  type Role,
} from '../../src/language/vocabulary.js';
import { optionRole, positionalRole, positionalRow } from '../../src/language/roles.js';
import {
  inOrder,
  keyItems,
  keywordItems,
  nameItems,
  optionItems,
  segmentItems,
  usualItems,
  type CompletionItem,
} from './completion-items.js';
import { likelyKeywords, likelyOptions } from './completion-ranking.js';
import { moduleItems } from './completion-callables.js';
import { CompletionPlace, keysGiven, type CompletionHost } from './completion-place.js';
import { expectationItems } from './expectation-words.js';
import { finished, withoutWord } from './unfinished.js';
import { byOrder, elsewhereItems, factKeys, factValues, namesOf, targetItems } from './completion-names.js';
import { redirectPages } from './redirect-pages.js';
import { insideToken, listWords } from './completion-inside.js';
import { symbolItem, symbolStart } from './completion-symbols.js';
import { suppressionItems } from './suppression-words.js';

/** The items for an offset, best first. Empty if nothing is known to fit. */
export function complete(
  snapshot: Snapshot,
  offset: number,
  host: CompletionHost = {},
): readonly CompletionItem[] {
  if (snapshot.cursor(offset).comment) {
    const expected = expectationItems(snapshot, offset, host);
    return expected.length > 0 ? expected : suppressionItems(snapshot, offset, host.findings);
  }
  const further = furtherArgument(snapshot, offset, host);
  const items = itemsIn(snapshot, offset, host).map((item) => ({
    ...item,
    order: item.order + further.length,
  }));
  return [...further, ...items].map((item) => withoutRest(item, snapshot.source.text));
}

/** Arguments for the statement before the cursor, in place of the single word after its comma. */
function furtherArgument(
  snapshot: Snapshot,
  offset: number,
  host: CompletionHost,
): readonly CompletionItem[] {
  const before = withoutWord(snapshot, offset);
  if (!before) return [];
  const { without, word } = before;
  return itemsIn(without, word.start, host).map((item) => ({
    ...item,
    span: { start: item.span.start, end: item.span.end + word.end - word.start },
  }));
}

function itemsIn(snapshot: Snapshot, offset: number, host: CompletionHost): readonly CompletionItem[] {
  const colon = symbolStart(snapshot, offset);
  const hyphen = isBehindHyphen(snapshot.source.text, offset) ? offset - 1 : undefined;
  const around = finished(snapshot, offset, colon ?? hyphen) ?? { snapshot, offset, shift: 0 };
  const cursor = around.snapshot.cursor(around.offset);
  const items = itemsAt(new CompletionPlace(around.snapshot, cursor, host, snapshot, offset));
  const written = items.map((item) => moved(item, around.shift));
  const back = hyphen === undefined ? written : written.map((item) => goingOn(item, hyphen));
  return colon === undefined ? back : back.flatMap((item) => symbolItem(item) ?? []);
}

/** Text that an item would insert after a word, but that is there already. */
const behindKeyword = /^[ \t]*(?!end\b)[^\s;})#]/;
const behindKey = /^(?:[ \t]*=>|[:<(])/;
const behindCall = /^\(/;

/** An item without the text that follows the word already: `ge│ '/about'`, `on│ => <index>`, `redi│('/')`. */
function withoutRest(item: CompletionItem, text: string): CompletionItem {
  const [word = ''] = /^[^ (]+(?=[ (])/.exec(item.insert) ?? [];
  const isKey = item.insert.startsWith(' =>', word.length);
  const behind = item.docs?.of === 'keyword' ? behindKeyword : isKey ? behindKey : behindCall;
  const isThere = item.isSnippet && word !== '' && behind.test(text.slice(item.span.end, item.span.end + 80));
  return isThere ? { ...item, insert: word, isSnippet: false } : item;
}

/** Whether the cursor is after the hyphen of an unfinished word: `path-│`. The lexer does not see it as a word. */
function isBehindHyphen(text: string, offset: number): boolean {
  return (
    /[\p{L}\p{M}\p{Nd}_]-$/u.test(text.slice(Math.max(0, offset - 2), offset)) &&
    !/^[\p{L}\p{M}\p{Nd}_>-]/u.test(text.slice(offset, offset + 1))
  );
}

/** An item that also replaces the hyphen after a word. */
function goingOn(item: CompletionItem, hyphen: number): CompletionItem {
  return { ...item, span: { start: item.span.start, end: Math.max(item.span.end, hyphen) + 1 } };
}

function moved(item: CompletionItem, by: number): CompletionItem {
  return by === 0 ? item : { ...item, span: { start: item.span.start + by, end: item.span.end + by } };
}

const closers = new Set(['BlockClose', 'RightBrace', 'Semicolon', 'BlockOpen']);
const argumentStarts = new Set(['Comma', 'LeftParen', 'HashOpen']);

function itemsAt(place: CompletionPlace): readonly CompletionItem[] {
  const { before, offset } = place.cursor;
  const word = place.wordSpan();
  const isTouched = before !== undefined && before.end === offset;
  if (before && before.start < offset && (before.end > offset || (isTouched && isOpenText(before.kind)))) {
    const inside = insideToken(place, before, word);
    if (inside) return inside;
  }
  const isInWord = before !== undefined && isWord(before, offset);
  const previous = isInWord ? place.tokenBefore(before.start) : before;
  const beginsStatement = isInWord && before.kind === 'Keyword';
  if (!previous || closers.has(previous.kind) || beginsStatement) return legalKeywords(place, word);
  if (previous.kind === 'Arrow') return values(place, word);
  if (previous.kind === 'Label')
    return values(place, word).map((item) => (isTouched ? { ...item, insert: ` ${item.insert}` } : item));
  if (argumentStarts.has(previous.kind) || previous.kind === 'LeftBracket')
    return inBrackets(place, previous, word);
  if (place.startsLine(word.start)) return legalKeywords(place, word);
  return previous.kind === 'Keyword' ? firstArgument(place, word) : [];
}

/** Whether a token is the word at an offset: the offset is in it, or at its end and more letters would belong to it. */
function isWord({ kind, start, end }: SyntaxToken, offset: number): boolean {
  const mayGoOn = /Word|Keyword|Key|Symbol|Adverb|BooleanWord|Integer/.test(kind);
  return start < offset && (offset < end || (offset === end && mayGoOn));
}

/** Items after a comma or an opening bracket. */
function inBrackets(place: CompletionPlace, opener: SyntaxToken, word: Span): readonly CompletionItem[] {
  const list = place.listStart();
  if (list !== undefined) return listItems(place, list, word);
  if (place.isBehindAdverb(opener)) return values(place, word);
  return (place.isBehindKeyword(opener) ? firstArgument : furtherArguments)(place, word);
}

/** Whether text can still be added at the end of a token. */
function isOpenText(kind: string): boolean {
  return kind === 'Callable' || kind === 'BareTarget' || kind.startsWith('Unclosed');
}

function legalKeywords(place: CompletionPlace, span: Span): readonly CompletionItem[] {
  const around = place.cursor.parents.at(-1);
  // This block is an error and already reported.
  if (around && keywordRow(around.keyword.text)?.block === 'none') return [];
  const { before, offset } = place.whole.cursor(place.offset);
  // After `do│`, letters would become part of that word.
  const isGlued = before?.kind === 'BlockOpen' && before.end === offset && before.end - before.start > 1;
  if (isGlued || place.isBehindOnlyBlock()) return [];
  const places = place.places();
  const rows: (readonly [string, KeywordRow])[] = Object.entries(keywords);
  const legal = rows.filter(([, row]) => row.places.some((place) => places.includes(place)));
  return keywordItems(likelyKeywords(legal, place), span);
}

// ── Arguments ───────────────────────────────────────────────────────────────────────────────────────────────────────

function furtherArguments(place: CompletionPlace, span: Span): readonly CompletionItem[] {
  const call = place.call();
  if (!call) return [];
  const hashOption = hashOptionAt(place.cursor);
  if (hashOption) return hashKeys(place, hashOption, call, span);
  const { redirect } = place.cursor;
  const row = place.row();
  if (!row) return [];
  const written = redirect?.call ?? call;
  const used = keysGiven(written, row, span.start);
  const pages =
    redirect?.call.arguments.length === 0
      ? nameItems(redirectPages(place), 'value', span, 'quoted')
      : redirect
        ? []
        : furtherNames(place, call, row, span);
  const unused = place.unusedOptions(written, row, span.start);
  const options = optionItems(likelyOptions(unused, written, place), span);
  const block = redirect ? [] : blockItems(row, call, span);
  const before = [...block, ...pages];
  const items = [...before, ...options].map((item, order) => ({ ...item, order }));
  if (row.anyKey)
    items.push(
      ...keysOf(positionalRole(call), place, call, span).filter(
        ({ label }) => !used.has(canonicalOption(label)),
      ),
    );
  if (row.hasPath && !redirect)
    items.push(
      ...segmentItems(
        place.segmentNames(call).filter((name) => !used.has(name)),
        span,
      ),
    );
  return items;
}

/** The block that a call needs, once everything before it is written. */
function blockItems(row: KeywordRow, call: Declaration, span: Span): readonly CompletionItem[] {
  const takesNothing = row.positionals.length === 0 && !row.anyKey;
  const isDue = takesNothing || call.arguments.some((argument) => argument.span.end < span.start);
  if (row.block !== 'required' || call.block || !isDue) return [];
  const insert = '{\n  $0\n}';
  return inOrder('keyword', span, [{ label: '{ … }', insert, isSnippet: true, detail: row.doc }]);
}

/** Further names after those that a call has: `through &auth#signedIn, │`, `direct 'homepage', │`. */
function furtherNames(
  place: CompletionPlace,
  call: Declaration,
  row: KeywordRow,
  span: Span,
): readonly CompletionItem[] {
  const written = call.arguments.filter((argument) => argument.span.end < span.start);
  const named = positionalRow(row, written.length);
  if (!named || written.length === 0 || written.some(({ kind }) => kind === 'pair')) return [];
  if (named.accepts.includes('callable')) return moduleItems(place, named.role, span);
  const beside = place.wordsBeside(call);
  const names = named.role === 'concern' ? place.concernNames() : [];
  return nameItems(
    names.filter((name) => !beside.has(name)),
    'concern',
    span,
    'quoted',
  );
}

function firstArgument(place: CompletionPlace, span: Span): readonly CompletionItem[] {
  const call = place.call();
  if (!call) return [];
  const role = positionalRole(call);
  const names = namesOf(place, role, call);
  if (names)
    return [
      ...nameItems(names.names, names.kind, span, 'quoted'),
      ...(role === 'resource' ? elsewhereItems(place, call, span, "'") : []),
    ].toSorted(byOrder);
  const instead = keywordRow(call.keyword.text)?.positionals[0];
  // Before the required positional, an option would be an error.
  if (instead?.presence === 'required' && !instead.orOption) {
    if (instead.role === 'path') return nameItems(place.names.unroutedActions(), 'action', span, 'quoted');
    return instead.accepts.includes('callable') ? moduleItems(place, instead.role, span) : [];
  }
  return instead?.role === 'target' && instead.orOption
    ? keyItems([instead.orOption], 'option', span)
    : furtherArguments(place, span);
}

function hashKeys(
  place: CompletionPlace,
  option: string,
  call: Declaration,
  span: Span,
): readonly CompletionItem[] {
  const { argument, pair: here } = place.cursor;
  const pairs = argument?.kind === 'pair' && argument.value?.kind === 'hash' ? argument.value.pairs : [];
  const used = new Set(pairs.flatMap((pair) => (pair === here ? [] : [canonicalOption(pair.key.text)])));
  const keys = optionRow(option)?.keys;
  const items = keys ? keyItems(keys, 'value', span) : keysOf(optionRole(option), place, call, span);
  return items.filter(({ label }) => !used.has(canonicalOption(label)));
}

/** The keys for a hash, or for a call that takes keys itself, by role. */
function keysOf(
  role: Role | undefined,
  place: CompletionPlace,
  call: Declaration,
  span: Span,
): readonly CompletionItem[] {
  if (role === 'params') return keyItems([...place.segmentNames(call), 'format'], 'segment', span);
  if (role === 'facts') return factKeys(place, call, span);
  if (role !== 'constraints') return [];
  return [
    ...segmentItems(place.segmentNames(call), span),
    ...keyItems(Object.keys(requestAttributes), 'value', span, undefined, (name) =>
      isRequestAttribute(name) ? requestAttributes[name] : undefined,
    ),
  ];
}

/** The items for a list in brackets: callables, or quoted words. */
function listItems(place: CompletionPlace, list: number, span: Span): readonly CompletionItem[] {
  const option = place.optionBefore(list);
  const call = place.call();
  const role = place.keyBefore(list) ? optionRole(option) : call && positionalRole(call);
  if (role === 'layer' || role === 'constraints') return moduleItems(place, role, span);
  return listWords(place, span).map((item) => ({ ...item, insert: `'${item.label}'` }));
}

// ── Values ──────────────────────────────────────────────────────────────────────────────────────────────────────────

function values(place: CompletionPlace, span: Span): readonly CompletionItem[] {
  const key = place.keyBefore(span.start);
  if (!key) return [];
  const facts = factValues(place, key.name);
  if (facts) return nameItems(facts, 'value', span);
  const option = place.optionBefore(span.start);
  if (option === undefined) return usualItems(place.usualOfAttribute(key.name), span);
  const words = place.optionWords(option);
  if (words.length > 0) {
    if (!optionRow(option)?.accepts.includes('strings')) return nameItems(words, 'value', span, 'quoted');
    const items = words.map((label) => ({ label, insert: `<${label}$1>`, isSnippet: true }));
    return inOrder('value', span, items);
  }
  const role = optionRole(option);
  if (role === 'target' || role === 'action') {
    const targets = targetItems(place, role, span, 'quoted');
    return role === 'action' || place.names.takesActionAlone()
      ? targets
      : [...targets, ...otherTargets(place, span)];
  }
  const names = namesOf(place, role);
  if (names) return nameItems(names.names, names.kind, span, 'quoted');
  const usual = usualItems(place.usualValues(option), span);
  if (usual.length > 0) return usual;
  if (optionRow(option)?.accepts.includes('callable')) return moduleItems(place, role, span);
  return optionRow(option)?.accepts.includes('boolean') ? nameItems(['true', 'false'], 'value', span) : [];
}

/** Targets other than actions. They come last. */
function otherTargets(place: CompletionPlace, span: Span): readonly CompletionItem[] {
  const redirect = {
    label: 'redirect(…)',
    insert: "redirect('$1')",
    isSnippet: true,
    detail: redirectRow.doc,
  };
  const items = [...inOrder('keyword', span, [redirect]), ...moduleItems(place, 'target', span)];
  return items.map((item, index) => ({ ...item, order: 1000 + index }));
}
