// What clients are told while somebody types, and when: those that are pushed diagnostics, and those that ask for them.

import { describe, expect, it } from 'vitest';
import type { CheckedRegex } from '../../src/lint/regex-safety.js';
import { memoryHost, open, startClient, uri, type TestClient } from '../support/lsp-client.js';

const unsafe: CheckedRegex = {
  status: 'vulnerable',
  complexity: { type: 'exponential' },
  attack: { pumps: [{ prefix: '', pump: 'a', bias: 0 }], suffix: '!', base: 30 },
};

describe('the server', () => {
  const text = 'routes {\n  \n}\n';
  const textDocument = { uri };
  const codes = (diagnostics: readonly { readonly code: string }[]): string[] =>
    diagnostics.map(({ code }) => code);
  interface Published {
    readonly version: number;
    readonly diagnostics: readonly { readonly code: string }[];
  }

  async function type(client: TestClient, keys: string): Promise<number> {
    for (const [index, text] of [...keys].entries()) {
      const at = { line: 1, character: 2 + index };
      await client.notify('textDocument/didChange', {
        textDocument: { uri, version: 2 + index },
        contentChanges: [{ range: { start: at, end: at }, text }],
      });
    }
    return keys.length + 1;
  }

  it('pushes what a text means after a rest', async () => {
    const client = await startClient();
    await open(client, text);
    const version = await type(client, "reso 'x'");
    const ofLast = ({ version: pushed }: Published): boolean => pushed === version;
    const first = await client.next<Published>('textDocument/publishDiagnostics', ofLast);
    expect(codes(first.diagnostics)).toEqual([]);
    await client.next<Published>(
      'textDocument/publishDiagnostics',
      (each) => ofLast(each) && codes(each.diagnostics).join() === 'unknown-keyword',
    );
  });

  it('has a client that asks ask again after a rest', async () => {
    let isRested: () => void;
    const rested = new Promise<void>((resolve) => (isRested = resolve));
    const client = await startClient(
      { textDocument: { diagnostic: {} }, workspace: { diagnostics: { refreshSupport: true } } },
      undefined,
      { 'workspace/diagnostic/refresh': () => (isRested(), null) },
    );
    await open(client, text);
    await type(client, "reso 'x'");
    const report = (previousResultId?: string): Promise<{ resultId: string; items: { code: string }[] }> =>
      client.request('textDocument/diagnostic', { textDocument, previousResultId });
    const first = await report();
    expect(codes(first.items)).toEqual([]);
    await rested;
    expect(codes((await report(first.resultId)).items)).toEqual(['unknown-keyword']);
  });

  it('tells everything at once to a client that cannot be had ask again, and of an edit that is no keystroke', async () => {
    const client = await startClient({ textDocument: { diagnostic: {} } });
    await open(client, text);
    await type(client, 'reso');
    const { items } = await client.request<{ items: { code: string }[] }>('textDocument/diagnostic', {
      textDocument,
    });
    expect(codes(items)).toEqual(['unknown-keyword']);
    const other = await startClient({
      textDocument: { diagnostic: {} },
      workspace: { diagnostics: { refreshSupport: true } },
    });
    await open(other, text);
    await other.notify('textDocument/didChange', {
      textDocument: { uri, version: 2 },
      contentChanges: [{ text: "routes {\n  resurces 'photos'\n}\n" }],
    });
    const answer = await other.request<{ items: { code: string }[] }>('textDocument/diagnostic', {
      textDocument,
    });
    expect(codes(answer.items)).toEqual(['unknown-keyword']);
  });
});

describe('what takes long to find', () => {
  it('is told all the while until it has been looked for again, at its place', async () => {
    interface Published {
      readonly version: number;
      readonly diagnostics: readonly { code: string; range: { start: { line: number } } }[];
    }
    const judged = async (): Promise<CheckedRegex> => {
      await new Promise((resolve) => setTimeout(resolve, 60));
      return unsafe;
    };
    const client = await startClient({}, { ...memoryHost(), checkRegex: judged });
    await open(client, "routes {\n  get '/:tag', to => 'home#index', tag => /(?:[ab]+z?)+/\n}\n");
    const isWhole = ({ diagnostics }: Published): boolean => diagnostics.length > 0;
    await client.next<Published>('textDocument/publishDiagnostics', isWhole);
    const start = { line: 1, character: 0 };
    await client.notify('textDocument/didChange', {
      textDocument: { uri, version: 2 },
      contentChanges: [{ range: { start, end: start }, text: "  get '/new', to => 'nobody#index'\n" }],
    });
    const isNew = ({ version }: Published): boolean => version === 2;
    await client.next<Published>('textDocument/publishDiagnostics', isNew);
    await new Promise((resolve) => setTimeout(resolve, 400));
    const published = (client.received.get('textDocument/publishDiagnostics') as Published[]).filter(isNew);
    for (const { diagnostics } of published)
      expect(diagnostics.map(({ code, range }) => `${code} ${range.start.line}`)).toContain('unsafe-regex 2');
  });
});
