// The quick fixes of every diagnostic, held to what they are for: there are fewer mistakes and no new one, the finding is gone,
// and what the text means then stands in `quick-fixes.expected`, for the bad example of each page. `UPDATE=1` writes it anew.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { CodeAction } from '../../lsp/features/action-edits.js';
import { codeActions } from '../../lsp/features/code-actions.js';
import { Snapshot } from '../../src/analysis/snapshot.js';
import type { Diagnostic } from '../../src/language/diagnostics.js';
import { Source } from '../../src/language/source.js';
import { codes } from '../../src/lint/codes.js';
import { codePages } from '../../src/lint/error-pages.js';
import { lint } from '../../src/lint/lint.js';
import { rules } from '../../src/lint/registry.js';
import { actionFile as file, applied, snapshotOf } from '../support/code-actions.js';
import { fakeApplication } from '../support/fake-application.js';
import { readDiagnosticFixture } from '../support/diagnostic-fixtures.js';

const overrides = new Map(
  [...rules.keys()].map((code) => [
    code,
    { severity: 'warning' as const, options: new Map(), reason: undefined },
  ]),
);
const findings = async (snapshot: Snapshot): Promise<readonly Diagnostic[]> =>
  (await lint(snapshot.analysis, { overrides })).diagnostics;

/** What can be done about a finding, but silencing it; files of their own are another test's. */
const fixesOf = (snapshot: Snapshot, finding: Diagnostic): readonly CodeAction[] => {
  const { offset } = finding.range.start;
  return codeActions(snapshot, { start: offset, end: offset }, [finding]).filter(
    ({ kind, diagnostic, title, edits }) =>
      kind === 'quickfix' &&
      diagnostic === finding &&
      !title.startsWith('Silence') &&
      edits.every((each) => 'range' in each && each.file === file),
  );
};
/** Codes whose fixes need an application or files beside the text: `requests.test.ts`, `projects.test.ts` and below. */
const beside = [
  'cyclic-include',
  'guard-as-constraint',
  'missing-export',
  'missing-file',
  'missing-target',
  'unknown-action',
  'unknown-controller',
];

/** Mistakes that only somebody who knows what was meant can mend. */
const unmended: Readonly<Record<string, string>> = {
  'duplicate-concern': 'two concerns that say different things: which one is renamed, and in which uses?',
  'inline-code': 'the function needs a module, and a name',
  'invalid-regex': 'a bracket could be closed in many places',
  'invalid-value': 'the value is of no known kind, or near none that is',
  'misplaced-declaration': 'the block that it belongs in may be any',
  'not-callable': 'the module has to change, or another export is meant',
  'optional-before-required': 'only the application knows which texts the optional segment may have',
  'overlapping-routes': 'either order may be meant, or a constraint that only the application knows',
  'redirect-loop': 'one of the redirects leads elsewhere, or there is a page',
  'suppression-without-reason': 'the reason is what somebody has to say',
  'too-deep': 'concerns are to be written otherwise',
  'too-many-routes': 'concerns are to be written otherwise',
  'unreadable-module': 'the module has to change',
  'unrouted-action': 'the path and the verb may be any',
};
const count = (of: readonly Diagnostic[], { code, message }: Diagnostic): number =>
  of.filter((each) => each.code === code && each.message === message).length;
const errors = (of: readonly Diagnostic[]): number =>
  of.filter(({ severity }) => severity === 'error').length;

describe('a quick fix leaves fewer mistakes, and what was meant', () => {
  const fixtures = ['test/fixtures/lint', 'test/fixtures/syntax'].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.routes'))
      .map((name) => `${folder}/${name}`),
  );
  it.each(fixtures)('%s', async (path) => {
    const { text } = readDiagnosticFixture(readFileSync(path, 'utf8'));
    const snapshot = snapshotOf(text);
    const found = await findings(snapshot);
    for (const finding of found) {
      for (const action of fixesOf(snapshot, finding)) {
        const after = snapshotOf(applied(text, action));
        const left = finding.severity === 'error' ? after.analysis.diagnostics : await findings(after);
        expect(count(left, finding), `${finding.code}: ${action.title}`).toBeLessThan(count(found, finding));
        if (action.isPreferred || finding.severity !== 'error')
          expect(errors(left), `${finding.code}: ${action.title}`).toBeLessThanOrEqual(errors(found));
      }
    }
  });
});

it('is what stands beside, for each page', async () => {
  const parts: string[] = [];
  const huge = new Set(['too-deep', 'too-many-routes']);
  for (const code of codes.keys()) {
    const bad = (rules.get(code) ?? codePages.get(code))?.bad;
    if (bad === undefined || huge.has(code)) continue;
    const snapshot = snapshotOf(bad);
    const finding = (await findings(snapshot)).find((each) => each.code === code);
    for (const action of finding ? fixesOf(snapshot, finding) : [])
      parts.push(`${code}: ${action.title}\n${applied(bad, action).trimEnd().replace(/^/gm, '    ')}\n`);
  }
  const answer = parts.join('\n');
  const expected = 'test/fixtures/quick-fixes.expected';
  if (process.env['UPDATE']) writeFileSync(expected, answer);
  expect(answer).toBe(readFileSync(expected, 'utf8'));
  const mended = parts.map((part) => part.slice(0, part.indexOf(':')));
  expect([...new Set([...mended, ...beside, ...Object.keys(unmended)])].toSorted()).toEqual(
    [...codes.keys()].toSorted(),
  );
  expect(mended.filter((code) => Object.hasOwn(unmended, code))).toEqual([]);
});

