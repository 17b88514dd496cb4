// What may be written at a place: keywords that are legal in the block, options of the call that are not there yet,
// actions, controllers, exports, concerns, segments, verbs – and nothing that would be an error.

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
  requestAttributes,
  type KeywordRow,
  type Role,
} from '../../src/language/vocabulary.js';
import {
  declares,
  hasKey,
  isResource,
  isRoute,
  optionRole,
  positionalRole,
} from '../../src/language/roles.js';
import { keyItems, keywordItems, nameItems, optionItems, type CompletionItem } from './completion-items.js';
import { likelyKeywords, likelyOptions } from './completion-ranking.js';
import { CompletionPlace, inflection, type CompletionHost } from './completion-place.js';
import { expectationItems, factsOf } from './expectation-words.js';
import { finished } from './unfinished.js';

/** The items for an offset, best first; empty where nothing is known to fit. */
export function complete(
  snapshot: Snapshot,
  offset: number,
  host: CompletionHost = {},
): readonly CompletionItem[] {
  const around = finished(snapshot, offset) ?? { snapshot, offset, shift: 0 };
  const cursor = around.snapshot.cursor(around.offset);
  if (cursor.isInComment) return expectationItems(snapshot, offset, host.application);
  const items = itemsAt(new CompletionPlace(around.snapshot, cursor, host, snapshot, offset));
  if (around.shift === 0) return items;
  return items.map((item) => ({
    ...item,
    span: { start: item.span.start + around.shift, end: item.span.end + around.shift },
  }));
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
  const previous =
    isTouched && /Word|Keyword|Key|Label|Symbol|Adverb|BooleanWord/.test(before.kind)
      ? place.tokenBefore(before.start)
      : before;
  if (!previous || closers.has(previous.kind)) return legalKeywords(place, word);
  if (previous.kind === 'Arrow' || previous.kind === 'Label') return values(place, word);
  if (argumentStarts.has(previous.kind)) return furtherArguments(place, word);
  if (previous.kind === 'LeftBracket') return listWords(place, word);
  if (place.startsLine(word.start)) return legalKeywords(place, word);
  return previous.kind === 'Keyword' ? firstArgument(place, word) : [];
}

/** Tokens that text can still be typed into at their end. */
function isOpenText(kind: string): boolean {
  return kind === 'Callable' || kind === 'BareTarget' || kind.startsWith('Unclosed');
}

function legalKeywords(place: CompletionPlace, span: Span): readonly CompletionItem[] {
  const places = place.places();
  const rows: (readonly [string, KeywordRow])[] = Object.entries(keywords);
  const legal = rows.filter(([, row]) => row.places.some((place) => places.includes(place)));
  return keywordItems(likelyKeywords(legal, place), span);
}

// ── Arguments ───────────────────────────────────────────────────────────────────────────────────────────────────────

function furtherArguments(place: CompletionPlace, span: Span): readonly CompletionItem[] {
  const call = place.call();
  if (!call) return [];
  const hashOption = place.hashOption();
  if (hashOption) return hashKeys(place, hashOption, call, span);
  const { redirect } = place.cursor;
  const row: KeywordRow | undefined = redirect ? redirectRow : keywordRow(call.keyword.text);
  if (!row) return [];
  const used = new Set(
    (redirect?.call ?? call).arguments.flatMap((argument) =>
      argument.kind === 'pair' ? [canonicalOption(argument.key.text)] : [],
    ),
  );
  const hasLevels = place.places().includes('in-resource');
  const unused = row.options.filter((name) => !used.has(name) && (hasLevels || optionRole(name) !== 'level'));
  const items = optionItems(likelyOptions(unused, redirect?.call ?? call, place), span);
  if (positionalRole(call) === 'constraints')
    items.push(...keyItems(Object.keys(requestAttributes), 'value', span));
  if (positionalRole(call) === 'facts') items.push(...factKeys(place, call, span));
  if (row.hasPath && !redirect)
    items.push(
      ...keyItems(
        place.segmentNames(call).filter((name) => !used.has(name)),
        'segment',
        span,
        ' => /$1/',
      ),
    );
  return items;
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
  // An option before the required positional would be a mistake.
  if (instead?.presence === 'required' && !instead.orOption) {
    if (instead.role === 'path') return nameItems(place.unroutedActions(), 'action', span, 'quoted');
    const modules = place.host.application?.moduleNames(place.snapshot.source.file) ?? [];
    const callables = instead.accepts.includes('callable') ? modules.map((name) => `&${name}`) : [];
    return nameItems(callables, 'callable', span);
  }
  return instead?.role === 'target' && instead.orOption
    ? keyItems([instead.orOption], 'option', span)
    : furtherArguments(place, span);
}

