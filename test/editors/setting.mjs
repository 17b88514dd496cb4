// What the tests with real editors share: an application with a mistake in its routes, a folder to keep tools in, and the
// tally of what was seen.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const repository = fileURLToPath(new URL('../..', import.meta.url));
export const serverFile = join(repository, 'dist/bin/waypost.js');

/** A folder that outlives the run, `WAYPOST_EDITORS` or one of the system's temporary ones. */
export function folderOf(name) {
  const folder = join(process.env.WAYPOST_EDITORS ?? join(tmpdir(), 'waypost-editors'), name);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** The mistake is on line 4, `resurces`; lines 6 and 7 are not as the formatter would have them. */
export const routesText = `routes {
  root to => 'pages#home';
  concern 'votable' { resources 'votes', only => <create> }
  resurces 'posts', concerns => 'votable' {
    resources 'comments', only => <index>
  }
  get  '/about',to=>'pages#about'
}
`;

/** Writes an application whose routes have a mistake; returns its folder. */
export function writeApplication(folder) {
  rmSync(folder, { recursive: true, force: true });
  const actions = (...names) =>
    names.map((name) => `export function ${name}() {\n  return '${name}';\n}\n`).join('\n');
  const files = {
    'config/routes': routesText,
    'controllers/posts.ts': `${actions('index', 'create', 'blank', 'show', 'edit', 'update', 'destroy')}\nexport { blank as new };\n`,
    'controllers/comments.ts': actions('index', 'destroy'),
    'controllers/votes.ts': actions('create'),
    'controllers/pages.ts': `/** The first page. */\n${actions('home', 'about')}`,
    'package.json': '{ "name": "application", "private": true, "type": "module" }\n',
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

export function isInstalled(command) {
  return spawnSync(command, ['--version'], { stdio: 'ignore' }).error === undefined;
}

export function chromiumPath() {
  const found = [
    process.env.CHROMIUM,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ].find((file) => file && existsSync(file));
  if (!found) throw new Error('there is no Chromium here: install one, or name it in CHROMIUM');
  return found;
}

/** Says whether something was seen; what was not makes the exit status 1. */
export function check(what, isSeen) {
  console.log(`${isSeen ? '✓' : '✗'} ${what}`);
  if (!isSeen) process.exitCode = 1;
}
