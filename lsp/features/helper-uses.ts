// Finds and completes route names in an application's code, where helpers are called.
//
//   helpers.pathFor('edit-user', 5)   helpers.editUserPath(5)   helpers['edit-user-path'](5)   edit_user_path(5)
//
// Code is searched as text, so this works for views in any language. A name counts inside a call such as `pathFor`, or if it ends like a
// helper's. Other words with such an ending, such as `filePath`, belong to no route.

import type { Snapshot } from '../../src/analysis/snapshot.js';
import type { Span } from '../../src/language/source.js';
import { camelCaseName, canonicalName } from '../../src/routing/patterns/route-name.js';
import { inOrder, type CompletionItem } from './completion-items.js';
import { routeLabel } from './outline.js';

export interface HelperUse {
  /** The span of the name alone, without `Path` or quotes. */
  readonly span: Span;
  /** As it is written there. */
  readonly written: string;
  /** The character after the name: `P` of `Path`, `_` of `_path`, a quote. */
  readonly next: string;
}

const called = /(?<=\b(?:pathFor|urlFor)\(\s*(['"`]))[\p{L}_][\p{L}\p{M}\p{Nd}_-]*(?=\1)/gu;
const indexed = /(?<=\[\s*(['"`]))[\p{L}_][\p{L}\p{M}\p{Nd}_-]*(?=[-_](?:path|url)\1\s*\])/gu;
const helper =
  /(?<![\p{L}\p{M}\p{Nd}_$-])[\p{Ll}_][\p{L}\p{M}\p{Nd}_]*?(?=(?:Path|Url|_path|_url)(?![\p{L}\p{M}\p{Nd}_$]))/gu;

/** All uses of a route's name in any spelling; of all names if none is given. */
export function helperUses(text: string, name?: string): readonly HelperUse[] {
  const uses = new Map<number, HelperUse>();
  for (const notation of [called, indexed, helper]) {
    for (const { 0: written, index: start } of text.matchAll(notation)) {
      const span = { start, end: start + written.length };
      // If two notations fit, the first counts: `pathFor('user_path')` is about a route with this name.
      if (!uses.has(start)) uses.set(start, { span, written, next: text[span.end] ?? '' });
    }
  }
  const wanted = name === undefined ? undefined : canonicalName(name);
  return [...uses.values()]
    .filter(({ written }) => wanted === undefined || canonicalName(written) === wanted)
    .sort((one, other) => one.span.start - other.span.start);
}

/** The names whose helpers a text calls, in canonical spelling. */
export function calledNames(text: string): ReadonlySet<string> {
  return new Set(helperUses(text).map(({ written }) => canonicalName(written)));
}

/** A name in the spelling of the use that it replaces. */
export function respelled({ written, next }: Pick<HelperUse, 'written' | 'next'>, name: string): string {
  if (/[A-Z]/.test(next)) return camelCaseName(name);
  const isSnakeCase = (next === '_' || written.includes('_')) && !written.includes('-');
  return isSnakeCase ? name.replaceAll('-', '_') : name;
}

/** The route name at an offset of a module's text. */
export function helperUseAt(text: string, offset: number): HelperUse | undefined {
  return helperUses(text).find(({ span }) => span.start <= offset && offset <= span.end);
}

/** Route names for the inside of `pathFor('…')`; nothing elsewhere. */
export function helperCompletions(routes: Snapshot, text: string, offset: number): readonly CompletionItem[] {
  const before = /\b(?:pathFor|urlFor)\(\s*(['"`])([\p{L}\p{M}\p{Nd}_-]*)$/u.exec(
    text.slice(Math.max(0, offset - 200), offset),
  );
  if (!before) return [];
  const [, , typed = ''] = before;
  const [after = ''] = /^[\p{L}\p{M}\p{Nd}_-]+/u.exec(text.slice(offset)) ?? [];
  const span = { start: offset - typed.length, end: offset + after.length };
  const byName = new Map<string, string | undefined>();
  for (const route of routes.analysis.routes) {
    const { name } = route.definition;
    if (name !== undefined && !byName.has(name)) byName.set(name, routeLabel(route));
  }
  for (const name of routes.analysis.interpretation.customHelpers.direct.keys()) byName.set(name, undefined);
  const items = Array.from(byName, ([label, detail]) => ({
    label,
    ...(detail !== undefined && { detail }),
  }));
  return inOrder('value', span, items);
}