/** The names that may stand where something of a role is named, undefined where none are known. */
function namesOf(
  place: CompletionPlace,
  role: Role | undefined,
  call?: Declaration,
): { readonly names: readonly string[]; readonly kind: 'concern' | 'controller' } | undefined {
  if (role === 'concern' && !(call && declares(call, role)))
    return { names: place.concernNames(), kind: 'concern' };
  if (role === 'namespace' || role === 'module') return { names: place.folderNames(), kind: 'controller' };
  if (role === 'controller') return { names: place.controllerNames('rest'), kind: 'controller' };
  if (role !== 'resource') return undefined;
  if (call && !hasKey(call)) {
    // A resource of one record is named in the singular, its controller in the plural.
    const names = place.controllerNames('one');
    const singular = names.map((name) => inflection.singular(name));
    return { names: [...new Set([...singular, ...names])], kind: 'controller' };
  }
  return { names: place.controllerNames('list'), kind: 'controller' };
}

const byOrder = (one: CompletionItem, other: CompletionItem): number => one.order - other.order;

/** Resources whose controllers have to be told, behind others unless they are likelier; `quote` is that of the string which the name stands in. */
function elsewhereItems(
  place: CompletionPlace,
  call: Declaration,
  span: Span,
  quote: string,
): CompletionItem[] {
  const isWhole = place.snapshot.source.text[span.start - 1] !== quote;
  const outer = isWhole ? quote : '';
  return place.namedElsewhere().map(({ name, option, value, isExpected }, order) => {
    const label = hasKey(call) ? name : inflection.singular(name);
    return {
      label,
      kind: 'controller',
      insert: `${outer}${label}${quote}, ${option} => ${quote}${value}${outer}`,
      isSnippet: false,
      span,
      detail: `${option} => '${value}'`,
      order: isExpected ? order - 100 : order + 500,
    };
  });
}

function hashKeys(
  place: CompletionPlace,
  option: string,
  call: Declaration,
  span: Span,
): readonly CompletionItem[] {
  const keys = optionRow(option)?.keys;
  if (keys) return keyItems(keys, 'value', span);
  const role = optionRole(option);
  if (role === 'params') return keyItems([...place.segmentNames(call), 'format'], 'segment', span);
  if (role === 'facts') return factKeys(place, call, span);
  if (role !== 'constraints') return [];
  return [
    ...keyItems(place.segmentNames(call), 'segment', span, ' => /$1/'),
    ...keyItems(Object.keys(requestAttributes), 'value', span),
  ];
}

/** Keys that routes of the file have facts under, those apart that stand here already. */
function factKeys(place: CompletionPlace, call: Declaration, span: Span): readonly CompletionItem[] {
  const pairs = call.arguments.flatMap((argument) =>
    argument.kind === 'hash'
      ? argument.pairs
      : argument.kind === 'pair'
        ? [argument, ...(argument.value?.kind === 'hash' ? argument.value.pairs : [])]
        : [],
  );
  const written = new Set(pairs.map(({ key }) => key.text));
  const keys = [...knownFacts(place).keys()].map((key) => key.replace(/\..*$/s, ''));
  return keyItems(
    keys.filter((key) => !written.has(key)),
    'value',
    span,
    ' => $1',
  );
}

/** The values that routes of the file have under the key before the cursor, as they are written; undefined where it is no fact's. */
function factValues(place: CompletionPlace, key: string): readonly string[] | undefined {
  const call = place.call();
  const option = place.hashOption();
  const role = option === undefined ? call && positionalRole(call) : optionRole(option);
  if (role !== 'facts') return undefined;
  const known = [...knownFacts(place)].find(([name]) => canonicalOption(name) === key);
  return known ? [...known[1]] : [];
}

