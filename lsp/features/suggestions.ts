// The suggestion of a diagnostic as an edit: the word that was probably meant replaces the one that was written. The edit is offered where it
// removes the mistake, and is the preferred one where it also causes no other.
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

/** The actions that write what a diagnostic suggests. */
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

/** Whether the default export of a module is suggested that is known to have none. */
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

/** The edit that writes a suggestion where the mistake is written. */
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

/** A suggestion takes the place of the name alone: quotes and the `:` of a symbol stay. */
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

/** The action where a route names it: by itself, in its target, or as the last piece of its path. The actions of a resource have no other names. */
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

/** The controller as it is to be named at its place: without the modules around it, or with a slash to be free of them. */
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
  // A singular resource is named by another word than its controller.
  if (!named.key.endsWith(bare)) return undefined;
  const prefix = written.startsWith('/') ? '' : named.key.slice(0, named.key.length - bare.length);
  const isInside = suggested.startsWith(prefix);
  if (isName && (!isInside || suggested.slice(prefix.length).includes('/') !== bare.includes('/')))
    return undefined;
  const text = isInside ? suggested.slice(prefix.length) : `/${suggested}`;
  return edit(snapshot, named.span, written.startsWith('/') && isInside ? `/${text}` : text);
}

/** A resource that keeps its name and path, and is told its controller. */
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

/** Whether an edit removes the mistake, whatever other diagnostics its line still has, and leaves a text that parses no worse. */
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
