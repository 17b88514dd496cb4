// The routers that are measured: ours and its peers, each behind the same two lines.

import findMyWay from 'find-my-way';
import { RegExpRouter } from 'hono/router/reg-exp-router';
import { SmartRouter } from 'hono/router/smart-router';
import { TrieRouter } from 'hono/router/trie-router';
import { Memoirist } from 'memoirist';
import { addRoute, createRouter, findRoute } from 'rou3';
import { parsePattern } from '../../src/routing/patterns/pattern.js';
import type { RouteDefinition } from '../../src/routing/patterns/route.js';
import { Router } from '../../src/routing/router/router.js';
import type { TableRoute } from './recognition-tables.js';

/** Each builds its router for a table. */
export const routers = {
  waypost: waypostFind,
  'find-my-way': findMyWayFind,
  memoirist: memoiristFind,
  rou3: rou3Find,
  hono: honoFind,
} as const satisfies Record<string, (table: readonly TableRoute[]) => Measured>;

export type RouterName = keyof typeof routers;

/** A look-up in the library's own form, and what to read of its answer; kept apart so that only the look-up is timed. */
export interface Measured {
  readonly find: (method: string, path: string) => unknown;
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

function waypostFind(table: readonly TableRoute[], format = ''): Measured {
  const router = new Router({ routes: definitionsOf(table, format) });
  type Match = ReturnType<Router['recognize']>;
  return {
    find: (method, path) => router.recognize(method, path),
    routeOf: (found) => (found as Match)?.route.index,
    valueOf: (found, name) => (found as NonNullable<Match>).params[name],
  };
}

/** Ours, with `(.:format)` behind every path. */
export function waypostFormatsFind(table: readonly TableRoute[]): Measured {
  return waypostFind(table, '(.:format)');
}

function findMyWayFind(table: readonly TableRoute[]): Measured {
  const router = findMyWay();
  for (const [index, { method, path }] of table.entries())
    router.on(method as 'GET', path, () => undefined, index);
  return {
    find: (method, path) => router.find(method as 'GET', path),
    routeOf: (found) => (found as { store: number } | null)?.store,
    valueOf: (found, name) => (found as { params: Record<string, string> }).params[name],
  };
}

/** Two names for one place are confused by it: names are given by their place. */
function placed(path: string): string {
  let place = 0;
  return path.replace(/:\w+/g, () => `:p${place++}`);
}

function memoiristFind(table: readonly TableRoute[]): Measured {
  const router = new Memoirist<number>();
  for (const [index, { method, path }] of table.entries()) router.add(method, placed(path), index);
  return {
    find: (method, path) => router.find(method, path),
    routeOf: (found) => (found as { store: number } | null)?.store,
    valueOf: (found) => (found as { params: Record<string, string> }).params['p0'],
  };
}

function rou3Find(table: readonly TableRoute[]): Measured {
  const router = createRouter<number>();
  for (const [index, { method, path }] of table.entries()) addRoute(router, method, path, index);
  return {
    find: (method, path) => findRoute(router, method, path),
    routeOf: (found) => (found as { data: number } | undefined)?.data,
    valueOf: (found, name) => (found as { params: Record<string, string> }).params[name],
  };
}

function honoFind(table: readonly TableRoute[]): Measured {
  const router = new SmartRouter<number>({ routers: [new RegExpRouter(), new TrieRouter()] });
  for (const [index, { method, path }] of table.entries()) router.add(method, path, index);
  type Result = [[number, Record<string, string>][]] | [[number, Record<string, number>][], string[]];
  return {
    find: (method, path) => router.match(method, path),
    routeOf: (found) => (found as Result)[0][0]?.[0],
    valueOf: (found, name) => {
      const [handlers, captures] = found as Result;
      const value = handlers[0]![1][name];
      return typeof value === 'number' ? captures![value] : value;
    },
  };
}
