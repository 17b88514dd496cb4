// What is asked about a text that is edited before the answer can be given.

import { LSPErrorCodes } from 'vscode-languageserver';
import { describe, expect, it } from 'vitest';
import { memoryHost, open, startClient, uri } from '../support/lsp-client.js';

describe('a question that waits while somebody types', () => {
  const text = "routes {\n  concern 'a' { get 'x' }\n  resources 'posts', concerns => 'a'\n}\n";
  const textDocument = { uri };
  const position = { line: 1, character: 12 };
  const range = { start: position, end: position };
  const options = { tabSize: 2, insertSpaces: true };

  /** Asks before the project is known, and types a letter meanwhile. */
  async function askedBefore(typed: string, method: string, params: object): Promise<unknown> {
    const host = memoryHost();
    let tell = (): void => undefined;
    const known = new Promise<void>((resolve) => (tell = resolve));
    const client = await startClient(
      {},
      {
        ...host,
        project: (path) => known.then(() => host.project(path)),
        lineConventions: () => known.then(() => ({})),
      },
    );
    await open(client, text);
    const answer = client.request(method, { textDocument, ...params }).catch((error: unknown) => error);
    await client.notify('textDocument/didChange', {
      textDocument: { uri, version: 2 },
      contentChanges: [{ text: typed }],
    });
    // All that was sent has arrived when this is answered.
    await client.request('textDocument/foldingRange', { textDocument });
    tell();
    return answer;
  }

  it.each([
    ['textDocument/hover', { position }],
    ['textDocument/definition', { position }],
    ['textDocument/references', { position, context: { includeDeclaration: true } }],
    ['textDocument/documentHighlight', { position }],
    ['textDocument/prepareRename', { position }],
    ['textDocument/rename', { position, newName: 'b' }],
    ['textDocument/prepareCallHierarchy', { position }],
    ['textDocument/codeAction', { range, context: { diagnostics: [] } }],
    ['textDocument/formatting', { options }],
    ['textDocument/rangeFormatting', { range, options }],
    ['textDocument/onTypeFormatting', { position, ch: '\n', options }],
  ])('%s is refused: its places are those of another text', async (method, params) => {
    const typed = `# first\n${text}`;
    expect(await askedBefore(typed, method, params)).toMatchObject({ code: LSPErrorCodes.ContentModified });
  });

  it.each([
    ['textDocument/documentSymbol', {}],
    ['textDocument/documentLink', {}],
    ['textDocument/codeLens', {}],
    ['textDocument/inlayHint', { range: { start: position, end: { line: 3, character: 0 } } }],
  ])('%s is answered about the newest text', async (method, params) => {
    const answer = await askedBefore(text.replace('posts', 'photos'), method, params);
    expect(JSON.stringify(answer)).not.toContain('posts');
    expect(answer).toBeInstanceOf(Array);
  });
});
