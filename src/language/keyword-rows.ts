// The keywords of the language, each in exactly one row of the signature table (vocabulary.ts). Related keywords are next to each other.

import {
  type OptionName,
  resourceActions,
  resourcesActions,
  type Role,
  type ValueKind,
} from './option-rows.js';

/** A positional argument of a keyword. */
export interface PositionalRow {
  /** What messages call it: `path`, `name`. */
  readonly name: string;
  /** The role of its value: a path, a target, the name of a concern, …. */
  readonly role: Role;
  /** It defines the name of something. Elsewhere the role refers to what was defined. */
  readonly declares?: true;
  /** The kinds of value that it takes. */
  readonly accepts: readonly ValueKind[];
  /** Whether the call must have it. */
  readonly presence: 'required' | 'optional';
  /** Further positionals of the same kinds may follow. */
  readonly repeats?: true;
  /** The option that may replace this positional. */
  readonly orOption?: OptionName;
}

/**
 * Where a declaration may stand: `file` outside everything, `routes` directly in the wrapper, `scope` in any other block outside
 * resources, `resource` anywhere inside a resource, `in-resource` directly in one.
 */
export type KeywordPlace = 'file' | 'routes' | 'scope' | 'resource' | 'in-resource';

/** A keyword of the language: its arguments, and where it may stand. */
export interface KeywordRow {
  /** Its positional arguments, in order. */
  readonly positionals: readonly PositionalRow[];
  /** The options that it takes. */
  readonly options: readonly OptionName[];
  /** The options that it must have. */
  readonly required?: readonly OptionName[];
  /** Any `key => value` is allowed: `constraints`, `defaults`, `direct`. */
  readonly anyKey?: true;
  /** `'path' => target` may replace the first positional and this option. */
  readonly pairFor?: OptionName;
  /** Whether it has a block. */
  readonly block: 'none' | 'optional' | 'required';
  /** It makes or contains paths, so `segment => /regex/` is short for a constraint. */
  readonly hasPath?: true;
  /** The actions of a resource. */
  readonly actions?: readonly string[];
  /** The segment that identifies a record of the resource, unless `param` names another. */
  readonly key?: string;
  /** The level of the resource that its block is for. */
  readonly level?: 'member' | 'collection' | 'new';
  /** Where it may stand. */
  readonly places: readonly KeywordPlace[];
  /** What it does, in one sentence, for completion, hover and the reference. */
  readonly doc: string;
  /** A declaration with it, for the reference and for messages. */
  readonly example: string;
  /** The snippet for completion, if it does not follow from the row. `$1`, `$2` are tab stops. */
  readonly snippet?: string;
}

const everywhere: readonly KeywordPlace[] = ['routes', 'scope', 'resource', 'in-resource'];
/** The options of every declaration that makes or contains routes: layers, and facts. */
export const routeFacts: readonly OptionName[] = ['through', 'meta', 'deprecated', 'sunset'];
/** The options that apply to every route inside, or to the one that a call makes. */
const routeSettings: readonly OptionName[] = ['constraints', 'defaults', 'format', ...routeFacts];
const shallowPlaces: readonly OptionName[] = ['shallow-path', 'shallow-prefix'];
const verbOptions: readonly OptionName[] = [
  'to',
  'as',
  'on',
  'constraints',
  'defaults',
  'format',
  'controller',
  'action',
  'module',
  ...routeFacts,
];
const scopeOptions: readonly OptionName[] = [
  'path',
  'module',
  'as',
  'controller',
  'shallow',
  ...shallowPlaces,
  'path-names',
  'param',
  'only',
  'except',
  ...routeSettings,
];
const resourceOptions: readonly OptionName[] = [
  'only',
  'except',
  'path',
  'as',
  'controller',
  'module',
  'param',
  'path-names',
  'shallow',
  ...shallowPlaces,
  'concerns',
  ...routeSettings,
];
const name = (role: Role) =>
  ({ name: 'name', role, accepts: ['string'], presence: 'required' }) as const satisfies PositionalRow;

const verb = (word: string, what: string) =>
  ({
    positionals: [{ name: 'path', role: 'path', accepts: ['string'], presence: 'required' }],
    options: verbOptions,
    pairFor: 'to',
    block: 'none',
    hasPath: true,
    places: everywhere,
    doc: what,
    example: `${word} '/photos', to => 'photos#${word === 'get' ? 'index' : 'change'}'`,
  }) as const satisfies KeywordRow;

