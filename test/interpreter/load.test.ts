// `parseRoutes` and the template literal: text and what it names in, a router or one error out.

import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { Request } from '../../src/http/request.js';
import { analyze } from '../../src/analysis/analyze.js';
import { draw, parseRoutes, routes, type ParseOptions } from '../../src/interpreter/load.js';
import type { Diagnostic } from '../../src/language/diagnostics.js';
import { RoutesError } from '../../src/language/routes-error.js';
import type { Router } from '../../src/routing/router/router.js';
import { inheritsNothing } from '../support/inherits-nothing.js';
import { errorOf, mistakes } from '../support/routes-errors.js';

function patterns(router: Router): string[] {
  return router.routes.map((route) => route.pattern);
}

describe('a RoutesError', () => {
  const text = "routes {\n  get '/a', tto => 'x#a';\n  resorces 'photos';\n}\n";

  test('shows its message and the frame of the caller when nobody catches it', () => {
    const [head, ...stack] = inspect(errorOf(text)).split('\n    at ');
    expect(head).toBe(`RoutesError: ${errorOf(text).message}`);
    expect(stack[0]).toMatch(/^errorOf .*routes-errors\.ts/);
    expect(stack.at(-1)).not.toContain('diagnostics');
  });

  test('has every diagnostic, in source order, as plain data', () => {
    expect(JSON.parse(JSON.stringify(errorOf(text).diagnostics))).toEqual([
      {
        code: 'unknown-option',
        severity: 'error',
        message: "`get` has no option 'tto'; did you mean 'to'?",
        suggestion: 'to',
        file: 'routes',
        range: { start: { offset: 21, line: 2, column: 13 }, end: { offset: 24, line: 2, column: 16 } },
      },
      {
        code: 'unknown-keyword',
        severity: 'error',
        message: "'resorces' is no declaration; did you mean 'resources'?",
        suggestion: 'resources',
        file: 'routes',
        range: { start: { offset: 37, line: 3, column: 3 }, end: { offset: 45, line: 3, column: 11 } },
      },
    ] satisfies Diagnostic[]);
  });

  test('shows each with its source line and a caret', () => {
    const error = errorOf(text, { file: 'config/routes' });
    expect(error).toBeInstanceOf(Error);
    expect(error.name).toBe('RoutesError');
    expect(error.message).toContain("config/routes:2:13 unknown-option: `get` has no option 'tto'");
    expect(error.message).toContain("2 |   get '/a', tto => 'x#a';\n    |             ^^^");
    expect(error.message).toContain("3 |   resorces 'photos';\n    |   ^^^^^^^^");
  });

  test('counts columns in UTF-16 units and lines by any line end', () => {
    expect(mistakes("routes {\r\n  get '/😀', to => 5;\r  x 1;\n}")).toEqual([
      'routes:2:20 invalid-value',
      'routes:3:3 unknown-keyword',
    ]);
  });
});

describe('the text', () => {
  test('may be empty, or have no declarations', () => {
    for (const text of ['', '\ufeff', '# nothing\n', 'routes { }', 'routes do end', ';;\n;'])
      expect(parseRoutes(text).routes).toEqual([]);
  });

  test('has its routes at the places where they were declared', () => {
    const router = parseRoutes(
      "routes {\n  get '/a', to => 'x#a';\n  resources 'photos', only => <index> { }\n}",
      { file: 'r' },
    );
    expect(router.routes.map(({ location }) => location)).toMatchObject([
      { file: 'r', range: { start: { line: 2, column: 3 }, end: { line: 2, column: 24 } } },
      { file: 'r', range: { start: { line: 3, column: 3 }, end: { line: 3, column: 38 } } },
    ]);
  });
});

test('a route says what its constraints and defaults are', () => {
  const router = parseRoutes(
    "routes { get '/:year(/:month)', to => 'x#a', year => /\\d{4}/, defaults => { month => 1 }, constraints => { host => 'a.example' } }",
  );
  const [route] = router.routes;
  expect(route?.constraints).toEqual({
    segments: { year: [{ kind: 'regex', regex: /\d{4}/ }] },
    request: [{ kind: 'attribute', attribute: 'host', test: { kind: 'string', value: 'a.example' } }],
  });
  expect(route?.defaults).toEqual({ month: '1' });
  for (const record of [route?.constraints.segments, route?.defaults])
    expect(Object.getPrototypeOf(record)).toBeNull();
});

