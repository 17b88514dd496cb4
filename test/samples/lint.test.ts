// The samples as the linter sees them: real applications, whose findings are true or have a reason beside them.

import { expect, it } from 'vitest';
import type { Diagnostic } from '../../src/language/diagnostics.js';
import { runCommand } from '../../src/cli/program.js';
import { processTerminal } from '../../src/cli/terminal.js';

const samples = [
  'samples/blog/config/routes',
  'samples/lobsters/routes',
  'samples/openstreetmap/routes',
  'samples/spree-api/routes',
  'samples/lobsters/application.routes',
  'samples/openstreetmap/application.routes',
  'samples/spree-api/application.routes',
];

async function lint(file: string): Promise<Diagnostic[]> {
  const output: string[] = [];
  const terminal = { ...processTerminal(), print: (text: string) => void output.push(text), exitCode: 0 };
  await runCommand(['lint', '--no-config', '--format', 'json', file], terminal);
  return JSON.parse(output.join('\n')) as Diagnostic[];
}

it.each(samples)('%s has nothing worse than information', async (file) => {
  const found = await lint(file);
  expect(found.filter(({ severity }) => severity !== 'info')).toEqual([]);
  expect(found.map(({ code }) => code)).not.toContain('unsafe-regex');
});

it('the blog has the types of its routes as they are now', async () => {
  const cwd = new URL('../../samples/blog', import.meta.url).pathname;
  const terminal = { ...processTerminal(), cwd, print: () => undefined, exitCode: 0 };
  await runCommand(['types', 'config/routes', '--out', 'routes.d.ts', '--check'], terminal);
  expect(terminal.exitCode).toBe(0);
});
