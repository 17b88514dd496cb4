// A baseline records existing findings, counted by file and code, so that only new ones are reported.
//
//   { "config/routes": { "unreachable-route": 2 } }
//
// If a file has at most this many findings of a code, they are not reported. If it has more, all of them are. When it has
// fewer, the number is lowered. Only writing the baseline anew raises a number.

import { attempt } from '../http/http-error.js';
import type { Diagnostic } from '../language/diagnostics.js';
import { isRecord } from './configuration.js';

export type Baseline = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** The name of a diagnostic's file in the baseline. */
export type NameInBaseline = (file: string) => string;

export interface Weighed {
  readonly kept: readonly Diagnostic[];
  /** The baseline with lower numbers where findings are gone; the same object if none are. */
  readonly pruned: Baseline;
}

/** Whether a baseline may hide a diagnostic. It may not hide errors of the language, because a file with an error does not load. */
export type CanSilence = (diagnostic: Diagnostic) => boolean;

/** A baseline of the given diagnostics. */
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

/** Removes the diagnostics that the baseline allows. `linted` has the files that were linted, by their names in the baseline. */
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

/** Reads a baseline from JSON; undefined if the text is not a baseline. */
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
