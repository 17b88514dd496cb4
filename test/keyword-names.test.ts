// What a keyword or option is, its row says (`src/language/keyword-rows.ts`, `option-rows.ts`, `roles.ts`): tools read the row and never ask for a
// name, so that a new row is understood by all of them. The few places that are about one keyword alone are listed.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keywords, options } from '../src/language/vocabulary.js';

/** Files that may compare a keyword or option with a name, and how often. */
const allowed: Readonly<Record<string, number>> = {
  // Tags of templates in JavaScript, the `off` and `on` of comments, a file's name, the parameter `format`.
  'src/format/prettier.ts': 2,
  'src/format/verbatim.ts': 1,
  'src/cli/format.ts': 1,
};

const rooms = ['src/analysis', 'src/format', 'src/language', 'src/lint', 'lsp', 'src/cli', 'src/typescript'];
const names = [...new Set([...Object.keys(keywords), ...Object.keys(options)])].join('|');
const compared = new RegExp(
  [
    `(?:keyword(?:\\.text)?|#keyword|option|name|word|key\\.text)\\s*[!=]==\\s*['"](?:${names})['"]`,
    `switch \\((?:[\\w.?]*keyword(?:\\.text)?|option)\\)`,
    `keyword\\.text\\.startsWith`,
    `(?:new Set\\(|includes)[^\\n]*\\[\\s*'(?:${Object.keys(keywords).join('|')})'`,
  ].join('|'),
  'g',
);

test('of keywords and options are asked for by their rows alone', () => {
  const found: Record<string, number> = {};
  for (const room of rooms) {
    for (const entry of readdirSync(room, { recursive: true, withFileTypes: true })) {
      const file = join(entry.parentPath, entry.name).replaceAll('\\', '/');
      if (
        !entry.isFile() ||
        !file.endsWith('.ts') ||
        /node_modules|(?:keyword-rows|option-rows)\.ts$/.test(file)
      )
        continue;
      const count = [...readFileSync(file, 'utf8').matchAll(compared)].length;
      if (count > 0) found[file] = count;
    }
  }
  expect(found).toEqual(allowed);
});
