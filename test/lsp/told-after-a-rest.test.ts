// What is told of a half-written statement after a rest: of one that may be whole all that is wrong with it, of any other nothing before a longer
// rest.

import { afterEach, describe, expect, it, vi } from 'vitest';
import { Typing } from '../../lsp/typing.js';
import { Snapshot } from '../../src/analysis/snapshot.js';
import { Source } from '../../src/language/source.js';
import { lint } from '../../src/lint/lint.js';
import { fakeApplication } from '../support/fake-application.js';
import { uri } from '../support/lsp-client.js';
import { typed } from '../support/typed-text.js';

afterEach(() => vi.restoreAllMocks());

describe('after a short rest', () => {
  const shortRest = 350;
  it.each([
    ['a word', 'routes {\n  |resources :photos|\n}\n'],
    ['a string', "routes {\n  root to => |'home#index|'\n}\n"],
    ['a string without its last quote', "routes {\n  root to => |'home#index|\n}\n"],
    ['a list', "routes {\n  resources 'photos', |only => <index show|\n}\n"],
    ['a hash', "routes {\n  get '/:id', to => 'photos#show', constraints => |{ id => |\n}\n"],
    ['what goes on', "routes {\n  get '/photos/:id'|,\n    to => |'photos#show'\n}\n"],
    ['a path that leads nowhere yet', "routes {\n  |get '/about'|\n}\n"],
    ['a head without its block', "routes {\n  |namespace 'admin'|\n}\n"],
    ['a block with nothing in it', "routes {\n  |constraints(subdomain => 'api') {\n    |\n}\n"],
    ['a comment', 'routes {\n  |#> GET /** meta.auth|\n}\n'],
    [
      'a line behind one',
      "routes {\n  root to => 'home#index'\n  |# waypost-ignore unsafe-get: it only asks\n  |\n}\n",
    ],
  ])('nothing is told of %s, and everything after a longer one', async (_, marked) => {
    expect((await typed(marked, shortRest)).filter(({ codes }) => codes.length > 0)).toEqual([]);
  });

  it.each([
    ['the target of a route whose verbs are written', "routes {\n  |match '/s', via => <get post>|\n}\n"],
    ['the verbs of a route whose target is written', "routes {\n  |match '/s' => 'home#index'|\n}\n"],
    ['a target behind another option', "routes {\n  |get '/about', as => 'about'|\n}\n"],
    ['a target behind a hash', "routes {\n  |get '/a', constraints => { subdomain => 'x' }|\n}\n"],
    ['a second argument', "routes {\n  |resolve 'Basket'|\n}\n"],
  ])('what a statement still lacks is not missed: %s', async (_, marked) => {
    expect((await typed(marked, shortRest)).filter(({ codes }) => codes.length > 0)).toEqual([]);
    expect((await typed(marked, 2_000)).at(-1)!.codes).not.toEqual([]);
  });

  it('nor is it inside a bracket that the editor has closed already', async () => {
    const marked = "routes {\n  match '/s', to => 'home#index', via => [|'get'|]\n}\n";
    expect((await typed(marked, shortRest)).filter(({ codes }) => codes.length > 0)).toEqual([]);
  });

  it('what may be whole is told, and everything after a longer one', async () => {
    const marked = "routes {\n  |get '/about', to => 'home#about', onyl => 'x'|\n}\n";
    const told = await typed(marked, shortRest);
    expect(told.at(-2)!.codes).toEqual([]);
    expect(told.at(-1)!.codes).toEqual(['unknown-option 2']);
    const later = await typed(marked, 2_000);
    expect(later.at(-2)!.codes).toEqual(['syntax-error 2']);
    expect(later[0]!.codes).toEqual(['unknown-keyword 2']);
  });

  it('a word that lacks the last letter of an end is no other word, and is one after a longer rest', async () => {
    const marked = "routes {\n  namespace 'admin' do\n    root to => 'home#index'\n  |en|\n}\n";
    expect((await typed(marked, shortRest)).at(-1)!.codes).toEqual([]);
    expect((await typed(marked, 2_000)).at(-1)!.codes).toEqual(['unmatched-bracket 4']);
  });
});

describe('after a completion was chosen', () => {
  /** What is told of a text so many milliseconds after a word of it was exchanged. */
  async function told(word: string, inserted: string, after: number): Promise<string[]> {
    let now = 10_000;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const before = `routes {\n  resources 'photos', ${word}`.replace(/resources 'photos', (?=[a-z])/, '');
    const typing = new Typing();
    const begun = new Snapshot(new Source('routes', `${before}\n}\n`), 1);
    const edit = { start: before.length - word.length, end: before.length, text: inserted };
    const snapshot = begun.edited(edit, 2);
    typing.edited(uri, [edit], snapshot);
    now += after;
    const { diagnostics } = await lint(snapshot.analysis, { application: fakeApplication, effort: 'quick' });
    return typing.told(uri, snapshot.source, diagnostics).map(({ code }) => code);
  }

  it.each([
    ['ge', "get '/', to => ''"],
    ['reso', "resources ''"],
    ['name', "namespace '', {\n  \n}"],
    ['constr', 'constraints(, {\n  \n})'],
    ['mou', "mount &, at => '/'"],
    ['', 'only => <>'],
    ['', 'constraints => {  }'],
    ['', 'id => //'],
    ['', 'through => '],
  ])('nothing is told of what is to be filled in, until a longer rest: %s → %s', async (word, inserted) => {
    expect(await told(word, inserted, 500)).toEqual([]);
    expect(await told(word, inserted, 2_000)).not.toEqual([]);
  });

  it('everything is told at once of what has nothing to be filled in', async () => {
    expect(await told('roo', 'root to => 5', 0)).toEqual(['invalid-value']);
  });
});
