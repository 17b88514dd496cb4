// Three applications that run elsewhere, declared for waypost, and held to the route tables that their own framework prints.
//
// Beyond the rows themselves, order is checked by what it does: every pattern of a table is turned into paths, and each path
// has to reach the route that is first in the *table*, whatever the order of the declarations.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseRoutes, type Route } from '../../src/index.js';

interface Row {
  readonly name: string | null;
  readonly verbs: readonly string[];
  readonly pattern: string;
  readonly target: string;
  readonly constraints?: Readonly<Record<string, string>>;
  readonly defaults?: Readonly<Record<string, string | boolean>>;
}

/** Rows that cannot be declared: here a name appears twice in one pattern, of which Rails keeps the second value. */
const declaredOtherwise: ReadonlyMap<string, string> = new Map([
  ['/comments/:id/comments/:id', '/comments/:comment_id/comments/:id'],
]);

const root = new URL('../../', import.meta.url);

for (const name of ['openstreetmap', 'lobsters', 'spree-api']) {
  describe(name, () => {
    const table = rowsOf(name);
    const file = `samples/${name}/routes`;
    const router = parseRoutes(readFileSync(new URL(file, root), 'utf8'), { file });

    it('has exactly the routes of its table', () => {
      expect(router.routeTable().map(lineOf).sort()).toEqual(table.map(lineOf).sort());
    });

    it('finds every name of its table', () => {
      const named = table.filter((row) => row.name !== null);
      expect(Object.fromEntries(named.map(({ name }) => [name, router.routeNamed(name!)?.pattern]))).toEqual(
        Object.fromEntries(named.map(({ name, pattern }) => [name, pattern])),
      );
    });

    it('constrains the same segments by the same patterns', () => {
      const demanded = router.routes.map(
        (route) => `${lineOf(route.tableRow())} ${constraintText(segmentPatterns(route))}`,
      );
      expect(demanded.sort()).toEqual(
        table.map((row) => `${lineOf(row)} ${constraintText(ownConstraints(row))}`).sort(),
      );
    });

    it('has the same defaults', () => {
      const given = router.routes.map(
        (route) => `${lineOf(route.tableRow())} ${JSON.stringify(sorted(route.defaults))}`,
      );
      expect(given.sort()).toEqual(
        table.map((row) => `${lineOf(row)} ${JSON.stringify(sorted(row.defaults ?? {}))}`).sort(),
      );
    });

    it('reaches what the order of its table says', () => {
      const reference = table.map((row) => ({ row, matches: matcherOf(row) }));
      for (const path of samplePaths(table)) {
        const fitting = reference.filter(({ matches }) => matches(path));
        for (const verb of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
          const expected = fitting.find(({ row }) => row.verbs.includes(verb))?.row;
          const reached = router.recognize(verb, path)?.route.tableRow();
          expect([verb, path, reached?.pattern, reached?.target]).toEqual([
            verb,
            path,
            expected?.pattern,
            expected?.target,
          ]);
        }
      }
    });
  });
}

function rowsOf(name: string): Row[] {
  const rows = JSON.parse(
    readFileSync(new URL(`test/fixtures/tables/${name}.table.json`, root), 'utf8'),
  ) as Row[];
  return rows.map((row) => ({ ...row, pattern: declaredOtherwise.get(row.pattern) ?? row.pattern }));
}

/** What two rows have to have in common: the verbs in any order. */
function lineOf({ verbs, pattern, target }: Pick<Row, 'verbs' | 'pattern' | 'target'>): string {
  return `${verbs.toSorted().join('|')} ${pattern} → ${target}`;
}

/** The regexes of a route's segments, as text. */
function segmentPatterns(route: Route): Record<string, string> {
  return Object.fromEntries(
    Object.entries(route.constraints.segments).map(([segment, demands]) => {
      const sources = demands.map((demand) =>
        demand.kind === 'regex' ? demand.regex.source : `a ${demand.kind}`,
      );
      return [segment, [...new Set(sources)].join(' and ')];
    }),
  );
}

/** A row's constraints on its segments: what Rails demands of the extension that has been left off goes with it. */
function ownConstraints(row: Pick<Row, 'constraints'>): Record<string, string> {
  return Object.fromEntries(Object.entries(row.constraints ?? {}).filter(([key]) => key !== 'format'));
}

function constraintText(patterns: Readonly<Record<string, string>>): string {
  return JSON.stringify(sorted(patterns)).replaceAll('\\\\/', '/');
}

function sorted(values: Readonly<Record<string, unknown>>): [string, string][] {
  return Object.entries(values)
    .map(([key, value]): [string, string] => [key, String(value)])
    .sort();
}

/** Whether a path fits a row: an independent reading of its pattern, by one regex. */
function matcherOf({ pattern, constraints = {} }: Row): (path: string) => boolean {
  const source = pattern.replace(/:(\w+)|\(|\)|[.*+?^${}|[\]\\]/g, (piece, name: string | undefined) => {
    if (name !== undefined) return `(?<${name}>${constraints[name] === undefined ? '[^/.]+' : '[^/]+'})`;
    return piece === '(' ? '(?:' : piece === ')' ? ')?' : `\\${piece}`;
  });
  const whole = new RegExp(`^${source}$`);
  const demands = Object.entries(ownConstraints({ constraints })).map(
    ([name, text]) => [name, new RegExp(`^(?:${text})$`)] as const,
  );
  return (path) => {
    const found = whole.exec(path);
    return found !== null && demands.every(([name, demand]) => demand.test(found.groups?.[name] ?? ''));
  };
}

/** Paths that some row answers: its segments filled with a number, a word, a domain, and words that other patterns begin so with. */
function samplePaths(table: readonly Row[]): string[] {
  const literals = new Map<string, Set<string>>();
  for (const { pattern } of table) {
    const pieces = pattern.replace(/[()]/g, '').split('/').slice(1);
    pieces.forEach((piece, index) => {
      const before = pieces.slice(0, index).join('/').replace(/:\w+/g, ':');
      if (!piece.includes(':')) literals.set(before, (literals.get(before) ?? new Set()).add(piece));
    });
  }
  const paths = new Set<string>();
  for (const { pattern } of table) {
    for (const variant of [
      pattern.replace(/[()]/g, ''),
      pattern.replace(/\([^()]*(?:\([^()]*\))?\)/g, '') || '/',
    ]) {
      for (const value of ['7', 'word', 'a.org']) paths.add(variant.replace(/:\w+/g, value));
      const pieces = variant.split('/').slice(1);
      pieces.forEach((piece, index) => {
        if (!/^:\w+$/.test(piece)) return;
        const before = pieces.slice(0, index).join('/').replace(/:\w+/g, ':');
        for (const literal of literals.get(before) ?? [])
          paths.add(`/${pieces.with(index, literal).join('/')}`.replace(/:\w+/g, '7'));
      });
    }
  }
  return [...paths];
}
