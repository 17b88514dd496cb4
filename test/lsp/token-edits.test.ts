// Colours after edits: what changed since the last answer, put into it, is the whole answer; a range is its part of it.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberEdits } from '../../lsp/protocol.js';
import { seededRandom } from '../support/random.js';
import { applied, nextEdits } from '../support/random-edits.js';
import { open, startClient, uri } from '../support/lsp-client.js';

const textDocument = { uri };
const text =
  "routes {\n  # 😀\n  get '/:year/*rest(.:format)', to => 'photos#show', year => /\\d+/\n  resources 'photos', only => <index show>, {\n    member { get 'preview' }\n  }\n  mount &handlers#health, at => '/x'\n}\n";

interface Tokens {
  readonly resultId: string;
  readonly data: readonly number[];
}

interface Delta {
  readonly resultId: string;
  readonly edits: readonly {
    readonly start: number;
    readonly deleteCount: number;
    readonly data?: readonly number[];
  }[];
}

function patched(before: readonly number[], edits: Delta['edits']): number[] {
  const after = [...before];
  for (const { start, deleteCount, data } of edits.toReversed())
    after.splice(start, deleteCount, ...(data ?? []));
  return after;
}

describe('the edits between two lists of numbers', () => {
  it('make the one out of the other', () => {
    const list = fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 12 });
    fc.assert(
      fc.property(list, list, (before, after) => {
        expect(patched(before, numberEdits(before, after))).toEqual(after);
      }),
      { seed: 5, numRuns: 2_000 },
    );
  });
});

describe.each(['utf-8', 'utf-16', 'utf-32'])('colours of a client that counts in %s', (encoding) => {
  it('come as what has changed', async () => {
    const client = await startClient({ general: { positionEncodings: [encoding] } });
    await open(client, text);
    let known = await client.request<Tokens>('textDocument/semanticTokens/full', { textDocument });
    let current = text;
    let version = 1;
    const next = seededRandom(11);
    for (let step = 0; step < 25; step++) {
      for (const edit of nextEdits(current, next)) current = applied(current, edit);
      await client.notify('textDocument/didChange', {
        textDocument: { uri, version: ++version },
        contentChanges: [{ text: current }],
      });
      const delta = await client.request<Delta | Tokens>('textDocument/semanticTokens/full/delta', {
        textDocument,
        previousResultId: known.resultId,
      });
      const data = 'edits' in delta ? patched(known.data, delta.edits) : delta.data;
      const whole = await client.request<Tokens>('textDocument/semanticTokens/full', { textDocument });
      expect(data).toEqual(whole.data);
      expect('edits' in delta).toBe(true);
      known = whole;
    }
    const stranger = await client.request<Tokens>('textDocument/semanticTokens/full/delta', {
      textDocument,
      previousResultId: 'long gone',
    });
    expect(stranger.data).toEqual(known.data);
  });

  it('of all lines one by one are those of the whole', async () => {
    const client = await startClient({ general: { positionEncodings: [encoding] } });
    await open(client, text);
    const placed = (data: readonly number[]): string[] => {
      let [line, character] = [0, 0];
      return Array.from({ length: data.length / 5 }, (_, index) => {
        const [down = 0, right = 0, ...rest] = data.slice(index * 5, index * 5 + 5);
        [line, character] = [line + down, down > 0 ? right : character + right];
        return [line, character, ...rest].join(' ');
      });
    };
    const whole = placed(
      (await client.request<Tokens>('textDocument/semanticTokens/full', { textDocument })).data,
    );
    const byLine: string[] = [];
    for (let line = 0; line < text.split('\n').length; line++) {
      const range = { start: { line, character: 0 }, end: { line: line + 1, character: 0 } };
      byLine.push(
        ...placed(
          (await client.request<Tokens>('textDocument/semanticTokens/range', { textDocument, range })).data,
        ),
      );
    }
    expect(byLine).toEqual(whole);
  });
});
