// `waypost lint`, also called `lint-routes`: lints routes files, applies fixes, and prints findings in the wanted format.

import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, relative, resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { formatRoutes } from '../format/format.js';
import { escapeJson } from '../http/printable.js';
import { errorsIn, type Diagnostic, type Severity } from '../language/diagnostics.js';
import { Source } from '../language/source.js';
import { parseSyntax, type Syntax } from '../language/syntax.js';
import { baselineOf, baselineText, parseBaseline, weigh, type Baseline } from '../lint/baseline.js';
import { readRuleArgument, type Configuration, type RuleSetting } from '../lint/configuration.js';
import { applyFixes } from '../lint/fixes.js';
import { rules } from '../lint/registry.js';
import { foldersUp, foreignFile, isInProject } from '../node/files/project-folder.js';
import { replaceFile } from '../node/files/replaced-file.js';
import { LintedProject, type LintedFile } from './linted-project.js';
import { printReport, reportFormats, type ReportFormat } from './lint-report.js';
import { trustConfigOption } from './project-configuration.js';
import { exitStatus } from './exit-status.js';
import { inputName, inputText, Misuse, orMisuse, printFailure, type Terminal } from './terminal.js';
import { rewriteFile } from './written-file.js';

interface LintCommandOptions {
  readonly format: ReportFormat;
  readonly fix?: true;
  readonly fixDryRun?: true;
  readonly maxWarnings?: number;
  readonly rule?: readonly string[];
  readonly config?: string | false;
  readonly quiet?: true;
  readonly stdin?: true;
  readonly stdinFilename?: string;
  readonly printConfig?: true;
  readonly explain?: string;
  readonly listRules?: true;
  readonly suppressAll?: true;
  readonly baseline: string;
  readonly stats?: true;
  readonly trustConfig?: true;
}

export function addLintCommand(program: Command, terminal: Terminal): void {
  program
    .command('lint')
    .description('Say what is wrong, dead or risky in routes files, without running the application.')
    .argument(
      '[FILE...]',
      'the routes files (default: those of the configuration, or config/routes, or routes)',
    )
    .addOption(new Option('--format <name>', 'how to print').choices(reportFormats).default('stylish'))
    .option('--fix', 'write the fixes that are certain')
    .addOption(
      new Option('--fix-dry-run', 'print what --fix would leave, and write nothing').conflicts([
        'fix',
        'suppressAll',
      ]),
    )
    .addOption(
      new Option('--max-warnings <number>', 'exit with 1 for more warnings than this').argParser(wholeNumber),
    )
    .option(
      '--rule <code:severity>',
      'set a rule to off, info, warning or error; repeatable',
      (value: string, list: readonly string[] = []) => [...list, value],
    )
    .option(
      '--config <file>',
      'the configuration (default: waypost.config.json or package.json, found upwards)',
    )
    .option('--no-config', 'look for no configuration')
    .addOption(trustConfigOption())
    .option('--quiet', 'look at errors only: warnings are neither printed nor reason to exit with 1')
    .option('--stdin', 'read the text from standard input; FILE is its name')
    .addOption(new Option('--stdin-filename <name>', 'the name of that text').implies({ stdin: true }))
    .option('--suppress-all', 'write today’s findings to the baseline, and be silent about them from now on')
    .option('--baseline <file>', 'where the baseline is', ownBaseline)
    .addOption(
      new Option('--print-config', 'print the rules as they are set, as JSON').conflicts([
        'explain',
        'listRules',
        ...writing,
      ]),
    )
    .addOption(
      new Option('--explain <code>', 'say what a code means, with a bad and a good example').conflicts([
        'listRules',
        ...writing,
      ]),
    )
    .addOption(new Option('--list-rules', 'list the rules, with --format json as JSON').conflicts(writing))
    .option('--stats', 'print what each rule cost')
    .action((files: readonly string[], options: LintCommandOptions) => runLint(files, options, terminal));
}

