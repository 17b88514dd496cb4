// The quick fixes of every diagnostic, held to what they are for: there are fewer mistakes and no new one, the finding is gone,
// and what the text means then stands in `quick-fixes.expected`, for the bad example of each page. `UPDATE=1` writes it anew.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { CodeAction } from '../../lsp/features/action-edits.js';
import { codeActions } from '../../lsp/features/code-actions.js';
import { Snapshot } from '../../src/analysis/snapshot.js';
import type { Diagnostic } from '../../src/language/diagnostics.js';
import { Source } from '../../src/language/source.js';
import { codes } from '../../src/lint/codes.js';
import { codePages } from '../../src/lint/error-pages.js';
import { lint } from '../../src/lint/lint.js';
import { rules } from '../../src/lint/registry.js';
import { readDiagnosticFixture } from '../support/diagnostic-fixtures.js';

const file = '/app/config/routes';
const snapshotOf = (text: string): Snapshot =>
  new Snapshot(new Source(file, text), 1, () => ({ file, read: () => undefined }));
const overrides = new Map(
  [...rules.keys()].map((code) => [
    code,
    { severity: 'warning' as const, options: new Map(), reason: undefined },
  ]),
);
const findings = async (snapshot: Snapshot): Promise<readonly Diagnostic[]> =>
  (await lint(snapshot.analysis, { overrides })).diagnostics;

/** What can be done about a finding, but silencing it; files of their own are another test's. */
const fixesOf = (snapshot: Snapshot, finding: Diagnostic): readonly CodeAction[] => {
  const { offset } = finding.range.start;
  return codeActions(snapshot, { start: offset, end: offset }, [finding]).filter(
    ({ kind, diagnostic, title, edits }) =>
      kind === 'quickfix' &&
      diagnostic === finding &&
      !title.startsWith('Silence') &&
      edits.every((each) => each.kind === 'edit' && each.file === file),
  );
};
const applied = (text: string, { edits }: CodeAction): string =>
  edits
    .flatMap((each) => (each.kind === 'edit' ? [each] : []))
    .toSorted((a, b) => b.range.start.offset - a.range.start.offset)
    .reduce(
      (changed, { range, text: inserted }) =>
        changed.slice(0, range.start.offset) + inserted + changed.slice(range.end.offset),
      text,
    );
const count = (of: readonly Diagnostic[], { code, message }: Diagnostic): number =>
  of.filter((each) => each.code === code && each.message === message).length;
const errors = (of: readonly Diagnostic[]): number =>
  of.filter(({ severity }) => severity === 'error').length;

describe('a quick fix leaves fewer mistakes, and what was meant', () => {
  const fixtures = ['test/fixtures/lint', 'test/fixtures/syntax'].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.routes'))
      .map((name) => `${folder}/${name}`),
  );
  it.each(fixtures)('%s', async (path) => {
    const { text } = readDiagnosticFixture(readFileSync(path, 'utf8'));
    const snapshot = snapshotOf(text);
    const found = await findings(snapshot);
    for (const finding of found) {
      for (const action of fixesOf(snapshot, finding)) {
        const after = snapshotOf(applied(text, action));
        const left = finding.severity === 'error' ? after.analysis.diagnostics : await findings(after);
        expect(count(left, finding), `${finding.code}: ${action.title}`).toBeLessThan(count(found, finding));
        if (action.isPreferred || finding.severity !== 'error')
          expect(errors(left), `${finding.code}: ${action.title}`).toBeLessThanOrEqual(errors(found));
      }
    }
  });
});

it('is what stands beside, for each page', async () => {
  const parts: string[] = [];
  const huge = new Set(['too-deep', 'too-many-routes']);
  for (const code of codes.keys()) {
    const bad = (rules.get(code) ?? codePages.get(code))?.bad;
    if (bad === undefined || huge.has(code)) continue;
    const snapshot = snapshotOf(bad);
    const finding = (await findings(snapshot)).find((each) => each.code === code);
    for (const action of finding ? fixesOf(snapshot, finding) : [])
      parts.push(`${code}: ${action.title}\n${applied(bad, action).trimEnd().replace(/^/gm, '    ')}\n`);
  }
  const answer = parts.join('\n');
  const expected = 'test/fixtures/quick-fixes.expected';
  if (process.env['UPDATE']) writeFileSync(expected, answer);
  expect(answer).toBe(readFileSync(expected, 'utf8'));
});
