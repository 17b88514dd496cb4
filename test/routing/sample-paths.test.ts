// Every named route of every sample: the path that its helper makes is recognised as that route, with the same params.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { analyze } from '../../src/analysis/analyze.js';
import { UrlGenerationError } from '../../src/routing/generation/generation-errors.js';
import type { RouteDefinition } from '../../src/routing/patterns/route.js';
import { quickGeneration } from '../../src/routing/generation/generation.js';
import { UrlHelpers } from '../../src/routing/generation/url-helpers.js';
import { recognition } from '../../src/routing/recognition/matcher.js';
import { Router } from '../../src/routing/router/router.js';

const root = new URL('../..', import.meta.url).pathname;
const files = readdirSync(path.join(root, 'samples')).flatMap((sample) =>
  ['routes', 'config/routes']
    .map((file) => `samples/${sample}/${file}`)
    .filter((file) => existsSync(path.join(root, file))),
);

/** Values that some constraint of a sample asks for. */
const candidates = [
  '7',
  'seven',
  '2026',
  '07',
  'en',
  'json',
  'xml',
  'a/b',
  'way',
  '1.2',
  'a-title',
  'changeset',
];

/** A value for each name, such that the helper makes a path. */
function pathWithValues(
  router: Router,
  { name, pattern }: RouteDefinition,
  values: Record<string, string>,
  rest: readonly string[],
): string | undefined {
  const [first, ...others] = rest;
  if (first === undefined) return made(() => router.helpers.pathFor(name!, values));
  for (const candidate of candidates) {
    values[first] = candidate;
    const found = pathWithValues(router, { name, pattern } as RouteDefinition, values, others);
    if (found !== undefined) return found;
  }
  delete values[first];
  return undefined;
}

function made(make: () => string): string | undefined {
  try {
    return make();
  } catch (problem) {
    if (problem instanceof UrlGenerationError) return undefined;
    throw problem;
  }
}

describe.each(files)('%s', (file) => {
  const folder = path.dirname(path.join(root, file));
  const { routes, interpretation } = analyze(readFileSync(path.join(root, file), 'utf8'), {
    file: path.join(root, file),
    read: (included) => readFileSync(path.resolve(folder, included), 'utf8'),
  });
  const definitions = routes.map(({ definition }) => definition);
  const router = new Router({
    recognition,
    helpers: UrlHelpers,
    generation: quickGeneration,
    routes: definitions,
    customHelpers: interpretation.customHelpers,
  });
  const named = definitions.filter(
    ({ name, requestConstraints }) => name !== undefined && requestConstraints.length === 0,
  );

  it('makes paths that lead back', () => {
    expect(named.length).toBeGreaterThan(0);
    for (const definition of named) {
      const values: Record<string, string> = {};
      const required = definition.pattern.names.filter((name) => !definition.pattern.optionalNames.has(name));
      const made = pathWithValues(router, definition, values, required);
      expect(made, `${definition.name} ${definition.pattern.text}`).toBeDefined();
      const match = router.recognize(router.routeNamed(definition.name!)!.verbs[0]!, made!);
      expect(match?.route.pattern, made).toBe(definition.pattern.text);
      expect({ ...match?.params }, made).toEqual({ ...Object.fromEntries(definition.defaults), ...values });
    }
  });
});
