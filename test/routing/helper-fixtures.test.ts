// Routes files and what their helpers answer: `fixtures/url-helpers/*.routes`, each with its `*.paths`, loaded and compiled.
//
//   photo-path(7, {"page": 2}) => /photos/7?page=2        values are JSON; an error is its class and message

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseRoutes } from '../../src/interpreter/load.js';
import { UrlHelpers } from '../../src/routing/generation/url-helpers.js';
import { recompiled } from '../support/compiled-router.js';

const folder = new URL('../fixtures/url-helpers/', import.meta.url);
const topics = readdirSync(folder)
  .filter((name) => name.endsWith('.paths'))
  .map((name) => name.slice(0, -'.paths'.length));

const modules = {
  legacy: { default: () => 'legacy' },
  links: {
    browse: (...values: readonly unknown[]) => {
      const options = values.at(-1) as { page: number };
      return values.length > 1
        ? ['search', { q: values[0], page: options.page }]
        : ['products', { page: options.page }];
    },
  },
};

type Helper = (...values: readonly unknown[]) => string;

function answer(helper: Helper, values: readonly unknown[]): string {
  try {
    return helper(...values);
  } catch (problem) {
    if (problem instanceof Error) return `${problem.name}: ${problem.message}`;
    throw problem;
  }
}

describe.each(topics)('%s', (topic) => {
  const router = parseRoutes(readFileSync(new URL(`${topic}.routes`, folder), 'utf8'), { modules });
  const helpers = [router, recompiled(router)].map(
    (each) =>
      new UrlHelpers({
        router: each,
        defaultUrlOptions: { host: 'example.org' },
      }) as unknown as Readonly<Record<string, Helper>>,
  );
  const lines = readFileSync(new URL(`${topic}.paths`, folder), 'utf8')
    .split('\n')
    .filter((line) => line !== '');

  it.each(lines)('%s', (line) => {
    const [, name = '', values = '', expected] = /^([\w-]+)\((.*?)\) => (.*)$/.exec(line) ?? [];
    for (const each of helpers)
      expect(answer(each[name]!, JSON.parse(`[${values}]`) as unknown[])).toBe(expected);
  });
});
