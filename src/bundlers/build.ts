// An application's folder → a folder that runs by itself: `node dist/server.js` (docs/bundlers.md, "Production").
//
// The routes are compiled, and with everything that they name and what of waypost they need they become one module. Packages that the
// application imports stay imports and are listed in the `package.json` beside it; files that its modules find by `import.meta.url` are
// found in the folder, under the path that they had.

import type { Plugin } from 'esbuild';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { applicationFiles, RoutesFileError, type ApplicationFiles } from '../node/files/routes-file.js';
import { bundlerPlugin } from './plugin.js';

export interface BuildOptions {
  /** The routes file of the application. */
  readonly routes: string;
  /** The folder that is written; it is emptied first, where an earlier build has written it. */
  readonly out: string;
  /** Files and folders of the application that it reads when it runs, relative to its folder. */
  readonly include?: readonly string[] | undefined;
}

export interface Built {
  /** Absolute paths of the files and folders that were written. */
  readonly written: readonly string[];
  /** The packages that have to be installed where it runs, with their versions. */
  readonly packages: Readonly<Record<string, string>>;
}

const mark = '// Written by `waypost build`: change the application and build it again.';

/**
 * Builds an application for Node.
 *
 * @throws RoutesFileError for a folder that cannot be written or read, and where esbuild is missing; what esbuild says of the modules
 */
