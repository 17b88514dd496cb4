// The extension: one client of the language server, and the commands that the server's answers name.
//
// Everything about routes is the server's; what is here only starts it, and shows what it says in the ways that VS Code
// has and the protocol has not: a table in a document of its own, a quick pick, a status.

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

/** What the extension gives to who asks for its exports: the running client. */
export interface WaypostExtension {
  readonly client: LanguageClient;
}

const controllers = '**/controllers/**/*.{ts,mts,cts,js,mjs,cjs}';
const isEnabled = (feature: string): boolean =>
  workspace.getConfiguration('waypost').get(`${feature}.enabled`, true);

/** A client that keeps to itself what came to nothing because the server was just being stopped. */
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
  // What goes wrong the client says itself, and a restart may mend it.
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
    // The server carries out its other commands itself.
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

/** Items as VS Code makes the most of them. */
function fitted(items: Completions): Completions {
  for (const item of items instanceof CompletionList ? items.items : (items ?? [])) {
    // The next list opens where an item leaves the cursor between quotes or brackets; Tab does it at the later stops.
    if (item.insertText instanceof SnippetString && item.insertText.value.includes('$1'))
      item.command ??= { command: 'editor.action.triggerSuggest', title: 'Show what may be written here' };
    // No word begins behind a `#` for VS Code's filter, which would hide `pages#about` from who types `ab`.
    const label = typeof item.label === 'string' ? item.label : item.label.label;
    if (label.includes('#')) item.filterText ??= label.replace('#', '#/');
  }
  return items;
}

/** What runs, beside the name of the language in the status bar. */
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
