// Imports an application's modules so that each exists once in the process. It tries, in this order:
//
// 1. The host's `import()`. Other importers of the file get the same module, and mocks of a test runner apply. This works for JavaScript,
//    and for TypeScript on Bun, on Deno, under tsx, and if Node itself strips types.
// 2. `require`, for TypeScript, if only `require` can load it (ts-node): the host's modules are then CommonJS too.
// 3. jiti, if the host cannot read TypeScript. The TypeScript modules that it loads are a graph of its own. The JavaScript and the
//    packages that they import are the host's.
//
// docs/modules.md lists the cases.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as nodeModule from 'node:module';
import { dirname, isAbsolute, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ModuleCache } from 'jiti';
import { attempt } from '../../http/http-error.js';
import { isOwn, privateFolder, userCacheFolder } from '../files/private-folder.js';
import { foldersUp } from '../files/project-folder.js';
import { brokenLink, irregularity, isFolder } from '../files/regular-file.js';
import { RoutesFileError } from '../files/routes-file.js';
import { systemCode } from '../files/system-error.js';
import { noting } from './import-failure.js';

export type Exports = Readonly<Record<string, unknown>>;

/** Imports a file by its path. */
type Importer = (file: string) => Promise<Exports>;

/** Imports a module file and returns its exports. Rejects with what the module throws. */
export async function importModule(file: string): Promise<Exports> {
  return ownExports(await noting(file, () => importedFile(file)));
}

/** The real exports of an ES module that was compiled to CommonJS: Node gives them all as the default export. */
function ownExports(exports: Exports): Exports {
  // Asked with `in`, since Vitest's mocks throw if a missing export is read.
  if (!('__esModule' in exports && 'default' in exports)) return exports;
  const { default: whole, __esModule: isCompiled } = exports;
  const isWhole = isCompiled === true && typeof whole === 'object' && whole !== null && '__esModule' in whole;
  return isWhole ? (whole as Exports) : exports;
}

async function importedFile(file: string): Promise<Exports> {
  checkImportable(file);
  const runner = testRunner();
  if (runner) return runner.import(file);
  const { href } = pathToFileURL(file);
  if (!/\.[cm]?ts$/.test(file)) return imported(href);
  resolveTypeScriptNames();
  const required = isRequired(file) ? requiredFile(file) : undefined;
  if (required !== undefined) return required;
  if (hostReadsTypeScript) {
    try {
      return await imported(href);
    } catch (error) {
      if (!isBeyondHost(error)) throw error;
    }
  }
  return (await (jiti ??= jitiImporter(dirname(file))))(file);
}

/** Throws a `RoutesFileError` if a module's path leads to a folder, a pipe, a device, a socket, or is a broken link. */
export function checkImportable(file: string): void {
  const broken = brokenLink(file);
  if (broken !== undefined) throw new RoutesFileError(`${file} ${broken}`);
  const irregular = isFolder(file) ? 'it is a folder, and no file' : irregularity(file);
  if (irregular !== undefined) throw new RoutesFileError(`${file} cannot be imported (${irregular})`);
}

/** Imports a package as a module in `folder` would; undefined if there is none of that name. */
export async function importPackage(name: string, folder: string): Promise<Exports | undefined> {
  const file = attempt(() => createRequire(join(folder, 'routes')).resolve(name));
  if (file === undefined) return undefined;
  return isAbsolute(file) ? importModule(file) : imported(file);
}

const imported = (specifier: string): Promise<Exports> => import(specifier) as Promise<Exports>;

/**
 * The importer of Vitest, if it runs. Vitest runs tests in a module graph of its own, which `import()` in a package from `node_modules`
 * does not reach. Its mocker has the importer: `executor` up to version 3, `moduleRunner` from 4.
 */
function testRunner(): { import: Importer } | undefined {
  const { __vitest_mocker__: mocker } = globalThis as {
    __vitest_mocker__?: {
      readonly executor?: { executeId?: Importer };
      readonly moduleRunner?: { import?: Importer };
    };
  };
  const { executor, moduleRunner } = mocker ?? {};
  if (typeof moduleRunner?.import === 'function') return moduleRunner as { import: Importer };
  if (typeof executor?.executeId !== 'function') return undefined;
  return { import: (file) => (executor as { executeId: Importer }).executeId(file) };
}

/** Whether the host itself would load this TypeScript file by `require`: `require` can load TypeScript, and the file is CommonJS. */
function isRequired(file: string): boolean {
  const { bun, deno } = process.versions;
  return (
    bun === undefined &&
    deno === undefined &&
    '.ts' in createRequire(file).extensions &&
    !file.endsWith('.mts') &&
    (file.endsWith('.cts') || packageType(dirname(file)) !== 'module')
  );
}

