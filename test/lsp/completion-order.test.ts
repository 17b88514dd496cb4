// What completion offers first, and what it says of it.

import { describe, expect, it } from 'vitest';
import { completionDocs } from '../../lsp/features/completion-items.js';
import { complete } from '../../lsp/features/completion.js';
import { formatRoutes } from '../../src/format/format.js';
import { Snapshot } from '../../src/analysis/snapshot.js';
import { Source } from '../../src/language/source.js';
import { fakeApplication } from '../support/fake-application.js';
import { labels, offered } from '../support/completion.js';

describe('what comes first', () => {
  const first = (marked: string, count = 1): string[] => offered(marked).slice(0, count);

  it('is the first page of a file that has nothing yet, and never a second one', () => {
    expect(first('routes {\n  |\n}\n')).toEqual(["routes {\n  root to => '$1'\n}\n"]);
    expect(labels("routes {\n  root to => 'home#index'\n  |\n}\n").at(-1)).toBe('root');
    expect(
      labels("routes {\n  resources 'photos' {\n    member { get 'preview' }\n    |\n  }\n}\n").at(-1),
    ).toBe('member');
  });

  it('is a keyword with what it needs, as the formatter writes it', () => {
    const items = ['|', "resources 'photos', {\n    |\n  }"].flatMap((place) => {
      const text = `routes {\n  ${place}\n}\n`;
      const offset = text.indexOf('|');
      return complete(new Snapshot(new Source('routes', text.replace('|', ''))), offset).map(
        ({ label, insert }) => ({ label, statement: insert, text }),
      );
    });
    expect(items.length).toBeGreaterThan(40);
    for (const { label, statement, text } of items) {
      const filled = statement
        .replace(/&\$\d/g, '&handlers#ping')
        .replace(/\$\{\d:(.*?)\}/g, '$1')
        .replace(/(['/])\$\d/g, '$1x')
        .replace(/\$1/, "format => 'x'")
        .replace('$0', "get '/x', to => 'home#index';");
      const written = text.replace('|', /\}\)?$/.test(filled) ? filled : `${filled};`);
      expect(formatted(written).replace(/^ +/gm, ''), label).toBe(written.replace(/^ +/gm, ''));
      const { diagnostics } = new Snapshot(new Source('routes', written)).analysis;
      const known = /^(unknown-concern|missing-file|missing-export|missing-target)$/;
      expect(
        diagnostics.filter(({ code }) => !known.test(code)),
        written,
      ).toEqual([]);
    }
  });

  it('says what a key of a constraint is about', () => {
    const details = (statement: string): (string | undefined)[] => {
      const text = `routes {\n  ${statement}\n}\n`;
      const snapshot = new Snapshot(new Source('routes', text.replace('|', '')));
      return complete(snapshot, text.indexOf('|'))
        .filter(({ label }) => /^(?:id|subdomain)$/.test(label))
        .map(({ detail }) => detail);
    };
    const ofSegment = 'The regex that `:id` has to match';
    const ofRequest = 'The host without its domain: `api` of `api.example.com`';
    expect(details("get '/a/:id', to => 'home#index', |")).toEqual([ofSegment]);
    expect(details("get '/a/:id', to => 'home#index', constraints => { | }")).toEqual([ofSegment, ofRequest]);
    expect(details('constraints(|) { }')).toEqual([ofRequest]);
  });

  it('is what has to be there: no option before a path, a callable where one is due', () => {
    expect(labels('routes {\n  get |\n}\n')).toEqual([]);
    expect(labels("routes {\n  resources 'photos' { collection { get | } }\n}\n")).toContain('search');
    expect(labels('routes {\n  mount |\n}\n')).toEqual(['&handlers', '&guards']);
    expect(labels('routes {\n  concern |\n}\n')).toEqual([]);
  });

  it('is the block that a call has to have, once there is what stands before it', () => {
    expect(labels("routes {\n  resources 'photos' {\n    member |\n  }\n}\n")[0]).toBe('{ … }');
    expect(first("routes {\n  namespace 'admin', |\n}\n")).toEqual([
      "routes {\n  namespace 'admin', {\n  $0\n}\n}\n",
    ]);
    expect(labels('routes {\n  concern |\n}\n')).toEqual([]);
    expect(labels('routes {\n  scope |\n}\n')).not.toContain('{ … }');
    expect(labels("routes {\n  resources 'photos', |\n}\n")).not.toContain('{ … }');
    expect(labels("routes {\n  namespace 'admin', | { root to => 'home#index' }\n}\n")).not.toContain(
      '{ … }',
    );
  });

  it('is the first argument behind a parenthesis, as it is without', () => {
    expect(labels('routes {\n  get(|)\n}\n')).toEqual([]);
    expect(labels('routes {\n  mount(|)\n}\n')).toEqual(['&handlers', '&guards']);
    expect(labels('routes {\n  constraints(|)\n}\n')).toContain('subdomain');
  });

  it('is no option for what the first argument says, and nothing that would be glued to `do`', () => {
    expect(labels("routes {\n  scope '/a', |\n}\n")).not.toContain('path');
    expect(labels('routes {\n  scope |\n}\n')).toContain('path');
    expect(labels("routes {\n  root 'home#index', |\n}\n")).not.toContain('to');
    expect(labels("routes {\n  namespace 'admin' do|\n  end\n}\n")).toEqual([]);
    expect(labels("routes do\n  namespace 'admin' do|\nend\n")).toEqual([]);
    expect(labels("routes do\n  namespace 'admin' do |\nend\n")).toContain('resources');
    expect(labels("routes {\n  get '/a', to => 'home#index' { | }\n}\n")).toEqual([]);
  });

  it('is a target behind a path that is called as an option is, and a key in a hash of a list', () => {
    expect(labels("routes {\n  get 'status' => |\n}\n")[0]).toBe('home#index');
    expect(labels("routes {\n  get '/a', to => 'home#index', constraints => [{ | }]\n}\n")[0]).toBe(
      'subdomain',
    );
  });

  it('is nothing behind the block that ends what stands in parentheses', () => {
    const block = "constraints(&guards#isStaff, { get '/a', to => 'home#index' }";
    expect(labels(`routes {\n  ${block}|)\n}\n`)).toEqual([]);
    expect(labels(`routes {\n  ${block} |)\n}\n`)).toEqual([]);
    expect(labels(`routes {\n  ${block})\n  |\n}\n`)).toContain('get');
    expect(labels(`routes {\n  ${block}\n  |\n}\n`)).toContain('get');
  });

  it('are the actions that a resource has, in `only`, and those that it lacks, in `except`', () => {
    expect(labels("routes {\n  resources 'comments', only => <|>\n}\n").slice(0, 2)).toEqual([
      'index',
      'create',
    ]);
    expect(labels("routes {\n  resources 'comments', except => <|>\n}\n").slice(-2)).toEqual([
      'index',
      'create',
    ]);
  });

  it('is where the redirect before leads, then the page with the same segment, in a redirect', () => {
    const pages = "  get '/u/:name', to => 'home#user'\n  get '/page/:page', to => 'home#page'\n";
    expect(
      labels(
        `routes {\n${pages}  get '/old', to => redirect('/inbox')\n  get '/older/:name', to => redirect('|`,
      ).slice(0, 3),
    ).toEqual(['/inbox', '/u/%{name}', '/page/%{name}']);
    expect(
      labels(
        `routes {\n${pages}  get '/user/:name', to => redirect('|')\n  get '/inbox', to => 'home#index'\n}`,
      )[0],
    ).toBe('/u/%{name}');
  });

  it('is what has just been declared, what begins alike, and what was moved alike, in a redirect', () => {
    const pages = [
      "get '/posts/:id', to => 'posts#show'",
      "get '/users', to => 'users#index'",
      "get '/users/:name', to => 'users#show'",
      "get '/~:user/stories(/page/:page)', to => 'home#index'",
      "get '/domains/:id', to => 'home#index'",
      "get '/domains/:id/:page', to => 'home#index'",
      "get '/numbers', to => 'home#index'",
    ].join('\n');
    const led = (before: string, path: string): string[] =>
      labels(`routes {\n${pages}\n${before}get '${path}', to => redirect('|')\n}`);
    expect(led('', '/charts')[0]).toBe('/numbers');
    expect(led("get '/about', to => 'home#about'\n".repeat(5), '/u')[0]).toBe('/users');
    expect(led("get '/about', to => 'home#about'\n".repeat(5), '/u/:name')[0]).toBe('/users/%{name}');
    expect(led('', '/newest/:user(/page/:page)')[0]).toBe('/~%{user}/stories/page/%{page}');
    const moved = "get '/domain/:id', to => redirect('/domains/%{id}')\n";
    expect(led(moved, '/domain/:host/:path').slice(0, 2)).toContain('/domains/%{host}/%{path}');
    // To where no route answers, nothing is moved.
    expect(led(moved, '/domain/:host/a/b/c')).not.toContain('/domains/%{host}/a/b/c');
    expect(led("get '/old', to => redirect('/inbox')\n", '/stories/page/:page')[0]).toBe('/inbox');
  });

  it('is the one for a path that ends with a segment, and the list for any other', () => {
    expect(labels("routes {\n  get '/x/:id', to => '|'\n}\n")[0]).toBe('photos#show');
    expect(labels("routes {\n  get '/x', to => '|'\n}\n")[0]).toBe('home#index');
  });
});

describe('a resource whose controller has another name', () => {
  const names = ['issues', 'issue_comments', 'issues/reporters', 'users', 'profiles/picture'];
  const host = {
    application: { ...fakeApplication, controllerNames: () => names, controller: () => undefined },
  };
  const written = (marked: string): string[] => {
    const offset = marked.indexOf('|');
    const text = marked.replace('|', '');
    return complete(new Snapshot(new Source('routes', text)), offset, host).map(
      ({ insert, span }) => text.slice(text.indexOf('\n') + 1, span.start) + insert + text.slice(span.end),
    );
  };

  it('comes first in the resource that it belongs to, with the option that leads to it', () => {
    expect(written("routes { resources 'issues', {\nresources '|' } }").slice(0, 2)).toEqual([
      "resources 'comments', controller => 'issue_comments' } }",
      "resources 'reporters', module => 'issues' } }",
    ]);
    expect(written('routes {\nresource | }')).toContain("resource 'picture', module => 'profiles' }");
  });

  it('is not offered where the call says which controller it has, and stands by its own name in a concern', () => {
    expect(
      written("routes { resources 'issues', {\nresources '|', module => 'x' } }").join('\n'),
    ).not.toContain('controller =>');
    expect(written("routes { concern 'shared', {\nresources '|' } }")).toEqual(
      ['issues', 'reporters', 'users', 'picture', 'issue_comments'].map((name) =>
        expect.stringContaining(`'${name}'`),
      ),
    );
  });
});

it('documentation is said once, beside a detail or behind it', () => {
  for (const marked of [
    'routes {\n  |\n}',
    "routes {\n  resources 'photos', |\n}",
    'routes {\n  mount &handlers#|\n}',
  ]) {
    const snapshot = new Snapshot(new Source('routes', marked.replace('|', '')));
    const items = complete(snapshot, marked.indexOf('|'), { application: fakeApplication });
    expect(items.length).toBeGreaterThan(1);
    for (const { detail, docs } of items)
      if (detail !== undefined && docs) expect(completionDocs(docs, fakeApplication)).not.toContain(detail);
  }
});

function formatted(text: string): string {
  const formatting = formatRoutes(text);
  return 'text' in formatting ? formatting.text : formatting.refused;
}
