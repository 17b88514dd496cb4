// The routes of the project to which a TypeScript file belongs. They are read on request, and again after one of the routes files
// has changed.

import { basename, dirname, resolve } from 'node:path';
import { analyze, type Analysis } from '../analysis/analyze.js';
import { attempt } from '../http/http-error.js';
import { readConfiguration } from '../lint/configuration.js';
import { findConfigurationAsData, type ConfigurationFile } from '../node/files/configuration-data.js';
import { foldersUp } from '../node/files/project-folder.js';
import { statIfPresent } from '../node/files/regular-file.js';
import { readIncluded, routesFileIn } from '../node/files/routes-file.js';
import { canonicalName } from '../routing/patterns/route-name.js';
import type { RouteDefinition } from '../routing/patterns/route.js';
import { namedRoutes } from '../typescript/helper-forms.js';

/** The names of helpers. */
export interface Names {
  /** The first route of each name, by canonical name. */
  readonly byName: ReadonlyMap<string, RouteDefinition>;
  /** Names whose paths the application's code makes, so their values are not known. */
  readonly direct: ReadonlySet<string>;
}

export interface KnownRoutes extends Names {
  /** The routes file. */
  readonly file: string;
}

interface Kept extends KnownRoutes {
  /** Whether these are all names: the file has no mistakes, and no code may change names. */
  readonly isWhole: boolean;
  readonly stamp: string;
  readonly files: readonly string[];
}

export class ProjectRoutes {
  readonly #kept = new Map<string, Kept>();

  /** @param named the routes file in the plugin's configuration, relative to the project's folder */
  constructor(
    readonly folder: string,
    readonly named: string | undefined,
  ) {}

  /** The routes file that belongs to a file of the project. */
  fileFor(file: string): string | undefined {
    return this.named === undefined ? routesAbove(dirname(file)) : resolve(this.folder, this.named);
  }

  /** The names of a routes file; undefined if it cannot be read. */
  in(routesFile: string): Kept | undefined {
    const kept = this.#kept.get(routesFile);
    const known = kept?.stamp === stampOf(kept?.files ?? []) ? kept : this.#read(routesFile);
    if (known) this.#kept.set(routesFile, known);
    return known;
  }

  #read(routesFile: string): Kept | undefined {
    const files = [routesFile];
    const text = attempt(() => readIncluded(routesFile));
    const configured = attempt(() => ({ found: findConfigurationAsData(dirname(routesFile)) }));
    if (text === undefined || !configured) return undefined;
    const { found } = configured;
    if (found) files.push(found.file);
    const { inflections, regex } = readConfiguration(found?.value, new Map()).configuration;
    const read = (path: string): string | undefined => {
      files.push(path);
      return attempt(() => readIncluded(path));
    };
    const analysis = analyze(text, { file: routesFile, read, inflections, regex });
    const isWhole =
      analysis.diagnostics.every(({ severity }) => severity !== 'error') && !(found && mayChangeNames(found));
    return { ...namesOf(analysis), file: routesFile, isWhole, files, stamp: stampOf(files) };
  }
}

/** The names of an analyzed routes file. */
export function namesOf({ routes, interpretation }: Analysis): Names {
  const named = namedRoutes(routes.map(({ definition }) => definition));
  return {
    byName: new Map(named.map(({ kebabCase, definition }) => [kebabCase, definition])),
    direct: new Set([...interpretation.customHelpers.direct.keys()].map(canonicalName)),
  };
}

/** Whether a configuration in code may change names. Such a configuration is not run here. */
function mayChangeNames({ file, notice }: ConfigurationFile): boolean {
  const text = notice === undefined ? '' : attempt(() => readIncluded(file));
  return text === undefined || /\binflections\b|\.\.\./.test(text);
}

function stampOf(files: readonly string[]): string {
  return files
    .map((file) => {
      const stat = statIfPresent(file);
      return stat ? `${stat.mtimeMs} ${stat.size}` : '';
    })
    .join(' ');
}

/** The nearest `config/routes` or `routes` in a folder or above it. */
function routesAbove(start: string): string | undefined {
  const folders = foldersUp(start);
  const packages = folders.findIndex((folder) => basename(folder) === 'node_modules');
  return folders
    .slice(0, packages === -1 ? undefined : packages)
    .map(routesFileIn)
    .find((path) => path !== undefined);
}
