// The server: one line a request. Each takes the snapshot as it is, asks a feature, and converts the answer.
//
// Nothing that a feature throws ends the server: it is logged, and the request answers nothing.

import {
  CodeActionKind,
  DidChangeWatchedFilesNotification,
  FileChangeType,
  SymbolKind as SymbolKindValue,
  TextDocumentSyncKind,
  type Connection,
  type InitializeParams,
  type InitializeResult,
  type Location,
  type Position,
  type Range,
} from 'vscode-languageserver';
import type { Snapshot } from '../src/analysis/snapshot.js';
import type { Span } from '../src/language/source.js';
import { formatRanges, formatRoutes, type RangeFormatting } from '../src/format/format.js';
import { formatOnType, triggerCharacters } from '../src/format/on-type.js';
import { codeActions } from './features/code-actions.js';
import { complete, completionDocs, type CompletionItem } from './features/completion.js';
import { codeLenses, controllerLenses, inlayHints, routePlace } from './features/hints.js';
import { hover, routesWithin } from './features/hover.js';
import { definition, documentLinks, highlights, implementations, references, type FilePlace } from './features/navigation.js';
import { documentSymbols, findRoutes, foldingRanges, selectionSpans } from './features/outline.js';
import { linkedRanges, prepareRename, rename, renameController } from './features/rename.js';
import { semanticTokens, tokenModifiers, tokenTypes } from './features/semantic-tokens.js';
import { signatureHelp } from './features/signature-help.js';
import { DiagnosticsPublisher, isRoutesFile } from './diagnostics.js';
import { Documents, pathOf, uriOf } from './documents.js';
import type { Host } from './host.js';
import { offsetAt, type PositionEncoding } from './positions.js';
import { Converter, foldKinds, highlightKinds, hintKind } from './protocol.js';
import { routeTableText } from './features/route-table.js';

