// The server's host on Node: it reads files, and analyses applications without running them.

import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, parse, relative, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { readConfiguration } from '../src/lint/configuration.js';
import { rules } from '../src/lint/registry.js';
import {
  findConfiguration,
  noticesOf,
  type ConfigurationSearch,
} from '../src/node/files/configuration-file.js';
import { ControllerIndex } from '../src/node/modules/controller-index.js';
import { ModuleEdits } from '../src/node/modules/module-edits.js';
import { ModuleReader } from '../src/node/modules/module-reader.js';
import { foldersUp, isOutside } from '../src/node/files/project-folder.js';
import type { ProjectFiles } from '../src/node/files/project-files.js';
import { readRegularFile, statIfPresent } from '../src/node/files/regular-file.js';
import { applicationFiles, readIncluded, routesFileIn } from '../src/node/files/routes-file.js';
import { staticBindings } from '../src/node/modules/static-bindings.js';
import type { Host, Project } from './host.js';
import { separateRegexCheck } from './regex-process.js';

/** The greatest length in bytes of a module or view that is searched for helpers. Longer files are hardly ever written by hand. */
const longestSource = 512 * 1024;

/** Milliseconds for which the text of the last commit is kept. */
const commitAge = 4_000;
/** Milliseconds that a development server has to answer. */
const requestPatience = 15_000;

/** @param search whether a configuration that is code may run; no other code of a project ever does */
export function nodeHost(
  log: (text: string) => void,
  search: ConfigurationSearch = { trustsCode: false },
): Host {
  const projects = new Map<string, Promise<Project>>();
  const committed = new Map<string, { readonly at: number; readonly text: Promise<string | undefined> }>();
  const sources = new Map<string, Promise<ProjectFiles>>();
  const routes = new Map<string, Promise<readonly string[]>>();
  const pages = pagesOfCodes();
  let reader: Promise<ModuleReader | undefined> | undefined;
  let openText: (path: string) => string | undefined = () => undefined;
  return {
    overlay: (texts) => void (openText = texts),
    readFile(path) {
      try {
        // Editors show a file without its byte order mark.
        return readIncluded(path)?.replace(/^\uFEFF/, '');
      } catch {
        return undefined;
      }
    },
    project(path) {
      const folder = applicationFolder(path);
      let project = projects.get(folder);
      if (!project) {
        reader ??= ModuleReader.load((file) => openText(file)).catch((error: unknown) => {
          log(`controllers cannot be read, so nothing is said of them: ${String(error)}`);
          return undefined;
        });
        project = reader.then((loaded) => loadProject(folder, loaded, search, log));
        projects.set(folder, project);
      }
      return project;
    },
    forget() {
      projects.clear();
      sources.clear();
      routes.clear();
    },
    async sourceFiles(path) {
      const folder = applicationFolder(path);
      const found =
        sources.get(folder) ??
        import('../src/node/files/project-files.js').then(({ projectFiles }) => projectFiles(folder));
      sources.set(folder, found);
      return found;
    },
    sourceText(path) {
      try {
        return (
          openText(path) ??
          (statSync(path).size > longestSource ? undefined : readRegularFile(path).toString())
        );
      } catch {
        return undefined;
      }
    },
    fileVersion(path) {
      const open = openText(path);
      if (open !== undefined) return `open ${open}`;
      const stat = statIfPresent(path);
      return stat ? `${stat.mtimeMs} ${stat.size}` : 'gone';
    },
    committedText(path) {
      const known = committed.get(path);
      if (known && performance.now() - known.at < commitAge) return known.text;
      const text = import('../src/node/files/committed-text.js').then(({ committedText }) =>
        committedText(path),
      );
      committed.set(path, { at: performance.now(), text });
      return text;
    },
    async developmentServer(path) {
      const { runningServer } = await import('../src/node/files/running-servers.js');
      return runningServer(applicationFolder(path));
    },
    async send(origin, verb, path) {
      const start = performance.now();
      const response = await fetch(new URL(path, origin), {
        method: verb,
        redirect: 'manual',
        signal: AbortSignal.timeout(requestPatience),
      });
      await response.arrayBuffer();
      const { status, statusText, headers } = response;
      const milliseconds = performance.now() - start;
      return { status, statusText, milliseconds, timing: headers.get('server-timing') ?? undefined };
    },
    checkRegex: separateRegexCheck(),
    // Read every time, because not all clients report changes of `.editorconfig`. This takes half a millisecond.
    async lineConventions(path) {
      const { lineConventions } = await import('../src/node/files/editor-config.js');
      return lineConventions(path);
    },
    routesFiles(folder) {
      const found = routes.get(folder) ?? routesFilesBelow(folder);
      routes.set(folder, found);
      return found;
    },
    documentation: (code) => pages.get(code),
  };
}

/** The addresses of the pages about diagnostic codes. They are in a folder above this module, in the same package. */
function pagesOfCodes(): ReadonlyMap<string, string> {
  for (const folder of foldersUp(dirname(fileURLToPath(import.meta.url)))) {
    const pages = join(folder, 'docs/diagnostics');
    if (existsSync(pages))
      return new Map(
        readdirSync(pages).map((page) => [parse(page).name, pathToFileURL(join(pages, page)).href]),
      );
    if (existsSync(join(folder, 'package.json'))) break;
  }
  return new Map();
}

async function routesFilesBelow(folder: string): Promise<readonly string[]> {
  const { glob } = await import('tinyglobby');
  const found = await glob(['**/*.routes', '**/config/routes', 'routes'], {
    cwd: folder,
    absolute: true,
    ignore: ['**/node_modules/**', '**/dist/**'],
  });
  // With the separators of this system, like all other paths.
  return found.map((path) => resolve(path));
}

/** The nearest folder above that has routes (for `config/routes`, the folder around `config`). If there is none, the file's own folder. */
function applicationFolder(path: string): string {
  for (const folder of foldersUp(dirname(path))) {
    const routes = routesFileIn(folder);
    if (routes !== undefined) return applicationFiles(routes).folder;
  }
  return dirname(path);
}

async function loadProject(
  folder: string,
  reader: ModuleReader | undefined,
  search: ConfigurationSearch,
  log: (text: string) => void,
): Promise<Project> {
  const routesFile = routesFileIn(folder);
  const found = await findConfiguration(folder, search).catch((error: unknown) => {
    log(`the configuration cannot be read: ${String(error)}`);
    return undefined;
  });
  const { configuration, problems } = readConfiguration(found?.value, rules);
  if (found) for (const problem of noticesOf(found, problems)) log(`${found.file}: ${problem}`);
  const files = applicationFiles(routesFile ?? join(folder, 'routes'));
  const controllers =
    found && configuration.controllers !== undefined
      ? join(dirname(found.file), configuration.controllers)
      : files.controllers;
  const application = reader && new ControllerIndex(reader, controllers, folder);
  return {
    application,
    bindings: application && staticBindings(application),
    configuration,
    modules: reader && new ModuleEdits(reader.parse),
    routesFile,
    controllerFile: (name) => join(controllers ?? join(folder, 'controllers'), `${name}.ts`),
    controllerName(file) {
      if (controllers === undefined) return undefined;
      const path = relative(controllers, file);
      if (isOutside(path)) return undefined;
      return path
        .replace(/\.[cm]?[jt]s$/, '')
        .split(sep)
        .join('/');
    },
  };
}
