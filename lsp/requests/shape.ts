// Requests about the shape of a file: symbols, folding, selections, colours, hints, lenses, and its route table.

import {
  InlayHintKind,
  SymbolKind,
  type CodeLens,
  type DocumentSymbol,
  type Range,
  type SelectionRange,
  type SemanticTokens,
  type SemanticTokensDelta,
  type SymbolInformation,
} from 'vscode-languageserver';
import type { Snapshot } from '../../src/analysis/snapshot.js';
import { tableScheme } from '../capabilities.js';
import { codeLenses, controllerLenses, inlayHints } from '../features/hints.js';
import {
  documentSymbols,
  findRoutes,
  foldingRanges,
  selectionSpans,
  type FoundSymbol,
} from '../features/outline.js';
import { answers, questionIn } from '../features/ask-url.js';
import { routeRows, routesBetween, routeTableText } from '../features/route-table.js';
import { semanticTokens } from '../features/semantic-tokens.js';
import { changesText, type TableChanges } from '../features/table-changes.js';
import { tryLenses } from '../features/try-request.js';
import type { HelperNames } from '../helper-index.js';
import type { Span } from '../../src/language/source.js';
import { changesOf } from './commands.js';
import { isRoutesFile, pathOf, uriOf } from '../documents.js';
import { numberEdits } from '../protocol.js';
import type { Session } from '../session.js';
import { symbolsText } from '../symbols-text.js';

export function answerShape(session: Session): void {
  const { connection, documents } = session;

  connection.onDocumentSymbol(({ textDocument }) =>
    session.askProject(
      textDocument.uri,
      [],
      (snapshot) =>
        session.written<DocumentSymbol[]>(
          symbolsText(snapshot.source, documentSymbols(snapshot), session.converter.encoding),
        ),
      'whole',
    ),
  );
  connection.onWorkspaceSymbol(({ query }, token, _progress, partial) =>
    session.guarded([], async () => {
      const paths = await session.routesFiles();
      const all: SymbolInformation[] = [];
      const question = questionIn(query);
      for (const path of paths) await documents.project(path);
      for (const snapshot of documents.wholesOf(paths)) {
        if (token.isCancellationRequested) break;
        const found = (
          question ? answers(snapshot, question.verb, question.address) : findRoutes(snapshot, query)
        ).map(toSymbol);
        if (partial) partial.report(found);
        else all.push(...found);
      }
      return all;
    }),
  );
  const toSymbol = ({ name, container, source, span }: FoundSymbol): SymbolInformation => ({
    name,
    containerName: container,
    kind: SymbolKind.Method,
    location: { uri: documents.uriOf(source.file), range: session.converter.range(source, span) },
  });
  connection.onFoldingRanges(({ textDocument }) =>
    session.ask(textDocument.uri, [], (snapshot) =>
      foldingRanges(snapshot).map(({ startLine, endLine, kind }) => ({
        startLine: startLine - 1,
        endLine: endLine - 1,
        // The protocol has the same words for these kinds, but none for a block.
        ...(kind !== 'block' && { kind }),
      })),
    ),
  );
  connection.onSelectionRanges(({ textDocument, positions }) =>
    session.ask(textDocument.uri, [], (snapshot) =>
      positions.map((position) => {
        let selection: SelectionRange | undefined;
        for (const span of selectionSpans(snapshot, session.at(snapshot, position)).toReversed()) {
          selection = {
            range: session.converter.range(snapshot.source, span),
            ...(selection && { parent: selection }),
          };
        }
        return selection ?? { range: { start: position, end: position } };
      }),
    ),
  );

  answerTokens(session);

  connection.languages.inlayHint.on(async ({ textDocument, range }) => {
    if (!session.settingsFor(textDocument.uri).inlayHints) return [];
    return session.askProject(
      textDocument.uri,
      [],
      (snapshot) =>
        inlayHints(snapshot, session.spanOf(snapshot, range)).map(({ offset, label, tooltip }) => ({
          position: session.converter.range(snapshot.source, { start: offset, end: offset }).start,
          label,
          tooltip,
          kind: InlayHintKind.Type,
          paddingLeft: true,
        })),
      'whole',
    );
  });
  interface LensesNeed {
    readonly names: HelperNames;
    readonly changes: TableChanges | undefined;
    readonly server: string | undefined;
  }
  const lensesNeed = async (path: string): Promise<LensesNeed> => {
    await documents.project(path);
    return {
      names: await session.helpers.names(path),
      changes: await changesOf(session, path),
      server: await session.host.developmentServer?.(path),
    };
  };
  connection.onCodeLens(async ({ textDocument: { uri } }) => {
    if (!session.settingsFor(uri).codeLens) return [];
    if (isRoutesFile(uri)) {
      const lenses = (
        snapshot: Snapshot,
        _path: string,
        { names, changes, server }: LensesNeed,
      ): CodeLens[] => {
        const [first] = snapshot.syntax.declarations;
        const lens = (span: Span, title: string, command = '', args: readonly unknown[] = []): CodeLens => ({
          range: session.converter.range(snapshot.source, span),
          command: { title, command, arguments: [...args] },
        });
        return [
          ...codeLenses(snapshot, names.isComplete ? names.names : undefined).map(
            ({ span, title, command }) => lens(span, title, command?.name, command?.arguments),
          ),
          ...(changes && first
            ? [lens(first.keyword.span, changesText(changes), 'waypost.showChanges', [uri])]
            : []),
          ...(server === undefined ? [] : tryLenses(snapshot)).map(({ span, title, request }) =>
            lens(span, title, 'waypost.sendRequest', [uri, request]),
          ),
        ];
      };
      return session.askAfter(uri, [], lensesNeed, lenses, 'whole');
    }
    return session.askModule(
      uri,
      [],
      (routes, module, application) =>
        controllerLenses(routes, module.source.file, application).map(({ range, title, route }) => ({
          range: session.converter.rangeIn(module.source.file, range),
          command: {
            title,
            command: 'waypost.openRoute',
            arguments: [documents.uriOf(route.file), session.converter.rangeIn(route.file, route.range)],
          },
        })),
      'whole',
    );
  });

  // ── Requests of waypost itself ───────────────────────────────────────────────────────────────────────────────────

  interface Subject {
    readonly uri: string;
    readonly start?: number;
    readonly end?: number;
  }
  const snapshotOf = ({ uri }: Subject): Snapshot | undefined =>
    documents.get(uri) ?? documents.snapshotOf(pathOf(uri));
  const tableOf = (subject: Subject): string => {
    const snapshot = snapshotOf(subject);
    return routeTableText(snapshot ? routesBetween(snapshot, subject.start, subject.end) : []);
  };
  connection.onRequest('waypost/routeRows', (subject: Subject) =>
    session.guarded([], async () => {
      const { application } = await documents.project(pathOf(subject.uri));
      const snapshot = snapshotOf(subject);
      if (!snapshot) return [];
      const routes = routesBetween(snapshot, subject.start, subject.end);
      return routeRows(snapshot.analysis, routes, application).map((row) => ({
        ...row,
        source: session.location(row.source),
        ...(row.controller && { controller: session.location(row.controller) }),
      }));
    }),
  );
  connection.onRequest('waypost/routeTable', (subject: Subject) =>
    session.guarded('', async () => tableOf(subject)),
  );
  connection.onRequest('workspace/textDocumentContent', ({ uri }: { uri: string }) =>
    session.guarded({ text: '' }, async () => ({
      text: tableOf({
        uri: uriOf(pathOf(uri.startsWith(`${tableScheme}:`) ? `file${uri.slice(tableScheme.length)}` : uri)),
      }),
    })),
  );
}

