// Types of actions: what is written for a table, and what TypeScript then lets through.

import { describe, expect, it, onTestFinished } from 'vitest';
import { analyze } from '../../src/analysis/analyze.js';
import { compiledTypes } from '../../src/compiler/compiled-module.js';
import { typedActions } from '../../src/typescript/typed-actions.js';
import { typedHelpers } from '../../src/typescript/typed-helpers.js';
import { WorkFolder } from '../support/test-terminal.js';
import { instantiations, linesWithErrors } from '../support/type-check.js';

function definitionsOf(text: string) {
  const { routes, diagnostics } = analyze(`routes { ${text} }`);
  expect(diagnostics).toEqual([]);
  return routes.map(({ definition }) => definition);
}

const written = (text: string): string[] => typedActions(definitionsOf(text));

describe('the params of an action', () => {
  it.each([
    ["get '/posts/:id', to => 'posts#show'", '{ id: string }'],
    ["get '/posts', to => 'posts#show'", '{}'],
    [
      "get '/(:locale)/posts/:id(.:format)', to => 'posts#show', locale => /en|de/",
      "{ locale?: 'en' | 'de'; id: string; format?: string }",
    ],
    ["get '/files/*path', to => 'posts#show', constraints => { path => <a b> }", "{ path: 'a' | 'b' }"],
    ["get '/posts/:id', to => 'posts#show', id => /\\d+/", '{ id: string }'],
    ["get '/posts', to => 'posts#show', format => 'json'", "{ format: 'json' }"],
    [
      "get '/pages(/:page)', to => 'posts#show', defaults => { page => 1, kind => 'all' }",
      "{ page: string; kind: 'all' }",
    ],
    ["get '/:a', to => 'posts#show', constraints => { a => [/x/, /y/] }", "{ a: 'x' | 'y' }"],
    // From all of its routes: what one of them leaves out may be missing.
    ["get '/posts/:id', to => 'posts#show'; get '/latest', to => 'posts#show'", '{ id?: string }'],
    [
      "get '/posts/:id', to => 'posts#show', id => /a|b/; get '/latest', to => 'posts#show', defaults => { id => 'c' }",
      "{ id: 'a' | 'b' | 'c' }",
    ],
    ["get '/posts/:id', to => 'posts#show', id => /a/; get '/top/:id', to => 'posts#show'", '{ id: string }'],
  ])('of %s are %s', (text, params) => {
    expect(written(text)).toEqual([`'posts#show': { params: ${params} };`]);
  });

  it('are those of controllers only, each action once', () => {
    expect(
      written(
        "get '/a', to => &x; get '/b', to => redirect('/a'); resources 'posts', only => <index update>",
      ),
    ).toEqual(["'posts#index': { params: {} };", "'posts#update': { params: { id: string } };"]);
  });
});