// A configuration passes on what it may not have, and `tsc` with `exactOptionalPropertyTypes` lets it.
test('an option that is undefined is one that is left out', () => {
  const left: Record<'file' | 'modules' | 'controllers' | 'inflections' | 'read', undefined> = {
    file: undefined,
    modules: undefined,
    controllers: undefined,
    inflections: undefined,
    read: undefined,
  };
  const text = "routes { get '/ping', to => 'pings#show' }";
  expect(patterns(parseRoutes(text, left))).toEqual(['/ping']);
  expect(analyze(text, { ...left, bindings: undefined, wrapperIsOptional: undefined }).diagnostics).toEqual(
    [],
  );
});

describe('modules', () => {
  const health = (): string => 'fine';

  test('give the callables', () => {
    const router = parseRoutes("routes { get '/h', to => &handlers#health; get '/d', to => &handlers }", {
      modules: { handlers: { health, default: health } },
    });
    expect(router.recognize('GET', '/h')?.callable).toBe(health);
    expect(router.recognize('GET', '/d')?.callable).toBe(health);
  });

  test('that are not given, or have no such export, are `missing-export`', () => {
    expect(mistakes("routes { get '/h', to => &handlers#health }")).toEqual(['routes:1:27 missing-export']);
    expect(
      mistakes("routes { get '/h', to => &handlers#halth }", { modules: { handlers: { health } } }),
    ).toEqual(['routes:1:36 missing-export']);
    expect(mistakes("routes { get '/h', to => &constructor#name }", { modules: {} })).toEqual([
      'routes:1:27 missing-export',
    ]);
    expect(
      mistakes("routes { get '/h', to => &handlers#toString }", { modules: { handlers: { health } } }),
    ).toEqual(['routes:1:36 missing-export']);
  });

  test.each([
    ["get '/h', to => 'a#b', defaults => { a => &missing }", 'routes:1:52 invalid-value'],
    ["get '/h', to => 'a#b', constraints => { method => [&missing] }", 'routes:1:60 invalid-value'],
    ["get '/h/:a', to => 'a#b', constraints => { a => { b => [&missing] } }", 'routes:1:58 invalid-value'],
    ["get '/h', to => 'a#b', meta => { a => [1, &missing] }", 'routes:1:48 invalid-value'],
    ["resources 'photos', only => [&missing]", 'routes:1:38 invalid-value'],
    ["get '/h', to => 'a#b', as => &missing", 'routes:1:39 invalid-value'],
    ["get '/h', to => redirect('/', params => { a => &missing })", 'routes:1:57 invalid-value'],
    ["get '/h', to => 'a#b', sunset => { date => &missing }", 'routes:1:53 invalid-value'],
    ["resources &missing, 'photos'", 'routes:1:20 invalid-value'],
    ['concerns &missing', 'routes:1:19 invalid-value'],
    ["resolve 'X', [&missing]", 'routes:1:23 invalid-value'],
  ])('are of no account where no callable may stand: %s', (text, mistake) => {
    expect(mistakes(`routes { ${text} }`)).toEqual([mistake]);
  });

  test('say `#` before an export that stands behind a dot', () => {
    const modules = { handlers: { health } };
    const [diagnostic] = errorOf("routes { get '/h', to => &handlers.health }", { modules }).diagnostics;
    expect(diagnostic).toMatchObject({
      message:
        "there is no module 'handlers.health'; the export of a module stands behind `#`: write `&handlers#health`",
      fix: { edits: [{ text: 'handlers#health' }] },
    });
    expect(errorOf("routes { get '/h', to => &handlers.halth }", { modules }).diagnostics[0]!.message).toBe(
      "there is no module 'handlers.halth'; there are 'handlers'",
    );
  });

  test('may be named like what every object has', () => {
    const modules = { constructor: { toString: health } } as unknown as NonNullable<ParseOptions['modules']>;
    expect(
      parseRoutes("routes { get '/h', to => &constructor#toString }", { modules }).recognize('GET', '/h')
        ?.callable,
    ).toBe(health);
  });
});

