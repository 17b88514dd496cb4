// Applies the suggestion of a diagnostic: the probably intended word replaces the written one. The edit is offered if it removes the
// mistake. It is the preferred action if it also causes no new mistake.
//
//   namespace 'admin', { resources 'user' }      the controller admin/users: `users` is written there, not `admin/users`

import type { Snapshot } from '../../src/analysis/snapshot.js';
import { targetSpans } from '../../src/analysis/name-spans.js';
import { aboutModules, errorsIn, type Diagnostic } from '../../src/language/diagnostics.js';
import { firstIndex } from '../../src/language/first-index.js';
import { isResource } from '../../src/language/roles.js';
import { spanOf } from '../../src/language/source.js';
import { applyFixes } from '../../src/lint/fixes.js';
import { changedText, edit, type CodeAction } from './action-edits.js';
import { renameController, type FileEdit } from './rename-files.js';
import type { ModuleHost } from './rename-in-modules.js';

/** The actions that apply the suggestion of a diagnostic. */
export function suggested(snapshot: Snapshot, diagnostic: Diagnostic, host: ModuleHost): CodeAction[] {
  const { suggestion, code } = diagnostic;
  if (suggestion === undefined || lacksDefault(suggestion, snapshot, host)) return [];
  const inPlace = writing(snapshot, diagnostic, suggestion);
  const [first] = inPlace ? action(snapshot, diagnostic, `Write '${inPlace.text}'`, inPlace) : [];
  const isPreferred = first !== undefined && inPlace !== undefined && isSound(snapshot, diagnostic, inPlace);
  const option =
    code === 'unknown-controller' ? controllerOption(snapshot, diagnostic, suggestion) : undefined;
  return [
    ...(first ? [{ ...first, ...(isPreferred && { isPreferred: true as const }) }] : []),
    ...(option ? action(snapshot, diagnostic, `Route to the controller '${suggestion}'`, option) : []),
  ];
}

