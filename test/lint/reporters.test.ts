// The forms in which findings are handed to other tools, with texts that try to break out of them.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../src/language/diagnostics.js';
import { codes } from '../../src/lint/codes.js';
import { githubReport } from '../../src/lint/reporters/github.js';
import { jsonReport } from '../../src/lint/reporters/json.js';
import { junitReport } from '../../src/lint/reporters/junit.js';
import { sarifReport } from '../../src/lint/reporters/sarif.js';
import { unixReport } from '../../src/lint/reporters/unix.js';
import { lintAll, lintText } from '../support/linted-text.js';

const range = (line: number, column: number, length: number): Diagnostic['range'] => ({
  start: { offset: 10, line, column },
  end: { offset: 10 + length, line, column: column + length },
});

const plain: Diagnostic = {
  code: 'unreachable-route',
  severity: 'warning',
  message: "'GET /photos/new' is never reached",
  file: 'config/routes',
  range: range(3, 7, 13),
  related: [{ message: 'comes first', file: 'config/routes', range: range(2, 7, 13) }],
};
const hostile: Diagnostic = {
  code: 'invalid-value',
  severity: 'error',
  message: 'a "quote", <a&b>, 100% ::set-output::x\nnext ]]> \u0000 \ud800',
  file: 'a b/ü,:%.routes',
  range: { start: { offset: 0, line: 1, column: 1 }, end: { offset: 9, line: 2, column: 1 } },
};
const both = [plain, hostile];

it('json is one array in the form of the diagnostics', () => {
  expect(JSON.parse(jsonReport(both))).toEqual(both);
  expect(jsonReport([])).toBe('[]');
});

it('unix is a line each', () => {
  expect(unixReport(both).split('\n')).toEqual([
    "config/routes:3:7: 'GET /photos/new' is never reached [warning/unreachable-route]",
    expect.stringMatching(/^a b\/ü,:%\.routes:1:1: a "quote", .* \[error\/invalid-value\]$/),
  ]);
});

it('github is a workflow command each, out of which no text breaks', () => {
  expect(githubReport(both).split('\n')).toEqual([
    "::warning file=config/routes,line=3,endLine=3,col=7,endColumn=20,title=unreachable-route::'GET /photos/new' is never reached",
    '::error file=a b/ü%2C%3A%25.routes,line=1,endLine=2,title=invalid-value::a "quote", <a&b>, 100%25 ::set-output::x%0Anext ]]> \\u{0} \ud800',
  ]);
});

describe('junit', () => {
  it('has a suite for each file, also for those in which nothing was found', () => {
    expect(junitReport([plain], ['config/routes', 'clean.routes'])).toBe(
      [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<testsuites name="lint-routes" tests="2" failures="1" errors="0">',
        '  <testsuite name="config/routes" tests="1" failures="1" errors="0">',
        '    <testcase name="unreachable-route at line 3, column 7" classname="config/routes">',
        '      <failure type="warning" message="&apos;GET /photos/new&apos; is never reached">line 3, column 7: &apos;GET /photos/new&apos; is never reached</failure>',
        '    </testcase>',
        '  </testsuite>',
        '  <testsuite name="clean.routes" tests="1" failures="0" errors="0">',
        '    <testcase name="clean.routes" classname="clean.routes"/>',
        '  </testsuite>',
        '</testsuites>',
      ].join('\n'),
    );
  });

  it('is XML whatever the texts are', () => {
    const text = junitReport([hostile], []);
    expect(text).toContain(
      'message="a &quot;quote&quot;, &lt;a&amp;b&gt;, 100% ::set-output::x next ]]&gt; \\u{0} \ufffd"',
    );
    expect(text).not.toMatch(/[\u0000-\u0008]/);
  });
});

describe('sarif', () => {
  const require = createRequire(import.meta.url);
  const Ajv = require('ajv-draft-04') as typeof import('ajv-draft-04').default;
  const schemaFile = require
    .resolve('@microsoft/jest-sarif/package.json')
    .replace('package.json', 'lib/schemas/sarif-2.1.0-rtm.5.json');
  const validate = new Ajv({
    strict: false,
    unicodeRegExp: false,
    formats: { uri: true, 'uri-reference': true, 'date-time': true },
  }).compile(JSON.parse(readFileSync(schemaFile, 'utf8')) as object);
  const isValid = (log: string): void => {
    validate(JSON.parse(log));
    expect(validate.errors ?? []).toEqual([]);
  };

  it('is valid against the schema of 2.1.0, for every code there is', async () => {
    isValid(sarifReport([], { version: '1.0.0' }));
    isValid(sarifReport(both, { version: '1.0.0' }));
    isValid(
      sarifReport(
        [...codes.keys()].map((code) => ({ ...plain, code })),
        { version: '1.0.0' },
      ),
    );
    const { diagnostics, suppressed } = await lintAll(
      readFileSync('test/fixtures/lint/suppressions.routes', 'utf8'),
    );
    const log = sarifReport(diagnostics, { version: '1.0.0', suppressed });
    isValid(log);
    expect(log).toContain('"kind": "inSource"');
    expect(log).toContain('"deletedRegion"');
  });

  it('has the places, related places and a reference that is one', () => {
    const log = JSON.parse(sarifReport(both, { version: '1.0.0' })) as {
      runs: [{ results: Record<string, unknown>[] }];
    };
    const [first, second] = log.runs[0].results;
    expect(first).toMatchObject({
      ruleId: 'unreachable-route',
      level: 'warning',
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'config/routes' },
            region: { startLine: 3, startColumn: 7, endColumn: 20 },
          },
        },
      ],
      relatedLocations: [{ message: { text: 'comes first' } }],
    });
    expect(second).toMatchObject({
      locations: [{ physicalLocation: { artifactLocation: { uri: 'a%20b/%C3%BC%2C%3A%25.routes' } } }],
    });
  });

  it('has what a comment silences once, however many routes it is about', async () => {
    const { suppressed } = await lintAll(`routes {
  concern 'removable', { get 'remove', to => 'things#destroy' } # waypost-ignore unsafe-get: it asks first
  resources 'photos', concerns => 'removable'
  resources 'posts', concerns => 'removable'
}
`);
    expect(suppressed.map(({ code }) => code)).toEqual(['unsafe-get']);
  });

  it('gives a finding the same fingerprint when lines come before it, and two of a kind different ones', async () => {
    const text =
      "routes {\n  get '/a/:b', to => 'a#b'\n  get '/a/c', to => 'a#c'\n  get '/a/c', to => 'a#d', as => 'd'\n}\n";
    const prints = (log: string): string[] =>
      (
        JSON.parse(log) as { runs: [{ results: { partialFingerprints: Record<string, string> }[] }] }
      ).runs[0].results.map(({ partialFingerprints }) => Object.values(partialFingerprints)[0]!);
    const before = prints(sarifReport(await lintText(text), { version: '1.0.0' }));
    const after = prints(sarifReport(await lintText(`# more\n\n${text}`), { version: '1.0.0' }));
    expect(after).toEqual(before);
    expect(new Set(before).size).toBe(before.length);
  });
});
