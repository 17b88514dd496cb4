// The workspace around the documents: open folders, settings, changed files, diagnostics of all routes files, and the reading of
// controllers, which is slow enough for a progress display.

import {
  DidChangeConfigurationNotification,
  DidChangeWatchedFilesNotification,
  FileChangeType,
  type CancellationToken,
  type WorkspaceDiagnosticReport,
  type WorkspaceDocumentDiagnosticReport,
} from 'vscode-languageserver';
import { watched } from '../capabilities.js';
import { isRoutesFile, pathOf } from '../documents.js';
import type { Session } from '../session.js';
import { isRecord } from '../../src/lint/configuration.js';
import { defaultSettings, readSettings } from '../settings.js';
import { nextTurn } from '../turns.js';

/** Milliseconds that diagnostics wait for the client's settings, which may switch them off. */
const longestAsking = 1_000;

/** Milliseconds without an edit after which an open module is read again. */
const modulePause = 250;

/** Milliseconds of reading controllers before other requests can run. */
const longestTurn = 8;

export class Workspace {
  readonly #reported = new Set<string>();
  readonly #read = new Set<unknown>();
  readonly #reports = new Map<
    string,
    { readonly text: string; readonly generation: number; readonly report: WorkspaceDocumentDiagnosticReport }
  >();
  /** Increases when anything other than the text of an open document changes. */
  #generation = 0;
  #settingsAsked = 0;
  #initial = defaultSettings;
  #asking: ReturnType<typeof setTimeout> | undefined;
  #moduleTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly session: Session) {}

