// Every file of test/fixtures/syntax: the mistakes in it stand under their places, its tree in the `.tree` beside it.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { applyEdits, Source, spanEdit } from '../../src/language/source.js';
import { parseSyntax } from '../../src/language/syntax.js';
import {
  fixtureFiles,
  readDiagnosticFixture,
  testDiagnosticFixtures,
} from '../support/diagnostic-fixtures.js';
import { outline } from '../support/outline.js';

const folder = 'test/fixtures/syntax';

testDiagnosticFixtures(folder, (text, file) => parseSyntax(new Source(file, text)).diagnostics);

describe('the tree of', () => {
  for (const file of fixtureFiles(folder)) {
    test(file, async () => {
      const { text } = readDiagnosticFixture(readFileSync(join(folder, file), 'utf8'));
      const tree = outline(parseSyntax(new Source(file, text)).declarations);
      await expect(tree).toMatchFileSnapshot(join(process.cwd(), folder, file.replace(/routes$/, 'tree')));
    });
  }
});

describe('the fixes in', () => {
  for (const file of fixtureFiles(folder)) {
    const { text } = readDiagnosticFixture(readFileSync(join(folder, file), 'utf8'));
    const { diagnostics } = parseSyntax(new Source(file, text));
    const fixed = diagnostics.filter(({ fix }) => fix);
    if (fixed.length === 0) continue;
    test(`${file}: each mends its mistake and no other`, () => {
      for (const { fix, message } of fixed) {
        const after = parseSyntax(new Source(file, applyEdits(text, fix!.edits.map(spanEdit))));
        expect(after.diagnostics.length, message).toBe(diagnostics.length - 1);
      }
    });
  }
});
