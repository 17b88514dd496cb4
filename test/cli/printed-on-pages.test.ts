// What the pages show of the commands, `$ waypost routes` and the lines below it, is what they print for the routes that the page shows
// before. A line `…` stands for lines that are left out.

import { readFileSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { WorkFolder } from '../support/test-terminal.js';

interface Shown {
  readonly page: string;
  readonly command: string;
  readonly routes: string;
  readonly lines: string;
}

/** The commands of a page, each with the routes that stand before it. */
function shownOn(page: string): Shown[] {
  let routes = '';
  const shown: Shown[] = [];
  for (const [, language, text = ''] of readFileSync(page, 'utf8').matchAll(/^```(\w*)\n(.*?)^```$/gms)) {
    if (language === 'routes') routes = text;
    for (const [, command = '', lines = ''] of text.matchAll(/^\$ (.+)\n((?:(?!\$ ).*\n)*)/gm))
      shown.push({ page, command, routes, lines: lines.trimEnd() });
  }
  return shown;
}

function patternOf(lines: string): RegExp {
  const parts = lines
    .split(/^ *…$/m)
    .map((part) => part.replaceAll(/ +$/gm, '').replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('(?:.*\\n)*?.*')}$`);
}

const folder = new WorkFolder();
afterAll(() => folder.remove());

const shown = ['README.md', 'docs/linter.md', 'docs/url-helpers.md'].flatMap((page) => shownOn(page));

it('there are commands on pages', () => {
  expect(shown.length).toBeGreaterThan(4);
});

it.each(shown)('$page: $command', async ({ command, routes, lines }) => {
  folder.write({ 'config/routes': routes });
  const [name, ...args] = command.split(' ');
  const { output, errors } = await folder.run(name === 'lint-routes' ? ['lint', ...args] : args);
  expect(`${output}${errors}`.trimEnd().replaceAll(/ +$/gm, '')).toMatch(patternOf(lines));
});
