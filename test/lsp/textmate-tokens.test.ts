// The TextMate grammar token by token, by the tool that VS Code's own grammars are tested with: every scope of a file with
// everything in it, and comments that say what the scopes of some words are, and are not.
//
// npx vscode-tmgrammar-snap -u --config test/fixtures/textmate/grammar.json test/fixtures/textmate/everything.routes

import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';

const folder = 'test/fixtures/textmate';

function run(tool: 'unit' | 'snapshot', ...args: readonly string[]): string {
  const program = createRequire(import.meta.url).resolve(`vscode-tmgrammar-test/dist/${tool}.js`);
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });
  return status === 0 ? '' : `${stdout}${stderr}`;
}

it('gives every token of a file the scopes that it had', () => {
  expect(run('snapshot', '--config', `${folder}/grammar.json`, `${folder}/everything.routes`)).toBe('');
});

it('takes words for keywords only where a statement begins', () => {
  expect(run('unit', '-g', 'grammar/routes.tmLanguage.json', `${folder}/words.routes`)).toBe('');
});
