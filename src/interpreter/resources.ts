// What `resources` and `resource` make: their routes as rows, and the scopes of what is written inside their blocks.

import type { Base, Demand, Level, LevelBases, ResourceLevel, RouteBase, Scope } from './scope.js';
import { joinName, joinPath } from './scope.js';

/** A row of the specification's tables: an action, its verbs, and the level that gives its path and name. */
export interface ResourceRow {
  readonly action: string;
  readonly verbs: readonly string[];
  readonly level: Level;
  /** The piece after the level's path, which is also the first part of the name. */
  readonly own?: 'edit';
}

const rowsOfRecord: readonly ResourceRow[] = [
  { action: 'show', verbs: ['GET'], level: 'member' },
  { action: 'edit', verbs: ['GET'], level: 'member', own: 'edit' },
  { action: 'update', verbs: ['PATCH', 'PUT'], level: 'member' },
  { action: 'destroy', verbs: ['DELETE'], level: 'member' },
];

/** The routes of `resources`, in this order (docs/language.md, "Resources"). */
export const resourcesRows: readonly ResourceRow[] = [
  { action: 'index', verbs: ['GET'], level: 'collection' },
  { action: 'create', verbs: ['POST'], level: 'collection' },
  { action: 'new', verbs: ['GET'], level: 'new' },
  ...rowsOfRecord,
];

/** The routes of `resource`, in this order (docs/language.md, "Resources"). */
export const resourceRows: readonly ResourceRow[] = [
  { action: 'new', verbs: ['GET'], level: 'new' },
  { action: 'create', verbs: ['POST'], level: 'collection' },
  ...rowsOfRecord,
];

export interface ResourceShape {
  readonly isSingular: boolean;
  /** The piece of the path: `photos`. */
  readonly segment: string;
  /** The parts of names for the whole resource and for one record: `photos` and `photo`. Empty if the resource has no names. */
  readonly plural: string;
  readonly singular: string;
  /** The name of the key segment, in routes of the resource (`id`) and in nested routes (`photo_id`). */
  readonly param: string;
  readonly nestedParam: string;
  readonly newSegment: string;
  readonly isShallow: boolean;
  readonly shallowPath: string | undefined;
  readonly shallowPrefix: string | undefined;
  readonly hasMemberRows: boolean;
  /** Constraints on the key of the resource, under its name in member routes (`id`) and in nested routes (`photo_id`). */
  readonly ownDemands: readonly Demand[];
  readonly nestedDemands: readonly Demand[];
}

/**
 * The levels of a resource in a scope, and the scope of its block.
 *
 * The member routes of a shallow resource have the path of the surrounding scopes only. All other routes are nested below the parent
 * resources.
 */
export function resourceLevels(scope: Scope, shape: ResourceShape): { body: Scope; level: ResourceLevel } {
  const base = scope.nest;
  const isMoved = shape.isShallow && !shape.isSingular && scope.resource !== undefined;
  const names = isMoved ? scope.shallowBase.names.concat(shape.shallowPrefix ?? '') : base.names;
  const collectionPath = joinPath(base.path, shape.segment);
  const recordPath = isMoved
    ? joinPath(scope.shallowBase.path, shape.shallowPath ?? shape.segment)
    : collectionPath;
  const keyed = (param: string): string =>
    shape.isSingular ? recordPath : joinPath(recordPath, `:${param}`);
  const newPath = joinPath(collectionPath, shape.newSegment);
  const isUncountable = shape.plural === shape.singular && !shape.isSingular && shape.hasMemberRows;

  const parentDemands = base.demands;
  const nest = {
    path: keyed(shape.nestedParam),
    names: names.concat(shape.singular),
    demands: parentDemands.concat(shape.nestedDemands),
  };
  const member: LevelBases = {
    nest,
    route: {
      path: keyed(shape.param),
      before: names,
      after: [shape.singular],
      afterAlone: [shape.singular],
      ownNameFirst: true,
      demands: parentDemands.concat(shape.ownDemands),
    },
  };
  const collection: LevelBases = {
    nest: { path: collectionPath, names: base.names.concat(shape.plural), demands: parentDemands },
    route: {
      path: collectionPath,
      before: base.names,
      after: [shape.plural],
      afterAlone: [isUncountable ? joinName(shape.plural, 'index') : shape.plural],
      ownNameFirst: true,
      demands: parentDemands,
    },
  };
  const fresh: LevelBases = {
    nest: { path: newPath, names: ['new'].concat(base.names, shape.singular), demands: parentDemands },
    route: { ...member.route, path: newPath, before: ['new'].concat(base.names), demands: parentDemands },
  };
  const level: ResourceLevel = { isDirect: true, isLevel: false, member, collection, new: fresh };
  const body: Scope = {
    ...scope,
    nest,
    route: shape.isSingular ? member.route : nestedRoute(nest),
    resource: level,
    concernActions: undefined,
    isTop: false,
  };
  return { body, level };
}

/** Where verbs go that are nested, as resources are. */
export function nestedRoute({ path, names, demands }: Base): RouteBase {
  return { path, before: names, after: [], afterAlone: [], ownNameFirst: false, demands };
}
