// `waypost new DIR`: writes a small application that runs, type-checks, lints and passes its test without changes.

import { closeSync, mkdirSync, openSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { escapeControls } from '../http/printable.js';
import { analyze } from '../analysis/analyze.js';
import { Misuse, orMisuse, shellWord, type Terminal } from './terminal.js';
import { typedHelpers } from '../typescript/typed-helpers.js';
import { version } from './version.js';

export function addNewCommand(program: Command, terminal: Terminal): void {
  program
    .command('new')
    .description('Write a small application: routes, a controller in TypeScript, a test.')
    .argument('<DIR>', 'the folder, which must not exist yet or be empty, but for .git')
    .action((directory: string) => {
      const folder = resolve(terminal.cwd, directory);
      const stat = statSync(folder, { throwIfNoEntry: false });
      if (stat && (!stat.isDirectory() || readdirSync(folder).some((name) => name !== '.git')))
        throw new Misuse(`${directory} is there already; name a folder that is new or empty`);
      const files = applicationTexts(basename(folder));
      const shown = (path: string): string => join(directory, path);
      writeAll(folder, files, shown);
      for (const path of files.keys()) terminal.print(escapeControls(shown(path)));
      const place = relative(terminal.cwd, folder);
      terminal.print(
        `\nNext:\n${place === '' ? '' : `  cd ${escapeControls(shellWord(place))}\n`}  npm install\n  npm run dev`,
      );
    });
}

/** Writes all files. If one fails, removes those that were written. */
function writeAll(folder: string, files: ReadonlyMap<string, string>, shown: (path: string) => string): void {
  const made: string[] = [];
  for (const [path, text] of files) {
    const file = join(folder, path);
    orMisuse(shown(path), 'written', () => {
      try {
        const firstFolder = mkdirSync(dirname(file), { recursive: true });
        if (firstFolder !== undefined) made.push(firstFolder);
        closeSync(openSync(file, 'wx'));
        made.push(file);
        writeFileSync(file, text);
      } catch (error) {
        for (const each of made) rmSync(each, { recursive: true, force: true });
        throw error;
      }
    });
  }
}

/** A valid name for npm, as similar to the folder's name as possible. */
function packageName(folder: string): string {
  const name = folder
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[._-]+|-+$/g, '');
  return name === '' ? 'application' : name;
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** The files of the application: path → text. */
function applicationTexts(folder: string): ReadonlyMap<string, string> {
  return new Map([
    ['config/routes', routes],
    ['routes.d.ts', declaration()],
    ['controllers/pages.ts', controller],
    ['test/pages.test.ts', test],
    [
      'package.json',
      json({
        name: packageName(folder),
        private: true,
        type: 'module',
        scripts: {
          dev: 'waypost serve --watch',
          start: 'waypost serve',
          build: 'waypost build --out dist',
          types: typesCommand,
          test: 'vitest run',
          check: `${typesCommand} --check && tsc && waypost lint && waypost format --check`,
        },
        dependencies: { '@remix-run/html-template': '^0.3.1', waypost: `^${version}` },
        devDependencies: {
          '@types/node': '^22.0.0',
          esbuild: '^0.28.0',
          typescript: '^5.9.0',
          vitest: '^4.0.0',
        },
        allowScripts: { esbuild: true },
      }),
    ],
    [
      'tsconfig.json',
      json({
        compilerOptions: {
          target: 'es2023',
          module: 'nodenext',
          strict: true,
          noUncheckedIndexedAccess: true,
          verbatimModuleSyntax: true,
          erasableSyntaxOnly: true,
          skipLibCheck: true,
          noEmit: true,
          // Imports can use the real file names (`.ts`), as Node's type stripping requires, or `.js`.
          allowImportingTsExtensions: true,
          types: ['node'],
        },
        include: ['config', 'controllers', 'test', 'routes.d.ts'],
      }),
    ],
    ['.gitignore', 'node_modules/\ndist/\n'],
    ['.vscode/extensions.json', json({ recommendations: ['waypost.waypost'] })],
  ]);
}

const typesCommand = 'waypost types --register --out routes.d.ts';

/** The declaration that `npm run types` writes. */
function declaration(): string {
  const definitions = analyze(routes).routes.map(({ definition }) => definition);
  return typedHelpers(definitions, { file: 'config/routes', register: true });
}

const routes = `routes {
  root to => 'pages#home';
  get '/hello/:name', to => 'pages#hello', as => 'hello';
}
`;

const controller = `import { html, type SafeHtml } from '@remix-run/html-template';
import { Response, type ActionRequest, type Controller } from 'waypost';

export function home(request: ActionRequest<'pages#home'>): Response {
  const content = html\`
    <p>config/routes leads here: to <code>home</code> in controllers/pages.ts.</p>
    <p><a href="\${request.helpers.helloPath('world')}">Say hello</a></p>
  \`;
  return page('Home', content);
}

// Whatever is put into \`html\` is escaped: /hello/<b> is greeted by that name, and nothing is bold.
export function hello(request: ActionRequest<'pages#hello'>): Response {
  return page(\`Hello, \${request.params.name}!\`, html\`<p><a href="/">Home</a></p>\`);
}

// Every action that config/routes leads to is here, and asks for no param that its routes do not give. After a change
// of the routes \`npm run types\` tells TypeScript of it.
({ home, hello }) satisfies Controller<'pages'>;

function page(title: string, content: SafeHtml): Response {
  const document = html\`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <title>\${title}</title>
      </head>
      <body>
        <h1>\${title}</h1>
        \${content}
      </body>
    </html>\`;
  return Response.html(String(document));
}
`;

const test = `import { expect, test } from 'vitest';
import { createApplication } from 'waypost/node';
import { ask, expectRoute } from 'waypost/testing';

test('the routes', () => {
  expectRoute('GET /').toBe('pages#home');
  expectRoute('GET /hello/ada').toBe('pages#hello', { name: 'ada' });
  expectRoute('GET /nowhere').toBeNotFound();
});

test('the pages', async () => {
  const app = await createApplication('.');
  expect(await (await ask(app, 'GET /')).text()).toContain('href="/hello/world"');
  expect(await (await ask(app, 'GET /hello/%3Cb%3E')).text()).toContain('Hello, &lt;b&gt;!');
});
`;
