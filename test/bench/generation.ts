// What making a path costs: the helpers beside path-to-regexp's `compile` and a template literal written by hand. `npm run bench:generation`
//
// The file bundles itself, as the package is bundled, and every contender of every case runs in a process of its own, in turns; medians are
// shown, with the ratio to the template literal. Every path is checked before it is timed.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile } from 'path-to-regexp';
import { UrlHelpers } from '../../src/routing/generation/url-helpers.js';
import { namedRoutes } from '../support/named-routes.js';
import { printTable } from './table.js';

type Make = (index: number) => string;
type Contender =
  'template literal' | 'path-to-regexp' | 'helper' | 'helpers.namePath' | 'pathFor(name)' | 'pathFor, named';
type Loose = Readonly<Record<string, (...values: readonly unknown[]) => string>>;

const rounds = Number(process.env['ROUNDS'] ?? 7);
const calls = 400_000;
const contenders: readonly Contender[] = [
  'template literal',
  'path-to-regexp',
  'helper',
  'helpers.namePath',
  'pathFor(name)',
  'pathFor, named',
];

const mask = 1023;
const ids = Array.from(
  { length: mask + 1 },
  (_, index) => `${1000 + ((index * 7919) % 9000)}${index % 3 === 0 ? '-a-title' : ''}`,
);
const words = Array.from(
  { length: mask + 1 },
  (_, index) => `${index % 4 === 0 ? 'two words' : 'word'}${index}`,
);
const id = (index: number): string => ids[index & mask]!;
const word = (index: number): string => words[index & mask]!;
const localeOf = (index: number): string | undefined => (index & 1 ? 'fr' : undefined);

/** What a careful hand writes: text that needs no escape is not given to encodeURIComponent. */
function escaped(text: string): string {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const isPlain =
      (code >= 97 && code <= 122) ||
      (code >= 48 && code <= 57) ||
      (code >= 65 && code <= 90) ||
      code === 45 ||
      code === 95;
    if (!isPlain) return encodeURIComponent(text);
  }
  return text;
}

function casesFor(contender: Contender): Readonly<Record<string, Make>> {
  const written = {
    about: '/about/us',
    user: '/users/:id',
    comment: '/users/:user_id/posts/:post_id/comments/:id',
    post: '/(:locale)/posts/:id',
    search: '/search/:kind',
  };
  const helpers = new UrlHelpers({ router: namedRoutes(written) });
  const loose = helpers as unknown as Loose;
  switch (contender) {
    case 'template literal':
      return {
        static: () => '/about/us',
        'one segment': (i) => `/users/${escaped(id(i))}`,
        'three segments': (i) =>
          `/users/${escaped(id(i))}/posts/${escaped(id(i + 1))}/comments/${escaped(id(i + 2))}`,
        optional: (i) => {
          const locale = localeOf(i);
          return locale === undefined
            ? `/posts/${escaped(id(i))}`
            : `/${escaped(locale)}/posts/${escaped(id(i))}`;
        },
        query: (i) => `/search/${escaped(id(i))}?page=${i & mask}&q=${escaped(word(i))}`,
      };
    case 'path-to-regexp': {
      const [about, user, comment] = [
        compile(written.about),
        compile(written.user),
        compile(written.comment),
      ];
      const [post, search] = [compile('{/:locale}/posts/:id'), compile(written.search)];
      return {
        static: () => about(),
        'one segment': (i) => user({ id: id(i) }),
        'three segments': (i) => comment({ user_id: id(i), post_id: id(i + 1), id: id(i + 2) }),
        optional: (i) => {
          const locale = localeOf(i);
          return locale === undefined ? post({ id: id(i) }) : post({ locale, id: id(i) });
        },
        query: (i) =>
          `${search({ kind: id(i) })}?${new URLSearchParams({ page: String(i & mask), q: word(i) }).toString().replaceAll('+', '%20')}`,
      };
    }
    case 'helper': {
      const { aboutPath, userPath, commentPath, postPath, searchPath } = loose;
      return {
        static: () => aboutPath!(),
        'one segment': (i) => userPath!(id(i)),
        'three segments': (i) => commentPath!(id(i), id(i + 1), id(i + 2)),
        optional: (i) => {
          const locale = localeOf(i);
          return locale === undefined ? postPath!(id(i)) : postPath!(locale, id(i));
        },
        query: (i) => searchPath!(id(i), { page: i & mask, q: word(i) }),
      };
    }
    case 'helpers.namePath':
      return {
        static: () => loose['aboutPath']!(),
        'one segment': (i) => loose['userPath']!(id(i)),
        'three segments': (i) => loose['commentPath']!(id(i), id(i + 1), id(i + 2)),
        optional: (i) => {
          const locale = localeOf(i);
          return locale === undefined ? loose['postPath']!(id(i)) : loose['postPath']!(locale, id(i));
        },
        query: (i) => loose['searchPath']!(id(i), { page: i & mask, q: word(i) }),
      };
    case 'pathFor(name)':
      return {
        static: () => helpers.pathFor('about'),
        'one segment': (i) => helpers.pathFor('user', id(i)),
        'three segments': (i) => helpers.pathFor('comment', id(i), id(i + 1), id(i + 2)),
        optional: (i) => {
          const locale = localeOf(i);
          return locale === undefined
            ? helpers.pathFor('post', id(i))
            : helpers.pathFor('post', locale, id(i));
        },
        query: (i) => helpers.pathFor('search', id(i), { page: i & mask, q: word(i) }),
      };
    case 'pathFor, named':
      return {
        static: () => helpers.pathFor('about'),
        'one segment': (i) => helpers.pathFor('user', { id: id(i) }),
        'three segments': (i) =>
          helpers.pathFor('comment', { user_id: id(i), post_id: id(i + 1), id: id(i + 2) }),
        optional: (i) => {
          const locale = localeOf(i);
          return locale === undefined
            ? helpers.pathFor('post', { id: id(i) })
            : helpers.pathFor('post', { locale, id: id(i) });
        },
        query: (i) => helpers.pathFor('search', { kind: id(i), page: i & mask, q: word(i) }),
      };
    default:
      return contender satisfies never;
  }
}

