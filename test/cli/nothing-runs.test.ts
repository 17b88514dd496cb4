// What only looks at a project runs nothing of it: every file that some tool could run writes its name to a list, every
// command and every request of the language server goes past them, and the list stays empty.

import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { nodeHost } from '../../lsp/node-host.js';
import { startClient } from '../support/lsp-client.js';
import { WorkFolder } from '../support/test-terminal.js';

const routes = `routes {
  include 'admin'
  constraints(&guards#isStaff, { resources 'photos', only => <index show>, id => &./guards#isOdd })
  get '/health', to => &handlers#health
  get '/packed', to => &packed
  get '/old', to => redirect(&links#old)
  mount &apps/legacy, at => '/legacy'
  direct 'homepage', &links#homepage
  resolve 'Basket', &links#basket
  get '/broken/:id', to => 'broken#show', id => /(a+)+/
}
`;
const modules = {
  'controllers/photos.ts': 'index show',
  'controllers/broken.mjs': 'show',
  'config/guards.ts': 'isStaff isOdd',
  'config/handlers.cjs': 'health',
  'config/links.mjs': 'old homepage basket',
  'config/apps/legacy.ts': 'default',
  'node_modules/packed/index.js': 'default',
};
/** What tools load, as a project that was cloned may bring it along. */
const packages = [
  'waypost',
  'oxc-parser',
  'recheck',
  'jiti',
  'chokidar',
  'prettier',
  'typescript',
  'vscode-languageserver',
];
const configurations = ['ts', 'mts', 'js', 'mjs', 'cjs'].map((extension) => `waypost.config.${extension}`);
const others = [
  'config/middleware.ts',
  ...configurations,
  ...configurations.map((name) => `../${name}`),
  ...['vite', 'vitest', 'prettier', 'eslint', 'rollup', 'webpack', 'jiti'].flatMap((tool) => [
    `${tool}.config.mjs`,
    `${tool}.config.cjs`,
  ]),
  '.prettierrc.mjs',
  '.pnpmfile.cjs',
  'index.js',
  'server.js',
];

let folder: WorkFolder;
let list: string;

function canary(name: string, exported = ''): string {
  const write = `appendFileSync(${JSON.stringify(list)}, ${JSON.stringify(`${name}\n`)})`;
  const names = exported.split(' ').filter((each) => each !== '');
  if (name.endsWith('.cjs')) {
    const given = names.map((each) => `exports.${each} = function () {}`).join('\n');
    return `const { appendFileSync } = require('node:fs')\n${write}\n${given}\n`;
  }
  const given = names.map((each) =>
    each === 'default' ? 'export default function () {}' : `export function ${each}() {}`,
  );
  return `import { appendFileSync } from 'node:fs'\n${write}\n${given.join('\n')}\n`;
}

const sung = (): string[] => (existsSync(list) ? readFileSync(list, 'utf8').trim().split('\n').sort() : []);

beforeAll(() => {
  folder = new WorkFolder();
  list = join(folder.path, 'sung');
  const script = `node -e "require('fs').appendFileSync('sung', 'script\\n')"`;
  folder.write({
    'app/config/routes': routes,
    'app/config/admin.routes': "get '/admin', to => &guards#isStaff\n",
    'app/package.json': JSON.stringify({
      type: 'module',
      scripts: Object.fromEntries(
        ['preinstall', 'install', 'postinstall', 'prepare', 'start', 'test', 'lint', 'format', 'build'].map(
          (name) => [name, script],
        ),
      ),
    }),
    ...Object.fromEntries(
      packages.flatMap((name) => [
        [`app/node_modules/${name}/package.json`, '{ "version": "99.0.0", "main": "index.cjs" }'],
        [`app/node_modules/${name}/index.cjs`, canary(`node_modules/${name}/index.cjs`)],
      ]),
    ),
    'app/node_modules/packed/package.json': '{ "name": "packed", "type": "module", "main": "index.js" }',
    ...Object.fromEntries(
      Object.entries(modules).map(([name, given]) => [`app/${name}`, canary(name, given)]),
    ),
    ...Object.fromEntries(others.map((name) => [join('app', name), canary(name, 'default')])),
  });
});
afterEach(() => rmSync(list, { force: true }));
afterAll(() => folder.remove());

