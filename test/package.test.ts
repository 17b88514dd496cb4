// The package as a user installs it: packed, unpacked, imported and type-checked by its name.

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';

const folder = resolve('node_modules/.cache/packed');
const installed = join(folder, 'node_modules/waypost');

beforeAll(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(installed, { recursive: true });
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  ) as [{ filename: string }];
  execFileSync('tar', ['-xzf', join(folder, packed!.filename), '-C', installed, '--strip-components=1']);
}, 60_000);

describe('the packed package', () => {
  it('has the shape that its package.json says', async () => {
    const { messages, pkg } = await publint({ pkgDir: installed, pack: false, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg!))).toEqual([]);
  });

  it('has programs that the engine keeps in one byte a character', () => {
    for (const program of ['lsp.js', 'bin/waypost.js', 'bin/lint-routes.js']) {
      const beyondLatin1 = /.{0,30}[^\u0000-\u00ff]/u.exec(
        readFileSync(join(installed, 'dist', program), 'utf8'),
      );
      expect(beyondLatin1?.[0]).toBeUndefined();
    }
  });

  it('runs from each of its entries', () => {
    const script = `
      import { parseRoutes, UrlHelpers, Request } from 'waypost';
      import { serve, loadRoutes } from 'waypost/node';
      import { analyze } from 'waypost/tooling';
      import * as plugin from 'waypost/prettier';
      const router = parseRoutes("routes { get '/hi/:name', to => 'people#hi', as => 'hi' }");
      console.log(JSON.stringify([router.recognize('GET', '/hi/ada').params.name, new UrlHelpers({ router }).hiPath('bo'), typeof serve, typeof loadRoutes, analyze('').diagnostics.length, Object.keys(plugin.parsers ?? plugin.default.parsers)]));
    `;
    writeFileSync(join(folder, 'run.mjs'), script);
    const printed = execFileSync(process.execPath, [join(folder, 'run.mjs')], { encoding: 'utf8' });
    expect(JSON.parse(printed)).toEqual(['ada', '/hi/bo', 'function', 'function', 0, ['routes']]);
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

  it('has types for a strict user', () => {
    const file = join(folder, 'user.ts');
    writeFileSync(
      file,
      `import { parseRoutes, routes, Middleware, MiddlewareStack, Request, Response, type Match, type Endpoint } from 'waypost';
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
      `,
    );
    const program = ts.createProgram([file], {
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      target: ts.ScriptTarget.ES2023,
      strict: true,
      noEmit: true,
      exactOptionalPropertyTypes: true,
      noImplicitOverride: true,
      types: ['node'],
      typeRoots: [resolve('node_modules/@types')],
    });
    const problems = ts
      .getPreEmitDiagnostics(program)
      .map(
        ({ messageText, file: of }) =>
          `${of?.fileName ?? ''}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
      );
    expect(problems).toEqual([]);
  }, 60_000);
});

describe('the entry that runs anywhere', () => {
  it('imports nothing of Node and nothing that is not bundled or a small library', () => {
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
    expect([...outside].filter((name) => /^[\w@#]\S*$/.test(name)).sort()).toEqual(['cookie']);
  });
});
