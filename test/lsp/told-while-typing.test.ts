// What is told while somebody types: nothing that is a mistake only because a statement is half written, wherever it shows;
// everything after a rest, and once the cursor has left the statement.

import { afterEach, describe, expect, it, vi } from 'vitest';
import { Typing } from '../../lsp/typing.js';
import { Snapshot } from '../../src/analysis/snapshot.js';
import { Source } from '../../src/language/source.js';
import type { Diagnostic } from '../../src/language/diagnostics.js';
import { lint } from '../../src/lint/lint.js';
import type { CheckedRegex } from '../../src/lint/regex-safety.js';
import { fakeApplication } from '../support/fake-application.js';
import { memoryHost, open, startClient, uri, type TestClient } from '../support/lsp-client.js';

const unsafe: CheckedRegex = {
  status: 'vulnerable',
  complexity: { type: 'exponential' },
  attack: { pumps: [{ prefix: '', pump: 'a', bias: 0 }], suffix: '!', base: 30 },
};

interface Typed {
  readonly text: string;
  readonly codes: string[];
  readonly messages: string[];
}

afterEach(() => vi.restoreAllMocks());

/** Types what stands between two bars, key by key; gives the text and what is told of it so many milliseconds after each. */
async function typed(marked: string, after: number = 0): Promise<Typed[]> {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const [before = '', keys = '', behind = ''] = marked.split('|');
  const typing = new Typing();
  const told: Typed[] = [];
  let snapshot = new Snapshot(new Source('routes', before + behind), 0);
  const shown = (list: readonly Diagnostic[]): string[] =>
    list.map(({ code, range }) => `${code} ${range.start.line}`);
  /** What is told of the notation alone, with what of the text before it is not known to be gone. */
  const atOnce = (): string[] => {
    const told = typing.told(uri, snapshot.source, snapshot.syntax.diagnostics);
    return shown([...told, ...typing.kept(uri, snapshot.source, told)]);
  };
  const find = async (): Promise<readonly Diagnostic[]> => {
    const { diagnostics } = await lint(snapshot.analysis, { application: fakeApplication, effort: 'quick' });
    typing.found(uri, diagnostics);
    return typing.told(uri, snapshot.source, diagnostics);
  };
  await find();
  for (const [index, key] of [...keys].entries()) {
    const at = before.length + index;
    const edit = { start: at, end: at, text: key };
    snapshot = snapshot.edited(edit, index + 1);
    typing.edited(uri, [edit], snapshot);
    const codes = atOnce();
    now += after;
    const found = await find();
    codes.push(...shown(found));
    told.push({
      text: before + keys.slice(0, index + 1),
      codes: [...new Set(codes)],
      messages: found.map(({ message }) => message),
    });
    now -= after;
  }
  return told;
}

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

describe('the server', () => {
  const text = 'routes {\n  \n}\n';
  const textDocument = { uri };
  const codes = (diagnostics: readonly { readonly code: string }[]): string[] =>
    diagnostics.map(({ code }) => code);
  interface Published {
    readonly version: number;
    readonly diagnostics: readonly { readonly code: string }[];
  }

  async function type(client: TestClient, keys: string): Promise<number> {
    for (const [index, text] of [...keys].entries()) {
      const at = { line: 1, character: 2 + index };
      await client.notify('textDocument/didChange', {
        textDocument: { uri, version: 2 + index },
        contentChanges: [{ range: { start: at, end: at }, text }],
      });
    }
    return keys.length + 1;
  }

  it('pushes what a text means after a rest', async () => {
    const client = await startClient();
    await open(client, text);
    const version = await type(client, "reso 'x'");
    const ofLast = ({ version: pushed }: Published): boolean => pushed === version;
    const first = await client.next<Published>('textDocument/publishDiagnostics', ofLast);
    expect(codes(first.diagnostics)).toEqual([]);
    await client.next<Published>(
      'textDocument/publishDiagnostics',
      (each) => ofLast(each) && codes(each.diagnostics).join() === 'unknown-keyword',
    );
  });

  it('has a client that asks ask again after a rest', async () => {
    let isRested: () => void;
    const rested = new Promise<void>((resolve) => (isRested = resolve));
    const client = await startClient(
      { textDocument: { diagnostic: {} }, workspace: { diagnostics: { refreshSupport: true } } },
      undefined,
      { 'workspace/diagnostic/refresh': () => (isRested(), null) },
    );
    await open(client, text);
    await type(client, "reso 'x'");
    const report = (previousResultId?: string): Promise<{ resultId: string; items: { code: string }[] }> =>
      client.request('textDocument/diagnostic', { textDocument, previousResultId });
    const first = await report();
    expect(codes(first.items)).toEqual([]);
    await rested;
    expect(codes((await report(first.resultId)).items)).toEqual(['unknown-keyword']);
  });

  it('tells everything at once to a client that cannot be had ask again, and of an edit that is no keystroke', async () => {
    const client = await startClient({ textDocument: { diagnostic: {} } });
    await open(client, text);
    await type(client, 'reso');
    const { items } = await client.request<{ items: { code: string }[] }>('textDocument/diagnostic', {
      textDocument,
    });
    expect(codes(items)).toEqual(['unknown-keyword']);
    const other = await startClient({
      textDocument: { diagnostic: {} },
      workspace: { diagnostics: { refreshSupport: true } },
    });
    await open(other, text);
    await other.notify('textDocument/didChange', {
      textDocument: { uri, version: 2 },
      contentChanges: [{ text: "routes {\n  resurces 'photos'\n}\n" }],
    });
    const answer = await other.request<{ items: { code: string }[] }>('textDocument/diagnostic', {
      textDocument,
    });
    expect(codes(answer.items)).toEqual(['unknown-keyword']);
  });
});

describe('what takes long to find', () => {
  it('is told all the while until it has been looked for again, at its place', async () => {
    interface Published {
      readonly version: number;
      readonly diagnostics: readonly { code: string; range: { start: { line: number } } }[];
    }
    const judged = async (): Promise<CheckedRegex> => {
      await new Promise((resolve) => setTimeout(resolve, 60));
      return unsafe;
    };
    const client = await startClient({}, { ...memoryHost(), checkRegex: judged });
    await open(client, "routes {\n  get '/:tag', to => 'home#index', tag => /(?:[ab]+z?)+/\n}\n");
    const isWhole = ({ diagnostics }: Published): boolean => diagnostics.length > 0;
    await client.next<Published>('textDocument/publishDiagnostics', isWhole);
    const start = { line: 1, character: 0 };
    await client.notify('textDocument/didChange', {
      textDocument: { uri, version: 2 },
      contentChanges: [{ range: { start, end: start }, text: "  get '/new', to => 'nobody#index'\n" }],
    });
    const isNew = ({ version }: Published): boolean => version === 2;
    await client.next<Published>('textDocument/publishDiagnostics', isNew);
    await new Promise((resolve) => setTimeout(resolve, 400));
    const published = (client.received.get('textDocument/publishDiagnostics') as Published[]).filter(isNew);
    for (const { diagnostics } of published)
      expect(diagnostics.map(({ code, range }) => `${code} ${range.start.line}`)).toContain('unsafe-regex 2');
  });
});
