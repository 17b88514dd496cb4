// What making a path costs: the helpers beside path-to-regexp's `compile` and a template literal written by hand. `npm run bench -- generation`
//
// Each contender runs in a process of its own (turns.ts), which makes paths of all kinds by turns, as an application does: what the engine
// learns of one kind is in the way of the next. Every value is a string or a number that was never seen before: the engine remembers the texts of 16,384 numbers, but whether
// they are still in the processor's cache when they come again is chance, which made one process take twice as long as the next. Every path is checked before the clock
// starts. Medians of batches and rounds; in brackets the ratio to the template literal, of each round the ratio, then the median.

import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { compile } from 'path-to-regexp';
import { standaloneHelpers } from '../../src/compiler/standalone-helpers.js';
import { UrlHelpers } from '../../src/routing/generation/url-helpers.js';
import { runTexts } from '../../src/routing/patterns/run-texts.js';
import { namedRoutes } from '../support/named-routes.js';
import { printTable } from './table.js';
import { median, turnOf, Turns } from './turns.js';

const kinds = [
  'static',
  'one segment',
  'a number',
  'three segments',
  'five segments',
  'two in a segment',
  'a glob',
  'optional segment, left out',
  'optional segment, given',
  '`(.:format)`, left out',
  '`(.:format)`, given',
  'a default, or another number',
  'anchor',
  'query',
  'four params of the query',
] as const;
type Kind = (typeof kinds)[number];
/** Makes the path of three values and a number. */
type Make = (a: string, b: string, c: string, n: number) => string;
type Makes = Readonly<Record<Kind, Make>>;
type Helpers = Readonly<Record<string, (...values: readonly unknown[]) => string>>;

const rounds = Number(process.env['ROUNDS'] ?? 5);
const batchSize = 1000;
const batches = 61;
const warmUpRounds = 60;

const written = {
  about: '/about/us',
  user: '/users/:id',
  comment: '/users/:user_id/posts/:post_id/comments/:id',
  card: '/teams/:team/boards/:board/lists/:list/cards/:card/notes/:note',
  flight: '/flights/:from-:to',
  file: '/files/*path',
  list: { path: '/list(/:page)', defaults: { page: '1' } },
  post: '/(:locale)/posts/:id',
  report: '/reports/:id(.:format)',
  search: '/search/:kind',
};

function fileOf(folder: string, name: string): string {
  return `${folder}/${name}.css`;
}

/** Every other one is the default. */
function pageOf(n: number): number {
  return n % 2 === 0 ? 1 : n;
}

/** What a careful hand writes: text that needs no escape is not given to encodeURIComponent. (A loop over its characters takes twice as long.) */
function escaped(text: string): string {
  return /[^\w-]/.test(text) ? encodeURIComponent(text) : text;
}

/** A path of several pieces, likewise. */
function escapedPath(path: string): string {
  return /[^\w./-]/.test(path) ? path.split('/').map(escaped).join('/') : path;
}

