// Chooses the language server: the one in the settings, or else the one that the workspace has installed, or else the
// extension's own. With the workspace's server, the editor reports the same as the build.

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type ExtensionContext, workspace } from 'vscode';
import { TransportKind, type ServerOptions } from 'vscode-languageclient/node';

/** The server's module. Nothing from an untrusted workspace is run. */
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

/** How to start the server. A configuration in code may run only if VS Code trusts the workspace. */
export function serverOptions(module: string): ServerOptions {
  const args = workspace.isTrusted ? ['lsp', '--trust-config'] : ['lsp'];
  return { module, args, transport: TransportKind.stdio };
}
