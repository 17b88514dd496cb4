// Calls of helpers in every combination of values by position and by name: what TypeScript lets through gives a path, and what gives one is let
// through, but for what is listed.

import { expect, it } from 'vitest';
import { parseRoutes } from '../../src/interpreter/load.js';
import { typedHelpers } from '../../src/typescript/typed-helpers.js';
import { linesWithErrors } from '../support/type-check.js';

const router = parseRoutes(`routes {
  get '/none', to => 'a#b', as => 'none'
  get '/two/:a/:b', to => 'a#b', as => 'two'
  get '/three/:a/:b/:c', to => 'a#b', as => 'three'
  get '/optional(/:o)', to => 'a#b', as => 'optional'
  get '(/:o)/leading/:a', to => 'a#b', as => 'leading'
  get '/trailing/:a(/:o)', to => 'a#b', as => 'trailing'
  get '(/:o)/both/:a', to => 'a#b', as => 'both', format => true
  get '/nested/:a(/:o(/:p))', to => 'a#b', as => 'nested'
  get '/default/:a/:b', to => 'a#b', as => 'default', defaults => { b => 1 }
  get '/defaults/:a/:b', to => 'a#b', as => 'defaults', defaults => { a => 1, b => 2 }
  get '/optional-default/:a(/:o)', to => 'a#b', as => 'optional-default', defaults => { o => 1 }
  get '/glob/*a', to => 'a#b', as => 'glob'
  get '/inherited/:toString(/:valueOf)', to => 'a#b', as => 'inherited'
  get '/export', to => 'a#b', as => 'export', format => /csv|xml/
  get '/feeds/:a', to => 'a#b', as => 'feed', format => /csv|xml/
}`);

/** Calls that begin so: up to one value too many, one of them perhaps null, then perhaps options with some of the names. */
function callsOf(begin: string, names: readonly string[]): string[] {
  const numbers = Array.from({ length: names.length + 2 }, (_, count) =>
    Array.from({ length: count }, (_, index) => `${index + 5}`),
  );
  const positional = numbers.flatMap((values) => [
    values,
    ...values.map((_, index) => values.with(index, 'null')),
  ]);
  const subsets = names.reduce<string[][]>(
    (all, each) => [...all, ...all.map((some) => [...some, `${each}: 9`])],
    [[]],
  );
  const options = [
    ...subsets.map((given) => given.join(', ')),
    'page: 2',
    ...names.flatMap((each) => [`${each}: null`, `${each}: 9, page: 2`]),
  ].map((given) => `{ ${given} }`);
  return positional.flatMap((values) =>
    ['', ...options].map((given) => `${begin}${[...values, ...(given === '' ? [] : [given])].join(', ')})`),
  );
}

/** The path that a call gives, or why it gives none. */
function called(call: string): { readonly path?: string; readonly refused?: string } {
  try {
    return { path: String(new Function('helpers', `return ${call}`)(router.helpers)) };
  } catch (error) {
    return { refused: (error as Error).message };
  }
}

/** The lines that TypeScript does not let through, where `helpers` are those of the routes, and what else is declared. */
function refusedLines(lines: readonly string[], declared = ''): readonly string[] {
  return linesWithErrors(
    `import type { RouteHelpers } from './routes.js';\nimport type { UrlHelpers } from 'waypost';\ndeclare const helpers: UrlHelpers<RouteHelpers>;\n${declared}`,
    lines,
    { 'routes.d.ts': typedHelpers(router.routes.map(({ definition }) => definition)) },
  );
}

/** All calls of all routes, each with whether it compiles. */
function compiled(beginOf: (name: string) => string): ReadonlyMap<string, boolean> {
  const calls = router.routes.flatMap(({ name, definition }) =>
    callsOf(beginOf(name!), definition.pattern.names),
  );
  const wrong = new Set(refusedLines(calls.map((call) => `${call};`)));
  return new Map(calls.map((call) => [call, !wrong.has(`${call};`)]));
}