const contenders = {
  'template literal': (): Makes => ({
    static: () => '/about/us',
    'one segment': (a) => `/users/${escaped(a)}`,
    'a number': (_a, _b, _c, n) => `/users/${n}`,
    'three segments': (a, b, c) => `/users/${escaped(a)}/posts/${escaped(b)}/comments/${escaped(c)}`,
    'five segments': (a, b, c, n) =>
      `/teams/${escaped(a)}/boards/${escaped(b)}/lists/${escaped(c)}/cards/${n}/notes/${n}`,
    'two in a segment': (_a, _b, c, n) => `/flights/${escaped(c)}-${n}`,
    'a glob': (a, _b, c) => `/files/${escapedPath(fileOf(a, c))}`,
    'optional segment, left out': (a) => `/posts/${escaped(a)}`,
    'optional segment, given': (a, b) => `/${escaped(b)}/posts/${escaped(a)}`,
    '`(.:format)`, left out': (a) => `/reports/${escaped(a)}`,
    '`(.:format)`, given': (a, b) => `/reports/${escaped(a)}.${escaped(b)}`,
    'a default, or another number': (_a, _b, _c, n) => (pageOf(n) === 1 ? '/list' : `/list/${pageOf(n)}`),
    anchor: (a, _b, c) => `/users/${escaped(a)}#${escaped(c)}`,
    query: (a, b, _c, n) => `/search/${escaped(a)}?page=${n}&q=${escaped(b)}`,
    'four params of the query': (a, b, c, n) =>
      `/search/${escaped(a)}?by=${escaped(c)}&order=${escaped(a)}&page=${n}&q=${escaped(b)}`,
  }),
  'path-to-regexp': (): Makes => {
    const [about, user, comment] = [compile(written.about), compile(written.user), compile(written.comment)];
    const [post, report] = [compile('{/:locale}/posts/:id'), compile('/reports/:id{.:format}')];
    const [search, card, flight] = [compile(written.search), compile(written.card), compile(written.flight)];
    const [file, list] = [compile(written.file), compile('/list{/:page}')];
    const query = (params: Readonly<Record<string, string>>): string =>
      new URLSearchParams(params).toString().replaceAll('+', '%20');
    return {
      static: () => about(),
      'one segment': (a) => user({ id: a }),
      'a number': (_a, _b, _c, n) => user({ id: String(n) }),
      'three segments': (a, b, c) => comment({ user_id: a, post_id: b, id: c }),
      'five segments': (a, b, c, n) => card({ team: a, board: b, list: c, card: String(n), note: String(n) }),
      'two in a segment': (_a, _b, c, n) => flight({ from: c, to: String(n) }),
      'a glob': (a, _b, c) => file({ path: fileOf(a, c).split('/') }),
      'optional segment, left out': (a) => post({ id: a }),
      'optional segment, given': (a, b) => post({ locale: b, id: a }),
      '`(.:format)`, left out': (a) => report({ id: a }),
      '`(.:format)`, given': (a, b) => report({ id: a, format: b }),
      'a default, or another number': (_a, _b, _c, n) =>
        list(pageOf(n) === 1 ? {} : { page: String(pageOf(n)) }),
      anchor: (a, _b, c) => `${user({ id: a })}#${encodeURIComponent(c)}`,
      query: (a, b, _c, n) => `${search({ kind: a })}?${query({ page: String(n), q: b })}`,
      'four params of the query': (a, b, c, n) =>
        `${search({ kind: a })}?${query({ by: c, order: a, page: String(n), q: b })}`,
    };
  },
  helper: () => byName(new UrlHelpers({ router: namedRoutes(written) }) as unknown as Helpers),
  'helper, standalone': async (file?: string) => byName((await import(pathToFileURL(file!).href)) as Helpers),
  '`pathFor(name, …)`': (): Makes => {
    const helpers = new UrlHelpers({ router: namedRoutes(written) });
    return {
      static: () => helpers.pathFor('about'),
      'one segment': (a) => helpers.pathFor('user', a),
      'a number': (_a, _b, _c, n) => helpers.pathFor('user', n),
      'three segments': (a, b, c) => helpers.pathFor('comment', a, b, c),
      'five segments': (a, b, c, n) => helpers.pathFor('card', a, b, c, n, n),
      'two in a segment': (_a, _b, c, n) => helpers.pathFor('flight', c, n),
      'a glob': (a, _b, c) => helpers.pathFor('file', fileOf(a, c)),
      'optional segment, left out': (a) => helpers.pathFor('post', a),
      'optional segment, given': (a, b) => helpers.pathFor('post', b, a),
      '`(.:format)`, left out': (a) => helpers.pathFor('report', a),
      '`(.:format)`, given': (a, b) => helpers.pathFor('report', a, b),
      'a default, or another number': (_a, _b, _c, n) => helpers.pathFor('list', pageOf(n)),
      anchor: (a, _b, c) => helpers.pathFor('user', a, { anchor: c }),
      query: (a, b, _c, n) => helpers.pathFor('search', a, { page: n, q: b }),
      'four params of the query': (a, b, c, n) =>
        helpers.pathFor('search', a, { page: n, q: b, order: a, by: c }),
    };
  },
  '`pathFor(name, { … })`': (): Makes => {
    const helpers = new UrlHelpers({ router: namedRoutes(written) });
    return {
      static: () => helpers.pathFor('about', {}),
      'one segment': (a) => helpers.pathFor('user', { id: a }),
      'a number': (_a, _b, _c, n) => helpers.pathFor('user', { id: n }),
      'three segments': (a, b, c) => helpers.pathFor('comment', { user_id: a, post_id: b, id: c }),
      'five segments': (a, b, c, n) =>
        helpers.pathFor('card', { team: a, board: b, list: c, card: n, note: n }),
      'two in a segment': (_a, _b, c, n) => helpers.pathFor('flight', { from: c, to: n }),
      'a glob': (a, _b, c) => helpers.pathFor('file', { path: fileOf(a, c) }),
      'optional segment, left out': (a) => helpers.pathFor('post', { id: a }),
      'optional segment, given': (a, b) => helpers.pathFor('post', { locale: b, id: a }),
      '`(.:format)`, left out': (a) => helpers.pathFor('report', { id: a }),
      '`(.:format)`, given': (a, b) => helpers.pathFor('report', { id: a, format: b }),
      'a default, or another number': (_a, _b, _c, n) => helpers.pathFor('list', { page: pageOf(n) }),
      anchor: (a, _b, c) => helpers.pathFor('user', { id: a, anchor: c }),
      query: (a, b, _c, n) => helpers.pathFor('search', { kind: a, page: n, q: b }),
      'four params of the query': (a, b, c, n) =>
        helpers.pathFor('search', { kind: a, page: n, q: b, order: a, by: c }),
    };
  },
} as const satisfies Record<string, (file?: string) => Makes | Promise<Makes>>;
type Contender = keyof typeof contenders;