describe('controllers', () => {
  const text =
    "routes { get '/a', to => 'posts#index'; get '/b', to => 'posts#sho'; get '/c', to => 'pots#index' }";
  const posts = { index() {}, show() {} };

  test('as a record or a function must have what the routes name', () => {
    expect(mistakes(text, { controllers: { posts } })).toEqual([
      'routes:1:57 unknown-action',
      'routes:1:86 unknown-controller',
    ]);
    expect(mistakes(text, { controllers: (name) => (name === 'posts' ? posts : undefined) })).toEqual([
      'routes:1:57 unknown-action',
      'routes:1:86 unknown-controller',
    ]);
    expect(errorOf(text, { controllers: { posts } }).diagnostics.map(({ suggestion }) => suggestion)).toEqual(
      ['show', 'posts'],
    );
  });

  test('are not asked about where nobody gives them', () => {
    expect(parseRoutes(text).routes).toHaveLength(3);
  });

  test('are named once for a resource, with the actions that they lack', () => {
    const [only, ...others] = errorOf("routes { resources 'posts' }", { controllers: { posts } }).diagnostics;
    expect(others).toEqual([]);
    expect(only!.message).toBe(
      "the controller 'posts' has no actions 'create', 'new', 'edit', 'update', 'destroy'; add them, 'new' as `export { … as new }`, or write `except => <create new edit update destroy>`",
    );
  });

  test('whose constructor throws are told by what it throws, once, and only where a method does not answer', () => {
    class Posts {
      readonly show = (): string => 'a post';
      constructor() {
        throw new RangeError('no database');
      }
      index(): string {
        return 'all posts';
      }
    }
    const all =
      "routes { get '/a', to => 'posts#index'; get '/b', to => 'posts#show'; get '/c', to => 'posts#edit' }";
    const [only, ...others] = errorOf(all, { controllers: { posts: Posts } }).diagnostics;
    expect(others).toEqual([]);
    expect(only).toMatchObject({
      code: 'unknown-action',
      range: { start: { column: 57 } },
      message:
        "whether the controller 'posts' has the action 'show' cannot be told, since it is no method and the constructor throws (RangeError: no database); write it as a method, or mend the constructor",
    });
  });

  test('have neither inherited actions nor private ones', () => {
    for (const action of ['constructor', 'toString', '__proto__', '_hidden', 'hasOwnProperty']) {
      // The camelCase form of '_hidden'.
      const controllers = { posts: { _hidden() {}, Hidden() {} } };
      expect(mistakes(`routes { get '/a', to => 'posts#${action}' }`, { controllers })).toEqual([
        'routes:1:26 unknown-action',
      ]);
    }
  });
});

describe('inflections', () => {
  test('say the singular of a plural, whole or of its last part', () => {
    const router = parseRoutes(
      "routes { resources 'cacti', only => <show>; resources 'old_gnus', only => <show> { resource 'gnu', only => <show> } }",
      {
        inflections: { cacti: 'cactopus', gnus: 'gnu' },
      },
    );
    expect(router.routeTable().map(({ name, pattern, target }) => `${name} ${pattern} ${target}`)).toEqual([
      'cactopus /cacti/:id cacti#show',
      'old_gnu-gnu /old_gnus/:old_gnu_id/gnu gnus#show',
      'old_gnu /old_gnus/:id old_gnus#show',
    ]);
  });
});

