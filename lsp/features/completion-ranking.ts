// Ranks completions by what is likely to come next: what the file writes in similar places, and what in the application has no route yet.
//
//   controller 'sessions' { post '/sign-in', to => '│      create first: an action without a route, and POST creates
//   get '/search', to => '│                                search#show first: the path has its name

import type { Cursor } from '../../src/analysis/cursor.js';
import type { Snapshot } from '../../src/analysis/snapshot.js';
import type { Argument, Declaration } from '../../src/language/declarations.js';
import { pairsOf, walkDeclarations } from '../../src/language/declarations.js';
import {
  declares,
  isResource,
  isWrapper,
  levelOf,
  optionRole,
  positionalRole,
} from '../../src/language/roles.js';
import { canonicalOption, type Keyword, type Role } from '../../src/language/vocabulary.js';
import type { ApplicationKnowledge } from '../../src/lint/application.js';
import { targetText } from '../../src/routing/patterns/route.js';

/** What the ranking needs to know about the place of the cursor. */
export interface Writing {
  readonly whole: Snapshot;
  readonly offset: number;
  readonly cursor: Cursor;
  readonly host: { readonly application?: ApplicationKnowledge | undefined };
  /** The statement before the one at the cursor, in the same block. */
  siblingBefore(): Declaration | undefined;
  /** The statements of the block around the cursor, without the one at the cursor. */
  siblings(): readonly Declaration[];
  /** Whether the cursor is in a statement of the text but not in its block. */
  isAtHead(declaration: Declaration): boolean;
}

/** How often keywords are assumed to occur in a kind of place before the file is counted. All others have 0. */
const habits: Readonly<Record<'resource' | 'level' | 'scope', Partial<Record<Keyword, number>>>> = {
  resource: { member: 4, collection: 4, resources: 4, get: 2, resource: 2, post: 1 },
  level: { get: 4, post: 4, put: 3, patch: 3, delete: 3 },
  scope: { resources: 4, get: 4, resource: 2, namespace: 2, scope: 2, post: 2, controller: 2, root: 1 },
};

/** Greater than any count: the rank of the keyword with which an empty file begins. */
const certainly = 1000;

/** Keywords, sorted by how often the file has them in this kind of place. The keyword of the last statement gets extra weight. */
export function likelyKeywords<Row>(
  rows: readonly (readonly [string, Row])[],
  place: Writing,
): readonly (readonly [string, Row])[] {
  const around = kindOf(place.cursor.parents.at(-1));
  const counts = new Map<string, number>(Object.entries(habits[around]));
  const count = (word: string, by: number): void => void counts.set(word, (counts.get(word) ?? 0) + by);
  walkDeclarations(place.whole.syntax.declarations, ({ keyword, span }, parents) => {
    if (span.end < place.offset && kindOf(parents.at(-1)) === around) count(keyword.text, 1);
  });
  const previous = place.siblingBefore();
  if (previous) count(previous.keyword.text, 1 + Math.max(...counts.values()) / 2);
  const siblings = new Set(place.siblings().map(({ keyword }) => keyword.text));
  return mostFirst(rows, ([name]) => {
    if (isOnce(name)) {
      if (siblings.has(name)) return -1;
      if (siblings.size === 0 && isRootOf(name, place)) return certainly;
    }
    return counts.get(name) ?? 0;
  });
}

/** Whether a block needs a keyword at most once: a second `root` is never reached, and a second `member` could be part of the first. */
function isOnce(name: string): boolean {
  const keyword = { keyword: { text: name } };
  return levelOf(keyword) !== undefined || positionalRole(keyword) === 'target';
}

/** Whether the keyword is `root` and the cursor is outside all scopes. */
function isRootOf(name: string, { cursor: { parents } }: Writing): boolean {
  return positionalRole({ keyword: { text: name } }) === 'target' && parents.every(isWrapper);
}

/** The kind of place in a block. Blocks of one kind contain the same keywords. */
function kindOf(parent: Declaration | undefined): keyof typeof habits {
  if (!parent) return 'scope';
  if (levelOf(parent)) return 'level';
  return isResource(parent) || declares(parent, 'concern') ? 'resource' : 'scope';
}