  answer(): void {
    const { connection, documents, publisher } = this.session;
    connection.onInitialized(() => this.session.unasked(() => this.#start()));
    connection.onDidChangeConfiguration(({ settings }) =>
      this.session.unasked(async () => {
        if (this.#canAsk) await this.#askSettings();
        else this.take(isRecord(settings) && 'waypost' in settings ? settings['waypost'] : undefined);
        this.#everythingChanged();
      }),
    );
    connection.onDidChangeWatchedFiles(({ changes }) => {
      if (
        changes.every(({ uri, type }) => documents.get(uri) !== undefined && type === FileChangeType.Changed)
      )
        return;
      this.#everythingChanged();
    });
    connection.onDidSaveTextDocument(({ textDocument }) => {
      if (!isRoutesFile(textDocument.uri) || !this.#canWatch) this.#everythingChanged();
    });
    connection.languages.diagnostics.on(({ textDocument, previousResultId }) =>
      this.session.settingsFor(textDocument.uri).diagnostics
        ? publisher.report(textDocument.uri, previousResultId, true)
        : { kind: 'full', items: [] },
    );
    connection.languages.diagnostics.onWorkspace(async ({ previousResultIds }, token, progress, partial) => {
      const previous = new Map(previousResultIds.map(({ uri, value }) => [uri, value]));
      const items: WorkspaceDiagnosticReport['items'] = [];
      const take = (item: WorkspaceDocumentDiagnosticReport): void =>
        void (partial ? partial.report({ items: [item] }) : items.push(item));
      progress.begin('Looking at routes files', 0, undefined, true);
      await this.session.unasked(() =>
        this.#report(previous, take, (done, file) => progress.report(done, file), token),
      );
      progress.done();
      return { items };
    });
  }

  /** Reads the client's initial settings. They hold until the client sends others. */
  begin(options: unknown): void {
    this.take(isRecord(options) && 'waypost' in options ? options['waypost'] : options);
    this.#initial = this.session.settings.get('') ?? this.#initial;
    if (!this.#canAsk) return;
    this.session.areSettingsKnown = false;
    this.#asking = setTimeout(() => this.#settingsKnown(), longestAsking);
  }

  /** Starts diagnostics: either the settings are known, or nobody will send them. */
  #settingsKnown(): void {
    clearTimeout(this.#asking);
    this.session.areSettingsKnown = true;
    for (const uri of this.session.documents.uris) this.session.diagnose(uri);
  }

  /** Applies settings of a client, for a folder or for everything. Each problem in them is reported once. */
  take(value: unknown, folder = ''): void {
    const { settings, problems } = readSettings(value, this.#initial);
    this.session.settings.set(folder, settings);
    for (const problem of problems) {
      if (this.#reported.has(problem)) continue;
      this.#reported.add(problem);
      this.session.connection.console.warn(problem);
    }
  }

  /** Reads the controllers of a document's application once, and shows the progress. */
  async readControllers(uri: string): Promise<void> {
    const { documents, connection, capabilities } = this.session;
    const { application } = await documents.project(pathOf(uri));
    if (!application || this.#read.has(application) || capabilities.window?.workDoneProgress !== true) return;
    this.#read.add(application);
    const names = application.controllerNames();
    if (names.length === 0) return;
    const progress = await connection.window.createWorkDoneProgress();
    progress.begin('Reading controllers', 0, `${names.length}`, true);
    let start = performance.now();
    for (const [index, name] of names.entries()) {
      if (progress.token.isCancellationRequested) break;
      application.controller(name);
      if (performance.now() - start < longestTurn) continue;
      progress.report((100 * (index + 1)) / names.length, name);
      await nextTurn();
      start = performance.now();
    }
    progress.done();
  }

  /** Analyses routes files again after an open module was edited, once nobody types in it. */
  moduleChanged(): void {
    clearTimeout(this.#moduleTimer);
    this.#moduleTimer = setTimeout(() => {
      this.#generation++;
      this.session.documents.modulesChanged();
      this.session.helpers.forget();
      for (const uri of this.session.documents.uris) this.session.diagnose(uri);
      this.#refreshClient();
    }, modulePause);
  }

  stop(): void {
    clearTimeout(this.#moduleTimer);
    clearTimeout(this.#asking);
  }

  get #canAsk(): boolean {
    return this.session.capabilities.workspace?.configuration === true;
  }

  /** Whether the client reports changed files. If not, files are checked whenever routes are saved. */
  get #canWatch(): boolean {
    return this.session.capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true;
  }

  async #start(): Promise<void> {
    const { connection, capabilities } = this.session;
    const { workspace } = capabilities;
    if (workspace?.workspaceFolders) {
      connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) =>
        this.session.unasked(async () => {
          const gone = new Set(removed.map(({ uri }) => pathOf(uri)));
          this.session.folders = [
            ...new Set([
              ...this.session.folders.filter((folder) => !gone.has(folder)),
              ...added.map(({ uri }) => pathOf(uri)),
            ]),
          ];
          for (const folder of gone) this.session.settings.delete(folder);
          if (this.#canAsk) await this.#askSettings();
          this.#everythingChanged();
        }),
      );
    }
    if (this.#canWatch) {
      void connection.client
        .register(DidChangeWatchedFilesNotification.type, {
          watchers: watched.map((globPattern) => ({ globPattern })),
        })
        .catch((error: unknown) => connection.console.warn(`files cannot be watched: ${String(error)}`));
    }
    if (workspace?.didChangeConfiguration?.dynamicRegistration) {
      void connection.client
        .register(DidChangeConfigurationNotification.type, { section: 'waypost' })
        .catch((error: unknown) => connection.console.warn(`settings cannot be followed: ${String(error)}`));
    }
    if (this.#canAsk) await this.#askSettings();
  }

  /**
   * Asks for the global settings and those of each folder. Until the answer arrives, the old settings hold, and diagnostics wait a
   * limited time for it.
   */
  async #askSettings(): Promise<void> {
    const { connection, folders } = this.session;
    const asked = ++this.#settingsAsked;
    const items = [
      { section: 'waypost' },
      ...folders.map((folder) => ({ section: 'waypost', scopeUri: this.session.documents.uriOf(folder) })),
    ];
    let answers: unknown;
    try {
      answers = await connection.workspace.getConfiguration(items);
    } catch (error) {
      connection.console.warn(
        `the settings cannot be read, so everything stays as it is: ${error instanceof Error ? error.message : String(error)}`,
      );
      this.#settingsKnown();
      return;
    }
    if (asked !== this.#settingsAsked) return;
    const list: readonly unknown[] = Array.isArray(answers) ? answers : [];
    this.take(list[0]);
    for (const [index, folder] of folders.entries()) this.take(list[index + 1] ?? list[0], folder);
    this.#settingsKnown();
  }

  #everythingChanged(): void {
    const { documents } = this.session;
    this.#generation++;
    documents.forgetProjects();
    this.session.helpers.forget();
    for (const uri of documents.uris) this.session.diagnose(uri);
    this.#refreshClient();
  }

  #refreshClient(): void {
    const { connection, capabilities } = this.session;
    const { workspace } = capabilities;
    const refresh = (isSupported: boolean | undefined, method: string): void => {
      if (isSupported) void Promise.resolve(connection.sendRequest(method)).catch(() => undefined);
    };
    refresh(workspace?.diagnostics?.refreshSupport, 'workspace/diagnostic/refresh');
    refresh(workspace?.codeLens?.refreshSupport, 'workspace/codeLens/refresh');
    refresh(workspace?.inlayHint?.refreshSupport, 'workspace/inlayHint/refresh');
    refresh(workspace?.semanticTokens?.refreshSupport, 'workspace/semanticTokens/refresh');
  }

  async #report(
    previous: ReadonlyMap<string, string>,
    take: (item: WorkspaceDocumentDiagnosticReport) => void,
    progress: (percentage: number, file: string) => void,
    token: CancellationToken,
  ): Promise<void> {
    const paths = await this.session.routesFiles();
    const uris = [...paths].map((path) => this.session.documents.uriOf(path));
    let count = 0;
    for (const uri of uris) {
      if (token.isCancellationRequested) return;
      if (this.session.settingsFor(uri).diagnostics) take(await this.#reportOf(uri, previous.get(uri)));
      progress((100 * ++count) / uris.length, uri.split('/').slice(-2).join('/'));
    }
  }

  async #reportOf(uri: string, previous: string | undefined): Promise<WorkspaceDocumentDiagnosticReport> {
    const { documents, host, publisher } = this.session;
    const open = documents.get(uri);
    const version = open?.version ?? null;
    if (open) return { ...(await publisher.report(uri, previous, false)), uri, version };
    // A file that is not open is linted again only after it, or a file that it depends on, has changed.
    const text = host.readFile(pathOf(uri)) ?? '';
    const generation = this.#generation;
    const known = this.#reports.get(uri);
    if (known?.text === text && known.generation === generation) {
      const { report } = known;
      return report.resultId !== undefined && report.resultId === previous
        ? { kind: 'unchanged', resultId: report.resultId, uri, version }
        : report;
    }
    const report: WorkspaceDocumentDiagnosticReport = {
      ...(await publisher.report(uri, undefined, false)),
      uri,
      version,
    };
    this.#reports.set(uri, { text, generation, report });
    return report;
  }
}
