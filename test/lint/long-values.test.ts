// Values out of all measure, each of which is nearly something that is looked for: a file of them is read, linted and made into a router
// in a time that goes with its length.

import { describe, expect, it } from 'vitest';
import { analyze } from '../../src/analysis/analyze.js';
import { routerOf } from '../../src/interpreter/load.js';
import { lint } from '../../src/lint/lint.js';
import { rules } from '../../src/lint/registry.js';
import { again, expectLinear } from '../support/growth.js';

// Every rule speaks, but for the one that loads a heavy tool.
const overrides = new Map(
  [...rules.values()].map(({ code }) => [
    code,
    {
      severity: code === 'unsafe-regex' ? ('off' as const) : ('warning' as const),
      options: new Map(),
      reason: undefined,
    },
  ]),
);

/** Milliseconds for everything that is done with a text. */
async function cost(text: string): Promise<number> {
  const start = performance.now();
  const analysis = analyze(text);
  await lint(analysis, { overrides });
  if (!analysis.diagnostics.some(({ severity }) => severity === 'error'))
    routerOf(analysis.interpretation, undefined, cost);
  return performance.now() - start;
}

/** Statements with `…` in them, and what stands there many times. */
const statements = [
  ["get '/a', to => redirect('/…')", '%{'],
  ["get '/a', to => redirect(path => '/…')", '%{'],
  ["get '/a', to => redirect('/…')", '/:'],
  ["get '/a', to => redirect('/…')", '<a'],
  ["get '/a', to => redirect('…')", 'a+'],
  ["get '/a', to => redirect(host => '…')", 'a.'],
  ["get '/a', to => redirect(subdomain => '…!')", 'a.'],
  ["resources 'a…b'", '-'],
  ["resources 'a…b'", '/'],
  ["resources '…'", 's'],
  ["resources '…'", 'aB'],
  ["namespace 'a…b', { get 'x' }", '-'],
  ["scope '/…', { get 'x' }", 'a/'],
  ["get '/a', to => 'a…b'", ' '],
  ["get '/a', to => 'a…b#c'", '\t'],
  ["get '/a', to => 'a…'", '::'],
  ["get '/a', to => 'a…'", '#'],
  ["get '/a…'", '?a='],
  ["get '/a…'", ':a{b'],
  ["get '/a…'", ':a<b'],
  ["get '/a…'", ':a(b'],
  ["get '/a…'", ':a(\\\\'],
  ["get '/a…'", ':'],
  ["get '/a…'", '*'],
  ["get '/a…'", '('],
  ["get '/a…'", '['],
  ["get '/a…'", '[[...'],
  ["get '/a…'", '{'],
  ["get '/a…'", '<'],
  ["get '/a…'", '$'],
  ["get '/a…'", '%'],
  ["get '/a…'", '-'],
  ["get '/a…'", '.'],
  ["get '/a…'", ' '],
  ["get '/a…'", 'aB'],
  ["get '…'", '/'],
  ["get '/a', as => '…'", 'a_'],
  ["get '/a', as => '…!'", '_'],
  ["get '/a', sunset => '…'", '1'],
  ["get '/a', deprecated => { date => '2026-01-01', link => '/…' }", '/'],
  ["get '/a', meta => { '…' => 1 }", 'a_'],
  ["get '/a', to => &…x#y", '../'],
  ["get '/a', to => &…x#y", 'a/'],
  ["mount &x, at => '/…'", 'a/'],
  ["get '/a/:id', id => '…'", '('],
  ["get '/a/:id', id => '…'", '(|'],
  ["get '/a/:id', id => '…'", '{0('],
  ["get '/a/:id', id => '/…'", '/'],
  ["get '/a/:id', id => /^(?:…)$/", 'a|'],
  ["get '/a/:id', id => /^…$/", '\\\\'],
  ["get '/a/:id', id => /^…/", 'a?'],
  ["get '/a/:id', id => /^…$/", '[\\\\]'],
  ["get '/a/:id', id => /^…$/", '[a-z]'],
  ["get '/a', constraints => { host => '…' }", 'a.'],
  ["get '/a', constraints => { host => /…/ }", 'a\\.'],
  ["get '/a', constraints => { subdomain => '…' }", ' '],
  ["include '…x'", '../'],
  ["include '…'", 'a'],
  ['# waypost-ignore…', ' a'],
  ['# waypost-ignore …x', ' '],
  ['#…waypost-ignore x', ' '],
  ['#>…x', ' '],
  ["#> GET /a meta.x '…", 'a'],
  ['#> GET… /x y', ' '],
  ['#> GET /a… y', '/'],
  ['# …', '# '],
  ['…', "get '/a', ) # a\n  "],
  ["get '/a…'", '(\\d'],
  ["get '/a…'", '(\\d\\('],
  ["get '/a…'", '(?P<a>\\('],
] as const;

describe('eight times as much costs about eight times as much', again, () => {
  it.each(statements)('%s of %j', async (statement, unit) => {
    const costOf = (size: number): Promise<number> =>
      cost(`routes {\n  ${statement.replace('…', () => unit.repeat(size / unit.length))}\n}\n`);
    await expectLinear(costOf, 96_000);
  });
});

it('very many mistakes of one statement are looked up in the time that few take', again, async () => {
  await expectLinear((size) => cost(`routes {\n  get ${':a'.repeat(size)}\n}\n`), 48_000);
  const options = (count: number): string =>
    Array.from({ length: count }, (_, at) => `, wrong${at} => 1`).join('');
  await expectLinear((size) => cost(`routes {\n  get '/a', to => 'a#b'${options(size)}\n}\n`), 4_000);
});

// To compare all that they may be would take for ever.
it('routes of very many optional groups are compared for a moment only', async () => {
  const groups = (name: string): string => Array.from({ length: 60 }, (_, at) => `(/${name}${at})`).join('');
  const text = `routes {\n  get '${groups(':a')}', to => 'a#b'\n  get '${groups('x')}', to => 'a#c'\n}\n`;
  await cost(text);
});

it('of very many regexes that are not plainly linear the first are judged, and the next when it is asked again', async () => {
  const gets = Array.from(
    { length: 250 },
    (_, at) => `  get '/${at}/:id', to => 'a#b', id => /(?:a|ab|b)*${at}/\n`,
  );
  const analysis = analyze(`routes {\n${gets.join('')}}\n`);
  let asked = 0;
  const options = {
    checkRegex: () => {
      asked++;
      return Promise.resolve({ status: 'safe' as const });
    },
  };
  const told = async (): Promise<readonly (readonly [string, number])[]> =>
    (await lint(analysis, options)).diagnostics.map(
      ({ message, range }) => [message, range.start.line] as const,
    );
  const message =
    'of so many regexes only 100 are judged, and this is the first that is not; have fewer, or plainer ones';
  expect([await told(), asked]).toEqual([[[message, 102]], 100]);
  expect([await told(), asked]).toEqual([[[message, 202]], 200]);
  expect([await told(), asked]).toEqual([[], 250]);
});

// Read over and over again, each group twice as often as the one around it, they would take for ever.
it.each(['[\\\\]', '(?:', '(?:(', '((', '[^]]'])('a regex of many %s is read', async (unit) => {
  const close = unit.includes('(') ? ')'.repeat(unit.split('(').length - 1) : '';
  const text = `routes {\n  get '/a/:id', id => /^${unit.repeat(60)}\\x00${close.repeat(60)}$/\n}\n`;
  await cost(text);
});