/** Options that use the findings. They cannot be combined with options that print something else. */
const writing = ['fix', 'fixDryRun', 'suppressAll'];

/** The default name of a baseline. A file with this name may be overwritten. */
const ownBaseline = 'waypost-baseline.json';

async function runLint(
  files: readonly string[],
  options: LintCommandOptions,
  terminal: Terminal,
): Promise<void> {
  if (options.explain !== undefined) return terminal.print(await explain(options.explain));
  if (options.listRules)
    return terminal.print(
      (await import('./lint-help.js')).ruleList(options.format === 'json', terminal.colors),
    );
  const overrides = ruleOverrides(options.rule ?? []);
  const input = options.stdin && inputName(files, options.stdinFilename);
  const project = await LintedProject.open(files, {
    config: options.config,
    trustConfig: options.trustConfig,
    terminal,
    overrides,
    isTimed: options.stats,
  });
  if (options.printConfig) return terminal.print(printedConfiguration(project.configuration, overrides));

  const { linted, unreadable } =
    input === undefined
      ? await project.lintFiles()
      : { linted: [await project.lintText(await inputText(terminal), input)], unreadable: 0 };
  if (options.fix || options.fixDryRun)
    await fixAll(linted, project, options, mayWrite(files, terminal), terminal);

  const all = linted.flatMap(({ diagnostics }) => diagnostics);
  const remaining = withBaseline(
    all,
    linted,
    { ...options, isWhole: files.length === 0 && !options.stdin },
    terminal,
  );
  const shown = options.quiet ? errorsIn(remaining) : remaining;
  await printFindings(shown, linted, options, terminal);
  if (options.stats) {
    for (const [code, milliseconds] of [...project.times].sort((a, b) => b[1] - a[1]))
      terminal.printError(`${milliseconds.toFixed(1).padStart(8)} ms  ${code}`);
  }
  if (isFailure(remaining, options, terminal)) terminal.exitCode = exitStatus.findings;
  if (unreadable > 0) terminal.exitCode = exitStatus.usage;
}

/** Prints the report. If no file could be read, prints nothing, because a report would look as if there were no problems. */
async function printFindings(
  shown: readonly Diagnostic[],
  linted: readonly LintedFile[],
  { format, fix, fixDryRun, stdin }: LintCommandOptions,
  terminal: Terminal,
): Promise<void> {
  if (format === 'stylish' && linted.length === 0) return;
  // If the fixed text goes to the output, nothing else is printed there.
  const isTextPrinted = fixDryRun || (fix && stdin);
  await printReport(format, shown, {
    files: linted.map(({ file }) => file),
    suppressed: linted.flatMap(({ suppressed }) => suppressed),
    sources: new Map(linted.flatMap(({ sources }) => [...sources])),
    isFixed: Boolean(fix || fixDryRun),
    terminal: isTextPrinted ? { ...terminal, print: terminal.printError } : terminal,
  });
}

/** Whether the exit status is 1: there is an error, or there are more warnings than allowed, which is then printed. */
function isFailure(
  findings: readonly Diagnostic[],
  { maxWarnings, quiet }: LintCommandOptions,
  terminal: Terminal,
): boolean {
  const count = (severity: Severity): number =>
    findings.filter((diagnostic) => diagnostic.severity === severity).length;
  const warnings = count('warning');
  const allowed = maxWarnings ?? (quiet ? Infinity : 0);
  if (maxWarnings !== undefined && warnings > maxWarnings)
    terminal.printError(
      `${warnings} ${warnings === 1 ? 'warning is' : 'warnings are'} more than the ${maxWarnings} that --max-warnings allows`,
    );
  return count('error') > 0 || warnings > allowed;
}

/** Whether a file, to which the routes file `by` leads, may be written. If not, prints the reason. */
type MayWrite = (file: string, by: string) => boolean;

