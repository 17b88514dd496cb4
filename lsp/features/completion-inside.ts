// Completes inside a string, a list of words or a callable, up to the end of its token.

import type { Declaration } from '../../src/language/declarations.js';
import type { Span } from '../../src/language/source.js';
import type { SyntaxToken } from '../../src/language/syntax.js';
import { canonicalOption, type Role } from '../../src/language/vocabulary.js';
import { declares, isResource, isRoute, optionRole, positionalRole } from '../../src/language/roles.js';
import { nameItems, usualItems, type CompletionItem } from './completion-items.js';
import { callableItems } from './completion-callables.js';
import type { CompletionPlace } from './completion-place.js';
import { redirectPages } from './redirect-pages.js';
import { byOrder, elsewhereItems, factValues, namesOf, targetItems } from './completion-names.js';

/** A character of a word in a list, such as `admin/users`. */
const listLetter = /[^\s<>,;='"{}()[\]]/u;

/** The items inside a token; undefined for tokens in which nothing can be completed. */
export function insideToken(
  place: CompletionPlace,
  token: SyntaxToken,
  word: Span,
): readonly CompletionItem[] | undefined {
  const { kind } = token;
  if (kind === 'Callable') return callableItems(place, token);
  if (/AngleList|PercentList/.test(kind)) return listWords(place, place.wordSpan(listLetter));
  return /String|BareTarget/.test(kind) && kind !== 'SymbolString'
    ? insideString(place, token, word)
    : undefined;
}

function insideString(place: CompletionPlace, token: SyntaxToken, word: Span): readonly CompletionItem[] {
  const { pair, option, value, offset, declaration, isOnKey, redirect } = place.cursor;
  const whole = insideQuotes(token);
  const before = place.snapshot.source.text.slice(whole.start, offset);
  const interpolated = /%\{(.*)$/s.exec(before.slice(before.lastIndexOf('}') + 1))?.[1];
  if (interpolated !== undefined && declaration) {
    const span = { start: offset - interpolated.length, end: Math.max(offset, word.end) };
    return nameItems(place.segmentNames(declaration), 'segment', span);
  }
  if (redirect && redirect.call.arguments[0] === value)
    return nameItems(redirectPages(place), 'value', whole);
  // The key of a call's first pair may be its path instead of an option.
  if (!pair || (isOnKey && pair === declaration?.arguments[0])) return inPositional(place, whole);
  if (isOnKey) return [];
  const key = canonicalOption(pair.key.text);
  const facts = factValues(place, key);
  if (facts)
    return nameItems(
      facts.map((text) => text.replace(/^'|'$/g, '')),
      'value',
      whole,
    );
  const usual = option === undefined ? place.usualOfAttribute(key) : place.usualValues(option);
  if (usual.length > 0)
    return usualItems(
      usual.map(([text, meaning]) => [text.replace(/^'|'$/g, ''), meaning] as const),
      whole,
    );
  if (option === undefined) return [];
  const words = place.optionWords(option);
  return words.length === 0
    ? (ofRole(place, optionRole(option), whole, undefined) ?? [])
    : nameItems(newWords(words, place), 'value', whole);
}

/** The words that the list or call does not contain yet. */
function newWords(words: readonly string[], place: CompletionPlace): readonly string[] {
  const beside = place.wordsBeside(place.cursor.declaration);
  return words.filter((word) => !beside.has(word));
}

/** The span of a string's text, without its quotes. */
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

/** The items for an argument of a role; undefined for a role without known items. */
function ofRole(
  place: CompletionPlace,
  role: Role | undefined,
  whole: Span,
  declaration: Declaration | undefined,
): readonly CompletionItem[] | undefined {
  const names = namesOf(place, role, declaration);
  const quote = place.snapshot.source.text[whole.start - 1] ?? '';
  if (names)
    return [
      ...nameItems(newWords(names.names, place), names.kind, whole),
      ...(role === 'resource' && declaration && /['"]/.test(quote)
        ? elsewhereItems(place, declaration, whole, quote)
        : []),
    ].toSorted(byOrder);
  if (role === 'target' || role === 'action') return targetItems(place, role, whole, 'plain');
  return role === 'file' ? nameItems(place.host.routesFiles?.() ?? [], 'file', whole) : undefined;
}

/** Paths that name actions of the surrounding controller to which no route leads yet. */
function actionPaths(place: CompletionPlace, span: Span): CompletionItem[] {
  const isRooted = place.snapshot.source.text[span.start] === '/';
  const names = place.names.unroutedActions().map((name) => (isRooted ? `/${name}` : name));
  return nameItems(names, 'action', span);
}

/** Words for `<…>`, `%w[…]` or `[…]` that it does not contain yet. */
export function listWords(place: CompletionPlace, span: Span): readonly CompletionItem[] {
  const { pair, declaration, before } = place.cursor;
  const option = pair ? place.cursor.option : place.optionBefore(before?.start ?? 0);
  const words = option === undefined ? [] : place.optionWords(option);
  const isOfConcerns =
    optionRole(option) === 'concern' ||
    (words.length === 0 &&
      declaration !== undefined &&
      positionalRole(declaration) === 'concern' &&
      !declares(declaration, 'concern'));
  const resources =
    declaration && !pair && isResource(declaration) ? namesOf(place, 'resource', declaration) : undefined;
  const names = isOfConcerns ? place.concernNames() : (resources?.names ?? words);
  return nameItems(
    newWords(names, place),
    isOfConcerns ? 'concern' : resources ? 'controller' : 'value',
    span,
  );
}
