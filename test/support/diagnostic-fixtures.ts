// Fixtures that say which diagnostics they expect: each stands under the text that it concerns.
//
//   get '/a' to => 'a#b'
//   #   ^^^^ syntax-error: a comma is missing
//
// The line of carets covers the diagnostic's range, then come its code and the beginning of its message (or nothing).
// `|` is an empty range; a range that begins at the first column has no `#`; one that ends on a later line says where:
// `^^^ (to +2:6)` is two lines further, before column 6. Several diagnostics of a line stand one under the other.
// A text without such lines expects none. `vitest -u` writes the lines as they are now.

import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Diagnostic } from '../../src/language/diagnostics.js';

interface Expectation {
  /** The line (from 1) in the text without expectations. */
  readonly line: number;
  /** The carets with what stands before and between them: the place. */
  readonly marker: string;
  readonly code: string;
  /** The beginning of the message; empty where the fixture does not say. */
  readonly message: string;
}

export interface DiagnosticFixture {
  /** The text without its expectations. */
  readonly text: string;
  readonly expectations: readonly Expectation[];
}

const expectationLine = /^((?:# *)?(?:\^+|\|)(?: \(to \+\d+:\d+\))?) ([a-z][a-z-]*)(?:: (.*))?$/;

/** Takes a fixture apart. */
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
 * The fixture as it ought to be: the text with these diagnostics under its lines. Where one is as the fixture expects,
 * its message is cut as it is there.
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

/** Every file below a folder with one of the extensions, by its path from there. */
export function fixtureFiles(folder: string, extension = '.routes'): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(extension))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

/** Declares a test for each `*.routes` below a folder: `diagnose` must say exactly what the fixture expects. */
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