function packageType(folder: string): unknown {
  const packages = foldersUp(folder).map((at) =>
    attempt(() => JSON.parse(readFileSync(join(at, 'package.json'), 'utf8')) as { readonly type?: unknown }),
  );
  return packages.find((each) => each !== undefined)?.type;
}

/** The exports of a file that is loaded by `require`; undefined if it has to be imported. */
function requiredFile(file: string): Exports | undefined {
  try {
    const exports = createRequire(file)(file) as unknown;
    return Object(exports) === exports && '__esModule' in (exports as object)
      ? (exports as Exports)
      : Object.assign({}, exports, { default: exports });
  } catch (error) {
    if (isBeyondHost(error) || systemCode(error)?.startsWith('ERR_REQUIRE_') === true) return undefined;
    throw error;
  }
}

/** Set to false when the host has refused a TypeScript file. */
let hostReadsTypeScript = true;

/**
 * Whether the host failed before it ran anything: it reads no TypeScript, the file has syntax that cannot just be stripped, or it imports
 * a type like a value (a `SyntaxError` when the modules are linked).
 */
function isBeyondHost(error: unknown): boolean {
  const code = systemCode(error);
  if (code === 'ERR_UNKNOWN_FILE_EXTENSION') hostReadsTypeScript = false;
  return (
    code === 'ERR_UNKNOWN_FILE_EXTENSION' ||
    code === 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX' ||
    (error instanceof SyntaxError && code === undefined)
  );
}

let resolvesTypeScriptNames = false;

/**
 * Makes Node find `store.ts` for `./store.js` and `./store`, as TypeScript does. Node strips types, but takes these names as they are
 * written. What Node finds by itself is not changed.
 */
function resolveTypeScriptNames(): void {
  if (resolvesTypeScriptNames) return;
  resolvesTypeScriptNames = true;
  const { registerHooks } = nodeModule as { registerHooks?: (hooks: object) => void };
  const { features } = process;
  if (
    !('typescript' in features && features.typescript) ||
    process.versions['bun'] ||
    process.versions['deno']
  )
    return;
  registerHooks?.({
    resolve(specifier: string, context: object, next: (specifier: string, context: object) => unknown) {
      try {
        return next(specifier, context);
      } catch (error) {
        if (/^\.\.?\//.test(specifier)) {
          const [stem, extension = ''] = specifier.split(/(\.[cm]?js)$/);
          for (const candidate of [
            `${stem}${extension.replace('js', 'ts') || '.ts'}`,
            `${specifier}/index.ts`,
          ]) {
            try {
              return next(candidate, context);
            } catch {
              // Tries the next candidate. If all fail, the error about the written name is thrown.
            }
          }
        }
        throw error;
      }
    },
  });
}

let jiti: Promise<Importer> | undefined;

async function jitiImporter(folder: string): Promise<Importer> {
  const { createJiti } = await import('jiti');
  // jiti's `moduleCache` is Node's CommonJS cache. A package that the host has required would come from it without a default export.
  const jiti = createJiti(import.meta.url, {
    interopDefault: false,
    moduleCache: false,
    fsCache: cacheFolder(folder) ?? false,
  });
  const loaded = new Map<string, ModuleCache[string]>();
  return async (file) => {
    const filename = jiti.resolve(file);
    const known = loaded.get(filename);
    if (known !== undefined) return known.exports as Exports;
    const cache = Object.fromEntries(loaded);
    try {
      const source = readFileSync(filename, 'utf8');
      return (await jiti.evalModule(source, { filename, async: true, cache })) as Exports;
    } catch (error) {
      // jiti finds its compiler relative to its own file, which fails in a bundle.
      if (attempt(() => jiti.transform({ source: '' })) !== undefined) throw error;
      const how = 'Leave the package waypost outside of it, or compile the file to JavaScript';
      throw new RoutesFileError(
        `${file} cannot be imported: what compiles TypeScript here, jiti, cannot run inside a bundle. ${how}`,
        { cause: error },
      );
    } finally {
      for (const [path, module] of Object.entries(cache)) if (module.loaded) loaded.set(path, module);
    }
  };
}

/**
 * The folder for compiled modules, where nobody else may be able to put any: the project's `node_modules/.cache`, or else the user's cache
 * folder. Undefined if neither can be made private.
 */
export function cacheFolder(folder: string): string | undefined {
  const modules = foldersUp(folder)
    .map((at) => join(at, 'node_modules'))
    .find(isOwn);
  return modules === undefined ? userCacheFolder() : privateFolder(join(modules, '.cache', 'waypost'));
}
