// Every file of test/fixtures/interpret: the mistakes in it stand under their places, its routes in the `.table` beside
// it, as `waypost routes` prints them. The folders are the headings of the specification.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Next, Request } from '../../src/index.js';
import { Middleware } from '../../src/middleware/middleware.js';
import type { Bindings } from '../../src/interpreter/bindings.js';
import { analyze, type Analysis } from '../../src/analysis/analyze.js';
import { Route } from '../../src/routing/patterns/route.js';
import type { Router } from '../../src/routing/router/router.js';
import { compiledRouter } from '../support/compiled-router.js';
import { factLines, tableText } from '../../src/cli/table.js';
import {
  fixtureFiles,
  readDiagnosticFixture,
  testDiagnosticFixtures,
} from '../support/diagnostic-fixtures.js';

const folder = 'test/fixtures/interpret';

/** The application of the fixtures in `application-given`. */
const application = {
  modules: {
    handlers: {
      health: () => 'fine',
      version: '1.0',
      app: { call: () => 'app' },
      guard: { matches: () => true },
      Guards: class {
        static matches = () => true;
      },
      hono: { fetch: () => new globalThis.Response() },
      yoga: Object.assign(() => new globalThis.Response(), { fetch: () => new globalThis.Response() }),
      schema: Object.assign(() => ({ issues: [] }), { '~standard': { validate: () => ({ issues: [] }) } }),
    },
    'lib/only-default': { default: () => 'fine' },
    names: ['one', 'two'],
    layers: {
      around: (request: Request, next: Next) => next(request),
      object: { call: (request: Request, next: Next) => next(request) },
      Timing: Middleware,
      Bare: class {},
      number: 5,
      matcher: { matches: () => true },
    },
  },
  controllers: {
    photos: { index() {}, show() {}, bestOf() {} },
    'admin/users': { index() {} },
  },
};

function understood(text: string, file: string, bindings?: Bindings): Analysis {
  return analyze(text, {
    file,
    read: (path) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined),
    ...(file.includes('application-given') && application),
    ...(bindings && { bindings }),
  });
}

function routesOf({ routes }: Analysis): Route[] {
  return routes.map(({ definition }, index) => new Route(definition, index));
}

/** The router of the compiled routes, every callable being there. */
function compiledOf(text: string, file: string): Router {
  const { routes, interpretation } = understood(text, file, {
    callable: () => ({ kind: 'found', value: () => 'found' }),
  });
  return compiledRouter(
    routes.map(({ definition }) => definition),
    interpretation.customHelpers,
  );
}

testDiagnosticFixtures(folder, (text, file) => understood(text, file).diagnostics);

describe('the routes of', () => {
  for (const file of fixtureFiles(folder, '.table')) {
    test(file, () => {
      const path = join(folder, file.replace(/table$/, 'routes'));
      const { text } = readDiagnosticFixture(readFileSync(path, 'utf8'));
      const analysis = understood(text, path);
      const table = readFileSync(join(folder, file), 'utf8');
      expect(`${tableText(routesOf(analysis))}\n`).toBe(table);
      expect(`${tableText(compiledOf(text, path).routes)}\n`, 'compiled').toBe(table);
    });
  }
});

describe('the layers and facts of', () => {
  for (const file of fixtureFiles(folder, '.facts')) {
    test(file, async () => {
      const path = join(folder, file.replace(/facts$/, 'routes'));
      const { text } = readDiagnosticFixture(readFileSync(path, 'utf8'));
      const analysis = understood(text, path);
      const linesOf = (routes: readonly Route[]): string[] =>
        routes.map((route) =>
          [
            `${route.verbs.join('|')} ${route.pattern}`,
            ...factLines(route).map(([heading, fact]) => `  ${heading}: ${fact}`),
          ].join('\n'),
        );
      const lines = linesOf(routesOf(analysis));
      await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(join(process.cwd(), folder, file));
      expect(linesOf(compiledOf(text, path).routes), 'compiled').toEqual(lines);
    });
  }
});

describe('the same with', () => {
  for (const file of fixtureFiles(folder, '.table')) {
    const path = join(folder, file.replace(/table$/, 'routes'));
    const { text } = readDiagnosticFixture(readFileSync(path, 'utf8'));
    const table = understood(text, path).routeTable();

    test(`Windows line ends and a byte order mark: ${file}`, () => {
      expect(understood(`\ufeff${text.replaceAll('\n', '\r\n')}`, path).routeTable()).toEqual(table);
    });
  }
});
