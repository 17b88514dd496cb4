// The packed extension in a real VS Code: code-server (VS Code as a web page, from npm, on a Node 24 from npm), driven by
// playwright-core in the system's Chromium. Everything is seen in the page; each step leaves a screenshot.
//
//   node test/editors/vscode.mjs [--show-log]
//
// The first run installs code-server, which takes minutes and compiles a library that wants Kerberos' headers (libkrb5-dev);
// the folder is kept for the next.

import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { chromiumPath, check, folderOf, repository, writeApplication } from './setting.mjs';

const tools = folderOf('code-server');
const shots = folderOf('screenshots');
const run = (command, args, options = {}) =>
  execFileSync(command, args, { stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8', ...options });

/** code-server, its Node and the driver. */
function install() {
  if (existsSync(join(tools, 'node_modules/code-server/out/node/entry.js'))) return;
  console.log(`installing code-server in ${tools}: this takes some minutes`);
  const names = ['node', 'code-server', 'argon2'];
  // Where npm runs this script it says so in the environment, and code-server's install script would take its Node for the one here.
  const inherited = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name));
  writeFileSync(
    join(tools, 'package.json'),
    JSON.stringify({ private: true, allowScripts: Object.fromEntries(names.map((name) => [name, true])) }),
  );
  run('npm', ['install', '--no-audit', '--no-fund', 'node@24'], {
    cwd: tools,
    env: Object.fromEntries(inherited),
  });
  const path = `${join(tools, 'node_modules/.bin')}:${process.env.PATH}`;
  run('npm', ['install', '--no-audit', '--no-fund', 'code-server@4.139.1', 'playwright-core@1.65'], {
    cwd: tools,
    env: { ...Object.fromEntries(inherited), PATH: path },
  });
}

function pack() {
  run('npm', ['run', '--silent', 'package:vscode'], { cwd: repository });
  const folder = join(repository, 'lsp/vscode');
  return join(
    folder,
    readdirSync(folder).find((name) => name.endsWith('.vsix')),
  );
}

const freePort = () =>
  new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });

install();
const extension = process.argv.includes('--packed')
  ? resolve(process.argv[process.argv.indexOf('--packed') + 1])
  : pack();
const home = folderOf('vscode-home');
rmSync(home, { recursive: true, force: true });
mkdirSync(join(home, 'data/User'), { recursive: true });
writeFileSync(join(home, 'config.yaml'), '');
const writeSettings = (theme) =>
  writeFileSync(
    join(home, 'data/User/settings.json'),
    JSON.stringify({
      'workbench.startupEditor': 'none',
      'workbench.colorTheme': theme,
      'chat.disableAIFeatures': true,
      'window.restoreWindows': 'none',
      'editor.minimap.enabled': false,
      'editor.hover.delay': 100,
      // Of what else runs on the machine nothing is to be said.
      'remote.autoForwardPorts': false,
    }),
  );
writeSettings('Light Modern');
const node = join(tools, 'node_modules/node/bin/node');
const entry = join(tools, 'node_modules/code-server/out/node/entry.js');
const shared = [
  '--config',
  join(home, 'config.yaml'),
  '--user-data-dir',
  join(home, 'data'),
  '--extensions-dir',
  join(home, 'extensions'),
];
const environment = { ...process.env, HOME: home };
run(node, [entry, ...shared, '--install-extension', extension], { env: environment });