/** Semantic tokens: all of them, those in a range, or the changes since the last response. */
function answerTokens(session: Session): void {
  const { connection } = session;
  const last = new Map<string, { readonly id: string; readonly data: readonly number[] }>();
  let count = 0;
  const tokensOf = (uri: string, snapshot: Snapshot): { resultId: string; data: number[] } => {
    const data = session.converter.tokens(snapshot.source, semanticTokens(snapshot));
    const resultId = `${++count}`;
    for (const known of last.keys()) if (!session.documents.get(known)) last.delete(known);
    last.set(uri, { id: resultId, data });
    return { resultId, data };
  };
  const nothing: SemanticTokens = { data: [] };
  connection.languages.semanticTokens.on(({ textDocument: { uri } }) =>
    session.ask<SemanticTokens>(uri, nothing, (snapshot) => tokensOf(uri, snapshot)),
  );
  connection.languages.semanticTokens.onDelta(({ textDocument: { uri }, previousResultId }) =>
    session.ask<SemanticTokens | SemanticTokensDelta>(uri, nothing, (snapshot) => {
      const before = last.get(uri);
      const { resultId, data } = tokensOf(uri, snapshot);
      return before?.id === previousResultId
        ? { resultId, edits: numberEdits(before.data, data) }
        : { resultId, data };
    }),
  );
  connection.languages.semanticTokens.onRange(
    ({ textDocument, range }: { textDocument: { uri: string }; range: Range }) =>
      session.ask(textDocument.uri, nothing, (snapshot) => ({
        data: session.converter.tokens(
          snapshot.source,
          semanticTokens(snapshot, session.spanOf(snapshot, range)),
        ),
      })),
  );
}
