// Every code that a diagnostic can have: errors of the language, rules of the linter, and mistakes in comments that the
// linter reads (suppressions and expectations).

import { errorCodes, type Severity } from '../language/diagnostics.js';
import { expectationCodes } from './expectations.js';
import { rules } from './registry.js';
import type { RuleSeverity } from './rule.js';
import { suppressionCodes } from './suppressions.js';

/** A code that a diagnostic can have. */
export interface KnownCode {
  /** In kebab-case; never renamed. */
  readonly code: string;
  readonly kind: 'error' | 'rule' | 'comment';
  /** The severity, unless the configuration sets another. */
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

/** All codes by their name, errors first. A code that is both an error and a rule is listed as an error. */
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

/** The path of a code's page, relative to `docs/`. */
export function pageOf(code: string): string {
  return `diagnostics/${code}.md`;
}
