// Tables to be measured on, and look-ups in them.
//
// A table has the shape of what applications have, and words made by chance, so that nothing can be tuned to them: `SEED=7 npm run bench --
// recognition` makes others. Paths are new strings each time, never seen by the engine: one that was seen has its hash cached, which
// would flatter whoever hashes the path.

import { type Random, seededRandom } from '../support/random.js';

export interface TableRoute {
  readonly method: string;
  readonly path: string;
}

export const workloads = [
  'mixed',
  'static',
  'deep',
  'query',
  'long values',
  'miss',
  'wrong method',
  'allowed methods',
] as const;
export type Workload = (typeof workloads)[number];

const seed = Number(process.env['SEED'] ?? 1);

/** By their names, as the page shows them. */
export const tables = {
  '13 routes': () => small(),
  'REST API, 400': () => rest(400),
  'nested, 600': () => nested(600),
  'nested with `(.:format)`, 600': () => nested(600),
  'nested, 100': () => nested(100),
  'nested, 1,000': () => nested(1_000),
  'nested, 10,000': () => nested(10_000),
} as const satisfies Record<string, () => TableRoute[]>;

export type TableName = keyof typeof tables;

export function hasFormats(name: TableName): boolean {
  return name.includes('format');
}

/** Words of two to four syllables, of which no two are the same. */
class Words {
  private readonly taken = new Set<string>();
  private readonly random: Random;

  constructor(random: Random) {
    this.random = random;
  }

  next(): string {
    const { random } = this;
    const pick = (letters: string): string => letters[random(letters.length)]!;
    let word = '';
    for (let syllables = 2 + random(3); syllables > 0; syllables--)
      word += pick('bcdfghjklmnprstvw') + pick('aeiou') + (random(3) === 0 ? pick('lnrst') : '');
    if (random(8) === 0) return this.kept(`${word}-${pick('abcdefgh')}${pick('aeiou')}t`);
    return this.kept(word);
  }

  private kept(word: string): string {
    if (this.taken.has(word)) return this.next();
    this.taken.add(word);
    return word;
  }
}

function made(length: number): { words: Words; random: Random } {
  const random = seededRandom(seed * 7919 + length);
  return { words: new Words(random), random };
}

function route(method: string, path: string): TableRoute {
  return { method, path };
}

/** A small application: a few pages, one resource and one below it. */
function small(): TableRoute[] {
  const { words } = made(13);
  const [page, other, thing, part, name] = Array.from({ length: 5 }, () => words.next());
  return [
    route('GET', '/'),
    route('GET', `/${page}`),
    route('GET', `/${other}`),
    route('POST', `/${other}`),
    route('GET', `/${thing}s`),
    route('POST', `/${thing}s`),
    route('GET', `/${thing}s/:id`),
    route('PATCH', `/${thing}s/:id`),
    route('DELETE', `/${thing}s/:id`),
    route('GET', `/${thing}s/:id/${part}s`),
    route('POST', `/${thing}s/:id/${part}s`),
    route('GET', `/${thing}s/:${field(thing!)}/${part}s/:id/${name}`),
    route('GET', `/${name}/:${name}/${part}`),
  ];
}

/** An API over HTTP: owners with what they own, and actions on all of it. */
function rest(size: number): TableRoute[] {
  const { words, random } = made(size);
  const [owned, group, person] = Array.from({ length: 3 }, () => words.next());
  const bases = ['', `/${owned}s/:owner/:${owned}`, `/${owned}s/:owner/:${owned}`, `/${group}s/:${group}`];
  bases.push(`/${person}s/:${person}name`, `/${person}`);
  const routes: TableRoute[] = [];
  while (routes.length < size) {
    const base = bases[random(bases.length)]!;
    const noun = words.next();
    const all = `${base}/${noun}s`;
    const one = `${all}/:${field(noun)}_id`;
    // Before the one of any name, which would answer it otherwise: the peers rank text before names, whatever comes first.
    if (random(3) === 0) routes.push(route('GET', `${all}/${words.next()}`));
    routes.push(route('GET', all), route('POST', all), route('GET', one), route('DELETE', one));
    if (random(2) === 0) routes.push(route('PATCH', one));
    for (let action = random(3); action > 0; action--) {
      const word = words.next();
      routes.push(route('GET', `${one}/${word}`), route('PUT', `${one}/${word}`));
      if (random(3) === 0) routes.push(route('DELETE', `${one}/${word}/:${field(word)}`));
    }
  }
  return routes.slice(0, size);
}

/** Resources of eight routes each, nested up to three deep, some below a namespace; single pages between them. */
function nested(size: number): TableRoute[] {
  const { words, random } = made(size);
  const namespace = words.next();
  const nouns = Array.from({ length: 40 }, () => words.next());
  const routes = [route('GET', '/'), route('GET', `/${words.next()}`), route('POST', `/${words.next()}`)];
  while (routes.length < size) {
    const noun = words.next();
    const base = `${random(4) === 0 ? `/${namespace}` : ''}/${noun}s`;
    const child = nouns[random(nouns.length)]!;
    const below = `${base}/:${field(noun)}_id/${child}s`;
    routes.push(...resource(base));
    if (random(2) === 0) routes.push(route('GET', `${base}/:id/${words.next()}`));
    if (random(2) === 0) routes.push(route('GET', `/${words.next()}`));
    routes.push(...resource(below));
    const grandchild = nouns[random(nouns.length)]!;
    if (random(2) === 0) routes.push(...resource(`${below}/:${field(child)}_id/${grandchild}s`));
  }
  return routes.slice(0, size);
}

