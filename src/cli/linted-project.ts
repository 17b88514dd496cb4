// Finds the routes files to lint, and reads and lints each with the project's configuration.

import { dirname, isAbsolute, relative, resolve } from 'node:path';
import { analyze, type Analysis } from '../analysis/analyze.js';
import type { Diagnostic } from '../language/diagnostics.js';
import type { Source } from '../language/source.js';
import { readConfiguration, type Configuration, type RuleSetting } from '../lint/configuration.js';
import { lint } from '../lint/lint.js';
import { rules } from '../lint/registry.js';
import { findConfiguration, loadConfiguration, noticesOf } from '../node/files/configuration-file.js';
import {
  applicationFiles,
  findRoutesFile,
  readIncluded,
  readRoutesFile,
  RoutesFileError,
} from '../node/files/routes-file.js';
import { within } from '../node/files/limited-time.js';
import type { ControllerIndex } from '../node/modules/controller-index.js';
import { configuredFolder, warn } from './project-configuration.js';
import { Misuse, printFailure, type Terminal } from './terminal.js';

export interface LintedFile {
  /** The path as shown, relative to the working directory. */
  readonly file: string;
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
  /** The diagnostics with which the file does not load. They cannot be silenced. */
  readonly errors: readonly Diagnostic[];
  readonly suppressed: readonly Diagnostic[];
  /** The file and the files that it includes, by the names in diagnostics. */
  readonly sources: ReadonlyMap<string, Source>;
  /** Analyzes the file again with another text for one of its sources. */
  reread(file: string, text: string): Analysis;
}

interface ProjectOptions {
  /** The configuration file that was named; false for no configuration. */
  readonly config: string | false | undefined;
  /** Whether a configuration in code may run. */
  readonly trustConfig?: boolean | undefined;
  readonly terminal: Terminal;
  /** Severities by code, which have precedence over the configuration. */
  readonly overrides: ReadonlyMap<string, RuleSetting>;
  /** Whether to measure each rule. */
  readonly isTimed?: boolean | undefined;
}

/** The folder of controllers in the configuration; undefined if it does not exist. */
interface ConfiguredControllers {
  readonly isConfigured: boolean;
  readonly folder: string | undefined;
}

export class LintedProject {
  /** Milliseconds by rule. */
  readonly times = new Map<string, number>();
  readonly #indices = new Map<string, Promise<ControllerIndex>>();

  private constructor(
    readonly configuration: Configuration,
    private readonly controllers: ConfiguredControllers,
    private readonly files: readonly string[],
    private readonly options: ProjectOptions,
  ) {}

  /**
   * @param files the files that were named; if none, those of the configuration or the application's routes file
   * @throws ConfigurationFileError; RoutesFileError if there is no routes file
   */
  static async open(files: readonly string[], options: ProjectOptions): Promise<LintedProject> {
    const { config, terminal, trustConfig = false } = options;
    const { cwd } = terminal;
    const named = files.map((file) => resolve(cwd, file));
    const folderOfFirst = named[0] ? dirname(named[0]) : cwd;
    const found =
      config === undefined
        ? await findConfiguration(folderOfFirst, { trustsCode: trustConfig })
        : config !== false && (await loadConfiguration(resolve(cwd, config)));
    const { configuration, problems } = readConfiguration(found ? found.value : undefined, rules);
    if (found) for (const problem of noticesOf(found, problems)) warn(problem, found.file, terminal);
    const { controllers, files: patterns = [] } = configuration;
    const folder =
      found && controllers !== undefined ? configuredFolder(found.file, controllers, terminal) : undefined;
    const wanted = named.length > 0 || !found ? named : await configuredFiles(patterns, found.file, terminal);
    return new LintedProject(
      configuration,
      { isConfigured: controllers !== undefined, folder },
      wanted,
      options,
    );
  }

  /** Lints every file, except files that another one includes. Prints and counts files that cannot be read; the exit status is then 2. */
  async lintFiles(): Promise<{ readonly linted: LintedFile[]; readonly unreadable: number }> {
    const files = this.files.length > 0 ? this.files : [findRoutesFile(this.options.terminal.cwd)];
    const linted: LintedFile[] = [];
    let unreadable = 0;
    for (const path of new Set(files)) {
      const file = this.#shown(path);
      try {
        linted.push(await this.lintText(readRoutesFile(path), file));
      } catch (error) {
        if (!(error instanceof RoutesFileError)) throw error;
        unreadable++;
        printFailure(error.message, this.options.terminal);
      }
    }
    const pathOf = (file: string): string => resolve(this.options.terminal.cwd, file);
    const included = new Set(
      linted.flatMap(({ file, sources }) => [...sources.keys()].filter((name) => name !== file).map(pathOf)),
    );
    return { linted: linted.filter(({ file }) => !included.has(pathOf(file))), unreadable };
  }