/** Options, sorted by how often the file gives them to calls with this keyword, otherwise in the order of the signature. */
export function likelyOptions<Name extends string>(
  names: readonly Name[],
  call: Declaration,
  place: Writing,
): readonly Name[] {
  const counts = new Map<string, number>();
  walkDeclarations(place.whole.syntax.declarations, (other) => {
    if (other.keyword.text !== call.keyword.text || other.span.end >= place.offset) return;
    for (const { key } of pairsOf(other)) {
      const option = canonicalOption(key.text);
      counts.set(option, (counts.get(option) ?? 0) + 1);
    }
  });
  // One use in the file weighs as much as two places in the order of the signature.
  return mostFirst(names, (name) => Math.max(0, (counts.get(name) ?? 0) - names.indexOf(name) / 2));
}

/** The roles of options that mean nothing beside the call's target, which already names the action and often the controller. */
export function rolesBesideTarget(call: Declaration): readonly (Role | undefined)[] {
  const pairs = pairsOf(call);
  const isPaired = pairs[0]?.key.string !== undefined && optionRole(pairs[0].key.text) === undefined;
  const target =
    pairs.find(({ key }) => optionRole(key.text) === 'target')?.value ??
    (isPaired ? pairs[0]?.value : undefined);
  if (!target) return pairs.some(({ key }) => optionRole(key.text) === 'action') ? ['target'] : [];
  return target.kind === 'string' && !target.value.includes('#') ? ['action'] : ['action', 'controller'];
}

export interface Routed {
  readonly controllers: ReadonlySet<string>;
  /** In the form `controller#action`. */
  readonly targets: ReadonlySet<string>;
}

/** The controllers and actions that already have a route, apart from routes of the statement at the cursor. */
export function routed(place: Writing): Routed {
  const controllers = new Set<string>();
  const targets = new Set<string>();
  for (const { definition, declaration } of place.whole.analysis.routes) {
    const { target } = definition;
    const isHere = place.isAtHead(declaration);
    if (target.kind !== 'controller' || isHere) continue;
    controllers.add(target.controller);
    targets.add(targetText(target));
  }
  return { controllers, targets };
}

/** The purpose for which a controller is named: a resource of several records, of one record, or anything else. */
export type ControllerPurpose = 'list' | 'one' | 'rest';

/** Controllers by their names here. Those without a route and with fitting actions come first. */
export function likelyControllers(
  names: readonly string[],
  prefix: string,
  purpose: ControllerPurpose,
  place: Writing,
): readonly string[] {
  const { controllers } = routed(place);
  const { application } = place.host;
  return mostFirst(names, (name) => {
    const isNew = !controllers.has(prefix + name);
    return (
      (isNew ? 4 : 0) +
      (name.includes('/') ? 0 : 2) +
      suits(purpose, prefix + name, application) / 2 +
      (sharedWords(name, place.cursor.parents.at(-1)) ? 1 : 0) -
      // A shorter name comes before longer names that begin with it: `users` before `user_roles`.
      Math.min(name.split(/[_-]/).length - 1, 2) / 4
    );
  });
}

/**
 * A resource that needs an option to reach its controller, because the controller is in a folder or also has the name of the surrounding
 * resource.
 */
export interface NamedElsewhere {
  readonly name: string;
  readonly option: 'module' | 'controller';
  readonly value: string;
  /** Whether it belongs to the surrounding resource and has no route yet. It is then likelier than resources that need no option. */
  readonly isExpected: boolean;
}

/**
 * Resources that need an option to reach their controllers. `names` are the controllers by their names here. Resources that belong to the
 * surrounding resource come first.
 *
 *   resources 'issues', { resources 'comments', controller => 'issue_comments'
 *   resources 'issues', { resources 'comments', module => 'issues'
 */