/** Whether a suggestion is the default export of a module that is known to have none. */
function lacksDefault(suggestion: string, { source }: Snapshot, { application }: ModuleHost): boolean {
  const [, module] = /^&([^#]+)$/.exec(suggestion) ?? [];
  const known = module === undefined ? undefined : application?.module(module, source.file);
  return known?.isComplete === true && !known.byName.has('default');
}

function action(snapshot: Snapshot, diagnostic: Diagnostic, title: string, written: FileEdit): CodeAction[] {
  return isGone(snapshot, diagnostic, written)
    ? [{ title, kind: 'quickfix', diagnostic, edits: [written] }]
    : [];
}

/** The edit that writes a suggestion at the place of the mistake. */
function writing(snapshot: Snapshot, diagnostic: Diagnostic, suggested: string): FileEdit | undefined {
  switch (diagnostic.code) {
    case 'unknown-controller':
      return controllerInPlace(snapshot, diagnostic, suggested);
    case 'unknown-action':
      return actionInPlace(snapshot, diagnostic, suggested);
    default:
      return replacement(snapshot, diagnostic, suggested);
  }
}

/** Replaces only the name. Quotes and the `:` of a symbol stay. */
function replacement(snapshot: Snapshot, { range }: Diagnostic, suggested: string): FileEdit {
  const written = snapshot.source.textOf(spanOf(range));
  const quote = /^(['"])[^]*\1$/.exec(written)?.[1];
  const text = quote && /^(['"])[^]*\1$/.test(suggested) ? suggested.slice(1, -1) : suggested;
  const inner = quote ? written.slice(1, -1) : written;
  const { tokens } = snapshot.syntax;
  const token = tokens[firstIndex(tokens, (each) => each.start >= range.start.offset)];
  if (token?.kind === 'SymbolString' && token.start === range.start.offset && /^[\p{L}_]/u.test(text))
    return edit(snapshot, { start: token.start + 1, end: token.end }, text);
  const start = range.start.offset + (quote ? 1 : 0);
  return edit(snapshot, { start, end: start + inner.length }, text);
}

/**
 * Replaces an action where a route names it: alone, in its target, or as the last piece of its path. Actions of a resource cannot have
 * other names.
 */
function actionInPlace(snapshot: Snapshot, { range }: Diagnostic, suggested: string): FileEdit | undefined {
  const { source, analysis } = snapshot;
  const { declaration } = snapshot.cursor(range.start.offset);
  if (!declaration || isResource(declaration)) return undefined;
  const [route] = analysis.routesOf(declaration);
  if (route?.definition.target.kind !== 'controller') return undefined;
  const { action } = route.definition.target;
  const named = targetSpans(route, action, analysis.interpretation.program.call(declaration)).action;
  const piece = Array.from(source.textOf(named).matchAll(/[^/().]+/g)).findLast(
    ([text]) => text === action || text.replaceAll('-', '_') === action,
  );
  if (!piece) return undefined;
  const start = named.start + piece.index;
  return edit(snapshot, { start, end: start + piece[0].length }, suggested);
}

/** Replaces a controller's name as it must be written here: without the surrounding modules, or with a slash to ignore them. */
function controllerInPlace(
  snapshot: Snapshot,
  diagnostic: Diagnostic,
  suggested: string,
): FileEdit | undefined {
  const { source } = snapshot;
  const { start, end } = diagnostic.range;
  const declaration = snapshot.cursor(start.offset).declaration;
  const named = snapshot.occurrences
    .all('controller')
    .find((each) => each.source === source && start.offset <= each.span.start && each.span.end <= end.offset);
  if (!named || !declaration) return undefined;
  const written = source.textOf(named.span);
  const isName =
    isResource(declaration) && named.declaration === declaration && !isOption(snapshot, start.offset);
  const bare = written.replace(/^\//, '');
  // The name of a singular resource differs from its controller's name.
  if (!named.key.endsWith(bare)) return undefined;
  const prefix = written.startsWith('/') ? '' : named.key.slice(0, named.key.length - bare.length);
  const isInside = suggested.startsWith(prefix);
  if (isName && (!isInside || suggested.slice(prefix.length).includes('/') !== bare.includes('/')))
    return undefined;
  const text = isInside ? suggested.slice(prefix.length) : `/${suggested}`;
  return edit(snapshot, named.span, written.startsWith('/') && isInside ? `/${text}` : text);
}

/** Adds the option `controller` to a resource, which keeps its name and path. */
function controllerOption(
  snapshot: Snapshot,
  diagnostic: Diagnostic,
  suggested: string,
): FileEdit | undefined {
  const { source, analysis } = snapshot;
  const { offset } = diagnostic.range.start;
  const { declaration } = snapshot.cursor(offset);
  if (!declaration || !isResource(declaration) || isOption(snapshot, offset)) return undefined;
  const [route] = analysis.routesOf(declaration);
  if (route?.definition.target.kind !== 'controller') return undefined;
  const { controller } = route.definition.target;
  const { start, end } = declaration.span;
  return renameController(snapshot, controller, suggested).find(
    ({ file, range }) => file === source.file && start <= range.start.offset && range.end.offset <= end,
  );
}

function isOption(snapshot: Snapshot, offset: number): boolean {
  return snapshot.cursor(offset).pair !== undefined;
}

/** Whether an edit removes the mistake and causes no syntax errors. Other diagnostics in its line do not matter. */
function isGone(snapshot: Snapshot, { code, message }: Diagnostic, written: FileEdit): boolean {
  const count = (of: readonly Diagnostic[]): number =>
    of.filter((each) => each.code === code && each.message === message).length;
  const { diagnostics, syntax } = snapshot.analysisOf(changedText(snapshot, [written]));
  return (
    count(diagnostics) < Math.max(1, count(snapshot.analysis.diagnostics)) &&
    syntax.diagnostics.length <= snapshot.syntax.diagnostics.length
  );
}

/** Whether an edit causes no new diagnostic. */
function isSound(snapshot: Snapshot, diagnostic: Diagnostic, written: FileEdit): boolean {
  const { source, analysis } = snapshot;
  if (aboutModules.has(diagnostic.code)) {
    const after = snapshot.analysisOf(changedText(snapshot, [written]));
    return (
      after.routes.length >= analysis.routes.length &&
      errorsIn(after.diagnostics).length < errorsIn(analysis.diagnostics).length
    );
  }
  const fixed = { ...diagnostic, fix: { title: '', edits: [written] } };
  const reread = (changed: string): Snapshot['analysis'] => snapshot.analysisOf(changed);
  return applyFixes(source.file, source.text, [fixed], reread).fixed.length > 0;
}
