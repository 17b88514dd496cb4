// A routes file in memory, and its text after a code action.

import type { CodeAction } from '../../lsp/features/action-edits.js';
import { Snapshot } from '../../src/analysis/snapshot.js';
import { applyEdits, Source, spanEdit } from '../../src/language/source.js';

export const actionFile = '/app/config/routes';

/** A snapshot of the routes file. It can include the files that `read` knows. */
export const snapshotOf = (
  text: string,
  read: (path: string) => string | undefined = () => undefined,
): Snapshot => new Snapshot(new Source(actionFile, text), 1, () => ({ file: actionFile, read }));

/** The text of the routes file after the edits of an action. */
export function applied(text: string, { edits }: Pick<CodeAction, 'edits'>): string {
  const own = edits.flatMap((each) => ('range' in each && each.file === actionFile ? [spanEdit(each)] : []));
  return applyEdits(text, own);
}
