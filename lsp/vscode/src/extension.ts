// The VS Code extension: a client of the language server, and the commands that the server's answers refer to.
//
// Everything about routes is in the server. The extension starts it, and shows its answers in ways that the protocol does not
// have: a route table in a panel, a quick pick, a status item.

import {
  type CancellationToken,
  commands,
  type CompletionItem,
  CompletionList,
  type Disposable,
  type ExtensionContext,
  languages,
  LanguageStatusSeverity,
  SnippetString,
  window,
  workspace,
} from 'vscode';
import {
  LanguageClient,
  State,
  type LanguageClientOptions,
  type MessageSignature,
} from 'vscode-languageclient/node';
import { restarter } from './restart.js';
import { goToRoute, openRoute } from './route-search.js';
import { RouteTables } from './route-tables.js';
import { serverFile, serverOptions } from './server-choice.js';

/** The exports of the extension: the running client. */
export interface WaypostExtension {
  readonly client: LanguageClient;
}

const controllers = '**/controllers/**/*.{ts,mts,cts,js,mjs,cjs}';
const isEnabled = (feature: string): boolean =>
  workspace.getConfiguration('waypost').get(`${feature}.enabled`, true);

/** A client that does not show failures of requests that were cut off by stopping the server. */
class Client extends LanguageClient {
  override handleFailedRequest<Result>(
    type: MessageSignature,
    token: CancellationToken | undefined,
    error: unknown,
    nothing: Result,
    ...how: readonly boolean[]
  ): Result {
    return this.isRunning() ? super.handleFailedRequest(type, token, error, nothing, ...how) : nothing;
  }
}

let current: LanguageClient | undefined;

export async function activate(context: ExtensionContext): Promise<WaypostExtension> {
  const file = serverFile(context);
  const client = new Client('waypost', 'Waypost', serverOptions(file), clientOptions());
  current = client;
  const tables = new RouteTables(client, context);
  context.subscriptions.push(
    tables,
    status(client, file),
    commands.registerCommand('waypost.showRoutes', (path?: string, start?: number, end?: number) =>
      tables.show(path, start, end),
    ),
    commands.registerCommand('waypost.openRoute', openRoute),
    commands.registerCommand('waypost.goToRoute', () => goToRoute(client)),
    commands.registerCommand('waypost.restartServer', restarter(client)),
    workspace.onDidChangeConfiguration(async (change) => {
      if (
        change.affectsConfiguration('waypost.server.path') ||
        change.affectsConfiguration('waypost.controllers.enabled')
      )
        await offerReload('This setting of Waypost counts after a reload');
    }),
    workspace.onDidGrantWorkspaceTrust(() =>
      offerReload("The workspace's own Waypost and its configuration count after a reload"),
    ),
  );
  // The client shows the error itself, and a restart may help.
  await client.start().catch(() => undefined);
  return { client };
}

export function deactivate(): Promise<void> | undefined {
  return current?.stop();
}

async function offerReload(message: string): Promise<void> {
  const reload = 'Reload the Window';
  if ((await window.showInformationMessage(message, reload)) === reload)
    await commands.executeCommand('workbench.action.reloadWindow');
}

function clientOptions(): LanguageClientOptions {
  return {
    documentSelector: [
      { scheme: 'file', language: 'routes' },
      { scheme: 'untitled', language: 'routes' },
      ...(isEnabled('controllers') ? [{ scheme: 'file', pattern: controllers }] : []),
    ],
    // The server executes its other commands itself.
    initializationOptions: { commands: ['waypost.showRoutes', 'waypost.openRoute'] },
    middleware: {
      provideCompletionItem: async (document, position, context, token, next) =>
        fitted(await next(document, position, context, token)),
      provideCodeLenses: (document, token, next) => (isEnabled('codeLens') ? next(document, token) : []),
      provideInlayHints: (document, range, token, next) =>
        isEnabled('inlayHints') ? next(document, range, token) : [],
    },
  };
}

type Completions = CompletionItem[] | CompletionList | null | undefined;

/** Adapts completion items to VS Code. */
function fitted(items: Completions): Completions {
  for (const item of items instanceof CompletionList ? items.items : (items ?? [])) {
    // Open the next list if an item leaves the cursor between quotes or brackets. At later stops, Tab opens it.
    if (item.insertText instanceof SnippetString && item.insertText.value.includes('$1'))
      item.command ??= { command: 'editor.action.triggerSuggest', title: 'Show what may be written here' };
    // VS Code's filter does not see a word start after `#`, and would hide `pages#about` if the user types `ab`.
    const label = typeof item.label === 'string' ? item.label : item.label.label;
    if (label.includes('#')) item.filterText ??= label.replace('#', '#/');
  }
  return items;
}

/** Shows the running server beside the name of the language in the status bar. */
function status(client: LanguageClient, file: string): Disposable {
  const item = languages.createLanguageStatusItem('waypost.server', { language: 'routes' });
  item.name = 'Waypost';
  item.detail = file;
  item.command = { command: 'waypost.restartServer', title: 'Restart' };
  const tell = (state: State): void => {
    item.busy = state === State.Starting;
    item.text = state === State.Stopped ? 'Waypost has stopped' : 'Waypost';
    item.severity =
      state === State.Stopped ? LanguageStatusSeverity.Error : LanguageStatusSeverity.Information;
  };
  tell(client.state);
  const listening = client.onDidChangeState(({ newState }) => tell(newState));
  return { dispose: () => [item, listening].forEach((each) => each.dispose()) };
}
