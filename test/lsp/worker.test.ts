// The server in a worker, as a page in a browser would run it: bundled for browsers, with no module of Node's in it, over
// messages instead of bytes, its files in memory.

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';
import { expect, it, onTestFinished } from 'vitest';

const entry = `
  import { BrowserMessageReader, BrowserMessageWriter, createConnection } from 'vscode-languageserver/browser';
  import { createServer } from './lsp/server.ts';
  import { emptyConfiguration } from './src/lint/configuration.ts';

  const port = globalThis.workerPort;
  const project = { application: undefined, bindings: undefined, configuration: emptyConfiguration, controllerFile: () => undefined, controllerName: () => undefined, routesFile: undefined };
  createServer(createConnection(new BrowserMessageReader(port), new BrowserMessageWriter(port)), {
    readFile: () => undefined,
    project: () => Promise.resolve(project),
    forget: () => undefined,
    routesFiles: () => Promise.resolve([]),
  });
`;

it('answers over messages, with no module of Node', async () => {
  const bundle = await build({
    stdin: { contents: entry, resolveDir: process.cwd(), loader: 'ts' },
    platform: 'browser',
    bundle: true,
    write: false,
    format: 'iife',
    logLevel: 'silent',
    metafile: true,
  });
  expect(Object.keys(bundle.metafile.inputs).filter((name) => name.startsWith('node:'))).toEqual([]);
  const worker = new Worker(
    `globalThis.workerPort = require('node:worker_threads').parentPort;\n${bundle.outputFiles[0]!.text}`,
    { eval: true },
  );
  onTestFinished(() => void worker.terminate());
  let id = 0;
  const request = async (method: string, params: object): Promise<unknown> => {
    const own = ++id;
    worker.postMessage({ jsonrpc: '2.0', id: own, method, params });
    for (;;) {
      const [message] = (await once(worker, 'message')) as [{ id?: number; result?: unknown }];
      if (message.id === own) return message.result;
    }
  };
  const notify = (method: string, params: object): void =>
    worker.postMessage({ jsonrpc: '2.0', method, params });
  expect(await request('initialize', { processId: null, rootUri: null, capabilities: {} })).toMatchObject({
    serverInfo: { name: 'waypost' },
  });
  notify('initialized', {});
  const textDocument = { uri: 'memory:/config/routes' };
  notify('textDocument/didOpen', {
    textDocument: {
      ...textDocument,
      languageId: 'routes',
      version: 1,
      text: "routes {\n  get '/a', to => 'b#c'\n}\n",
    },
  });
  expect(
    await request('textDocument/hover', { textDocument, position: { line: 1, character: 4 } }),
  ).toMatchObject({ contents: { value: expect.stringContaining('GET /a') } });
  expect(
    await request('textDocument/formatting', { textDocument, options: { tabSize: 2, insertSpaces: true } }),
  ).toEqual([
    { range: { start: { line: 1, character: 23 }, end: { line: 1, character: 23 } }, newText: ';' },
  ]);
});
