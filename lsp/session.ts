// What all requests of a connection share: the documents, the client's position encoding, its capabilities, open folders and settings.

import {
  ErrorCodes,
  LSPErrorCodes,
  MessageType,
  ResponseError,
  ShowMessageNotification,
  type Connection,
  type InitializeParams,
  type Location,
  type Position,
  type Range,
} from 'vscode-languageserver';
import type { Analysis } from '../src/analysis/analyze.js';
import type { Snapshot } from '../src/analysis/snapshot.js';
import type { FilePlace } from '../src/language/diagnostics.js';
import { pathBelow, type Span } from '../src/language/source.js';
import type { ApplicationKnowledge } from '../src/lint/application.js';
import { DiagnosticsPublisher } from './diagnostics.js';
import { isPresentRoutesFile, isRoutesFile, pathOf } from './documents.js';
import { HelperIndex } from './helper-index.js';
import type { Host, Project } from './host.js';
import { IncludedDocuments } from './included.js';
import type { JsonText } from './json-text.js';
import { offsetAt, type PositionEncoding } from './positions.js';
import { Converter } from './protocol.js';
import { defaultSettings, type Settings } from './settings.js';

/** What a question is about: places in the text at that time, or the whole document. */
type Subject = 'place' | 'whole';

export class Session {
  readonly documents: IncludedDocuments;
  readonly publisher: DiagnosticsPublisher;
  /** The route names whose helpers projects call. */
  readonly helpers: HelperIndex;
  converter: Converter;
  capabilities: InitializeParams['capabilities'] = {};
  /** By file: the text of the last commit that was read last, and its analysis. */
  readonly committed = new Map<string, { readonly text: string; readonly analysis: Analysis }>();
  /** Paths of the folders that the client has open. */
  folders: readonly string[] = [];
  /** By folder. The empty path is for files outside all folders. */
  readonly settings = new Map<string, Settings>();
  /** False until the client has sent its settings, if it can be asked for them. */
  areSettingsKnown = true;
  state: 'new' | 'started' | 'ended' = 'new';

  constructor(
    readonly connection: Connection,
    readonly host: Host,
    /** Whether the connection writes with `jsonEncoder`. */
    readonly sendsText: boolean,
  ) {
    this.documents = new IncludedDocuments(host);
    host.overlay?.((path) => this.documents.openText(path));
    this.helpers = new HelperIndex(host);
    this.converter = new Converter(this.documents, 'utf-16', (path) => this.folderOf(path));
    this.publisher = new DiagnosticsPublisher(connection, this.documents, () => this.converter);
  }

  /** Sets the position encoding of the client. */
  count(encoding: PositionEncoding): void {
    this.documents.encoding = encoding;
    const can = this.capabilities.workspace?.workspaceEdit;
    this.converter = new Converter(this.documents, encoding, (path) => this.folderOf(path), can);
  }

  /** The settings for a document, from the innermost folder around it that has any. */
  settingsFor(uri: string): Settings {
    const path = pathOf(uri);
    return this.settings.get(innermost(this.settings.keys(), path) ?? '') ?? defaultSettings;
  }

  /** Updates the diagnostics of a document whose text or surroundings have changed, unless they are switched off. */
  diagnose(uri: string): void {
    if (!this.areSettingsKnown) return;
    if (this.settingsFor(uri).diagnostics) this.publisher.changed(uri);
    else this.publisher.closed(uri);
  }

  /** Updates the diagnostics of a changed document, and those of documents whose meaning depends on it. */
  diagnoseWithOthers(uri: string): void {
    this.diagnose(uri);
    for (const other of this.documents.affectedBy(uri)) this.diagnose(other);
  }

  /** Every routes file that is open or in an open folder. */
  async routesFiles(): Promise<ReadonlySet<string>> {
    const paths = new Set([...this.documents.uris].filter(isPresentRoutesFile).map(pathOf));
    for (const folder of this.folders)
      for (const path of await this.host.routesFiles(folder)) paths.add(path);
    return paths;
  }

  /** The innermost open folder around a path. */
  folderOf(path: string): string | undefined {
    return innermost(this.folders, path);
  }

  /** A path as messages show it: relative to the open folder around it. */
  pathInFolder(path: string): string {
    const folder = this.folderOf(path);
    return folder === undefined ? path : (pathBelow(path, folder)?.slice(1) ?? path);
  }

  /**
   * Asks a feature about a routes file. If the feature throws, the error is logged and the answer is `nothing`. All waiting happens
   * before. The feature itself is synchronous, so it sees the newest text, and no edit can move nodes while it runs.
   */
  ask<Result>(
    uri: string,
    nothing: NoInfer<Result>,
    feature: (snapshot: Snapshot, path: string) => Result,
  ): Promise<Result> {
    return this.askAfter(uri, nothing, () => undefined, feature);
  }

