// The standalone module: it compiles by itself, and answers as the helpers do.

import { constrained, guarded, plain, whole } from '#standalone-runtime';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import type { HelperRouter } from '../../src/routing/generation/helper-table.js';
import { noFacts } from '../../src/routing/patterns/facts.js';
import { Route } from '../../src/routing/patterns/route.js';
import { standaloneHelpers } from '../../src/compiler/standalone-helpers.js';
import { quickGeneration } from '../../src/routing/generation/generation.js';
import { UrlHelpers } from '../../src/routing/generation/url-helpers.js';
import { generatedCall } from '../support/generated-routes.js';
import { routeDefinition, type WrittenRoute } from '../support/named-routes.js';
import { linesWithErrors, typeErrors } from '../support/type-check.js';

const seed = 20_261_122;

type Loose = (...values: readonly unknown[]) => string;

interface StandaloneModule {
  readonly [helper: string]: Loose;
}

/** Runs the text of a module. */
async function imported(text: string): Promise<StandaloneModule> {
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  });
  return (await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(outputText)}`
  )) as StandaloneModule;
}

function definitions(routes: Readonly<Record<string, WrittenRoute>>) {
  return Object.entries(routes).map(([name, route]) => routeDefinition(name, route));
}

const routes = {
  root: '/',
  'edit-user': '/users/:id/edit',
  post: {
    path: '/(:locale)/posts/:id(.:format)',
    constraints: { locale: /en|de/, format: ['json', 'xml'] },
    defaults: { locale: 'en', kind: 'x' },
  },
  files: '/files/*path',
};

describe('a standalone module', () => {
  const text = standaloneHelpers(definitions(routes), { file: 'config/routes' });

  it('is written once for equal routes', async () => {
    expect(standaloneHelpers(definitions(routes), { file: 'config/routes' })).toBe(text);
    expect(text).toContain(whole);
    await expect(text.replace(whole, 'var runtime=…;')).toMatchFileSnapshot(
      '../fixtures/url-helpers/standalone.text',
    );
  });

  it('compiles, and needs nothing else', () => {
    expect(text).not.toMatch(/^import /m);
    expect(typeErrors({ 'paths.ts': text })).toEqual([]);
    // TypeScript before 5.2 takes a colon for a part of the name, and checks the runtime after all.
    expect(text).toMatch(/^\/\/ @ts-nocheck$/m);
    const declared =
      "declare const runtime: Record<'pathHelper' | 'urlHelper', (route: object) => (...values: readonly unknown[]) => string>" +
      ' & { defaultUrlOptions: object; UrlGenerationError: new (message: string) => UrlGenerationError };';
    const typed = text.replace('// @ts-nocheck', '//').replace(whole, declared);
    expect(typeErrors({ 'paths.ts': typed })).toEqual([]);
    const good = [
      'editUserPath(5);',
      'postPath("de", 5, "json");',
      'postUrl({ id: 7, host: "a.b" });',
      'filesPath(["a", 7]);',
      'rootPath({ anchor: "x" });',
    ];
    const bad = [
      'editUserPath();',
      'editUserPath(5, 6);',
      'postPath("fr", 5);',
      'rootPath(1);',
      'filesPath(null);',
    ];
    const before = "import { editUserPath, filesPath, postPath, postUrl, rootPath } from './paths.js';";
    expect(linesWithErrors(before, [...good, ...bad], { 'paths.ts': text })).toEqual(bad);
  });

  it('makes paths and URLs', async () => {
    const { rootPath, editUserPath, editUserUrl, postPath, filesPath, defaultUrlOptions } =
      await imported(text);
    expect(rootPath!()).toBe('/');
    expect(editUserPath!('a b', { page: 2, tags: ['x'], anchor: 'y' })).toBe(
      '/users/a%20b/edit?page=2&tags[]=x#y',
    );
    expect(postPath!('de', 5, 'json')).toBe('/de/posts/5.json');
    expect(postPath!(5, { locale: 'en', kind: 'y', trailingSlash: true })).toBe('/posts/5/');
    expect(filesPath!('a/b.txt')).toBe('/files/a/b.txt');
    expect(editUserUrl!(5, { host: 'a.b:3000' })).toBe('http://a.b:3000/users/5/edit');
    expect(() => editUserUrl!(5)).toThrow('has no host');
    expect(() => editUserUrl!(5, { host: 'a.b/c' })).toThrow("cannot have the host 'a.b/c'");
    expect(() => editUserUrl!(5, { host: 'a.b', protocol: 'javascript:' })).toThrow(
      "cannot have the protocol 'javascript:'",
    );
    expect(() => editUserPath!('')).toThrow("cannot have an empty string as ':id'");
    expect(() => editUserUrl!('', { host: 'a.b/c' })).toThrow("cannot have an empty string as ':id'");
    expect(editUserUrl!(5, { host: 'café.example' })).toBe('http://xn--caf-dma.example/users/5/edit');
    Object.assign(defaultUrlOptions!, { host: 'example.org', protocol: 'https', port: 443 });
    expect(editUserUrl!(5)).toBe('https://example.org/users/5/edit');
  });
});

it('strikes the helpers of a deprecated route through', () => {
  const [definition] = definitions({ old: '/old' });
  const facts = { ...noFacts, deprecated: { date: '2026-12-01' } };
  expect(standaloneHelpers([{ ...definition!, facts }]).match(/^\/\*\* GET .*/gm)).toEqual(
    Array(2).fill('/** GET `/old` → things#show @deprecated since 2026-12-01 */'),
  );
});

it('refuses a value made to be refused in linear time', async () => {
  const route = { path: '/:a-:b-:c', constraints: { b: /[a-z-]*x/ } };
  const { pagePath } = await imported(standaloneHelpers(definitions({ page: route })));
  expect(() => pagePath!('-'.repeat(2_000), '-'.repeat(1_000), '-'.repeat(1_000))).toThrow('it must match');
  expect(pagePath!('a', 'x', 'c')).toBe('/a-x-c');
});

it('matches a regex that could stall the engine in linear time', async () => {
  const text = standaloneHelpers(
    definitions({ tag: { path: '/tags/:tag', constraints: { tag: /(?:[a-z]+)+/ } } }),
  );
  expect(text).toContain(guarded);
  const { tagPath } = await imported(text);
  expect(tagPath!('ruby')).toBe('/tags/ruby');
  expect(() => tagPath!(`${'a'.repeat(5000)}!`)).toThrow('it must match');
});

describe('for generated routes', () => {
  const options = fc.record(
    {
      anchor: fc.constantFrom('x', 'a b', '#'),
      trailingSlash: fc.boolean(),
      host: fc.constantFrom('a.b', 'a.b:80', 'a/b'),
      port: fc.constantFrom(80, '3000', 0, null),
      protocol: fc.constantFrom('http', 'https:', 'ftp'),
      currentParams: fc.constantFrom({ n0: '7', n1: 'en' }, { n0: '..', format: 'json' }),
      q: fc.constantFrom('a b', ['x', null], { y: 1, x: [2] }, new Date(0), null, Symbol.iterator),
      n0: fc.constantFrom('zz', null),
    },
    { requiredKeys: [] },
  );

  it('it answers as the package does, or refuses as it does', async () => {
    const samples = fc.sample(
      fc.record({ call: generatedCall, options, isPositional: fc.boolean(), cut: fc.nat(2) }),
      { seed, numRuns: 600 },
    );
    const usable = samples.filter(
      ({ call }) =>
        !Object.values(call.route.constraints).some((constraint) => typeof constraint === 'function'),
    );
    const all = usable.map(({ call }, index) => routeDefinition(`r${index}`, call.route));
    const standalone = await imported(standaloneHelpers(all));
    const made = all.map((definition, index) => new Route(definition, index));
    const router: HelperRouter = {
      routes: made,
      generation: quickGeneration,
      routeNamed: (name) => made.find((route) => route.name === name),
    };
    const helpers = new UrlHelpers({
      router,
      defaultUrlOptions: { host: 'example.org', port: 8080 },
    }) as unknown as Readonly<Record<string, Loose>>;
    Object.assign(standalone['defaultUrlOptions']!, { host: 'example.org', port: 8080 });
    let paths = 0;
    for (const [index, { call, options: given, isPositional, cut }] of usable.entries()) {
      const names = all[index]!.pattern.names;
      const values = isPositional
        ? [...names.map((name) => call.values[name]).slice(0, names.length - cut), given]
        : [{ ...given, ...call.values }];
      for (const helper of [`r${index}Path`, `r${index}Url`]) {
        const expected = outcome(helpers[helper]!, values);
        if (expected !== undefined) paths++;
        expect(
          outcome(standalone[helper]!, values),
          `${call.route.path} ${JSON.stringify(call.route)} ${JSON.stringify(values)}`,
        ).toBe(expected);
      }
    }
    expect(paths).toBeGreaterThan(200);
  });

  function outcome(helper: Loose, values: readonly unknown[]): string | undefined {
    try {
      return helper(...values);
    } catch (problem) {
      if (problem instanceof Error && problem.name === 'UrlGenerationError') return undefined;
      throw problem;
    }
  }
});

describe('its runtime', () => {
  const runtimeOf = (path: WrittenRoute): string => standaloneHelpers(definitions({ page: path }));

  it('has what the routes need, and no more', () => {
    expect(runtimeOf('/(:locale)/posts/:id')).toContain(plain);
    expect(runtimeOf('/files/*path')).toContain(plain);
    expect(runtimeOf({ path: '/posts/:id', constraints: { id: /\d+/ } })).toContain(constrained);
    expect(runtimeOf({ path: '/posts/:id', constraints: { id: (value) => value !== 'x' } })).toContain(plain);
    expect(runtimeOf('/posts/:id(.:format)')).toContain(whole);
    expect(runtimeOf('/:a-:b')).toContain(whole);
    expect(runtimeOf({ path: '/tags/:tag', constraints: { tag: /(?:[a-z]+)+/ } })).toContain(guarded);
  });

  it.each([
    ['plain', plain, 20, 8],
    ['constrained', constrained, 24, 10],
    ['whole', whole, 35, 13],
    ['guarded', guarded, 52, 19],
  ])('has the kilobytes that docs/url-helpers.md says, rounded: %s', (_, text, kilobytes, gzipped) => {
    expect(Math.round(text.length / 1000)).toBe(kilobytes);
    expect(Math.round(gzipSync(text, { level: 9 }).length / 1000)).toBe(gzipped);
  });

  it('makes no code from text, and asks no host, where the routes are plain', () => {
    expect(plain).not.toMatch(/new Function|process/);
  });
});