it.each([
  [':members', "routes {\n  resources :a do get 'b', on: :members end\n}\n", 'on: :member '],
  ['[:shared]', 'routes {\n  concern(:share) { }\n  resources :a, concerns: [:shard]\n}\n', '[:share]'],
  ["'members'", "routes {\n  resources :a do get 'b', on => 'members' end\n}\n", "on => 'member' "],
])('a word that was meant keeps the notation of %s', async (_, text, expected) => {
  const snapshot = snapshotOf(text);
  const [finding] = (await findings(snapshot)).filter(({ severity }) => severity === 'error');
  const [fix] = fixesOf(snapshot, finding!);
  expect(applied(text, fix!)).toContain(expected);
});

describe('what is missing is written where only one thing can be meant', () => {
  const cases: Readonly<Record<string, readonly [before: string, after: string | undefined]>> = {
    'the action that the path names': [
      "routes {\n  get '/about'\n}\n",
      "routes {\n  get '/about', to => 'home#about'\n}\n",
    ],
    'the list of a controller': [
      "routes {\n  get '/comments'\n}\n",
      "routes {\n  get '/comments', to => 'comments#index'\n}\n",
    ],
    'one of a controller': [
      "routes {\n  patch '/photos/:id'\n}\n",
      "routes {\n  patch '/photos/:id', to => 'photos#update'\n}\n",
    ],
    'the controller below the modules around': [
      "routes {\n  namespace 'admin', {\n    get '/users/:id'\n  }\n}\n",
      "routes {\n  namespace 'admin', {\n    get '/users/:id', to => 'users#show'\n  }\n}\n",
    ],
    'no action where two controllers have it': ["routes {\n  get '/show'\n}\n", undefined],
    'the end of a block': [
      "routes {\n  resources 'photos', {\n    get 'preview', on => 'member'\n\n  root to => 'home#index'\n}\n",
      "routes {\n  resources 'photos', {\n    get 'preview', on => 'member'\n  }\n\n  root to => 'home#index'\n}\n",
    ],
    'the end of the file’s block': [
      "routes {\n  root to => 'home#index'\n",
      "routes {\n  root to => 'home#index'\n}\n",
    ],
    'the end of a do': [
      "routes {\n  namespace 'admin' do\n    resources 'users', only => <index>\n}\n",
      "routes {\n  namespace 'admin' do\n    resources 'users', only => <index>\n  end\n}\n",
    ],
    'the end of a block in parentheses': [
      "routes {\n  constraints(subdomain => 'x', {\n    root to => 'home#index'\n  get '/a', to => 'home#index'\n}\n",
      "routes {\n  constraints(subdomain => 'x', {\n    root to => 'home#index'\n  })\n  get '/a', to => 'home#index'\n}\n",
    ],
    'the ends of all blocks that the text breaks off in': [
      "routes {\n  namespace 'admin' {\n    resources 'users', only => <index>",
      "routes {\n  namespace 'admin' {\n    resources 'users', only => <index>\n  }\n}",
    ],
    'the end of an optional segment': [
      "routes {\n  get '/photos(/:page', to => 'photos#index'\n}\n",
      "routes {\n  get '/photos(/:page)', to => 'photos#index'\n}\n",
    ],
    'no end of an optional part that may be any': [
      "routes {\n  get '/photos(/:page/list', to => 'photos#index'\n}\n",
      undefined,
    ],
  };
  it.each(Object.entries(cases))('%s', async (_, [before, after]) => {
    const snapshot = snapshotOf(before);
    const [finding] = await findings(snapshot);
    const { offset } = finding!.range.start;
    const actions = codeActions(snapshot, { start: offset, end: offset }, [finding!], {
      application: fakeApplication,
    });
    const fixes = actions.filter(({ kind, isBeside }) => kind === 'quickfix' && !isBeside);
    expect(fixes.map((action) => applied(before, action))).toEqual(after === undefined ? [] : [after]);
  });
});

it('a name that others have is exchanged for one that is free in the singular too', async () => {
  const text =
    "routes {\n  resources 'countries', only => <show>;\n  scope '/new', { resources 'countries', only => <show> }\n  get '/country', to => 'a#b', as => 'new-country';\n}\n";
  const snapshot = snapshotOf(text);
  const [finding] = (await findings(snapshot)).filter(({ code }) => code === 'shadowed-name');
  const [fix] = fixesOf(snapshot, finding!);
  expect(fix?.title).toBe("Name it 'new-countries-2'");
  const left = await findings(snapshotOf(applied(text, fix!)));
  expect(left.map(({ code }) => code)).not.toContain('shadowed-name');
});

