// Whatever stands in files, paths and their names, no command prints what steers a terminal, turns the direction of writing or
// begins a line that only a command may begin.

import { afterEach, beforeEach, expect, it } from 'vitest';
import { WorkFolder } from '../support/test-terminal.js';

const attack =
  '\\u{1b}[31m\\u{9b}2J\\u{202e}\\u{2066}\\n::error title=forged::x\\u{d}##vso[task.setvariable variable=x]##[error]forged\\u{7f}';
const raw = '\u001b]0;t\u0007\u009b2J\u202e';
const routes = `routes {
  get "/a${attack}", to => "pages#a${attack}", as => 'one', defaults => { x => "${attack}" }
  get "/a${attack}", to => "pages#a${attack}"
  get '/facts', to => &lib${raw}x#y${raw}z, through => &auth${raw}x#y, meta => { "k${attack}" => ["${attack}"], h => { "${attack}" => 1 } },
    deprecated => '2026-12-01', sunset => { date => '2099-01-01', link => "/l${attack}" }
  get '/moved', to => redirect("/to${attack}")
  resurces 'x${raw}##[error]forged ##teamcity[y]'
}
`;

const good = 'config/good.routes';
// What is no mistake in a path.
const allowed = '\\u{1b}[31m\\u{9b}2J\\u{202e}\\u{2066}\\n\\u{7f}';
const goodRoutes = `routes {
  get "/a${allowed}/:v", to => 'pages#a', as => 'one', defaults => { x => "${attack}" }, constraints => { v => ["${attack}", 'y'] }
  get '/b/:v', to => 'pages#b', as => 'two', constraints => { v => /[${raw}]|##[a]/ }
  get '/facts', to => &lib#y, through => &lib#y, meta => { "k${attack}" => ["${attack}"], h => { "${attack}" => 1 } },
    as => 'facts', deprecated => '2026-12-01', sunset => { date => '2099-01-01', link => "/l" }
  get '/moved', to => redirect("/to${attack}")
}
`;

let folder: WorkFolder;
beforeEach(() => {
  folder = new WorkFolder();
  folder.write({
    'config/routes': routes,
    [`config/bad${raw}\u202e\n##vso[task.x]name.routes`]: "routes {\n  gett '/x', to => 'a'\n}\n",
    [`config/bad\u001b[2J\u202e\nname.routes`]: "routes {\n  get '/x', to => 'a'\n}\n",
    [good]: goodRoutes,
    [`spec${raw}\n##[error]x.json`]: JSON.stringify({ paths: { [`/x${raw}\n##[error]x`]: { get: {} } } }),
    'config/lib.js': 'export const y = () => 1;\n',
    'waypost.config.json': JSON.stringify({
      [`key${raw}\n::error::x`]: 1,
      files: [`config/none${raw}\n##[error]x`],
      rules: { 'any-verb': { severity: 'off', reason: `why${raw}` } },
    }),
  });
});
afterEach(() => folder.remove());

it.each([
  ['routes', good],
  ['routes', good, '--json'],
  ['match', 'GET', '/facts', good],
  ['types', good],
  ['types', good, '--runtime'],
  ['compile', good],
  ['openapi', good],
])('waypost %s %s %s prints what such texts say', async (...args) => {
  const { output, status } = await folder.run(args.filter((each) => each !== undefined));
  expect(status).toBe(0);
  expect(output).toMatch(/\\u\{?202e/);
});

it.each([
  ...['stylish', 'json', 'sarif', 'github', 'junit', 'unix'].map((format) => [
    'lint',
    '--format',
    format,
    'config/routes',
  ]),
  ...['stylish', 'json', 'sarif', 'github', 'junit', 'unix'].map((format) => [
    'lint',
    '--format',
    format,
    `config/bad${raw}\u202e\n##vso[task.x]name.routes`,
  ]),
  ['lint', '--print-config', 'config/good.routes'],
  ['lint'],
  ['routes'],
  ['routes', 'config/good.routes'],
  ['routes', '--json', 'config/good.routes'],
  ['routes', '--expanded', 'config/good.routes'],
  ['routes', 'config/routes'],
  ['match', 'GET', `/none${raw}\n::error::x`, 'config/good.routes', '--explain'],
  ['match', 'GET', `/none${raw}\n::error::x`, 'config/good.routes', '--json'],
  ['path', `none${raw}`, '--file', 'config/good.routes'],
  ['path', 'one', '--file', 'config/good.routes'],
  ['types', 'config/good.routes'],
  ['routes', '--http', 'http://localhost', 'config/good.routes'],
  ['routes', '--sitemap', 'https://example.com', 'config/good.routes'],
  ['routes', '--unused', 'config/good.routes'],
  ['match', 'GET', '/facts', 'config/good.routes', '--explain'],
  ['match', 'GET', '/facts', 'config/good.routes', '--json'],
  ['match', 'GET', '/moved', 'config/good.routes'],
  ['types', 'config/good.routes', '--runtime'],
  ['build', `none${raw}\n##[error]x`],
  ['build', '.', '--out', `built${raw}\n##vso[task.x]x`],
  ['start', `none${raw}\n##[error]x`],
  ['middleware', `none${raw}\n##[error]x`],
  ['compile', 'config/good.routes', '--check', '--out', `none${raw}\n##[error]x.js`],
  ['types', 'config/bad\u001b[2J\u202e\nname.routes'],
  ['format', '--check', 'config'],
  ['types', 'config/good.routes', '--check', '--out', `none${raw}##[error]x.d.ts`],
  ['types', 'config/good.routes', '--out', `new${raw}\n##[error]x.d.ts`],
  ['openapi', 'config/good.routes'],
  ['openapi', 'config/good.routes', '--check', `spec${raw}\n##[error]x.json`],
  ['openapi', 'config/good.routes', '--check', `none${raw}\n::error::x.json`],
  ['compile', 'config/good.routes'],
  ['compile', 'config/good.routes', '--out', `new${raw}\n##[error]x.js`],
  ['compile', 'config/good.routes', '--out', `new${raw}\n##[error]x`],
  ['new', `app${raw}\n::error::x ##[error]x`],
  [`none${raw}\n::error::x`],
  ['rout##vso[task.x]y'],
  ['routes', `--none${raw}\n::error::x`],
])('waypost %s %s %s', async (...args) => {
  const { output, errors } = await folder.run(args.filter((each) => each !== undefined));
  const printed = `${output}\n${errors}`;
  expect(printed).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/);
  expect(printed).not.toMatch(/##\w*\[/);
  for (const line of printed.split('\n'))
    if (/^\s*::/.test(line))
      expect(line).toMatch(/^::(?:error|warning|notice) file=config\/[^:]*,title=[a-z-]+::/);
});