describe('the template literal', () => {
  test('tells TypeScript what its functions are given', async () => {
    const router = routes`
      get '/users/:id', to => ${(request) => `user ${request.params['id']}`}, through => ${(request, next) => next(request)}
      get '/pages/:page', to => 'pages#show', constraints => { page => ${(value: string) => value === 'a'} }
    `;
    expect(await (await router.call(new Request({ method: 'GET', path: '/users/7' }))).text()).toBe('user 7');
    expect(router.recognitionStatus('GET', '/pages/b')).toBe('not-found');
  });

  const ping = (): string => 'pong';
  const app = { call: () => 'app' };
  const isStaff = (context: Readonly<Record<string, unknown>>): boolean => context.subdomain === 'staff';

  test('holds functions and objects where a callable may stand, and needs no wrapper', () => {
    const router = routes`
      get '/ping', to => ${ping};
      mount ${app}, at => '/app';
      constraints(${isStaff}, { get '/desk', to => 'desk#show' })
      get '/old/:id', to => redirect(${({ id }: { id: string }) => `/new/${id}`});
      mount ${app} => '/other';
    `;
    expect(router.recognize('GET', '/ping')).toMatchObject({
      callable: ping,
      target: { kind: 'callable', label: 'inline' },
    });
    expect(router.recognize('GET', '/app/x')?.target).toMatchObject({ kind: 'mount', app });
    expect(router.recognize('GET', '/desk')).toBeUndefined();
    expect(router.recognize('GET', '/desk', { context: { subdomain: 'staff' } })?.controller).toBe('desk');
    expect(router.recognize('GET', '/other')?.target.kind).toBe('mount');
    expect(router.routeTable().map(({ target }) => target)).toEqual([
      'inline',
      'mount(inline)',
      'desk#show',
      'redirect(301, inline)',
      'mount(inline)',
    ]);
  });

  test('is read raw, so that a backslash needs no doubling', () => {
    const router = routes`routes { get '/users/:id', to => 'users#show', id => /\d+/ }`;
    expect(router.recognize('GET', '/users/7')?.params).toEqual({ id: '7' });
    expect(router.recognize('GET', '/users/x')).toBeUndefined();
  });

  test('is also called `draw`', () => {
    expect(patterns(draw`draw { root to => ${ping} }`)).toEqual(['/']);
  });

  test('refuses what is no callable, and a callable inside a text', () => {
    expect(() => routes`get '/a', to => ${5 as never}`).toThrow(/not-callable: inline is a number/);
    expect(() => routes`get '/${ping}', to => 'x#a'`).toThrow(
      /inline-code: a value of the template stands inside a text/,
    );
    expect(() => routes`get ${ping}, to => 'x#a'`).toThrow(RoutesError);
    expect(() => routes`get '/a', to => ${ping} get '/bb', to => ${ping} get '/ccc', to => ${ping}`).toThrow(
      "`get '/bb', to => ${} get '/ccc', to => …`",
    );
    expect(() => routes`get '/a', to => ${ping}; resources ${ping}`).toThrow(
      [
        'routes has an error',
        '',
        "routes:1:32 invalid-value: the name of `resources` is a string, not '${}': `resources 'photos', except => <destroy>`",
        "  1 | get '/a', to => ${}; resources ${}",
        '    |                                ^^^',
      ].join('\n'),
    );
  });
});

describe('limits', () => {
  test('more than 100,000 routes, by concerns inside one another, are one diagnostic', () => {
    const levels = Array.from(
      { length: 12 },
      (_, n) => `concern 'c${n + 1}' { concerns 'c${n}'; concerns 'c${n}'; concerns 'c${n}' }`,
    );
    const text = `routes { concern 'c0' { get '/a', to => 'x#a' } ${levels.join('\n')} concerns 'c12' }`;
    expect(errorOf(text).diagnostics.map(({ code }) => code)).toEqual(['too-many-routes']);
  });

  test('a resource with several names counts once for each', () => {
    const names = Array.from({ length: 30 }, (_, n) => `'r${n}'`).join(', ');
    const levels = Array.from(
      { length: 4 },
      (_, n) => `concern 'c${n + 1}' { resources ${names}, concerns => 'c${n}' }`,
    );
    const text = `routes { concern 'c0' { get '/a', to => 'x#a' } ${levels.join('\n')} concerns 'c4' }`;
    const { diagnostics, routes: read } = analyze(text);
    expect([diagnostics.map(({ code }) => code), read.length]).toEqual([['too-many-routes'], 0]);
  });

  test('a nest of concerns is counted before any of it is read', () => {
    const inner = ["get '/a', to => 'x#a'", "resources 'x'", "scope('a') { }"];
    for (const innermost of inner) {
      for (const [one, two] of [
        ["concerns 'NAME'", "scope('s') { concerns 'NAME' }"],
        ["resources 'q', concerns => 'NAME'", "resources 'r', 's', concerns => <NAME>"],
      ]) {
        const levels = Array.from(
          { length: 60 },
          (_, n) => `concern 'c${n + 1}' { ${`${one}; ${two}`.replaceAll('NAME', `c${n}`)} }`,
        );
        const text = `routes { concern 'c0' { ${innermost} } ${levels.join('\n')} concerns 'c60' }`;
        const { diagnostics, routes: read } = analyze(text);
        expect([diagnostics.map(({ code }) => code), read.length]).toEqual([['too-many-routes'], 0]);
      }
    }
  });

  test('concerns that use one another without a route end as well', () => {
    const levels = Array.from(
      { length: 40 },
      (_, n) => `concern 'c${n + 1}' { concerns 'c${n}'; concerns 'c${n}' }`,
    );
    expect(
      errorOf(`routes { concern 'c0' { } ${levels.join('\n')} concerns 'c40' }`).diagnostics,
    ).toHaveLength(1);
  });

  test('a chain of concerns too long for the stack is one diagnostic', () => {
    const links = Array.from({ length: 5_000 }, (_, n) => `concern 'c${n + 1}' { concerns 'c${n}' }`);
    expect(
      errorOf(
        `routes { concern 'c0' { get '/a', to => 'x#a' } ${links.join('\n')} concerns 'c5000' }`,
      ).diagnostics.map(({ code }) => code),
    ).toEqual(['too-deep']);
  });

  test('a chain of includes too long for the stack is one diagnostic', () => {
    const read = (path: string): string => `include 'f${Number(path.slice(1)) + 1}'`;
    const endless = (path: string): string | undefined => (Number(path.slice(1)) > 3_000 ? '' : read(path));
    expect(errorOf("routes { include 'f1' }", { read: endless }).diagnostics.map(({ code }) => code)).toEqual(
      ['too-deep'],
    );
  });

  test('blocks nested 10,000 deep are one diagnostic', () => {
    const text = `routes { ${"scope 'a' { ".repeat(10_000)} get '/x', to => 'x#a' ${'}'.repeat(10_000)} }`;
    expect(errorOf(text).diagnostics.filter(({ code }) => code === 'syntax-error')).toHaveLength(1);
  });

  test('blocks nested 90 deep are fine', () => {
    const router = parseRoutes(
      `routes { ${"scope 'a' { ".repeat(90)} get '/x', to => 'x#a' ${'}'.repeat(90)} }`,
    );
    expect(patterns(router)).toEqual([`${'/a'.repeat(90)}/x`]);
  });

  test('a line of 10 MB ends in a diagnostic, with a message of a bearable length', () => {
    const error = errorOf(`routes { get '/${'a'.repeat(10_000_000)}', tto => 'x#a' }`);
    expect(error.diagnostics.map(({ code }) => code)).toContain('unknown-option');
    expect(error.message.length).toBeLessThan(5_000);
  });

  test('groups of a path nested 10,000 deep end in a diagnostic', () => {
    expect(mistakes(`routes { get '/${'(a'.repeat(10_000)}${')'.repeat(10_000)}', to => 'x#a' }`)[0]).toBe(
      'routes:1:216 invalid-value',
    );
  });
});

