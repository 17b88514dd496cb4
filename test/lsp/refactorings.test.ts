// Every refactoring that is offered leaves the routes as they are, with their facts, and loses no comment, wherever it is asked for.

import { describe, expect, it } from 'vitest';
import { codeActions } from '../../lsp/features/code-actions.js';
import { formatRoutes } from '../../src/format/format.js';
import type { Snapshot } from '../../src/analysis/snapshot.js';
import type { Analysis } from '../../src/analysis/analyze.js';
import { targetText } from '../../src/routing/patterns/route.js';
import { applied, snapshotOf } from '../support/code-actions.js';
import { fakeApplication } from '../support/fake-application.js';

/** The refactorings of what stands between two bars, each with the text that it leads to and the files that it makes. */
function refactored(
  marked: string,
): ReadonlyMap<
  string,
  { readonly text: string; readonly made: readonly string[]; readonly after: Snapshot }
> {
  const [before = '', chosen = '', behind = ''] = marked.split('|');
  const text = before + chosen + behind;
  const snapshot = snapshotOf(text);
  const span = { start: before.length, end: before.length + chosen.length };
  const actions = codeActions(snapshot, span, [], { application: fakeApplication });
  return new Map(
    actions
      .filter(({ kind }) => kind.startsWith('refactor'))
      .map((action) => {
        const made = action.edits.flatMap((each) => ('isNew' in each ? [each] : []));
        const changed = applied(text, action);
        const after = snapshotOf(changed, (path) => made.find((each) => each.file === path)?.text);
        return [action.title, { text: changed, made: made.map((each) => each.text), after }];
      }),
  );
}

const table = (analysis: Analysis): readonly string[] =>
  analysis.routes.flatMap(({ definition: { verbs, pattern, target, name, facts, defaults } }) =>
    verbs.map((verb) =>
      JSON.stringify([
        verb,
        pattern.text,
        targetText(target),
        name,
        facts?.meta,
        facts?.deprecated,
        facts?.sunset,
        [...defaults],
      ]),
    ),
  );

