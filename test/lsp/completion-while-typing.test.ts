// Completion as people type: letter by letter, in texts whose brackets are still open.

import { describe, expect, it } from 'vitest';
import { labels, offered } from '../support/completion.js';

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
    'a keyword whose first letters are a word of program text': [
      "routes {\n  namespace 'admin', {\n    |constr|",
      "routes {\n  namespace 'admin', {\n    constraints($1, {\n  $0\n})",
    ],
    'another of those, behind a statement': [
      "routes {\n  root to => 'home#index'\n  |def|",
      "routes {\n  root to => 'home#index'\n  defaults($1, {\n  $0\n})",
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
    'a target below a statement whose hash is open': [
      "routes {\n  namespace 'admin' {\n    get '/z', constraints => {\n    get '/a', to => '|use|'\n  }\n}\n",
      "routes {\n  namespace 'admin' {\n    get '/z', constraints => {\n    get '/a', to => 'users#show'\n  }\n}\n",
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

  it.each([
    ['GET /a |', ['through', 'meta.', '=>']],
    ['GET /a/** |', ['through', 'meta.']],
    ['/a |', ['through', 'meta.']],
    ['* |', ['through', 'meta.']],
    ['/a => |', []],
    ['a-path() |', ['=>']],
    ["b-path(7, tab: 'x') |", ['=>']],
    ['b-path(7, |', []],
    ['a-path() => |', []],
  ])('are only what an expectation may say next: %s', (comment, words) => {
    const routes =
      "  get '/a', to => 'home#index', as => 'a'\n  get '/b/:id', to => 'home#about', as => 'b'\n}\n";
    expect(labels(`routes {\n  #> ${comment}\n${routes}`)).toEqual(words);
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

describe('behind a comma, on a line that is no deeper', () => {
  it.each([
    ["routes {\n  get '/a',\n  |to|\n}\n", "routes {\n  get '/a',\n  to => '$1'\n}\n"],
    ["routes {\n  get '/a',\n\n  |as|\n  root to => 'home#index'\n}\n", "as => '$1'"],
    ["routes {\n  resources 'photos', only => <index>,\n  |pa|\n}\n", 'path-names => { $1 }'],
    ["routes {\n  get '/a', to =>\n  |hom|\n}\n", "'home#about'"],
    ["routes {\n  get '/a',\n  |reso|\n}\n", "get '/a',\n  resources '$1'"],
  ])('an argument is offered, and another statement: %j', (marked, result) => {
    for (const text of keyByKey(marked).slice(1)) expect(offered(text).join('\0'), text).toContain(result);
  });

  it('no argument is offered in place of a statement that is there', () => {
    const found = offered("routes {\n  get '/a',\n  ro|ot to => 'home#index'\n}\n");
    expect(found).toContain("routes {\n  get '/a',\n  resources to => 'home#index'\n}\n");
    expect(found.filter((text) => text.includes('as to'))).toEqual([]);
  });
});