function mayWrite(files: readonly string[], terminal: Terminal): MayWrite {
  const { cwd } = terminal;
  const named = new Set(files.map((file) => resolve(cwd, file)));
  const refused = new Set<string>();
  return (file, by) => {
    const path = resolve(cwd, file);
    const main = resolve(cwd, by);
    if (named.has(path) || isInProject(path, cwd) || (named.has(main) && isInProject(path, dirname(main))))
      return true;
    if (!refused.has(path)) printFailure(`${file} is left as it is: ${foreignFile}`, terminal);
    refused.add(path);
    return false;
  };
}

/** Applies fixes to each file and the files that it includes, until nothing changes, and updates `linted`. */
async function fixAll(
  linted: LintedFile[],
  project: LintedProject,
  options: LintCommandOptions,
  mayWrite: MayWrite,
  terminal: Terminal,
): Promise<void> {
  const isWritten = options.fix !== undefined && !options.stdin;
  for (const [index, first] of linted.entries()) {
    let current = first;
    for (let round = 0; round < 10; round++) {
      const { file, reread } = current;
      const { text: changedText, fixed } = applyFixes(file, current.text, current.diagnostics, (changed) =>
        reread(file, changed),
      );
      const text = laidOutAs(current.text, changedText);
      if (isWritten && text !== current.text && !mayWrite(file, file)) break;
      const isIncludedFixed = isWritten && fixIncluded(current, mayWrite, terminal);
      if ((fixed.length === 0 || text === current.text) && !isIncludedFixed) break;
      current = await project.lintText(text, current.file);
    }
    linted[index] = current;
    if (current.text === first.text && !options.stdin) continue;
    if (options.stdin || options.fixDryRun) terminal.write(current.text);
    else rewriteFile(first.file, first.text, current.text, terminal);
  }
}

/** Writes the fixes of the files that a linted file includes. Returns whether there were any. */
function fixIncluded(
  { file, sources, diagnostics, reread }: LintedFile,
  mayWrite: MayWrite,
  terminal: Terminal,
): boolean {
  let isFixed = false;
  for (const [name, source] of sources) {
    if (name === file) continue;
    const fixed = applyFixes(name, source.text, diagnostics, (changed) => reread(name, changed));
    const text = laidOutAs(source.text, fixed.text);
    if (text === source.text || !mayWrite(name, file)) continue;
    rewriteFile(name, source.text, text, terminal);
    isFixed = true;
  }
  return isFixed;
}

/**
 * Formats a fixed text if the text before was formatted, because a shorter statement may now fit on one line. A text with mistakes in its
 * notation cannot show whether it was formatted, so the fixed text is then left as it is.
 */
function laidOutAs(before: string, fixed: string): string {
  const syntax = parseSyntax(new Source('routes', before));
  if (fixed === before || syntax.problems.length > 0) return fixed;
  const formatted = (text: string, of?: Syntax): string | undefined => {
    const formatting = formatRoutes(text, { finalNewline: 'keep', ...(of && { syntax: of }) });
    return formatting.refused === undefined ? formatting.text : undefined;
  };
  return formatted(before, syntax) === before ? (formatted(fixed) ?? fixed) : fixed;
}

interface BaselineOptions extends LintCommandOptions {
  /** Whether no file was named. Otherwise there are other files with findings, and included files may have more of them. */
  readonly isWhole: boolean;
}

