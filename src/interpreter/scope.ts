// A scope is an immutable record of what the blocks around a declaration add to it: path, names, modules, constraints, and so on. A block
// makes a new scope from its parent's, so nothing has to be undone when the block ends.
//
// Inside a resource a declaration can continue in two ways, and the scope holds both:
//
//   resources 'photos' { member { scope 'x' { … } } }
//     route  /photos/:id/x        for verbs of this level, named  <segment>-photo
//     nest   /photos/:photo_id/x  for everything nested, named    photo-<name>

import type {
  CallableValue,
  Declaration,
  Pair,
  RegexValue,
  StringValue,
  Value,
} from '../language/declarations.js';
import type { Place } from '../language/diagnostics.js';
import type { KeywordPlace } from '../language/vocabulary.js';
import type { FactValue, RouteNotice } from '../routing/patterns/facts.js';

export interface Scope {
  /** For nested declarations: the path so far, and the names before theirs. */
  readonly nest: Base;
  /** For verbs. Outside of resources its path is the same as that of `nest`. */
  readonly route: RouteBase;
  /** For shallow members: path and names of the scopes alone, without parent resources. */
  readonly shallowBase: Base;
  readonly modules: readonly string[];
  readonly controller: string | undefined;
  /** The place where that controller is named. */
  readonly controllerPlace: Place | undefined;
  readonly format: FormatSetting | undefined;
  readonly actions: ActionFilter | undefined;
  /** The `only` or `except` of a concern's use, which filters the resources directly in the concern. */
  readonly concernActions: ActionFilter | undefined;
  readonly param: string;
  readonly pathNames: ReadonlyMap<string, string>;
  readonly shallow: boolean;
  readonly demands: readonly Demand[];
  readonly defaults: ReadonlyMap<string, string>;
  readonly facts: ScopeFacts;
  /** The innermost resource around the declaration. */
  readonly resource: ResourceLevel | undefined;
  /** The uses of concerns and the includes that led here, outermost first. */
  readonly uses: readonly Use[];
  readonly isTop: boolean;
  /**
   * Whether something around could not be read and was reported. The declaration may then belong elsewhere. It is not reported as
   * misplaced, nor for lacking what its surroundings would give.
   */
  readonly isDoubtful: boolean;
}

export interface Base {
  readonly path: string;
  readonly names: readonly string[];
  /** Constraints on the keys of parent resources, by their names in nested routes: `photo_id`. */
  readonly demands: readonly Demand[];
}

export interface RouteBase {
  readonly path: string;
  /** The parts of the name before and after the route's own. Only the levels of a resource have `after`. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Used instead of `after` if the route has no name of its own: `sheep-index`. */
  readonly afterAlone: readonly string[];
  /** Whether the route's own name comes first, as on the levels of a resource: `preview-admin-photo`. */
  readonly ownNameFirst: boolean;
  /** Constraints on the key of the resource, by its name in routes of this level: `id`. */
  readonly demands: readonly Demand[];
}

export interface ResourceLevel {
  /** Whether `member`, `collection`, `new` and `on` may be written here. */
  readonly isDirect: boolean;
  /** Whether the scope is inside `member`, `collection` or `new`. */
  readonly isLevel: boolean;
  readonly member: LevelBases;
  readonly collection: LevelBases;
  readonly new: LevelBases;
}

/** What a route of a resource is for: one record, all records, or the form for a new one. */
export type Level = Exclude<keyof ResourceLevel, 'isDirect' | 'isLevel'>;

export interface LevelBases {
  readonly nest: Base;
  readonly route: RouteBase;
}

export type FormatSetting = boolean | StringValue | RegexValue;

export interface ActionFilter {
  readonly only: ReadonlySet<string> | undefined;
  readonly except: ReadonlySet<string> | undefined;
}

/** A constraint on the routes inside: an entry of a hash, or a callable. */
export type Demand =
  EntryDemand | { readonly kind: 'callable'; readonly value: CallableValue; readonly place: Place };

export interface EntryDemand {
  readonly kind: 'entry';
  /** The key in the routes: nested routes have the parent's `id` as `photo_id`. */
  readonly key: string;
  readonly pair: Pair;
  /** What the pair asks for. */
  readonly value: Value;
  readonly place: Place;
  /** Whether it is a regex written as an option, such as `id => /\d+/`. Its key has to be the name of a segment. */
  readonly isShorthand: boolean;
  /** Whether it is written on the one route that it constrains. */
  readonly isOwn: boolean;
}