const application = writeApplication(folderOf('vscode-application'));
mkdirSync(join(application, 'views'));
writeFileSync(
  join(application, 'views/page.ts'),
  "declare const a: any;\na.pathFor('edit-pots', 1);\nexport {};\n",
);
/** Line 8 has a regex, line 12 a mistake, line 13 is empty. */
writeFileSync(
  join(application, 'config/all.routes'),
  `# Everything that has a colour of its own.
routes {
  root to => 'pages#home'
  namespace 'admin', module => '' {
    resources 'posts', only => <index show> { resources 'comments', only => <index destroy> }
  }
  scope '(/:locale)', locale => /en|de/ {
    get '/pages/:slug', slug => /[a-z][a-z0-9-]{2,}(?:\\.html)?/, to => 'pages#about', defaults => { format => 'html', page => 1 }
  }
  get '/old', to => redirect('/pages/%{slug}', status => 302), constraints => { subdomain => 'api', port => [80, 443] }
  get '/v1', to => 'pages#about', deprecated => '2026-01-01', sunset => '2030-01-01'
  get '/x', to => 'pages#abot', :format

  mount &legacy#app, at => '/legacy'
  direct 'homepage', "https://example.org/\\u{e9}"
}
`,
);
const port = await freePort();
const server = spawn(
  node,
  [
    entry,
    ...shared,
    '--bind-addr',
    `127.0.0.1:${port}`,
    '--auth',
    'none',
    '--disable-telemetry',
    '--disable-update-check',
    '--disable-workspace-trust',
    application,
  ],
  { env: environment, stdio: process.argv.includes('--show-log') ? 'inherit' : 'ignore' },
);
const { chromium } = createRequire(join(tools, 'package.json'))('playwright-core');
const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] });
try {
  const page = await browser.newPage({ viewport: { width: 1400, height: 850 } });
  page.setDefaultTimeout(120_000);
  const isUp = async () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (let tries = 0; !(await isUp()) && tries < 300; tries++)
    await new Promise((done) => setTimeout(done, 200));
  await page.goto(`http://127.0.0.1:${port}/?folder=${encodeURIComponent(application)}`);
  await page.waitForSelector('.monaco-workbench', { timeout: 120_000 });
  await walkThrough(page);
} finally {
  await browser.close();
  server.kill();
}

