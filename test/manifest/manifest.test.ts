// What tools outside get of a table: the manifest, held to its published schema; OpenAPI, held to the standard.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv } from 'ajv';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { analyze, type Analysis } from '../../src/analysis/analyze.js';
import { parseRoutes } from '../../src/interpreter/load.js';
import { manifestOf } from '../../src/manifest/manifest.js';
import { differences, openApiSkeleton } from '../../src/manifest/openapi.js';
import { httpFile, sitemap } from '../../src/manifest/request-lists.js';
import { readDiagnosticFixture } from '../support/diagnostic-fixtures.js';
import { again, expectLinear, timeOf } from '../support/growth.js';
import { WorkFolder } from '../support/test-terminal.js';

const info = { title: 'Sample', version: '1.0.0' };

/** The files whose tables the samples and fixtures have. */
const files = ['test/fixtures/interpret', 'samples'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?:\.routes|\/routes)$/.test(file) && !file.includes('node_modules'))
    .map((file) => `${folder}/${file}`)
    .filter((file) => !readdirSync('.').includes(file)),
);

function understood(file: string): Analysis {
  const { text } = readDiagnosticFixture(readFileSync(file, 'utf8'));
  const read = (path: string): string | undefined =>
    existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  return analyze(text, { file, read });
}

const tables = files
  .map((file) => [file, understood(file)] as const)
  .filter(([, { diagnostics }]) => !diagnostics.some(({ severity }) => severity === 'error'));

/** It keeps what it has compiled of the schemas. */
const openApi = new Validator();

test('there are tables to try', () => expect(tables.length).toBeGreaterThan(40));

describe('the manifest', () => {
  const schema: object = JSON.parse(readFileSync('docs/manifest.schema.json', 'utf8'));
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema);

  test.each(tables)('of %s is as its schema says', (file, analysis) => {
    const manifest: unknown = JSON.parse(JSON.stringify(manifestOf(analysis, file)));
    expect(validate(manifest), JSON.stringify(validate.errors)).toBe(true);
  });

  test('says everything of a route', () => {
    const text = `routes {
  namespace 'admin', through => &auth#isStaff, meta => { auth => 'staff', cache => { tags => <a b> } }, {
    get '/posts/:id(.:format)', to => 'posts#show', as => 'post', id => /\\d+/, defaults => { format => 'html' },
      constraints => { format => <html rss>, subdomain => /^api$/i, host => true, port => &guards#port },
      deprecated => '2026-12-01', sunset => { date => '2027-06-01', link => '/help' }
  }
  mount &legacy#app, at => '/legacy', constraints => &guards#isLocal
}`;
    const analysis = analyze(text, { file: 'config/routes' });
    expect(analysis.diagnostics).toEqual([]);
    expect(JSON.parse(JSON.stringify(manifestOf(analysis, 'config/routes')))).toEqual({
      version: 1,
      file: 'config/routes',
      routes: [
        {
          name: 'admin-post',
          verbs: ['GET'],
          pattern: '/admin/posts/:id(.:format)',
          target: 'admin/posts#show',
          kind: 'controller',
          any: false,
          controller: 'admin/posts',
          action: 'show',
          segments: [
            { name: 'id', glob: false, required: true, constraints: [{ regex: '\\d+', flags: '' }] },
            {
              name: 'format',
              glob: false,
              required: false,
              constraints: [{ oneOf: [{ equals: 'html' }, { equals: 'rss' }] }],
            },
          ],
          constraints: [
            { attribute: 'subdomain', regex: '^api$', flags: 'i' },
            { attribute: 'host', present: true },
            { attribute: 'port', callable: '&guards#port' },
          ],
          defaults: { format: 'html' },
          layers: ['&auth#isStaff'],
          meta: { auth: 'staff', cache: { tags: ['a', 'b'] } },
          deprecated: { date: '2026-12-01' },
          sunset: { date: '2027-06-01', link: '/help' },
          location: { file: 'config/routes', line: 3, column: 5 },
        },
        {
          name: null,
          verbs: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
          pattern: '/legacy(/*mounted_path)',
          target: 'mount(&legacy#app)',
          kind: 'mount',
          any: true,
          segments: [{ name: 'mounted_path', glob: true, required: false, constraints: [] }],
          constraints: [{ callable: '&guards#isLocal' }],
          defaults: {},
          layers: [],
          meta: {},
          location: { file: 'config/routes', line: 7, column: 3 },
        },
      ],
    });
  });

  test('of a router is that of its file', () => {
    const text = "routes { get '/a/:b', to => 'c#d', as => 'e' }";
    expect(manifestOf(parseRoutes(text), 'routes')).toEqual(manifestOf(analyze(text), 'routes'));
  });
});