export async function buildApplication({ routes, out, include = [] }: BuildOptions): Promise<Built> {
  const files = applicationFiles(realpathSync(routes));
  const { folder } = files;
  const copied = include.map((name) => {
    const from = resolve(folder, name);
    if (isOutside(relative(folder, from)) || !existsSync(from))
      throw new RoutesFileError(
        `there is no ${name} in ${folder}; name what is to be copied by its path there`,
      );
    return { from, to: join(out, relative(folder, from)) };
  });
  if (files.public !== undefined) copied.push({ from: files.public, to: join(out, 'public') });
  const esbuild = await ownEsbuild(folder);
  const packages = new Set<string>();
  checkOut(out, folder);
  const { outputFiles } = await esbuild.build({
    absWorkingDir: folder,
    stdin: { contents: serverText(files), resolveDir: folder, sourcefile: 'server.js' },
    outfile: join(out, 'server.js'),
    write: false,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'silent',
    banner: {
      // What is CommonJS inside asks for `require`.
      js: `${mark}\nimport { createRequire as requireOf } from 'node:module';\nconst require = requireOf(import.meta.url);\nprocess.env.NODE_ENV ??= 'production';`,
    },
    plugins: [
      keptPackages(packages, folder),
      ownPlaces(esbuild, folder),
      bundlerPlugin.esbuild({ root: folder, types: false }),
    ],
  });
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  for (const { path, contents } of outputFiles) writeFileSync(path, contents);
  for (const { from, to } of copied) cpSync(from, to, { recursive: true });
  const versions = versionsOf(packages, folder);
  const manifest = {
    private: true,
    type: 'module',
    scripts: { start: 'node server.js' },
    dependencies: versions,
  };
  writeFileSync(join(out, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  return {
    written: [join(out, 'server.js'), join(out, 'package.json'), ...copied.map(({ to }) => to)],
    packages: versions,
  };
}

/** The module that serves, as a person would write it. */
function serverText({ folder, routes, middleware, public: statics }: ApplicationFiles): string {
  const own = (file: string): string => JSON.stringify(`./${relative(folder, file).split(sep).join('/')}`);
  return `import { MiddlewareStack } from 'waypost/router';
import { serve${statics === undefined ? '' : ', StaticFiles'} } from 'waypost/node';
import router from ${own(routes)};
${middleware === undefined ? '' : `import configure from ${own(middleware)};`}
const stack = new MiddlewareStack();
${statics === undefined ? '' : "stack.use('static', StaticFiles, { root: import.meta.dirname + '/public' });"}
${middleware === undefined ? '' : 'await configure(stack);'}
const { PORT = '3000', HOST = '127.0.0.1' } = process.env;
const server = await serve(stack.build(router), { port: Number(PORT), host: HOST });
console.log(\`Listening on \${server.url} (\${router.routes.length} routes, Ctrl+C stops)\`);
`;
}

/** Leaves the packages that the application imports outside; waypost and what it needs itself go in. */
function keptPackages(packages: Set<string>, folder: string): Plugin {
  const isInstalled = (file: string): boolean => file.split(sep).includes('node_modules');
  return {
    name: 'kept-packages',
    setup({ onResolve, resolve: find }) {
      // The parts of waypost that load sources, which nothing built needs.
      onResolve({ filter: /^(?:jiti|oxc-parser|chokidar|unplugin|esbuild)(?:\/|$)/ }, ({ path }) => ({
        path,
        external: true,
        sideEffects: false,
      }));
      onResolve({ filter: /^[^./#]/ }, async ({ path, importer, kind, resolveDir, pluginData }) => {
        if (pluginData === isInstalled || kind === 'entry-point' || /^waypost(?:\/|$)/.test(path))
          return undefined;
        if (path.startsWith('node:')) return { path, external: true };
        if (isInstalled(importer) || isOutside(relative(folder, importer))) return undefined;
        const found = await find(path, { kind, importer, resolveDir, pluginData: isInstalled });
        if (found.errors.length > 0) return undefined;
        if (found.external || !isInstalled(found.path)) return found;
        packages.add(/^(?:@[^/]+\/)?[^/]+/.exec(path)![0]);
        return { path, external: true };
      });
    },
  };
}

/** In one module all modules have one address: each is given back its own, below the folder that is written. */
function ownPlaces(esbuild: typeof import('esbuild'), folder: string): Plugin {
  return {
    name: 'own-places',
    setup({ onLoad }) {
      onLoad({ filter: /\.[cm]?[jt]sx?$/ }, async ({ path }) => {
        const name = relative(folder, path);
        if (isOutside(name) || name.split(sep).includes('node_modules')) return undefined;
        const text = readFileSync(path, 'utf8');
        if (!text.includes('import.meta.')) return undefined;
        const address = JSON.stringify(encodeURI(name.split(sep).join('/')));
        const { code } = await esbuild.transform(text, {
          loader: extname(path).replace(/^\.[cm]?/, '') as 'js' | 'ts',
          sourcefile: basename(path),
          sourcemap: 'inline',
          define: {
            'import.meta.url': 'ownAddress',
            'import.meta.filename': 'ownFile',
            'import.meta.dirname': 'ownFolder',
          },
          banner: `import { fileURLToPath as ownPath } from 'node:url'; const ownAddress = new URL(${address}, import.meta.url).href, ownFile = ownPath(ownAddress), ownFolder = ownPath(new URL('.', ownAddress)).slice(0, -1);`,
        });
        return { contents: code, loader: 'js', resolveDir: dirname(path) };
      });
    },
  };
}

/** The esbuild of the application, or the one beside waypost. */
async function ownEsbuild(folder: string): Promise<typeof import('esbuild')> {
  for (const from of [join(folder, 'package.json'), import.meta.url]) {
    try {
      const { href } = pathToFileURL(createRequire(from).resolve('esbuild'));
      const { default: esbuild } = (await import(href)) as { readonly default: typeof import('esbuild') };
      return esbuild;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND')) throw error;
    }
  }
  throw new RoutesFileError("waypost build needs the package 'esbuild': npm install --save-dev esbuild");
}

/** A folder that holds anything but an earlier build is left alone. */
function checkOut(out: string, folder: string): void {
  const stat = statSync(out, { throwIfNoEntry: false });
  if (!isOutside(relative(out, folder)))
    throw new RoutesFileError(`${out} has the application in it; give a folder of its own with --out`);
  if (!stat || (stat.isDirectory() && readdirSync(out).length === 0)) return;
  const server = join(out, 'server.js');
  if (!stat.isDirectory() || !existsSync(server) || !readFileSync(server, 'utf8').startsWith(mark))
    throw new RoutesFileError(
      `${out} was not written by waypost build; empty it, or give another folder with --out`,
    );
}

const isOutside = (path: string): boolean => path.startsWith('..') || resolve(path) === path;

/** As the application's `package.json` asks for them, or as they are installed. */
function versionsOf(packages: ReadonlySet<string>, folder: string): Record<string, string> {
  type Manifest = { readonly dependencies?: Readonly<Record<string, string>>; readonly version?: string };
  const manifestIn = (path: string): Manifest | undefined =>
    existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Manifest) : undefined;
  const asked = manifestIn(join(folder, 'package.json'))?.dependencies ?? {};
  const installed = (name: string): string => {
    for (let at = folder; ; at = dirname(at)) {
      const found = manifestIn(join(at, 'node_modules', name, 'package.json'))?.version;
      if (found !== undefined) return `^${found}`;
      if (dirname(at) === at) return '*';
    }
  };
  return Object.fromEntries(
    [...packages].sort().map((name) => [name, Object.hasOwn(asked, name) ? asked[name]! : installed(name)]),
  );
}
