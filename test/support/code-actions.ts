// A routes file in memory, and its text once a code action is carried out.

import type { CodeAction } from '../../lsp/features/action-edits.js';
import { Snapshot } from '../../src/analysis/snapshot.js';
import { applyEdits, Source, spanEdit } from '../../src/language/source.js';

export const actionFile = '/app/config/routes';

/** The routes file with a text; it can include the files that `read` knows. */
export const snapshotOf = (
  text: string,
  read: (path: string) => string | undefined = () => undefined,
): Snapshot => new Snapshot(new Source(actionFile, text), 1, () => ({ file: actionFile, read }));

/** The text of the routes file with the edits of an action in it. */
export function applied(text: string, { edits }: Pick<CodeAction, 'edits'>): string {
  const own = edits.flatMap((each) => ('range' in each && each.file === actionFile ? [spanEdit(each)] : []));
  return applyEdits(text, own);
}