describe('OpenAPI', () => {
  test.each(tables)('of %s is valid, and agrees with its table', async (_, analysis) => {
    const document = openApiSkeleton(analysis, info);
    const { valid, errors } = await openApi.validate({ ...document });
    expect(valid, JSON.stringify(errors)).toBe(true);
    const ids = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect(differences(analysis, document)).toEqual([]);
  });

  const analysis = analyze(`routes {
    resources 'posts', only => <index update>, id => /\\d+/
    get '/files/*path(.:format)', to => 'files#show', constraints => { path => <a b> }
    get '/old', to => redirect('/posts'), deprecated => '2026-01-01'
    match '/any', to => &handlers#any, via => *
    mount &app, at => '/app'
  }`);

  test('has paths, methods and params', () => {
    expect(openApiSkeleton(analysis, info).paths).toMatchSnapshot();
  });

  test('differs where one side lacks something, below its server', () => {
    const document = parseYaml(`
servers: [{ url: 'https://api.example.com/' }]
paths:
  /posts/: { get: {}, post: {} }
  /posts/{slug}: { patch: {}, put: {} }
  /old: { get: {}, head: {}, trace: {} }
  /any: { get: {}, put: {}, post: {}, delete: {}, options: {}, patch: {}, head: {}, trace: {} }
`);
    expect(differences(analysis, document).map(({ route: _, ...rest }) => rest)).toEqual([
      { kind: 'not-documented', method: 'GET', path: '/files/{path}' },
      { kind: 'not-routed', method: 'POST', path: '/posts/' },
      { kind: 'other-params', method: 'PUT', path: '/posts/{slug}', documented: ['slug'], routed: ['id'] },
      { kind: 'other-params', method: 'PATCH', path: '/posts/{slug}', documented: ['slug'], routed: ['id'] },
      { kind: 'not-routed', method: 'TRACE', path: '/old' },
    ]);
    expect(differences(analysis, { paths: null })).toHaveLength(11);
  });
});

test('an OpenAPI document differs that describes other path parameters than its path has', () => {
  const analysis = analyze("routes { get '/posts/:id/notes/:note', to => 'notes#show' }");
  const paths = (shared: object[], own: object[]): object => ({
    '/posts/{id}/notes/{note}': { parameters: shared, get: { parameters: own } },
  });
  const named = (name: string, place = 'path'): object => ({ name, in: place });
  const differing = (shared: object[], own: object[]): unknown =>
    differences(analysis, { paths: paths(shared, own) }).map((each) => each.documented);
  expect(differing([named('note')], [named('id'), named('page', 'query')])).toEqual([]);
  expect(differing([], [named('page', 'query')])).toEqual([]);
  expect(differing([{ $ref: '#/components/parameters/id' }], [named('note')])).toEqual([]);
  expect(differing([named('number')], [named('note')])).toEqual([['number', 'note']]);
  expect(differing([], [named('note')])).toEqual([['note']]);
});

test('an OpenAPI document may have a path in its components, and variables in the path of its server', () => {
  const analysis = analyze(
    "routes { scope 'v1' { get '/posts', to => 'posts#index'; get '/users', to => 'users#index' } }",
  );
  const document = parseYaml(`
servers: [{ url: 'https://{name}.example.com/{version}', variables: { name: { default: api }, version: { default: v1 } } }]
paths:
  /posts: { $ref: '#/components/pathItems/~1posts' }
  /users: { $ref: '#/components/pathItems/users' }
components:
  pathItems:
    /posts: { get: {} }
    users: { get: {}, post: {} }
`);
  expect(differences(analysis, document)).toEqual([
    { kind: 'not-routed', method: 'POST', path: '/v1/users' },
  ]);
});

