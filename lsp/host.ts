// What the server asks of the machine that it runs on. In a worker or a test it may be answered from memory.

import type { Bindings } from '../src/interpreter/bindings.js';
import type { ApplicationKnowledge } from '../src/lint/application.js';
import type { Configuration } from '../src/lint/configuration.js';
import type { RegexCheck } from '../src/lint/regex-safety.js';
import type { FormatOptions } from '../src/format/format.js';
import type { ProjectFiles } from '../src/node/files/project-files.js';
import type { Answer } from './features/try-request.js';
import type { ModuleEdits } from '../src/node/modules/module-edits.js';

/** The application that a routes file belongs to, as far as its files tell. */
export interface Project {
  readonly application: ApplicationKnowledge | undefined;
  readonly bindings: Bindings | undefined;
  readonly configuration: Configuration;
  /** Changes of the application's modules; undefined where they cannot be parsed. */
  readonly modules?: ModuleEdits | undefined;
  /** Where the controller of a name would be written. */
  controllerFile(name: string): string | undefined;
  /** The controller that a module file is, as targets name it. */
  controllerName(file: string): string | undefined;
  /** The routes file that a module file's actions are routed by. */
  readonly routesFile: string | undefined;
}

export interface Host {
  readFile(path: string): string | undefined;
  /** The project around a routes file or a module of the application. */
  project(path: string): Promise<Project>;
  /** Says what the client has open: that counts before what is on disk, of routes files and modules alike. */
  overlay?(openText: (path: string) => string | undefined): void;
  /** Forgets what is known of projects and folders: a file changed. */
  forget(): void;
  /** Every routes file below a folder. */
  routesFiles(folder: string): Promise<readonly string[]>;
  /** The modules, views and tests of the project around a routes file: where helpers may be called. */
  sourceFiles?(path: string): Promise<ProjectFiles>;
  /** The text of such a file, as it is open or on disk; undefined where it is too long to look at. */
  sourceText?(path: string): string | undefined;
  /** Equal as long as the text of such a file is. */
  fileVersion?(path: string): string;
  /** The text of a file as the last commit has it; nothing of the repository is run for it. */
  committedText?(path: string): Promise<string | undefined>;
  /** The address of the development server that runs for the application around a file. */
  developmentServer?(path: string): Promise<string | undefined>;
  /** Sends a request to such an address. */
  send?(origin: string, verb: string, path: string): Promise<Answer>;
  /** How the lines of a file end, as far as something beside it says (`.editorconfig`). */
  lineConventions?(path: string): Promise<FormatOptions>;
  /** Judges a regex of a constraint elsewhere than in the server's own thread, where that can be. */
  readonly checkRegex?: RegexCheck | undefined;
  /** The address of the page about a diagnostic code; absent where the pages are not at hand. */
  documentation?(code: string): string | undefined;
}
