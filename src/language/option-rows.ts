// The options of the language, each in exactly one row of the signature table (vocabulary.ts), and the types that rows of any kind share.

/** The kinds of value an argument or option takes. `strings` is a list of strings, or one string for a list of one. */
export type ValueKind =
  | 'string'
  | 'strings'
  | 'number'
  | 'boolean'
  | 'false'
  | 'regex'
  | 'list'
  | 'hash'
  | 'callable'
  | 'star'
  | 'redirect';

/**
 * What an argument is, whatever keyword or option takes it. Completion, colours, hover, renaming and the rules use roles, so they all
 * understand a new row.
 */
export type Role =
  | 'path'
  | 'target'
  | 'resource'
  | 'namespace'
  | 'controller'
  | 'action'
  | 'module'
  | 'concern'
  | 'helper'
  | 'class'
  | 'file'
  | 'app'
  | 'layer'
  | 'constraints'
  | 'params'
  | 'facts'
  | 'segment'
  | 'location'
  | 'verbs'
  | 'actions'
  | 'level'
  | 'path-names'
  | 'setting';

/** An option of the language. */
export interface OptionRow {
  /** The role of its value: a path, a target, a list of actions, …. */
  readonly role: Role;
  /** The kinds of value that it takes. */
  readonly accepts: readonly ValueKind[];
  /** The possible strings, if there are only a few. */
  readonly words?: readonly string[];
  /** Usual values, as written, each with its meaning. Others are possible. */
  readonly usual?: Readonly<Record<string, string>>;
  /** The possible keys of a hash, if there are only a few. */
  readonly keys?: readonly string[];
  /** Its words are excluded. */
  readonly leavesOut?: true;
  /** One line, in the imperative or as a statement, without a final stop. */
  readonly doc: string;
  /** A declaration with it, for the reference and for messages. */
  readonly example: string;
  /** What to write instead of `nil`, if an empty value is possible. */
  readonly none?: string;
}

/** Makes a row. `more` has the rarer properties. */
const option = <const Kinds extends readonly ValueKind[]>(
  role: Role,
  accepts: Kinds,
  doc: string,
  example: string,
  more?: Omit<OptionRow, 'role' | 'accepts' | 'doc' | 'example'>,
): OptionRow & { readonly accepts: Kinds } => ({ role, accepts, doc, example, ...more });

export const resourcesActions = ['index', 'create', 'new', 'show', 'edit', 'update', 'destroy'] as const;
export const resourceActions = ['new', 'create', 'show', 'edit', 'update', 'destroy'] as const;

