// The interface between the server and its machine. In a worker or a test it may be answered from memory.

import type { Bindings } from '../src/interpreter/bindings.js';
import type { ApplicationKnowledge } from '../src/lint/application.js';
import type { Configuration } from '../src/lint/configuration.js';
import type { RegexCheck } from '../src/lint/regex-safety.js';
import type { FormatOptions } from '../src/format/format.js';
import type { ProjectFiles } from '../src/node/files/project-files.js';
import type { Answer } from './features/try-request.js';
import type { ModuleEdits } from '../src/node/modules/module-edits.js';

/** The application of a routes file, as known from its files. */
export interface Project {
  readonly application: ApplicationKnowledge | undefined;
  readonly bindings: Bindings | undefined;
  readonly configuration: Configuration;
  /** Edits of the application's modules; undefined if modules cannot be parsed. */
  readonly modules?: ModuleEdits | undefined;
  /** The file in which a controller would be written. */
  controllerFile(name: string): string | undefined;
  /** The name of the controller in a module file, as targets name it. */
  controllerName(file: string): string | undefined;
  /** The routes file whose routes lead to the actions of the project's modules. */
  readonly routesFile: string | undefined;
}

export interface Host {
  readFile(path: string): string | undefined;
  /** The project of a routes file or of a module. */
  project(path: string): Promise<Project>;
  /** Sets how to read the client's open files. Their text counts instead of the text on disk, for routes files and modules. */
  overlay?(openText: (path: string) => string | undefined): void;
  /** Forgets projects and folders, since a file has changed. */
  forget(): void;
  /** All routes files below a folder. */
  routesFiles(folder: string): Promise<readonly string[]>;
  /** The modules, views and tests of a routes file's project. They may call helpers. */
  sourceFiles?(path: string): Promise<ProjectFiles>;
  /** The text of such a file, as it is open or on disk; undefined if it is too long. */
  sourceText?(path: string): string | undefined;
  /** A version of such a file. It stays equal as long as the text does. */
  fileVersion?(path: string): string;
  /** The text of a file in the last commit. Reading it runs nothing of the repository. */
  committedText?(path: string): Promise<string | undefined>;
  /** The address of the development server that runs for a file's application. */
  developmentServer?(path: string): Promise<string | undefined>;
  /** Sends a request to a development server. */
  send?(origin: string, verb: string, path: string): Promise<Answer>;
  /** The line ends of a file, if its surroundings define them (`.editorconfig`). */
  lineConventions?(path: string): Promise<FormatOptions>;
  /** Judges a regex outside the server's own thread, if possible. */
  readonly checkRegex?: RegexCheck | undefined;
  /** The address of the page about a diagnostic code. Absent if the pages are not installed. */
  documentation?(code: string): string | undefined;
}