/** The layers and facts of the routes inside. */
export interface ScopeFacts {
  /** Outermost first. */
  readonly layers: readonly LayerUse[];
  readonly meta: ReadonlyMap<string, FactValue>;
  readonly deprecated: RouteNotice | undefined;
  readonly sunset: RouteNotice | undefined;
}

/** A callable that is named as a layer. */
export interface LayerUse {
  readonly value: CallableValue;
  readonly place: Place;
}

export interface Use {
  readonly kind: 'concern' | 'include';
  readonly name: string;
  readonly declaration: Declaration;
  readonly place: Place;
}

/** The scope of a file's top level. */
export const topScope: Scope = {
  nest: { path: '', names: [], demands: [] },
  route: { path: '', before: [], after: [], afterAlone: [], ownNameFirst: false, demands: [] },
  shallowBase: { path: '', names: [], demands: [] },
  modules: [],
  controller: undefined,
  controllerPlace: undefined,
  format: undefined,
  actions: undefined,
  concernActions: undefined,
  param: 'id',
  pathNames: new Map(),
  shallow: false,
  demands: [],
  defaults: new Map(),
  facts: { layers: [], meta: new Map(), deprecated: undefined, sunset: undefined },
  resource: undefined,
  uses: [],
  isTop: true,
  isDoubtful: false,
};

/** Joins two pieces of a path with a slash; empty pieces are left out. The pattern reader normalises the other slashes. */
export function joinPath(path: string, piece: string): string {
  const isFirst = path === '' || path === '/';
  if (piece === '' || piece === '/') return isFirst ? '' : path;
  return isFirst ? piece : `${path}${piece.startsWith('/') ? '' : '/'}${piece}`;
}

/** Joins two parts of a name with `-`; an empty part is left out. Slashes in the second part become `-`. */
export function joinName(name: string, part: string): string {
  const piece = part.includes('/') ? part.replaceAll('/', '-') : part;
  return name === '' || piece === '' ? name + piece : `${name}-${piece}`;
}

/** The scope with a path and names added, both for verbs and for nested declarations. */
export function within(scope: Scope, path: string, names: readonly string[]): Scope {
  return {
    ...scope,
    nest: { ...scope.nest, path: joinPath(scope.nest.path, path), names: scope.nest.names.concat(names) },
    route: {
      ...scope.route,
      path: joinPath(scope.route.path, path),
      before: scope.route.before.concat(names),
    },
  };
}

/** The scope with more constraints on the routes inside. */
export function demanding(scope: Scope, demands: readonly Demand[]): Scope {
  return demands.length === 0 ? scope : { ...scope, demands: scope.demands.concat(demands) };
}

/** The scope of one level of a resource. */
export function atLevel(scope: Scope, resource: ResourceLevel, level: Level): Scope {
  const { nest, route } = resource[level];
  return { ...scope, nest, route, resource: { ...resource, isDirect: false, isLevel: true } };
}

/** The place of declarations in this scope, as the rows of the signature table name it. */
export function placeIn({ resource, isTop }: Scope): KeywordPlace {
  if (resource) return resource.isDirect ? 'in-resource' : 'resource';
  return isTop ? 'routes' : 'scope';
}

/** Keys whose values are nodes of the tree, or contain nodes. Their values are compared by identity. */
const ofTree: ReadonlySet<string> = new Set(['source', 'span', 'pair', 'value', 'declaration', 'format']);

/** Whether two scopes, or parts of them, give the declarations inside the same meaning. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one))
    return (
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((item, index) => isSame(item, other[index]))
    );
  if (one instanceof Map) return other instanceof Map && isSame([...one], [...other]);
  if (one instanceof Set) return other instanceof Set && isSame([...one], [...other]);
  const [keys, others] = [Object.keys(one), Object.keys(other)];
  return (
    keys.length === others.length &&
    keys.every((key) => {
      const value: unknown = Reflect.get(one, key);
      const beside: unknown = Reflect.get(other, key);
      return ofTree.has(key) ? value === beside : isSame(value, beside);
    })
  );
}
