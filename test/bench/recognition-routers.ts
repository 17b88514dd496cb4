// The routers that are measured: ours and its peers, each behind the same few lines.

import MedleyRouter from '@medley/router';
import findMyWay from 'find-my-way';
import { RegExpRouter } from 'hono/router/reg-exp-router';
import { SmartRouter } from 'hono/router/smart-router';
import { TrieRouter } from 'hono/router/trie-router';
import { Memoirist } from 'memoirist';
import { addRoute, createRouter, findRoute } from 'rou3';
import { compileRouter } from 'rou3/compiler';
import { compiledModule } from '../../src/compiler/compiled-module.js';
import { parsePattern } from '../../src/routing/patterns/pattern.js';
import type { RouteDefinition } from '../../src/routing/patterns/route.js';
import { loadedRecognition } from '../../src/routing/recognition/loaded-recognition.js';
import { quickRecognition } from '../../src/routing/recognition/matcher.js';
import { literalRecognition } from '../../src/routing/recognition/literal-recognition.js';
import { simpleRecognition } from '../../src/routing/recognition/simple-recognition.js';
import { writtenRecognition } from '../../src/routing/recognition/written-recognition.js';
import { createRouter as createCompiled } from '../../src/routing/router/compiled-routes.js';
import { Router } from '../../src/routing/router/router.js';
import type { TableRoute } from './recognition-tables.js';

type Build = (table: readonly TableRoute[], withFormats: boolean) => Measured | Promise<Measured>;

/** Of waypost and of its peers, each builds its router for a table. With formats, those that have optional extensions take `(.:format)` behind every path. */
export const routers = {
  waypost: (table, withFormats) =>
    waypost(new Router({ recognition: loadedRecognition, routes: routesOf(table, withFormats) })),
  'waypost, compiled': (table, withFormats) => compiled(routesOf(table, withFormats), 'size'),
  'waypost, compiled for speed': (table, withFormats) => compiled(routesOf(table, withFormats), 'speed'),
  memoirist,
  medley,
  'find-my-way': (table, withFormats) => findMyWayRouter(table, withFormats, false),
  'find-my-way, compiled': (table, withFormats) => findMyWayRouter(table, withFormats, true),
  rou3: (table, withFormats) => rou3Router(table, withFormats, false),
  'rou3, compiled': (table, withFormats) => rou3Router(table, withFormats, true),
  Hono: hono,
} as const satisfies Record<string, Build>;

export type RouterName = keyof typeof routers;

/** Those that cannot have an optional extension; they stand in that table without one. */
export const withoutFormats: ReadonlySet<RouterName> = new Set(['memoirist', 'medley', 'Hono']);

/** A look-up in the library's own form, and what to read of its answer; kept apart so that only the look-up is timed. */
export interface Measured {
  readonly find: (method: string, path: string) => unknown;
  /** It takes paths without query, which whoever calls it cuts off before. */
  readonly cutsQueries?: boolean;
  /** The methods that a path answers; those that a library cannot tell are tried one by one. */
  readonly allowed?: (path: string) => readonly string[];
  readonly routeOf: (found: unknown) => number | undefined;
  readonly valueOf: (found: unknown, name: string) => string | undefined;
}

export function definitionsOf(table: readonly TableRoute[], format = ''): RouteDefinition[] {
  return table.map(({ method, path }, index) => ({
    verbs: [method],
    any: false,
    pattern: parsePattern(path === '/' ? path : path + format).pattern,
    target: { kind: 'controller', controller: 'c', action: String(index) },
    segmentConstraints: new Map(),
    requestConstraints: [],
    defaults: new Map(),
  }));
}

function routesOf(table: readonly TableRoute[], withFormats: boolean): RouteDefinition[] {
  return definitionsOf(table, withFormats ? '(.:format)' : '');
}

/** The router of a compiled module, which runs where no text may be run that was made there. */
async function compiled(definitions: readonly RouteDefinition[], what: 'size' | 'speed'): Promise<Measured> {
  const { code } = compiledModule({
    definitions,
    customHelpers: { direct: new Map(), resolve: new Map() },
    helpers: false,
    quick: what === 'speed',
    quickRecognition: what === 'speed',
    importOf: () => undefined,
  });
  const parts = {
    createRouter: createCompiled,
    literalRecognition,
    quickRecognition,
    simpleRecognition,
    writtenRecognition,
  };
  const module = code
    .replace(/^import (\{.*\}) from "waypost\/router";$/m, 'export default ($1) => {')
    .replace('export const compiled =', 'const compiled =')
    .replace(/^export default createRouter\(compiled\);$/m, 'return createRouter(compiled);');
  const { default: made } = (await import(`data:text/javascript,${encodeURIComponent(`${module}}`)}`)) as {
    default: (of: typeof parts) => Router;
  };
  return waypost(made(parts));
}

