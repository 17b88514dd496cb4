// Every file of test/fixtures/interpret: the mistakes in it stand under their places, its routes in the `.table` beside
// it, as `waypost routes` prints them. The folders are the headings of the specification.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { analyze, type Analysis } from '../../src/analysis/analyze.js';
import { tableText } from '../../src/cli/table.js';
import {
  fixtureFiles,
  readDiagnosticFixture,
  testDiagnosticFixtures,
} from '../support/diagnostic-fixtures.js';

const folder = 'test/fixtures/interpret';

/** The application of the fixtures in `application-given`. */
const application = {
  modules: {
    handlers: {
      health: () => 'fine',
      version: '1.0',
      app: { call: () => 'app' },
      guard: { matches: () => true },
    },
    'lib/only-default': { default: () => 'fine' },
    names: ['one', 'two'],
  },
  controllers: {
    photos: { index() {}, show() {}, bestOf() {} },
    'admin/users': { index() {} },
  },
};

function understood(text: string, file: string): Analysis {
  return analyze(text, {
    file,
    read: (path) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined),
    ...(file.includes('application-given') && application),
  });
}

testDiagnosticFixtures(folder, (text, file) => understood(text, file).diagnostics);

describe('the routes of', () => {
  for (const file of fixtureFiles(folder, '.table')) {
    test(file, () => {
      const path = join(folder, file.replace(/table$/, 'routes'));
      const { text } = readDiagnosticFixture(readFileSync(path, 'utf8'));
      expect(`${tableText(understood(text, path).routeTable())}\n`).toBe(
        readFileSync(join(folder, file), 'utf8'),
      );
    });
  }
});

describe('the same with', () => {
  for (const file of fixtureFiles(folder, '.table')) {
    const path = join(folder, file.replace(/table$/, 'routes'));
    const { text } = readDiagnosticFixture(readFileSync(path, 'utf8'));
    const table = understood(text, path).routeTable();

    test(`Windows line ends and a byte order mark: ${file}`, () => {
      expect(understood(`\ufeff${text.replaceAll('\n', '\r\n')}`, path).routeTable()).toEqual(table);
    });
  }
});
