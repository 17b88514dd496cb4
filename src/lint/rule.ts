// The interface of a linter rule, and the context that it checks. Each rule is one file in `rules/`.
//
// A rule gets the analysis of a routes file (with everything it includes) and reports findings. It knows nothing of
// severities, suppressions or output. `bad` is a text in which it finds something, `good` the same text put right. Both
// are on the rule's page and are tested.

import type { Analysis } from '../analysis/analyze.js';
import type { ReadCall } from '../language/read-call.js';
import type { Declaration } from '../language/declarations.js';
import type { Change, Diagnostic, DiagnosticDetails, Place, Severity } from '../language/diagnostics.js';
import type { ApplicationKnowledge } from './application.js';
import type { RegexCheck } from './regex-safety.js';
import type { PlacedDeclaration, Survey } from './survey.js';

/** The severity of a rule's findings; with `off` the rule does not run. */
export type RuleSeverity = Severity | 'off';

/** A route as the linter sees it: its definition, and the declarations that it comes from. */
export type LintedRoute = Analysis['routes'][number];

/** The value of a rule's option. */
export type OptionValue = boolean | number | string | readonly string[];

/** An option of a rule. */
export interface RuleOption {
  /** The value if the configuration gives none. The configuration can only give values of the same type. */
  readonly default: OptionValue;
  /** The meaning in one sentence. */
  readonly doc: string;
  /** The allowed values of a string option; any string if absent. */
  readonly words?: readonly string[];
}

/** A rule of the linter. */
export interface Rule {
  /** In kebab-case; never renamed. */
  readonly code: string;
  /** The severity, unless the configuration sets another. */
  readonly severity: RuleSeverity;
  /** What is wrong, in one sentence without a final stop. */
  readonly summary: string;
  /** Why that matters, in a paragraph. */
  readonly reason: string;
  /** A routes file in which it finds something. */
  readonly bad: string;
  /** The same file as it should be. */
  readonly good: string;
  /** Files that the examples need, by their path relative to the routes file. */
  readonly files?: Readonly<Record<string, string>>;
  /** The options by name. */
  readonly options?: Readonly<Record<string, RuleOption>>;
  /** `slow` rules are skipped if an answer is wanted between two keystrokes. */
  readonly cost?: 'slow';
  /** If set, the reported code has no effect. Editors show it faded. */
  readonly isUnnecessary?: true;
  /** Reports the findings. A check that takes long awaits `context.pause` now and then. */
  check(context: RuleContext): void | Promise<void>;
}

/** A routes file with these lines, as an example for a page. */
export function inRoutes(...lines: readonly string[]): string {
  return `routes {\n${lines.map((line) => `  ${line}`).join('\n')}\n}`;
}

/** Something that a rule found. */
export interface Finding {
  /** A part of a routes file, or a range of another file. */
  readonly at: Place | Pick<Diagnostic, 'file' | 'range'>;
  /** One sentence: what is wrong, then what to write instead, without a final stop. */
  readonly message: string;
  /** Other places that are part of the cause. */
  readonly related?: DiagnosticDetails['related'];
  /** Findings of another rule with the same cause. They are not reported, because this one explains them. */
  readonly explains?: { readonly code: string; readonly at: readonly Place[] };
  /** The text that was probably meant, if a name is misspelled. */
  readonly suggestion?: string | undefined;
  /** An edit that corrects it. */
  readonly fix?: Change | undefined;
  /** Overrides `isUnnecessary` of the rule: this code has an effect in some cases, so editors do not show it faded. */
  readonly hasEffect?: boolean;
}

/** Everything that a rule can look at, and the functions with which it reports. */
export interface RuleContext {
  /** The analysis of the routes file. */
  readonly analysis: Analysis;
  /** The certain routes. Routes that an error leaves in doubt (doubt.ts) are only in `analysis.routes`. */
  readonly routes: readonly LintedRoute[];
  /** Every declaration of every file of the analysis. */
  readonly declarations: readonly PlacedDeclaration[];
  /** Selections of declarations and routes that several rules need. */
  readonly survey: Survey;
  /** The application's modules; undefined if the linter does not know them. */
  readonly application: ApplicationKnowledge | undefined;
  /** The value of one of the rule's options: the configured one, or its default. */
  option<Value extends OptionValue>(name: string): Value;
  /** A declaration as read against its signature; undefined for an unknown keyword. */
  call(declaration: Declaration): ReadCall | undefined;
  /** The declarations around one, outermost first. */
  parentsOf(declaration: Declaration): readonly Declaration[];
  /** Whether the file has errors. Routes may then be missing, so a rule must not report that something is absent. */
  readonly hasErrors: boolean;
  /**
   * Calls `look` for each certain route, except those in which the rule found nothing in an earlier version of the text. What `look`
   * reports may depend only on the route, its place and the rule's options. To be called once in a run.
   */
  eachRoute(look: (route: LintedRoute) => void): void;
  /** Like `eachRoute`, for declarations. What `look` reports must not depend on the content of the declaration's block. */
  eachDeclaration(look: (placed: PlacedDeclaration) => void): void;
  /**
   * Calls `look`, unless the rule found nothing in exactly these items before. What it reports may depend only on the items. To be called
   * once in a run.
   */
  unlessKnown(items: readonly unknown[], look: () => void): void;
  /** Makes the next version of the text call `look` again for the current item, even if nothing is reported. */
  lookAgain(): void;
  /** Reports a finding. */
  report(finding: Finding): void;
  /** Gives other tasks the thread. The caller of `lint` can end the run here by throwing. */
  pause(): Promise<void> | void;
  /** Judges a regex, for example in another thread; undefined for the default. */
  readonly checkRegex: RegexCheck | undefined;
}
