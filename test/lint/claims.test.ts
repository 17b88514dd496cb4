// What the linter says about routes of tables made by chance, each claim held to a matcher that tries everything: a route
// that is never reached is never given, and a path that is said to be answered by a route is given to that route.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { analyze } from '../../src/analysis/analyze.js';
import type { Diagnostic } from '../../src/language/diagnostics.js';
import { lint } from '../../src/lint/lint.js';
import type { RequestContext } from '../../src/routing/patterns/constraints.js';
import type { RouteDefinition } from '../../src/routing/patterns/route.js';
import { recognise } from '../support/reference-matcher.js';
import { worldPaths } from '../support/written-routes.js';

const attributes: Readonly<Record<string, readonly (string | undefined)[]>> = {
  subdomain: [undefined, '', 'api', 'www'],
  host: [undefined, 'a.example', 'b.example'],
  format: [undefined, 'json', 'xml'],
  protocol: [undefined, 'https'],
};

/** Every context that the constraints of a text may tell apart. */
function contextsOf(text: string): readonly RequestContext[] {
  let contexts: RequestContext[] = [{}];
  for (const [attribute, each] of Object.entries(attributes))
    if (text.includes(`${attribute} =>`))
      contexts = contexts.flatMap((context) => each.map((value) => ({ ...context, [attribute]: value })));
  return contexts;
}

const methods = ['GET', 'HEAD', 'POST', 'PURGE'];
const paths = [
  ...worldPaths,
  '/.a',
  '/.json',
  '/a.json',
  '/b.xml',
  '/a/b.json',
  '/.a/b',
  '/c',
  '/77',
  '/a.b/7',
];

const callables = new Map([
  ['&guards#odd', 0],
  ['&guards#free', 1],
  ['inline', 2],
]);

/** The route with callables that all say yes or all say no. */
function inWorld(definition: RouteDefinition, world: number): RouteDefinition {
  const answered = <Constraint extends { readonly kind: string }>(constraint: Constraint): Constraint =>
    constraint.kind === 'callable'
      ? {
          ...constraint,
          callable: () =>
            ((world >> (callables.get((constraint as { label?: string }).label ?? '') ?? 0)) & 1) === 1,
        }
      : constraint;
  return {
    ...definition,
    segmentConstraints: new Map(
      [...definition.segmentConstraints].map(([name, all]) => [name, all.map(answered)]),
    ),
    requestConstraints: definition.requestConstraints.map((each) =>
      each.kind === 'attribute' ? { ...each, test: answered(each.test) } : answered(each),
    ),
  };
}

const segments = fc.constantFrom(
  '/a', '/a', '/b', '/7', '/a.b', '/:NAME', '/:NAME', '/:NAME', '(/:NAME)', '(/a)', '/a-:NAME', '/:NAME.:NAME',
  '/*NAME', '/*NAME', '/a(.:NAME)', '(.:format)', '(.:format)', '/:NAME(.:format)', '(/*NAME)', '/(:NAME-)b', '(/:NAME(/:NAME))',
); // prettier-ignore
const values = fc.constantFrom(
  '/\\d+/', '/\\d+/', '/[a-z]+/', '/(?!a).+/', '/(?!a)\\w+/', '/[^\\/]+/', '/.+/', "'a'", "'7'", '<a b>', "['a', 'b']",
  `["a', 'b"]`, '[/\\d/, "b"]', '&guards#odd', '/a\\/b/', '[]',
); // prettier-ignore
const requests = fc.constantFrom(
  "subdomain => 'api'", 'subdomain => /w+/', 'subdomain => false', 'subdomain => true', "host => 'a.example'", "host => 'b.example'",
  'host => /example/', "format => 'json'", 'format => <json xml>', "method => 'POST'", "method => 'get'", "method => 'HEAD'",
  'method => <GET POST>', "protocol => 'https://'",
); // prettier-ignore
const guards = fc.constantFrom('', '', '', '&guards#free');
const targets = fc.constantFrom(
  "'c#a'", "'c#a'", "'c#a'", '&apps#one', "redirect('/z')", "redirect('/%{NAME}')", "redirect('/b-%{NAME}b')", "redirect('a%2Fb')",
); // prettier-ignore
const around = fc.constantFrom(
  '',
  '',
  '',
  '',
  "scope '(:locale)'",
  "scope constraints => { host => 'a.example' }",
);