test('an OpenAPI document has braces and percent signs of the path itself escaped', async () => {
  const braces = analyze("routes { get '/größe/:id/{a}', to => 'x#y'; get '/%7B:id', to => 'x#z' }");
  const document = openApiSkeleton(braces, info);
  expect(Object.keys(document.paths)).toEqual(['/größe/{id}/%7Ba%7D', '/%257B{id}']);
  expect((await openApi.validate({ ...document })).valid).toBe(true);
  expect(differences(braces, document)).toEqual([]);
});

test('an OpenAPI document has the regexes that its readers can compile, each at the place of its segment', () => {
  const analysis = analyze(`routes {
    get '/releases/:version', to => 'releases#show', version => /v\\d+/
    get '/articles/:slug', to => 'articles#show', slug => /[\\w-.]+/
    get '/days/:day-:hour', to => 'days#show', day => /[a-z]+\\-\\d+/
    get '/lines/:from/:until', to => 'lines#show', until => /\\d+/
    put '/lines/:until/:from', to => 'lines#update', until => /[a-z]+/
  }`);
  const shown = Object.entries(openApiSkeleton(analysis, info).paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { parameters = [] }]) => [
      `${method} ${path}`,
      ...parameters.map(({ name, schema }) => `${name} ${schema.pattern ?? ''}`.trim()),
    ]),
  );
  expect(shown).toEqual([
    ['get /releases/{version}', 'version ^(?:v\\d+)$'],
    ['get /articles/{slug}', 'slug'],
    ['get /days/{day}-{hour}', 'day', 'hour'],
    ['get /lines/{from}/{until}', 'from', 'until ^(?:\\d+)$'],
    ['put /lines/{from}/{until}', 'from ^(?:[a-z]+)$', 'until'],
  ]);
});

test('an .http file has a request for each route and verb', () => {
  const { routes } = analyze(
    "routes { get '/posts/:id(.:format)', to => 'posts#show'; match '/a b', to => &x, via => <get post> }",
  );
  expect(httpFile({ routes }, 'http://localhost:3000')).toBe(`@host = http://localhost:3000
@id = 

### posts#show
GET {{host}}/posts/{{id}}

### &x
GET {{host}}/a%20b

### &x
POST {{host}}/a%20b
`);
});

test('an .http file has names as they are, and braces of the path itself escaped', () => {
  const { routes } = analyze("routes { get '/größe/:größe/{a}', to => 'sizes#show' }");
  expect(httpFile({ routes }, 'http://localhost:3000')).toBe(`@host = http://localhost:3000
@größe = 

### sizes#show
GET {{host}}/gr%C3%B6%C3%9Fe/{{größe}}/%7Ba%7D
`);
});

test('an .http file has a host of its own, whatever segments are called, and a line for each target', () => {
  const { routes } = analyze(
    String.raw`routes { get '/of/:host', to => 'hosts#show'; get '/old', to => redirect("/new\nDELETE http://localhost/posts") }`,
  );
  expect(httpFile({ routes }, 'http://localhost:3000/base/')).toBe(`@_host = http://localhost:3000/base
@host = 

### hosts#show
GET {{_host}}/of/{{host}}

### redirect(301, /new\\u{a}DELETE http://localhost/posts)
GET {{_host}}/old
`);
});

test('a sitemap has the pages that need no params', () => {
  const { routes } = analyze(`routes {
    root to => 'home#index'
    get '/posts(.:format)', to => 'posts#index'
    get '/posts(/all)', to => 'posts#all'
    get '/posts/:id', to => 'posts#show'
    post '/posts', to => 'posts#create'
    get '/a&b', to => 'pages#a'
    get '/\ud800x', to => 'pages#a'
    get '/old', to => redirect('/posts')
    get '/old', to => 'pages#old'
    get '/gone', to => 'pages#gone', sunset => '2026-01-01'
    constraints(subdomain => 'api') { get '/status', to => 'api#status' }
  }`);
  expect(
    [...sitemap({ routes }, 'https://example.com/').matchAll(/<loc>(.*)<\/loc>/g)].map(([, url]) => url),
  ).toEqual([
    'https://example.com/',
    'https://example.com/posts',
    'https://example.com/posts/all',
    'https://example.com/a&#38;b',
    'https://example.com/%EF%BF%BDx',
  ]);
});