describe('with the generated types', () => {
  const text = `
    get '/posts/:id(.:format)', to => 'posts#show'
    get '/posts', to => 'posts#index'
    get '/tags/:name', to => 'admin/tags#show', name => /old|new/`;
  const use = [
    "import { Request, Response, type ActionParams, type ActionRequest, type Controller } from 'waypost';",
    'const anyRequest = (request: Request<object>): string => request.path;',
    'export { anyRequest, Request, Response };',
    'export type { ActionParams, ActionRequest, Controller };',
  ].join('\n');
  const files = (table: string): Record<string, string> => ({
    'routes.d.ts': typedHelpers(definitionsOf(table)),
  });

  it('an action gets the params of its routes, and no others', () => {
    expect(
      linesWithErrors(
        use,
        [
          "export function show(request: ActionRequest<'posts#show'>) { const id: string = request.params.id; return id + anyRequest(request); }",
          "export function tag(request: ActionRequest<'admin/tags#show'>) { const name: 'old' | 'new' = request.params.name; return name; }",
          "export const params: ActionParams<'posts#show'> = { id: '7' };",
          "export const wrong: ActionParams<'posts#show'> = { slug: '7' };",
          "export function wrongName(request: ActionRequest<'posts#show'>) { return request.params.slug; }",
          "export function wrongOptional(request: ActionRequest<'posts#show'>) { const format: string = request.params.format; return format; }",
          "export type Unrouted = ActionParams<'posts#destroy'>;",
        ],
        files(text),
      ),
    ).toEqual([
      "export const wrong: ActionParams<'posts#show'> = { slug: '7' };",
      "export function wrongName(request: ActionRequest<'posts#show'>) { return request.params.slug; }",
      "export function wrongOptional(request: ActionRequest<'posts#show'>) { const format: string = request.params.format; return format; }",
      "export type Unrouted = ActionParams<'posts#destroy'>;",
    ]);
  });

  it('a controller has every routed action, and takes nothing that its routes do not give', () => {
    const show = "show: (request: ActionRequest<'posts#show'>) => request.params.id";
    expect(
      linesWithErrors(
        use,
        [
          `export const whole = { ${show}, index: () => 'all' } satisfies Controller<'posts'>;`,
          `export const lacks = { ${show} } satisfies Controller<'posts'>;`,
          `export const more = { ${show}, index: (request: Request<{ page: string }>) => request.params.page } satisfies Controller<'posts'>;`,
          "export class Tags implements Controller<'admin/tags'> { show(request: ActionRequest<'admin/tags#show'>) { return request.params.name; } }",
          'export class Lacking implements Controller<"admin/tags"> { index() { return new Response(); } }',
          "export const unknown = {} satisfies Controller<'poets'>;",
        ],
        files(text),
      ),
    ).toEqual([
      `export const lacks = { ${show} } satisfies Controller<'posts'>;`,
      `export const more = { ${show}, index: (request: Request<{ page: string }>) => request.params.page } satisfies Controller<'posts'>;`,
      'export class Lacking implements Controller<"admin/tags"> { index() { return new Response(); } }',
      "export const unknown = {} satisfies Controller<'poets'>;",
    ]);
  });

  it("an action's name may be that of its function, in camelCase", () => {
    const good = [
      "export const names: (keyof Controller<'inbox'>)[] = ['mark_read', 'set-all-aside', 'index'];",
      "export const spelled: (keyof Controller<'inbox', 'camelCase'>)[] = ['markRead', 'setAllAside', 'index'];",
      "export class Inbox implements Controller<'inbox', 'camelCase'> { markRead(request: ActionRequest<'inbox#mark_read'>) { return request.params.id; } setAllAside() { return ''; } index() { return ''; } }",
    ];
    const bad = [
      "export const given: (keyof Controller<'inbox', 'camelCase'>)[] = ['mark_read'];",
      "export class Lacking implements Controller<'inbox', 'camelCase'> { mark_read() { return ''; } setAllAside() { return ''; } index() { return ''; } }",
      "export class More implements Controller<'inbox', 'camelCase'> { markRead(request: Request<{ page: string }>) { return request.params.page; } setAllAside() { return ''; } index() { return ''; } }",
    ];
    const inbox =
      "post '/inbox/:id', to => 'inbox#mark_read'; post '/inbox', to => 'inbox#set-all-aside'; get '/inbox', to => 'inbox#index'";
    expect(linesWithErrors(use, [...good, ...bad], files(inbox))).toEqual(bad);
  });

  it('a segment that is renamed in the routes breaks the line that reads it', () => {
    const lines = ["export const show = (request: ActionRequest<'posts#show'>) => request.params.id;"];
    expect(linesWithErrors(use, lines, files(text))).toEqual([]);
    expect(linesWithErrors(use, lines, files(text.replace(':id', ':slug')))).toEqual(lines);
  });
});

describe('with several routes files', () => {
  const site = "get '(/:locale)/posts/:id', to => 'posts#show'; get '/posts', to => 'posts#index'";
  const api =
    "get '/:version/:locale/posts/:id(.:format)', to => 'posts#show', id => /a|b/; get '/tags', to => 'tags#index'";
  const use = [
    "import { Response, type ActionParams, type ActionRequest, type Controller } from 'waypost';",
    'export { Response };',
    'export type { ActionParams, ActionRequest, Controller };',
  ].join('\n');
  const good = [
    "export const whole: ActionParams<'posts#show'> = { id: '7', version: '1', format: 'json' };",
    "export const least: ActionParams<'posts#show'> = { id: '7' };",
    "export const show = ({ params }: ActionRequest<'posts#show'>): string => params.id + (params.version ?? '');",
    "export const index = ({ params }: ActionRequest<'posts#index'>): object => params;",
    "export const posts = { show, index } satisfies Controller<'posts'>;",
    "export const tags = { index } satisfies Controller<'tags'>;",
  ];
  const bad = [
    "export const lacks: ActionParams<'posts#show'> = { version: '1' };",
    "export const more: ActionParams<'posts#show'> = { id: '7', slug: '7' };",
    "export const sure = ({ params }: ActionRequest<'posts#show'>): string => params.version;",
    "export const given = ({ params }: ActionRequest<'posts#show'>): string => params.locale;",
    "export const part = { show } satisfies Controller<'posts'>;",
    "export type Unrouted = ActionParams<'posts#destroy'>;",
    "export const unknown = {} satisfies Controller<'poets'>;",
  ];
  /** As the first version that wrote types of actions did. */
  const former = `export {};
    declare module 'waypost' {
      interface RoutedActions { 'posts#show': { params: { locale?: string; id: string } }; 'posts#index': { params: {} } }
      interface RoutedControllers { 'posts': 'show' | 'index' }
    }`;

  it.each([
    ['by `waypost types` and the plugin', typedHelpers(definitionsOf(site), { register: true })],
    ['also where one was written by an earlier version', former],
  ])('an action gets what all of them give, and what some leave out is optional: %s', (_, declaration) => {
    const files = {
      'routes.d.ts': declaration,
      // Packages of one program may call their files alike.
      'api.d.ts': compiledTypes(definitionsOf(api), { file: 'config/routes' }),
      'again.d.ts': compiledTypes(definitionsOf(site), { file: 'config/routes' }),
    };
    expect(linesWithErrors(use, [...good, ...bad], files)).toEqual(bad);
  });
});