function waypost(router: Router): Measured {
  type Match = ReturnType<Router['recognize']>;
  return {
    find: (method, path) => router.recognize(method, path),
    allowed: (path) => router.allowedMethods(path),
    routeOf: (found) => (found as Match)?.route.index,
    valueOf: (found, name) => (found as NonNullable<Match>).params[name],
  };
}

function findMyWayRouter(table: readonly TableRoute[], withFormats: boolean, isCompiled: boolean): Measured {
  const router = findMyWay();
  for (const [index, { method, path }] of table.entries()) {
    router.on(method as 'GET', path, () => undefined, { index });
    if (withFormats && path !== '/')
      router.on(method as 'GET', `${path}.:format`, () => undefined, { index });
  }
  if (isCompiled) (router as typeof router & { compile(): void }).compile();
  return {
    find: (method, path) => router.find(method as 'GET', path),
    routeOf: (found) => (found as { store: { index: number } } | null)?.store.index,
    valueOf: (found, name) => (found as { params: Record<string, string> }).params[name],
  };
}

function memoirist(table: readonly TableRoute[]): Measured {
  const router = new Memoirist<number>();
  for (const [index, { method, path }] of table.entries()) router.add(method, path, index);
  return {
    cutsQueries: true,
    find: (method, path) => router.find(method, path),
    routeOf: (found) => (found as { store: number } | null)?.store,
    valueOf: (found, name) => (found as { params: Record<string, string> }).params[name],
  };
}

interface MedleyStore {
  /** By their methods: the index of the route, and what medley calls its first value. */
  readonly routes: Record<string, { readonly index: number; readonly first: string } | undefined>;
  readonly allowed: string[];
}

/** Takes one name at a place, whatever the route, so that names are those of their places; its stores hold all methods. */
function medley(table: readonly TableRoute[]): Measured {
  const router = new MedleyRouter<MedleyStore>({
    storeFactory: () => ({ routes: Object.create(null) as MedleyStore['routes'], allowed: [] }),
  });
  for (const [index, { method, path }] of table.entries()) {
    const pieces = path.split('/').map((piece, place) => (piece.startsWith(':') ? `:p${place}` : piece));
    const store = router.register(pieces.join('/'));
    store.routes[method] ??= { index, first: pieces.find((piece) => piece.startsWith(':'))?.slice(1) ?? '' };
    store.allowed.push(method);
  }
  let answered: MedleyStore['routes'][string];
  return {
    cutsQueries: true,
    find: (method, path) => {
      const found = router.find(path);
      answered = found?.store.routes[method];
      return answered === undefined ? undefined : found;
    },
    allowed: (path) => router.find(path)?.store.allowed ?? [],
    routeOf: (found) => (found === undefined ? undefined : answered!.index),
    valueOf: (found) => (found as { params: Record<string, string> }).params[answered!.first],
  };
}

function rou3Router(table: readonly TableRoute[], withFormats: boolean, isCompiled: boolean): Measured {
  const router = createRouter<number>();
  for (const [index, { method, path }] of table.entries())
    addRoute(router, method, withFormats && path !== '/' ? `${path}{.:format}?` : path, index);
  const compiled = isCompiled ? compileRouter(router) : undefined;
  return {
    cutsQueries: true,
    find: compiled ?? ((method, path) => findRoute(router, method, path)),
    routeOf: (found) => (found as { data: number } | undefined)?.data,
    valueOf: (found, name) => (found as { params: Record<string, string> }).params[name],
  };
}

function hono(table: readonly TableRoute[]): Measured {
  const router = new SmartRouter<number>({ routers: [new RegExpRouter(), new TrieRouter()] });
  for (const [index, { method, path }] of table.entries()) router.add(method, path, index);
  type Result = [[number, Record<string, string>][]] | [[number, Record<string, number>][], string[]];
  return {
    cutsQueries: true,
    find: (method, path) => router.match(method, path),
    routeOf: (found) => (found as Result)[0][0]?.[0],
    valueOf: (found, name) => {
      const [handlers, captures] = found as Result;
      const value = handlers[0]![1][name];
      return typeof value === 'number' ? captures![value] : value;
    },
  };
}
