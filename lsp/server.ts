// The server: it answers the requests of a connection with the help of a host. Requests are registered in `requests/`, and `features/`
// finds the answers.
//
// Errors in features never end the server. They are logged, and the request gets an empty answer. A request with parameters of a wrong
// shape is refused; such a notification is logged and ignored.

import {
  ErrorCodes,
  ResponseError,
  type Connection,
  type InitializeError,
  type InitializeResult,
} from 'vscode-languageserver';
import { isRecord } from '../src/lint/configuration.js';
import { serverCapabilities } from './capabilities.js';
import { isRoutesFile, pathOf } from './documents.js';
import type { Host } from './host.js';
import { checked } from './params.js';
import type { PositionEncoding } from './positions.js';
import { answerChanges } from './requests/changes.js';
import { answerCommands } from './requests/commands.js';
import { answerNames } from './requests/names.js';
import { answerShape } from './requests/shape.js';
import { answerWords } from './requests/words.js';
import { Workspace } from './requests/workspace.js';
import { Session } from './session.js';

/**
 * Serves a connection over stdio, in a worker, or in the same process. `sendsText` says that the connection encodes messages with
 * `jsonEncoder`; otherwise it gets objects.
 */
export function createServer(given: Connection, host: Host, sendsText = false): void {
  const connection = checked(given);
  const session = new Session(connection, host, sendsText);
  const workspace = new Workspace(session);
  const { documents, publisher } = session;

  connection.onInitialize((params): InitializeResult | ResponseError<InitializeError> => {
    if (session.state !== 'new')
      return new ResponseError(ErrorCodes.InvalidRequest, 'the server has been initialized');
    session.state = 'started';
    session.capabilities = params.capabilities ?? {};
    session.folders = (params.workspaceFolders ?? []).map(({ uri }) => pathOf(uri));
    if (session.folders.length === 0 && params.rootUri) session.folders = [pathOf(params.rootUri)];
    const offered: readonly string[] = session.capabilities.general?.positionEncodings ?? [];
    const encoding =
      offered.find(
        (each): each is PositionEncoding => each === 'utf-8' || each === 'utf-16' || each === 'utf-32',
      ) ?? 'utf-16';
    session.count(encoding);
    const options: unknown = params.initializationOptions;
    workspace.begin(options);
    publisher.pushes = session.capabilities.textDocument?.diagnostic === undefined;
    publisher.refreshes = session.capabilities.workspace?.diagnostics?.refreshSupport === true;
    const own = isRecord(options) ? options['commands'] : undefined;
    return {
      serverInfo: { name: 'waypost' },
      capabilities: serverCapabilities(encoding, Array.isArray(own) ? own : []),
    };
  });
  connection.onShutdown(() => {
    session.state = 'ended';
    publisher.stop();
    workspace.stop();
  });

  connection.onDidOpenTextDocument(({ textDocument }) => {
    documents.open(textDocument.uri, textDocument.text, textDocument.version);
    session.diagnose(textDocument.uri);
    documents.reread(textDocument.uri).forEach((uri) => session.diagnose(uri));
    // A restarted editor restores unsaved texts.
    const isUnsaved = textDocument.text !== host.readFile(pathOf(textDocument.uri));
    if (isUnsaved && !isRoutesFile(textDocument.uri)) workspace.moduleChanged();
    void session.unasked(() => workspace.readControllers(textDocument.uri));
  });
  connection.onDidChangeTextDocument(({ textDocument, contentChanges }) => {
    const edits = documents.change(textDocument.uri, contentChanges, textDocument.version);
    if (!isRoutesFile(textDocument.uri)) return workspace.moduleChanged();
    publisher.edited(textDocument.uri, edits);
    const readers = documents.reread(textDocument.uri);
    session.diagnoseWithOthers(textDocument.uri);
    readers.forEach((uri) => session.diagnose(uri));
  });
  connection.onDidCloseTextDocument(({ textDocument }) => {
    documents.close(textDocument.uri);
    if (!isRoutesFile(textDocument.uri)) workspace.moduleChanged();
    publisher.closed(textDocument.uri);
    documents.reread(textDocument.uri).forEach((uri) => session.diagnose(uri));
  });

  workspace.answer();
  answerWords(session);
  answerNames(session);
  answerShape(session);
  answerChanges(session);
  answerCommands(session);
  connection.listen();
}