const file = 'app/config/routes';

const commands = [
  ['lint', file],
  ['lint', file, '--fix-dry-run'],
  ['lint', file, '--format', 'sarif'],
  ['lint', file, '--print-config'],
  ['routes', file],
  ['routes', file, '--unused', '--expanded'],
  ['routes', file, '--json'],
  ['routes', file, '--http', 'http://localhost:3000'],
  ['routes', file, '--sitemap', 'https://example.com'],
  ['match', 'GET', '/photos/7', file, '--explain'],
  ['match', 'GET', '/old', file, '--json'],
  ['path', 'photo', '7', '--file', file],
  ['path', 'homepage', '--file', file],
  ['types', file],
  ['types', file, '--runtime'],
  ['types', file, '--out', 'app/routes.d.ts'],
  ['openapi', file],
  ['openapi', file, '--check', 'app/package.json'],
  ['compile', file],
  ['compile', file, '--out', 'app/compiled.js'],
  ['compile', file, '--out', 'app/compiled.js', '--check'],
  ['format', file],
  ['format', 'app', '--check'],
] as const;

it.each<readonly string[]>(commands)('waypost %s %s %s %s %s', async (...args) => {
  const { status, errors } = await folder.run(args.filter((arg) => arg !== undefined));
  expect(sung()).toEqual([]);
  expect(status).toBeLessThan(2);
  if (args[0] !== 'format') expect(errors).toContain('this is code and was not run');
});

it('every command that only looks is tried', async () => {
  const runs = ['serve', 'start', 'middleware', 'build', 'new', 'lsp', 'help'];
  const { output } = await folder.run(['--help']);
  const known = [...output.matchAll(/^ {2}([a-z]+)(?= .*\S)/gm)].map(([, name]) => name!);
  expect(known).toEqual(expect.arrayContaining(runs));
  expect(known.filter((name) => !runs.includes(name)).sort()).toEqual(
    [...new Set(commands.map(([name]) => name))].sort(),
  );
});

// A module runs once in a process, so each of these comes after what must not run it.
it('a configuration in code runs where that is said, and nothing else does', async () => {
  await folder.run(['lint', file, '--trust-config']);
  expect(sung()).toEqual(['waypost.config.ts']);
});

it('the language server', async () => {
  const host = nodeHost(() => undefined);
  const root = pathToFileURL(join(folder.path, 'app')).href;
  const client = await startClient({}, host, {}, { rootUri: root });
  for (const name of ['config/routes', 'controllers/photos.ts', 'config/admin.routes']) {
    const uri = `${root}/${name}`;
    const text = folder.read(join('app', name));
    await client.notify('textDocument/didOpen', {
      textDocument: { uri, languageId: name.endsWith('.ts') ? 'typescript' : 'routes', version: 1, text },
    });
    const textDocument = { uri };
    const places = text
      .split('\n')
      .flatMap((line, at) => ['&', "'"].map((sign) => ({ line: at, character: line.indexOf(sign) + 3 })));
    for (const position of places) {
      for (const method of [
        'completion',
        'hover',
        'definition',
        'implementation',
        'documentHighlight',
        'signatureHelp',
        'prepareRename',
      ])
        await client.request(`textDocument/${method}`, { textDocument, position }).catch(() => undefined);
      await client.request('textDocument/references', {
        textDocument,
        position,
        context: { includeDeclaration: true },
      });
    }
    for (const method of [
      'documentSymbol',
      'documentLink',
      'codeLens',
      'diagnostic',
      'semanticTokens/full',
      'foldingRange',
    ])
      await client.request(`textDocument/${method}`, { textDocument });
    await client.request('textDocument/formatting', {
      textDocument,
      options: { tabSize: 2, insertSpaces: true },
    });
  }
  await client.request('workspace/diagnostic', { previousResultIds: [] });
  await client.request('waypost/routeTable', { uri: `${root}/config/routes` });
  await client.request('shutdown');
  expect(sung()).toEqual([]);
});

it('what runs the application runs its modules', async () => {
  await folder.run(['middleware', file]);
  expect(sung()).toEqual(expect.arrayContaining(Object.keys(modules)));
});