function byName(helpers: Helpers): Makes {
  return {
    static: () => helpers['aboutPath']!(),
    'one segment': (a) => helpers['userPath']!(a),
    'a number': (_a, _b, _c, n) => helpers['userPath']!(n),
    'three segments': (a, b, c) => helpers['commentPath']!(a, b, c),
    'five segments': (a, b, c, n) => helpers['cardPath']!(a, b, c, n, n),
    'two in a segment': (_a, _b, c, n) => helpers['flightPath']!(c, n),
    'a glob': (a, _b, c) => helpers['filePath']!(fileOf(a, c)),
    'optional segment, left out': (a) => helpers['postPath']!(a),
    'optional segment, given': (a, b) => helpers['postPath']!(b, a),
    '`(.:format)`, left out': (a) => helpers['reportPath']!(a),
    '`(.:format)`, given': (a, b) => helpers['reportPath']!(a, b),
    'a default, or another number': (_a, _b, _c, n) => helpers['listPath']!(pageOf(n)),
    anchor: (a, _b, c) => helpers['userPath']!(a, { anchor: c }),
    query: (a, b, _c, n) => helpers['searchPath']!(a, { page: n, q: b }),
    'four params of the query': (a, b, c, n) => helpers['searchPath']!(a, { page: n, q: b, order: a, by: c }),
  };
}

let nextValue = 1;
/** Numbers grow, as keys of rows do. */
let nextNumber = 1;

/** Strings that share nothing with any other, as a database hands them out; every fourth of the second ones needs escapes. */
function freshValues(): readonly string[] {
  const texts = Array.from({ length: 3 * batchSize }, (_, k) => {
    const number = (nextValue++ * 7919) % 1_000_003;
    return k % 12 === 1 ? `two words ${number}` : k % 3 === 0 ? `${number}-a-title` : `word${number}`;
  });
  const bytes = Buffer.from(texts.join(''), 'latin1');
  let end = 0;
  return texts.map(({ length }) => bytes.toString('latin1', end, (end += length)));
}

/** Nanoseconds for one path of each kind. */
function measure(makes: Makes): Record<Kind, number> {
  const right = contenders['template literal']();
  const values = freshValues();
  for (const kind of kinds) {
    for (let i = 0; i < values.length; i += 3) {
      const made = makes[kind](values[i]!, values[i + 1]!, values[i + 2]!, i);
      const expected = right[kind](values[i]!, values[i + 1]!, values[i + 2]!, i);
      if (made !== expected) throw new Error(`${made} should be ${expected}`);
    }
  }
  let read = 0;
  const timed = (make: Make): number => {
    const fresh = freshValues();
    const start = process.hrtime.bigint();
    for (let i = 0; i < fresh.length; i += 3)
      read += make(fresh[i]!, fresh[i + 1]!, fresh[i + 2]!, nextNumber++).length;
    return Number(process.hrtime.bigint() - start) / batchSize;
  };
  const times: Record<Kind, number[]> = Object.fromEntries(kinds.map((kind) => [kind, []])) as never;
  for (let round = -warmUpRounds; round < batches; round++) {
    for (const kind of kinds) {
      const time = timed(makes[kind]);
      if (round >= 0) times[kind].push(time);
    }
  }
  if (read === 0) throw new Error('nothing was made');
  return Object.fromEntries(kinds.map((kind) => [kind, median(times[kind])])) as Record<Kind, number>;
}

async function compareAll(): Promise<void> {
  const turns = await Turns.of(import.meta.filename);
  const { transformSync } = await import('esbuild');
  const definitions = namedRoutes(written).routes.map(({ definition }) => definition);
  const file = turns.file('standalone.mjs');
  writeFileSync(file, transformSync(standaloneHelpers(definitions), { loader: 'ts' }).code);
  const names = Object.keys(contenders) as Contender[];
  const figures = turns.run<Contender, Record<Kind, number>>(names, rounds, [file]);
  turns.end();
  const base = figures.get('template literal')!;
  printTable({
    id: 'generation',
    columns: ['ns a path', ...names],
    rows: kinds.map((kind) => [
      kind,
      ...names.map((name) => {
        const times = figures.get(name)!.map((each) => each[kind]);
        const ratio = median(times.map((time, round) => time / base[round]![kind]));
        return median(times).toFixed(0) + (name === 'template literal' ? '' : ` (${ratio.toFixed(2)})`);
      }),
    ]),
    how: `Nanoseconds a path, median of ${rounds} processes for each cell; in brackets the ratio to the template literal`,
    peers: ['path-to-regexp'],
  });
}

runTexts();
const turn = turnOf();
if (turn) console.log(JSON.stringify(measure(await contenders[turn[0] as Contender](turn[1]))));
else await compareAll();