/** A block directly in a resource, for the routes of one level. */
const level = <const Level extends 'member' | 'collection' | 'new'>(
  word: Level,
  options: readonly OptionName[],
  what: string,
  inside: string,
) =>
  ({
    positionals: [],
    options,
    level: word,
    block: 'required',
    places: ['in-resource'],
    doc: what,
    example: `resources 'photos' { ${word} { ${inside} } }`,
  }) as const satisfies KeywordRow;

const wrapper = {
  positionals: [],
  options: [],
  block: 'required',
  places: ['file'],
  doc: 'Wraps the declarations of a file; `routes` and `draw` mean the same',
  example: "routes { root to => 'home#index' }",
} as const satisfies KeywordRow;

export const keywords = {
  routes: wrapper,
  draw: wrapper,
  get: verb('get', 'A route for GET, and for HEAD'),
  post: verb('post', 'A route for POST'),
  put: verb('put', 'A route for PUT'),
  patch: verb('patch', 'A route for PATCH'),
  delete: verb('delete', 'A route for DELETE'),
  options: verb('options', 'A route for OPTIONS'),
  match: {
    ...verb('match', 'A route for the verbs in `via`'),
    options: [...verbOptions.slice(0, 1), 'via', ...verbOptions.slice(1)],
    required: ['via'],
    example: "match '/search', to => 'search#run', via => <get post>",
    snippet: "match '/$1', to => '$2', via => <${3:get post}>",
  },
  root: {
    positionals: [
      {
        name: 'target',
        role: 'target',
        accepts: ['string', 'callable', 'redirect'],
        presence: 'required',
        orOption: 'to',
      },
    ],
    options: ['to', 'as', ...routeSettings],
    block: 'none',
    hasPath: true,
    places: ['routes', 'scope'],
    doc: 'The route of `/`, named `root`',
    example: "root to => 'home#index'",
    snippet: "root to => '$1'",
  },
  resources: {
    positionals: [{ ...name('resource'), repeats: true }],
    options: resourceOptions,
    actions: resourcesActions,
    key: 'id',
    block: 'optional',
    hasPath: true,
    places: everywhere,
    doc: 'The seven routes of a set of records: index, create, new, show, edit, update, destroy',
    example: "resources 'photos', except => <destroy>",
  },
  resource: {
    positionals: [{ ...name('resource'), repeats: true }],
    options: resourceOptions,
    actions: resourceActions,
    block: 'optional',
    hasPath: true,
    places: everywhere,
    doc: 'The six routes of a single record that needs no id: new, create, show, edit, update, destroy',
    example: "resource 'profile', only => <show edit update>",
  },
  member: level(
    'member',
    routeFacts,
    'Routes of one record of the resource: `/photos/:id/…`',
    "get 'preview'",
  ),
  collection: level('collection', routeFacts, 'Routes of the whole set: `/photos/…`', "get 'search'"),
  new: level('new', [], 'Routes beside the form for a new record: `/photos/new/…`', "get 'wizard'"),
  shallow: {
    positionals: [],
    options: shallowPlaces,
    block: 'required',
    places: everywhere,
    doc: 'Makes nested resources shallow: their member routes leave out the parents',
    example: "shallow { resources 'posts' { resources 'comments' } }",
  },
  namespace: {
    positionals: [name('namespace')],
    options: scopeOptions,
    block: 'required',
    hasPath: true,
    places: everywhere,
    doc: 'Prefixes the path, controller and name of the routes inside',
    example: "namespace 'admin' { resources 'posts' }",
  },
  scope: {
    positionals: [
      { name: 'path', role: 'path', accepts: ['string'], presence: 'optional', orOption: 'path' },
    ],
    options: scopeOptions,
    block: 'required',
    hasPath: true,
    places: everywhere,
    doc: 'Prefixes the path, controller or name of the routes inside, each with its own option',
    example: "scope '(:locale)', locale => /en|de/, { resources 'posts' }",
    snippet: 'scope $1, {\n  $0\n}',
  },
  controller: {
    positionals: [name('controller')],
    options: routeFacts,
    block: 'required',
    places: everywhere,
    doc: 'Sets the controller of the routes inside; their targets may then be actions alone',
    example: "controller 'pages' { get '/about'; get '/imprint', to => 'legal' }",
  },
  concern: {
    positionals: [{ ...name('concern'), declares: true }],
    options: [],
    block: 'required',
    places: everywhere,
    doc: 'Names a block of declarations to use in several places; it is read at each use as if it were written there',
    example: "concern 'commentable' { resources 'comments' }",
  },
  concerns: {
    positionals: [{ ...name('concern'), repeats: true }],
    options: ['only', 'except'],
    block: 'none',
    places: everywhere,
    doc: 'Inserts the declarations of concerns here',
    example: "resources 'photos' { concerns 'commentable', 'taggable' }",
  },
  constraints: {
    positionals: [
      {
        name: 'constraint',
        role: 'constraints',
        accepts: ['callable', 'hash', 'list'],
        presence: 'optional',
        repeats: true,
      },
    ],
    options: [],
    anyKey: true,
    block: 'required',
    places: everywhere,
    doc: 'Restricts the routes inside by segments, by attributes of the request, or by a callable',
    example: "constraints(subdomain => 'admin', { resources 'users' })",
    snippet: 'constraints($1, {\n  $0\n})',
  },
  defaults: {
    positionals: [{ name: 'params', role: 'params', accepts: ['hash'], presence: 'optional' }],
    options: [],
    anyKey: true,
    block: 'required',
    places: everywhere,
    doc: 'Sets params of the routes inside that are not in their paths',
    example: "defaults(format => 'json', { resources 'events' })",
    snippet: 'defaults($1, {\n  $0\n})',
  },
  through: {
    positionals: [
      { name: 'layer', role: 'layer', accepts: ['callable'], presence: 'required', repeats: true },
    ],
    options: [],
    block: 'required',
    places: everywhere,
    doc: 'Runs middleware around the routes inside, outermost first',
    example: "through &auth#signedIn, { resources 'posts' }",
  },
  meta: {
    positionals: [{ name: 'facts', role: 'facts', accepts: ['hash'], presence: 'optional' }],
    options: [],
    anyKey: true,
    block: 'required',
    places: everywhere,
    doc: 'Sets facts about the routes inside for middleware and tools; for the same key, the inner one wins',
    example: "meta(auth => 'staff', { resources 'posts' })",
    snippet: 'meta $1, {\n  $0\n}',
  },
  mount: {
    positionals: [{ name: 'app', role: 'app', accepts: ['callable'], presence: 'required' }],
    options: ['at', 'as', 'constraints', 'defaults', ...routeFacts],
    required: ['at'],
    pairFor: 'at',
    block: 'none',
    hasPath: true,
    places: everywhere,
    doc: 'Passes all requests at and below a path to another app',
    example: "mount &legacy#app, at => '/legacy'",
    snippet: "mount &$1, at => '/$2'",
  },
  direct: {
    positionals: [
      { ...name('helper'), declares: true },
      { name: 'location', role: 'setting', accepts: ['callable', 'string'], presence: 'required' },
    ],
    options: [],
    anyKey: true,
    block: 'none',
    places: ['routes'],
    doc: 'Defines a URL helper: `<name>-path` and `<name>-url`',
    example: "direct 'homepage', 'https://example.com'",
  },
  resolve: {
    positionals: [
      { name: 'class name', role: 'class', accepts: ['string'], presence: 'required' },
      { name: 'route', role: 'helper', accepts: ['callable', 'strings'], presence: 'required' },
    ],
    options: [],
    block: 'none',
    places: ['routes'],
    doc: 'Sets the route for records of a class in polymorphic URL helpers',
    example: "resolve 'Basket', <cart>",
  },
  include: {
    positionals: [{ name: 'file', role: 'file', accepts: ['string'], presence: 'required' }],
    options: [],
    block: 'none',
    places: everywhere,
    doc: 'Inserts the declarations of another routes file here',
    example: "include 'admin.routes'",
  },
} as const satisfies Record<string, KeywordRow>;

/** The name of a keyword. */
export type Keyword = keyof typeof keywords;

/** `redirect(…)`: a call that is a value. */
export const redirectRow = {
  positionals: [
    {
      name: 'location',
      role: 'location',
      accepts: ['string', 'callable'],
      presence: 'optional',
      orOption: 'path',
    },
  ],
  options: ['status', 'path', 'host', 'subdomain', 'protocol', 'port', 'params'],
  block: 'none',
  places: [],
  doc: 'Redirects to another location',
  example: "get '/stories/:id', to => redirect('/articles/%{id}', status => 302)",
} as const satisfies KeywordRow;
