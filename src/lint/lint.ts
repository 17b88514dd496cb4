// The linter: runs the rules over an analysis and puts together what they, the analysis, the expectations and the
// suppressions have to say.
//
//   analysis ─ rules ─ silenced by comments ─ in source order
//
// What a rule finds in a concern that is used five times is found once; findings keep their related places.

import type { Analysis } from '../analysis/analyze.js';
import { diagnosticAt, errorsIn, type Diagnostic, type Severity } from '../language/diagnostics.js';
import { inSourceOrder } from '../language/routes-error.js';
import type { ApplicationKnowledge } from './application.js';
import { emptyConfiguration, type Configuration, type RuleSetting } from './configuration.js';
import { checkExpectations } from './expectations.js';
import type { RegexCheck } from './regex-safety.js';
import { rules } from './registry.js';
import type { Finding, OptionValue, Rule, RuleContext } from './rule.js';
import { silence } from './suppressions.js';
import { surveyOf, type Progress } from './survey.js';

/** What the linter is told beside the analysis. */
export interface LintOptions {
  /** Severities and options of rules; each rule's own unless given. */
  readonly configuration?: Configuration;
  /** The application's modules; the rules about them say nothing without. */
  readonly application?: ApplicationKnowledge | undefined;
  /** Severities that go before the configuration's, by code. */
  readonly overrides?: ReadonlyMap<string, RuleSetting>;
  /** `quick` leaves out what is slow, for an answer between two keystrokes. */
  readonly effort?: 'quick' | 'full';
  /** Gets the milliseconds that each rule took. */
  readonly onTime?: (code: string, milliseconds: number) => void;
  /** Awaited before each rule: what it throws ends the run, which rejects with it. */
  readonly pause?: () => Promise<void> | void;
  /** Judges the regexes that need it; in this thread unless given. */
  readonly checkRegex?: RegexCheck | undefined;
}

/** What the linter found. */
export interface LintResult {
  /** What is wrong, in source order: the analysis's errors, the rules' findings, failed expectations. */
  readonly diagnostics: readonly Diagnostic[];
  /** What comments silenced. */
  readonly suppressed: readonly Diagnostic[];
}

/** Everything that can be said about a routes file (docs/linter.md, "From code"). Never rejects because of its text. */
export async function lint(analysis: Analysis, options: LintOptions = {}): Promise<LintResult> {
  const { configuration = emptyConfiguration, effort = 'full', overrides } = options;
  const found: Diagnostic[] = [];
  const explained: Explained = new Map();
  const ran = new Set<string>();
  const shared = sharedContext(analysis, options);
  for (const rule of rules.values()) {
    const setting = overrides?.get(rule.code) ?? configuration.rules.get(rule.code);
    const severity = setting?.severity ?? rule.severity;
    if (severity === 'off' || (rule.cost === 'slow' && effort === 'quick')) continue;
    await options.pause?.();
    const start = options.onTime ? performance.now() : 0;
    ran.add(rule.code);
    const progress = shared.survey.progress(rule.code, [configuration, overrides, options.application]);
    const given = configuration.rules.get(rule.code)?.options ?? setting?.options;
    for (const diagnostic of await findingsOf(rule, shared, progress, severity, given, explained))
      found.push(diagnostic);
    options.onTime?.(rule.code, performance.now() - start);
  }
  found.push(...checkExpectations(analysis, options.application));
  // Where routes may be missing, a comment may be for what they would have had.
  const told = found.filter(({ code, file, range, severity }) => {
    const by = explained.get(findingKey(code, file, range.start));
    return by === undefined || weights[by] < weights[severity];
  });
  return finish(analysis, withoutRepetitions(told), shared.hasErrors ? new Set() : ran);
}

/** Applies the comments of each file to what was found, and puts what is left in order with the analysis's errors, which nothing silences. */
function finish(analysis: Analysis, found: readonly Diagnostic[], ran: ReadonlySet<string>): LintResult {
  const ofRules = new Set(rules.keys());
  const { files, sources } = analysis.interpretation.program;
  const suppressed: Diagnostic[] = [];
  let left = found;
  for (const syntax of files.values()) {
    const silenced = silence(syntax, left, ofRules, ran);
    suppressed.push(...silenced.suppressed);
    left = [...silenced.kept, ...silenced.complaints];
  }
  const diagnostics = [...analysis.diagnostics, ...left];
  return { diagnostics: inSourceOrder(diagnostics, sources.keys()), suppressed };
}