describe('what is left out leaves the comments beside it', () => {
  it.each([
    [
      "through &a#a, {\n    get '/a', to => 'a#a', through => [\n      &b#b, # of everybody\n      &a#a,\n    ]\n  }",
      'repeated-layer',
      'through => [\n      &b#b # of everybody\n,\n    ]',
    ],
    [
      "get '/a', as => 'a', # the page\n    as => 'a',\n    to => 'a#a'",
      'duplicate-option',
      "get '/a', as => 'a' # the page\n,\n    to => 'a#a'",
    ],
    [
      "get '/a', to => 'a#a', as => 'a', # the page\n    as => 'a'",
      'duplicate-option',
      "as => 'a' # the page\n\n}\n",
    ],
  ])('%s', async (statement, code, after) => {
    const text = `routes {\n  ${statement}\n}\n`;
    const snapshot = snapshotOf(text);
    const finding = (await findings(snapshot)).find((each) => each.code === code);
    const [fix] = fixesOf(snapshot, finding!);
    const mended = applied(text, fix!);
    expect(mended).toContain(after);
    expect(await findings(snapshotOf(mended))).not.toContainEqual(expect.objectContaining({ code }));
  });
});

it('a file that includes itself is had leave that', () => {
  const before = "routes {\n  root to => 'home#index'\n  include 'routes'\n}\n";
  const snapshot = snapshotOf(before, () => before);
  const finding = snapshot.analysis.diagnostics.find(({ code }) => code === 'cyclic-include')!;
  expect(fixesOf(snapshot, finding).map((action) => applied(before, action))).toEqual([
    "routes {\n  root to => 'home#index'\n}\n",
  ]);
});

describe('a regex that is written so that a text matches in one way', () => {
  it.each([
    ['/(a+)+b/', '/(a)+b/'],
    ['/([a-z]+-?)+/', '/([a-z]-?)+/'],
    ['/(?:[0-9]*)*/', '/(?:[0-9])*/'],
    ['/(a|aa)+/', undefined],
    ['/([a-z]+)*[0-9]/', '/([a-z])*[0-9]/'],
  ])('%s', async (regex, linear) => {
    const text = (of: string): string => `routes { get '/:tag', to => 'home#index', tag => ${of} }`;
    const snapshot = snapshotOf(text(regex));
    const finding = (await findings(snapshot)).find(({ code }) => code === 'unsafe-regex');
    const fixes = finding ? fixesOf(snapshot, finding) : [];
    expect(fixes.map((action) => applied(text(regex), action))).toEqual(
      linear === undefined ? [] : [text(linear)],
    );
  });
});

it.each([
  [
    'keeps the comment behind it',
    "  concern 'a', { get 'b' } # why\n  root to => 'home#index'\n",
    "  # why\n  root to => 'home#index'\n",
  ],
  [
    'leaves its line where another one stands on it',
    "  concern('a') { get 'b' }; root to => 'home#index'\n",
    "   root to => 'home#index'\n",
  ],
])('a statement that is taken out %s', async (_, before, after) => {
  const snapshot = snapshotOf(`routes {\n${before}}\n`);
  const [finding] = await findings(snapshot);
  const [fix] = fixesOf(snapshot, finding!);
  expect(applied(snapshot.source.text, fix!)).toBe(`routes {\n${after}}\n`);
});

it('a route that is moved takes the comments above it along, and goes in front of those of the other one', async () => {
  const before =
    "  # Any page.\n  get '/:page', to => 'pages#show'\n\n  # The company.\n  # Since 1999.\n  get '/about', to => 'pages#about'\n";
  const after =
    "  # The company.\n  # Since 1999.\n  get '/about', to => 'pages#about'\n  # Any page.\n  get '/:page', to => 'pages#show'\n\n";
  const snapshot = snapshotOf(`routes {\n${before}}\n`);
  const finding = (await findings(snapshot)).find(({ code }) => code === 'unreachable-route');
  const texts = fixesOf(snapshot, finding!).map((fix) => applied(snapshot.source.text, fix));
  expect(texts).toContain(`routes {\n${after}}\n`);
});

it.each([
  [
    'unreachable-route',
    "get '/:page', to => 'pages#show'\nget '/about', to => 'pages#about'",
    "get '/about', to => 'pages#about'\nget '/:page', to => 'pages#show'\n",
  ],
  [
    'glob-before-others',
    "get '/*path', to => 'pages#show'\nget '/about', to => 'pages#about'",
    "get '/about', to => 'pages#about'\nget '/*path', to => 'pages#show'",
  ],
])('a route of %s is moved in a file whose last line has no end', async (wanted, text, after) => {
  const snapshot = new Snapshot(new Source(file, text), 1, () => ({ file, wrapperIsOptional: true }));
  const finding = (await findings(snapshot)).find(({ code }) => code === wanted);
  const texts = fixesOf(snapshot, finding!).map((fix) => applied(text, fix));
  expect(texts).toContain(after);
});
