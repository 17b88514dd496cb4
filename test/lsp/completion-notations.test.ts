// Completion in the notations that people bring along: symbols behind a colon, values that are usual, comments that silence a rule.

import { describe, expect, it } from 'vitest';
import type { CompletionHost } from '../../lsp/features/completion-place.js';
import { complete } from '../../lsp/features/completion.js';
import { Snapshot } from '../../src/analysis/snapshot.js';
import { Source } from '../../src/language/source.js';
import { rules } from '../../src/lint/registry.js';
import { fakeApplication } from '../support/fake-application.js';

/** What is offered at `|`, each as its line would be with it. */
function offered(marked: string, host: CompletionHost = { application: fakeApplication }): string[] {
  const offset = marked.indexOf('|');
  const text = marked.slice(0, offset) + marked.slice(offset + 1);
  const snapshot = new Snapshot(new Source('routes', text));
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  return complete(snapshot, offset, host).map(({ insert, span }) =>
    (text.slice(lineStart, span.start) + insert + text.slice(span.end)).replace(/\n.*$/s, '').trim(),
  );
}
const within = (line: string, before = ''): string => `routes {\n${before}  ${line}\n}\n`;
const errorsOf = (text: string): readonly string[] =>
  new Snapshot(new Source('routes', text)).analysis.diagnostics.map(({ code }) => code);