/** One finding a code and place, however often its declaration was used. */
function withoutRepetitions(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const seen = new Set<string>();
  return diagnostics.filter(({ code, file, range }) => {
    const key = `${code} ${range.start.offset} ${range.end.offset} ${file}`;
    return !seen.has(key) && seen.add(key);
  });
}

type SharedContext = Omit<
  RuleContext,
  'option' | 'report' | 'eachRoute' | 'eachDeclaration' | 'unlessKnown' | 'lookAgain'
>;

function sharedContext(
  analysis: Analysis,
  { application, pause = () => undefined, checkRegex }: LintOptions,
): SharedContext {
  const { program } = analysis.interpretation;
  const survey = surveyOf(analysis);
  return {
    analysis,
    routes: survey.certainRoutes,
    declarations: survey.declarations,
    survey,
    application,
    hasErrors: errorsIn(analysis.diagnostics).length > 0,
    call: (declaration) => program.call(declaration),
    parentsOf: (declaration) => survey.parentsOf(declaration),
    pause,
    checkRegex,
  };
}

/** What a rule finds, or has found already where it is asked a second time. */
async function findingsOf(
  rule: Rule,
  shared: SharedContext,
  progress: Progress,
  severity: Severity,
  given: ReadonlyMap<string, OptionValue> | undefined,
  explained: Explained,
): Promise<readonly Diagnostic[]> {
  if (progress.found?.of === shared.analysis) return progress.found.diagnostics;
  const diagnostics: Diagnostic[] = [];
  const others = explained.size;
  await rule.check(contextOf(shared, progress, rule, severity, given, diagnostics, explained));
  // What takes long may have been given up, as the judgement of a regex; and what explains findings of others does so each time.
  if (rule.cost !== 'slow' && explained.size === others)
    progress.found = { of: shared.analysis, diagnostics };
  return diagnostics;
}

function contextOf(
  shared: SharedContext,
  progress: Progress,
  rule: Rule,
  severity: Severity,
  given: ReadonlyMap<string, OptionValue> | undefined,
  found: Diagnostic[],
  explained: Explained,
): RuleContext {
  let isDone = true;
  const lookAgain = (): void => {
    isDone = false;
  };
  const looking =
    <Item>(look: (item: Item) => void) =>
    (item: Item): boolean => {
      isDone = true;
      look(item);
      return isDone;
    };
  return {
    ...shared,
    eachRoute: (look) => progress.routes.settle(shared.routes, looking(look)),
    eachDeclaration: (look) => progress.declarations.settle(shared.declarations, looking(look)),
    unlessKnown: (items, look) => {
      const { clean } = progress;
      if (clean?.length === items.length && clean.every((item, index) => item === items[index])) return;
      progress.clean = looking(look)(undefined) ? items : undefined;
    },
    lookAgain,
    option: <Value extends OptionValue>(name: string): Value =>
      (given?.get(name) ?? rule.options?.[name]?.default) as Value,
    report(finding) {
      lookAgain();
      // What does not parse is still being written, and that is told.
      const isUnread =
        'span' in finding.at && shared.analysis.interpretation.program.diagnostics.isUnread(finding.at);
      if (isUnread) return;
      found.push(diagnosticOf(rule, severity, finding));
      const { code, at = [] } = finding.explains ?? {};
      for (const { source, span } of at)
        if (code) explained.set(findingKey(code, source.file, { offset: span.start }), severity);
    },
  };
}

/** Findings that another one explains, so that it is told in their place, with its severity. */
type Explained = Map<string, Severity>;

/** What weighs more is told as well: somebody has set it apart. */
const weights: Readonly<Record<Severity, number>> = { info: 0, warning: 1, error: 2 };

function findingKey(code: string, file: string, { offset }: { readonly offset: number }): string {
  return `${code} ${offset} ${file}`;
}

function diagnosticOf(
  rule: Rule,
  severity: Severity,
  { at, message, related, suggestion, fix, hasEffect }: Finding,
): Diagnostic {
  if ('span' in at)
    return {
      ...diagnosticAt(rule.code, severity, at, message, { related, suggestion, fix }),
      ...(hasEffect && { hasEffect }),
    };
  return { code: rule.code, severity, message, file: at.file, range: at.range };
}
