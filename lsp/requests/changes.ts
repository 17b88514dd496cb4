// Requests that change a text: code actions, and formatting of a whole text, of ranges, or while somebody types.

import { CodeActionKind, CodeActionTriggerKind, type Range, type TextEdit } from 'vscode-languageserver';
import type { Snapshot } from '../../src/analysis/snapshot.js';
import {
  formatRanges,
  formatRoutes,
  type FormatOptions,
  type RangeFormatting,
} from '../../src/format/format.js';
import { formatOnType, triggerCharacters } from '../../src/format/on-type.js';
import { codeActions } from '../features/code-actions.js';
import type { Session } from '../session.js';

/** Milliseconds that the list of code actions waits for a full lint. */
const patience = 60;

export function answerChanges(session: Session): void {
  const { connection, documents, publisher, host } = session;

  connection.onCodeAction(({ textDocument, range, context }) => {
    // The empty kind contains all other kinds.
    const wanted = context?.only?.includes(CodeActionKind.Empty) ? undefined : context?.only;
    // Fixing the whole file, for example on save, waits for the full lint.
    const isForAll = wanted?.some((kind) => kind.startsWith('source')) ?? false;
    return session.askAfter(
      textDocument.uri,
      [],
      async (path) => ({
        project: await documents.project(path),
        found: await publisher.known(textDocument.uri, isForAll ? undefined : patience),
      }),
      (snapshot, _path, { project, found }) => {
        const { application, controllerFile, modules } = project;
        const textOf = (file: string): string | undefined => documents.textOf(file);
        // If the editor asks by itself, it shows a light bulb. Only mistakes are worth one.
        const isAsked = context?.triggerKind !== CodeActionTriggerKind.Automatic;
        const wants = (kind: string): boolean =>
          (isAsked || kind === 'quickfix') && (!wanted || wanted.some((each) => each.split('.')[0] === kind));
        const here = session.spanOf(snapshot, range);
        const actionHost = { application, controllerFile, textOf, modules };
        return codeActions(snapshot, here, found, actionHost, wants)
          .filter(({ isBeside }) => isAsked || !isBeside)
          .flatMap((action) => session.converter.codeAction(action) ?? [])
          .filter(
            ({ kind = '' }) => !wanted || wanted.some((each) => kind === each || kind.startsWith(`${each}.`)),
          );
      },
    );
  });

  /** The line ends that `waypost format` would give a file. */
  const conventions = async (path: string): Promise<FormatOptions> => {
    try {
      return (await host.lineConventions?.(path)) ?? {};
    } catch (error) {
      connection.console.warn(
        `what is said of the lines of ${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      );
      return {};
    }
  };
  const textEdits = (snapshot: Snapshot, formatting: RangeFormatting): TextEdit[] => {
    if (formatting.refused !== undefined) {
      connection.console.warn(`${snapshot.source.file} is left as it is: ${formatting.refused}`);
      return [];
    }
    return formatting.edits.map(({ span, text }) => ({
      range: session.converter.range(snapshot.source, span),
      newText: text,
    }));
  };
  const formatted = (uri: string, ranges: readonly Range[]): Promise<TextEdit[]> =>
    session.askAfter(uri, [], conventions, (snapshot, _path, options) =>
      textEdits(
        snapshot,
        formatRanges(
          snapshot.syntax,
          ranges.map((range) => session.spanOf(snapshot, range)),
          options,
        ),
      ),
    );

  connection.onDocumentFormatting(({ textDocument }) =>
    session.askAfter(textDocument.uri, [], conventions, (snapshot, _path, options) =>
      textEdits(snapshot, formatRoutes(snapshot.source.text, { ...options, syntax: snapshot.syntax })),
    ),
  );
  connection.onDocumentRangeFormatting(({ textDocument, range }) => formatted(textDocument.uri, [range]));
  connection.onRequest(
    'textDocument/rangesFormatting',
    ({ textDocument, ranges }: { textDocument: { uri: string }; ranges: readonly Range[] }) =>
      formatted(textDocument.uri, ranges),
  );
  connection.onDocumentOnTypeFormatting(({ textDocument, position, ch }) =>
    session.askAfter(textDocument.uri, [], conventions, (snapshot, _path, options) => {
      const typed = triggerCharacters.find((character) => character === ch);
      return typed === undefined
        ? []
        : textEdits(snapshot, formatOnType(snapshot.syntax, session.at(snapshot, position), typed, options));
    }),
  );
}
