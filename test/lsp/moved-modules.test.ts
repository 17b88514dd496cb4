// A controller or a module that is renamed in a routes file takes its file along, and the imports of it and in it.

import { describe, expect, it } from 'vitest';
import { rename } from '../../lsp/features/rename.js';
import { applyEdits, spanEdit } from '../../src/language/source.js';
import { ModuleEdits } from '../../src/node/modules/module-edits.js';
import { loadModuleParser } from '../../src/node/modules/module-parser.js';
import { snapshotOf } from '../support/code-actions.js';
import { fakeApplication } from '../support/fake-application.js';

const modules = new ModuleEdits(await loadModuleParser());

/** The modules that are changed when what is at the bar gets another name, and the files that are moved; or why there are none. */
function moved(marked: string, newName: string, files: Readonly<Record<string, string>>): unknown {
  const offset = marked.indexOf('|');
  const answer = rename(snapshotOf(`routes {\n${marked.replace('|', '')}\n}\n`), offset + 9, newName, {
    application: fakeApplication,
    controllerFile: (name) => `/app/controllers/${name}.ts`,
    modules,
    textOf: (file) => files[file],
    files: Object.keys(files),
  });
  if (!answer || 'refused' in answer) return answer?.refused;
  const changed = Object.entries(files).flatMap(([file, text]) => {
    const edits = answer.edits.filter((each) => each.file === file);
    return edits.length === 0 ? [] : [[file, applyEdits(text, edits.map(spanEdit))]];
  });
  return { ...Object.fromEntries(changed), moved: answer.files?.map(({ to }) => to) };
}

describe('a controller of another name', () => {
  const home = '/app/controllers/home.ts';
  const to = "get '/x', to => 'ho|me#about'";

  it('is imported by it', () => {
    const files = {
      [home]: "import { db } from '../lib/db.js';\nexport function about() {}\n",
      '/app/test/home.test.ts':
        "import { about } from '../controllers/home.js';\nexport * from '../controllers/home';\nvi.mock('../controllers/home.js');\n" +
        "const a = require('../controllers/home.ts'), b = import('../controllers/home.js');\nlet c: import('../controllers/home.js').C;\n" +
        "const d = '../controllers/home.js';\nimport e from '../controllers/homes.js';\nimport f from 'home';\n",
      '/app/controllers/photos.ts': "import * as home from './home.js';\n",
      '/app/views/home.ejs': "<%= import('../controllers/home.js') %>",
    };
    expect(moved(to, 'start', files)).toEqual({
      '/app/test/home.test.ts':
        "import { about } from '../controllers/start.js';\nexport * from '../controllers/start';\nvi.mock('../controllers/start.js');\n" +
        "const a = require('../controllers/start.ts'), b = import('../controllers/start.js');\nlet c: import('../controllers/start.js').C;\n" +
        "const d = '../controllers/home.js';\nimport e from '../controllers/homes.js';\nimport f from 'home';\n",
      '/app/controllers/photos.ts': "import * as home from './start.js';\n",
      moved: ['/app/controllers/start.ts'],
    });
  });

  it('imports what it did where it is in another folder', () => {
    const text =
      "import { db } from '../lib/db.js';\nimport type { A } from './lib/a.js';\nimport fs from 'node:fs';\nexport * as own from './home.js';\n";
    expect(moved(to, 'pages/start', { [home]: text })).toEqual({
      [home]:
        "import { db } from '../../lib/db.js';\nimport type { A } from '../lib/a.js';\nimport fs from 'node:fs';\nexport * as own from './start.js';\n",
      moved: ['/app/controllers/pages/start.ts'],
    });
  });

  it('is not given where the imports of its module cannot be told', () => {
    expect(moved(to, 'pages/start', { [home]: 'export function (' })).toBe(
      '/app/controllers/home.ts cannot be read, and the imports in it would break where it is moved; mend it first',
    );
  });
});

it('a module of another name is imported by it', () => {
  expect(
    moved("get '/x', to => &gua|rds#isStaff", 'lib/staff', {
      '/app/config/guards.ts': "import { users } from './users.js';\nexport function isStaff() {}\n",
      '/app/main.ts': "import { isStaff } from './config/guards.js';\n",
    }),
  ).toEqual({
    '/app/config/guards.ts': "import { users } from '../users.js';\nexport function isStaff() {}\n",
    '/app/main.ts': "import { isStaff } from './config/lib/staff.js';\n",
    moved: ['/app/config/lib/staff.ts'],
  });
});
