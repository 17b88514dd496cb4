// After any edits, what the server has is what a fresh reading of the text would give, however the client counts.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changed } from '../../lsp/documents.js';
import { Snapshot } from '../../src/analysis/snapshot.js';
import { offsetAt, positionAt, type PositionEncoding } from '../../lsp/positions.js';
import { Source } from '../../src/language/source.js';

const pieces = [
  "get '/a', to => 'x#y'\n",
  'é',
  '😀',
  '\r\n',
  '\n',
  '\r',
  "resources 'photos' {",
  '}',
  '# comment',
  '\ufeff',
  ' ',
];
const text = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((list) => list.join(''));
const encodings: readonly PositionEncoding[] = ['utf-8', 'utf-16', 'utf-32'];

describe.each(encodings)('positions in %s', (encoding) => {
  it('lead back to their offset', () => {
    fc.assert(
      fc.property(text, fc.nat(), (written, at) => {
        const source = new Source('routes', written);
        const whole = [...written].slice(0, at % ([...written].length + 1)).join('').length;
        const isInLineEnd = written[whole - 1] === '\r' && written[whole] === '\n';
        if (isInLineEnd) return;
        expect(offsetAt(source, positionAt(source, whole, encoding), encoding)).toBe(whole);
      }),
      { numRuns: 300, seed: 6 },
    );
  });

  it('make of any edits the text that a client has', () => {
    fc.assert(
      fc.property(text, fc.array(fc.tuple(fc.nat(), fc.nat(), text), { maxLength: 6 }), (start, edits) => {
        let expected = start;
        const changes = edits.map(([from, length, inserted]) => {
          const characters = [...expected];
          const first = characters.slice(0, from % (characters.length + 1)).join('').length;
          const last = first + [...expected.slice(first)].slice(0, length % 5).join('').length;
          const source = new Source('routes', expected);
          const [a, b] = [
            offsetAt(source, positionAt(source, first, encoding), encoding),
            offsetAt(source, positionAt(source, last, encoding), encoding),
          ];
          const range = { start: positionAt(source, a, encoding), end: positionAt(source, b, encoding) };
          expected = expected.slice(0, a) + inserted + expected.slice(b);
          return { range, text: inserted };
        });
        expect(changed(new Snapshot(new Source('routes', start)), changes, encoding, 1).source.text).toBe(
          expected,
        );
      }),
      { numRuns: 300, seed: 7 },
    );
  });
});