  /**
   * Asks a feature after `before` is done, whose result is the feature's third argument. If the text was edited meanwhile, throws
   * `ContentModified`, unless the question is about the whole document.
   */
  async askAfter<Awaited, Result>(
    uri: string,
    nothing: NoInfer<Result>,
    before: (path: string) => Promise<Awaited> | Awaited,
    feature: (snapshot: Snapshot, path: string, awaited: Awaited) => Result,
    about: Subject = 'place',
  ): Promise<Result> {
    return this.guarded(nothing, async () => {
      const asked = this.documents.get(uri);
      if (!asked || !isRoutesFile(uri)) return nothing;
      const path = pathOf(uri);
      const awaited = await before(path);
      const snapshot = this.documents.get(uri);
      if (about === 'place') refuseIfEdited(asked, snapshot);
      return snapshot ? feature(snapshot, path, awaited) : nothing;
    });
  }

  /** Asks a feature that needs the application. It waits until the application's files are read. */
  askProject<Result>(
    uri: string,
    nothing: NoInfer<Result>,
    feature: (snapshot: Snapshot, path: string, project: Project) => Result,
    about: Subject = 'place',
  ): Promise<Result> {
    return this.askAfter(uri, nothing, (path) => this.documents.project(path), feature, about);
  }

  /**
   * Asks a feature about a module of an application, with the module's text at the time of the question, and the application's routes
   * file.
   */
  async askModule<Result>(
    uri: string,
    nothing: NoInfer<Result>,
    feature: (routes: Snapshot, module: Snapshot, application: ApplicationKnowledge) => Result,
    about: Subject = 'place',
  ): Promise<Result> {
    return this.guarded(nothing, async () => {
      const file = pathOf(uri);
      const asked = this.documents.get(uri) ?? this.documents.snapshotOf(file);
      const project = await this.documents.project(file);
      const { routesFile, application } = project;
      if (!asked || routesFile === undefined || !application) return nothing;
      await this.documents.project(routesFile);
      if (about === 'place') refuseIfEdited(asked, this.documents.get(uri));
      const routes = this.documents.snapshotOf(routesFile);
      return routes ? feature(routes, asked, application) : nothing;
    });
  }

  /**
   * The answer to a request, or `nothing` if it fails. Throws a `ResponseError` if the request is refused, as all are before `initialize`
   * and after `shutdown`.
   */
  async guarded<Result>(nothing: NoInfer<Result>, answer: () => Promise<Result>): Promise<Result> {
    if (this.state === 'new')
      throw new ResponseError(ErrorCodes.ServerNotInitialized, 'the first request has to be `initialize`');
    if (this.state === 'ended')
      throw new ResponseError(ErrorCodes.InvalidRequest, 'the server has been shut down');
    return this.#attempt(nothing, answer);
  }

  /** Does work that no request waits for. Does nothing before `initialize` and after `shutdown`. */
  async unasked(work: () => Promise<void>): Promise<void> {
    if (this.state !== 'new' && this.state !== 'ended') await this.#attempt(undefined, work);
  }

  async #attempt<Result>(nothing: NoInfer<Result>, answer: () => Promise<Result>): Promise<Result> {
    try {
      return await answer();
    } catch (error) {
      if (error instanceof ResponseError) throw error;
      this.connection.console.error(
        `a request failed, which is a bug in waypost: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
      return nothing;
    } finally {
      this.publisher.answered();
    }
  }

  /** Shows a message in the editor. */
  tell(message: string, type: MessageType = MessageType.Info): void {
    void this.connection.sendNotification(ShowMessageNotification.type, { type, message });
  }

  /** A response that was written as JSON, in the form that the connection sends. */
  written<Result>(json: JsonText): Result {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the writer makes of it what it says
    return (this.sendsText ? json : json.parsed()) as Result;
  }

  at(snapshot: Snapshot, position: Position): number {
    return offsetAt(snapshot.source, position, this.converter.encoding);
  }

  spanOf(snapshot: Snapshot, range: Range): Span {
    return { start: this.at(snapshot, range.start), end: this.at(snapshot, range.end) };
  }

  location({ file, range }: FilePlace): Location {
    return { uri: this.documents.uriOf(file), range: this.converter.rangeIn(file, range) };
  }

  locations(places: readonly FilePlace[]): Location[] {
    return places.map((place) => this.location(place));
  }
}

/**
 * A place from the client means something else once the text has changed. The client knows about its edit, and asks again if it still
 * needs the answer.
 */
function refuseIfEdited(asked: Snapshot | undefined, newest: Snapshot | undefined): void {
  if (asked && newest && asked.version !== newest.version)
    throw new ResponseError(
      LSPErrorCodes.ContentModified,
      'the text was edited before the question was answered',
    );
}

/** The innermost of the folders that contain a path. */
function innermost(folders: Iterable<string>, path: string): string | undefined {
  return [...folders]
    .filter((folder) => folder === '' || pathBelow(path, folder) !== undefined)
    .sort((one, other) => other.length - one.length)[0];
}
