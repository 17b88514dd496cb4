// Every keyword, option and diagnostic code of the language occurs in some fixture; what does not is named here.

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { errorCodes } from '../../src/language/diagnostics.js';
import { walkDeclarations, walkValues, type Declaration } from '../../src/language/declarations.js';
import { pairOption } from '../../src/language/roles.js';
import { Source } from '../../src/language/source.js';
import { parseSyntax } from '../../src/language/syntax.js';
import {
  canonicalOption,
  keywordRow,
  type KeywordRow,
  keywords,
  options,
  redirectRow,
  requestAttributes,
} from '../../src/language/vocabulary.js';
import { fixtureFiles, readDiagnosticFixture } from '../support/diagnostic-fixtures.js';

const folders = ['test/fixtures/interpret', 'test/fixtures/recognize', 'test/fixtures/syntax'];
const texts = folders.flatMap((folder) =>
  fixtureFiles(folder).map((file) => readFileSync(join(folder, file), 'utf8')),
);

/** What the tables under `test/fixtures/recognize` are asked with, line by line. */
const requests = fixtureFiles('test/fixtures/recognize')
  .map((file) => readFileSync(join('test/fixtures/recognize', file), 'utf8'))
  .join('\n');

/** Codes that need more than a text to come about; `load.test.ts` and `include.test.ts` have them. */
const elsewhere = ['too-many-routes', 'too-deep', 'cyclic-include'];

const seen = new Set<string>();
for (const text of texts) {
  const fixture = readDiagnosticFixture(text);
  if (fixture.expectations.length > 0) continue;
  walkDeclarations(parseSyntax(new Source('routes', fixture.text)).declarations, (declaration) => {
    note(declaration, declaration.keyword.text);
    walkValues(declaration, (value) => {
      if (value.kind === 'redirect') note(value.call, 'redirect');
    });
  });
}

function note(call: Declaration, keyword: string): void {
  seen.add(keyword);
  const row: KeywordRow | undefined = keyword === 'redirect' ? redirectRow : keywordRow(keyword);
  for (const argument of call.arguments) {
    const name =
      argument.kind === 'pair'
        ? argument.key.text
        : argument.kind === 'string' && argument.notation === 'symbol'
          ? argument.value
          : '';
    if ((row?.options as readonly string[] | undefined)?.includes(canonicalOption(name)))
      seen.add(`${keyword} ${canonicalOption(name)}`);
    const option = argument.kind === 'pair' && row ? pairOption(row, argument.key) : undefined;
    if (option) seen.add(`${keyword} ${option}`);
  }
}

test('every keyword occurs in a fixture without a mistake', () => {
  expect(Object.keys(keywords).filter((keyword) => !seen.has(keyword))).toEqual([]);
});

test('every option of every keyword occurs in a fixture without a mistake', () => {
  const alike = ['post', 'put', 'patch', 'delete', 'options', 'draw'];
  const rows = [
    ...Object.entries(keywords).filter(([keyword]) => !alike.includes(keyword)),
    ['redirect', redirectRow] as const,
  ];
  const pairs = rows.flatMap(([keyword, row]) => row.options.map((option) => `${keyword} ${option}`));
  expect(pairs.filter((pair) => !seen.has(pair))).toEqual([]);
});

test('every option is given a meaning', () => {
  const files = readdirSync('src/interpreter').map((name) => join('src/interpreter', name));
  const interpreter = [...files, 'src/language/call-pairs.ts']
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const isRead = (option: string): boolean => interpreter.includes(`'${option}'`);
  expect(Object.keys(options).filter((option) => !isRead(option))).toEqual([]);
});

test('every code of an error is expected in a fixture', () => {
  const expected = new Set(
    texts.flatMap((text) => readDiagnosticFixture(text).expectations.map(({ code }) => code)),
  );
  expect(Object.keys(errorCodes).filter((code) => !expected.has(code) && !elsewhere.includes(code))).toEqual(
    [],
  );
});

test('every attribute of the request is asked about by a table that requests are sent to', () => {
  const isAsked = (attribute: string): boolean => new RegExp(`\\b${attribute} =>`).test(requests);
  expect(Object.keys(requestAttributes).filter((attribute) => !isAsked(attribute))).toEqual([]);
});