/** Nanoseconds for one path: the best of a few stretches, after as many to warm up. */
function measure(make: Make, right: Make): number {
  for (let i = 0; i <= mask; i++)
    if (make(i) !== right(i)) throw new Error(`${make(i)} should be ${right(i)}`);
  let read = 0;
  let best = Infinity;
  for (let stretch = 0; stretch < 6; stretch++) {
    const start = performance.now();
    for (let i = 0; i < calls; i++) {
      read += make(i).length;
    }
    if (stretch > 1) best = Math.min(best, ((performance.now() - start) / calls) * 1e6);
  }
  if (read === 0) throw new Error('nothing was made');
  return best;
}

async function compareAll(): Promise<void> {
  const { build } = await import('esbuild');
  const folder = mkdtempSync(path.join(tmpdir(), 'waypost-bench-'));
  const bundle = path.join(folder, 'generation.mjs');
  await build({
    entryPoints: [fileURLToPath(import.meta.url)],
    bundle: true,
    format: 'esm',
    platform: 'node',
    outfile: bundle,
    external: ['esbuild'],
    logLevel: 'error',
  });
  const names = Object.keys(casesFor('template literal'));
  const times = new Map<string, number[]>();
  for (let round = 0; round < rounds; round++) {
    for (const name of names) {
      for (const contender of contenders) {
        const key = `${name} ${contender}`;
        const output = execFileSync(process.execPath, [bundle, name, contender], { encoding: 'utf8' });
        times.set(key, [...(times.get(key) ?? []), Number(output)]);
      }
    }
  }
  rmSync(folder, { recursive: true, force: true });
  const median = (key: string): number => times.get(key)!.sort((a, b) => a - b)[Math.floor(rounds / 2)]!;
  printTable({
    id: 'generation',
    columns: ['ns a path', ...contenders],
    rows: names.map((name) => {
      const base = median(`${name} template literal`);
      return [
        name,
        ...contenders.map((contender) => {
          const time = median(`${name} ${contender}`);
          const ratio = contender === 'template literal' ? '' : ` (${(time / base).toFixed(2)})`;
          return time.toFixed(1) + ratio;
        }),
      ];
    }),
    how: `Median of ${rounds} processes for each cell; in brackets the ratio to the template literal`,
    peers: ['path-to-regexp'],
  });
}

const [name, contender] = process.argv.slice(2);
if (name !== undefined && contender !== undefined)
  console.log(measure(casesFor(contender as Contender)[name]!, casesFor('template literal')[name]!));
else await compareAll();
