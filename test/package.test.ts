// The package as a user installs it: packed, unpacked, imported and type-checked by its name.

import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installPacked, type PackedPackage } from './support/packed-package.js';

let packed: PackedPackage;
let folder: string;
let installed: string;

beforeAll(() => {
  packed = installPacked(['@types/node', 'prettier']);
  ({ folder, installed } = packed);
});
afterAll(() => packed?.remove());

describe('the packed package', () => {
  it('has the shape that its package.json says', async () => {
    const { messages, pkg } = await publint({ pkgDir: installed, pack: false, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg!))).toEqual([]);
  });

  it('has programs, and files that entries share, which the engine keeps in one byte a character', () => {
    const shared = readdirSync(join(installed, 'dist/chunks')).filter((name) => /^of-.*\.js$/.test(name));
    expect(shared.length).toBeGreaterThan(2);
    for (const program of [
      'lsp.js',
      'bin/waypost.js',
      'bin/lint-routes.js',
      ...shared.map((name) => `chunks/${name}`),
    ]) {
      const beyondLatin1 = /.{0,30}[^\u0000-\u00ff]/u.exec(
        readFileSync(join(installed, 'dist', program), 'utf8'),
      );
      expect(beyondLatin1?.[0]).toBeUndefined();
    }
    // Its bytes are read as characters.
    const beyondAscii = /.{0,30}[^\u0000-\u007f]/u.exec(
      readFileSync(join(installed, 'dist/bin/tools.js'), 'utf8'),
    );
    expect(beyondAscii?.[0]).toBeUndefined();
  });

  it('has the licence of everything that is bundled, and says where it lives', () => {
    const licences = readFileSync(join(installed, 'THIRD-PARTY-LICENSES'), 'utf8');
    for (const name of ['chevrotain', 'commander', 'pluralize', 'recheck', 'vscode-languageserver'])
      expect(licences).toMatch(new RegExp(`^${name} \\d+\\.\\d+.* \\(.+\\)$`, 'm'));
    const about = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as Record<
      string,
      unknown
    >;
    expect(['repository', 'homepage', 'bugs', 'license'].filter((key) => about[key] === undefined)).toEqual(
      [],
    );
  });

  it.each([
    ['oxc-parser', 'lint-routes.js', 'routes'],
    ['unplugin', 'waypost.js', 'build'],
  ])('says that %s is missing where the optional packages were left out', (name, program, argument) => {
    const modules = join(folder, 'node_modules');
    renameSync(join(modules, name), join(folder, 'left-out'));
    try {
      writeFileSync(join(folder, 'routes'), "routes { get '/', to => 'pages#home' }\n");
      mkdirSync(join(folder, 'controllers'), { recursive: true });
      const args = [join(installed, 'dist/bin', program), argument];
      const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
      expect([status, stderr]).toEqual([
        2,
        `error: this needs the package '${name}', which was left out when waypost was installed; install without --omit=optional\n`,
      ]);
    } finally {
      renameSync(join(folder, 'left-out'), join(modules, name));
    }
  });

  it('says that oxc-parser is that of another system, as in a folder of modules that was copied', () => {
    const [module, kept] = [join(folder, 'node_modules/oxc-parser'), join(folder, 'kept')];
    renameSync(module, kept);
    try {
      mkdirSync(module);
      writeFileSync(join(module, 'package.json'), '{ "exports": "./index.cjs" }');
      writeFileSync(join(folder, 'routes'), "routes { get '/', to => &handlers#home }\n");
      writeFileSync(join(module, 'index.cjs'), "throw new Error('Cannot find native binding.');\n");
      const args = [join(installed, 'dist/bin/lint-routes.js'), 'routes'];
      const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
      expect([status, stderr]).toEqual([
        2,
        `error: this needs the package 'oxc-parser', which does not load on this system (${process.platform} ${process.arch}); install it here: Cannot find native binding.\n`,
      ]);
    } finally {
      rmSync(module, { recursive: true });
      renameSync(kept, module);
    }
  });

  it.each(['vite', 'rollup', 'esbuild', 'webpack', 'rspack'])(
    'says that unplugin is missing where the optional packages were left out: waypost/%s',
    (entry) => {
      const module = join(folder, 'node_modules/unplugin');
      renameSync(module, join(folder, 'left-out'));
      try {
        const script = `import('waypost/${entry}').catch(({ message }) => console.log(message))`;
        const printed = execFileSync(process.execPath, ['-e', script], { cwd: folder, encoding: 'utf8' });
        expect(printed).toBe(
          "this needs the package 'unplugin', which was left out when waypost was installed; install without --omit=optional\n",
        );
      } finally {
        renameSync(join(folder, 'left-out'), module);
      }
    },
  );

  it('calls its middleware by the names under which it is there', () => {
    const script = `
      import * as entry from 'waypost/node';
      for (const name of ['StaticFiles', 'RequestLogger', 'Rescue'])
        try { new entry[name]({}); } catch ({ message }) { console.log(message.split(' takes')[0]); }
    `;
    writeFileSync(join(folder, 'names.mjs'), script);
    const printed = execFileSync(process.execPath, [join(folder, 'names.mjs')], { encoding: 'utf8' });
    const made = (name: string): string => `new ${name}({ app })\n`;
    expect(printed).toBe(['StaticFiles', 'RequestLogger', 'Rescue'].map(made).join(''));
  });

  it('shows its classes by the names under which they are there', () => {
    const script = `
      const entries = ['waypost', 'waypost/router', 'waypost/node', 'waypost/testing', 'waypost/tooling', 'waypost/koa', 'waypost/fastify'];
      for (const entry of entries)
        for (const [name, value] of Object.entries(await import(entry)))
          if (/^class\\b/.test(value) && value.name !== name) console.log(entry, name, value.name);
      const { Response } = await import('waypost');
      console.log(Response.text('hi'));
      try { new Response({ body: 1 }); } catch ({ stack }) { console.log(/ at new .*Response/.exec(stack)[0].trim()); }
    `;
    writeFileSync(join(folder, 'classes.mjs'), script);
    const printed = execFileSync(process.execPath, [join(folder, 'classes.mjs')], { encoding: 'utf8' });
    expect(printed).toMatch(/^Response \{\n[^]*headers: Headers \{[^]*\n\}\nat new Response\n$/);
  });

  it('runs from each of its entries', () => {
    const script = `
      import { parseRoutes, UrlHelpers, Request } from 'waypost';
      import { serve, loadRoutes } from 'waypost/node';
      import { createRouter } from 'waypost/router';
      import { analyze } from 'waypost/tooling';
      import * as plugin from 'waypost/prettier';
      const router = parseRoutes("routes { get '/hi/:name', to => 'people#hi', as => 'hi' }");
      console.log(JSON.stringify([router.recognize('GET', '/hi/ada').params.name, new UrlHelpers({ router }).hiPath('bo'), typeof serve, typeof loadRoutes, typeof createRouter, analyze('').diagnostics.length, Object.keys(plugin.parsers ?? plugin.default.parsers)]));
    `;
    writeFileSync(join(folder, 'run.mjs'), script);
    const printed = execFileSync(process.execPath, [join(folder, 'run.mjs')], { encoding: 'utf8' });
    expect(JSON.parse(printed)).toEqual(['ada', '/hi/bo', 'function', 'function', 'function', 0, ['routes']]);
  });

  it.each([
    ['parseRoutes', 'waypost', `"routes {\\n  gett '/a'\\n}"`],
    ['loadRoutes', 'waypost/node', "'bad.routes'"],
  ])('prints a mistake that nobody catches in %s with the line of the caller', (load, entry, argument) => {
    writeFileSync(join(folder, 'bad.routes'), "routes {\n  gett '/a'\n}");
    writeFileSync(
      join(folder, 'uncaught.mjs'),
      `import { ${load} } from '${entry}';\nasync function start() {\n  await ${load}(${argument});\n}\nawait start();\n`,
    );
    const { stderr } = spawnSync(process.execPath, ['uncaught.mjs'], { cwd: folder, encoding: 'utf8' });
    expect(stderr).toContain("2:3 unknown-keyword: 'gett' is no declaration; did you mean 'get'?");
    expect(stderr.split('\n').find((line) => /^ +at /.test(line))).toMatch(/start .*uncaught\.mjs:3:/);
    expect(Math.max(...stderr.split('\n').map((line) => line.length))).toBeLessThan(200);
    expect(stderr.split('\n').length).toBeLessThan(25);
  });

  it('offers its commands', () => {
    const { bin, version } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
      bin: Record<string, string>;
      version: string;
    };
    for (const command of Object.values(bin)) {
      expect(
        execFileSync(process.execPath, [join(installed, command), '--version'], { encoding: 'utf8' }).trim(),
      ).toBe(version);
    }
  });

  it('leads from its declarations to their sources', () => {
    const types = join(installed, 'dist/types');
    const maps = readdirSync(types, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.map'),
    );
    expect(maps).toContain('src/index.d.ts.map');
    const lost = maps.filter((map) => {
      const { sources } = JSON.parse(readFileSync(join(types, map), 'utf8')) as { sources: string[] };
      return sources.some((source) => !existsSync(resolve(types, dirname(map), source)));
    });
    expect(lost).toEqual([]);
  });

  it('has source maps with their content', () => {
    const maps = readdirSync(join(installed, 'dist'), { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.js.map'),
    );
    const empty = maps.filter((map) => {
      const { sources, sourcesContent } = JSON.parse(readFileSync(join(installed, 'dist', map), 'utf8')) as {
        sources: string[];
        sourcesContent?: string[];
      };
      return sources.some(
        (from, i) => !from.includes('node_modules') && typeof sourcesContent?.[i] !== 'string',
      );
    });
    expect([maps.length > 5, empty]).toEqual([true, []]);
  });
});

