// Which language server runs: the one that the settings name, otherwise the one that the workspace has installed, so that
// the editor says what the build will say, otherwise the extension's own.

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type ExtensionContext, workspace } from 'vscode';
import { TransportKind, type ServerOptions } from 'vscode-languageclient/node';

/** The module to start. Of a workspace that is not trusted nothing is run. */
export function serverFile(context: ExtensionContext): string {
  const own = context.asAbsolutePath('dist/server.mjs');
  if (!workspace.isTrusted) return own;
  const folders = (workspace.workspaceFolders ?? [])
    .filter(({ uri }) => uri.scheme === 'file')
    .map(({ uri }) => uri.fsPath);
  const named = workspace.getConfiguration('waypost').get('server.path', '');
  if (named !== '') return resolve(folders[0] ?? '.', named);
  return (
    folders
      .map((folder) => join(folder, 'node_modules/waypost/dist/bin/waypost.js'))
      .find((file) => existsSync(file)) ?? own
  );
}

/** How it is started: a configuration in code runs where VS Code trusts the workspace. */
export function serverOptions(module: string): ServerOptions {
  const args = workspace.isTrusted ? ['lsp', '--trust-config'] : ['lsp'];
  return { module, args, transport: TransportKind.stdio };
}
