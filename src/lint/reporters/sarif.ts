// SARIF 2.1.0, the exchange format of code scanners.
//
// The log has one run of the tool `waypost` with the rules that have results. Each result has its place, its related
// places, its fix if there is one, and a fingerprint that does not depend on line numbers.

import type { Diagnostic, Fix, RelatedPlace, Severity } from '../../language/diagnostics.js';
import { addTo } from '../../language/grouping.js';
import { codes } from '../codes.js';
import { pageText } from '../documentation.js';
import { codePages } from '../error-pages.js';
import { rules } from '../registry.js';

export interface SarifOptions {
  readonly version: string;
  /** The diagnostics that comments silenced, written as suppressed results. */
  readonly suppressed?: readonly Diagnostic[];
}

const levels: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'note' };

export function sarifReport(
  diagnostics: readonly Diagnostic[],
  { version, suppressed = [] }: SarifOptions,
): string {
  const all = [...diagnostics, ...suppressed];
  const used = [...new Set(all.map(({ code }) => code))].sort();
  const ruleIndex = new Map(used.map((code, index) => [code, index]));
  const silent = new Set(suppressed);
  const fingerprints = new Map<string, number>();
  const results = all.map((diagnostic) => ({
    ruleId: diagnostic.code,
    ruleIndex: ruleIndex.get(diagnostic.code),
    level: levels[diagnostic.severity],
    message: { text: diagnostic.message },
    locations: [location(diagnostic)],
    ...(diagnostic.related?.length && { relatedLocations: diagnostic.related.map(relatedLocation) }),
    ...(diagnostic.fix && { fixes: [sarifFix(diagnostic.fix, diagnostic.file)] }),
    ...(silent.has(diagnostic) && { suppressions: [{ kind: 'inSource' }] }),
    partialFingerprints: { 'codeAndMessage/v1': fingerprint(diagnostic, fingerprints) },
  }));
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: { name: 'waypost', semanticVersion: version, rules: used.map(descriptor) },
        },
        columnKind: 'utf16CodeUnits',
        results,
      },
    ],
  };
  return JSON.stringify(log, undefined, 2);
}

function descriptor(code: string): object {
  const known = codes.get(code);
  const page = rules.get(code) ?? codePages.get(code);
  return {
    id: code,
    ...(known && {
      shortDescription: { text: `${known.summary}.` },
      ...(page && {
        fullDescription: { text: page.reason },
        help: {
          text: `${page.reason}\n\nBad:\n\n${page.bad}\n\nGood:\n\n${page.good}\n`,
          markdown: pageText(code),
        },
      }),
      defaultConfiguration: {
        enabled: known.severity !== 'off',
        level: known.severity === 'off' ? 'warning' : levels[known.severity],
      },
    }),
  };
}

function location({ file, range }: Pick<Diagnostic, 'file' | 'range'>): object {
  return { physicalLocation: { artifactLocation: { uri: uriOf(file) }, region: region(range) } };
}

function relatedLocation({ file, range, message }: RelatedPlace, id: number): object {
  return { id, message: { text: message }, ...location({ file, range }) };
}

function region({ start, end }: Diagnostic['range']): object {
  return {
    startLine: start.line,
    startColumn: start.column,
    endLine: end.line,
    endColumn: end.column,
    charOffset: start.offset,
    charLength: end.offset - start.offset,
  };
}

function sarifFix({ title, edits }: Fix, file: string): object {
  const byFile = new Map<string, object[]>();
  for (const { range, text, file: other = file } of edits)
    addTo(byFile, other, { deletedRegion: region(range), insertedContent: { text } });
  return {
    description: { text: title },
    artifactChanges: [...byFile].map(([name, replacements]) => ({
      artifactLocation: { uri: uriOf(name) },
      replacements,
    })),
  };
}

/** A path as a relative reference, or an absolute `file:` URI. */
function uriOf(file: string): string {
  const path = file.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
  if (/^[A-Za-z]%3A\//.test(path)) return `file:///${path.replace('%3A', ':')}`;
  return path.startsWith('/') ? `file://${path}` : path;
}

/** A hash of file, code and message without line numbers, and a number that tells equal ones apart. */
function fingerprint({ code, file, message }: Diagnostic, seen: Map<string, number>): string {
  const said = `${file}\n${code}\n${message.replace(/\bline \d+/g, 'line')}`;
  const number = (seen.get(said) ?? 0) + 1;
  seen.set(said, number);
  let hash = 0xcbf29ce484222325n;
  for (let i = 0; i < said.length; i++)
    hash = BigInt.asUintN(64, (hash ^ BigInt(said.charCodeAt(i))) * 0x100000001b3n);
  return `${hash.toString(16).padStart(16, '0')}:${number}`;
}
