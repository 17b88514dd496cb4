// What all requests of one connection share: the documents, how the client counts characters, what it can do, the folders
// that it has open and what it has set.

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

/** What a question is about: places in the text in which it was asked, or everything that stands in the document. */
type Subject = 'place' | 'whole';

export class Session {
  readonly documents: IncludedDocuments;
  readonly publisher: DiagnosticsPublisher;
  /** The route names that projects call helpers by. */
  readonly helpers: HelperIndex;
  converter: Converter;
  capabilities: InitializeParams['capabilities'] = {};
  /** By the file: the last commit's text as it was read last. */
  readonly committed = new Map<string, { readonly text: string; readonly analysis: Analysis }>();
  /** Paths of the folders that the client has open. */
  folders: readonly string[] = [];
  /** By folder; the empty path is for what is in none. */
  readonly settings = new Map<string, Settings>();
  /** False until the client has said what is set, where it can be asked. */
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

  /** Counts characters as the client does, from now on. */
  count(encoding: PositionEncoding): void {
    this.documents.encoding = encoding;
    const can = this.capabilities.workspace?.workspaceEdit;
    this.converter = new Converter(this.documents, encoding, (path) => this.folderOf(path), can);
  }

  /** What is set for a document: by the innermost folder around it that has settings of its own. */
  settingsFor(uri: string): Settings {
    const path = pathOf(uri);
    return this.settings.get(innermost(this.settings.keys(), path) ?? '') ?? defaultSettings;
  }

  /** Says what is wrong with a document whose text or surroundings have changed, unless that is switched off. */
  diagnose(uri: string): void {
    if (!this.areSettingsKnown) return;
    if (this.settingsFor(uri).diagnostics) this.publisher.changed(uri);
    else this.publisher.closed(uri);
  }

  /** The same for a text that has changed, and for the documents whose meaning hangs on it. */
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

  /** A path as a message has it: without the open folder around it. */
  pathInFolder(path: string): string {
    const folder = this.folderOf(path);
    return folder === undefined ? path : (pathBelow(path, folder)?.slice(1) ?? path);
  }

  /**
   * Asks a feature about a routes file; what it throws is logged, and the answer is the one given for nothing. What has to
   * be waited for comes first, and the feature answers at once: about the newest text, whose nodes nothing moves meanwhile.
   */
  ask<Result>(
    uri: string,
    nothing: NoInfer<Result>,
    feature: (snapshot: Snapshot, path: string) => Result,
  ): Promise<Result> {
    return this.askAfter(uri, nothing, () => undefined, feature);
  }

  /**
   * The same once `before` has been waited for; its result is the feature's third argument. Throws `ContentModified` where the text
   * was edited meanwhile, unless the question is about the whole of it, whatever it is by then.
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

  /** Asks a feature that needs to know the application; it waits until its files have been looked at. */
  askProject<Result>(
    uri: string,
    nothing: NoInfer<Result>,
    feature: (snapshot: Snapshot, path: string, project: Project) => Result,
    about: Subject = 'place',
  ): Promise<Result> {
    return this.askAfter(uri, nothing, (path) => this.documents.project(path), feature, about);
  }

  /** Asks a feature about a module of an application, as it was when the question came, by the routes file of that application. */
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
   * The answer to a request, or the one given for nothing where it cannot be given. Throws the `ResponseError` that says why a
   * request is refused: before `initialize` and after `shutdown` all are.
   */
  async guarded<Result>(nothing: NoInfer<Result>, answer: () => Promise<Result>): Promise<Result> {
    if (this.state === 'new')
      throw new ResponseError(ErrorCodes.ServerNotInitialized, 'the first request has to be `initialize`');
    if (this.state === 'ended')
      throw new ResponseError(ErrorCodes.InvalidRequest, 'the server has been shut down');
    return this.#attempt(nothing, answer);
  }

  /** Does what nobody waits for an answer to: nothing before `initialize` and after `shutdown`. */
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

  /** Shows a message to whoever sits at the editor. */
  tell(message: string, type: MessageType = MessageType.Info): void {
    void this.connection.sendNotification(ShowMessageNotification.type, { type, message });
  }

  /** An answer that was written as JSON, as the connection sends it. */
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
 * A place that a client gave, and what would be changed there, says something else in another text. A client knows what it has typed since,
 * and asks again where it still wants to know.
 */
function refuseIfEdited(asked: Snapshot | undefined, newest: Snapshot | undefined): void {
  if (asked && newest && asked.version !== newest.version)
    throw new ResponseError(
      LSPErrorCodes.ContentModified,
      'the text was edited before the question was answered',
    );
}

/** The innermost of some folders that a path is in. */
function innermost(folders: Iterable<string>, path: string): string | undefined {
  return [...folders]
    .filter((folder) => folder === '' || pathBelow(path, folder) !== undefined)
    .sort((one, other) => other.length - one.length)[0];
}
