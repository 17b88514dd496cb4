// An application on the disk, and a client that has opened it.

import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { nodeHost } from '../../lsp/node-host.js';
import { startClient, type TestClient } from './lsp-client.js';
import { WorkFolder } from './test-terminal.js';

/** An application that an editor has opened. */
export interface Application {
  readonly client: TestClient;
  readonly uri: (path: string) => string;
  open(path: string, text: string): Promise<void>;
  change(path: string, version: number, text: string): Promise<void>;
  codes(): Promise<readonly string[]>;
}

/** Opens an application with these files, in a folder that is deleted when the test ends. */
export function application(
  files: Readonly<Record<string, string>>,
  capabilities: object = {},
): Promise<Application> {
  const work = new WorkFolder();
  onTestFinished(() => work.remove());
  work.write(files);
  return applicationIn(work, capabilities);
}

/** Opens an existing application. `answers` are the client's answers to requests of the server. */
export async function applicationIn(
  { path: folder }: WorkFolder,
  capabilities: object = {},
  answers: Readonly<Record<string, () => unknown>> = {},
): Promise<Application> {
  const uri = (path: string): string => pathToFileURL(join(folder, path)).href;
  const client = await startClient(
    { textDocument: { diagnostic: {} }, ...capabilities },
    nodeHost(() => undefined),
    answers,
    {
      rootUri: pathToFileURL(folder).href,
    },
  );
  return {
    client,
    uri,
    open: (path, text) =>
      client.notify('textDocument/didOpen', {
        textDocument: {
          uri: uri(path),
          languageId: path.endsWith('.ts') ? 'typescript' : 'routes',
          version: 1,
          text,
        },
      }),
    change: (path, version, text) =>
      client.notify('textDocument/didChange', {
        textDocument: { uri: uri(path), version },
        contentChanges: [{ text }],
      }),
    codes: async () => {
      const { items } = await client.request<{ items: { code: string }[] }>('textDocument/diagnostic', {
        textDocument: { uri: uri('config/routes') },
      });
      return items.map(({ code }) => code);
    },
  };
}