/** The diagnostics that the baseline does not allow. Writes the baseline if that is asked for, or if findings of it are gone. */
function withBaseline(
  diagnostics: readonly Diagnostic[],
  linted: readonly LintedFile[],
  options: BaselineOptions,
  terminal: Terminal,
): readonly Diagnostic[] {
  const path = baselinePath(options.baseline, terminal.cwd);
  // Names are relative to the baseline's folder, so they do not depend on the working directory.
  const nameOf = (file: string): string =>
    relative(dirname(path), resolve(terminal.cwd, file)).replaceAll('\\', '/');
  const write = (baseline: Baseline): void =>
    orMisuse(options.baseline, 'written', () => {
      if (baseline.size > 0) replaceFile(path, baselineText(baseline));
      else rmSync(path, { force: true });
    });
  const errors = new Set(linted.flatMap((each) => each.errors));
  const canSilence = (diagnostic: Diagnostic): boolean =>
    rules.has(diagnostic.code) && !errors.has(diagnostic);
  const given = existsSync(path) ? baselineIn(path) : 'none';
  const looked = linted.flatMap(({ sources }) => [...sources.keys()].map(nameOf));
  if (options.suppressAll) {
    if (given === undefined && basename(path) !== ownBaseline)
      throw new Misuse(
        `${options.baseline} is no baseline and is left as it is; give another file with --baseline`,
      );
    const isKept = (file: string): boolean =>
      !looked.includes(file) && existsSync(resolve(dirname(path), file));
    const others =
      given === 'none' || options.isWhole ? [] : [...(given ?? [])].filter(([file]) => isKept(file));
    const baseline = new Map([...others, ...baselineOf(diagnostics, canSilence, nameOf)]);
    write(baseline);
    return weigh(diagnostics, baseline, new Set(), canSilence, nameOf).kept;
  }
  if (options.stdin || given === 'none') return diagnostics;
  if (!given) throw new Misuse(`${options.baseline} is no baseline; write one with --suppress-all`);
  const names = new Set([...linted.map(({ file }) => nameOf(file)), ...(options.isWhole ? looked : [])]);
  const weighed = weigh(diagnostics, given, names, canSilence, nameOf);
  // With `--rule`, a finding may only be absent because of that option, so the baseline is not changed.
  if (weighed.pruned !== given && !options.fixDryRun && !options.rule) write(weighed.pruned);
  return weighed.kept;
}

/** The baseline in a file, empty if the file is blank; undefined if it is something else. */
function baselineIn(path: string): Baseline | undefined {
  if (!statSync(path).isFile()) return undefined;
  const text = readFileSync(path, 'utf8');
  return text.trim() === '' ? new Map() : parseBaseline(text);
}

/** The path of the baseline. A bare name is also looked for in the folders above. */
function baselinePath(given: string, cwd: string): string {
  const wanted = resolve(cwd, given);
  if (/[/\\]/.test(given)) return wanted;
  for (const folder of foldersUp(cwd)) {
    const path = resolve(folder, given);
    if (existsSync(path)) return path;
    if (existsSync(resolve(folder, 'package.json'))) break;
  }
  return wanted;
}

function ruleOverrides(given: readonly string[]): ReadonlyMap<string, RuleSetting> {
  const overrides = new Map<string, RuleSetting>();
  for (const argument of given) {
    const read = readRuleArgument(argument, rules);
    if (typeof read === 'string') throw new Misuse(`--rule ${argument}: ${read}`);
    overrides.set(read.code, read.setting);
  }
  return overrides;
}

async function explain(code: string): Promise<string> {
  const { explanationOf, unknownCodeText } = await import('./lint-help.js');
  const text = explanationOf(code);
  if (text === undefined) throw new Misuse(unknownCodeText(code));
  return text;
}

function printedConfiguration(
  { rules: settings, files, controllers, inflections, regex }: Configuration,
  overrides: ReadonlyMap<string, RuleSetting>,
): string {
  const set = [...rules.values()].map((rule) => {
    const setting = overrides.get(rule.code) ?? settings.get(rule.code);
    const options = Object.entries(rule.options ?? {}).map(
      ([name, option]) => [name, settings.get(rule.code)?.options.get(name) ?? option.default] as const,
    );
    const reason = settings.get(rule.code)?.reason;
    return [
      rule.code,
      {
        severity: setting?.severity ?? rule.severity,
        reason,
        ...Object.fromEntries(options),
      },
    ] as const;
  });
  const printed = { files, controllers, inflections, regex, rules: Object.fromEntries(set) };
  return escapeJson(JSON.stringify(printed, undefined, 2));
}

function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError(`'${text}' is no whole number.`);
  return Number(text);
}
