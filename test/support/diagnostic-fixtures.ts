// Reads and writes fixtures with expected diagnostics, each under the text that it concerns.
//
//   get '/a' to => 'a#b'
//   #   ^^^^ syntax-error: a comma is missing
//
// The carets cover the diagnostic's range. After them come its code and, optionally, the beginning of its message.
// `|` is an empty range. A range that begins at the first column has no `#`. `^^^ (to +2:6)` ends two lines further down,
// before column 6. Several diagnostics of one line are written below each other. A text without such lines expects no
// diagnostics. `vitest -u` writes the current ones.

import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Diagnostic } from '../../src/language/diagnostics.js';

interface Expectation {
  /** The number of the line (from 1) in the text without expectations. */
  readonly line: number;
  /** The carets with the text before and between them. */
  readonly marker: string;
  readonly code: string;
  /** The beginning of the message; empty if the fixture does not have it. */
  readonly message: string;
}

export interface DiagnosticFixture {
  /** The text without its expectations. */
  readonly text: string;
  readonly expectations: readonly Expectation[];
}

const expectationLine = /^((?:# *)?(?:\^+|\|)(?: \(to \+\d+:\d+\))?) ([a-z][a-z-]*)(?:: (.*))?$/;

/** Splits a fixture into its text and its expectations. */
export function readDiagnosticFixture(fixture: string): DiagnosticFixture {
  const lines: string[] = [];
  const expectations: Expectation[] = [];
  for (const line of fixture.split('\n')) {
    const [, marker, code, message = ''] = expectationLine.exec(line) ?? [];
    if (marker === undefined || code === undefined) lines.push(line);
    else expectations.push({ line: lines.length, marker, code, message });
  }
  return { text: lines.join('\n'), expectations };
}

/**
 * The correct fixture: the text with these diagnostics under its lines. If the fixture has a diagnostic with the beginning of its
 * message, only that much of the message is written.
 */
export function writeDiagnosticFixture(
  { text, expectations }: DiagnosticFixture,
  diagnostics: readonly Diagnostic[],
): string {
  const under = new Map<number, string[]>();
  for (const { range, code, message } of diagnostics) {
    const { line } = range.start;
    const marker = markerOf(range, text.split('\n')[line - 1] ?? '');
    const expected = expectations.find(
      (expectation) =>
        expectation.line === line &&
        expectation.marker === marker &&
        expectation.code === code &&
        message.startsWith(expectation.message),
    );
    const shown = expected ? expected.message : message;
    under.set(line, [...(under.get(line) ?? []), `${marker} ${code}${shown && `: ${shown}`}`]);
  }
  return text
    .split('\n')
    .flatMap((line, index) => [line, ...(under.get(index + 1) ?? [])])
    .join('\n');
}

function markerOf({ start, end }: Diagnostic['range'], line: string): string {
  const isOneLine = end.line === start.line;
  const width = (isOneLine ? end.column : line.trimEnd().length + 1) - start.column;
  const carets = width === 0 ? '|' : '^'.repeat(width);
  const before = start.column === 1 ? '' : `#${' '.repeat(start.column - 2)}`;
  return `${before}${carets}${isOneLine ? '' : ` (to +${end.line - start.line}:${end.column})`}`;
}

/** The paths of all files below a folder with an extension, relative to the folder. */
export function fixtureFiles(folder: string, extension = '.routes'): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(extension))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

/** Declares a test for each `*.routes` below a folder: `diagnose` has to return exactly the expected diagnostics. */
export function testDiagnosticFixtures(
  folder: string,
  diagnose: (text: string, file: string) => readonly Diagnostic[],
): void {
  describe(folder, () => {
    for (const file of fixtureFiles(folder)) {
      test(file, async () => {
        const path = join(folder, file);
        const fixture = readDiagnosticFixture(readFileSync(path, 'utf8'));
        await expect(writeDiagnosticFixture(fixture, diagnose(fixture.text, path))).toMatchFileSnapshot(
          join(process.cwd(), path),
        );
      });
    }
  });
}