function knownFacts(place: CompletionPlace): ReturnType<typeof factsOf> {
  const others = place.whole.analysis.routes.filter(({ declaration }) => !place.isAtHead(declaration));
  return factsOf(others.map(({ definition }) => definition));
}

// ── Values ──────────────────────────────────────────────────────────────────────────────────────────────────────────

function values(place: CompletionPlace, span: Span): readonly CompletionItem[] {
  const option = place.optionBefore(span.start);
  if (option === undefined) return [];
  const facts = factValues(place, option);
  if (facts) return nameItems(facts, 'value', span);
  const words = place.optionWords(option);
  if (words.length > 0) {
    if (!optionRow(option)?.accepts.includes('strings')) return nameItems(words, 'value', span, 'quoted');
    return words.map((word, order) => ({
      label: word,
      kind: 'value',
      insert: `<${word}$1>`,
      isSnippet: true,
      span,
      order,
    }));
  }
  if (optionRole(option) === 'target') {
    return [
      ...targetItems(place, span, 'quoted'),
      {
        label: 'redirect(…)',
        kind: 'keyword',
        insert: "redirect('$1')",
        isSnippet: true,
        span,
        detail: redirectRow.doc,
        order: 1000,
      },
    ];
  }
  const names = namesOf(place, optionRole(option));
  if (names) return nameItems(names.names, names.kind, span, 'quoted');
  return optionRow(option)?.accepts.includes('boolean') ? nameItems(['true', 'false'], 'value', span) : [];
}

function targetItems(place: CompletionPlace, span: Span, notation: 'plain' | 'quoted'): CompletionItem[] {
  return place.targets().map(({ target, docs }, order) => ({
    label: target,
    kind: 'action',
    insert: notation === 'quoted' ? `'${target}'` : target,
    isSnippet: false,
    span,
    docs,
    order,
  }));
}

// ── Inside strings, lists and callables ─────────────────────────────────────────────────────────────────────────────

function insideToken(
  place: CompletionPlace,
  token: SyntaxToken,
  word: Span,
): readonly CompletionItem[] | undefined {
  const { kind } = token;
  if (kind === 'Callable') return callables(place, token);
  if (/AngleList|PercentList/.test(kind)) return listWords(place, word);
  return /String|BareTarget/.test(kind) && kind !== 'SymbolString' ? insideString(place, token) : undefined;
}

function insideString(place: CompletionPlace, token: SyntaxToken): readonly CompletionItem[] {
  const { pair, value, offset, declaration, isOnKey, redirect } = place.cursor;
  const whole = insideQuotes(token);
  const interpolated = /%\{([^}]*)$/.exec(place.snapshot.source.text.slice(whole.start, offset))?.[1];
  if (interpolated !== undefined && declaration) {
    const span = { start: offset - interpolated.length, end: offset };
    return nameItems(place.segmentNames(declaration), 'segment', span);
  }
  if (redirect && redirect.call.arguments[0] === value) return nameItems(place.pages(), 'value', whole);
  const option = pair?.key && !isOnKey ? canonicalOption(pair.key.text) : undefined;
  const facts = option === undefined ? undefined : factValues(place, option);
  if (facts)
    return nameItems(
      facts.map((text) => text.replace(/^'|'$/g, '')),
      'value',
      whole,
    );
  const words = option === undefined ? [] : place.optionWords(option);
  if (words.length > 0) {
    const items = pair?.value?.kind === 'list' ? pair.value.items : [];
    const others = items.filter((item) => item !== value);
    const used = new Set(others.map((item) => (item.kind === 'string' ? item.value : undefined)));
    return nameItems(
      words.filter((word) => !used.has(word)),
      'value',
      whole,
    );
  }
  return option === undefined ? inPositional(place, whole) : inOption(place, option, whole);
}

