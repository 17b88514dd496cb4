// Items for the names that fit at the place of a completion: concerns, controllers, targets, facts.

import type { Declaration } from '../../src/language/declarations.js';
import type { Span } from '../../src/language/source.js';
import { canonicalOption, type Role } from '../../src/language/vocabulary.js';
import { declares, hasKey } from '../../src/language/roles.js';
import { inOrder, keyItems, type CompletionItem } from './completion-items.js';
import { inflection } from './application-names.js';
import type { CompletionPlace } from './completion-place.js';
import { factsOf } from './expectation-words.js';

/** The names that fit an argument of a role; undefined if none are known. */
export function namesOf(
  place: CompletionPlace,
  role: Role | undefined,
  call?: Declaration,
): { readonly names: readonly string[]; readonly kind: 'concern' | 'controller' } | undefined {
  if (role === 'concern' && !(call && declares(call, role)))
    return { names: place.concernNames(), kind: 'concern' };
  if (role === 'namespace' || role === 'module')
    return { names: place.names.folderNames(), kind: 'controller' };
  if (role === 'controller') return { names: place.names.controllerNames('rest'), kind: 'controller' };
  if (role !== 'resource') return undefined;
  if (call && !hasKey(call)) {
    // A singular resource has a singular name, but its controller a plural one.
    const names = place.names.controllerNames('one');
    const singular = names.map((name) => inflection.singular(name));
    return { names: [...new Set([...singular, ...names])], kind: 'controller' };
  }
  return { names: place.names.controllerNames('list'), kind: 'controller' };
}

/** Compares items by their `order`. */
export const byOrder = (one: CompletionItem, other: CompletionItem): number => one.order - other.order;

/**
 * Resources that need an option to reach their controllers. They come after other items, unless they are likelier. `quote` is the quote
 * of the string that contains the name.
 */
export function elsewhereItems(
  place: CompletionPlace,
  call: Declaration,
  span: Span,
  quote: string,
): CompletionItem[] {
  if (place.cursor.argument?.kind === 'list' || place.wordsBeside(call).size > 0) return [];
  const isWhole = place.snapshot.source.text[span.start - 1] !== quote;
  const outer = isWhole ? quote : '';
  return place.names.namedElsewhere().map(({ name, option, value, isExpected }, order) => {
    const label = hasKey(call) ? name : inflection.singular(name);
    return {
      label,
      kind: 'controller',
      insert: `${outer}${label}${quote}, ${option} => ${quote}${value}${outer}`,
      span,
      detail: `${option} => '${value}'`,
      order: isExpected ? order - 100 : order + 500,
    };
  });
}

/** Targets for a route, or actions of its controller. */
export function targetItems(
  place: CompletionPlace,
  of: 'target' | 'action',
  span: Span,
  notation: 'plain' | 'quoted',
): CompletionItem[] {
  const insert = (target: string): string => (notation === 'quoted' ? `'${target}'` : target);
  const items = place.names
    .targets(of)
    .map(({ target, docs }) => ({ label: target, insert: insert(target), docs }));
  return inOrder('action', span, items);
}

/** Keys under which other routes of the file have facts, except those that are here already. */
export function factKeys(place: CompletionPlace, call: Declaration, span: Span): readonly CompletionItem[] {
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

/** The values that other routes have under the key before the cursor; undefined if the key does not belong to facts. */
export function factValues(place: CompletionPlace, key: string): readonly string[] | undefined {
  if (place.roleOfKeys() !== 'facts') return undefined;
  const known = [...knownFacts(place)].find(([name]) => canonicalOption(name) === key);
  return known ? [...known[1]] : [];
}

function knownFacts(place: CompletionPlace): ReturnType<typeof factsOf> {
  const others = place.whole.analysis.routes.filter(({ declaration }) => !place.isAtHead(declaration));
  return factsOf(others.map(({ definition }) => definition));
}
