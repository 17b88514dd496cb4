// docs/language.md and the README: every example is understood without a mistake, and says the truth about its routes; the reference is
// fresh.

import { readFileSync } from 'node:fs';
import { expect, test, describe } from 'vitest';
import { analyze } from '../../src/analysis/analyze.js';
import { referenceText } from '../../.build/reference.js';
import { formatRoutes } from '../../src/format/format.js';
import { keywords, options } from '../../src/language/vocabulary.js';

const page = readFileSync('docs/language.md', 'utf8');
const readme = readFileSync('README.md', 'utf8');
const readmeRoutes = /^```routes\n(.*?)^```$/ms.exec(readme)![1]!;

interface Example {
  readonly line: number;
  readonly language: string;
  readonly text: string;
}

const examples: Example[] = [...page.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map((found) => ({
  line: page.slice(0, found.index).split('\n').length + 1,
  language: found[1]!,
  text: found[2]!,
}));
const routesExamples = examples.filter(({ language }) => language === 'routes');

/** Concerns that the short examples of the reference use without defining them. */
const concerns = "concern 'commentable' { }; concern 'taggable' { }\n";

function understood(text: string): ReturnType<typeof analyze> {
  const isWhole = /^\s*(routes|draw)\b/.test(text);
  const usesConcerns = /\bconcerns\b/.test(text) && !/\bconcern '/.test(text);
  return analyze(`${usesConcerns && !isWhole ? concerns : ''}${text}`, {
    wrapperIsOptional: !isWhole,
    read: () => '',
  });
}

describe('the examples', () => {
  test('are many', () => {
    expect(routesExamples.length).toBeGreaterThan(Object.keys(keywords).length + Object.keys(options).length);
  });

  test.each(routesExamples)('at line $line is understood without a mistake', ({ text }) => {
    expect(understood(text).diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual([]);
  });

  const told = routesExamples.flatMap(({ line, text }) =>
    text.split('\n').flatMap((declaration, index) => {
      const comment = /# (\/\S+)(?: {2,}(\S+#\S+))?(?: {2,}(\S+))?$/.exec(declaration);
      return comment
        ? [{ line: line + index, text, pattern: comment[1]!, target: comment[2], name: comment[3] }]
        : [];
    }),
  );

  test.each(told)(
    'at line $line says the truth: $pattern $target $name',
    ({ text, pattern, target, name }) => {
      const rows = understood(text).routeTable();
      expect(rows).toContainEqual(
        expect.objectContaining({
          pattern,
          ...(target !== undefined && { target }),
          ...(name !== undefined && { name }),
        }),
      );
    },
  );

  test('of the README is understood without a mistake, and formatted', () => {
    expect(understood(readmeRoutes).diagnostics).toEqual([]);
    expect(formatRoutes(readmeRoutes)).toMatchObject({ text: readmeRoutes });
  });

  test('of a table prints what `waypost routes` prints', async () => {
    const { tableText } = await import('../../src/cli/table.js');
    const { Route } = await import('../../src/routing/patterns/route.js');
    const [file] = routesExamples;
    const shown = examples.find(({ text }) => text.startsWith('$ waypost routes'))!;
    expect(
      `$ waypost routes config/routes\n${tableText(understood(file!.text).routes.map(({ definition }, index) => new Route(definition, index)))}\n`,
    ).toBe(shown.text);
  });

  test('of the seven routes is their table', () => {
    const rows = analyze("routes { resources 'photos' }").routeTable();
    for (const { name, verbs, pattern, target } of rows) {
      expect(page).toContain(
        `| \`${name}\` | ${verbs.join(', ')} | \`${pattern}\` | \`${target.split('#')[1]}\` |`,
      );
    }
  });
});

describe('the reference', () => {
  test('is fresh: `npm run generate` writes it', () => {
    expect(page).toContain(`\n\n${referenceText()}\n\n<!-- end of the reference -->`);
  });

  test('has links that lead somewhere', () => {
    const anchors = new Set(
      [...page.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
        heading!
          .toLowerCase()
          .replace(/[^\p{L}\p{N} _-]/gu, '')
          .replaceAll(' ', '-'),
      ),
    );
    for (const [, anchor] of page.matchAll(/\]\(#([^)]+)\)/g))
      expect(anchors, `#${anchor}`).toContain(anchor);
  });
});
