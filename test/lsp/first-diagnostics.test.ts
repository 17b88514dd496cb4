// What a client is told of a text that has just been opened: its errors, before the linter has looked at all of it.

import { describe, expect, it, vi } from 'vitest';
import { startClient, memoryHost, open, uri, type TestClient } from '../support/lsp-client.js';

type Checked = Awaited<ReturnType<NonNullable<ReturnType<typeof memoryHost>['checkRegex']>>>;
interface Report {
  readonly kind: string;
  readonly resultId: string;
  readonly items: readonly { readonly code: string }[];
}

const textDocument = { uri };
const letters = [...'fghijklmn'];
/** A text with a regex of its own: what is thought of one is remembered. */
const newText = (): string =>
  `routes {\n  resurces 'photos'\n  get '/tags/:tag', to => 'home#index', tag => /(?:[ab]+${letters.pop()}?)+/\n}\n`;
const unsafe: Checked = {
  status: 'vulnerable',
  complexity: { type: 'exponential' },
  attack: { pumps: [{ prefix: '', pump: 'a', bias: 0 }], suffix: '!', base: 30 },
};
const codes = ({ items }: Report): string[] => items.map(({ code }) => code);

/** A client that asks, of a server whose linter waits until `judge` says what it thinks of the regex. */
async function slowlyLinted(canAskAgain = true): Promise<{
  readonly client: TestClient;
  readonly asked: () => number;
  readonly judge: (checked: Checked) => void;
  readonly pull: (previousResultId?: string) => Promise<Report>;
}> {
  let asked = 0;
  let judge: (checked: Checked) => void = () => undefined;
  const judged = new Promise<Checked>((resolve) => (judge = resolve));
  const client = await startClient(
    { textDocument: { diagnostic: {} }, workspace: { diagnostics: { refreshSupport: canAskAgain } } },
    { ...memoryHost(), checkRegex: () => judged },
    { 'workspace/diagnostic/refresh': () => (asked++, null) },
  );
  return {
    client,
    asked: () => asked,
    judge,
    pull: (previousResultId) => client.request('textDocument/diagnostic', { textDocument, previousResultId }),
  };
}

describe('a client that asks', () => {
  it('is told the errors first, and to ask again once the linter has found more', async () => {
    const { client, asked, judge, pull } = await slowlyLinted();
    await open(client, newText());
    const first = await pull();
    expect(codes(first)).toEqual(['unknown-keyword']);
    expect(codes(await pull(first.resultId))).toEqual(['unknown-keyword']);
    expect(asked()).toBe(0);
    judge(unsafe);
    await vi.waitFor(() => expect(asked()).toBe(1));
    const all = await pull(first.resultId);
    expect(codes(all)).toEqual(['unknown-keyword', 'unsafe-regex']);
    expect(await pull(all.resultId)).toEqual({ kind: 'unchanged', resultId: all.resultId });
    expect(asked()).toBe(1);
  });

  it('is not told to where the linter finds no more', async () => {
    const { client, asked, judge, pull } = await slowlyLinted();
    await open(client, newText());
    await pull();
    judge({ status: 'safe' });
    await vi.waitFor(async () => expect((await pull()).resultId).toBe((await pull()).resultId));
    expect(codes(await pull())).toEqual(['unknown-keyword']);
    expect(asked()).toBe(0);
  });

  it('is told the errors of a text that is edited before the linter has looked at it, and once to ask again', async () => {
    const { client, asked, judge, pull } = await slowlyLinted();
    const text = newText();
    await open(client, text);
    await pull();
    await client.notify('textDocument/didChange', {
      textDocument: { uri, version: 2 },
      contentChanges: [{ text: `${text}# end\nroots\n` }],
    });
    expect(codes(await pull())).toEqual(['unknown-keyword', 'unknown-keyword']);
    judge(unsafe);
    await vi.waitFor(() => expect(asked()).toBe(1));
    expect(codes(await pull())).toEqual(['unknown-keyword', 'unsafe-regex', 'unknown-keyword']);
    expect(asked()).toBe(1);
  });

  it.each([
    ['of a document that is closed meanwhile', 'textDocument/didClose', { textDocument }],
    ['once the server is shut down', 'shutdown', undefined],
  ])('is not told to %s', async (_, method, params) => {
    const { client, asked, judge, pull } = await slowlyLinted();
    await open(client, newText());
    await pull();
    if (method === 'shutdown') await client.request(method);
    else await client.notify(method, params);
    await new Promise((resolve) => setTimeout(resolve, 50));
    judge(unsafe);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(asked()).toBe(0);
  });

  it('is told everything where it cannot ask again', async () => {
    const { client, judge, pull } = await slowlyLinted(false);
    await open(client, newText());
    const everything = pull();
    judge(unsafe);
    expect(codes(await everything)).toEqual(['unknown-keyword', 'unsafe-regex']);
  });

  it('is told the same of the whole workspace as ever: everything', async () => {
    const { client, judge, pull } = await slowlyLinted();
    await open(client, newText());
    const everything = client.request<{ items: Report[] }>('workspace/diagnostic', { previousResultIds: [] });
    await pull();
    judge(unsafe);
    expect((await everything).items.map(codes)).toEqual([['unknown-keyword', 'unsafe-regex']]);
  });
});

describe('what was told first', () => {
  it('stays while somebody types', async () => {
    const { client, pull } = await slowlyLinted();
    await open(client, newText());
    await pull();
    const at = { line: 3, character: 1 };
    await client.notify('textDocument/didChange', {
      textDocument: { uri, version: 2 },
      contentChanges: [{ range: { start: at, end: at }, text: 'x' }],
    });
    expect(codes(await pull())).toEqual(['unknown-keyword']);
  });

  it('is pushed again only where it is another', async () => {
    const client = await startClient();
    interface Published {
      readonly diagnostics: readonly { readonly code: string }[];
    }
    const published = (): string[][] =>
      ((client.received.get('textDocument/publishDiagnostics') ?? []) as Published[]).map(({ diagnostics }) =>
        codes({ kind: '', resultId: '', items: diagnostics }),
      );
    await open(client, "routes {\n  root to => 'home#index'\n}\n");
    await vi.waitFor(() => expect(published()).toEqual([[]]));
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(published()).toEqual([[]]);
  });
});
