// A mistake that the editor can fix in some way, and the edits for this.

import type { Snapshot } from '../../src/analysis/snapshot.js';
import { type Declaration, type Pair, argumentsEnd } from '../../src/language/declarations.js';
import type { Diagnostic } from '../../src/language/diagnostics.js';
import type { Span } from '../../src/language/source.js';
import { type InterpretedRoute } from '../../src/interpreter/interpreted-route.js';
import { removalSpan, statementSpan } from '../../src/lint/places.js';
import { edit, insertion, lostComments, newlineOf, type ActionEdit } from './action-edits.js';
import type { ModuleHost } from './rename-in-modules.js';

export interface Mistake {
  readonly snapshot: Snapshot;
  readonly diagnostic: Diagnostic;
  readonly declaration: Declaration;
  /** The pair that the diagnostic is about, if there is one. */
  readonly pair: Pair | undefined;
  readonly routes: readonly InterpretedRoute[];
  readonly host: ModuleHost;
}

export interface Mend {
  readonly title: string;
  readonly edits: readonly ActionEdit[];
}

/** Removes an argument and the comma before it; for the first argument, the comma after it. */
export function without(snapshot: Snapshot, declaration: Declaration, argument: Span): ActionEdit {
  return takenOut(snapshot, removalSpan(declaration, argument));
}

/** Removes a span but keeps the comments in it. Each is followed by a line end, so that it does not comment out the rest of the line. */
export function takenOut(snapshot: Snapshot, span: Span): ActionEdit {
  const comments = lostComments(snapshot, [span], '');
  return edit(snapshot, span, comments.map((comment) => ` ${comment}${newlineOf(snapshot)}`).join(''));
}

export function statement(snapshot: Snapshot, declaration: Declaration, title: string): readonly Mend[] {
  return [{ title, edits: [edit(snapshot, statementSpan(declaration), '')] }];
}

export function added(snapshot: Snapshot, declaration: Declaration, option: string): ActionEdit {
  const comma = declaration.arguments.length > 0 ? ',' : '';
  return insertion(snapshot, argumentsEnd(declaration), `${comma} ${option}`);
}
