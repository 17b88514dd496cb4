// The language server in real editors: `npm run test:editors [vscode] [neovim] [emacs]`, all that are there by default.
//
// Neovim and Emacs with eglot are those of the system; VS Code comes from npm (see `vscode.mjs`) and needs a Chromium.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { check, folderOf, isInstalled, repository, serverFile, writeApplication } from './setting.mjs';

const here = (name) => join(repository, 'test/editors', name);
const asked = process.argv.slice(2);
const editors = {
  neovim: {
    command: 'nvim',
    arguments: ['--headless', '--clean', '-u', here('neovim.lua'), 'config/routes'],
  },
  emacs: { command: 'emacs', arguments: ['--batch', '-l', here('eglot.el'), 'config/routes'] },
};

const built = spawnSync('npm', ['run', '--silent', 'build', '--', '--no-types'], {
  cwd: repository,
  stdio: 'inherit',
});
if (built.status !== 0) process.exit(built.status ?? 1);

for (const [name, { command, arguments: args }] of Object.entries(editors)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  if (!isInstalled(command)) {
    console.log(`– ${name}: ${command} is not installed`);
    continue;
  }
  const application = writeApplication(folderOf(`${name}-application`));
  const { stdout, stderr, status } = spawnSync(command, args, {
    cwd: application,
    encoding: 'utf8',
    timeout: 120_000,
    env: { ...process.env, WAYPOST_SERVER: serverFile },
  });
  const lines = `${stdout}\n${stderr}`.split(/\r?\n/).filter((line) => /^(not )?ok /.test(line));
  for (const line of lines) check(`${name}: ${line.replace(/^(not )?ok /, '')}`, line.startsWith('ok '));
  if (status !== 0 || lines.length === 0) {
    check(`${name} ends well`, false);
    console.log(stderr);
  }
}
if (asked.length === 0 || asked.includes('vscode')) await import('./vscode.mjs');