  /** Lints a text under the name of a file, which need not exist. */
  async lintText(text: string, name: string): Promise<LintedFile> {
    const { cwd } = this.options.terminal;
    const file = this.#shown(resolve(cwd, name));
    const index = await this.#indexFor(resolve(cwd, file), text);
    const bindings = index && (await import('../node/modules/static-bindings.js')).staticBindings(index);
    const understand = (own: string, read: (included: string) => string | undefined): Analysis =>
      analyze(own, {
        file,
        read,
        bindings,
        regex: this.configuration.regex,
        inflections: this.configuration.inflections,
      });
    const readFile = (included: string): string | undefined => readIncluded(resolve(cwd, included));
    const analysis = understand(text, readFile);
    const { diagnostics, suppressed } = await lint(analysis, {
      configuration: this.configuration,
      application: index,
      overrides: this.options.overrides,
      ...(this.options.isTimed && {
        onTime: (code: string, milliseconds: number) =>
          void this.times.set(code, (this.times.get(code) ?? 0) + milliseconds),
      }),
    });
    const { sources } = analysis.interpretation.program;
    const shown = new Map(diagnostics.map((each) => [each, this.#withShownFiles(each, sources)]));
    return {
      file,
      text,
      diagnostics: [...shown.values()],
      errors: analysis.diagnostics.flatMap((each) => shown.get(each) ?? []),
      suppressed,
      sources,
      reread: (changed, its) =>
        changed === file
          ? understand(its, readFile)
          : understand(text, (included) => (included === changed ? its : readFile(included))),
    };
  }

  /** The index of the modules of a routes file's application; undefined if the text cannot name modules. */
  async #indexFor(path: string, text: string): Promise<ControllerIndex | undefined> {
    const folder = this.controllers.isConfigured
      ? this.controllers.folder
      : applicationFiles(path).controllers;
    // The parser of modules is slow to load.
    if (folder === undefined && !/&|\binclude\b/.test(text)) return undefined;
    const key = folder ?? '';
    let index = this.#indices.get(key);
    if (!index) {
      index = import('../node/modules/controller-index.js').then(({ ControllerIndex }) =>
        ControllerIndex.load(folder, this.options.terminal.cwd),
      );
      this.#indices.set(key, index);
    }
    return index;
  }

  #shown(path: string): string {
    return relative(this.options.terminal.cwd, path) || path;
  }

  /** Makes the paths of a diagnostic relative: those of places in controllers are absolute. */
  #withShownFiles(diagnostic: Diagnostic, sources: ReadonlyMap<string, Source>): Diagnostic {
    const shown = <Placed extends { readonly file: string }>(placed: Placed): Placed =>
      isAbsolute(placed.file) && !sources.has(placed.file)
        ? { ...placed, file: this.#shown(placed.file) }
        : placed;
    const { related } = diagnostic;
    return shown({ ...diagnostic, ...(related && { related: related.map(shown) }) });
  }
}

/** Milliseconds for finding the files of a pattern. In a large project, reading the disk takes some seconds. */
const patience = 30_000;

/** The files of the configuration. A pattern such as `config/*.routes` is replaced by the files that it matches. */
async function configuredFiles(
  patterns: readonly string[],
  configuration: string,
  terminal: Terminal,
): Promise<string[]> {
  const base = dirname(configuration);
  const files: string[] = [];
  for (const pattern of patterns) {
    if (!/[*?{[]/.test(pattern)) {
      files.push(resolve(base, pattern));
      continue;
    }
    // A pattern must not lead above the folder, nor through links: it could search the whole disk.
    if (isAbsolute(pattern) || pattern.split(/[/\\]/).includes('..')) {
      warn(
        `files: '${pattern}' leads out of the folder of the configuration; name each file there`,
        configuration,
        terminal,
      );
      continue;
    }
    const { globSync } = await import('tinyglobby');
    const found = within(patience, () =>
      globSync([pattern], {
        cwd: base,
        absolute: true,
        followSymbolicLinks: false,
        ignore: ['**/node_modules/**'],
      }),
    );
    if (!found)
      throw new Misuse(
        `${relative(terminal.cwd, configuration)}: files: '${pattern}' takes too long to look for; name each file there`,
      );
    if (found.length === 0) warn(`files: no file is like '${pattern}'`, configuration, terminal);
    // Use the separators of this system. Otherwise a file that is named too would count as another file.
    files.push(...found.sort().map((path) => resolve(path)));
  }
  return files;
}