describe('waypost openapi', () => {
  let folder: WorkFolder;
  beforeEach(() => {
    folder = new WorkFolder();
    folder.write({ 'config/routes': "routes { resources 'posts', only => <index show> }" });
  });
  afterEach(() => folder.remove());

  test('reads a document of very many keys', again, async () => {
    const check = async (count: number): Promise<void> => {
      const keys = Array.from({ length: count }, (_, at) => `x-${at}: 1\n`).join('');
      folder.write({ 'openapi.yaml': `${keys}paths:\n  /posts: { get: {} }\n` });
      expect((await folder.run(['openapi', '--check', 'openapi.yaml'])).status).toBe(1);
    };
    await expectLinear((count) => timeOf(() => check(count)), 40_000);
  });

  test('prints a document that --check agrees with, and says where another differs', async () => {
    const { output } = await folder.run(['openapi', '--title', 'Blog']);
    expect(JSON.parse(output)).toMatchObject({ openapi: '3.1.0', info: { title: 'Blog' } });
    folder.write({
      'openapi.json': output,
      'openapi.yaml': 'paths:\n  /posts:\n    get: {}\n  /users:\n    get: {}\n',
    });
    expect(await folder.run(['openapi', '--check', 'openapi.json'])).toMatchObject({
      status: 0,
      output: 'openapi.json and the routes agree',
    });
    expect(await folder.run(['openapi', '--check', 'openapi.yaml'])).toMatchObject({
      status: 1,
      output:
        'GET /posts/{id} (posts#show, config/routes:1) is not in openapi.yaml\nGET /users of openapi.yaml has no route',
    });
    folder.write({
      'openapi.yaml': 'paths: !<other\u001b[31m>\n  /posts: { get: {} }\n  ? [a]\n  : 1\n',
    });
    const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    expect((await folder.run(['openapi', '--check', 'openapi.yaml'])).status).toBe(1);
    expect(warned).not.toHaveBeenCalled();
    warned.mockRestore();
    folder.write({ 'openapi.yaml': 'paths:\n  /posts: { get: {} }\n  /posts: { put: {} }\n' });
    expect((await folder.run(['openapi', '--check', 'openapi.yaml'])).errors).toContain(
      'the key /posts stands twice in one place',
    );
    folder.write({ 'openapi.yaml': 'paths:\n  /posts: { $ref: posts.yaml }\n' });
    expect(await folder.run(['openapi', '--check', 'openapi.yaml'])).toMatchObject({
      status: 2,
      errors: 'error: openapi.yaml describes /posts in another file; put its files together into one first',
    });
    folder.write({ 'openapi.yaml': 'paths: [' });
    expect(await folder.run(['openapi', '--check', 'openapi.yaml'])).toMatchObject({
      status: 2,
      errors: expect.stringMatching(
        /^error: openapi\.yaml is neither JSON nor YAML: .* column \d+$/,
      ) as string,
    });
    expect(await folder.run(['openapi', '--check', 'nowhere.yaml'])).toMatchObject({
      status: 2,
      errors: 'error: there is no file nowhere.yaml',
    });
  });

  test('the commands print the manifest, an .http file and a sitemap', async () => {
    expect(JSON.parse((await folder.run(['routes', '--json'])).output)).toMatchObject({
      $schema: 'https://unpkg.com/waypost/docs/manifest.schema.json',
      version: 1,
      file: 'config/routes',
      routes: [{ pattern: '/posts' }, { pattern: '/posts/:id' }],
    });
    expect((await folder.run(['routes', '--http', 'http://localhost'])).output).toContain(
      'GET {{host}}/posts\n',
    );
    expect((await folder.run(['routes', '--sitemap', 'https://a.org'])).output).toContain(
      '<loc>https://a.org/posts</loc>',
    );
    expect((await folder.run(['routes', '--sitemap', 'https://a.org/?b'])).status).toBe(2);
    expect(await folder.run(['routes', '--sitemap', 'a.org'])).toMatchObject({
      status: 2,
      errors: expect.stringContaining("'a.org' is no address of a site"),
    });
  });
});