export function namedElsewhere(
  names: readonly string[],
  prefix: string,
  parent: { readonly name: string; readonly singular: string } | undefined,
  place: Writing,
): readonly NamedElsewhere[] {
  const known = new Set(names);
  const { controllers } = routed(place);
  const found = names.flatMap((whole): (NamedElsewhere & { readonly isNew: boolean })[] => {
    const isNew = !controllers.has(prefix + whole);
    const slash = whole.lastIndexOf('/');
    const name = whole.slice(slash + 1);
    const value = slash < 0 ? whole : whole.slice(0, slash);
    if (slash >= 0)
      return known.has(name)
        ? []
        : [{ name, option: 'module', value, isNew, isExpected: isNew && value === parent?.name }];
    const tail = parent && whole.startsWith(`${parent.singular}_`) && whole.slice(parent.singular.length + 1);
    return tail && !known.has(tail)
      ? [{ name: tail, option: 'controller', value, isNew, isExpected: isNew }]
      : [];
  });
  return mostFirst(found, ({ isExpected, isNew }) => (isExpected ? 2 : isNew ? 1 : 0));
}

/** How well the actions of a controller fit a purpose: from 0 to 2. */
function suits(
  purpose: ControllerPurpose,
  name: string,
  application: ApplicationKnowledge | undefined,
): number {
  const actions = application?.controller(name)?.byName;
  if (!actions) return 0;
  const isRest = ['create', 'show', 'update', 'destroy'].some((action) => actions.has(action));
  if (purpose === 'list') return (actions.has('index') ? 1 : 0) + (isRest ? 1 : 0);
  if (purpose === 'one') return isRest && !actions.has('index') ? 2 : 0;
  return isRest ? 0 : 2;
}

function sharedWords(name: string, parent: Declaration | undefined): boolean {
  const [first] = parent?.arguments ?? [];
  return first?.kind === 'string' && first.value !== '' && name.startsWith(first.value.replace(/s$/, ''));
}

const actionsOf: Readonly<Record<string, readonly string[]>> = {
  get: ['index', 'new'],
  post: ['create'],
  put: ['update'],
  patch: ['update'],
  delete: ['destroy'],
  root: ['home', 'index'],
};
/** The usual actions for a path that ends with a segment, `/posts/:id`. */
const actionsOfOne: Readonly<Record<string, readonly string[]>> = { ...actionsOf, get: ['show', 'edit'] };

/**
 * How well a target fits the route at the cursor: it counts the words of the path, the verb, and whether another route leads to the
 * target.
 *
 * @param isFolder whether the controller is in a folder below the expected one
 */
export function targetRank(
  whole: string,
  call: Declaration | undefined,
  { targets }: Pick<Routed, 'targets'>,
  previous: string | undefined,
  isFolder: boolean,
): number {
  const [controller = '', action = ''] = whole.split('#');
  const [path] = call?.arguments ?? [];
  const words = path?.kind === 'string' ? wordsOf(path.value) : [];
  const own = [...controller.split('/').slice(-1), ...action.split('_'), action];
  const shared = words.filter((word) => own.some((part) => isAlike(part, word))).length;
  return (
    (targets.has(whole) ? 0 : 3) +
    Math.min(shared, 3) * 4 +
    usualness(action, call?.keyword.text ?? '', path) +
    (controller === previous ? 1 : 0) +
    (isFolder ? 0 : 0.5)
  );
}

/** How usual an action is for a verb, with or without a segment at the end of the path. Between 0 and 1. */
function usualness(action: string, verb: string, path: Argument | undefined): number {
  const isOfOne = path?.kind === 'string' && /[:*][\p{L}\p{M}\p{Nd}_]+\)*$/u.test(path.value);
  const usual = (isOfOne ? actionsOfOne : actionsOf)[verb] ?? [];
  const index = usual.indexOf(action);
  return index < 0 ? 0 : 1 - index / 4;
}

function wordsOf(path: string): string[] {
  return path.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 1 && word !== 'id');
}

/** Whether two words are the same, or one may be the plural of the other. */
export function isAlike(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return long === short || (short.length > 2 && long.startsWith(short) && long.length - short.length < 3);
}

/** Items sorted by rank, the highest first. Items of equal rank keep their order. */
export function mostFirst<Item>(items: readonly Item[], rank: (item: Item) => number): readonly Item[] {
  return items
    .map((item) => ({ item, rank: rank(item) }))
    .sort((one, other) => other.rank - one.rank)
    .map(({ item }) => item);
}
