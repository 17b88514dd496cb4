import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { check, format, type Options } from 'prettier';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatRoutes } from '../../src/format/format.js';
import plugin from '../../src/format/prettier.js';

const root = new URL('../..', import.meta.url).pathname;

function prettier(text: string, options: Options): Promise<string> {
  return format(text, { plugins: [plugin], ...options });
}

describe('a routes file under Prettier', () => {
  const fixtures = join(root, 'test/fixtures/format');

  it.each(readdirSync(fixtures).filter((name) => name.endsWith('.routes')))(
    '%s is what `waypost format` makes of it',
    async (name) => {
      const text = readFileSync(join(fixtures, name), 'utf8');
      const own = formatRoutes(text);
      expect(await prettier(text, { filepath: name })).toBe(own.refused ?? own.text);
    },
  );

  it('keeps its line ends and its byte order mark, as under `waypost format`', async () => {
    expect(await prettier("\uFEFFget  '/a'\r\nget '/b'", { filepath: 'config/routes' })).toBe(
      "\uFEFFget '/a';\r\nget '/b';\r\n",
    );
    expect(await prettier("get '/a';\r\n", { filepath: 'routes', endOfLine: 'lf' })).toBe("get '/a';\n");
  });

  it('keeps the white space of what is left as it is', async () => {
    const text = "# waypost-format off\n  get  '/a'  \n \n  get '/b'\n# waypost-format on\n";
    expect(await prettier(text, { filepath: 'routes' })).toBe(text);
  });

  it('can be checked', async () => {
    expect(await check("get '/a';\n", { filepath: 'routes', plugins: [plugin] })).toBe(true);
    expect(await check("get '/a'\n", { filepath: 'routes', plugins: [plugin] })).toBe(false);
  });

  it('is left alone, with the reason, where it cannot be told what stands in which block', async () => {
    const text = readFileSync(join(root, 'test/fixtures/syntax/brackets/unclosed-wrapper.routes'), 'utf8');
    const result = prettier(text, { filepath: 'routes' });
    await result.then(
      (formatted) => expect(formatRoutes(text)).toMatchObject({ text: formatted }),
      (error: unknown) => expect(String(error)).toMatch(/left as it is: the mistake on line \d+/),
    );
  });

  it('is told by a pragma', async () => {
    const options: Options = { filepath: 'routes', requirePragma: true };
    expect(await prettier("get  '/a'\n", options)).toBe("get  '/a'\n");
    expect(await prettier("# @format\nget  '/a'\n", options)).toBe("# @format\nget '/a';\n");
    expect(await prettier("get  '/a'\n", { filepath: 'routes', insertPragma: true })).toBe(
      "# @format\n\nget '/a';\n",
    );
  });
});

describe('a fence marked `routes` in Markdown', () => {
  it('is formatted, in lists too', async () => {
    const markdown =
      '# Title\n\n```routes\nroutes  {\nget "/a" }\n```\n\n- item\n\n  ```routes\n  get  :b, :to=>"a#b"\n  ```\n\n```ruby\nget  :c\n```\n';
    expect(await prettier(markdown, { filepath: 'README.md' })).toBe(
      "# Title\n\n```routes\nroutes {\n  get '/a';\n}\n```\n\n- item\n\n  ```routes\n  get 'b', to => 'a#b';\n  ```\n\n```ruby\nget  :c\n```\n",
    );
  });
});