const comments = (text: string): readonly string[] => text.match(/#[> ][^\n]*/g)?.toSorted() ?? [];

const cases: Readonly<Record<string, readonly [text: string, title: string]>> = {
  'verbs with comments between them': [
    "routes {\n  |# all\n  get '/photos', to => 'photos#index', as => 'photos' # the list\n  # one\n  get '/photos/:id', to => 'photos#show', as => 'photo'|\n}\n",
    'Write these verbs as `resources`',
  ],
  'a resource with a comment behind it': [
    "routes {\n  res||ources 'photos', only => <index show> # pictures\n}\n",
    'Write the resource as verbs',
  ],
  'a resource with a comment in it': [
    "routes {\n  res||ources 'photos', # pictures\n    only => <index show>\n}\n",
    'Write the resource as verbs',
  ],
  'a concern with comments': [
    "routes {\n  # What takes notes.\n  concern 'notable', { # everywhere\n    # first\n    resources 'notes', only => <index>\n    # last\n  }\n  resources 'photos', only => <show> {\n    con||cerns 'notable' # here\n  }\n}\n",
    "Write the concern 'notable' in its place",
  ],
  'a concern of an option, with comments': [
    "routes {\n  # What takes notes.\n  concern 'notable', {\n    # first\n    resources 'notes', only => <index>\n  }\n  res||ources 'photos', concerns => 'notable', only => <show> # pictures\n}\n",
    "Write the concern 'notable' in its place",
  ],
  'statements with comments that go into a namespace': [
    "routes {\n  |get '/admin/a', to => 'admin/home#index', as => 'admin-a' # a\n  # b\n  get '/admin/b', to => 'admin/home#index', as => 'admin-b'|\n}\n",
    "Wrap in the namespace 'admin'",
  ],
  'statements with comments that go into a file': [
    "routes {\n  |get '/photos', to => 'photos#index' # a\n  # b\n  get '/photos/b', to => 'photos#index'|\n}\n",
    "Move to the file 'photos.routes'",
  ],
  'statements with comments that go into a concern': [
    "routes {\n  resources 'photos' {\n    |get 'a', to => 'photos#index' # a\n    # b\n    get 'b', to => 'photos#index'|\n  }\n}\n",
    'Extract into a concern',
  ],
  'a match with comments': [
    "routes {\n  mat||ch '/a', # first\n    to => 'home#index', # second\n    via => <get post> # third\n}\n",
    'Split into one declaration a verb',
  ],
  'a match that names a verb twice': [
    "routes {\n  mat||ch '/a', to => 'home#index', via => <get post GET>\n}\n",
    'Split into one declaration a verb',
  ],
  'a use of a concern with a comment': [
    "routes {\n  concern 'c', {\n    resources 'comments', only => <index>\n  }\n  res||ources 'photos', only => <show>, # few\n    concerns => 'c'\n}\n",
    "Write the concern 'c' in its place",
  ],
  'a path with its target behind a comment': [
    "routes {\n  ge||t '/a' => # at home\n    'home#index'\n}\n",
    'Write the target with `to`',
  ],
  'options whose arrows stand on other lines': [
    "routes {\n  ge||t '/a', to\n      => 'home#index', as =>\n      'a'\n}\n",
    'Write the options as labels: `to: …`',
  ],
};

describe('a refactoring', () => {
  it.each(Object.entries(cases))('of %s keeps routes and comments', (_, [marked, title]) => {
    const text = marked.replaceAll('|', '');
    const before = table(snapshotOf(text).analysis);
    const all = refactored(marked);
    expect([...all.keys()]).toContain(title);
    for (const [each, { text: changed, made, after }] of all) {
      if (each.startsWith('Route the action')) continue;
      expect(
        after.analysis.diagnostics.filter(({ severity }) => severity === 'error'),
        each,
      ).toEqual([]);
      expect(table(after.analysis), each).toEqual(before);
      expect(comments([changed, ...made].join('\n')), `${each}\n${changed}`).toEqual(comments(text));
    }
  });

  it.each(["meta => { area => 'x' }", "deprecated => '2026-01-01'", "sunset => '2030-01-01'"])(
    'is not offered where it would lose %s',
    (fact) => {
      expect([
        ...refactored(`routes {\n  res||ources 'photos', only => <index>, ${fact}\n}\n`).keys(),
      ]).not.toContain('Write the resource as verbs');
    },
  );
});

it('leaves an arrow alone that a comment stands before, and ends no line with a space', () => {
  const title = 'Write the options as labels: `to: …`';
  expect([...refactored("routes {\n  ge||t '/a', to # why\n    => 'home#index'\n}\n").keys()]).not.toContain(
    title,
  );
  expect(refactored("routes {\n  ge||t '/a', to =>\n    'home#index'\n}\n").get(title)?.text).toBe(
    "routes {\n  get '/a', to:\n    'home#index'\n}\n",
  );
});

describe('a refactoring that makes one mistake into another', () => {
  it.each([
    [
      'a file that includes itself',
      "routes {\n  |include 'admin.routes'|\n}\n",
      "Move to the file 'admin.routes'",
    ],
    [
      'a concern by a name that is used',
      "routes {\n  concerns 'shared'\n  resources 'photos' {\n    |member { get 'preview' }|\n  }\n}\n",
      'Extract into a concern',
    ],
    [
      'a block that was read with the end of another one',
      'routes do\n  resources :photos do\n    member do\n      get :preview\n      end||\n',
      'Write the block in braces',
    ],
    [
      'a namespace around a misspelt keyword',
      "routes {\n  |gett '/admin/a', to => 'admin/a#index'|\n}\n",
      "Wrap in the namespace 'admin'",
    ],
    [
      'a namespace around a target that is none',
      "routes {\n  |get '/admin/a', to => 'a#b#c'|\n}\n",
      "Wrap in the namespace 'admin'",
    ],
    [
      'a namespace of nothing',
      "routes {\n  |namespace('admin') { get '/a' }|\n}\n",
      "Wrap in the namespace 'admin'",
    ],
  ])('is not offered: %s', (_, marked, title) => {
    expect([...refactored(marked).keys()]).not.toContain(title);
  });
});

describe('a refactoring of a formatted file', () => {
  const formatted = (text: string): string => {
    const formatting = formatRoutes(text);
    return 'text' in formatting ? formatting.text : formatting.refused;
  };
  const text = `routes {
  match '/search', to => 'home#index', via => <get post>;
  concern 'commentable', {
    resources 'comments', only => <index create>;
  }

  resources 'photos', concerns => 'commentable', only => <show>;
  resources 'albums', except => <destroy>, {
    member { get 'preview' }
    get '/photos', to => 'photos#index', as => 'photos';
  }
  resources 'users', only => <index show>;

  get '/books', to => 'books#index', as => 'books';
  get '/books/:id', to => 'books#show', as => 'book';
}
`;

  it.each([
    ['Split into one declaration a verb', 'match'],
    ["Write the concern 'commentable' in its place", "resources 'photos'"],
    ['Extract into a concern', "member { get 'preview' }\n    get '/photos'"],
    ['Write the resource as verbs', "resources 'users'"],
    [
      'Write these verbs as `resources`',
      "get '/books', to => 'books#index', as => 'books';\n  get '/books/:id'",
    ],
    ["Move to the file 'users.routes'", "resources 'users'"],
    ["Wrap in the scope '/books'", "get '/books/:id'"],
    ['Write the target that the path implies', "get 'preview'"],
  ])('leaves it formatted: %s', (title, chosen) => {
    expect(formatted(text)).toBe(text);
    const after = refactored(text.replace(chosen, `|${chosen}|`)).get(title);
    expect(after?.text).toBe(after && formatted(after.text));
    expect(after).toBeDefined();
  });

  it.each([
    [
      'what no longer fits on a line',
      "resources 'photographs_of_the_first_kind', only => <index>",
      'Write the resource as verbs',
      "  get '/photographs_of_the_first_kind',\n    to => 'photographs_of_the_first_kind#index',\n    as => 'photographs_of_the_first_kind';\n",
    ],
    [
      'what fits on a line now',
      "get '/administration/photographs_of_the_first_kind_that_hang_in_t',\n    to => 'administration/photographs#index';\n  get '/administration/b', to => 'administration/b#index'",
      "Wrap in the namespace 'administration'",
      "    get '/photographs_of_the_first_kind_that_hang_in_t', to => 'photographs#index';\n",
    ],
  ])('leaves it formatted: %s', (_, chosen, title, lines) => {
    const whole = `routes {\n  ${chosen};\n}\n`;
    expect(formatted(whole)).toBe(whole);
    const after = refactored(whole.replace(chosen, `|${chosen}|`)).get(title);
    expect(after?.text).toContain(lines);
    expect(after?.text).toBe(after && formatted(after.text));
  });

  it('moves lines to a file that is formatted', () => {
    const moved =
      "get '/photographs_of_the_first_kind_that_are_many_and_mor', to => 'photographs#first', as => 'x'";
    const whole = `routes {\n  scope '/a', {\n    scope '/b', {\n      ${moved.replaceAll(', ', ',\n        ')};\n    }\n  }\n}\n`;
    expect(formatted(whole)).toBe(whole);
    const chosen = whole.slice(whole.indexOf("get '"), whole.indexOf("'x'") + 3);
    const title = "Move to the file 'photographs_of_the_first_kind_that_are_many_and_mor.routes'";
    expect(refactored(whole.replace(chosen, `|${chosen}|`)).get(title)?.made).toEqual([`${moved};\n`]);
  });

  it.each([
    ['Write the options as labels: `to: …`', "get '/a', to => 'home#index'"],
    ['Write the block with `do … end`', "namespace 'a', {\n    get '/b', to => 'home#index';\n  }"],
  ])('is not offered where the formatter would take it back: %s', (title, chosen) => {
    const whole = (end: string): string => `routes {\n  |${chosen.slice(0, 3)}|${chosen.slice(3)}${end}\n}\n`;
    const isBlock = chosen.endsWith('}');
    expect([...refactored(whole(isBlock ? '' : ';')).keys()]).not.toContain(title);
    expect([...refactored(whole('').replaceAll(';', '')).keys()]).toContain(title);
  });
});
