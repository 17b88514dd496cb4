// Whatever the text, the linter answers: places lie inside the text, nothing is thrown, and the same text gives the same
// answer again. Texts are the fixtures with tokens taken out, doubled and swapped.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { analyze } from '../../src/analysis/analyze.js';
import { lint } from '../../src/lint/lint.js';
import { rules } from '../../src/lint/registry.js';
import { mangled } from '../support/random-texts.js';

// Every rule speaks, but for the one that loads a heavy tool.
const overrides = new Map(
  [...rules.values()].map((rule) => [
    rule.code,
    {
      severity: rule.code === 'unsafe-regex' ? ('off' as const) : ('warning' as const),
      options: new Map(),
      reason: undefined,
    },
  ]),
);

it('mangled files are linted without a fault, with every place inside the text', async () => {
  await fc.assert(
    fc.asyncProperty(mangled, async (text) => {
      const { diagnostics } = await lint(analyze(text, { file: 'routes' }), { overrides });
      for (const { range, related = [], fix, code, message } of diagnostics) {
        for (const place of [
          range,
          ...related.map((each) => each.range),
          ...(fix?.edits.map((edit) => edit.range) ?? []),
        ]) {
          expect([
            code,
            place.start.offset >= 0 &&
              place.start.offset <= place.end.offset &&
              place.end.offset <= text.length,
          ]).toEqual([code, true]);
        }
        expect(message).not.toMatch(/undefined|\[object|\.$/);
      }
    }),
    { seed: 20_260_706, numRuns: 150 },
  );
});

it('an empty file, a file of comments and one of nonsense are nothing to fear', async () => {
  for (const text of [
    '',
    '\ufeff',
    '# waypost-ignore\n#>\n#> => \n',
    '}}}',
    'routes {',
    '\0\0\0',
    "routes { get '/', to => redirect('/') }",
  ]) {
    await expect(lint(analyze(text, { file: 'routes' }), { overrides })).resolves.toBeDefined();
  }
});

it('more routes on one path than are asked are judged, and what the first of them hide is found', async () => {
  const many = Array.from(
    { length: 1_100 },
    (_, i) => `  get '/p', to => 'a#b', constraints => { subdomain => 's${i}' }`,
  ).join('\n');
  const text = `routes {\n  get '/p', to => 'a#b', constraints => { subdomain => 's7' }\n${many}\n}\n`;
  const { diagnostics } = await lint(analyze(text, { file: 'routes' }));
  const hidden = diagnostics.filter(({ code }) => code === 'unreachable-route' || code === 'duplicate-route');
  expect(hidden.map(({ range }) => range.start.line)).toEqual([10]);
});