describe('a `routes` template in a script', () => {
  it('is formatted in TypeScript, with its callables', async () => {
    const script = [
      'export const router = routes`',
      'get "/ping", to: ${ () => "pong" }',
      '      get :users, :id=>/\\d+/, to => ${handlers . users}   # all of them',
      '`',
    ].join('\n');
    expect(await prettier(script, { filepath: 'router.ts' })).toBe(
      [
        'export const router = routes`',
        '  get \'/ping\', to => ${() => "pong"};',
        "  get 'users', id => /\\d+/, to => ${handlers.users}; # all of them",
        '`;',
        '',
      ].join('\n'),
    );
  });

  it('stays on its line, if it was on one', async () => {
    expect(await prettier('const r = routes`get  "/ping",to=>${fn}`', { filepath: 'a.ts' })).toBe(
      "const r = routes`get '/ping', to => ${fn}`;\n",
    );
    expect(await prettier('const r = draw``', { filepath: 'a.js' })).toBe('const r = draw``;\n');
    expect(await prettier('const r = draw`get "/a";get "/b"`', { filepath: 'a.mjs' })).toBe(
      "const r = draw`\n  get '/a';\n  get '/b';\n`;\n",
    );
  });

  it('is at rest after one run, wherever it stands', async () => {
    const script =
      'function build() {\n  return [\n    routes`\nresources :a do\n\n\n  get :b, to: ${function () { return 1 }}\nend`,\n  ];\n}\n';
    const once = await prettier(script, { filepath: 'a.ts' });
    expect(once).toContain("      resources 'a', {\n        get 'b',");
    expect(await prettier(once, { filepath: 'a.ts' })).toBe(once);
  });

  it('does not move what is left as it is', async () => {
    const script =
      'function f() {\n  return routes`\n    # waypost-format off\n    get  "/a"\n         get  "/b"\n    # waypost-format on\n\n    get "/c";\n  `;\n}\n';
    const once = await prettier(script, { filepath: 'a.ts' });
    expect(once).toBe(script.replace('get "/c"', "get '/c'"));
    expect(await prettier(once, { filepath: 'a.ts' })).toBe(once);
    const tabbed = await prettier(script, { filepath: 'a.ts', useTabs: true });
    expect(await prettier(tabbed, { filepath: 'a.ts', useTabs: true })).toBe(tabbed);
  });

  it('is left alone if embedded languages are, as are the templates of others', async () => {
    const script = 'const r = routes`get  "/ping"`;\n';
    expect(await prettier(script, { filepath: 'a.ts', embeddedLanguageFormatting: 'off' })).toBe(script);
    expect(await prettier('css`a{b:c}`;\nother`get  "/ping"`;\n', { filepath: 'a.ts' })).toBe(
      'css`\n  a {\n    b: c;\n  }\n`;\nother`get  "/ping"`;\n',
    );
  });
});

describe("Prettier's command line", () => {
  const run = promisify(execFile);
  let folder = '';

  beforeAll(async () => {
    const place = join(root, 'node_modules/.cache');
    mkdirSync(place, { recursive: true });
    folder = mkdtempSync(join(place, 'waypost-'));
    await build({
      entryPoints: [join(root, 'src/format/prettier.ts')],
      bundle: true,
      platform: 'node',
      format: 'esm',
      outfile: join(folder, 'plugin.mjs'),
      external: ['prettier'],
      logLevel: 'silent',
    });
    mkdirSync(join(folder, 'config'));
    writeFileSync(
      join(folder, '.prettierrc'),
      JSON.stringify({
        overrides: [{ files: ['*.rt', 'routes'], options: { parser: 'routes', plugins: ['./plugin.mjs'] } }],
      }),
    );
    writeFileSync(join(folder, 'config/routes'), "routes {\n  get '/a';\n}\n");
    writeFileSync(join(folder, 'untidy.rt'), 'routes {\nget  "/a" }\n');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const command = (...args: string[]): Promise<{ stdout: string }> =>
    run(process.execPath, [join(root, 'node_modules/prettier/bin/prettier.cjs'), ...args], { cwd: folder });

  it('formats and checks files that the configuration gives to the plugin', async () => {
    expect((await command('untidy.rt')).stdout).toBe("routes {\n  get '/a';\n}\n");
    await expect(command('--check', 'config/routes')).resolves.toBeDefined();
    await expect(command('--check', 'untidy.rt')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('untidy.rt') as string,
    });
  });
});