function resource(base: string): TableRoute[] {
  return [
    route('GET', base),
    route('POST', base),
    route('GET', `${base}/new`),
    route('GET', `${base}/:id/edit`),
    route('GET', `${base}/:id`),
    route('PATCH', `${base}/:id`),
    route('PUT', `${base}/:id`),
    route('DELETE', `${base}/:id`),
  ];
}

function field(noun: string): string {
  return noun.replaceAll('-', '_');
}

/** One look-up: the route that must answer, by its index, and its first value; none for a miss and a wrong method. */
export interface LookUp {
  readonly method: string;
  readonly path: string;
  readonly route: number | undefined;
  readonly first: string;
  /** What the path answers, for the look-ups that ask for that. */
  readonly allowed: readonly string[];
}

/** Look-ups whose paths can be had as new strings again and again: flat, and shared with nothing, as a server's parser makes them. */
export class Batch {
  readonly lookUps: readonly LookUp[];
  readonly methods: readonly string[];
  private readonly bytes: Buffer;

  constructor(lookUps: readonly LookUp[]) {
    this.lookUps = lookUps;
    this.methods = lookUps.map(({ method }) => method);
    this.bytes = Buffer.from(lookUps.map(({ path }) => path).join(''), 'latin1');
  }

  /** The paths. Strings and bytes lie close together, as those of one request do. */
  paths(): string[] {
    let end = 0;
    return this.lookUps.map(({ path }) => {
      const start = end;
      end += path.length;
      return this.bytes.toString('latin1', start, end);
    });
  }
}

/** Look-ups of a kind in a table. */
export class LookUps {
  readonly table: readonly TableRoute[];
  /** The methods that the table has. */
  readonly methods: readonly string[];
  /** The routes of each shape. */
  private readonly shapes = new Map<string, number[]>();
  /** What the paths of each route answer. */
  private readonly allowed: readonly (readonly string[])[];
  private readonly from: Readonly<Record<Workload, readonly number[]>>;

  private readonly withFormats: boolean;

  /** With formats, a quarter of the paths have an extension. */
  constructor(table: readonly TableRoute[], withFormats = false) {
    this.table = table;
    this.withFormats = withFormats;
    this.methods = [...new Set(table.map(({ method }) => method))];
    for (const [index, { path }] of table.entries()) {
      const shape = path.replaceAll(/:\w+/g, ':');
      const same = this.shapes.get(shape);
      if (same) same.push(index);
      else this.shapes.set(shape, [index]);
    }
    this.allowed = table.map(({ path }) => this.allowedIn(path));
    const all = table.map((_, index) => index);
    const names = (index: number): number => table[index]!.path.split(':').length;
    const most = Math.max(...all.map(names));
    this.from = {
      mixed: all,
      static: all.filter((index) => names(index) === 1),
      deep: [all.filter((index) => names(index) === most).at(-1)!],
      query: all,
      'long values': all.filter((index) => names(index) > 1),
      miss: all,
      'wrong method': all,
      'allowed methods': all,
    };
  }

  /** `count` look-ups of a kind, those of this number. */
  of(workload: Workload, count: number, number: number): Batch {
    const random = seededRandom(number);
    const from = this.from[workload];
    return new Batch(
      Array.from({ length: count }, () => this.lookUp(from[random(from.length)]!, workload, random)),
    );
  }

  private lookUp(index: number, workload: Workload, random: Random): LookUp {
    const { method, path } = this.table[index]!;
    let first = '';
    let filled = path.replace(/:\w+/g, () => {
      const value = workload === 'long values' ? uuid(random) : shortValue(random);
      first ||= value;
      return value;
    });
    if (this.withFormats && path !== '/' && random(4) === 0) filled += random(2) === 0 ? '.json' : '.csv';
    const allowed = this.allowed[index]!;
    switch (workload) {
      case 'miss':
        return { method, path: missing(filled, random), route: undefined, first: '', allowed };
      case 'wrong method': {
        const others = this.methods.filter((each) => !allowed.includes(each));
        const wrong = others[random(others.length)] ?? 'OPTIONS';
        return { method: wrong, path: filled, route: undefined, first: '', allowed };
      }
      case 'query':
        return { method, path: `${filled}?page=${random(100)}&sort=name`, route: index, first, allowed };
      default:
        return { method, path: filled, route: index, first, allowed };
    }
  }

  /** The methods of all routes that answer a pattern's paths, in declaration order: `/things/new` may be a `/things/:id` too. */
  private allowedIn(pattern: string): readonly string[] {
    const pieces = pattern.replaceAll(/:\w+/g, ':').slice(1).split('/');
    let shapes = [''];
    for (const piece of pieces)
      shapes = shapes.flatMap((start) => [`${start}/${piece}`, ...(piece === ':' ? [] : [`${start}/:`])]);
    const indices = shapes.flatMap((shape) => this.shapes.get(shape) ?? []).sort((a, b) => a - b);
    return [...new Set(indices.map((index) => this.table[index]!.method))];
  }
}

function shortValue(random: Random): string {
  return random(3) === 0 ? `a-title-${random(1_000_000)}` : String(random(10_000_000));
}

function uuid(random: Random): string {
  const digits = (count: number): string =>
    Array.from({ length: count }, () => random(16).toString(16)).join('');
  return [8, 4, 4, 4, 12].map(digits).join('-');
}

/** A path that no route has: one piece too many, another first piece, or a typing error in the last. */
function missing(path: string, random: Random): string {
  switch (random(3)) {
    case 0:
      return `${path === '/' ? '' : path}/nothing/at/all`;
    case 1:
      return `/wp-${random(1000)}${path}`;
    default:
      return `${path}-x/${random(1000)}/~`;
  }
}