/** Serves a connection: over stdio, in a worker, or in the same process. */
export function createServer(connection: Connection, host: Host): void {
  const documents = new Documents(host);
  let converter = new Converter(documents, 'utf-16');
  const publisher = new DiagnosticsPublisher(connection, documents, () => converter);
  let capabilities: InitializeParams['capabilities'] = {};
  let folders: readonly string[] = [];
  const lastTokens = new Map<string, { readonly id: string; readonly data: readonly number[] }>();

  /**
   * Asks a feature about a document; what it throws is logged, and the answer is the one given for nothing. A snapshot is
   * good until the next edit, so what has to be waited for comes first, and the feature answers at once.
   */
  const ask = <Result>(uri: string, nothing: Result, feature: (snapshot: Snapshot, path: string) => Result): Promise<Result> => askAfter(uri, nothing, () => undefined, feature);
  const askAfter = async <Awaited, Result>(
    uri: string,
    nothing: Result,
    before: (path: string) => Promise<Awaited> | Awaited,
    feature: (snapshot: Snapshot, path: string, awaited: Awaited) => Result,
  ): Promise<Result> => {
    if (!documents.get(uri) || !isRoutesFile(uri)) return nothing;
    try {
      const path = pathOf(uri);
      const awaited = await before(path);
      const snapshot = documents.get(uri);
      return snapshot ? feature(snapshot, path, awaited) : nothing;
    } catch (error) {
      connection.console.error(`a request failed, which is a bug in waypost: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
      return nothing;
    }
  };
  const at = (snapshot: Snapshot, position: Position): number => offsetAt(snapshot.source, position, converter.encoding);
  const spanOf = (snapshot: Snapshot, range: Range): Span => ({ start: at(snapshot, range.start), end: at(snapshot, range.end) });
  const application = (path: string) => documents.knownProject(path)?.application;
  const locations = (places: readonly FilePlace[]): Location[] => places.map(({ file, range }) => ({ uri: documents.uriOf(file), range: converter.rangeIn(file, range) }));

  connection.onInitialize((params): InitializeResult => {
    capabilities = params.capabilities ?? {};
    folders = (params.workspaceFolders ?? []).map(({ uri }) => pathOf(uri));
    if (folders.length === 0 && params.rootUri) folders = [pathOf(params.rootUri)];
    const offered: readonly string[] = capabilities.general?.positionEncodings ?? [];
    const encoding = offered.find((each): each is PositionEncoding => each === 'utf-8' || each === 'utf-16' || each === 'utf-32') ?? 'utf-16';
    converter = new Converter(documents, encoding);
    documents.encoding = encoding;
    publisher.pushes = capabilities.textDocument?.diagnostic === undefined;
    return { serverInfo: { name: 'waypost' }, capabilities: serverCapabilities(encoding) };
  });

  connection.onInitialized(async () => {
    if (capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration) {
      await connection.client
        .register(DidChangeWatchedFilesNotification.type, {
          watchers: ['**/*.routes', '**/routes', '**/controllers/**', '**/config/**', '**/waypost.config.*', '**/package.json'].map((globPattern) => ({ globPattern })),
        })
        .catch((error: unknown) => connection.console.warn(`files cannot be watched: ${String(error)}`));
    }
  });
  connection.onShutdown(() => publisher.stop());

  // ── Documents ─────────────────────────────────────────────────────────────────────────────────────────────────────

  connection.onDidOpenTextDocument(({ textDocument }) => {
    documents.open(textDocument.uri, textDocument.text, textDocument.version);
    publisher.changed(textDocument.uri);
  });
  connection.onDidChangeTextDocument(({ textDocument, contentChanges }) => {
    documents.change(textDocument.uri, contentChanges, textDocument.version);
    publisher.changed(textDocument.uri);
  });
  connection.onDidCloseTextDocument(({ textDocument }) => {
    documents.close(textDocument.uri);
    lastTokens.delete(textDocument.uri);
    publisher.closed(textDocument.uri);
  });
  connection.onDidChangeWatchedFiles(({ changes }) => {
    if (changes.every(({ uri, type }) => documents.get(uri) !== undefined && type === FileChangeType.Changed)) return;
    documents.forgetProjects();
    for (const uri of documents.uris) publisher.changed(uri);
    if (capabilities.workspace?.diagnostics?.refreshSupport) void Promise.resolve(connection.languages.diagnostics.refresh()).catch(() => undefined);
    if (capabilities.workspace?.codeLens?.refreshSupport) void Promise.resolve(connection.sendRequest('workspace/codeLens/refresh')).catch(() => undefined);
  });
  connection.onDidSaveTextDocument(({ textDocument }) => {
    if (isRoutesFile(textDocument.uri)) return;
    documents.forgetProjects();
    for (const uri of documents.uris) publisher.changed(uri);
  });
  connection.onDidChangeConfiguration(() => {
    documents.forgetProjects();
    for (const uri of documents.uris) publisher.changed(uri);
  });

  connection.languages.diagnostics.on(({ textDocument, previousResultId }) => publisher.report(textDocument.uri, previousResultId));
  connection.languages.diagnostics.onWorkspace(({ previousResultIds }) => publisher.workspaceReport(folders, previousResultIds));

  // ── Words ─────────────────────────────────────────────────────────────────────────────────────────────────────────

  connection.onCompletion(({ textDocument, position }) =>
    askAfter(textDocument.uri, null, (path) => relativeRoutesFiles(host, path, folders), (snapshot, path, files) => {
      const items = complete(snapshot, at(snapshot, position), { application: application(path), routesFiles: () => files });
      const canSnippet = capabilities.textDocument?.completion?.completionItem?.snippetSupport === true;
      return { isIncomplete: false, items: items.map((item) => converter.completion(snapshot.source, item, canSnippet)) };
    }),
  );
  connection.onCompletionResolve((item) => {
    const docs = item.data as CompletionItem['docs'] | undefined;
    return docs ? { ...item, documentation: { kind: 'markdown', value: completionDocs(docs) } } : item;
  });
  connection.onHover(({ textDocument, position }) =>
    ask(textDocument.uri, null, (snapshot, path) => {
      const found = hover(snapshot, at(snapshot, position), application(path));
      return found ? { contents: { kind: 'markdown' as const, value: found.text }, range: converter.range(snapshot.source, found.span) } : null;
    }),
  );
  connection.onSignatureHelp(({ textDocument, position }) =>
    ask(textDocument.uri, null, (snapshot) => {
      const help = signatureHelp(snapshot, at(snapshot, position));
      if (!help) return null;
      const parameters = help.parameters.map(({ label, docs }) => ({ label: [...label] as [number, number], documentation: docs }));
      return { signatures: [{ label: help.label, documentation: help.docs, parameters }], activeSignature: 0, activeParameter: help.active ?? null };
    }),
  );

  // ── Names ─────────────────────────────────────────────────────────────────────────────────────────────────────────

  connection.onDefinition(({ textDocument, position }) =>
    askAfter(textDocument.uri, [], (path) => documents.project(path), (snapshot, _path, project) => locations(definition(snapshot, at(snapshot, position), project.application))),
  );
  connection.onReferences(({ textDocument, position, context }) =>
    ask(textDocument.uri, [], (snapshot, path) => locations(references(snapshot, at(snapshot, position), context.includeDeclaration, application(path)))),
  );
  connection.onImplementation(({ textDocument, position }) => ask(textDocument.uri, [], (snapshot) => locations(implementations(snapshot, at(snapshot, position)))));
  connection.onDocumentHighlight(({ textDocument, position }) =>
    ask(textDocument.uri, [], (snapshot) =>
      highlights(snapshot, at(snapshot, position)).map(({ span, kind }) => ({ range: converter.range(snapshot.source, span), kind: highlightKinds[kind] })),
    ),
  );
  connection.onPrepareRename(({ textDocument, position }) =>
    ask(textDocument.uri, null, (snapshot) => {
      const answer = prepareRename(snapshot, at(snapshot, position));
      return 'refused' in answer ? null : { range: converter.range(snapshot.source, answer.span), placeholder: answer.name };
    }),
  );
  connection.onRenameRequest(({ textDocument, position, newName }) =>
    ask(textDocument.uri, null, (snapshot, path) => {
      const answer = rename(snapshot, at(snapshot, position), newName, application(path));
      if ('edits' in answer) return converter.edits(answer.edits);
      connection.window.showErrorMessage(answer.refused);
      return null;
    }),
  );
  connection.languages.onLinkedEditingRange(({ textDocument, position }) =>
    ask(textDocument.uri, null, (snapshot) => {
      const spans = linkedRanges(snapshot, at(snapshot, position));
      return spans.length > 0 ? { ranges: spans.map((span) => converter.range(snapshot.source, span)) } : null;
    }),
  );
  connection.workspace.onWillRenameFiles(async ({ files }) => {
    const edits = [];
    for (const { oldUri, newUri } of files) {
      const project = await host.project(pathOf(oldUri));
      const [from, to] = [project.controllerName(pathOf(oldUri)), project.controllerName(pathOf(newUri))];
      const snapshot = project.routesFile === undefined ? undefined : documents.snapshotOf(project.routesFile);
      if (from !== undefined && to !== undefined && snapshot) edits.push(...renameController(snapshot, from, to));
    }
    return converter.edits(edits);
  });
  connection.onDocumentLinks(({ textDocument }) =>
    askAfter(textDocument.uri, [], (path) => documents.project(path), (snapshot, _path, project) =>
      documentLinks(snapshot, project.application).map(({ span, file, tooltip }) => ({ range: converter.range(snapshot.source, span), target: uriOf(file), tooltip })),
    ),
  );

  // ── Shape ─────────────────────────────────────────────────────────────────────────────────────────────────────────

  connection.onDocumentSymbol(({ textDocument }) => ask(textDocument.uri, [], (snapshot) => documentSymbols(snapshot).map((symbol) => converter.symbol(snapshot.source, symbol))));
  connection.onWorkspaceSymbol(async ({ query }) => {
    const paths = new Set([...documents.uris].map(pathOf));
    for (const folder of folders) for (const path of await host.routesFiles(folder)) paths.add(path);
    return [...paths].flatMap((path) => {
      const snapshot = documents.snapshotOf(path);
      if (!snapshot) return [];
      return findRoutes(snapshot, query).map(({ name, container, file, span, route }) => ({
        name,
        containerName: container,
        kind: SymbolKindValue.Method,
        location: { uri: documents.uriOf(file), range: converter.range(route.declaration.source, span) },
      }));
    });
  });
  connection.onFoldingRanges(({ textDocument }) =>
    ask(textDocument.uri, [], (snapshot) =>
      foldingRanges(snapshot).map(({ startLine, endLine, kind }) => ({ startLine: startLine - 1, endLine: endLine - 1, ...(foldKinds[kind] && { kind: foldKinds[kind] }) })),
    ),
  );
  connection.onSelectionRanges(({ textDocument, positions }) =>
    ask(textDocument.uri, [], (snapshot) =>
      positions.map((position) => {
        const spans = selectionSpans(snapshot, at(snapshot, position)).toReversed();
        let selection: { range: Range; parent?: unknown } | undefined;
        for (const span of spans) selection = { range: converter.range(snapshot.source, span), ...(selection && { parent: selection }) };
        return selection ?? { range: { start: position, end: position } };
      }) as never,
    ),
  );
  connection.languages.semanticTokens.on(({ textDocument }) => ask(textDocument.uri, { resultId: '', data: [] as number[] }, (snapshot) => tokensOf(textDocument.uri, snapshot)));
  connection.languages.semanticTokens.onDelta(({ textDocument, previousResultId }) =>
    ask(textDocument.uri, { resultId: '', data: [] as number[] }, (snapshot) => {
      const before = lastTokens.get(textDocument.uri);
      const { resultId, data } = tokensOf(textDocument.uri, snapshot);
      if (before?.id !== previousResultId) return { resultId, data };
      return { resultId, edits: numberEdits(before.data, data) } as never;
    }),
  );
  connection.languages.semanticTokens.onRange(({ textDocument, range }) =>
    ask(textDocument.uri, { data: [] as number[] }, (snapshot) => ({ data: converter.tokens(snapshot.source, semanticTokens(snapshot, spanOf(snapshot, range))) })),
  );
  const tokensOf = (uri: string, snapshot: Snapshot): { resultId: string; data: number[] } => {
    const data = converter.tokens(snapshot.source, semanticTokens(snapshot));
    const resultId = `${snapshot.version}`;
    lastTokens.set(uri, { id: resultId, data });
    return { resultId, data };
  };
  connection.languages.inlayHint.on(({ textDocument, range }) =>
    ask(textDocument.uri, [], (snapshot) =>
      inlayHints(snapshot, spanOf(snapshot, range)).map(({ offset, label, tooltip }) => ({
        position: converter.range(snapshot.source, { start: offset, end: offset }).start,
        label,
        tooltip,
        kind: hintKind,
        paddingLeft: true,
      })),
    ),
  );
  connection.onCodeLens(async ({ textDocument }) => {
    if (documents.get(textDocument.uri) && isRoutesFile(textDocument.uri)) {
      return ask(textDocument.uri, [], (snapshot) =>
        codeLenses(snapshot).map(({ span, title, command }) => ({
          range: converter.range(snapshot.source, span),
          command: command ? { title, command: command.name, arguments: [...command.arguments] } : { title, command: '' },
        })),
      );
    }
    const path = pathOf(textDocument.uri);
    const project = await documents.project(path);
    const snapshot = project.routesFile === undefined ? undefined : documents.snapshotOf(project.routesFile);
    if (!snapshot || !project.application) return [];
    return controllerLenses(snapshot, path, project.application).map(({ range, title, route }) => {
      const { file, range: place } = routePlace(route);
      return { range: converter.rangeIn(path, range), command: { title, command: 'waypost.openRoute', arguments: [documents.uriOf(file), converter.rangeIn(file, place)] } };
    });
  });

  // ── Changes ───────────────────────────────────────────────────────────────────────────────────────────────────────

  connection.onCodeAction(({ textDocument, range, context }) =>
    askAfter(textDocument.uri, [], async (path) => ({ project: await documents.project(path), found: await publisher.known(textDocument.uri) }), (snapshot, _path, { project, found }) => {
      const actions = codeActions(snapshot, spanOf(snapshot, range), found, { application: project.application, controllerFile: project.controllerFile });
      const { only } = context;
      return actions.map((action) => converter.codeAction(action)).filter(({ kind = '' }) => !only || only.some((wanted) => kind === wanted || kind.startsWith(`${wanted}.`)));
    }),
  );
  const textEdits = (snapshot: Snapshot, { edits = [], refused }: { edits?: RangeFormatting extends never ? never : readonly { span?: Span; start?: number; end?: number; text: string }[]; refused?: string | undefined }) => {
    if (refused !== undefined) connection.console.warn(`not formatted: ${refused}`);
    return edits.map((edit) => ({ range: converter.range(snapshot.source, edit.span ?? { start: edit.start!, end: edit.end! }), newText: edit.text }));
  };
  connection.onDocumentFormatting(({ textDocument }) => ask(textDocument.uri, [], (snapshot) => textEdits(snapshot, formatRoutes(snapshot.source.text, { syntax: snapshot.syntax }))));
  connection.onDocumentRangeFormatting(({ textDocument, range }) => ask(textDocument.uri, [], (snapshot) => textEdits(snapshot, formatRanges(snapshot.syntax, [spanOf(snapshot, range)]))));
  connection.onRequest('textDocument/rangesFormatting', ({ textDocument, ranges }: { textDocument: { uri: string }; ranges: readonly Range[] }) =>
    ask(textDocument.uri, [], (snapshot) => textEdits(snapshot, formatRanges(snapshot.syntax, ranges.map((range) => spanOf(snapshot, range))))),
  );
  connection.onDocumentOnTypeFormatting(({ textDocument, position, ch }) =>
    ask(textDocument.uri, [], (snapshot) => {
      const typed = triggerCharacters.find((character) => character === ch);
      return typed === undefined ? [] : textEdits(snapshot, formatOnType(snapshot.syntax, at(snapshot, position), typed));
    }),
  );

  // ── Of our own ────────────────────────────────────────────────────────────────────────────────────────────────────

  const tableOf = (uri: string, start?: number, end?: number): string => {
    const snapshot = documents.get(uri) ?? documents.snapshotOf(pathOf(uri));
    if (!snapshot) return '';
    if (start === undefined || end === undefined) return routeTableText(snapshot.analysis.routes);
    const { declaration, parents } = snapshot.cursor(start);
    const asked = [...parents, ...(declaration ? [declaration] : [])].find(({ span }) => span.start === start && span.end === end);
    return routeTableText(asked ? routesWithin(snapshot, asked) : snapshot.analysis.routes);
  };
  connection.onRequest('waypost/routeTable', ({ uri, start, end }: { uri: string; start?: number; end?: number }) => tableOf(uri, start, end));
  connection.onRequest('workspace/textDocumentContent', ({ uri }: { uri: string }) => ({ text: tableOf(uriOf(pathOf(uri.replace(/^waypost-routes:/, 'file:')))) }));
  connection.onRequest('textDocument/prepareCallHierarchy', ({ textDocument, position }: { textDocument: { uri: string }; position: Position }) =>
    ask(textDocument.uri, null, (snapshot) => {
      const offset = at(snapshot, position);
      const occurrence = snapshot.occurrences.at(snapshot.source, offset);
      if (occurrence?.kind !== 'action' && occurrence?.kind !== 'callable') return null;
      const range = converter.range(snapshot.source, occurrence.span);
      return [{ name: occurrence.name, kind: SymbolKindValue.Method, uri: textDocument.uri, range, selectionRange: range, data: { uri: textDocument.uri, offset } }] as never;
    }),
  );
  connection.onRequest('callHierarchy/incomingCalls', ({ item }: { item: { data: { uri: string; offset: number } } }) =>
    ask(item.data.uri, [], (snapshot) =>
      implementations(snapshot, item.data.offset).map(({ file, range }) => {
        const place = converter.rangeIn(file, range);
        const cursor = documents.snapshotOf(file)?.cursor(range.start.offset);
        const name = cursor?.declaration ? snapshot.source.text.slice(cursor.declaration.span.start, cursor.declaration.block?.span.start ?? cursor.declaration.span.end).trim() : file;
        return { from: { name, kind: SymbolKindValue.Event, uri: documents.uriOf(file), range: place, selectionRange: place }, fromRanges: [place] };
      }) as never,
    ),
  );
  connection.onRequest('callHierarchy/outgoingCalls', () => []);
  connection.listen();
}

/** Routes files that could be included from a file, relative to it. */
async function relativeRoutesFiles(host: Host, path: string, folders: readonly string[]): Promise<readonly string[]> {
  const folder = path.replace(/[^/\\]*$/, '');
  const owner = folders.find((each) => path.startsWith(each));
  if (owner === undefined) return [];
  const files = await host.routesFiles(owner);
  return files.filter((file) => file !== path && file.startsWith(folder)).map((file) => file.slice(folder.length));
}

/** One edit that turns the old numbers into the new ones: what both begin and end with is left alone. */
function numberEdits(before: readonly number[], after: readonly number[]): { start: number; deleteCount: number; data: number[] }[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let tail = 0;
  while (tail < before.length - start && tail < after.length - start && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  if (start === before.length && start === after.length) return [];
  return [{ start, deleteCount: before.length - start - tail, data: after.slice(start, after.length - tail) }];
}

function serverCapabilities(positionEncoding: PositionEncoding): InitializeResult['capabilities'] {
  return {
    positionEncoding,
    textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: { includeText: false } },
    diagnosticProvider: { identifier: 'waypost', interFileDependencies: true, workspaceDiagnostics: true },
    completionProvider: { triggerCharacters: ["'", '"', ':', '#', '&', '<', '>', ' ', '{', '/'], resolveProvider: true },
    hoverProvider: true,
    signatureHelpProvider: { triggerCharacters: [' ', ',', '('] },
    definitionProvider: true,
    referencesProvider: true,
    implementationProvider: true,
    documentHighlightProvider: true,
    renameProvider: { prepareProvider: true },
    linkedEditingRangeProvider: true,
    documentLinkProvider: {},
    documentSymbolProvider: true,
    workspaceSymbolProvider: true,
    foldingRangeProvider: true,
    selectionRangeProvider: true,
    semanticTokensProvider: { legend: { tokenTypes: [...tokenTypes], tokenModifiers: [...tokenModifiers] }, full: { delta: true }, range: true },
    inlayHintProvider: true,
    codeLensProvider: { resolveProvider: false },
    callHierarchyProvider: true,
    codeActionProvider: {
      codeActionKinds: [CodeActionKind.QuickFix, CodeActionKind.RefactorExtract, CodeActionKind.RefactorRewrite, `${CodeActionKind.SourceFixAll}.waypost`],
    },
    documentFormattingProvider: true,
    documentRangeFormattingProvider: { rangesSupport: true } as never,
    documentOnTypeFormattingProvider: { firstTriggerCharacter: triggerCharacters[0], moreTriggerCharacter: triggerCharacters.slice(1) },
    workspace: {
      workspaceFolders: { supported: true, changeNotifications: true },
      fileOperations: { willRename: { filters: [{ scheme: 'file', pattern: { glob: '**/controllers/**/*.{ts,mts,cts,js,mjs,cjs}' } }] } },
    },
  };
}
