// docs/embedding.md: each piece of code on it stands, line for line, in a file of this folder that a test runs.

import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const page = readFileSync(new URL('../../docs/embedding.md', import.meta.url), 'utf8');
const pieces = [...page.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(
  ([, language, code]) => [`${language} ${code!.split('\n', 1)[0]}`, code!] as const,
);

/** Everything in this folder but what is installed, each file without its indentation. */
const texts = readdirSync(import.meta.dirname, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && !/node_modules|\.project-/.test(entry.parentPath))
  .map((entry) => plain(readFileSync(path.join(entry.parentPath, entry.name), 'utf8')));

function plain(text: string): string {
  return text.replaceAll(/^ +/gm, '').trim();
}

it.each(pieces)('%s', (_, code) => {
  // As a template literal of a test has it.
  const wanted = [plain(code), plain(code).replaceAll('\\', '\\\\')];
  expect(texts.some((text) => wanted.some((each) => text.includes(each)))).toBe(true);
});