it('costs the compiler little, however many routes there are', () => {
  const used = [
    "import { UrlHelpers, type ActionRequest, type Controller } from 'waypost';",
    'export type { ActionRequest, Controller };',
    'export const path = (helpers: UrlHelpers): string => helpers.newThings1Path();',
  ];
  const action =
    "export const show = (request: ActionRequest<'things-1#show'>): string => request.params.id;";
  const controller = "export const some = { show } satisfies Partial<Controller<'things-1'>>;";
  const named = "export const link = (helpers: UrlHelpers): string => helpers.pathFor('things-1', 5);";
  const costs = (count: number): readonly number[] => {
    const resources = Array.from({ length: count / 7 }, (_, index) => `resources 'things-${index}'`);
    const declaration = typedHelpers(definitionsOf(resources.join('\n')), { register: true });
    const cost = (...lines: readonly string[]): number =>
      instantiations({ 'routes.d.ts': declaration, 'use.ts': [...used, ...lines].join('\n') });
    const helpers = cost();
    return [cost(action) - helpers, cost(action, controller) - helpers, cost(named) - helpers];
  };
  const large = costs(700);
  expect(large[0]).toBeLessThanOrEqual(150);
  // What is asked of an action, a controller or a helper costs what it does in a small table.
  expect(large).toEqual(costs(21));
});

it('without generated types params are any texts', () => {
  expect(
    linesWithErrors(
      "import type { ActionParams, ActionRequest, Controller, Request } from 'waypost';",
      [
        "export const show = (request: ActionRequest<'posts#show'>): string | undefined => request.params['id'];",
        "export const params: ActionParams<'anything#here'> = { any: 'text' };",
        "export const posts = { show, index: (request: Request) => request.params } satisfies Controller<'posts'>;",
        "export const wrong: ActionParams<'posts#show'> = { id: 7 };",
      ],
      {},
    ),
  ).toEqual(["export const wrong: ActionParams<'posts#show'> = { id: 7 };"]);
});

describe.each([
  ['waypost', ['types', 'config/routes', '--out', 'routes.d.ts']],
  ['waypost/router', ['compile', 'config/routes', '--out', 'routes.js']],
])('what layers find valid is typed by %s', (packageName, command) => {
  const files = {
    'config/routes': `routes {
      through &auth#signedIn, {
        post '/posts', to => 'posts#create', through => &schemas#post
        get '/posts/:id', to => 'posts#show'
        patch '/posts/:id', to => 'posts#update', through => [&schemas#key, &schemas#title]
        put '/posts/:id', to => 'posts#update', through => &schemas#title
      }
    }`,
    'config/auth.ts':
      "import type { Next, Request } from 'waypost';\nexport const signedIn = (request: Request, next: Next) => next(request);\n",
    'config/schemas.ts': `import { validated } from 'waypost';
      import { z } from 'zod';
      export const post = validated({ query: z.object({ page: z.coerce.number() }), body: z.object({ title: z.string() }) });
      export const key = validated({ params: z.object({ id: z.coerce.number() }) });
      export const title = z.object({ title: z.string() });
    `,
  };
  const use = [
    `import { Response, type ActionRequest, type Controller } from '${packageName}';`,
    'export { Response };',
    'export type { ActionRequest, Controller };',
  ].join('\n');
  const good = [
    "export const create = (request: ActionRequest<'posts#create'>): string => request.valid.body.title + String(request.valid.query.page * 2);",
    "export const show = (request: ActionRequest<'posts#show'>): string => request.params.id;",
    "export const update = (request: ActionRequest<'posts#update'>): string => request.valid.body.title;",
    "export const posts = { create, show, update } satisfies Controller<'posts'>;",
  ];
  const bad = [
    "export const wrongBody = (request: ActionRequest<'posts#create'>) => request.valid.body.text;",
    "export const wrongPart = (request: ActionRequest<'posts#create'>) => request.valid.params;",
    "export const wrongAction = (request: ActionRequest<'posts#show'>): string => request.valid.body.title;",
    // One of its routes says nothing of params.
    "export const unsure = (request: ActionRequest<'posts#update'>): number => request.valid.params.id;",
  ];

  it('by the layers of the routes, as their schemas say', async () => {
    const folder = new WorkFolder();
    onTestFinished(() => folder.remove());
    folder.write(files);
    expect(await folder.run(command)).toMatchObject({ status: 0 });
    const modules = { ...files, 'routes.d.ts': folder.read('routes.d.ts') };
    Reflect.deleteProperty(modules, 'config/routes');
    expect(linesWithErrors(use, [...good, ...bad], modules)).toEqual(bad);
  });
});
