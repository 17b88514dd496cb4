// `waypost routes` and `match`, run as their users do.

import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Manifest } from '../../src/manifest/manifest.js';
import { type CommandRun, WorkFolder } from '../support/test-terminal.js';

const routes = `routes {
  root to => 'home#index'
  get '/photos/search', to => 'photos#search'
  resources 'photos', only => <index show update>, id => /\\d+/
  constraints(subdomain => 'api', { get '/photos/new', to => 'api#new' })
  resources 'octopuses', only => <show>
  get '/old/:id', to => redirect('/photos/%{id}')
}
`;

let folder: WorkFolder;
const run = (...args: string[]): Promise<CommandRun> => folder.run(args);

beforeEach(() => {
  folder = new WorkFolder();
  folder.write({ 'config/routes': routes });
});
afterEach(() => folder.remove());

describe('waypost routes', () => {
  it('prints the table, in order', async () => {
    expect((await run('routes')).output.split('\n')).toEqual([
      'Name     Verbs       Pattern         Target',
      'root     GET         /               home#index',
      '         GET         /photos/search  photos#search',
      'photos   GET         /photos         photos#index',
      'photo    GET         /photos/:id     photos#show',
      'photo    PATCH, PUT  /photos/:id     photos#update',
      '         GET         /photos/new     api#new',
      'octopus  GET         /octopuses/:id  octopuses#show',
      '         GET         /old/:id        redirect(301, /photos/%{id})',
    ]);
  });

  it.each(['config/routes.rb', 'config/Routes', 'shop.routes'])(
    'names a file that may be meant where there is none: %s',
    async (name) => {
      const other = new WorkFolder();
      onTestFinished(() => other.remove());
      other.write({ [name]: routes, 'config/routes.js': '', 'routes.ts': '' });
      expect((await other.run(['routes'])).errors).toBe(
        `error: there is no routes file in ${other.path}: looked for config/routes and routes; there is ${other.path}/${name}`,
      );
    },
  );

  it('says that there is a folder where the routes file is due', async () => {
    const other = new WorkFolder();
    onTestFinished(() => other.remove());
    other.write({ 'config/routes/admin.routes': routes });
    expect((await other.run(['routes'])).errors).toBe(
      `error: there is no routes file in ${other.path}: looked for config/routes and routes, and ${other.path}/config/routes is a folder; name the routes file in it`,
    );
    expect((await other.run(['routes', 'config/routes'])).errors).toContain('is a folder');
  });

  it('names the file beside one that is not there and is called almost alike', async () => {
    expect((await run('routes', 'config/route')).errors).toBe(
      `error: there is no file ${folder.path}/config/route; did you mean '${folder.path}/config/routes'?`,
    );
  });

  it('says in a sentence that no route has a verb, and that none is unused', async () => {
    folder.write({
      'config/routes': "routes {\n  get '/about', to => 'pages#about'\n}\n",
      'controllers/pages.ts': 'export function about() {}\n',
    });
    expect(await run('routes', '--unused')).toMatchObject({ status: 0, output: 'no unused routes' });
    expect(await run('routes', '--verb', 'post')).toMatchObject({ output: 'no route fits' });
    rmSync(`${folder.path}/controllers`, { recursive: true });
    expect(await run('routes', '--unused')).toMatchObject({ status: 1 });
    const { status, errors } = await run('routes', '--verb', 'foo');
    expect([status, errors]).toEqual([2, expect.stringMatching(/'foo' is no HTTP verb\.$/)]);
    expect((await run('routes', '--verb', 'pst')).errors).toMatch(/; did you mean 'post'\?$/);
  });

  it('asks for a host to send requests to', async () => {
    for (const host of ['', 'http://a b', 'http://'])
      expect((await run('routes', '--http', host)).errors).toBe(
        `error: option '--http <host>' argument '${host}' is invalid. '${host}' is no host; write one such as http://localhost:3000.`,
      );
  });

  it('prints in one form', async () => {
    const forms = [
      ['--json'],
      ['--http', 'http://localhost:3000'],
      ['--sitemap', 'https://example.com'],
      ['--expanded'],
    ];
    for (const form of forms)
      for (const other of forms.filter((each) => each !== form)) {
        const { status, output, errors } = await run('routes', ...form, ...other);
        expect([status, output]).toEqual([2, '']);
        expect(errors).toMatch(/^error: option '--\w+.*' cannot be used with option '--\w+.*'$/);
      }
  });

  it('prints what a route carries, and strikes deprecated ones through', async () => {
    folder.write({
      'config/routes': `routes {
  get '/export', to => &exports#show, through => <>, meta => { auth => 'staff', cache => { ttl => 60 } },
    deprecated => '2026-12-01', sunset => { date => '2027-06-01', link => '/help' }
  get '/', to => 'home#index', through => [&auth#signedIn, &limits#slow]
}`,
    });
    expect((await run('routes', '--expanded')).output.split('\n\n')).toEqual([
      [
        'Route 1',
        '  Name',
        '  Verbs       GET',
        '  Pattern     /export',
        '  Target      &exports#show',
        '  Meta        auth = staff, cache = {"ttl":60}',
        '  Deprecated  2026-12-01',
        '  Sunset      2027-06-01, /help',
        '  Declared    config/routes:2',
      ].join('\n'),
      [
        'Route 2',
        '  Name',
        '  Verbs     GET',
        '  Pattern   /',
        '  Target    home#index',
        '  Through   &auth#signedIn, &limits#slow',
        '  Declared  config/routes:4',
      ].join('\n'),
    ]);
  });

  it('prints JSON, and what is looked for', async () => {
    const { routes } = JSON.parse((await run('routes', '--json', '--controller', 'octopuses')).output);
    expect(routes).toMatchObject([
      { name: 'octopus', verbs: ['GET'], pattern: '/octopuses/:id', target: 'octopuses#show' },
    ]);
    const patterns = async (...args: string[]): Promise<unknown> =>
      (JSON.parse((await run('routes', '--json', ...args)).output) as Manifest).routes.map(
        ({ pattern }) => pattern,
      );
    expect(await patterns('--grep', 'SEARCH')).toEqual(['/photos/search']);
    expect(await patterns('--name', 'photo', '--verb', 'put')).toEqual(['/photos/:id']);
    folder.write({
      'more.routes': "routes { get '/a', to => 'x#a', as => 'new_line-item'; get '/b', to => 'x#b' }",
    });
    expect(await patterns('more.routes', '--name', 'lineItem')).toEqual(['/a']);
    expect(await run('routes', '--verb', 'trace')).toMatchObject({ output: 'no route fits', status: 0 });
    expect((await run('routes', '--expanded', '--name', 'octopus')).output).toBe(
      'Route 1\n  Name      octopus\n  Verbs     GET\n  Pattern   /octopuses/:id\n  Target    octopuses#show\n  Declared  config/routes:6',
    );
  });

  it('lists the routes that the application does not have, wherever its controllers are', async () => {
    folder.write({
      'app/photos.ts': 'export function index() {}\nexport function show() {}\nexport function search() {}\n',
      'waypost.config.json': '{ "controllers": "app" }',
    });
    const { output, status } = await run('routes', '--unused', '--json');
    expect([status, (JSON.parse(output) as Manifest).routes.map(({ target }) => target)]).toEqual([
      1,
      ['home#index', 'photos#update', 'api#new', 'octopuses#show'],
    ]);
  });

  it('shows the errors of a file instead of half a table', async () => {
    folder.write({ 'config/routes': "routes {\n  gett '/x'\n}\n" });
    expect(await run('routes')).toMatchObject({
      status: 1,
      output: '',
      errors: expect.stringContaining("'gett' is no declaration"),
    });
    expect(await run('routes', 'nowhere')).toMatchObject({
      status: 2,
      errors: expect.stringContaining('there is no file'),
    });
  });
});

