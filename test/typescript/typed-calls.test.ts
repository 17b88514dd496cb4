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
}`);

/** Calls of one helper: up to one value too many, one of them perhaps null, then perhaps options with some of the names. */
function callsOf(name: string, names: readonly string[]): string[] {
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
  const helper = `helpers.${name.replace(/-(.)/, (_, char: string) => char.toUpperCase())}Path`;
  return positional.flatMap((values) =>
    ['', ...options].map((given) => `${helper}(${[...values, ...(given === '' ? [] : [given])].join(', ')})`),
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

it('what compiles gives a path, and what gives one compiles', () => {
  const calls = router.routes.flatMap(({ name, definition }) => callsOf(name!, definition.pattern.names));
  expect(calls.length).toBeGreaterThan(1_000);
  const wrong = new Set(
    linesWithErrors(
      "import type { RouteHelpers } from './routes.js';\nimport type { UrlHelpers } from 'waypost';\ndeclare const helpers: UrlHelpers<RouteHelpers>;",
      calls.map((call) => `${call};`),
      { 'routes.d.ts': typedHelpers(router.routes.map(({ definition }) => definition)) },
    ),
  );
  const compiles = (call: string): boolean => !wrong.has(`${call};`);
  const refused = calls.filter((call) => compiles(call) && called(call).refused !== undefined);
  // Which optional names stand together no type says.
  expect(refused.filter((call) => !/ stands together with /.test(called(call).refused!))).toEqual([]);
  const strict = calls.filter((call) => !compiles(call) && called(call).path !== undefined);
  // Beside values by position, names are given in the options one at a time, but for the first or the last required ones.
  expect(strict.filter((call) => !call.includes('page'))).toEqual([
    'helpers.threePath(5, { a: 9, c: 9 })',
    'helpers.threePath(5, 6, { b: 9 })',
    'helpers.bothPath(5, { o: 9, a: 9 })',
    'helpers.bothPath(null, { o: 9, a: 9 })',
    'helpers.nestedPath(5, { a: 9, o: 9 })',
    'helpers.nestedPath(null, { a: 9, o: 9 })',
  ]);
  // An object with a stray key in the place of a required segment is a record, of which only the key is used: a literal with one is a mistake.
  const lost = strict.filter((call) => call.includes('page'));
  expect(lost).toContain('helpers.twoPath(5, { b: 9, page: 2 })');
  expect(lost.filter((call) => called(call).path!.includes('page'))).toEqual([]);
});