const declaration = fc
  .record({
    verb: fc.constantFrom('get', 'get', 'get', 'get', 'post', 'match', 'all', 'mount'),
    shape: fc.array(segments, { maxLength: 2 }),
    constraints: fc.array(fc.option(values, { freq: 3 }), { minLength: 6, maxLength: 6 }),
    demands: fc.option(
      fc.uniqueArray(requests, { minLength: 1, maxLength: 2, selector: (text) => text.split(' ')[0] }),
      {
        freq: 3,
      },
    ),
    guard: guards,
    target: targets,
    isNamed: fc.boolean(),
    around,
    format: fc.constantFrom('', '', '', '', ", defaults => { format => 'json' }", ", format => 'json'"),
  })
  .map(({ verb, shape, constraints, demands, guard, target, format, isNamed, around }) => {
    let names = 0;
    const path = (shape.join('').replace(/NAME/g, () => `n${names++}`) || '/').replace(
      /(\(\.:format\))(?=.*\1)/g,
      '',
    );
    const written = constraints
      .slice(0, names)
      .flatMap((each, name) => (each === null ? [] : [`n${name} => ${each}`]));
    const hash = [...written, ...(demands ?? [])];
    const all = [...(guard ? [guard] : []), ...(hash.length > 0 ? [`{ ${hash.join(', ')} }`] : [])];
    const option = all.length > 0 ? `, constraints => [${all.join(', ')}]` : '';
    const within = (text: string): string => (around === '' ? text : `${around}, { ${text} }`);
    if (verb === 'mount')
      return within(`mount &apps#one, at => '${path.replace(/\*|[().]/g, '').replace(/:format/, '/f')}'`);
    const via = verb === 'match' ? ', via => <get post>' : verb === 'all' ? ', via => *' : '';
    const to = target.replace('%{NAME}', names > 0 ? '%{n0}' : 'a');
    const name = isNamed ? ", as => 'NUMBERED'" : '';
    return within(
      `${via ? 'match' : verb} '${path}', to => ${to}${via}${option}${verb === 'all' ? '' : format}${name}`,
    );
  });

const overrides = new Map([
  ['overlapping-routes', { severity: 'warning' as const, options: new Map(), reason: undefined }],
  ['unsafe-regex', { severity: 'off' as const, options: new Map(), reason: undefined }],
]);

interface Table {
  readonly routes: readonly RouteDefinition[];
  readonly lines: readonly number[];
  readonly contexts: readonly RequestContext[];
  readonly worlds: readonly number[];
}

/** The requests for which a route would answer alone, with the line of the route that answers in the table. */
function* answersFor(
  { routes, lines, contexts, worlds }: Table,
  line: number,
  among: readonly string[],
): Generator<string> {
  const index = lines.indexOf(line);
  for (const world of worlds) {
    const table = routes.map((route) => inWorld(route, world));
    const own = [{ ...table[index]!, any: true, requestConstraints: [] }];
    for (const path of among.filter((each) => recognise(own, 'GET', each)))
      for (const method of methods)
        for (const context of contexts) {
          if (!recognise([table[index]!], method, path, context)) continue;
          const first = recognise(table, method, path, context);
          yield `${lines[first!.index]} for ${method} ${path}`;
        }
  }
}

/** A table for requests that its apps and callables decline, but for the route of one line. */
function withoutDeclined(table: Table, line: number): Table {
  const stays = (index: number): boolean =>
    table.lines[index] === line || !['mount', 'callable'].includes(table.routes[index]!.target.kind);
  return {
    ...table,
    routes: table.routes.filter((_, index) => stays(index)),
    lines: table.lines.filter((_, index) => stays(index)),
  };
}

let claims = new Map<string, number>();

