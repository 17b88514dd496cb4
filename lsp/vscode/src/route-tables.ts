// Shows route tables beside their files. The page of a file follows its edits, filters while the user types, and links to
// declarations and controllers.

import { randomBytes } from 'node:crypto';
import {
  type Disposable,
  type ExtensionContext,
  Uri,
  ViewColumn,
  type WebviewPanel,
  window,
  workspace,
} from 'vscode';
import { type LanguageClient, type Location, State } from 'vscode-languageclient/node';
import { openRoute } from './route-search.js';

/** Milliseconds without an edit after which open tables are requested anew. */
const pause = 300;

/** The params of the server's `waypost/routeRows`: a whole file, or the declaration between two offsets. */
interface Subject {
  readonly uri: string;
  readonly start?: number;
  readonly end?: number;
}

interface Message {
  readonly ready?: true;
  readonly open?: Location;
}

interface Shown {
  readonly panel: WebviewPanel;
  subject: Subject;
}

export class RouteTables implements Disposable {
  readonly #subscriptions: readonly Disposable[];
  /** The open tables by the file's URI. */
  readonly #shown = new Map<string, Shown>();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    readonly client: LanguageClient,
    readonly context: ExtensionContext,
  ) {
    this.#subscriptions = [
      workspace.onDidChangeTextDocument(({ document }) => {
        if (document.languageId === 'routes') this.#refreshSoon();
      }),
      client.onDidChangeState(({ newState }) => {
        if (newState === State.Running) this.#refreshSoon();
      }),
    ];
  }

  /** Shows the table of a declaration, of a whole file, or of the file in the active editor. */
  async show(path?: string, start?: number, end?: number): Promise<void> {
    const file = path === undefined ? window.activeTextEditor?.document.uri : Uri.file(path);
    if (!file) {
      await window.showInformationMessage('Open a routes file to see its table');
      return;
    }
    const uri = file.toString();
    const subject: Subject = { uri, ...(start !== undefined && end !== undefined && { start, end }) };
    const known = this.#shown.get(uri);
    if (known) {
      known.subject = subject;
      known.panel.reveal(undefined, true);
      return this.#send(known);
    }
    this.#open(subject, file);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const { panel } of this.#shown.values()) panel.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #open(subject: Subject, file: Uri): void {
    const media = Uri.joinPath(this.context.extensionUri, 'media');
    const panel = window.createWebviewPanel(
      'waypost.routes',
      `Routes of ${file.path.split('/').slice(-2).join('/')}`,
      { viewColumn: ViewColumn.Beside, preserveFocus: true },
      { enableScripts: true, localResourceRoots: [media], retainContextWhenHidden: true },
    );
    const shown: Shown = { panel, subject };
    this.#shown.set(subject.uri, shown);
    panel.onDidDispose(() => this.#shown.delete(subject.uri));
    panel.webview.onDidReceiveMessage(async ({ ready, open }: Message) => {
      if (ready) await this.#send(shown);
      if (open) await openRoute(open.uri, open.range, ViewColumn.One);
    });
    const address = (name: string): string =>
      panel.webview.asWebviewUri(Uri.joinPath(media, name)).toString();
    panel.webview.html = page(address('route-table.js'), address('route-table.css'), panel.webview.cspSource);
  }

  /** Sends the rows to a table. During a restart of the server there are none; they are requested again when it runs. */
  async #send({ panel, subject }: Shown): Promise<void> {
    const rows = await this.client
      .sendRequest<readonly unknown[]>('waypost/routeRows', subject)
      .catch(() => undefined);
    if (rows) await panel.webview.postMessage({ rows });
  }

  #refreshSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      for (const shown of this.#shown.values()) void this.#send(shown);
    }, pause);
  }
}

function page(script: string, style: string, source: string): string {
  const nonce = randomBytes(16).toString('base64');
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${source}; script-src 'nonce-${nonce}'">
<link rel="stylesheet" href="${style}">
<title>Routes</title>
</head>
<body>
<header><input type="search" placeholder="Path, verb, name or target" aria-label="Filter"><span id="count"></span></header>
<table><thead><tr><th>Verbs</th><th>Path</th><th>Target</th><th>Name</th></tr></thead><tbody></tbody></table>
<script nonce="${nonce}" src="${script}"></script>
</body>
</html>`;
}
