// Runs the linter: the rules over an analysis, then the expectations. Suppressions remove findings, and the rest is
// returned in source order, together with the errors of the analysis.
//
//   analysis → rules and expectations → suppressions → source order
//
// A finding in a concern that is used five times is reported once.

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

/** Options of the linter. */
export interface LintOptions {
  /** Severities and options of rules. A rule that is not in it has its own defaults. */
  readonly configuration?: Configuration;
  /** The application's modules. Without it, the rules about modules find nothing. */
  readonly application?: ApplicationKnowledge | undefined;
  /** Severities by code, which have precedence over the configuration. */
  readonly overrides?: ReadonlyMap<string, RuleSetting>;
  /** `quick` skips slow rules, to answer between two keystrokes. */
  readonly effort?: 'quick' | 'full';
  /** Called after each rule with the milliseconds that it took. */
  readonly onTime?: (code: string, milliseconds: number) => void;
  /** Awaited before each rule. If it throws, the run ends and rejects with that error. */
  readonly pause?: () => Promise<void> | void;
  /** Judges the regexes that need it. The default judges them in this thread. */
  readonly checkRegex?: RegexCheck | undefined;
}

/** The result of linting. */
export interface LintResult {
  /** Errors of the analysis, findings of the rules and failed expectations, in source order. */
  readonly diagnostics: readonly Diagnostic[];
  /** The findings that comments silenced. */
  readonly suppressed: readonly Diagnostic[];
}

/** Lints a routes file (docs/linter.md, "From code"). Never rejects because of the file's text. */
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
  // If the file has errors, no suppression is reported as unused: it may be for a route that is missing.
  const told = found.filter(({ code, file, range, severity }) => {
    const by = explained.get(findingKey(code, file, range.start));
    return by === undefined || weights[by] < weights[severity];
  });
  return finish(analysis, withoutRepetitions(told), shared.hasErrors ? new Set() : ran);
}

/** Applies each file's suppressions to the findings, and sorts the rest with the errors of the analysis, which cannot be silenced. */
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

/** Keeps one finding for each code and place: a declaration in a concern is checked at each use. */
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

/** The findings of a rule, which are kept if the same analysis is linted a second time. */
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
  // A slow rule may have given up on something, such as a regex. A rule that explains other findings has to do so in each run.
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
      // A declaration that does not parse is still being written, and has an error already.
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

/** The keys of findings that another finding explains, with that finding's severity. They are reported only if their severity is higher. */
type Explained = Map<string, Severity>;

/** A finding that weighs more than the one that explains it is reported too, since somebody has raised its severity. */
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
