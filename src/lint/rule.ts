// What a rule of the linter is: its code, what it is for, and how it finds what it is about, all in one file a rule.
//
// A rule gets the analysis of a routes file (with everything it includes) and reports findings; it knows nothing of
// severities, suppressions or output. `bad` is a text that it finds something in, `good` the same text put right:
// both stand on the rule's page and are tested.

import type { Analysis } from '../analysis/analyze.js';
import type { ReadCall } from '../language/call-reader.js';
import type { Declaration } from '../language/declarations.js';
import type { Diagnostic, DiagnosticDetails, Place, Severity } from '../language/diagnostics.js';
import type { SpanEdit } from '../language/source.js';
import type { ApplicationKnowledge } from './application.js';
import type { RegexCheck } from './regex-safety.js';
import type { PlacedDeclaration, Survey } from './survey.js';

export type RuleSeverity = Severity | 'off';

/** A route as the linter sees it: what it means, and where it comes from. */
export type LintedRoute = Analysis['routes'][number];

export type OptionValue = boolean | number | string | readonly string[];

export interface RuleOption {
  readonly default: OptionValue;
  readonly doc: string;
  /** Where a string is one of a few. */
  readonly words?: readonly string[];
}

export interface Rule {
  readonly code: string;
  /** What it is unless the configuration says otherwise. */
  readonly severity: RuleSeverity;
  /** What is wrong, in one sentence without a final stop. */
  readonly summary: string;
  /** Why that matters, in a paragraph. */
  readonly reason: string;
  readonly bad: string;
  readonly good: string;
  /** Files beside the routes file, by path, that the examples need. */
  readonly files?: Readonly<Record<string, string>>;
  readonly options?: Readonly<Record<string, RuleOption>>;
  /** `slow` rules are left out where an answer is wanted between two keystrokes. */
  readonly cost?: 'slow';
  /** What it finds has no effect: editors show it faded. */
  readonly isUnnecessary?: true;
  /** What takes long awaits `context.pause` now and then. */
  check(context: RuleContext): void | Promise<void>;
}

/** Something that a rule found: at a place of a routes file, or of another file. */
export interface Finding {
  readonly at: Place | Pick<Diagnostic, 'file' | 'range'>;
  /** What is wrong, then what to write instead, without a final stop. */
  readonly message: string;
  readonly related?: DiagnosticDetails['related'];
  readonly suggestion?: string | undefined;
  readonly fix?: { readonly title: string; readonly edits: readonly SpanEdit[] } | undefined;
}

export interface RuleContext {
  readonly analysis: Analysis;
  /** The routes that could be read whole; those that an error leaves in doubt are in `analysis.routes` alone (doubt.ts). */
  readonly routes: readonly LintedRoute[];
  /** Every declaration of every file that belongs to the analysis, with those around it, outermost first. */
  readonly declarations: readonly PlacedDeclaration[];
  /** What several rules ask of them. */
  readonly survey: Survey;
  /** What is known of the application's modules; absent where nobody said where they are. */
  readonly application: ApplicationKnowledge | undefined;
  option<Value extends OptionValue>(name: string): Value;
  /** A call read against its signature; undefined for an unknown keyword. */
  call(declaration: Declaration): ReadCall | undefined;
  parentsOf(declaration: Declaration): readonly Declaration[];
  /** Whether the file has errors, so that routes may be missing: what only looks absent is not to be told then. */
  readonly hasErrors: boolean;
  report(finding: Finding): void;
  /** Lets others have the thread; whoever asked for the findings may end the run here. */
  pause(): Promise<void> | void;
  /** Judges a regex, where somebody else does that. */
  readonly checkRegex: RegexCheck | undefined;
}
