// Completion as people type: letter by letter, in texts whose brackets are still open.

import { describe, expect, it } from 'vitest';
import { completionDocs } from '../../lsp/features/completion-items.js';
import { complete } from '../../lsp/features/completion.js';
import { formatRoutes } from '../../src/format/format.js';
import { Snapshot } from '../../src/analysis/snapshot.js';
import { Source } from '../../src/language/source.js';
import { fakeApplication, fakeBindings } from '../support/fake-application.js';

/** What is offered at `|`, each as the text would be with it. */
function offered(marked: string): string[] {
  const offset = marked.indexOf('|');
  const text = marked.slice(0, offset) + marked.slice(offset + 1);
  const snapshot = new Snapshot(new Source('routes', text));
  return complete(snapshot, offset, { application: fakeApplication }).map(
    ({ insert, span }) => text.slice(0, span.start) + insert + text.slice(span.end),
  );
}

/** The texts that are there while the letters between two bars are typed, with the cursor as the one bar. */
function keyByKey(marked: string): string[] {
  const [before = '', typed = '', after = ''] = marked.split('|');
  return Array.from({ length: typed.length + 1 }, (_, count) => `${before}${typed.slice(0, count)}|${after}`);
}

describe('completion while a bracket is open', () => {
  const cases: Readonly<Record<string, readonly [text: string, offered: string]>> = {
    'a keyword of a file that has only begun': ['routes {\n  |ge|', "routes {\n  get '/$1', to => '$2'"],
    'a keyword on the line of the bracket': ['routes { |ge|', "routes { get '/$1', to => '$2'"],
    'a keyword before other statements': [
      "routes {\n  namespace 'admin' {\n    |roo|\n  get '/a', to => 'home#index'\n}\n",
      "routes {\n  namespace 'admin' {\n    root to => '$1'\n  get '/a', to => 'home#index'\n}\n",
    ],
    'a keyword that only a resource has': [
      "routes {\n  resources 'photos' {\n    |mem|\n  root to => 'home#index'\n}\n",
      "routes {\n  resources 'photos' {\n    member {\n  $0\n}\n  root to => 'home#index'\n}\n",
    ],
    'a keyword in a do': [
      "routes {\n  namespace 'admin' do\n    |roo|\n}\n",
      "routes {\n  namespace 'admin' do\n    root to => '$1'\n}\n",
    ],
    'a keyword in a block in parentheses': [
      "routes {\n  constraints(subdomain => 'api', {\n    |roo|\n",
      "routes {\n  constraints(subdomain => 'api', {\n    root to => '$1'\n",
    ],
    'an option': ["routes {\n  resources 'photos', |onl|", "routes {\n  resources 'photos', only => <$1>"],
    'an option on the next line': [
      "routes {\n  get '/a',\n    |as|\n  get '/b', to => 'home#index'\n",
      "routes {\n  get '/a',\n    as => '$1'\n  get '/b', to => 'home#index'\n",
    ],
    'a target': ["routes {\n  get '/a', to => '|hom|'", "routes {\n  get '/a', to => 'home#about'"],
    'a target without its last quote': [
      "routes {\n  get '/a', to => '|hom|\n  get '/b', to => 'home#index'\n",
      "routes {\n  get '/a', to => 'home#about\n  get '/b', to => 'home#index'\n",
    ],
    'a target below modules': [
      "routes {\n  namespace 'admin' {\n    get '/a', to => '|use|'\n",
      "routes {\n  namespace 'admin' {\n    get '/a', to => 'users#show'\n",
    ],
    'an action in a list': [
      "routes {\n  resources 'photos', only => <index |sho|",
      "routes {\n  resources 'photos', only => <index show",
    ],
    'an option of a redirect that is open': [
      "routes {\n  get '/a', to => redirect('/b', |sta|\n}\n",
      "routes {\n  get '/a', to => redirect('/b', status => $1\n}\n",
    ],
    'an option of a redirect in a text that is whole': [
      "routes {\n  get '/a', to => redirect('/b', |sta|)\n}\n",
      "routes {\n  get '/a', to => redirect('/b', status => $1)\n}\n",
    ],
    'a key of a hash in a text that is whole': [
      "routes {\n  get '/:id', to => 'home#index', constraints => { |i| }\n}\n",
      "routes {\n  get '/:id', to => 'home#index', constraints => { id => /$1/ }\n}\n",
    ],
    'a key of a hash that is open': [
      "routes {\n  get '/:id', to => 'home#index', constraints => { |i|\n}\n",
      "routes {\n  get '/:id', to => 'home#index', constraints => { id => /$1/\n}\n",
    ],
    'a callable': ['routes {\n  constraints(|&gua|', 'routes {\n  constraints(&guards'],
    'a concern of further down': [
      "routes {\n  namespace 'a' {\n    concerns '|sh|'\n  concern 'shared' { root to => 'home#index' }\n}\n",
      "routes {\n  namespace 'a' {\n    concerns 'shared'\n  concern 'shared' { root to => 'home#index' }\n}\n",
    ],
  };

  it.each(Object.entries(cases))('offers %s', (_, [marked, result]) => {
    for (const typed of keyByKey(marked).slice(marked.includes('|&') ? 1 : 0))
      expect(offered(typed), typed).toContain(result);
  });

  it('goes on over the hyphen of an option', () => {
    for (const before of [
      "resources 'photos', ",
      "resources 'photos', only => <index>, ",
      "resources 'photos', :shallow, ",
    ]) {
      const written = `routes {\n  ${before}path-names => { $1 }\n}\n`;
      expect(offered(`routes {\n  ${before}path-|\n}\n`), before).toContain(written);
      expect(offered(`routes {\n  ${before}path-|`), before).toContain(written.replace('\n}\n', ''));
    }
    expect(offered("routes {\n  get '/a-|', to => 'home#index'\n}\n")).toEqual([]);
  });

  it('closes what is open behind the cursor, and a bracket too many changes nothing', () => {
    expect(offered("routes {\n  }\n  resources 'photos', on|")).toContain(
      "routes {\n  }\n  resources 'photos', only => <$1>",
    );
    expect(offered("routes { resources 'photos' { me| }\n")).toContain(
      "routes { resources 'photos' { member {\n  $0\n} }\n",
    );
  });
});

