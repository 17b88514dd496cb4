// The plugin inside TypeScript's own server, as an editor starts it: the packed form, found by its name.

import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WorkFolder } from '../support/test-terminal.js';

interface Mistake {
  readonly start: { readonly line: number; readonly offset: number };
  readonly text: string;
  readonly code: number;
  readonly source?: string;
}

class Server {
  readonly #process = spawn(process.execPath, [
    resolve('node_modules/typescript/lib/tsserver.js'),
    '--allowLocalPluginLoads',
    '--disableAutomaticTypingAcquisition',
    '--suppressDiagnosticEvents',
  ]);
  readonly #waiting = new Map<number, (body: unknown) => void>();
  #count = 0;
  #text = '';

  constructor() {
    this.#process.stdout.setEncoding('utf8').on('data', (text: string) => {
      this.#text += text;
      const lines = this.#text.split('\n');
      this.#text = lines.pop()!;
      for (const line of lines) {
        if (!line.startsWith('{')) continue;
        const { request_seq: request, body } = JSON.parse(line) as { request_seq?: number; body?: unknown };
        if (request !== undefined) this.#waiting.get(request)?.(body);
      }
    });
  }

  tell(command: string, args: object): void {
    this.#process.stdin.write(
      `${JSON.stringify({ seq: ++this.#count, type: 'request', command, arguments: args })}\n`,
    );
  }

  ask<Body>(command: string, args: object): Promise<Body> {
    this.tell(command, args);
    return new Promise((answer) => this.#waiting.set(this.#count, answer as (body: unknown) => void));
  }

  end(): void {
    this.#process.kill();
  }
}

const folder = new WorkFolder();
const file = join(folder.path, 'src/page.ts');
const head =
  "import { UrlHelpers, parseRoutes } from 'waypost';\nconst helpers = new UrlHelpers({ router: parseRoutes('') });\ndeclare const id: string, row: { id: number };\n";
let server: Server;

beforeAll(() => {
  folder.write({
    'config/routes':
      "routes {\n  resources 'users', { resources 'posts' }\n  get '/about', to => 'pages#about', as => 'about'\n  include 'more'\n  direct 'home', 'https://example.org'\n}\n",
    'config/admin.routes': "routes {\n  get '/panel', to => 'panel#show', as => 'panel'\n  get '/half',\n}\n",
    'src/admin.d.ts':
      "import type { UrlOptions } from 'waypost';\nexport type RouteHelpers = { pathFor(name: 'panel', options?: UrlOptions): string; panelPath(options?: UrlOptions): string };\n",
    'config/more.routes': "get '/legal(/:part)', to => 'pages#legal', as => 'legal'\n",
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        module: 'nodenext',
        target: 'es2022',
        strict: true,
        noEmit: true,
        skipLibCheck: true,
        types: [],
        plugins: [{ name: 'waypost/typescript-plugin' }],
      },
      include: ['src'],
    }),
    'package.json': '{ "type": "module" }',
    'src/taken.ts':
      "import { UrlHelpers, parseRoutes } from 'waypost';\nexport const { userUrl } = new UrlHelpers({ router: parseRoutes('') });\n",
    'src/page.ts': head,
  });
  mkdirSync(join(folder.path, 'node_modules'));
  symlinkSync(process.cwd(), join(folder.path, 'node_modules/waypost'));
  server = new Server();
});
afterAll(() => {
  server.end();
  folder.remove();
});

async function mistakes(code: string): Promise<readonly Mistake[]> {
  server.tell('open', { file, fileContent: head + code });
  const found = await server.ask<readonly Mistake[]>('semanticDiagnosticsSync', { file });
  return found;
}
const texts = async (code: string): Promise<readonly string[]> =>
  (await mistakes(code)).map(({ text, source }) => `${source ?? 'typescript'}: ${text}`);

