// Parameters that are not as the protocol has them: a request with such is refused, a notification is left out, and the server goes on.

import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import {
  createConnection,
  ProposedFeatures,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { messageDecoder } from '../../lsp/params.js';
import { createServer } from '../../lsp/server.js';
import { memoryHost, open, startClient, uri, type TestClient } from '../support/lsp-client.js';

const textDocument = { uri };
const position = { line: 1, character: 5 };
const range = { start: { line: 0, character: 0 }, end: position };
const text = "routes {\n  get '/about', to => 'home#about'\n}\n";

const requests: Readonly<Record<string, object>> = {
  'textDocument/completion': { textDocument, position },
  'textDocument/hover': { textDocument, position },
  'textDocument/references': { textDocument, position, context: { includeDeclaration: true } },
  'textDocument/rename': { textDocument, position, newName: 'imprint' },
  'textDocument/selectionRange': { textDocument, positions: [position] },
  'textDocument/inlayHint': { textDocument, range },
  'textDocument/codeAction': { textDocument, range, context: { diagnostics: [], only: ['quickfix'] } },
  'textDocument/rangesFormatting': { textDocument, ranges: [range] },
  'textDocument/semanticTokens/full': { textDocument },
  'textDocument/diagnostic': { textDocument },
  'workspace/symbol': { query: 'about' },
  'workspace/diagnostic': { previousResultIds: [{ uri, value: '1' }] },
  'workspace/willRenameFiles': { files: [{ oldUri: 'file:///app/a.ts', newUri: 'file:///app/b.ts' }] },
  'workspace/executeCommand': { command: 'waypost.showRoutes', arguments: [uri] },
  'callHierarchy/incomingCalls': {
    item: { uri, selectionRange: range, data: { kind: 'declaration', routes: uri } },
  },
  'waypost/routeRows': { uri, start: 0, end: 9 },
};

const notifications: Readonly<Record<string, object>> = {
  'textDocument/didOpen': {
    textDocument: { uri: 'file:///app/other/routes', languageId: 'routes', version: 1, text },
  },
  'textDocument/didChange': {
    textDocument: { uri, version: 2 },
    contentChanges: [{ range: { start: position, end: position }, text: '' }],
  },
  'textDocument/didClose': { textDocument: { uri: 'file:///app/other/routes' } },
  'textDocument/didSave': { textDocument },
  'workspace/didChangeWatchedFiles': { changes: [{ uri: 'file:///app/a.ts', type: 2 }] },
};

/** Each value with one part of it, at any depth, replaced by what it cannot be. */
function* mangled(value: unknown): Generator<unknown> {
  if (typeof value !== 'object' || value === null) return;
  for (const name of Object.keys(value)) {
    const others = [undefined, null, 7.5, 'x', [], {}, ...mangled(value[name as keyof typeof value])];
    for (const other of others)
      yield Object.assign(Array.isArray(value) ? [...(value as unknown[])] : { ...value }, { [name]: other });
  }
}

const invalidParams = -32_602;
const codeOf = (answer: Promise<unknown>): Promise<number | undefined> =>
  answer.then(
    () => undefined,
    ({ code }: { readonly code: number }) => code,
  );
const errors = ({ received }: TestClient): readonly string[] =>
  ((received.get('window/logMessage') ?? []) as { readonly type: number; readonly message: string }[])
    .filter(({ type }) => type === 1)
    .map(({ message }) => message);

describe('what is not as the protocol has it', () => {
  it.each(Object.entries(requests))('is answered or refused by %s', async (method, params) => {
    const client = await startClient();
    await open(client, text);
    expect(await codeOf(client.request(method, params))).toBe(undefined);
    for (const wrong of mangled(params))
      expect([undefined, invalidParams], JSON.stringify(wrong)).toContain(
        await codeOf(client.request(method, wrong)),
      );
    expect(errors(client)).toEqual([]);
  });

  it('is named to the client', async () => {
    const client = await startClient();
    await open(client, text);
    for (const wrong of [undefined, 7, { line: 1 }, { line: 1, character: 'x' }])
      await expect(
        client.request('textDocument/completion', { textDocument, position: wrong }),
      ).rejects.toMatchObject({
        code: invalidParams,
        message: '`position` is not as the protocol has it',
      });
  });

  it('is nothing at all, in the words of the library, where all parameters are null', async () => {
    const [up, down] = [new PassThrough(), new PassThrough()];
    const reader = new StreamMessageReader(up, { contentTypeDecoder: messageDecoder });
    createServer(createConnection(ProposedFeatures.all, reader, new StreamMessageWriter(down)), memoryHost());
    const answers: unknown[] = [];
    const answered = new Promise<void>((resolve) =>
      new StreamMessageReader(down).listen((message) => {
        answers.push(message);
        if (Reflect.get(message, 'id') === 'shutdown') resolve();
      }),
    );
    const send = (method: string, params: unknown): void => {
      const message = JSON.stringify({ jsonrpc: '2.0', id: method, method, params });
      up.write(`Content-Length: ${message.length}\r\n\r\n${message}`);
    };
    send('initialize', { processId: null, rootUri: null, capabilities: {} });
    const methods = ['textDocument/hover', 'workspace/symbol', 'workspace/executeCommand'];
    for (const method of methods) send(method, null);
    send('shutdown', null);
    await answered;
    expect(answers.slice(1)).toMatchObject([
      ...methods.map((id) => ({ id, error: { code: invalidParams } })),
      { id: 'shutdown', result: null },
    ]);
  });

  it.each(Object.entries(notifications))('does no harm by %s', async (method, params) => {
    const client = await startClient();
    await open(client, text);
    for (const wrong of mangled(params)) await client.notify(method, wrong);
    await client.request('textDocument/documentSymbol', { textDocument });
    for (const message of errors(client)) expect(message).toMatch(/is not as the protocol has it$/);
  });
});