describe('waypost match', () => {
  it('refuses what a server refuses before it asks any route', async () => {
    for (const path of [`/photos/${'7'.repeat(4_097)}`, '/photos'.repeat(1_200)])
      expect(await run('match', 'GET', path)).toMatchObject({
        status: 1,
        output: expect.stringContaining(`→ 414: the path has ${path.length} characters`),
      });
    expect(await run('match', 'GET', `/photos/7?${'x'.repeat(9_000)}`)).toMatchObject({ status: 0 });
    expect(await run('match', 'GET', 'http://user@example.com/photos/7')).toMatchObject({
      status: 1,
      output: expect.stringContaining("→ 400: 'user@example.com' is no host"),
    });
    // An option counts for more than the URL, as it does for the protocol and the port.
    expect(
      await run('match', 'GET', 'http://www.example.com/photos/new', '--host', 'api.example.com'),
    ).toMatchObject({ status: 0, output: expect.stringContaining('api#new') });
    const { output } = await run('match', 'GET', '/photos/7', '--host', 'a b', '--json');
    expect(JSON.parse(output)).toMatchObject({ match: null, refused: { status: 400 } });
  });

  it('calls a path that cannot be decoded what the server calls it', async () => {
    expect(await run('match', 'GET', '/photos/%zz', '--explain')).toMatchObject({
      status: 1,
      output: expect.stringContaining("→ 400: the path cannot be decoded; escape '%' as '%25'"),
    });
  });

  it('says what answers, with its params', async () => {
    expect(await run('match', 'get', '/photos/7?x=1')).toEqual({
      status: 0,
      errors: '',
      output:
        '✓ GET /photos/7?x=1 → photos#show\n  id = "7"\n  GET /photos/:id → photos#show  config/routes:4',
    });
    expect((await run('match', 'GET', 'http://api.example.com/photos/new')).output).toContain('→ api#new');
    expect((await run('match', 'GET', '/photos/new', '--subdomain', 'api')).output).toContain('→ api#new');
  });

  it('sees of the request what a server sees: the format of the path, and the port of the protocol', async () => {
    folder.write({
      'config/routes': `routes {
  constraints(format => 'json', { get '/photos.json', to => 'api#photos' })
  constraints(port => 443, { get '/safe', to => 'safe#show' })
}
`,
    });
    expect(await run('match', 'GET', '/photos.json/?x=a.b')).toMatchObject({ status: 0 });
    expect(await run('match', 'GET', '/photos.json', '--format', 'xml')).toMatchObject({ status: 1 });
    expect(await run('match', 'GET', 'https://example.com/safe')).toMatchObject({ status: 0 });
    expect(await run('match', 'GET', 'https://example.com:444/safe')).toMatchObject({ status: 1 });
  });

  it('asks for what a client sends of an address, which is no fragment', async () => {
    for (const address of [
      '/photos#newest',
      'https://example.com/photos?page=2#a?b',
      'https://example.com/photos#',
    ])
      expect(await run('match', 'GET', address)).toMatchObject({
        status: 0,
        output: expect.stringMatching(/^✓ GET \/photos(\?page=2)? → photos#index\n/) as string,
      });
  });

  it('explains every route that was tried, the nearest misses first where nothing matches', async () => {
    const { output, status } = await run('match', 'GET', '/photos/new', '--explain');
    expect(status).toBe(1);
    expect(output.split('\n')).toEqual([
      '✗ GET /photos/new → 404: no route answers',
      '',
      '· GET /photos/new → api#new  config/routes:5',
      "    the request has no subdomain, which has to be 'api'",
      '· GET /photos/:id → photos#show  config/routes:4',
      "    ':id' is 'new', which has to be /\\d+/",
      '· PATCH|PUT /photos/:id → photos#update  config/routes:4',
      "    ':id' is 'new', which has to be /\\d+/",
      '· GET /photos → photos#index  config/routes:4',
      "    the path goes on with '/new' where the pattern ends",
      '· GET /photos/search → photos#search  config/routes:3',
      "    piece 2 of the path is 'new' where the pattern has 'search'",
      ...[
        '· GET /old/:id → redirect(301, /photos/%{id})  config/routes:7',
        "    piece 1 of the path is 'photos' where the pattern has 'old'",
      ],
      ...[
        '· GET /octopuses/:id → octopuses#show  config/routes:6',
        "    piece 1 of the path is 'photos' where the pattern has 'octopuses'",
      ],
      ...[
        '· GET / → home#index  config/routes:2',
        "    the path goes on with '/photos/new' where the pattern ends",
      ],
    ]);
  });

  it('explains in declaration order up to the route that matched', async () => {
    const { output } = await run('match', 'PATCH', '/photos/7', '--explain', '--json');
    const { tried, match } = JSON.parse(output) as {
      tried: { pattern: string; reason: string; message: string }[];
      match: { target: string };
    };
    expect(match.target).toBe('photos#update');
    expect(tried.map(({ reason }) => reason)).toEqual(['path', 'path', 'path', 'verb', 'matched']);
    expect(tried[3]).toMatchObject({ pattern: '/photos/:id', message: 'it answers GET, not PATCH' });
  });

  it('tells a wrong verb from a wrong path, with the nearest routes', async () => {
    const { output, status } = await run('match', 'DELETE', '/photos/7');
    expect([status, output.split('\n').slice(0, 4)]).toEqual([
      1,
      [
        '✗ DELETE /photos/7 → 405: this path answers GET, HEAD, PATCH, PUT',
        '  nearest:',
        '  · GET /photos/:id → photos#show  config/routes:4',
        '    it answers GET, not DELETE',
      ],
    ]);
    expect(await run('match', 'GET')).toMatchObject({ status: 2 });
  });
});

it('the configuration holds for every command', async () => {
  folder.write({
    'waypost.config.json': '{ "inflections": { "octopuses": "kraken" }, "rules": { "unsafe-get": "off" } }',
  });
  expect((await run('routes', '--name', 'kraken')).output).toContain('kraken  GET    /octopuses/:id');
  expect(await run('path', 'kraken', '8')).toEqual({ status: 0, output: '/octopuses/8', errors: '' });
  expect((await run('types')).output).toContain('krakenPath(');
  expect(JSON.parse((await run('match', 'GET', '/octopuses/8', '--json')).output)).toMatchObject({
    match: { name: 'kraken' },
  });
  folder.write({ 'waypost.config.json': '{ "inflection": {} }' });
  expect((await run('routes')).errors).toBe(
    "warning: waypost.config.json: inflection: there is no such key; did you mean 'inflections'?",
  );
  folder.write({ 'waypost.config.json': '{\n  "controllers": "app"\n  "exclude": []\n}' });
  for (const args of [
    ['routes'],
    ['path', 'photos'],
    ['types'],
    ['match', 'GET', '/'],
    ['serve'],
    ['middleware'],
  ]) {
    expect([args[0], await run(...args)]).toEqual([
      args[0],
      {
        status: 2,
        output: '',
        errors: expect.stringMatching(/waypost\.config\.json is no JSON: .* at line 3, column 3$/m),
      },
    ]);
  }
});
