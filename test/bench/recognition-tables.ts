// Tables to be measured on, and paths to be looked up in them.
//
// A table is what an application has: resources nested up to three deep, a namespace here and there, single pages. Its
// size is all that differs. Paths are new strings each time, never seen by the engine: one that was seen has its hash
// cached, which would flatter whoever hashes the path.

import { seededRandom, type Random } from '../support/random-routes.js';

export interface TableRoute {
  readonly method: string;
  readonly path: string;
}

export const workloads = ['mixed', 'static', 'deep', 'miss', 'wrong'] as const;
export type Workload = (typeof workloads)[number];

const nouns = (
  'users posts comments photos albums articles orders items products reviews tags teams projects issues labels files folders messages rooms ' +
  'events tickets invoices payments customers accounts sessions devices reports charts pages sections blocks themes plugins jobs workers'
).split(' ');

/** `size` routes: seven for each resource, nested ones below their parents. */
export function tableOf(size: number): TableRoute[] {
  const routes: TableRoute[] = [
    { method: 'GET', path: '/' },
    { method: 'GET', path: '/about' },
    { method: 'POST', path: '/search' },
  ];
  for (let k = 0; routes.length < size; k++) {
    const suffix = k < nouns.length ? '' : `-${Math.floor(k / nouns.length)}`;
    const noun = nouns[k % nouns.length]! + suffix;
    const base = k % 4 === 3 ? `/admin/${noun}` : `/${noun}`;
    const parent = `${base}/:${singular(noun)}_id`;
    const child = nouns[(k * 7 + 5) % nouns.length]!;
    const grandchild = nouns[(k * 11 + 3) % nouns.length]!;
    routes.push(...resource(base), { method: 'GET', path: `${base}/:id/preview` });
    routes.push(
      ...resource(`${parent}/${child}`),
      ...resource(`${parent}/${child}/:${singular(child)}_id/${grandchild}`),
    );
  }
  return routes.slice(0, size);
}

function singular(noun: string): string {
  return noun.replaceAll('-', '_').replace(/s(?=_|$)/, '');
}

function resource(base: string): TableRoute[] {
  return [
    { method: 'GET', path: base },
    { method: 'POST', path: base },
    { method: 'GET', path: `${base}/new` },
    { method: 'GET', path: `${base}/:id` },
    { method: 'GET', path: `${base}/:id/edit` },
    { method: 'PATCH', path: `${base}/:id` },
    { method: 'DELETE', path: `${base}/:id` },
  ];
}

/** One look-up: the route that must answer, by its index, and its first value; none for a miss. */
export interface LookUp {
  readonly method: string;
  readonly path: string;
  readonly route: number | undefined;
  readonly first: string;
}

/** `count` look-ups of a kind, of which no two have the same string. */
export function lookUps(
  table: readonly TableRoute[],
  workload: Workload,
  count: number,
  seed: number,
): LookUp[] {
  const random = seededRandom(seed);
  const names = (path: string): number => path.split(':').length - 1;
  const indices = table.map((_, index) => index);
  const most = Math.max(...table.map(({ path }) => names(path)));
  const deepest = indices.filter((index) => names(table[index]!.path) === most).at(-1)!;
  const from =
    workload === 'static'
      ? indices.filter((index) => names(table[index]!.path) === 0)
      : workload === 'deep'
        ? [deepest]
        : indices;
  return Array.from({ length: count }, () => {
    const route = from[random(from.length)]!;
    return lookUp(table[route]!, route, workload, random);
  });
}

function lookUp({ method, path }: TableRoute, route: number, workload: Workload, random: Random): LookUp {
  let first = '';
  const filled = path.replace(/:\w+/g, () => {
    const value = random(3) === 0 ? `a-title-${random(1_000_000)}` : String(random(10_000_000));
    first ||= value;
    return value;
  });
  if (workload === 'miss')
    return {
      method,
      path: fresh(`${filled === '/' ? '' : filled}/no-such/page`),
      route: undefined,
      first: '',
    };
  if (workload === 'wrong') return { method: 'OPTIONS', path: fresh(filled), route: undefined, first: '' };
  return { method, path: fresh(filled), route, first };
}

/** A flat string that nothing else shares, as a server's parser makes it. */
function fresh(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}
