// What clients are told that show text as it is, or that know less of signatures.

import { describe, expect, it } from 'vitest';
import { plainText } from '../../lsp/features/plain-text.js';
import { at, routes, withModule } from '../support/lsp-application.js';
import { open, startClient } from '../support/lsp-client.js';

describe('a text without its marks', () => {
  const cases: Readonly<Record<string, readonly [markdown: string, text: string]>> = {
    'a route': [
      '```routes\nGET /:id → home#index\n```\n\nNamed **about-me**: `helpers.aboutMePath(id)`\n\n`:id` matches `/\\d+/`',
      'GET /:id → home#index\n\nNamed about-me: helpers.aboutMePath(id)\n\n:id matches /\\d+/',
    ],
    'a table': [
      '| Verbs | Path | Target | Name |\n|---|---|---|---|\n| `GET` | `/a` | `a#index` |  |\n| `DELETE` | `/a/:x(\\|)` | `a#y` | `a-x` |\n\n… and 3 more',
      'Verbs   Path      Target   Name\nGET     /a        a#index\nDELETE  /a/:x(|)  a#y      a-x\n\n… and 3 more',
    ],
    'a regex': ['`/\\d|x/`\n\nOne of:\n- one digit\n- `x`', '/\\d|x/\n\nOne of:\n- one digit\n- x'],
    'code, which stays as it is': ["```routes\nget '/`a`/**b**'\n```", "get '/`a`/**b**'"],
  };
  it.each(Object.entries(cases))('is %s', (_, [markdown, text]) => {
    expect(plainText(markdown)).toBe(text);
  });
});

describe('a client', () => {
  const told = async (formats: readonly string[] | undefined): Promise<unknown[]> => {
    const client = await startClient(
      {
        textDocument: {
          hover: { contentFormat: formats },
          completion: { completionItem: { documentationFormat: formats } },
        },
      },
      withModule(),
    );
    await open(client, routes);
    const { contents } = await client.request<{ contents: unknown }>('textDocument/hover', at(1, 3));
    const { items } = await client.request<{ items: { label: string }[] }>(
      'textDocument/completion',
      at(1, 3),
    );
    const item = items.find(({ label }) => label === 'root');
    const { documentation } = await client.request<{ documentation: unknown }>(
      'completionItem/resolve',
      item,
    );
    return [contents, documentation];
  };

  it.each([undefined, [], ['markdown', 'plaintext'], ['markdown']])(
    'that says nothing else, or %s, gets Markdown',
    async (formats) => {
      expect(await told(formats)).toEqual([
        { kind: 'markdown', value: expect.stringMatching(/^```routes\nGET \/about → home#about\n```\n/) },
        { kind: 'markdown', value: "```routes\nroot to => 'home#index'\n```" },
      ]);
    },
  );

  it.each([[['plaintext']], [['plaintext', 'markdown']]])('that asks for %s gets text', async (formats) => {
    expect(await told(formats)).toEqual([
      {
        kind: 'plaintext',
        value: expect.stringMatching(/^GET \/about → home#about\n\nNamed about: helpers/),
      },
      { kind: 'plaintext', value: "root to => 'home#index'" },
    ]);
  });
});

describe('a signature', () => {
  const told = async (signatureInformation: unknown, character: number): Promise<unknown> => {
    const client = await startClient({ textDocument: { signatureHelp: { signatureInformation } } });
    await open(client, "include 'admin', \n");
    const { signatures, ...others } = await client.request<{
      signatures: { parameters: { label: unknown }[] }[];
    }>('textDocument/signatureHelp', at(0, character));
    return { label: signatures[0]?.parameters[0]?.label, ...others };
  };

  it('has places of its parameters, and may have none that is being written, for a client that knows of that', async () => {
    const newest = { parameterInformation: { labelOffsetSupport: true }, noActiveParameterSupport: true };
    expect(await told(newest, 10)).toEqual({ label: [8, 12], activeSignature: 0, activeParameter: 0 });
    expect(await told(newest, 17)).toEqual({ label: [8, 12], activeSignature: 0, activeParameter: null });
  });

  it('has their texts for any other', async () => {
    expect(await told(undefined, 10)).toEqual({ label: 'file', activeSignature: 0, activeParameter: 0 });
    expect(await told(undefined, 17)).toEqual({ label: 'file', activeSignature: 0 });
  });
});
