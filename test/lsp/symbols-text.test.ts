// The symbols of a document as they are sent: the JSON that is written of them says what they are, whatever characters are in them.

import { expect, it } from 'vitest';
import { documentSymbols, type OutlineSymbol } from '../../lsp/features/outline.js';
import { JsonText, jsonEncoder, quoted } from '../../lsp/json-text.js';
import { rangeAt, type PositionEncoding } from '../../lsp/positions.js';
import { symbolKinds } from '../../lsp/protocol.js';
import { symbolsText } from '../../lsp/symbols-text.js';
import { Snapshot } from '../../src/analysis/snapshot.js';
import { Source } from '../../src/language/source.js';

const text = String.raw`routes {
  namespace 'bücher' {
    resources 'straßen', only => <index show> { get "a\"b", on => <member> }
  }
  get '/😀/"x"', to => 'smiles#show', as => '😀'; get '/2', to => 'b#c'
  concern 'tab	and
line' { get 'x' }
  direct 'home', &urls#home
}
`;

/** The same by plain objects. */
function plain(snapshot: Snapshot, symbols: readonly OutlineSymbol[], encoding: PositionEncoding): unknown[] {
  return symbols.map(({ words, span, nameSpan, children }) => ({
    name: words.name,
    ...(words.detail !== '' && { detail: words.detail }),
    kind: symbolKinds[words.kind],
    range: rangeAt(snapshot.source, span, encoding),
    selectionRange: rangeAt(snapshot.source, nameSpan, encoding),
    ...(words.isDeprecated && { tags: [1] }),
    ...(children.length > 0 && { children: plain(snapshot, children, encoding) }),
  }));
}

it.each(['utf-8', 'utf-16', 'utf-32'] as const)('says what the symbols are, in %s', async (encoding) => {
  let snapshot = new Snapshot(new Source('routes', text));
  for (let edit = 0; edit < 3; edit++) {
    const symbols = documentSymbols(snapshot);
    const written = symbolsText(snapshot.source, symbols, encoding);
    const expected = plain(snapshot, symbols, encoding);
    expect(expected).toHaveLength(1);
    expect(written.parsed()).toEqual(expected);
    const bytes = await jsonEncoder.encode({ jsonrpc: '2.0', id: 'ü', result: written } as never, {
      charset: 'utf-8',
    });
    expect(JSON.parse(new TextDecoder().decode(bytes))).toEqual({
      jsonrpc: '2.0',
      id: 'ü',
      result: expected,
    });
    // What was written before is put where it stands now.
    snapshot = snapshot.edited({ start: 9, end: 9, text: "  get '/é'\n" }, edit);
  }
});

it('sends any other message as JSON', async () => {
  const message = { jsonrpc: '2.0', id: 1, result: { text: 'über → 😀' } };
  const bytes = await jsonEncoder.encode(message as never, { charset: 'utf-8' });
  expect(JSON.parse(new TextDecoder().decode(bytes))).toEqual(message);
});

it('quotes any text in ASCII', () => {
  for (let code = 0; code < 0x1_0000; code += code < 0x300 ? 1 : 97) {
    const unit = `a${String.fromCharCode(code)}b`;
    const json = quoted(unit);
    expect(json).toMatch(/^[ -~]+$/);
    expect(JSON.parse(json)).toBe(unit);
  }
  expect(new JsonText(['[', quoted('"'), ']']).parsed()).toEqual(['"']);
});
