// The pages of the codes: each has its examples, the bad one has the mistake and the good one nothing, and the files in
// docs/ are what is generated from them.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { codes } from '../../src/lint/codes.js';
import { generated } from '../../src/lint/documentation.js';
import { codePages } from '../../src/lint/error-pages.js';
import { rules } from '../../src/lint/registry.js';
import { lintText, removeApplications } from '../support/linted-text.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

afterAll(removeApplications);

describe.each([...codes.keys()])('%s', (code) => {
  const { bad, good, files = {} } = rules.get(code) ?? codePages.get(code)!;
  const severity = codes.get(code)!.severity;
  const settings = severity === 'off' ? { [code]: 'warning' } : {};

  it('is found in the bad example, and nothing else is', async () => {
    const found = await lintText(bad, { files, rules: settings });
    expect([...new Set(found.map((diagnostic) => diagnostic.code))]).toEqual([code]);
  });

  const [, included] = /^routes \{\n(.*)\n\}\n?$/s.exec(bad) ?? [];
  if (included !== undefined && rules.has(code)) {
    it('is found where a file is included that has its declarations', async () => {
      const found = await lintText("routes {\n  include 'part'\n}\n", {
        files: { ...files, 'part.routes': `${included}\n` },
        rules: settings,
      });
      expect(found.map((diagnostic) => diagnostic.code)).toContain(code);
    });
  }

  it('is not found in the good one, and nothing else is', async () => {
    expect(
      (await lintText(good, { files, rules: settings })).map(
        (diagnostic) => `${diagnostic.code}: ${diagnostic.message}`,
      ),
    ).toEqual([]);
  });
});

it('all have a page that is fresh, and no page is left over', () => {
  const stale = generated.filter(
    ({ file, text }) => !existsSync(root + file) || readFileSync(root + file, 'utf8') !== text(),
  );
  expect(stale.map(({ file }) => file)).toEqual([]);
  const pages = readdirSync(`${root}docs/diagnostics`).map((file) => file.replace('.md', ''));
  expect(pages.filter((page) => page !== 'README' && !codes.has(page))).toEqual([]);
});