describe('keys and targets that are known from the text around', () => {
  const labels = (marked: string): string[] => {
    const offset = marked.indexOf('|');
    const snapshot = new Snapshot(new Source('routes', marked.replace('|', '')));
    return complete(snapshot, offset, { application: fakeApplication, bindings: fakeBindings }).map(
      ({ label }) => label,
    );
  };

  it.each([
    ['of the statements behind', "routes {\n  constraints(|\n  get '/t/:tag', to => 'home#index'\n}\n"],
    [
      'of the statements in the block',
      "routes {\n  constraints ta| {\n    get '/:tag', to => 'home#index'\n  }\n}\n",
    ],
    [
      'of the statements in a block in parentheses',
      "routes {\n  defaults(ta|, {\n    get '/:tag', to => 'home#index'\n  })\n}\n",
    ],
    ['of the path around', "routes {\n  scope '/t/:tag' {\n    defaults(ta|\n  }\n}\n"],
    [
      'of a scope, in a hash',
      "routes {\n  scope '/t', constraints => { | } {\n    get '/:tag', to => 'home#index'\n  }\n}\n",
    ],
  ])('are segments %s', (_, marked) => {
    expect(labels(marked)[0]).toBe('tag');
    expect(labels(marked)).toContain('format');
  });

  it('are words in quotes in a list in brackets, and callables where those are due', () => {
    expect(offered("routes {\n  match '/x', via => [|]\n}\n")[0]).toBe(
      "routes {\n  match '/x', via => ['get']\n}\n",
    );
    const actions = offered("routes {\n  resources 'photos', only => ['index', |]\n}\n");
    expect(actions).toContain("routes {\n  resources 'photos', only => ['index', 'show']\n}\n");
    expect(actions).toHaveLength(6);
    for (const text of ['through => |', 'through => [|]', 'through => [&a#b, |]', 'constraints => [|'])
      expect(labels(`routes {\n  get '/x', to => 'home#index', ${text}\n}\n`), text).toEqual(
        text.startsWith('through') ? ['&handlers', '&guards', '&limits'] : ['&handlers', '&guards'],
      );
  });

  it('are pages behind the bracket of a redirect, and the keys of a notice', () => {
    const routes = "  get '/b', to => 'home#index'\n}\n";
    expect(offered(`routes {\n  get '/a', to => redirect(|)\n${routes}`)[0]).toBe(
      `routes {\n  get '/a', to => redirect('/b')\n${routes}`,
    );
    expect(labels("routes {\n  get '/a', to => 'home#index', sunset => { | }\n}\n")).toEqual([
      'date',
      'link',
    ]);
  });

  it('are the modules of a callable that is due behind a name', () => {
    for (const keyword of ['direct', 'resolve'])
      expect(offered(`routes {\n  ${keyword} 'basket', |\n}\n`)).toContain(
        `routes {\n  ${keyword} 'basket', &handlers\n}\n`,
      );
  });

  it('are offered once', () => {
    const text = "get '/:tag/:id', to => 'home#index'";
    expect(labels(`routes {\n  constraints(tag => /a/, | { ${text} }\n}\n`)[0]).toBe('id');
    expect(labels(`routes {\n  ${text}, constraints => { tag => /a/, | }\n}\n`)).not.toContain('tag');
  });

  it('are actions of the controller around in a concern that nothing uses yet, and keywords of a resource', () => {
    expect(
      labels("routes {\n  concern 'c' {\n    resources 'photos', only => [] { get '|' }\n  }\n}\n"),
    ).toContain('show');
    expect(labels("routes {\n  controller 'home' {\n    concern 'c' { get | }\n  }\n}\n")).toContain('about');
    const keywords = labels("routes {\n  concern 'c' {\n    resources 'photos' {\n      |\n    }\n  }\n}\n");
    expect(keywords).toEqual(expect.arrayContaining(['member', 'collection']));
  });

  it('are what a request reaches first, and helpers with what they give, in an expectation', () => {
    const routes =
      "  get '/a', to => 'home#index', as => 'a'\n  get '/b/:id', to => 'home#about', as => 'b'\n}\n";
    expect(labels(`routes {\n  #> GET /b/7 => |\n${routes}`)[0]).toBe('home#about');
    expect(offered(`routes {\n  #> |\n${routes}`)).toContain(
      `routes {\n  #> b-path(\${1:id}) => /b/\${1:id}\n${routes}`,
    );
  });

  it('have segments whose names have letters beyond ASCII', () => {
    const routes = "  get '/b/:größe(/x(/:y))', to => 'home#about', as => 'b'\n}\n";
    expect(offered(`routes {\n  #> |\n${routes}`)).toContain(
      `routes {\n  #> b-path(\${1:größe}) => /b/\${1:größe}\n${routes}`,
    );
    expect(offered(`routes {\n  get '/a/:größe', to => redirect('|')\n${routes}`)[0]).toBe(
      `routes {\n  get '/a/:größe', to => redirect('/b/%{größe}')\n${routes}`,
    );
  });

  it('take the place of the whole word in an expectation', () => {
    const routes = "  get '/a', to => 'home#index', meta => { auth => 'x' }\n}\n";
    expect(offered(`routes {\n  #> GET /a => ho|me#inde\n${routes}`)).toEqual([
      `routes {\n  #> GET /a => home#index\n${routes}`,
    ]);
    expect(offered(`routes {\n  #> /a meta.auth '|'\n${routes}`)).toEqual([
      `routes {\n  #> /a meta.auth 'x'\n${routes}`,
    ]);
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

describe('what comes first', () => {
  const first = (marked: string, count = 1): string[] => offered(marked).slice(0, count);
  const labels = (marked: string): string[] => {
    const offset = marked.indexOf('|');
    const snapshot = new Snapshot(new Source('routes', marked.replace('|', '')));
    return complete(snapshot, offset, { application: fakeApplication, bindings: fakeBindings }).map(
      ({ label }) => label,
    );
  };

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

describe('completion far behind the beginning of a block that is open', () => {
  it('is what it is close to it', () => {
    const many = (count: number): string =>
      Array.from({ length: count }, (_, at) => `  get '/p${at}', to => 'home#index'\n`).join('');
    for (const open of ["  namespace 'admin' {\n", "  resources 'photos' {\n", "  concern 'c' do\n"])
      for (const typed of ['    ', '    re', "    get '/x', to => '", "    resources '", '    get "/x", ']) {
        const at = (count: number): string[] =>
          offered(
            `routes {\n${many(count)}${open}${many(count).replaceAll('  get', '    get')}${typed}|\n`,
          ).map((text) => text.slice(text.lastIndexOf('\n', text.length - 2)));
        expect(at(30).toSorted(), open + typed).toEqual(at(1).toSorted());
      }
  });
});
