// Scopes: what the blocks around a declaration add to it.
//
// A scope is immutable; a block makes a new one from its parent's merged with a change, so nothing is undone on the way
// out. Inside a resource there are two ways to go on, and both are kept:
//
//   resources 'photos' { member { scope 'x' { … } } }
//     route  /photos/:id/x        where verbs of the level stand, named  <segment>-photo
//     nest   /photos/:photo_id/x  where whatever is nested stands, named photo-<name>

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
  /** Where nested things stand: the path so far, and the names before theirs. */
  readonly nest: Base;
  /** Where verbs stand. Outside resources it is the same place as `nest`. */
  readonly route: RouteBase;
  /** The path and names of the scopes alone, without parent resources: where shallow members stand. */
  readonly shallowBase: Base;
  readonly modules: readonly string[];
  readonly controller: string | undefined;
  /** Where that controller is named. */
  readonly controllerPlace: Place | undefined;
  readonly format: FormatSetting | undefined;
  readonly actions: ActionFilter | undefined;
  /** A filter for the resources directly in a concern, given at its use. */
  readonly concernActions: ActionFilter | undefined;
  readonly param: string;
  readonly pathNames: ReadonlyMap<string, string>;
  readonly shallow: boolean;
  readonly demands: readonly Demand[];
  readonly defaults: ReadonlyMap<string, string>;
  readonly facts: ScopeFacts;
  /** The nearest resource around. */
  readonly resource: ResourceLevel | undefined;
  /** Concern uses and includes that led here, outermost first. */
  readonly uses: readonly Use[];
  readonly isTop: boolean;
  /**
   * Something around could not be read, which has been reported: what stands here may be elsewhere in truth, so nothing is
   * reported as misplaced, or as missing what its surroundings give.
   */
  readonly isDoubtful: boolean;
}

export interface Base {
  readonly path: string;
  readonly names: readonly string[];
  /** Constraints on parents' keys, as what stands here knows them: `photo_id`. */
  readonly demands: readonly Demand[];
}

export interface RouteBase {
  readonly path: string;
  /** Names before and after the route's own; `after` is there only on a resource's levels. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Instead of `after` where the route has no name of its own: `sheep-index`. */
  readonly afterAlone: readonly string[];
  /** On a resource's levels the route's own name comes first: `preview-admin-photo`. */
  readonly ownNameFirst: boolean;
  /** Constraints on the resource's own key, as its routes at this level know it: `id`. */
  readonly demands: readonly Demand[];
}

export interface ResourceLevel {
  /** Whether `member`, `collection`, `new` and `on` may be written here. */
  readonly isDirect: boolean;
  /** Whether this is inside one of these. */
  readonly isLevel: boolean;
  readonly member: LevelBases;
  readonly collection: LevelBases;
  readonly new: LevelBases;
}

/** What of a resource a route is for: one record, all of them, or the form of a new one. */
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

/** One thing that constrains the routes inside: a hash entry, or a callable on its own. */
export type Demand =
  EntryDemand | { readonly kind: 'callable'; readonly value: CallableValue; readonly place: Place };

export interface EntryDemand {
  readonly kind: 'entry';
  /** As the routes know it: a nested route knows its parent's `id` as `photo_id`. */
  readonly key: string;
  readonly pair: Pair;
  /** What the pair demands. */
  readonly value: Value;
  readonly place: Place;
  /** A regex written as an option of its own, which has to name a segment. */
  readonly isShorthand: boolean;
  /** Given on the one route that it is for. */
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

/** A callable that was named as a layer. */
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

/** Joins two pieces of a path; an empty one counts for nothing. Other slashes are put right when the pattern is read. */
export function joinPath(path: string, piece: string): string {
  const isFirst = path === '' || path === '/';
  if (piece === '' || piece === '/') return isFirst ? '' : path;
  return isFirst ? piece : `${path}${piece.startsWith('/') ? '' : '/'}${piece}`;
}

/** Joins a part to a name with `-`; either counts for nothing where it is empty, and a slash in the part is a `-`. */
export function joinName(name: string, part: string): string {
  const piece = part.includes('/') ? part.replaceAll('/', '-') : part;
  return name === '' || piece === '' ? name + piece : `${name}-${piece}`;
}

/** The scope with a path and names added, wherever it stands. */
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

/** The scope with more demands on the routes inside. */
export function demanding(scope: Scope, demands: readonly Demand[]): Scope {
  return demands.length === 0 ? scope : { ...scope, demands: scope.demands.concat(demands) };
}

/** The scope of one level of a resource. */
export function atLevel(scope: Scope, resource: ResourceLevel, level: Level): Scope {
  const { nest, route } = resource[level];
  return { ...scope, nest, route, resource: { ...resource, isDirect: false, isLevel: true } };
}

/** Where what stands in a scope stands, as rows of the signature table have it. */
export function placeIn({ resource, isTop }: Scope): KeywordPlace {
  if (resource) return resource.isDirect ? 'in-resource' : 'resource';
  return isTop ? 'routes' : 'scope';
}

/** Parts of a scope that are nodes of the tree, or hold such nodes: they are compared by identity. */
const ofTree: ReadonlySet<string> = new Set(['source', 'span', 'pair', 'value', 'declaration', 'format']);

/** Whether two scopes, or two parts of them, give what is inside them the same meaning. */
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
