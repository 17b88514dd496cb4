// JUnit's XML, which most build servers show: a suite for each file, with a test case for each diagnostic. A file without
// diagnostics has one test case that passed.

import { escapeControls } from '../../http/printable.js';
import type { Diagnostic } from '../../language/diagnostics.js';
import { addTo } from '../../language/grouping.js';

/** @param files every linted file in order, including those without diagnostics */
export function junitReport(diagnostics: readonly Diagnostic[], files: readonly string[]): string {
  const byFile = new Map<string, Diagnostic[]>(files.map((file) => [file, []]));
  for (const diagnostic of diagnostics) addTo(byFile, diagnostic.file, diagnostic);
  const suites = [...byFile].map(([file, found]) => suite(file, found));
  const failures = diagnostics.filter(isFailure).length;
  const tests = [...byFile.values()].reduce((sum, found) => sum + Math.max(1, found.length), 0);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="lint-routes" tests="${tests}" failures="${failures}" errors="0">`,
    ...suites,
    '</testsuites>',
  ].join('\n');
}

/** Errors and warnings are failures. An `info` passes, with its message as output. */
const isFailure = ({ severity }: Diagnostic): boolean => severity !== 'info';

function suite(file: string, found: readonly Diagnostic[]): string {
  const name = escaped(file);
  const failures = found.filter(isFailure).length;
  const cases =
    found.length === 0
      ? [`    <testcase name="${name}" classname="${name}"/>`]
      : found.map((each) => testCase(name, each));
  return [
    `  <testsuite name="${name}" tests="${Math.max(1, found.length)}" failures="${failures}" errors="0">`,
    ...cases,
    '  </testsuite>',
  ].join('\n');
}

function testCase(name: string, { code, severity, message, range: { start } }: Diagnostic): string {
  const place = `line ${start.line}, column ${start.column}`;
  const head = `    <testcase name="${escaped(code)} at ${place}" classname="${name}">`;
  const text = escaped(message);
  const body =
    severity === 'info'
      ? `      <system-out>${place}: ${text}</system-out>`
      : `      <failure type="${severity}" message="${text}">${place}: ${text}</failure>`;
  return [head, body, '    </testcase>'].join('\n');
}

const entities = [
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&apos;'],
] as const;

/** Escapes text for XML 1.0, which cannot contain most control characters. */
function escaped(text: string): string {
  // `&` comes first, because the other entities contain it.
  return entities
    .reduce(
      (written, [character, entity]) => written.replaceAll(character, entity),
      escapeControls(text.replace(/[\t\n\r]+/g, ' ')),
    )
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/gu, '\ufffd');
}
