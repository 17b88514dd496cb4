// Renaming what has a name: concerns, route names given with `as`, segments with their constraints, actions with the
// functions behind them.

import type { Snapshot } from '../../src/analysis/snapshot.js';
import type { Occurrence } from '../../src/analysis/occurrences.js';
import type { Range, Span } from '../../src/language/source.js';
import { camelCaseName } from '../../src/routing/route-name.js';
import type { ApplicationKnowledge } from '../../src/lint/application.js';
import { actionPlaces } from './navigation.js';

export interface FileEdit {
  readonly file: string;
  readonly range: Range;
  readonly text: string;
  /** The application's own code: worth a look before it is changed. */
  readonly needsConfirmation: boolean;
}

export type RenameAnswer = { readonly edits: readonly FileEdit[] } | { readonly refused: string };

/** The characters that a rename would change and the name as it is, or why there is nothing to rename. */
export function prepareRename(snapshot: Snapshot, offset: number): { readonly span: Span; readonly name: string } | { readonly refused: string } {
  const occurrence = snapshot.occurrences.at(snapshot.source, offset);
  if (!occurrence) return { refused: 'there is no name here' };
  const refused = refusal(snapshot, occurrence);
  if (refused !== undefined) return { refused };
  const { source, span } = occurrence;
  return { span, name: source.text.slice(span.start, span.end) };
}

/** What has to be changed so that the thing at an offset has another name. */
export function rename(snapshot: Snapshot, offset: number, newName: string, application?: ApplicationKnowledge): RenameAnswer {
  const occurrence = snapshot.occurrences.at(snapshot.source, offset);
  if (!occurrence) return { refused: 'there is no name here' };
  const refused = refusal(snapshot, occurrence) ?? badName(occurrence, newName);
  if (refused !== undefined) return { refused };
  const places = snapshot.occurrences.of(occurrence);
  if (occurrence.kind === 'concern' && snapshot.analysis.interpretation.program.concerns.has(newName) && newName !== occurrence.key) {
    return { refused: `there is a concern '${newName}' already` };
  }
  const edits: FileEdit[] = places.map(({ source, span }) => ({
    file: source.file,
    range: source.rangeOf(span),
    text: newName,
    needsConfirmation: false,
  }));
  if (occurrence.kind === 'action') {
    for (const { file, range } of actionPlaces(occurrence.key, application)) {
      if (range.end.offset > range.start.offset) edits.push({ file, range, text: camelCaseName(newName), needsConfirmation: true });
    }
  }
  return { edits };
}

function refusal(snapshot: Snapshot, occurrence: Occurrence): string | undefined {
  const { source, span } = occurrence;
  const written = source.text.slice(span.start, span.end);
  switch (occurrence.kind) {
    case 'concern':
    case 'segment':
      return undefined;
    case 'route': {
      const isWhole = snapshot.occurrences.of(occurrence).every((each) => each.source.text.slice(each.span.start, each.span.end) === written);
      const isGiven = snapshot.analysis.routes.some((route) => route.nameIsGiven && route.declaration === occurrence.declaration);
      return isGiven && isWhole ? undefined : `the name '${occurrence.name}' follows from the declaration; give it another with \`as\``;
    }
    case 'action': {
      const action = occurrence.key.slice(occurrence.key.indexOf('#') + 1);
      return snapshot.occurrences.of(occurrence).every((each) => each.source.text.slice(each.span.start, each.span.end) === action)
        ? undefined
        : `the action '${action}' follows from a resource or a path; its name is not written here`;
    }
    case 'controller':
      return 'a controller is renamed by renaming its file';
    case 'callable':
      return 'a callable is renamed in its module';
    case 'file':
      return 'a routes file is renamed in the file tree';
  }
}

function badName(occurrence: Occurrence, name: string): string | undefined {
  const isGood = occurrence.kind === 'segment' ? /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) : /^[\p{L}_][\p{L}\p{N}_-]*$/u.test(name);
  return isGood ? undefined : `'${name}' is no name: it begins with a letter or '_' and goes on with letters, digits and '_'`;
}

/** The edits that follow a controller's file: every target that names it. */
export function renameController(snapshot: Snapshot, from: string, to: string): readonly FileEdit[] {
  const edits: FileEdit[] = [];
  for (const { kind, key, source, span } of snapshot.occurrences.all) {
    if (kind !== 'controller' || key !== from) continue;
    const written = source.text.slice(span.start, span.end);
    if (!from.endsWith(written)) continue;
    const prefix = from.slice(0, from.length - written.length);
    if (!to.startsWith(prefix)) continue;
    edits.push({ file: source.file, range: source.rangeOf(span), text: to.slice(prefix.length), needsConfirmation: false });
  }
  return edits;
}

/** The `:id` of a path and the constraints on it, to be typed in all at once. */
export function linkedRanges(snapshot: Snapshot, offset: number): readonly Span[] {
  const occurrence = snapshot.occurrences.at(snapshot.source, offset);
  if (occurrence?.kind !== 'segment') return [];
  const spans = snapshot.occurrences.of(occurrence).map(({ span }) => span);
  return spans.length > 1 ? spans : [];
}
