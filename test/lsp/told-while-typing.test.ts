// What is told while somebody types: nothing that is a mistake only because a statement is half written, wherever it shows;
// everything once the cursor has left the statement.

import { afterEach, describe, expect, it, vi } from 'vitest';
import { typed, type Typed } from '../support/typed-text.js';

afterEach(() => vi.restoreAllMocks());

describe('while a statement is typed', () => {
  const concern = "  concern 'shared' { get 'preview', to => 'home#index' }\n";
  it.each([
    ['its keyword', "routes {\n  |resources 'photos'|\n}\n"],
    ['its name as a symbol', "routes {\n  root to => 'home#index'\n  |resources :photos|\n}\n"],
    ['its path as a symbol', "routes {\n  root to => 'home#index'\n  |get :about => 'home#about'|\n}\n"],
    ['its target', "routes {\n  |get '/about', to => 'home#about'|\n}\n"],
    ['its options', "routes {\n  resources 'photos'|, only => <index show>, param => 'slug'|\n}\n"],
    [
      'a comment for the linter',
      'routes {\n  |# waypost-disable-next-line shadowed-name -- on purpose|\n}\n',
    ],
    [
      'a comment that silences what is still to be written',
      "routes {\n  |# waypost-ignore unsafe-get: it only asks\n  get '/photos/delete', to => 'photos#destroy'|\n}\n",
    ],
    [
      'a comment that silences what is still to be written, behind another statement',
      "routes {\n  root to => 'home#index'\n  |# waypost-ignore unsafe-get: it only asks\n  get '/photos/delete', to => 'photos#destroy'|\n}\n",
    ],
    ['a second line of it', "routes {\n  |get '/photos/:id',\n    to => 'photos#show', id => /[a-z]+/|\n}\n"],
    [
      'a third line of it',
      "routes {\n  |resource 'photo',\n    path => 'p',\n    controller => 'photos'|\n}\n",
    ],
    [
      'arguments on lines that are no deeper',
      "routes {\n  |get '/photos/:id',\n  to => 'photos#show',\n  as =>\n  'one', format => true|\n}\n",
    ],
    [
      'a head whose constraint is for what its block will hold',
      "routes {\n  |scope '/a/:id', photo_id => /[a-z]+/, {\n    get ':photo_id', to => 'photos#show'|\n  }\n}\n",
    ],
    [
      'the only use of a concern, another one',
      `routes {\n${concern}  resources 'photos', concerns => 'shared'|, param => 'slug'|\n}\n`,
    ],
    [
      'the name of a concern that is used',
      `routes {\n  concern 'shared|Routes|' { root to => 'home#index' }\n  scope '/a', { concerns 'shared' }\n}\n`,
    ],
    [
      'a route that others lead to',
      "routes {\n  get '/old', to => redirect('/about')\n  |get '/about', to => 'home#about'|\n}\n",
    ],
    [
      'its last words in a file that closes nothing yet',
      "routes {\n  root to => 'home#index'\n  |get '/about', to => 'home#about', as => 'about'|",
    ],
    ['a block', "routes {\n  |namespace 'admin', {\n    resources 'photos', only => <index>\n  }\n|}\n"],
  ])('nothing is told of what it means: %s', async (_, marked) => {
    // A bracket that is open is told on the next line.
    const isOnNext = /\|[^|]*\n[^|]*\|/.test(marked) || marked.endsWith('|');
    const told = /^unmatched-bracket /;
    const wrong = (await typed(marked)).filter(({ codes }) =>
      codes.some((code) => !isOnNext || !told.test(code)),
    );
    expect(wrong).toEqual([]);
  });

  it('what was wrong before is still told, at its place', async () => {
    const told = await typed(
      "routes {\n  resources 'photos', onyl => <index>|\n|  |get '/about', to => 'home#about'\n}\n".replace(
        '|\n|  |',
        '\n  |get|',
      ),
    );
    expect(told.map(({ codes }) => codes)).toEqual(told.map(() => ['unknown-option 2']));
  });

  it.each([
    [
      'inside the block of a head, and elsewhere',
      "routes {\n  concern 'shared' { root to => 'home#index' }\n  resources 'photos'|, param => 'slug'|, {\n    get 'delete', to => 'photos#destroy', on => 'member'\n  }\n}\n",
      2,
    ],
    [
      'behind a statement whose block is open',
      "routes {\n  root to => 'home#index'\n  |namespace 'admin', {|\n  get '/photos/delete', to => 'photos#destroy'\n}\n",
      1,
    ],
  ])('what is wrong is told all the while: %s', async (_, marked, many) => {
    const told = await typed(marked);
    expect(told.map(({ text, messages }) => [text, messages.length])).toEqual(
      told.map(({ text }) => [text, many]),
    );
  });

  it('what a whole statement has put right is not told again while more is written', async () => {
    const told = await typed(
      "routes {\n  concern 'shared' { get 'preview', to => 'home#index' }\n  |resources 'photos', concerns => 'shared', param => 'x'|\n}\n",
    );
    const isUsed = ({ text }: Typed): boolean => text.includes("concerns => 'shared',");
    expect(told.filter(isUsed).flatMap(({ codes }) => codes)).toEqual([]);
    expect(told.find((each) => !isUsed(each))!.codes).toEqual(['unused-concern 2']);
  });

  it('what is told elsewhere keeps its words', async () => {
    const told = await typed(
      "routes {\n  root to => 'home#index'\n  |concern 'shared', { get '/a', to => 'home#index' }|\n  scope '/a' { concerns 'share' }\n}\n",
    );
    expect([...new Set(told.flatMap(({ messages }) => messages))]).toEqual([
      "there is no concern 'share'; define it with `concern 'share', { … }`",
    ]);
  });

  it('another mistake at the place of one that was told waits as every new one does', async () => {
    const told = await typed('routes {\n  mount| &app|\n}\n');
    const needed = "`mount` needs an app: `mount &legacy#app, at => '/legacy'`";
    expect([...new Set(told.flatMap(({ messages }) => messages))]).toEqual([needed]);
  });

  it('a string that was open is still told to be, and one that is opened is not yet', async () => {
    expect((await typed("routes {\n  get '/a|bc|\n}\n")).map(({ codes }) => codes)).toEqual([
      ['syntax-error 2'],
      ['syntax-error 2'],
    ]);
    expect((await typed("routes {\n  get |'/a|\n}\n")).at(-1)!.codes).toEqual([]);
  });

  it.each([
    ['braces', "|routes {\n  namespace 'admin' {\n    root to => 'home#index'\n  }\n  get '/'|"],
    ['do', "|routes do\n  namespace :admin do\n    root to: 'home#index'\n  end\n  get '/'|"],
    [
      'a block in parentheses',
      "|routes {\n  constraints(host => 'a', {\n    root to => 'home#index'\n  })\n  get '/'|",
    ],
    [
      'a hash on many lines',
      "|routes {\n  get '/:id', to => 'photos#show', constraints => {\n    id => /a/\n  }\n  get '/'|",
    ],
  ])(
    'a bracket that is still open around the cursor is not told, whatever stands in it: %s',
    async (_, text) => {
      expect((await typed(text)).filter(({ codes }) => codes.length > 0)).toEqual([]);
    },
  );

  it('a bracket that was told to be open is told all the while another is opened and closed in it', async () => {
    const told = await typed(
      "routes {\n  root to => 'home#index'\n  |resources 'photos' {\n    member {\n      get 'preview'\n    }\n  }\n  |",
    );
    expect(new Set(told.map(({ codes }) => codes.join()))).toEqual(new Set(['unmatched-bracket 1']));
    expect(new Set(told.flatMap(({ messages }) => messages))).toEqual(
      new Set(['`{` is never closed; write the `}` that belongs to it']),
    );
  });

  it('a bracket that is open is told once a statement behind its block has been written', async () => {
    const told = await typed(
      "routes {\n  |namespace 'admin' {\n    root to => 'home#index'\n  get '/', to => 'home#about'\n|}\n",
    );
    expect(told.at(-1)!.codes).toEqual(['unmatched-bracket 2']);
  });

  it.each([
    ['a concern', "routes {\n  |concern 'a' { root to => 'home#index' }\n  concerns 'a'|\n}\n"],
    [
      'the use of a concern',
      "routes {\n  |concerns 'a'\n  root to => 'home#about'\n  concern 'a' { get '/i', to => 'home#index' }|\n}\n",
    ],
    [
      'an expectation',
      "routes {\n  |#> /i/** meta.auth\n\n  root to => 'home#index'\n  get '/i/i', to => 'home#index', meta => { auth => 'x' }|\n}\n",
    ],
    [
      'a constraint of a block',
      "routes {\n  |scope '/a', id => /[a-z]+/ {\n    get 'b', to => 'home#index'\n    get ':id', to => 'home#about'\n  }|\n}\n",
    ],
  ])('what further statements may bring is not missed while they are written: %s', async (_, text) => {
    expect((await typed(text)).filter(({ codes }) => codes.length > 0)).toEqual([]);
  });

  it('what is wrong with the one before is told once the next is begun', async () => {
    const told = await typed("routes {\n  |resources 'photos', onyl => <index>\n  g|\n}\n");
    expect(told.at(-1)!.codes).toEqual(['unknown-option 2']);
  });
});