function check({ code, message, range: { start }, related = [] }: Diagnostic, table: Table): void {
  const count = (kind: string): void => void claims.set(kind, (claims.get(kind) ?? 0) + 1);
  const told = `${message}\n`;
  const answering = (line: number, path: string): string[] =>
    [...answersFor(table, line, [path])].map((each) => each.split(' ')[0]!);
  if (code === 'duplicate-route' || code === 'unreachable-route') {
    count(code);
    const asked = message.includes('never') ? withoutDeclined(table, start.line) : table;
    const own = [...answersFor(asked, start.line, paths)].filter((each) => each.startsWith(`${start.line} `));
    expect([told, own.slice(0, 3)]).toEqual([told, []]);
    const one = / on line (\d+) already (?:answers|gets) '(.*)';/.exec(message);
    const several = /together already (?:answer|get) all of it, as '(.*)';/.exec(message);
    if (message.includes('declines')) count('declining');
    if (!one && !several) return;
    count('witness');
    const lines = one ? [one[1]!] : related.map(({ range }) => String(range.start.line));
    expect([
      told,
      answering(start.line, (one?.[2] ?? several?.[1])!).some((each) => lines.includes(each)),
    ]).toEqual([told, true]);
  }
  if (code === 'glob-before-others') {
    count(code);
    const path = / gets '(.*?)'(?: and paths of (?:another route|\d+ other routes))? before/.exec(
      message,
    )![1]!;
    const later = related[0]!.range.start.line;
    expect([told, answering(later, path)]).toEqual([told, expect.arrayContaining([String(start.line)])]);
  }
  if (code === 'mount-hides-routes') {
    count(code);
    const [, line, path] = / on line (\d+) gets '(.*?)' (?:and paths of .*)?first/.exec(message)!;
    expect([told, answering(start.line, path!)]).toEqual([told, expect.arrayContaining([line])]);
    for (const other of related) {
      const [, also] = /^it gets '(.*)' before this$/.exec(other.message) ?? [];
      if (also === undefined) continue;
      count('hidden by the same app');
      expect([told, answering(other.range.start.line, also)]).toEqual([told, expect.arrayContaining([line])]);
    }
  }
  if (code === 'overlapping-routes') {
    count(code);
    const [, line, path] = / on line (\d+) both match '(.*?)', which/.exec(message)!;
    expect([told, answering(start.line, path!)]).toEqual([told, expect.arrayContaining([line])]);
  }
  if (code === 'redirect-loop') {
    count(code);
    const circle = /: (.*);/.exec(message)![1]!.split(' → ');
    for (const world of table.worlds)
      for (const [at, path] of circle.slice(0, -1).entries()) {
        if (circle[at + 1] === '…') continue;
        const routes = table.routes.map((route) => inWorld(route, world));
        const { index, params } = recognise(routes, 'GET', path)!;
        const { target } = routes[index]!;
        const location = target.kind === 'redirect' && target.locationFor(Object.fromEntries(params));
        expect([told, location]).toEqual([told, circle[at + 1]]);
      }
  }
  if (code === 'round-trip') {
    count(code);
    const [, path, line] = / makes '(.*?)', which .* on line (\d+) gets first/.exec(message)!;
    expect([told, answering(start.line, path!)]).toEqual([told, expect.arrayContaining([line])]);
  }
  if (code === 'redirect-to-nowhere') {
    count(code);
    const all = table.routes.map((route) => ({ ...route, any: true, requestConstraints: [] }));
    const { target } = all[table.lines.indexOf(start.line)]!;
    for (const world of table.worlds) {
      const routes = all.map((route) => inWorld(route, world));
      // What came escaped is left aside.
      for (const path of paths.filter((each) => !each.includes('%'))) {
        const found = recognise([routes[table.lines.indexOf(start.line)]!], 'GET', path);
        if (!found || target.kind !== 'redirect') continue;
        const location = target.locationFor(Object.fromEntries(found.params));
        expect([told, path, location, recognise(routes, 'GET', location)?.index]).toEqual([
          told,
          path,
          location,
          undefined,
        ]);
      }
    }
  }
  if (code === 'constraint-never-matches') {
    count(code);
    const name = /^no value of ':(\w+)'.*only where its group/.exec(message)?.[1];
    const route = table.routes[table.lines.indexOf(start.line)]!;
    const among = message.includes("'%2F'") ? paths.filter((path) => !path.includes('%2F')) : paths;
    const met = among.flatMap((path) =>
      methods.flatMap((method) =>
        table.contexts.flatMap((context) => {
          const found = recognise([inWorld(route, 3)], method, path, context);
          return found && (name === undefined || found.params.some(([each]) => each === name)) ? [path] : [];
        }),
      ),
    );
    expect([told, met.slice(0, 3)]).toEqual([told, []]);
  }
}

it('everything that is said about routes is so', async () => {
  claims = new Map();
  await fc.assert(
    fc.asyncProperty(fc.array(declaration, { minLength: 2, maxLength: 7 }), async (declarations) => {
      const lines = declarations.map((each, index) => each.replace('NUMBERED', `name${index}`));
      const text = `routes {\n${lines.join('\n')}\n}\n`;
      const analysis = analyze(text, { file: 'routes' });
      const table: Table = {
        routes: analysis.routes.map(({ definition }) => definition),
        lines: analysis.routes.map(({ definition }) => definition.location!.range.start.line),
        contexts: contextsOf(text),
        worlds: text.includes('&guards') ? [0, 1, 2, 3] : [3],
      };
      const { diagnostics } = await lint(analysis, { overrides });
      for (const diagnostic of diagnostics) {
        const { code, severity, message } = diagnostic;
        if (severity === 'error' && code !== 'redirect-loop' && !message.includes('twice'))
          expect(message).toBe('');
        check(diagnostic, table);
      }
    }),
    { seed: Number(process.env.CLAIMS_SEED ?? 20_260_711), numRuns: Number(process.env.CLAIMS_RUNS ?? 70) },
  );
  // So many tables have something of each kind.
  for (const kind of [
    'unreachable-route',
    'witness',
    'declining',
    'mount-hides-routes',
    'hidden by the same app',
    'overlapping-routes',
    'constraint-never-matches',
    'redirect-loop',
    'redirect-to-nowhere',
    'round-trip',
  ])
    expect([kind, claims.has(kind)]).toEqual([kind, true]);
});
