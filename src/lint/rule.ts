// What a rule of the linter is: its code, what it is for, and how it finds what it is about, all in one file a rule.
//
// A rule gets the analysis of a routes file (with everything it includes) and reports findings; it knows nothing of
// severities, suppressions or output. `bad` is a text that it finds something in, `good` the same text put right:
// both stand on the rule's page and are tested.

import type { Analysis } from '../analysis/analyze.js';
import type { ReadCall } from '../language/read-call.js';
import type { Declaration } from '../language/declarations.js';
import type { Change, Diagnostic, DiagnosticDetails, Place, Severity } from '../language/diagnostics.js';
import type { ApplicationKnowledge } from './application.js';
import type { RegexCheck } from './regex-safety.js';
import type { PlacedDeclaration, Survey } from './survey.js';

/** How bad the findings of a rule are; `off` leaves them out. */
export type RuleSeverity = Severity | 'off';

/** A route as the linter sees it: what it means, and where it comes from. */
export type LintedRoute = Analysis['routes'][number];

/** What an option of a rule may be. */
export type OptionValue = boolean | number | string | readonly string[];

/** An option of a rule. */
export interface RuleOption {
  /** Its value where the configuration gives none; one of another kind is refused. */
  readonly default: OptionValue;
  /** What it does, in one sentence. */
  readonly doc: string;
  /** Where a string is one of a few. */
  readonly words?: readonly string[];
}

/** A rule of the linter. */
export interface Rule {
  /** In kebab-case; never renamed. */
  readonly code: string;
  /** What it is unless the configuration says otherwise. */
  readonly severity: RuleSeverity;
  /** What is wrong, in one sentence without a final stop. */
  readonly summary: string;
  /** Why that matters, in a paragraph. */
  readonly reason: string;
  /** A routes file in which it finds something. */
  readonly bad: string;
  /** The same file as it should be. */
  readonly good: string;
  /** Files beside the routes file, by path, that the examples need. */
  readonly files?: Readonly<Record<string, string>>;
  /** Its options, by name. */
  readonly options?: Readonly<Record<string, RuleOption>>;
  /** `slow` rules are left out where an answer is wanted between two keystrokes. */
  readonly cost?: 'slow';
  /** What it finds has no effect: editors show it faded. */
  readonly isUnnecessary?: true;
  /** What takes long awaits `context.pause` now and then. */
  check(context: RuleContext): void | Promise<void>;
}

/** A routes file that has nothing but these lines, as an example of a page. */
export function inRoutes(...lines: readonly string[]): string {
  return `routes {\n${lines.map((line) => `  ${line}`).join('\n')}\n}`;
}

/** Something that a rule found: at a place of a routes file, or of another file. */
export interface Finding {
  /** Where: a part of a routes file, or a range of another file. */
  readonly at: Place | Pick<Diagnostic, 'file' | 'range'>;
  /** What is wrong, then what to write instead, without a final stop. */
  readonly message: string;
  /** Other places that have to do with it. */
  readonly related?: DiagnosticDetails['related'];
  /** Findings of another rule that have the same cause, and are told with this one. */
  readonly explains?: { readonly code: string; readonly at: readonly Place[] };
  /** What was probably meant, where a name is misspelled. */
  readonly suggestion?: string | undefined;
  /** A change that mends it. */
  readonly fix?: Change | undefined;
  /** What it is about has an effect in some cases, whatever the rule's findings have: editors do not show it faded. */
  readonly hasEffect?: boolean;
}

/** What a rule sees, and how it tells what it found. */
export interface RuleContext {
  /** The routes file as it was understood. */
  readonly analysis: Analysis;
  /** The routes that could be read whole; those that an error leaves in doubt are in `analysis.routes` alone (doubt.ts). */
  readonly routes: readonly LintedRoute[];
  /** Every declaration of every file that belongs to the analysis, with those around it, outermost first. */
  readonly declarations: readonly PlacedDeclaration[];
  /** What several rules ask of them. */
  readonly survey: Survey;
  /** What is known of the application's modules; absent where nobody said where they are. */
  readonly application: ApplicationKnowledge | undefined;
  /** The value of an option, the rule's own default where the configuration gives none. */
  option<Value extends OptionValue>(name: string): Value;
  /** A call read against its signature; undefined for an unknown keyword. */
  call(declaration: Declaration): ReadCall | undefined;
  /** The declarations around one, outermost first. */
  parentsOf(declaration: Declaration): readonly Declaration[];
  /** Whether the file has errors, so that routes may be missing: what only looks absent is not to be told then. */
  readonly hasErrors: boolean;
  /**
   * Calls `look` for each certain route of which it is not known that the rule finds nothing there: what is found has to follow from the route,
   * its place and the rule's options. Once in a run.
   */
  eachRoute(look: (route: LintedRoute) => void): void;
  /** Does for declarations what `eachRoute` does for routes; what is inside the block of one does not count. */
  eachDeclaration(look: (placed: PlacedDeclaration) => void): void;
  /** Calls `look` unless it is known that the rule finds nothing in the very same items; what it finds there has to follow from them. Once in a run. */
  unlessKnown(items: readonly unknown[], look: () => void): void;
  /** Has `look` called again in the next version of the text for what it is called for now, as if something had been found. */
  lookAgain(): void;
  /** Takes a finding. */
  report(finding: Finding): void;
  /** Lets others have the thread; whoever asked for the findings may end the run here. */
  pause(): Promise<void> | void;
  /** Judges a regex, where somebody else does that. */
  readonly checkRegex: RegexCheck | undefined;
}