describe('behind a colon', () => {
  const shared = "  concern 'shared' { get 'x', to => 'home#index' }\n";
  const cases: Readonly<Record<string, readonly [line: string, first: string]>> = {
    'an action': ['resources :photos, only => :|', 'resources :photos, only => :index'],
    'an action that is begun': ['resources :photos, only => :sh|', 'resources :photos, only => :show'],
    'an action in a list': [
      'resources :photos, only => [:index, :|',
      'resources :photos, only => [:index, :show',
    ],
    'an action in a list that is closed': [
      'resources :photos, only: [:index, :s|]',
      'resources :photos, only: [:index, :show]',
    ],
    'an action behind a label': ['resources :photos, only: :|', 'resources :photos, only: :index'],
    'a resource': ['resources :|', 'resources :comments'],
    'a resource that is begun': ['resources :co|', 'resources :comments'],
    'a concern': ['resources :photos, concerns => :|', 'resources :photos, concerns => :shared'],
    'a concern in a statement': ['concerns :|', 'concerns :shared'],
    'a level': ["resources 'photos' { get 'x', on => :| }", "resources 'photos' { get 'x', on => :member }"],
    'a verb': ["match '/x', to => 'home#about', via => :|", "match '/x', to => 'home#about', via => :get"],
    'a verb of a list': [
      "match '/x', to => 'home#about', via => [:get, :p|]",
      "match '/x', to => 'home#about', via => [:get, :post]",
    ],
    'a namespace': ['namespace :| {}', 'namespace :admin {}'],
    'a module': ['scope module: :| {}', 'scope module: :admin {}'],
    'a controller': ['controller :h| {}', 'controller :home {}'],
    'an action of the controller around': [
      "controller 'home' { get '/x', to => :| }",
      "controller 'home' { get '/x', to => :about }",
    ],
    'a path that names an action': ["controller 'home' { get :| }", "controller 'home' { get :about }"],
    'a flag': ["resources 'photos', :|", "resources 'photos', :shallow"],
    'an option': ["resources 'photos', :on|", "resources 'photos', :only => <$1>"],
  };

  it.each(Object.entries(cases))('%s is offered as a symbol', (_, [line, first]) => {
    for (const before of [shared, `${shared}  root to => 'home#index'\n`])
      expect(offered(within(line, before)), line).toContain(first);
    expect(offered(`routes {\n${shared}  ${line.replace(/\|.*/, '|')}`)).toContain(
      first.slice(0, first.length - line.replace(/^[^|]*\|/, '').length),
    );
  });

  it('nothing is offered that would be a mistake', () => {
    for (const [line] of Object.values(cases)) {
      for (const written of offered(within(line, shared))) {
        // What stands in a hash, and a callable, is another completion's.
        if (/=> (?:\$1|\{ \$1)/.test(written)) continue;
        const [open = ''] = /\[[^\]]*$/.exec(written) ?? [];
        const value = written.includes('concerns') ? 'shared' : 'index';
        const text = written.replaceAll('$1', value) + (open === '' ? '' : ']');
        if (!text.startsWith('concerns')) expect(errorsOf(within(text, shared)), text).toEqual([]);
      }
    }
  });

  it.each([
    "get '/:|'",
    "get '/a/:i|', to => 'home#index'",
    '# see :|',
    "get '/x', to => redirect('http:|')",
    "resources 'photos', constraints => { id => /[a-z]:|/ }",
  ])('that is text, nothing is: %s', (line) => {
    expect(offered(within(line)).filter((each) => /:\p{L}+$/u.test(each))).toEqual([]);
  });

  it('of a label, nothing takes its place', () => {
    expect(offered(within("resources 'photos', only:|"))).toContain("resources 'photos', only: <index$1>");
    expect(offered(within("resources 'photos', only:|")).join()).not.toContain('except');
  });
});

describe('values that are usual', () => {
  const statuses = ['301', '302', '303', '307', '308'];
  it.each([
    ["get '/x', to => redirect('/y', status => |)", statuses],
    ["get '/x', to => redirect('/y', status => 3|)", statuses],
    ["get '/x', to => redirect('/y', status: |", statuses],
    ["get '/x', to => redirect('/y', status => |", statuses],
    ["get '/x', to => redirect(protocol => |)", ["'https'", "'http'"]],
    ["get '/x', to => redirect(protocol => '|')", ["'https'", "'http'"]],
    ["constraints(protocol => |, { root to => 'home#index' })", ["'https'", "'http'"]],
    ["get '/x', to => 'home#index', constraints => { protocol => '|' }", ["'https'", "'http'"]],
    ["defaults(protocol => |, { root to => 'home#index' })", []],
  ])('%s', (line, values) => {
    const [before = '', behind = ''] = line.split('|');
    const start = before.replace(/['\d]$/, '');
    expect(offered(within(line))).toEqual(values.map((value) => start + value + behind.replace(/^'/, '')));
  });

  it('say what they mean', () => {
    const text = within("get '/x', to => redirect('/y', status => )");
    const items = complete(new Snapshot(new Source('routes', text)), text.indexOf(')'));
    expect(items[1]?.detail).toBe('temporary, with GET or the method of the request');
  });
});

describe('what else may stand', () => {
  it('behind the arrow of a path is a target', () => {
    expect(offered(within("get '/x' => |"))).toContain("get '/x' => 'home#index'");
  });

  it('behind a layer is another one', () => {
    expect(offered(within('through &guards#isStaff, |'))).toContain('through &guards#isStaff, &handlers');
  });
});

describe('in a comment that silences a rule', () => {
  const root = "root to => 'home#index'";
  const codes = [...rules.keys()];

  it.each(['# w|', '# waypost|', '# waypost-|', '#way|', '# waypost-ig|nore', `${root} # wayp|`])(
    'its word is offered once it is begun: %s',
    (line) => {
      const start = line.slice(0, line.lastIndexOf('#'));
      const space = line.includes('# ') ? ' ' : '';
      expect(offered(within(line))).toEqual(
        ['', '-block', '-file'].map((kind) => `${start}#${space}waypost-ignore${kind} $1: $2`),
      );
    },
  );

  it.each([
    '# |',
    '#|',
    '# see way|',
    '# why|',
    '# waypost-ignore unsafe-get: w|',
    '# waypost-ignores |',
    '# a well-|',
  ])('nothing is: %s', (line) => expect(offered(within(line))).toEqual([]));

  it.each(['', '-block', '-file', '-line', '-next-line'])('the rules are behind waypost-ignore%s', (kind) => {
    expect(offered(within(`# waypost-ignore${kind} |`))).toEqual(
      codes.map((code) => `# waypost-ignore${kind} ${code}`),
    );
    expect(offered(within(`# waypost-ignore${kind} unsafe-get, un|`))).not.toContain(
      `# waypost-ignore${kind} unsafe-get, unsafe-get`,
    );
    expect(offered(within(`# waypost-ignore${kind} unsafe-|`))).toContain(
      `# waypost-ignore${kind} unsafe-get`,
    );
    expect(offered(within(`# waypost-ignore${kind} unsafe-get, un|: why`))).toContain(
      `# waypost-ignore${kind} unsafe-get, unused-concern: why`,
    );
  });

  it('those that are found nearby come first', () => {
    const text = `routes {\n  # waypost-ignore \n  ${root}\n}\n`;
    const source = new Source('routes', text);
    const finding = (code: string, line: number) => ({ code, range: { start: { line } } });
    const items = complete(new Snapshot(source), text.indexOf(' \n') + 1, {
      findings: [finding('unused-concern', 40), finding('unsafe-get', 3), finding('syntax-error', 3)],
    });
    expect(items.slice(0, 3).map(({ label }) => label)).toEqual([
      'unsafe-get',
      'unused-concern',
      codes.find((code) => code !== 'unsafe-get' && code !== 'unused-concern'),
    ]);
  });
});
