// Commands that the server carries out itself, so that its lenses work in every client. A client names the commands that it implements
// itself when it starts.

import { MessageType, Range } from 'vscode-languageserver';
import { isRecord } from '../../src/lint/configuration.js';
import { changesList, changesText, tableChanges, type TableChanges } from '../features/table-changes.js';
import { routesBetween, routeTableText } from '../features/route-table.js';
import { answerText, type TryRequest } from '../features/try-request.js';
import { commands } from '../capabilities.js';
import { pathOf, uriOf } from '../documents.js';
import type { Session } from '../session.js';

/** How many lines of a message clients show without a scroll bar. */
const mostLines = 40;

export function answerCommands(session: Session): void {
  const { connection, documents, host } = session;

  const openRoute = async (uri: string, range: Range): Promise<void> => {
    if (session.capabilities.window?.showDocument?.support !== true) return;
    await connection.window.showDocument({ uri, selection: range, takeFocus: true });
  };

  const showRoutes = async (path: string, start?: number, end?: number): Promise<void> => {
    const snapshot = documents.snapshotOf(path);
    if (snapshot) say(routeTableText(routesBetween(snapshot, start, end)));
  };

  const showChanges = async (uri: string): Promise<void> => {
    const changes = await changesOf(session, pathOf(uri));
    if (changes) say(`${changesText(changes)}\n${changesList(changes)}`);
  };

  const sendRequest = async (uri: string, request: TryRequest): Promise<void> => {
    const server = await host.developmentServer?.(pathOf(uri));
    if (server === undefined || !host.send)
      return say('No development server is running: start `waypost serve`');
    const { verb, path, isCertain } = request;
    const send = `Send ${verb} ${path}`;
    const isWanted =
      isCertain ||
      (await connection.window.showInformationMessage(`${send} to ${server}?`, { title: send }))?.title ===
        send;
    if (!isWanted) return;
    const file = pathOf(uri);
    const isSaved = documents.snapshotOf(file)?.source.text === host.readFile(file);
    const unsaved = isSaved ? '' : ' · of the routes as they were saved last';
    try {
      say(answerText(request, await host.send(server, verb, path)) + unsaved);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      session.tell(`${verb} ${path} has no answer from ${server}: ${reason}`, MessageType.Error);
    }
  };

  const say = (text: string): void => {
    const lines = text.trimEnd().split('\n');
    const more = lines.length > mostLines ? [`… and ${lines.length - mostLines} more`] : [];
    session.tell([...lines.slice(0, mostLines), ...more].join('\n'));
  };

  connection.onExecuteCommand(({ command, arguments: given }) =>
    session.guarded(null, async () => {
      const args: readonly unknown[] = given ?? [];
      const [first, second, third] = args;
      if (typeof first !== 'string') return null;
      switch (commands.find((each) => each === command)) {
        case 'waypost.openRoute':
          if (Range.is(second)) await openRoute(first, second);
          break;
        case 'waypost.showRoutes':
          await showRoutes(first, numberOr(second), numberOr(third));
          break;
        case 'waypost.showChanges':
          await showChanges(first);
          break;
        case 'waypost.sendRequest':
          if (isTryRequest(second)) await sendRequest(uriOf(pathOf(first)), second);
      }
      return null;
    }),
  );
}

/** The changes of a file since the last commit; undefined if that commit is not known, or nothing has changed. */
export async function changesOf(session: Session, path: string): Promise<TableChanges | undefined> {
  const text = await session.host.committedText?.(path);
  const snapshot = text === undefined ? undefined : session.documents.snapshotOf(path);
  if (!snapshot || text === undefined || text === snapshot.source.text) return undefined;
  const before = session.committed.get(path);
  const analysis = before?.text === text ? before.analysis : snapshot.with(text).analysis;
  session.committed.set(path, { text, analysis });
  return tableChanges(analysis, snapshot.analysis);
}

const numberOr = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

/** Whether a value is a request from a lens: a verb, and a path that cannot lead to another host. */
function isTryRequest(value: unknown): value is TryRequest {
  if (!isRecord(value)) return false;
  const { verb, path, layers } = value;
  return (
    typeof verb === 'string' &&
    /^[A-Z]+$/.test(verb) &&
    typeof path === 'string' &&
    /^\/(?!\/)[\x21-\x7e]*$/.test(path) &&
    Array.isArray(layers)
  );
}