describe('a strict user', () => {
  const run = promisify(execFile);
  const source = `import { parseRoutes, routes, Middleware, MiddlewareStack, Request, Response, type Match, type Endpoint } from 'waypost';
import { createApplication, serve, StaticFiles } from 'waypost/node';
import { analyze, type Analysis } from 'waypost/tooling';
class Gate extends Middleware { override call(request: Request) { return request.path === '/no' ? new Response({ status: 403 }) : this.app.call(request); } }
const router = parseRoutes('routes {}');
const match: Match | undefined = router.recognize('GET', '/');
const app: Endpoint = new MiddlewareStack().use('gate', Gate).use('files', StaticFiles, { root: '.' }).build(router);
const analysis: Analysis = analyze('');
export const used = [match?.params['id'], app, analysis.diagnostics[0]?.range.start.line, serve, createApplication, routes\`get '/', to => \${() => 'hi'}\`];
// @ts-expect-error: the root is required
new MiddlewareStack().use('files', StaticFiles);
`;
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    exports: Record<string, unknown>;
  };
  const every = Object.keys(exports)
    .filter((entry) => entry !== './package.json')
    .map((entry, i) => `export * as entry${i} from 'waypost${entry.slice(1)}';\n`)
    .join('');

  /** The project of the user, by the path of its tsconfig.json. */
  function project(module: string): string {
    const path = join(folder, `${module}.json`);
    writeFileSync(join(folder, 'user.ts'), source);
    writeFileSync(join(folder, 'every.ts'), every);
    writeFileSync(
      path,
      JSON.stringify({
        compilerOptions: {
          strict: true,
          skipLibCheck: false,
          module: { bundler: 'esnext', node10: 'commonjs' }[module] ?? module,
          moduleResolution: module,
          target: 'es2022',
          ...(module === 'nodenext' && { lib: ['es2022'] }),
          noEmit: true,
          exactOptionalPropertyTypes: true,
          noImplicitOverride: true,
          noUncheckedIndexedAccess: true,
          types: ['node'],
        },
        files: ['user.ts', 'every.ts'],
      }),
    );
    return path;
  }

  /** What the compiler says of the user's files and of all that they lead to, but for the types of the language and of Node. */
  function compiled(path: string): string {
    const { config } = ts.readConfigFile(path, ts.sys.readFile) as { config: unknown };
    const { errors, fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, folder, {}, path);
    const program = ts.createProgram(fileNames, options);
    const files = program
      .getSourceFiles()
      .filter(
        (file) =>
          !program.isSourceFileDefaultLibrary(file) &&
          !/\/(?:@types\/node|undici-types)\//.test(file.fileName),
      );
    expect(files.some(({ fileName }) => fileName.startsWith(installed))).toBe(true);
    const found = [
      ...errors,
      ...program.getOptionsDiagnostics(),
      ...program.getGlobalDiagnostics(),
      ...files.flatMap((file) => [
        ...program.getSyntacticDiagnostics(file),
        ...program.getSemanticDiagnostics(file),
      ]),
    ];
    return ts.formatDiagnostics(found, {
      getCanonicalFileName: (name) => name,
      getCurrentDirectory: () => folder,
      getNewLine: () => '\n',
    });
  }

  it.each(['nodenext', 'bundler', 'node10'])(
    'of typescript, resolving as %s, has types that hold',
    (module) => expect(compiled(project(module))).toBe(''),
    240_000,
  );

  it.each(['nodenext', 'bundler'])(
    'of typescript-7, resolving as %s, has types that hold',
    async (module) => {
      const compiler = resolve('node_modules/typescript-7/bin/tsc');
      const said = await run(process.execPath, [compiler, '-p', project(module)]).then(
        ({ stdout }) => stdout,
        (error: { stdout: string; message: string }) => error.stdout || error.message,
      );
      expect(said).toBe('');
    },
    240_000,
  );
});

describe('the entry that runs anywhere', () => {
  const seen = new Set<string>();
  const outside = new Set<string>();
  const read = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const [, from] of readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)) {
      if (from!.startsWith('.')) read(join(dirname(file), from!));
      else outside.add(from!);
    }
  };
  read(resolve('dist/index.js'));

  it('imports nothing of Node and nothing that is not bundled or a small library', () => {
    expect([...outside].filter((name) => /^[\w@#]\S*$/.test(name)).sort()).toEqual([]);
  });

  it('is few files, each of which a start has to find, open and link', () => {
    expect(seen.size).toBeLessThanOrEqual(4);
  });

  it('has no regex that a start looks up in the tables of Unicode', () => {
    for (const file of seen) expect(readFileSync(file, 'utf8')).not.toMatch(/(?<!\\)\\p\{/);
  });
});
