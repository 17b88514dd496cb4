// An application in memory for the language server: a routes file and a controller with its actions.

import type { Host } from '../../lsp/host.js';
import { memoryHost, uri, type TestClient } from './lsp-client.js';

export const textDocument = { uri };
export const at = (line: number, character: number) => ({ textDocument, position: { line, character } });
export const module = 'file:///app/controllers/home.ts';
/** The controller's text, with exports at the places that the application in memory gives. */
const moduleText =
  `${'export function index(request) {\n}\n//'.padEnd(99, '.')}\n` +
  'export function about(request) {\n  return helpers.pathFor("about");\n}\n';
export const routes = `routes {
  get '/about', to => 'home#about', as => 'about'
  namespace 'admin' {
    resources 'users', only => <index show>
  }
  concern 'shared' { get 'x', to => 'home#index' }
  resources 'photos', only => <index>, concerns => 'shared'
}
`;
export const withModule = (): Host =>
  memoryHost(
    new Map([
      ['/app/config/routes', routes],
      ['/app/controllers/home.ts', moduleText],
    ]),
  );

export async function openModule(client: TestClient): Promise<void> {
  await client.notify('textDocument/didOpen', {
    textDocument: { uri: module, languageId: 'typescript', version: 1, text: moduleText },
  });
}