it.each([
  {
    helpers: 'helpers by name',
    beginOf: (name: string) =>
      `helpers.${name.replace(/-(.)/, (_, char: string) => char.toUpperCase())}Path(`,
  },
  { helpers: 'pathFor', beginOf: (name: string) => `helpers.pathFor('${name}', ` },
])('what compiles gives a path, and what gives one compiles: $helpers', ({ helpers, beginOf }) => {
  const calls = compiled(beginOf);
  expect(calls.size).toBeGreaterThan(1_000);
  const refused = [...calls.keys()].filter((call) => calls.get(call) && called(call).refused !== undefined);
  // Which optional names stand together no type says.
  expect(refused.filter((call) => !/ stands together with /.test(called(call).refused!))).toEqual([]);
  const strict = [...calls.keys()].filter((call) => !calls.get(call) && called(call).path !== undefined);
  // Beside values by position, names are given in the options one at a time, but for the first or the last required ones.
  expect(strict.filter((call) => !call.includes('page'))).toEqual(
    [
      ['three', '5, { a: 9, c: 9 }'],
      ['three', '5, 6, { b: 9 }'],
      ['both', '5, { o: 9, a: 9 }'],
      ['both', 'null, { o: 9, a: 9 }'],
      ['nested', '5, { a: 9, o: 9 }'],
      ['nested', 'null, { a: 9, o: 9 }'],
    ].map(([name, values]) => `${beginOf(name!)}${values!})`),
  );
  const lost = strict.filter((call) => call.includes('page'));
  if (helpers === 'pathFor') {
    // The other side of that name in the middle.
    expect(lost).toEqual(["helpers.pathFor('three', 5, 6, { b: 9, page: 2 })"]);
    return;
  }
  // An object with a stray key in the place of a required segment is a record, of which only the key is used: a literal with one is a mistake.
  expect(lost).toContain('helpers.twoPath(5, { b: 9, page: 2 })');
  expect(lost.filter((call) => called(call).path!.includes('page'))).toEqual([]);
});

it("a request's params compile, whose optional names may all be missing", () => {
  expect(
    refusedLines(
      [
        'helpers.nestedPath(params);',
        'helpers.nestedPath({ ...params, anchor: "x" });',
        'helpers.nestedPath(params.a, params.o, params.p);',
        "helpers.pathFor('nested', params);",
      ],
      'declare const params: { a: string; o?: string; p?: string };',
    ),
  ).toEqual([]);
});

it('the params of a request compile where every object inherits their names', () => {
  expect(
    refusedLines(
      [
        'helpers.inheritedPath(params);',
        'helpers.inheritedPath({ currentParams: params });',
        "helpers.pathFor('inherited', { currentParams: params, valueOf: 5 });",
      ],
      'declare const params: { toString: string; valueOf?: string };',
    ),
  ).toEqual([]);
});

it('the current request stands in for no format, which is never carried over', () => {
  const compiling = [
    "helpers.feedPath({ currentParams: params, format: 'csv' });",
    "helpers.exportPath({ currentParams: params, format: 'csv' });",
    "helpers.pathFor('feed', { currentParams: params, format: 'csv', page: 2 });",
  ];
  const refused = [
    'helpers.feedPath({ currentParams: params });',
    'helpers.exportPath({ currentParams: params });',
    "helpers.pathFor('feed', { currentParams: params, page: 2 });",
  ];
  const declared = "declare const params: { a: string; format: 'csv' };";
  expect(refusedLines([...compiling, ...refused], declared)).toEqual(refused);
  const params = { a: '5', format: 'csv' };
  expect(router.helpers.pathFor('feed', { currentParams: params, format: 'xml' })).toBe('/feeds/5.xml');
  expect(() => router.helpers.pathFor('feed', { currentParams: params })).toThrow(
    "lacks a value for ':format'",
  );
});
