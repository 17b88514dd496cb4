// Every code that a diagnostic may have: the errors of the language, the rules, and what the linter itself reports.

import { errorCodes, type Severity } from '../language/diagnostics.js';
import { expectationCodes } from './expectations.js';
import { rules } from './registry.js';
import type { RuleSeverity } from './rule.js';
import { suppressionCodes } from './suppressions.js';

/** A code that a diagnostic may have. */
export interface KnownCode {
  /** In kebab-case; never renamed. */
  readonly code: string;
  readonly kind: 'error' | 'rule' | 'comment';
  /** How bad it is unless the configuration says otherwise. */
  readonly severity: RuleSeverity;
  /** One sentence without a final stop. */
  readonly summary: string;
}

const commentSeverities: Readonly<Record<string, Severity>> = { 'failed-expectation': 'error' };

function known(
  kind: KnownCode['kind'],
  codes: Readonly<Record<string, string>>,
  severityOf: (code: string) => Severity,
): KnownCode[] {
  return Object.entries(codes).map(([code, summary]) => ({
    code,
    kind,
    severity: severityOf(code),
    summary,
  }));
}

/** What is known of each code that a diagnostic may have, by the code; the errors first. */
export const codes: ReadonlyMap<string, KnownCode> = new Map(
  [
    ...known('error', errorCodes, () => 'error'),
    ...[...rules.values()]
      .filter(({ code }) => !(code in errorCodes))
      .map(({ code, severity, summary }): KnownCode => ({ code, kind: 'rule', severity, summary })),
    ...known(
      'comment',
      { ...suppressionCodes, ...expectationCodes },
      (code) => commentSeverities[code] ?? 'warning',
    ),
  ].map((each) => [each.code, each]),
);

/** The page of a code, relative to the documentation. */
export function pageOf(code: string): string {
  return `diagnostics/${code}.md`;
}
