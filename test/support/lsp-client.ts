// A client and the language server in one process, connected by two streams.

import { PassThrough } from 'node:stream';
import {
  createConnection,
  createMessageConnection,
  ProposedFeatures,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import type { Host, Project } from '../../lsp/host.js';
import { messageDecoder } from '../../lsp/params.js';
import { createServer } from '../../lsp/server.js';
import { emptyConfiguration } from '../../src/lint/configuration.js';
import { fakeApplication, fakeBindings } from './fake-application.js';

const project: Project = {
  application: fakeApplication,
  bindings: fakeBindings,
  configuration: emptyConfiguration,
  controllerFile: (name) => `/app/controllers/${name}.ts`,
  controllerName: (file) => /^\/app\/controllers\/(.*?)(?:\.ts)?$/.exec(file)?.[1],
  routesFile: '/app/config/routes',
};

/** A host whose files are in a map. */
export function memoryHost(files: ReadonlyMap<string, string> = new Map()): Host {
  return {
    readFile: (path) => files.get(path),
    project: () => Promise.resolve(project),
    forget: () => undefined,
    routesFiles: () => Promise.resolve([...files.keys()].filter((path) => !/\.[jt]sx?$/.test(path))),
    sourceFiles: () =>
      Promise.resolve({
        files: [...files.keys()].filter((path) => /\.[jt]sx?$/.test(path)),
        isComplete: true,
      }),
    sourceText: (path) => files.get(path),
    fileVersion: (path) => files.get(path) ?? '',
  };
}

export interface TestClient {
  request<Answer = unknown>(method: string, params?: unknown): Promise<Answer>;
  notify(method: string, params?: unknown): Promise<void>;
  /** The server's notifications by method, in the order received. */
  readonly received: Map<string, unknown[]>;
  /** Waits for a notification that fits. */
  next<Params>(method: string, fits?: (params: Params) => boolean): Promise<Params>;
  /** Sends raw bytes, for messages that no client should send. */
  write(bytes: string): void;
}

export const uri = 'file:///app/config/routes';

export async function startClient(
  capabilities: unknown = {},
  host: Host = memoryHost(),
  answers: Readonly<Record<string, () => unknown>> = {},
  params: object = {},
): Promise<TestClient> {
  const up = new PassThrough();
  const down = new PassThrough();
  createServer(
    createConnection(
      ProposedFeatures.all,
      new StreamMessageReader(up, { contentTypeDecoder: messageDecoder }),
      new StreamMessageWriter(down),
    ),
    host,
  );
  const connection = createMessageConnection(new StreamMessageReader(down), new StreamMessageWriter(up));
  const received = new Map<string, unknown[]>();
  const waiting = new Set<() => void>();
  const receive = (method: string, params: unknown): void => {
    received.set(method, [...(received.get(method) ?? []), params]);
    for (const check of [...waiting]) check();
  };
  connection.onNotification(receive);
  connection.onUnhandledProgress((params) => receive('$/progress', params));
  connection.onRequest((method: string) => (answers[method] ?? (() => null))());
  connection.listen();
  const client: TestClient = {
    request: (method, params) => connection.sendRequest(method, params),
    notify: (method, params) => connection.sendNotification(method, params),
    received,
    next: (method, fits = () => true) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(
          () =>
            reject(
              new Error(`no ${method} came that fits, only ${JSON.stringify(received.get(method) ?? [])}`),
            ),
          8_000,
        );
        const check = (): void => {
          const found = (received.get(method) ?? []).find((params) => fits(params as never));
          if (found === undefined) return;
          clearTimeout(timer);
          waiting.delete(check);
          resolve(found as never);
        };
        waiting.add(check);
        check();
      }),
    write: (bytes) => void up.write(bytes),
  };
  await client.request('initialize', { processId: null, rootUri: 'file:///app', capabilities, ...params });
  await client.notify('initialized', {});
  return client;
}

/** Opens the routes file with a text. */
export function open(client: TestClient, text: string): Promise<void> {
  return client.notify('textDocument/didOpen', {
    textDocument: { uri, languageId: 'routes', version: 1, text },
  });
}
