// Route tables as read-only documents, which follow the edits of the file that they are of.
//
//   waypost-routes:/app/config/routes.table?{"uri":"file:///app/config/routes","start":9,"end":80}

import {
  type Disposable,
  EventEmitter,
  type TextDocumentContentProvider,
  Uri,
  ViewColumn,
  window,
  workspace,
} from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';

const scheme = 'waypost-routes';
/** Milliseconds without an edit after which open tables are asked for anew. */
const pause = 300;

/** What the server's `waypost/routeTable` takes: a whole file, or the declaration between two offsets. */
interface Subject {
  readonly uri: string;
  readonly start?: number;
  readonly end?: number;
}

export class RouteTables implements TextDocumentContentProvider, Disposable {
  readonly #changes = new EventEmitter<Uri>();
  readonly #subscriptions: readonly Disposable[];
  #timer: NodeJS.Timeout | undefined;
  readonly onDidChange = this.#changes.event;

  constructor(readonly client: LanguageClient) {
    this.#subscriptions = [
      this.#changes,
      workspace.registerTextDocumentContentProvider(scheme, this),
      workspace.onDidChangeTextDocument(({ document }) => {
        if (document.languageId === 'routes') this.#refreshSoon();
      }),
    ];
  }

  provideTextDocumentContent(table: Uri): Promise<string> {
    return this.client.sendRequest<string>('waypost/routeTable', JSON.parse(table.query) as Subject);
  }

  /** Opens the table of a declaration of a file, of a whole file, or of the file in the active editor. */
  async show(path?: string, start?: number, end?: number): Promise<void> {
    const file = path === undefined ? window.activeTextEditor?.document.uri : Uri.file(path);
    if (!file) {
      await window.showInformationMessage('Open a routes file to see its table');
      return;
    }
    const subject: Subject = {
      uri: file.toString(),
      ...(start !== undefined && end !== undefined && { start, end }),
    };
    const table = Uri.from({ scheme, path: `${file.path}.table`, query: JSON.stringify(subject) });
    await window.showTextDocument(await workspace.openTextDocument(table), {
      viewColumn: ViewColumn.Beside,
      preserveFocus: true,
      preview: true,
    });
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #refreshSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      for (const { uri } of workspace.textDocuments) if (uri.scheme === scheme) this.#changes.fire(uri);
    }, pause);
  }
}
