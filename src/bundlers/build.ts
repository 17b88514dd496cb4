// An application's folder → a folder that runs by itself: `node dist/server.js` (docs/bundlers.md, "Production").
//
// The routes are compiled, and with everything that they name and what of waypost they need they become one module. Packages that the application
// imports stay imports and are listed in the `package.json` beside it, but for a worker, which has them in it; files that its modules find by
// `import.meta.url` are found in the folder, under the path that they had.

import type { BuildFailure, Message, OnResolveArgs, OnResolveResult, Plugin } from 'esbuild';
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { builtinModules, createRequire } from 'node:module';
import { basename, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { messageOf } from '../http/http-error.js';
import { foldersUp, isOutside, shownFrom } from '../node/files/project-folder.js';
import { applicationFiles, lacksConfiguration, RoutesFileError } from '../node/files/routes-file.js';
import { systemCode } from '../node/files/system-error.js';
import { checkImportable } from '../node/modules/import-module.js';
import { ModuleReader } from '../node/modules/module-reader.js';
import { applicationSettings } from './application-settings.js';
import {
  bannerOf,
  type BuildTarget,
  entryText,
  type TargetName,
  targets,
  wranglerConfiguration,
} from './build-targets.js';
import { type Copied, outFolder, writeBuild } from './built-folder.js';
import { bundlerPlugin } from './plugin.js';
import { filesBelow, hashedFiles, type PublicFile, publicFiles } from './public-files.js';

export interface BuildOptions {
  /** The routes file of the application. */
  readonly routes: string;
  /** The folder that is written; what an earlier build has put there is taken away first. */
  readonly out: string;
  /** Files and folders of the application that it reads when it runs, relative to its folder. */
  readonly include?: readonly string[] | undefined;
  /** What it is to run on; Node unless given. */
  readonly target?: TargetName | undefined;
  /** Whether the files of `public/` get names with a hash beside their own; they do not unless given. */
  readonly hashAssets?: boolean | undefined;
}

export interface Built {
  /** Absolute paths of the files and folders that were written. */
  readonly written: readonly string[];
  /** What esbuild warns of in the modules. */
  readonly warnings: readonly Message[];
  /** Absolute paths of files that stand where others would have been copied, and were left as they are. */
  readonly left: readonly string[];
  /** The packages that have to be installed where it runs, with their versions. */
  readonly packages: Readonly<Record<string, string>>;
}

/**
 * Builds an application for a runtime (build-targets.ts).
 *
 * @throws RoutesFileError for a folder that cannot be written or read, for what the runtime does not have, and where a package is missing
 * that the build needs; what esbuild says of the modules
 */
export async function buildApplication(options: BuildOptions): Promise<Built> {
  const { routes, include = [], target: name = 'node', hashAssets = false } = options;
  const files = applicationFiles(realpathSync(routes));
  const { folder } = files;
  await checkMiddleware(files.middleware);
  const target = targets[name];
  const out = outFolder(options.out, folder);
  const own = ['package.json', target.entry, `${target.entry}.map`, ...(hashAssets ? ['assets.json'] : [])];
  const copied = includedFiles(include, folder, out, own);
  if (target.isWorker && copied.length > 0)
    throw new RoutesFileError(
      `a worker has no files to read: import what it needs of ${include.join(', ')}, or build for node`,
    );
  if (files.public !== undefined && !isOutside(relative(files.public, out)))
    throw new RoutesFileError(
      `${options.out} is in public/, and would be served; give another folder with --out`,
    );
  const given = files.public === undefined ? [] : publicFiles(files.public);
  const hashed = hashAssets ? hashedFiles(given) : new Map<string, PublicFile>();
  const served = [...given, ...hashed.values()];
  if (!target.embedsPublic)
    copied.push(...served.map(({ from, path }) => ({ from, to: join(out, 'public', path) })));
  const names = Object.fromEntries([...hashed].map(([path, file]) => [path, file.path]));
  // esbuild's own process would keep this one from ending where a configuration awaits in vain: by then it has been imported.
  await applicationSettings(files.routes, { trustsCode: true }, () => undefined);
  const esbuild = await ownEsbuild(folder);
  const packages = new Set<string>();
  const { outputFiles, metafile, warnings } = await esbuild
    .build({
      absWorkingDir: folder,
      stdin: {
        contents: entryText(files, target, served, hashAssets),
        resolveDir: folder,
        sourcefile: target.entry,
      },
      outfile: join(out, target.entry),
      write: false,
      metafile: true,
      bundle: true,
      format: 'esm',
      sourcemap: true,
      sourcesContent: false,
      logLevel: 'silent',
      ...(target.isWorker ? workerOptions : nodeOptions),
      ...(name === 'lambda' && { alias: { 'srvx/aws-lambda': packageFile('srvx/aws-lambda', folder) } }),
      banner: { js: bannerOf(target, names) },
      plugins: [
        ownLoaders,
        target.isWorker ? workerModules : keptPackages(packages, folder),
        ...(target.isWorker ? [] : [ownPlaces(folder)]),
        bundlerPlugin.esbuild({
          root: folder,
          types: false,
          runsAlone: true,
          optimize: target.optimize,
        }),
      ],
    })
    .catch((error: unknown) => {
      throw lacksWaypost(error) ? missingPackage('waypost', 'waypost') : error;
    });
  const imported = new Set(
    Object.values(metafile.outputs).flatMap(({ imports, inputs }) => [
      ...imports.map(({ path }) => path),
      ...Object.keys(inputs).filter((path) => path.startsWith(`${requiredOfNode}:`)),
    ]),
  );
  if (target.isWorker) checkWorker(imported);
  const versions = versionsOf(packages, folder);
  const texts = {
    'package.json': packageText(target, versions),
    ...(hashAssets && { 'assets.json': json(names) }),
    ...(target.isWorker && {
      'wrangler.json': json(
        wranglerConfiguration(
          basename(folder),
          !target.embedsPublic && served.length > 0,
          [...imported].some((path) => path.startsWith('node:')),
        ),
      ),
    }),
  };
  const modules = outputFiles.map(({ path, contents }) => [relative(out, path), contents] as const);
  const made = new Map<string, string | Uint8Array>([...modules, ...Object.entries(texts)]);
  const left = writeBuild(out, made, copied);
  const named = ['public', ...include].map((name) => join(out, relative(folder, resolve(folder, name))));
  const folders = named.filter((path) => copied.some(({ to }) => `${to}${sep}`.startsWith(path + sep)));
  return {
    written: [...[target.entry, ...Object.keys(texts)].map((file) => join(out, file)), ...new Set(folders)],
    warnings,
    left,
    packages: versions,
  };
}

const nodeOptions = {
  platform: 'node' as const,
  target: 'node20',
  define: {
    'import.meta': 'waypostPlace',
    __filename: 'waypostPlace.filename',
    __dirname: 'waypostPlace.dirname',
    'require.resolve': 'waypostPlace.requireResolve',
  },
};
const workerOptions = {
  platform: 'browser' as const,
  target: 'es2022',
  conditions: ['workerd', 'worker'],
  define: { 'process.env.NODE_ENV': '"production"' },
};

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

function packageText({ start }: BuildTarget, dependencies: Readonly<Record<string, string>>): string {
  return json({
    private: true,
    type: 'module',
    ...(start !== undefined && { scripts: { start } }),
    dependencies,
  });
}

/** What is copied beside `own`, the files that the build writes itself. */
function includedFiles(
  include: readonly string[],
  folder: string,
  out: string,
  own: readonly string[],
): Copied[] {
  return include.flatMap((name) => {
    const from = resolve(folder, name);
    if (isOutside(relative(folder, from)) || !existsSync(from))
      throw new RoutesFileError(
        `there is no ${name} in ${folder}; name what is to be copied by its path there`,
      );
    if (!isOutside(relative(from, out)) || !isOutside(relative(out, from)))
      throw new RoutesFileError(
        `${name} has the folder in it that is written, or is in it; name what the application reads alone`,
      );
    if (own.includes(relative(folder, from)))
      throw new RoutesFileError(
        `${name} has a name that the build itself writes; have the application read another`,
      );
    const real = realpathSync(from);
    const project = realpathSync(folder);
    const root = isOutside(relative(project, real)) ? real : project;
    const within = statSync(real).isDirectory()
      ? filesBelow(from, [root, real], (path) => {
          throw new RoutesFileError(
            `${relative(folder, path)} leads out of ${root}; put what it leads to there, or take the link away`,
          );
        })
      : [];
    return [from, ...within].map((path) => ({ from: path, to: join(out, relative(folder, path)) }));
  });
}

const leftOutside = ({ path }: { readonly path: string }): OnResolveResult => ({
  path,
  external: true,
  sideEffects: false,
});

/** The parts of waypost that load sources, which nothing built needs. */
const ownLoaders: Plugin = {
  name: 'own-loaders',
  setup({ onResolve }) {
    onResolve({ filter: /^(?:jiti|oxc-parser|chokidar|unplugin|esbuild)(?:\/|$)/ }, leftOutside);
  },
};

/** Node's modules as CommonJS requires them, whose inputs esbuild calls by their full names: `node:path`. */
const requiredOfNode = 'node';

/** What a worker's host has: its own modules, and Node's by their full names. */
const workerModules: Plugin = {
  name: 'worker-modules',
  setup({ onResolve, onLoad }) {
    const found = ({ path, kind }: OnResolveArgs): OnResolveResult =>
      kind === 'require-call' && path.startsWith('node:')
        ? { path: path.slice('node:'.length), namespace: requiredOfNode }
        : leftOutside({ path });
    onResolve({ filter: /^(?:node|cloudflare):/ }, found);
    onResolve({ filter: /^[a-z_/0-9]+$/ }, (asked) =>
      builtinModules.includes(asked.path) ? found({ ...asked, path: `node:${asked.path}` }) : undefined,
    );
    // An ES module has no `require`, and an import would ask for what may never be needed.
    onLoad({ filter: /./, namespace: requiredOfNode }, ({ path }) => ({
      contents: `module.exports = globalThis.process?.getBuiltinModule?.('node:${path}');
if (!module.exports) throw new Error("this runtime has no module 'node:${path}', which a package requires");`,
    }));
  },
};

function checkWorker(imported: ReadonlySet<string>): void {
  const missing = [...imported].filter((path) => !/^(?:node|cloudflare):/.test(path));
  if (missing.length === 0) return;
  throw new RoutesFileError(
    `the application imports ${missing.join(', ')} by way of waypost, which a worker does not have: leave waypost/node out of what it imports, or build for node`,
  );
}

/** Leaves the packages that the application imports outside; waypost and what it needs itself go in. */
function keptPackages(packages: Set<string>, folder: string): Plugin {
  const isInstalled = (file: string): boolean => file.split(sep).includes('node_modules');
  return {
    name: 'kept-packages',
    setup({ onResolve, resolve: find }) {
      onResolve({ filter: /^[^./#]/ }, async ({ path, importer, kind, resolveDir, pluginData }) => {
        if (pluginData === isInstalled || kind === 'entry-point' || /^waypost(?:\/|$)/.test(path))
          return undefined;
        if (path.startsWith('node:')) return { path, external: true };
        if (isInstalled(importer) || isOutside(relative(folder, importer))) return undefined;
        const found = await find(path, { kind, importer, resolveDir, pluginData: isInstalled });
        if (found.errors.length > 0) return undefined;
        if (found.external || !isInstalled(found.path)) return found;
        packages.add(packageOf(path));
        return { path, external: true };
      });
    },
  };
}

/**
 * In one module all modules have one address: each is given back its own, below the folder that is written. The line of code stands before the text,
 * so that it is read as its name and `tsconfig.json` say, and each of its lines stays where it is.
 */
function ownPlaces(folder: string): Plugin {
  return {
    name: 'own-places',
    setup({ onLoad }) {
      onLoad({ filter: /\.[cm]?[jt]sx?$/ }, ({ path }) => {
        const name = relative(folder, path);
        if (isOutside(name) || name.split(sep).includes('node_modules')) return undefined;
        const text = readFileSync(path, 'utf8');
        if (!/import\.meta|__(?:file|dir)name|require\.resolve/.test(text)) return undefined;
        const address = JSON.stringify(encodeURI(name.split(sep).join('/')));
        const [program = ''] = /^(?:#!.*\n)?/.exec(text) ?? [];
        return {
          contents: `${program}var waypostPlace = /* @__PURE__ */ waypostPlaceOf(${address}); ${text.slice(program.length)}`,
          loader: 'default',
        };
      });
    },
  };
}

async function ownEsbuild(folder: string): Promise<typeof import('esbuild')> {
  const { href } = pathToFileURL(packageFile('esbuild', folder));
  return ((await import(href)) as { readonly default: typeof import('esbuild') }).default;
}

/** A module of a package of the application, or of the one beside waypost. */
function packageFile(module: string, folder: string): string {
  for (const from of [join(folder, 'package.json'), import.meta.url]) {
    try {
      return createRequire(from).resolve(module);
    } catch (error) {
      // A `package.json` on the way that is none.
      if (systemCode(error) !== 'MODULE_NOT_FOUND')
        throw new RoutesFileError(messageOf(error) ?? String(error), { cause: error });
    }
  }
  const name = packageOf(module);
  throw missingPackage(name, `--save-dev ${name}`);
}

const missingPackage = (name: string, installed: string): RoutesFileError =>
  new RoutesFileError(`waypost build needs the package '${name}' for this: npm install ${installed}`);

/** Throws a `RoutesFileError` where the text of a module of middleware has no default export. */
async function checkMiddleware(file: string | undefined): Promise<void> {
  if (file === undefined) return;
  checkImportable(file);
  const { byName, isComplete = false } = (await ModuleReader.load()).read(file) ?? {};
  if (isComplete && byName?.has('default') === false)
    throw new RoutesFileError(lacksConfiguration(shownFrom('', file)));
}

/** Whether a build failed since the application does not have waypost: each of its modules that imports it would say so. */
const lacksWaypost = (error: unknown): boolean =>
  isBuildFailure(error) && error.errors.some(({ text }) => text === 'Could not resolve "waypost/router"');

/** Whether an error is what esbuild says of the modules. */
export function isBuildFailure(error: unknown): error is BuildFailure {
  return error instanceof Error && 'errors' in error && Array.isArray(error.errors);
}

/** The package that a bare import names: `esbuild` of `esbuild/lib/main.js`, `@hono/node-server` of `@hono/node-server/vercel`. */
const packageOf = (path: string): string => path.split('/', path.startsWith('@') ? 2 : 1).join('/');

/** As the application's `package.json` asks for them, or as they are installed. */
function versionsOf(packages: ReadonlySet<string>, folder: string): Record<string, string> {
  type Manifest = { readonly dependencies?: Readonly<Record<string, string>>; readonly version?: string };
  const manifestIn = (path: string): Manifest | undefined =>
    existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Manifest) : undefined;
  const asked = manifestIn(join(folder, 'package.json'))?.dependencies ?? {};
  const installed = (name: string): string => {
    for (const at of foldersUp(folder)) {
      const found = manifestIn(join(at, 'node_modules', name, 'package.json'))?.version;
      if (found !== undefined) return `^${found}`;
    }
    return '*';
  };
  const versionOf = (name: string): string => {
    const version = Object.hasOwn(asked, name) ? asked[name] : undefined;
    // What a workspace says of it stands in files of the workspace.
    return version === undefined || /^(?:catalog|workspace):/.test(version) ? installed(name) : version;
  };
  return Object.fromEntries([...packages].sort().map((name) => [name, versionOf(name)]));
}