describe('names that every object has', () => {
  test('mean nothing more than other names, wherever they stand', () => {
    const names = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'];
    for (const name of names) {
      const router = parseRoutes(
        `routes {
          concern '${name}' { get 'look', on => 'member' }
          resources '${name}', as => '${name}', concerns => '${name}', only => <show>, param => '${name}', ${name} => /x+/;
          get '/:${name}', to => '${name}#${name}', as => 'x-${name}', constraints => { ${name} => /y+/ }, defaults => { ${name} => 'd' };
          direct '${name}-helper', 'https://example.com', ${name} => 'x';
          resolve '${name}', <${name}>;
        }`,
      );
      expect(router.recognize('GET', `/${name}/xx`)?.params).toEqual(
        Object.assign(Object.create(null), { [name]: 'xx' }, name === '__proto__' ? protoParam('xx') : {}),
      );
      expect(router.recognize('GET', '/yy')?.params[name]).toBe('yy');
      expect(router.recognize('GET', '/zz')).toBeUndefined();
      expect(inheritsNothing(router.recognize('GET', '/yy')!.params)).toBe(true);
    }
    expect(({} as Record<string, unknown>).xx).toBeUndefined();
  });
});

function protoParam(value: string): Record<string, string> {
  return Object.defineProperty(Object.create(null) as Record<string, string>, '__proto__', {
    value,
    enumerable: true,
    writable: true,
    configurable: true,
  });
}

test('a regex with a backreference needs to be trusted by who loads the file', () => {
  const text = "routes { get '/:pair', to => 'a#b', pair => /(\\w)\\1/ }";
  expect(() => parseRoutes(text)).toThrow(/unsafe-regex|backreference/);
  const router = parseRoutes(text, { regex: 'native' });
  expect(['/aa', '/ab'].map((path) => router.recognize('GET', path)?.action)).toEqual(['b', undefined]);
});

test('a regex that would take exponential time answers at once, for recognition and for helpers', () => {
  const router = parseRoutes("routes { get '/:tag', to => 'tags#show', as => 'tag', tag => /([a-z]+-?)+/ }");
  const attack = `${'a'.repeat(5_000)}!`;
  expect(router.recognize('GET', `/${attack}`)).toBeUndefined();
  expect(router.recognize('GET', '/a-b')?.params['tag']).toBe('a-b');
  expect(() => router.helpers.pathFor('tag', attack)).toThrow();
});