describe('calls of helpers', () => {
  it('with a name that no route has are told with the nearest, which can be written', async () => {
    const [mistake] = await mistakes("helpers.pathFor('edit-usr', 5);");
    expect(mistake).toMatchObject({
      text: "no route is called 'edit-usr'; did you mean 'edit-user'?",
      source: 'waypost',
      start: { line: 4, offset: 18 },
    });
    expect(await server.ask('getSupportedCodeFixes', { file })).toContain(`${mistake!.code}`);
    const [fix] = await server.ask<
      { description: string; changes: { textChanges: { newText: string }[] }[] }[]
    >('getCodeFixes', {
      file,
      startLine: 4,
      startOffset: 18,
      endLine: 4,
      endOffset: 26,
      errorCodes: [mistake!.code],
    });
    expect([fix!.description, fix!.changes[0]!.textChanges[0]!.newText]).toEqual([
      "Write 'edit-user'",
      'edit-user',
    ]);
    expect(await texts('helpers.editUsrPath(5);')).toEqual([
      "waypost: no route is called 'editUsr'; did you mean 'editUserPath'?",
    ]);
  });

  it('that lack a value, or have one too many, are told', async () => {
    expect(await texts('helpers.userPath();')).toEqual(["waypost: '/users/:id' needs a value for ':id'"]);
    expect(await texts("helpers.pathFor('user-post', id);")).toEqual([
      "waypost: '/users/:user_id/posts/:id' needs a value for ':id'",
    ]);
    expect(await texts("helpers.pathFor('user-post', { anchor: 'x' });")).toEqual([
      "waypost: '/users/:user_id/posts/:id' needs a value for ':user_id' and ':id'",
    ]);
    expect(await texts("helpers.pathFor('user', { page: 2 }); helpers?.urlFor('user', {});")).toEqual([
      "waypost: '/users/:id' needs a value for ':id'",
      "waypost: '/users/:id' needs a value for ':id'",
    ]);
    expect(await texts("helpers.legalPath('a', 'b');")).toEqual([
      "waypost: '/legal(/:part)' takes 1 value here, not 2",
    ]);
  });

  it.each([
    ["helpers['edit-usr-path'](5);", "no route is called 'edit-usr'; did you mean 'edit-user-path'?"],
    ['helpers.edit_usr_url(5);', "no route is called 'edit_usr'; did you mean 'edit_user_url'?"],
    ["helpers['user-path']();", "'/users/:id' needs a value for ':id'"],
    ['const { userPath } = helpers; userPath();', "'/users/:id' needs a value for ':id'"],
    [
      'const { editUsrPath: path } = helpers; path(5);',
      "no route is called 'editUsr'; did you mean 'editUserPath'?",
    ],
    [
      "function show({ helpers: { pathFor } }: { helpers: UrlHelpers }) { pathFor('user'); }",
      "'/users/:id' needs a value for ':id'",
    ],
    ["import { userUrl } from './taken.js'; userUrl();", "'/users/:id' needs a value for ':id'"],
  ])('are told of in every notation: %s', async (code, text) => {
    expect(await texts(code)).toEqual([`waypost: ${text}`]);
  });

  it('have no fix where the name was taken out elsewhere', async () => {
    const [mistake] = await mistakes('const { editUsrPath } = helpers; editUsrPath(5);');
    const place = { startLine: 4, startOffset: 34, endLine: 4, endOffset: 45 };
    const fixes = await server.ask('getCodeFixes', { file, ...place, errorCodes: [mistake!.code] });
    expect(fixes).toEqual([]);
  });

  it.each([
    "const { userPath, ...rest } = helpers; userPath(5); rest; helpers['user-path'](5);",
    'const { filePath } = { filePath: () => 1 }; filePath(); declare const list: (() => 1)[]; const [listPath] = list; listPath!();',
    "helpers.pathFor('user-post', 1, 2); helpers.userPostUrl(1, { id: 2, page: 3 });",
    'helpers.userPath(row); helpers.userPath({ id: 5 }); helpers.userPath(5, { anchor: "top" });',
    "const currentParams = { user_id: '1', id: '2' }; helpers.pathFor('user-post', { currentParams }); helpers.userPostPath(id, { currentParams });",
    "helpers.legalPath(); helpers.legalPath('imprint'); helpers.aboutPath({ page: 2 });",
    'helpers.homeUrl(); helpers.polymorphicPath(row); helpers.urlFor(row);',
    'declare const other: { filePath(): string }; other.filePath();',
    "helpers.direct('docs', '/docs').docsPath(); helpers.pathFor('docs', 1, 2);",
    "import { routes } from 'waypost'; routes`get '/ping', to => ${() => 'pong'}, as => 'ping'`.helpers.pingPath();",
    "new UrlHelpers({ router: parseRoutes(\"get '/own', to => 'a#b', as => 'own'\") }).ownPath();",
    "import { loadRoutes } from 'waypost/node'; (await loadRoutes('config/admin.routes')).helpers.panelPath();",
    "import { loadRoutes } from 'waypost/node'; (await loadRoutes(new URL('../config/admin.routes', import.meta.url))).helpers.panelUrl();",
    "import type { RouteHelpers } from './admin.js'; declare const admin: UrlHelpers<RouteHelpers>; admin.pathFor('panel'); admin.panelPath();",
    'declare const values: [number]; helpers.userPath(...values);',
    "helpers.aboutPath(...[]); helpers.pathFor('user-post', ...[1, 2]);",
  ])('are left alone where nothing is wrong: %s', async (code) => {
    expect(await texts(code)).toEqual([]);
  });

  it('by types that were written of the routes file are held to it as it is now', async () => {
    const heading =
      '// The URL helpers of config/routes. Written by `waypost types`: change the routes and write it again.';
    const types =
      'export type RouteHelpers = { goneDaysPath(): string; userPostPath(user: 1, id: 2): string };';
    folder.write({ 'src/routes.d.ts': `${heading}\n${types}\n` });
    const start =
      "import type { RouteHelpers } from './routes.js'; declare const typed: UrlHelpers<RouteHelpers>; ";
    expect(await texts(`${start}typed.goneDaysPath();`)).toEqual(["waypost: no route is called 'goneDays'"]);
    expect(await texts(`${start}typed.userPostPath(1);`)).toEqual([
      'typescript: Expected 2 arguments, but got 1.',
    ]);
  });

  it('are left alone where a comment tells TypeScript to say nothing', async () => {
    expect(await texts('// @ts-ignore\nhelpers.nothingPath();')).toEqual([]);
    expect(
      await texts('/* @ts-ignore: as it is */\n\n// a route of another server\nhelpers.nothingPath();'),
    ).toEqual([]);
    expect(await texts('// @ts-ignore\nhelpers.aboutPath();\nhelpers.nothingPath();')).toHaveLength(1);
    server.tell('open', { file, fileContent: `// @ts-nocheck\n${head}helpers.nothingPath();` });
    expect(await server.ask('semanticDiagnosticsSync', { file })).toEqual([]);
  });

  it('are left alone while their name is being written', async () => {
    expect(await texts("helpers.pathFor('")).toEqual([]);
    expect(await texts("helpers.pathFor('edi")).toEqual([]);
  });

  it('are not told to lack a value as long as their parenthesis is open', async () => {
    for (const code of ['helpers.userPath(', "helpers.pathFor('user', ", 'helpers.userPostPath(id, { an: 1'])
      expect(await texts(code), code).toEqual([]);
    expect(await texts("helpers.pathFor('user-post', helpers.userPath()")).toEqual([
      "waypost: '/users/:id' needs a value for ':id'",
    ]);
  });

  it('follow the routes file, and say nothing while it has mistakes', async () => {
    const code = "helpers.pathFor('fresh');";
    expect(await texts(code)).toHaveLength(1);
    const routes = folder.read('config/routes');
    writeFileSync(join(folder.path, 'config/routes'), routes.replace("as => 'about'", "as => 'fresh'"));
    expect(await texts(code)).toEqual([]);
    writeFileSync(join(folder.path, 'config/routes'), `${routes}oops 1\n`);
    expect(await texts("helpers.pathFor('nothing');")).toEqual([]);
    writeFileSync(join(folder.path, 'config/routes'), routes);
  });

  it('know the singulars that the configuration has, and say nothing of names that code may give', async () => {
    const code = "helpers.pathFor('usr', 5);";
    expect(await texts(code)).toHaveLength(1);
    folder.write({ 'waypost.config.json': '{ "inflections": { "users": "usr" } }' });
    writeFileSync(join(folder.path, 'config/routes'), `${folder.read('config/routes')} `);
    expect(await texts(code)).toEqual([]);
    rmSync(join(folder.path, 'waypost.config.json'));
    expect(await texts(code)).toHaveLength(1);
    folder.write({ 'waypost.config.ts': "export default { inflections: { users: 'usr' } };" });
    writeFileSync(join(folder.path, 'config/routes'), folder.read('config/routes').trimEnd());
    expect(await texts(code)).toEqual([]);
    rmSync(join(folder.path, 'waypost.config.ts'));
  });

  it('are offered no names of routes where a value stands', async () => {
    await mistakes("helpers.userPath('');");
    const place = { file, line: 4, offset: 19 };
    const found = await server.ask<{ entries: readonly unknown[] } | undefined>('completionInfo', place);
    expect(found?.entries ?? []).toEqual([]);
  });

  it.each([
    ["helpers.pathFor('edit-us|');", "helpers.pathFor('edit-user');"],
    ["helpers.pathFor('ed|it-usr', 5);", "helpers.pathFor('edit-user', 5);"],
    ["helpers.pathFor('edit-us|", "helpers.pathFor('edit-user"],
    ["helpers.pathFor('edit-us|, 5);", "helpers.pathFor('edit-user, 5);"],
  ])('have the whole name exchanged for the one that is chosen: %s', async (marked, result) => {
    const [before, behind] = marked.split('|') as [string, string];
    await mistakes(before + behind);
    const place = { file, line: 4, offset: before.length + 1 };
    const { entries } = await server.ask<{
      entries: { name: string; replacementSpan?: Record<'start' | 'end', { offset: number }> }[];
    }>('completionInfo', place);
    const { name, replacementSpan } = entries.find((each) => each.name === 'edit-user')!;
    const { start, end } = replacementSpan!;
    const text = before + behind;
    expect(text.slice(0, start.offset - 1) + name + text.slice(end.offset - 1)).toBe(result);
  });

  it.each(["helpers.pathFor('');", "helpers.pathFor('"])(
    'are offered the names of routes: %s',
    async (code) => {
      await mistakes(code);
      const { entries } = await server.ask<{ entries: { name: string }[] }>('completionInfo', {
        file,
        line: 4,
        offset: 18,
      });
      expect(entries.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['edit-user', 'about', 'legal', 'home']),
      );
    },
  );
});