async function walkThrough(page) {
  const routes = join(application, 'config/routes');
  const press = (keys) => page.keyboard.press(keys);
  const shot = (name) => page.screenshot({ path: join(shots, `${name}.png`) });
  const suggestion = (name) => page.locator('.suggest-widget .monaco-list-row', { hasText: name });
  const row = () => page.locator('.quick-input-widget .quick-input-list .monaco-list-row');
  const seen = async (step, locator, timeout = 60_000) => {
    await locator
      .first()
      .waitFor({ state: 'visible', timeout })
      .catch(() => undefined);
    await page.waitForTimeout(250);
    await shot(step);
    const isSeen = await locator.first().isVisible();
    check(`VS Code: ${step}`, isSeen);
    return isSeen;
  };
  /** Types into the list that some keys open at the top, and takes what is there by then: what comes late is waited for, and chosen once. */
  const choose = async (keys, text, wanted) => {
    await press(keys);
    await page.waitForSelector('.quick-input-widget input', { state: 'visible' });
    await page.keyboard.type(text);
    await wanted.first().click();
  };
  const command = (title) => choose('F1', title, row().filter({ hasText: title }));
  const open = async (path) => {
    const name = path.split('/').at(-1);
    const label = page.locator('.label-name', { hasText: new RegExp(`^${name.replace('.', '\\.')}$`) });
    await choose('Control+p', path, row().filter({ has: label }));
    await page.locator(`.tab.active[data-resource-name="${name}"]`).waitFor();
    await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
  };
  /** Once there is a page of the table, its name is what a search for the file finds. */
  const toRoutes = () => page.locator('.tab[data-resource-name="routes"]').first().click();
  const goTo = async (line, column) => {
    await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
    await press('Control+g');
    await page.waitForSelector('.quick-input-widget input', { state: 'visible' });
    await page.keyboard.type(`${line}:${column}`);
    await page.locator('.quick-input-widget', { hasText: new RegExp(`line ${line}\\b`) }).waitFor();
    await press('Enter');
    await page.locator('.statusbar-item', { hasText: `Ln ${line}, Col ${column}` }).waitFor();
    await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
    await page.waitForTimeout(600);
  };
  /** Whether the saved text becomes one that fits: a busy machine may need its time. */
  const becomes = async (step, pattern) => {
    let isSo = false;
    for (let tries = 0; !isSo && tries < 20; tries++) {
      await press('Control+s');
      await page.waitForTimeout(500);
      isSo = pattern.test(readFileSync(routes, 'utf8'));
    }
    check(`VS Code: ${step}`, isSo);
  };

  await open('config/routes');
  await seen('a squiggle under the mistake', page.locator('.squiggly-error'));
  const colours = await page
    .locator('.view-line span span')
    .evaluateAll((spans) => new Set(spans.map((span) => span.className)).size);
  check('VS Code: colours', colours >= 4);
  await seen('a code lens', page.locator('.codelens-decoration a', { hasText: 'show table' }));

  // a quick fix puts the keyword right
  await goTo(4, 4);
  await press('Control+.');
  await seen('a quick fix is offered', page.locator('.action-widget', { hasText: 'resources' }));
  await press('Enter');
  await becomes('the quick fix was made', /^ {2}resources 'posts'/m);

  await seen(
    'the hint of a nested route',
    page.locator('.view-line', { hasText: '/posts/:post_id/comments' }),
  );

  await goTo(4, 5);
  await press('Control+k');
  await press('Control+i');
  await seen(
    'a hover with the routes',
    page.locator('.monaco-hover:visible', { hasText: '/posts/:id/edit' }),
  );
  await press('Escape');

  // completion opens while one types, and offers the actions that are not there yet
  await goTo(5, 41);
  await page.keyboard.type(' de', { delay: 80 });
  await seen(
    'a completion of actions',
    page.locator('.suggest-widget .monaco-list-row', { hasText: 'destroy' }),
  );
  await press('Enter');
  await becomes('the action was completed', /only => <index destroy>/);

  // rename of a concern, with its use
  await goTo(3, 12);
  await press('F2');
  await page.waitForSelector('.rename-box input', { timeout: 20_000 }).catch(() => undefined);
  await seen('a name to be changed', page.locator('.rename-box'));
  await press('Control+a');
  await page.keyboard.type('likeable');
  await press('Enter');
  await becomes('the concern was renamed where it is used', /'likeable'[^]*'likeable'/);
  await shot('a renamed concern');

  // lists open by letters alone: at the first stop of what was chosen, and at the next one after Tab
  await goTo(6, 4);
  await press('End');
  await press('Enter');
  await page.keyboard.type('ge', { delay: 80 });
  await seen('a list of keywords while one types', suggestion('get'));
  await press('Enter');
  await page.keyboard.type('first', { delay: 80 });
  await press('Tab');
  await seen('a list of targets at the next stop', suggestion('pages#home'));
  await page.keyboard.type('ab', { delay: 80 });
  await seen('a list of targets while one types', suggestion('pages#about'));
  const isNarrow = await suggestion('comments#index')
    .first()
    .waitFor({ state: 'hidden' })
    .then(
      () => true,
      () => false,
    );
  check('VS Code: letters narrow the list', isNarrow);
  await press('Enter');
  await becomes('a route was written by choosing', /get '\/first', to => 'pages#about'/);

  // the same where nothing was chosen first: a resource, a controller, an action behind its `#`
  const typedInString = async (before, letters, name) => {
    await press('End');
    await press('Enter');
    await page.keyboard.type(before, { delay: 30 });
    await page.keyboard.type(letters, { delay: 80 });
    await seen(`a list while one types ${letters} in ${before.trim()}`, suggestion(name));
    await press('Escape');
    await press('End');
    await press('Shift+Home');
    await press('Delete');
    await press('Backspace');
  };
  await typedInString("resources '", 'vo', 'votes');
  await typedInString("get '/second', to => '", 'pag', 'pages#home');
  await typedInString("get '/second', to => '", 'comments#de', 'comments#destroy');

  // the cursor on a segment marks it where it is constrained, and typing changes both
  await press('End');
  await press('Enter');
  await page.keyboard.type("get '/u/:id', to => 'pages#home', id => /a/");
  await press('Escape');
  await press('Home');
  for (let right = 0; right < 9; right++) await press('ArrowRight');
  await seen('marks of a segment', page.locator('.wordHighlight, .wordHighlightStrong, .wordHighlightText'));
  await page.waitForTimeout(800);
  await page.keyboard.type('x');
  await becomes('a segment was typed in both places', /'\/u\/:(\w*x\w*)'.*, \1 =>/);
  await shot('a segment typed in all its places');

  await command('Format Document');
  await becomes('formatting', /^ {2}get '\/about', to => 'pages#about'/m);
  await shot('a formatted file');

  await command('Waypost: Show the Route Table');
  const table = page.frameLocator('iframe.webview').frameLocator('#active-frame');
  await seen('the route table', table.locator('tr', { hasText: 'edit-post' }));
  await table.locator('input').fill('comments');
  await seen('the filtered route table', table.locator('#count', { hasText: /^\d+ of \d+$/ }));
  await table.locator('tr', { hasText: 'comments#index' }).locator('a').last().click();
  await seen('a controller that the table leads to', page.locator('.tab', { hasText: 'comments.ts' }));
  await press('Control+1');
  await command('Waypost: Go to Route');
  await page.waitForSelector('.quick-input-widget input', { state: 'visible' });
  await page.waitForTimeout(1000);
  await page.keyboard.type('posts edit');
  await seen('a search for routes', row().filter({ hasText: '/posts/:id/edit' }));
  await press('Escape');
  await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
  await toRoutes();

  // definition leads to the action, and the controller says which requests reach it
  await goTo(2, 19);
  await press('F12');
  await seen(
    'the definition in a controller',
    page.locator('.view-line', { hasText: 'export function home' }),
  );
  await seen('the routes of an action', page.locator('.codelens-decoration a', { hasText: 'GET /' }));
  await toRoutes();
  // twice: the second comes while the first is at work
  await command('Waypost: Restart the Language Server');
  await command('Waypost: Restart the Language Server');
  await goTo(3, 1);
  await page.keyboard.type("resorces 'x'\n");
  await seen('a squiggle after a restart', page.locator('.squiggly-error'));
  check('VS Code: no complaint of a restart', (await page.locator('.notification-toast').count()) === 0);

  // the extension brings the plugin of TypeScript's server along
  await goTo(3, 1);
  await press('Shift+ArrowDown');
  await press('Delete');
  await becomes('a line was taken out', /^(?![^]*resorces)/);
  await open('views/page.ts');
  await seen('a helper of no route in TypeScript', page.locator('.squiggly-error'), 120_000);

  // what a file can look like, in both themes
  for (const theme of ['Light Modern', 'Dark Modern']) {
    writeSettings(theme);
    await page.reload();
    await page
      .locator(`.monaco-workbench.${theme.startsWith('Dark') ? 'vs-dark' : 'vs:not(.vs-dark)'}`)
      .first()
      .waitFor();
    // What is pressed before the page has all its parts is lost.
    await page.locator('.explorer-folders-view .monaco-list-row').first().waitFor();
    await page.waitForTimeout(4_000);
    const named = `on the ${theme.startsWith('Dark') ? 'dark' : 'light'} ground`;
    await command('View: Close All Editors');
    await page.locator('.tab').first().waitFor({ state: 'detached' });
    await open('all.routes');
    await seen(`hints ${named}`, page.locator('.view-line', { hasText: '/admin/posts' }));
    const isStruck = () =>
      page
        .locator('.view-line span span')
        .evaluateAll((spans) =>
          spans.some((span) => /line-through/.test(getComputedStyle(span).textDecoration)),
        );
    // The server's colours come after the grammar's.
    let struck = await isStruck();
    for (let tries = 0; !struck && tries < 40; tries++) {
      await page.waitForTimeout(250);
      struck = await isStruck();
    }
    check(`VS Code: a deprecated route struck out ${named}`, struck);
    await goTo(5, 6);
    await press('Control+k');
    await press('Control+i');
    await seen(`a hover ${named}`, page.locator('.monaco-hover:visible', { hasText: 'post_id' }));
    await press('Escape');
    await goTo(8, 27);
    await press('Control+k');
    await press('Control+i');
    await seen(`a regex in words ${named}`, page.locator('.monaco-hover:visible'));
    await press('Escape');
    await goTo(12, 8);
    await press('Control+.');
    await seen(`a menu of fixes ${named}`, page.locator('.action-widget'));
    await press('Escape');
    await goTo(13, 1);
    await page.keyboard.type('  re', { delay: 80 });
    await seen(`a list of keywords ${named}`, suggestion('resources'));
    await press('Escape');
    await press('Shift+Home');
    await press('Delete');
    await press('Control+s');
    await command('Waypost: Show the Route Table');
    await seen(`the route table ${named}`, table.locator('tr').nth(2));
  }
}
