// Goes to routes: from a list that is filtered while the user types, and from links of the server.

import { type QuickPickItem, Range, Uri, type ViewColumn, window } from 'vscode';
import type { LanguageClient, Location, SymbolInformation } from 'vscode-languageclient/node';

interface RouteItem extends QuickPickItem {
  readonly route: SymbolInformation;
}

/** Opens the file of a route and selects the route. The server's links in controllers have these arguments. */
export async function openRoute(
  uri: string,
  range: Location['range'],
  viewColumn?: ViewColumn,
): Promise<void> {
  const selection = new Range(range.start.line, range.start.character, range.end.line, range.end.character);
  await window.showTextDocument(Uri.parse(uri), { selection, ...(viewColumn && { viewColumn }) });
}

/** Lets the user search for a route by path, verb, name or target, and goes there. */
export async function goToRoute(client: LanguageClient): Promise<void> {
  const pick = window.createQuickPick<RouteItem>();
  pick.placeholder = 'Path, verb, name or target: get photos, posts#show, edit-user';
  pick.matchOnDescription = true;
  let asked = 0;
  const search = async (query: string): Promise<void> => {
    const number = ++asked;
    pick.busy = true;
    // During a restart of the server, nothing is found.
    const answer = client
      .sendRequest<SymbolInformation[] | null>('workspace/symbol', { query })
      .catch(() => null);
    const found = (await answer) ?? [];
    if (number !== asked) return;
    // The server has already filtered. `alwaysShow` prevents VS Code from filtering again, which may see the typed letters differently.
    pick.items = found.map((route) => ({
      label: route.name,
      description: route.containerName ?? '',
      alwaysShow: true,
      route,
    }));
    pick.busy = false;
  };
  pick.onDidChangeValue(search);
  pick.onDidAccept(async () => {
    const [chosen] = pick.selectedItems;
    pick.hide();
    if (chosen) await openRoute(chosen.route.location.uri, chosen.route.location.range);
  });
  pick.onDidHide(() => pick.dispose());
  pick.show();
  await search('');
}
