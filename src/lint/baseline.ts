// A baseline: findings that were there when the linter came, counted by file and code, to be paid off.
//
//   { "config/routes": { "unreachable-route": 2 } }
//
// As long as a file has no more of a code than its number, they are silent. Fewer lower the number; a number can only be
// raised by writing the baseline anew.

import { attempt } from '../http/http-error.js';
import type { Diagnostic } from '../language/diagnostics.js';
import { isRecord } from './configuration.js';

export type Baseline = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** The name of a diagnostic's file in the baseline. */
export type NameInBaseline = (file: string) => string;

export interface Weighed {
  readonly kept: readonly Diagnostic[];
  /** The baseline without what has been paid off; the same object where nothing has. */
  readonly pruned: Baseline;
}

/** Whether a baseline may be silent about a diagnostic. Not about an error of the language: a file with one does not load. */
export type CanSilence = (diagnostic: Diagnostic) => boolean;

/** The findings of today as a baseline. */
export function baselineOf(
  diagnostics: readonly Diagnostic[],
  canSilence: CanSilence,
  nameOf: NameInBaseline,
): Baseline {
  const baseline = new Map<string, Map<string, number>>();
  for (const diagnostic of diagnostics.filter(canSilence)) {
    const file = nameOf(diagnostic.file);
    const { code } = diagnostic;
    const ofFile = baseline.get(file) ?? new Map<string, number>();
    ofFile.set(code, (ofFile.get(code) ?? 0) + 1);
    baseline.set(file, ofFile);
  }
  return baseline;
}

/** Takes out of the diagnostics of the files that were linted (as the baseline names them) what the baseline has. */
export function weigh(
  diagnostics: readonly Diagnostic[],
  baseline: Baseline,
  linted: ReadonlySet<string>,
  canSilence: CanSilence,
  nameOf: NameInBaseline,
): Weighed {
  const now = baselineOf(diagnostics, canSilence, nameOf);
  const countIn = (of: Baseline, { file, code }: Diagnostic): number => of.get(nameOf(file))?.get(code) ?? 0;
  const isSilent = (diagnostic: Diagnostic): boolean =>
    canSilence(diagnostic) && countIn(now, diagnostic) <= countIn(baseline, diagnostic);
  let isPaid = false;
  const pruned = new Map<string, Map<string, number>>();
  for (const [file, codes] of baseline) {
    const left = new Map<string, number>();
    for (const [code, count] of codes) {
      const owed = linted.has(file) ? Math.min(count, now.get(file)?.get(code) ?? 0) : count;
      if (owed < count) isPaid = true;
      if (owed > 0) left.set(code, owed);
    }
    if (left.size > 0) pruned.set(file, left);
  }
  return {
    kept: diagnostics.filter((diagnostic) => !isSilent(diagnostic)),
    pruned: isPaid ? pruned : baseline,
  };
}

/** Reads a baseline from JSON; undefined if the text is none. */
export function parseBaseline(text: string): Baseline | undefined {
  const value = attempt((): unknown => JSON.parse(text));
  if (!isRecord(value)) return undefined;
  const baseline = new Map<string, ReadonlyMap<string, number>>();
  for (const [file, codes] of Object.entries(value)) {
    if (!isRecord(codes)) return undefined;
    const counts = Object.entries(codes);
    if (!counts.every((entry): entry is [string, number] => Number.isInteger(entry[1]))) return undefined;
    baseline.set(file, new Map(counts));
  }
  return baseline;
}

/** The baseline as JSON, in a stable order. */
export function baselineText(baseline: Baseline): string {
  const sorted = <Value>(map: ReadonlyMap<string, Value>): [string, Value][] =>
    [...map].sort(([a], [b]) => (a < b ? -1 : 1));
  const value = Object.fromEntries(
    sorted(baseline).map(([file, codes]) => [file, Object.fromEntries(sorted(codes))]),
  );
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
