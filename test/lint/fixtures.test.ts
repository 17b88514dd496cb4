// test/fixtures/lint: one file a rule, with what is found under the lines that it is about, and beside it the file as --fix
// leaves it. `vitest -u` writes both as they are now.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { analyze, type Analysis } from '../../src/analysis/analyze.js';
import { applyFixes } from '../../src/lint/fixes.js';
import { rules } from '../../src/lint/registry.js';
import { readDiagnosticFixture, writeDiagnosticFixture } from '../support/diagnostic-fixtures.js';
import { lintText } from '../support/linted-text.js';

const folder = 'test/fixtures/lint';
const names = readdirSync(folder).flatMap((file) =>
  file.endsWith('.routes') ? [file.slice(0, -'.routes'.length)] : [],
);

const reread = (text: string): Analysis => analyze(text, { file: 'routes' });

/** `# rules: a, b` at the top turns these on. */
function rulesOf(text: string): Record<string, string> {
  const listed = /^# rules: (.*)$/m.exec(text)?.[1] ?? '';
  return Object.fromEntries(listed.split(', ').flatMap((code) => (code === '' ? [] : [[code, 'warning']])));
}

it.each(names)('%s', async (name) => {
  const path = `${folder}/${name}.routes`;
  const fixture = readDiagnosticFixture(readFileSync(path, 'utf8'));
  const settings = rulesOf(fixture.text);
  const found = await lintText(fixture.text, { rules: settings });
  // A rule's own fixture shows what that rule finds; the others are tried in theirs.
  const shown = rules.has(name)
    ? found.filter(({ code, severity }) => code === name || (severity === 'error' && !rules.has(code)))
    : found;
  await expect(writeDiagnosticFixture(fixture, shown)).toMatchFileSnapshot(`../../${path}`);

  const fixable = shown.filter(({ fix }) => fix);
  if (fixable.length === 0) return expect(existsSync(`${folder}/${name}.fixed`)).toBe(false);
  let { text, fixed } = applyFixes('routes', fixture.text, fixable, reread);
  for (let round = 0; round < 5 && fixed.length > 0; round++) {
    const again = (await lintText(text, { rules: settings })).filter(
      ({ code, fix }) => fix && (code === name || !rules.has(name)),
    );
    ({ text, fixed } = applyFixes('routes', text, again, reread));
  }
  await expect(text).toMatchFileSnapshot(`../../${folder}/${name}.fixed`);
});

it('every rule has a fixture, but for those that look into other files', () => {
  const elsewhere = ['unrouted-action', 'guard-as-constraint', 'unreadable-module'];
  expect([...rules.keys()].filter((code) => !names.includes(code) && !elsewhere.includes(code))).toEqual([]);
});

it('fixes bring no error into a file', async () => {
  for (const name of names) {
    const { text } = readDiagnosticFixture(readFileSync(`${folder}/${name}.routes`, 'utf8'));
    const before = analyze(text, { file: 'routes' });
    const found = await lintText(text, { rules: rulesOf(text) });
    const after = analyze(applyFixes('routes', text, found, reread).text, { file: 'routes' });
    const known = before.diagnostics.map(({ code }) => code);
    expect([name, after.diagnostics.map(({ code }) => code).filter((code) => !known.includes(code))]).toEqual(
      [name, []],
    );
  }
});
