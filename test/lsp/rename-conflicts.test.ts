// A rename that would leave the application broken is refused with the reason.

import { describe, expect, it } from 'vitest';
import { rename } from '../../lsp/features/rename.js';
import { ModuleEdits } from '../../src/node/modules/module-edits.js';
import { loadModuleParser } from '../../src/node/modules/module-parser.js';
import { snapshotOf } from '../support/code-actions.js';
import { fakeApplication } from '../support/fake-application.js';

const modules = new ModuleEdits(await loadModuleParser());

/** What is refused, or how many edits there are, when what is at the bar gets another name; `text` is that of every module. */
function renamed(marked: string, newName: string, text: string): string | number {
  const offset = marked.indexOf('|');
  const answer = rename(snapshotOf(`routes {\n${marked.replace('|', '')}\n}\n`), offset + 9, newName, {
    application: fakeApplication,
    controllerFile: (name) => `/app/controllers/${name}.ts`,
    modules,
    textOf: () => text,
    files: [],
  });
  return answer && 'refused' in answer ? answer.refused : (answer?.edits.length ?? -1);
}

describe('the new name of an action', () => {
  const action = "get '/x', to => 'home#ab|out'";
  const text = 'export function about() {}\nexport function index() {}\n';

  it('is not that of another one', () => {
    expect(renamed(action, 'index', text)).toBe("the controller 'home' has an action 'index' already");
  });

  it('is not that of anything else in its module', () => {
    for (const more of ['export const list = 1;', 'export type list = 1;', 'export { about as list };'])
      expect(renamed(action, 'list', text + more)).toBe(
        "the controller 'home' has something called 'list' already",
      );
    expect(renamed(action, 'list', text)).toBe(2);
  });

  it('is not one that no action has', () => {
    expect(renamed(action, 'constructor', text)).toBe("'constructor' is never an action");
  });

  it('is no change where it is the old one', () => {
    expect(renamed(action, 'about', text)).toBe(0);
  });
});

describe('a text that is no name', () => {
  it('is told with what a name of the kind may have', () => {
    expect(renamed("get '/:i|d', to => 'home#about'", 'photo-id', '')).toBe(
      "'photo-id' cannot be the name of a segment: it begins with a letter or '_' and goes on with letters, digits and '_'",
    );
    expect(renamed("get '/x', to => 'home#about', as => 'a|b'", '7', '')).toBe(
      "'7' is no name: it begins with a letter or '_' and goes on with letters, digits, '_' and '-'",
    );
    expect(renamed("get '/x', to => 'ho|me#about'", 'a//b', '')).toBe(
      "'a//b' is no name: it begins with a letter or '_' and goes on with letters, digits, '_' and '-'",
    );
  });
});

describe('the new name of a segment', () => {
  const route = (path: string): string => `get '${path}', to => 'home#about'`;
  const elsewhere =
    "a constraint, a default or a redirect in another declaration is for ':id' or ':key'; rename it by hand, there too";

  it('is not that of another one in the paths below', () => {
    expect(renamed(`scope '/:k|ey' { ${route('/:id')} }`, 'id', '')).toBe(
      "there is a segment ':id' in the path already",
    );
  });

  it.each([
    ['a constraint around', `constraints(id => /a/) { ${route('/a/:i|d')} }`],
    [
      'a constraint around that others have',
      `constraints(id => /a/) { ${route('/:i|d')}; ${route('/b/:id')} }`,
    ],
    ['a default around', `defaults(id => '1') { ${route('/a(/:i|d)')} }`],
    ['a constraint below', `scope '/:i|d' { ${route('/a')}, id => /a/ }`],
    [
      'a constraint for another segment',
      `constraints(key => /a/) { ${route('/:i|d')}; ${route('/b/:key')} }`,
    ],
    ['a redirect below', "scope '/:i|d' { get '/a', to => redirect('/b/%{id}') }"],
  ])('is not given where %s would be for another segment or for none', (_, marked) => {
    expect(renamed(marked, 'key', '')).toBe(elsewhere);
  });

  it('is given with what its own declaration says of it', () => {
    expect(
      renamed(`constraints(id => /a/) { ${route('/b/:id')}; ${route('/:k|ey')}, key => /a/ }`, 'name', ''),
    ).toBe(2);
  });
});

describe('the new name of a callable', () => {
  const callable = "get '/x', to => &guards#is|Staff";
  const text = 'export function isStaff() {}\n';

  it('can be the name of an export, and is not that of another one', () => {
    expect(renamed(callable, 'is-staff', text)).toContain("'is-staff' cannot be the name of an export");
    expect(renamed(callable, 'other', `${text}export const other = 1;`)).toBe(
      "the module has something called 'other' already",
    );
    expect(renamed(callable, 'other', text)).toBe(2);
  });

  it('is not given where the module has the export from elsewhere', () => {
    expect(renamed(callable, 'other', 'export default 1;\n')).toContain('that can be renamed');
  });

  it('is not that of a module that is there', () => {
    expect(renamed("get '/x', to => &gua|rds#isStaff", 'handlers', text)).toBe(
      "there is a module 'handlers' already",
    );
  });
});

it('the new name of a controller is not that of another one', () => {
  const to = "get '/x', to => 'ho|me#about'";
  expect(renamed(to, 'photos', '')).toBe("there is a controller 'photos' already");
  expect(renamed("get '/x', to => 'hom|#about'", 'home', '')).toBe(1);
});