/** A string's text, without the quotes that it has. */
function insideQuotes({ text, start, end }: SyntaxToken): Span {
  const quote = /^['"]/.test(text) ? 1 : 0;
  const isClosed = quote === 1 && text.length > 1 && text.endsWith(text.charAt(0));
  return { start: start + quote, end: isClosed ? end - 1 : end };
}

function inPositional(place: CompletionPlace, whole: Span): readonly CompletionItem[] {
  const { declaration } = place.cursor;
  return (
    ofRole(place, declaration && positionalRole(declaration), whole, declaration) ??
    (declaration && isRoute(declaration) ? actionPaths(place, whole) : [])
  );
}

function inOption(place: CompletionPlace, option: string, whole: Span): readonly CompletionItem[] {
  return ofRole(place, optionRole(option), whole, undefined) ?? [];
}

/** What may stand for an argument of a role; undefined where the role says nothing. */
function ofRole(
  place: CompletionPlace,
  role: Role | undefined,
  whole: Span,
  declaration: Declaration | undefined,
): readonly CompletionItem[] | undefined {
  const { pair, value } = place.cursor;
  const names = namesOf(place, role, declaration);
  const quote = place.snapshot.source.text[whole.start - 1] ?? '';
  if (names)
    return [
      ...nameItems(names.names, names.kind, whole),
      ...(role === 'resource' && declaration && /['"]/.test(quote)
        ? elsewhereItems(place, declaration, whole, quote)
        : []),
    ].toSorted(byOrder);
  const isPair = pair?.key.notation === 'string' && value !== undefined;
  if (role === 'target' || isPair) return targetItems(place, whole, 'plain');
  return role === 'file' ? nameItems(place.host.routesFiles?.() ?? [], 'file', whole) : undefined;
}

/** Paths that name an action of the controller around to which no route leads yet. */
function actionPaths(place: CompletionPlace, span: Span): CompletionItem[] {
  const isRooted = place.snapshot.source.text[span.start] === '/';
  const names = place.unroutedActions().map((name) => (isRooted ? `/${name}` : name));
  return nameItems(names, 'action', span);
}

/** Words of `<…>`, `%w[…]` or `[…]` that are not in it yet. */
function listWords(place: CompletionPlace, span: Span): readonly CompletionItem[] {
  const { pair, declaration, before } = place.cursor;
  const option = pair ? canonicalOption(pair.key.text) : place.optionBefore(before?.start ?? 0);
  const words = option === undefined ? [] : place.optionWords(option);
  const isOfConcerns =
    optionRole(option) === 'concern' ||
    (words.length === 0 &&
      declaration !== undefined &&
      positionalRole(declaration) === 'concern' &&
      !declares(declaration, 'concern'));
  const used = new Set((before?.text ?? '').match(/[\p{L}_][\p{L}\p{N}_-]*/gu));
  const current = place.snapshot.source.text.slice(span.start, span.end);
  const resources =
    declaration && !pair && isResource(declaration) ? namesOf(place, 'resource', declaration) : undefined;
  const names = isOfConcerns ? place.concernNames() : (resources?.names ?? words);
  return nameItems(
    names.filter((word) => word === current || !used.has(word)),
    isOfConcerns ? 'concern' : resources ? 'controller' : 'value',
    span,
  );
}

/** Modules before the `#` of a callable, exports behind it. */
function callables(place: CompletionPlace, token: SyntaxToken): readonly CompletionItem[] {
  const { application } = place.host;
  const { file } = place.snapshot.source;
  const hash = token.text.indexOf('#');
  if (!application) return [];
  if (hash < 0 || place.cursor.offset <= token.start + hash) {
    return nameItems(application.moduleNames(file), 'callable', {
      start: token.start + 1,
      end: hash < 0 ? token.end : token.start + hash,
    });
  }
  const moduleName = token.text.slice(1, hash);
  const span = { start: token.start + hash + 1, end: token.end };
  return [...(application.module(moduleName, file)?.byName.values() ?? [])].map(({ name, doc }, order) => ({
    label: name,
    kind: 'callable',
    insert: name,
    isSnippet: false,
    span,
    ...(doc !== undefined && { detail: doc.replace(/\n.*$/s, '') }),
    docs: { of: 'callable', name: `${moduleName}#${name}`, file },
    order,
  }));
}
