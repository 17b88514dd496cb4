// The content of the pages of codes that are not rules: errors of the language, and mistakes in comments for the linter.
// Each has an example with the mistake and one without it. Both are tested.

import type { ErrorCode } from '../language/diagnostics.js';
import type { expectationCodes } from './expectations.js';
import { inRoutes } from './rule.js';
import type { suppressionCodes } from './suppressions.js';

export interface CodePage {
  /** Why it is a mistake, in a paragraph. */
  readonly reason: string;
  readonly bad: string;
  readonly good: string;
  /** Files beside the routes file, by path, that the examples need. */
  readonly files?: Readonly<Record<string, string>>;
}

type PageCode = ErrorCode | keyof typeof suppressionCodes | keyof typeof expectationCodes;

const controllers = { 'controllers/pages.ts': 'export function about() {}\n' };
const application = { 'handlers.ts': 'export function health() {}\nexport const limit = 10\n' };

const pages: Readonly<Record<PageCode, CodePage>> = {
  'syntax-error': {
    reason:
      'The text cannot be read as declarations at this place: a comma or a value is missing, a string or list is never closed, or there is something between ' +
      'two statements. The text after it is still read.',
    bad: inRoutes("get '/about' to => 'pages#about'"),
    good: inRoutes("get '/about', to => 'pages#about'"),
  },
  'unmatched-bracket': {
    reason:
      'A bracket that is never closed is reported where it opens. A bracket that closes nothing is reported at its place. In a path, `(` begins an optional ' +
      'group; `\\(` is a parenthesis.',
    bad: inRoutes("get '/posts(/:page', to => 'posts#index'"),
    good: inRoutes("get '/posts(/:page)', to => 'posts#index'"),
  },
  'inline-code': {
    reason:
      'A routes file is data: editors and linters read it and run nothing. Write code in a module, and name it with `&module#export`.',
    bad: inRoutes("get '/ping', to => -> { 'pong' }"),
    good: inRoutes("get '/ping', to => &handlers#ping"),
    files: { 'handlers.ts': "export const ping = () => 'pong'\n" },
  },
  'unknown-keyword': {
    reason: 'A statement begins with the name of a declaration. The message suggests the nearest one.',
    bad: inRoutes("gett '/about', to => 'pages#about'"),
    good: inRoutes("get '/about', to => 'pages#about'"),
  },
  'unknown-option': {
    reason:
      'An option that the declaration does not have would silently do nothing. A regex under the name of a segment is a constraint on it. Other keys belong ' +
      'in `constraints` or `defaults`.',
    bad: inRoutes("get '/sign-in', to => 'sessions#new', az => 'login'"),
    good: inRoutes("get '/sign-in', to => 'sessions#new', as => 'login'"),
  },
  'duplicate-option': {
    reason:
      'If an option is given twice, in any notation, it is not clear which one is meant. The same holds for a key that is given twice in one hash.',
    bad: inRoutes("get '/about', to => 'pages#about', to: 'pages#more'"),
    good: inRoutes("get '/about', to => 'pages#about'"),
  },
  'invalid-value': {
    reason:
      'An argument or option has a value of the wrong kind, or one that is not allowed: a verb that HTTP does not know, a name with a space, a status that is ' +
      'no redirect, or a segment in `%{…}` that the path does not have.',
    bad: inRoutes("get '/old', to => redirect('https://example.com/new', status => 200)"),
    good: inRoutes("get '/old', to => redirect('https://example.com/new', status => 302)"),
  },
  'missing-argument': {
    reason: 'A path, a name, a required option such as `at` of `mount`, or a required block is missing.',
    bad: inRoutes("namespace 'admin'"),
    good: inRoutes("namespace 'admin', {", "  resources 'posts'", '}'),
  },
  'unexpected-argument': {
    reason:
      'There is one argument more than the declaration takes, or a block that it cannot use. For a second path, write a second route.',
    bad: inRoutes("get '/a', '/b', to => 'pages#about'"),
    good: inRoutes("get '/a', to => 'pages#about'", "get '/b', to => 'pages#about'"),
  },
  'misplaced-declaration': {
    reason:
      'Declarations have to be inside one `routes` block. `member`, `collection`, `new` and `on` have to be directly in a resource, `direct` and `resolve` at ' +
      'the top level.',
    bad: inRoutes("member { get 'preview', to => 'photos#preview' }"),
    good: inRoutes("resources 'photos', {", "  member { get 'preview' }", '}'),
  },
  'missing-target': {
    reason:
      'Every route says what answers it: `to` with a controller and action, a callable or a redirect. `to` may be left out if the controller is known, or if ' +
      'the path has two or more plain words: `/photos/search` leads to `photos#search`.',
    bad: inRoutes("get '/about'"),
    good: inRoutes("get '/about', to => 'pages#about'"),
  },
  'match-without-via': {
    reason:
      '`match` is for several verbs, and does not guess which. Without `via`, a link could do what a form should do.',
    bad: inRoutes("match '/search', to => 'search#run'"),
    good: inRoutes("match '/search', to => 'search#run', via => <get post>"),
  },
  'invalid-only-except': {
    reason:
      '`only` and `except` choose among the seven actions of `resources`, or the six of `resource`. Other routes are declared in the block.',
    bad: inRoutes("resources 'photos', only => <index shwo>"),
    good: inRoutes("resources 'photos', only => <index show>"),
  },
  'invalid-regex': {
    reason:
      "Regexes are JavaScript's, on one line, with the flags `i`, `s` and `u`. They are compiled when the file is read.",
    bad: inRoutes("get '/users/:id', to => 'users#show', id => /[0-9/"),
    good: inRoutes("get '/users/:id', to => 'users#show', id => /[0-9]+/"),
  },
  'duplicate-param': {
    reason:
      'A name can have only one value. Nested resources avoid the conflict: they call the key of the parent `<parent>_id`. Only the patterns of routes count: ' +
      "`resources 'users'` may contain another `resources 'users'`, as long as no route inside has both keys.",
    bad: inRoutes("get '/users/:id/posts/:id', to => 'posts#show'"),
    good: inRoutes("get '/users/:user_id/posts/:id', to => 'posts#show'"),
  },
  'duplicate-name': {
    reason:
      'A name belongs to one pattern, so its helper always leads to the same path. Routes with the same pattern may share a name.',
    bad: inRoutes(
      "get '/about', to => 'pages#about', as => 'info'",
      "get '/contact', to => 'pages#contact', as => 'info'",
    ),
    good: inRoutes(
      "get '/about', to => 'pages#about', as => 'about'",
      "get '/contact', to => 'pages#contact', as => 'contact'",
    ),
  },
  'unknown-constraint-key': {
    reason:
      'A constraint is on a segment of the path, or on an attribute of the request: `subdomain`, `host`, `format`, `protocol`, `port` or `method`.',
    bad: inRoutes("get '/users/:id', to => 'users#show', constraints => { uid => /\\d+/ }"),
    good: inRoutes("get '/users/:id', to => 'users#show', constraints => { id => /\\d+/ }"),
  },
  'unknown-concern': {
    reason: 'A concern is defined once for the whole file, before or after its uses.',
    bad: inRoutes(
      "concern 'commentable', { resources 'comments' }",
      "resources 'photos', concerns => 'comentable'",
    ),
    good: inRoutes(
      "concern 'commentable', { resources 'comments' }",
      "resources 'photos', concerns => 'commentable'",
    ),
  },
  'duplicate-concern': {
    reason:
      'A concern has one definition for the whole file. A second one would silently replace the first, or be ignored.',
    bad: inRoutes(
      "concern 'open', { get 'open', to => 'states#open' }",
      "concern 'open', { get 'close', to => 'states#close' }",
      "resources 'photos', concerns => 'open'",
    ),
    good: inRoutes(
      "concern 'open', { get 'open', to => 'states#open' }",
      "concern 'closed', { get 'close', to => 'states#close' }",
      "resources 'photos', concerns => <open closed>",
    ),
  },
  'cyclic-concern': {
    reason: 'A concern that uses itself, directly or through others, would never end.',
    bad: inRoutes(
      "concern 'tree', { resources 'nodes', concerns => 'tree' }",
      "resources 'forests', concerns => 'tree'",
    ),
    good: inRoutes("concern 'tree', { resources 'nodes' }", "resources 'forests', concerns => 'tree'"),
  },
  'missing-file': {
    reason:
      '`include` names another routes file, relative to the file that contains the `include`. The ending `.routes` may be left out.',
    bad: inRoutes("include 'admim'"),
    good: inRoutes("include 'admin'"),
    files: { 'admin.routes': "resources 'posts'\n" },
  },
  'cyclic-include': {
    reason: 'A file that includes itself, directly or through others, would never end.',
    bad: inRoutes("include 'circle'"),
    good: inRoutes("include 'admin'"),
    files: { 'admin.routes': "resources 'posts'\n", 'circle.routes': "include 'circle'\n" },
  },
  'missing-export': {
    reason:
      'A callable is an export of a module beside the routes file, or of a package. The module or the export does not exist. waypost finds that out without ' +
      'running anything.',
    bad: inRoutes("get '/health', to => &handlers#helth"),
    good: inRoutes("get '/health', to => &handlers#health"),
    files: application,
  },
  'not-callable': {
    reason:
      'A target is a function of the request or an object with `call`, a constraint is a function or an object with `matches`, and a mounted app is an object ' +
      'with `call` or a function. Only a layer may be a class. Nothing else can answer. Tools that do not run the application report this if the text of the ' +
      'module leaves no doubt.',
    bad: inRoutes("get '/limit', to => &handlers#limit"),
    good: inRoutes("get '/health', to => &handlers#health"),
    files: application,
  },
  'unsafe-regex': {
    reason:
      'A constraint runs on text that anybody can send. A regex with a backreference, or with thousands of repetitions, cannot be matched in linear time, so ' +
      'one request could keep the process busy for minutes. If a name shares its segment with others (`/:slug-:id`), the same holds for a regex that looks ' +
      'both ahead and back in its middle.',
    bad: inRoutes("get '/tags/:tag', to => 'tags#show', tag => /([a-z]+)-\\1/"),
    good: inRoutes("get '/tags/:tag', to => 'tags#show', tag => /[a-z]+-[a-z]+/"),
  },
  'unknown-controller': {
    reason:
      'The part before `#` names a module in the folder of the controllers. The modules of the namespaces around it are put before it.',
    bad: inRoutes("get '/about', to => 'pagse#about'"),
    good: inRoutes("get '/about', to => 'pages#about'"),
    files: controllers,
  },
  'unknown-action': {
    reason:
      'The part after `#` names a function that the controller exports, or a method of its default class, in this spelling or in camelCase.',
    bad: inRoutes("get '/about', to => 'pages#abuot'"),
    good: inRoutes("get '/about', to => 'pages#about'"),
    files: controllers,
  },
  'too-many-routes': {
    reason:
      'More than 100,000 routes mostly come from concerns that use each other: each level multiplies them. The rest of the file is not read.',
    bad: inRoutes(
      ...Array.from(
        { length: 17 },
        (_, index) =>
          `concern 'c${index}', { scope '/a', { concerns 'c${index + 1}' }; scope '/b', { concerns 'c${index + 1}' } }`,
      ),
      "concern 'c17', { get '/x', to => 'pages#about' }",
      "concerns 'c0'",
    ),
    good: inRoutes("concern 'c17', { get '/x', to => 'pages#about' }", "concerns 'c17'"),
  },
  'too-deep': {
    reason:
      'Concerns and included files that use each other are read at each use. More than 400 levels are a mistake.',
    bad: inRoutes(
      ...Array.from({ length: 420 }, (_, index) => `concern 'c${index}', { concerns 'c${index + 1}' }`),
      "concern 'c420', { get '/x', to => 'pages#about' }",
      "concerns 'c0'",
    ),
    good: inRoutes("concern 'c420', { get '/x', to => 'pages#about' }", "concerns 'c420'"),
  },
  'unused-suppression': {
    reason:
      'A comment that silences nothing is left over from a problem that has been corrected. It would silence the next mistake at its place.',
    bad: inRoutes(
      "get '/about', to => 'pages#about' # waypost-ignore duplicate-route: the old clients need both",
    ),
    good: inRoutes("get '/about', to => 'pages#about'"),
  },
  'suppression-without-reason': {
    reason:
      'Later readers of the comment have to know whether it is still needed. Write the reason after a colon.',
    bad: inRoutes("get '/posts/:id/delete', to => 'posts#destroy' # waypost-ignore unsafe-get"),
    good: inRoutes(
      "get '/posts/:id/delete', to => 'posts#destroy' # waypost-ignore unsafe-get: mails link to it, and it asks first",
    ),
  },
  'unknown-suppression': {
    reason:
      'The comment names something that is no rule, or an error. A file with an error does not load, so silencing one would not help.',
    bad: inRoutes('# waypost-ignore unsafe-gte: mails link to it', "get '/posts/:id', to => 'posts#show'"),
    good: inRoutes(
      '# waypost-ignore unsafe-get: mails link to it, and it asks first',
      "get '/posts/:id/delete', to => 'posts#destroy'",
    ),
  },
  'failed-expectation': {
    reason:
      'A comment that begins with `#>` is a test beside the routes: it says what a request reaches, or what a helper returns. The router of the file does ' +
      'something else.',
    bad: inRoutes('#> GET /photos/7 => photos#index', "get '/photos/:id', to => 'photos#show'"),
    good: inRoutes(
      '#> GET /photos/7 => photos#show id=7',
      '#> POST /photos/7 => 405 GET, HEAD',
      "get '/photos/:id', to => 'photos#show'",
    ),
  },
  'invalid-expectation': {
    reason:
      'Before `=>` comes a verb with a path or a URL, or the call of a helper. After it comes a target with params, or a status. An expectation of layers or ' +
      'facts is about the routes that answer a shape of paths, such as `/admin/**`. If no route does, any file would meet it.',
    bad: inRoutes('#> /photos/7 shows a photo', "get '/photos/:id', to => 'photos#show'"),
    good: inRoutes('#> GET /photos/7 => photos#show', "get '/photos/:id', to => 'photos#show'"),
  },
};

/** The pages by code. */
export const codePages: ReadonlyMap<string, CodePage> = new Map(Object.entries(pages));
