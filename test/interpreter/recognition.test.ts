// Every file of test/fixtures/recognize: what a router answers, request by request, loaded and compiled.
//
//   GET /photos/7 → photos#show id=7            the target as the route table shows it, and the params
//   GET / {"subdomain": "admin"} → admin#home   with a context
//   PUT /photos → 405 GET, HEAD, POST           the path answers other methods
//   GET /nothing → 404
//   GET /old/7 → 301 /new/7                     a redirect's status and location

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseRoutes } from '../../src/interpreter/load.js';
import { targetText } from '../../src/routing/patterns/route.js';
import type { Router } from '../../src/routing/router/router.js';
import { recompiled } from '../support/compiled-router.js';
import { fixtureFiles } from '../support/diagnostic-fixtures.js';

const folder = 'test/fixtures/recognize';

type Context = Readonly<Record<string, unknown>>;

const modules = {
  guards: {
    isEven: (value: string) => Number(value) % 2 === 0,
    isStaff: (context: Context) => context.staff === true,
    object: { matches: (context: Context) => context.staff === true },
    never: () => false,
    always: () => true,
  },
  handlers: { health: () => 'fine' },
  legacy: { app: { call: () => 'legacy' } },
  links: { made: ({ id }: Readonly<Record<string, string>>) => `/made-of-${id}` },
};

const requestLine = /^(?<method>\S+) (?<path>\S+)(?: (?<context>\{.*\}))? → (?<answer>.*)$/;

function answerOf(router: Router, method: string, path: string, context: Context): string {
  const match = router.recognize(method, path, { context });
  const status = router.recognitionStatus(method, path, { context });
  expect(status === 'found', `recognitionStatus is ${status}`).toBe(match !== undefined);
  if (!match)
    return status === 'not-found' ? '404' : `405 ${router.allowedMethods(path, { context }).join(', ')}`;
  const { target, params } = match;
  if (target.kind === 'redirect') return `${target.status} ${target.locationFor(params)}`;
  const shown = Object.entries(params).map(
    ([name, value]) => `${name}=${/\s/.test(value) ? JSON.stringify(value) : value}`,
  );
  return [targetText(target), ...shown].join(' ');
}

/** `a#b y=2 x=1` → the same with its params in alphabetical order. */
function inOrder(answer: string): string {
  const [target, ...params] = answer.trim().split(/ (?=[^ ="]+=)/);
  return [target, ...params.sort()].join(' ');
}

for (const file of fixtureFiles(folder, '.requests')) {
  describe(file, () => {
    const source = file.replace(/requests$/, 'routes');
    const router = parseRoutes(readFileSync(join(folder, source), 'utf8'), { file: source, modules });
    const compiled = recompiled(router);
    for (const line of readFileSync(join(folder, file), 'utf8').split('\n')) {
      if (line === '' || line.startsWith('#')) continue;
      test(line, () => {
        const { method = '', path = '', context = '{}', answer = '' } = requestLine.exec(line)?.groups ?? {};
        for (const each of [router, compiled]) {
          const found = answerOf(each, method, path, JSON.parse(context) as Context);
          expect(/^\d/.test(answer) ? found : inOrder(found)).toBe(
            /^\d/.test(answer) ? answer : inOrder(answer),
          );
        }
      });
    }
  });
}