export const options = {
  to: option(
    'target',
    ['string', 'callable', 'redirect'],
    "What answers: `'controller#action'`, `'action'` if a controller is known, a callable, or a redirect",
    "get '/users/:id', to => 'users#show'",
  ),
  as: option(
    'helper',
    ['string', 'false'],
    'The name of the URL helpers; `false` makes none',
    "get '/sign-in', to => 'sessions#new', as => 'login'",
  ),
  on: option(
    'level',
    ['string'],
    'The level of the resource that the route belongs to',
    "resources 'photos' { get 'preview', on => 'member' }",
    { words: ['member', 'collection', 'new'] },
  ),
  via: option(
    'verbs',
    ['strings', 'star'],
    "The verbs of the route: one, a list, `'all'` or `*`",
    "match '/search', to => 'search#run', via => <get post>",
    { words: ['get', 'post', 'put', 'patch', 'delete', 'options', 'head', 'all'] },
  ),
  constraints: option(
    'constraints',
    ['hash', 'callable', 'list'],
    'What a segment or the request must match: a hash, a callable, or a list of these',
    "get '/users/:id', to => 'users#show', constraints => { id => /\\d+/ }",
  ),
  defaults: option(
    'params',
    ['hash'],
    'Params that are not in the path',
    "get '/feed', to => 'posts#feed', defaults => { format => 'rss' }",
  ),
  format: option(
    'setting',
    ['boolean', 'string', 'regex'],
    '`true` appends an optional `(.:format)`, `false` cancels an enclosing one, a string or regex restricts the format',
    "get '/posts', to => 'posts#index', format => true",
  ),
  controller: option(
    'controller',
    ['string'],
    'The controller that answers',
    "resources 'photos', controller => 'images'",
  ),
  action: option(
    'action',
    ['string'],
    'The action that answers, if a controller is known',
    "get '/photos/top', controller => 'photos', action => 'best'",
  ),
  module: option(
    'module',
    ['string'],
    'A prefix of the controller: with `admin`, `posts` is `admin/posts`',
    "resources 'posts', module => 'admin'",
    { none: "''" },
  ),
  only: option(
    'actions',
    ['strings'],
    'Make only these of the resource’s actions',
    "resources 'photos', only => <index show>",
    { words: resourcesActions, none: '[]' },
  ),
  except: option(
    'actions',
    ['strings'],
    'Make all of the resource’s actions except these',
    "resources 'photos', except => <destroy>",
    { words: resourcesActions, leavesOut: true },
  ),
  path: option(
    'path',
    ['string'],
    'The part of the path to use instead of the name; in `redirect`, the path to redirect to',
    "resources 'photos', path => 'pictures'",
    { none: "''" },
  ),
  param: option(
    'segment',
    ['string'],
    'The name of the key segment instead of `id`',
    "resources 'photos', param => 'slug'",
  ),
  'path-names': option(
    'path-names',
    ['hash'],
    'Other words for `new` and `edit` in paths',
    "resources 'photos', path-names => { new => 'neu' }",
    { keys: ['new', 'edit'] },
  ),
  shallow: option(
    'setting',
    ['boolean'],
    'Leave the parents out of the member routes of nested resources',
    "resources 'posts', :shallow, { resources 'comments' }",
  ),
  'shallow-path': option(
    'path',
    ['string'],
    'The path prefix of shallow member routes',
    "resources 'posts', :shallow, { resources 'comments', shallow-path => 'c' }",
    { none: "''" },
  ),
  'shallow-prefix': option(
    'setting',
    ['string'],
    'The name prefix of shallow member routes',
    "resources 'posts', :shallow, { resources 'comments', shallow-prefix => 'top' }",
    { none: "''" },
  ),
  concerns: option(
    'concern',
    ['strings'],
    'Concerns to mix into the resource',
    "resources 'photos', concerns => 'commentable'",
  ),
  through: option(
    'layer',
    ['callable', 'list'],
    'Middleware around the routes: a callable, or a list of them, outermost first',
    "get '/drafts', to => 'posts#drafts', through => &auth#signedIn",
  ),
  meta: option(
    'facts',
    ['hash'],
    'Facts about the routes for middleware and tools',
    "get '/prices', to => 'prices#index', meta => { cache => 60 }",
  ),
  deprecated: option(
    'setting',
    ['string', 'hash'],
    'The day from which the routes are deprecated, or a hash of `date` and `link`',
    "get '/export', to => 'exports#show', deprecated => '2026-12-01'",
    { keys: ['date', 'link'] },
  ),
  sunset: option(
    'setting',
    ['string', 'hash'],
    'The day on which the routes are removed, or a hash of `date` and `link`',
    "get '/export', to => 'exports#show', sunset => { date => '2027-06-01', link => '/help/export' }",
    { keys: ['date', 'link'] },
  ),
  at: option(
    'path',
    ['string'],
    'The path at which the app is mounted',
    "mount &legacy#app, at => '/legacy'",
  ),
  status: option(
    'setting',
    ['number'],
    'The status of the redirect; the default is 301',
    "get '/old', to => redirect('/new', status => 302)",
    {
      usual: {
        301: 'permanent, with GET or the method of the request',
        302: 'temporary, with GET or the method of the request',
        303: 'to the result of the request, with GET',
        307: 'temporary, with the method and body of the request',
        308: 'permanent, with the method and body of the request',
      },
    },
  ),
  host: option(
    'setting',
    ['string'],
    'Redirect to this host',
    "get '/m', to => redirect(host => 'm.example.com')",
  ),
  subdomain: option(
    'setting',
    ['string', 'false'],
    'Redirect to this subdomain; `false` leaves it out',
    "get '/m', to => redirect(subdomain => 'm')",
  ),
  protocol: option(
    'setting',
    ['string'],
    'Redirect with this protocol',
    "get '/pay', to => redirect(protocol => 'https')",
    { usual: { "'https'": 'encrypted', "'http'": 'not encrypted' } },
  ),
  port: option(
    'setting',
    ['number', 'string'],
    'Redirect to this port',
    "get '/dev', to => redirect(port => 8080)",
  ),
  params: option(
    'setting',
    ['hash'],
    'The query params of the redirect',
    "get '/find', to => redirect(path => '/search', params => { from => 'find' })",
  ),
} as const satisfies Record<string, OptionRow>;

/** The name of an option, in its canonical spelling. */
export type OptionName = keyof typeof options;
