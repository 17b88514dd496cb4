// Interprets `resources` and `resource`: makes their routes from the rows of resources.ts, and reads their blocks.
//
//   resources 'photos', only => <index show>     GET /photos → photos#index, GET /photos/:id → photos#show

import type { CallOf, ReadCall } from '../language/read-call.js';
import { stringsOf } from '../language/value-kinds.js';
import type { StringValue } from '../language/declarations.js';
import { resourceActions, resourcesActions } from '../language/vocabulary.js';
import { actionFilter, checkName, checkSlashedName, paramOption, withController } from './call-options.js';
import { useConcern } from './concern-calls.js';
import type { Context } from './context.js';
import { sameKey } from './demands.js';
import { routeName, segmentName, withoutEmptyPieces } from './names.js';
import { qualify } from './targets.js';
import {
  resourceLevels,
  resourceRows,
  resourcesRows,
  type ResourceRow,
  type ResourceShape,
} from './resources.js';
import { withSettings } from './scope-calls.js';
import { demanding, joinPath, type ActionFilter, type Demand, type Scope } from './scope.js';

export function readResources(
  context: Context,
  call: CallOf<'resources' | 'resource'>,
  scope: Scope,
  isSingular: boolean,
): void {
  for (const name of call.positionals) readResource(context, call, scope, name, isSingular);
}

/** The words of a resource: its piece of the path, its names, its controller. */
interface Naming {
  /** Undefined if the name cannot be a piece of a path and no other is given, which has been reported. */
  readonly piece: StringValue | undefined;
  readonly isNamed: boolean;
  readonly plural: string;
  readonly singular: string;
  /** The controller, unless the call gives another. */
  readonly controller: string;
}

function readResource(
  context: Context,
  call: ReadCall,
  outer: Scope,
  name: StringValue,
  isSingular: boolean,
): void {
  const naming = namingOf(context, call, name, isSingular);
  const filter =
    actionFilter(context, call, isSingular ? resourceActions : resourcesActions) ??
    outer.concernActions ??
    outer.actions;
  const rows = (isSingular ? resourceRows : resourcesRows).filter(({ action }) => isAllowed(action, filter));
  const { declaration } = call;
  const inherited = withSettings(context, call, outer);
  const demands = context.demands.ofCall(call, false);
  const param = paramOption(context, call);
  const shape = shapeOf(context, call, inherited, { name, naming, isSingular, param, rows, demands });
  const place = { source: declaration.source, span: name.span };
  const others = demands.filter((demand) => !shape.ownDemands.includes(demand));
  const settings = withController(
    { ...demanding(inherited, others), controller: naming.controller, controllerPlace: place },
    call,
    call.options.get('controller')?.value,
    false,
  );
  const { body, level } = resourceLevels(
    {
      ...settings,
      isDoubtful: settings.isDoubtful || declaration.damaged || context.program.isUnclosed(declaration),
    },
    shape,
  );
  const { mentioned, options } = call;
  const hasLostSegment =
    (param === undefined && mentioned.has('param')) || (mentioned.has('path') && !options.has('path'));
  if (declaration.damaged || hasLostSegment) context.demands.forgive([...demands, ...outer.demands]);
  readInside(context, call, naming.piece, { shape, body, level });
  // Only routes with the resource's key are asked for constraints on it.
  if (rows.length > 0) context.demands.miss(shape.ownDemands);

  const resourceScope: Scope = { ...settings, resource: body.resource };
  const controller = qualify(settings.controller ?? '', settings.modules);
  for (const row of rows) {
    const rowScope = level[row.level];
    const own = row.own ? (settings.pathNames.get(row.own) ?? row.own) : '';
    context.add({
      declaration,
      scope: resourceScope,
      verbs: row.verbs,
      any: false,
      pattern: context.paths.pattern(
        joinPath(rowScope.route.path, own),
        naming.piece,
        declaration,
        settings.format,
      ),
      found: {
        target: { kind: 'controller', controller, action: row.action },
        place,
        controllerPlace: settings.controllerPlace,
      },
      name: naming.isNamed ? routeName(rowScope, row.own ?? '') : undefined,
      nameIsGiven: false,
      demands: demanding(settings, rowScope.route.demands).demands,
    });
  }
}

function namingOf(context: Context, call: ReadCall, name: StringValue, isSingular: boolean): Naming {
  const as = call.options.get('as')?.value;
  const isGood = checkSlashedName(
    context,
    call,
    name,
    `'${name.value}' cannot be the name of a resource: name it with letters, digits, '_' and '-', and give the piece of the path as \`path => '…'\``,
  );
  if (as?.kind === 'string') checkName(context, as, call);
  const base = as?.kind === 'string' ? as.value : withoutEmptyPieces(name.value);
  return {
    piece: call.options.get('path')?.value ?? (isGood ? name : undefined),
    isNamed: as?.kind !== 'boolean',
    plural: base,
    singular: isSingular || base === '' ? base : context.inflection.singular(base),
    controller: isSingular ? context.inflection.plural(name.value) : name.value,
  };
}

interface Placed {
  readonly name: StringValue;
  readonly naming: Naming;
  readonly isSingular: boolean;
  /** The name of the key, if the call gives one. */
  readonly param: string | undefined;
  readonly rows: readonly ResourceRow[];
  readonly demands: readonly Demand[];
}

/** What makes the paths and names of the resource's levels. */
function shapeOf(
  context: Context,
  call: ReadCall,
  scope: Scope,
  { name, naming, isSingular, param = scope.param, rows, demands }: Placed,
): ResourceShape {
  const owner = naming.singular || context.inflection.singular(name.value);
  const nestedParam = `${segmentName(owner)}_${param}`;
  const isOfKey = (demand: Demand): boolean =>
    !isSingular && demand.kind === 'entry' && sameKey(param, demand.key);
  const ownDemands = demands.filter(isOfKey);
  return {
    isSingular,
    segment: naming.piece?.value ?? name.value.replace(/[^\p{L}\p{M}\p{Nd}_/-]/gu, ''),
    plural: naming.isNamed ? naming.plural : '',
    singular: naming.isNamed ? naming.singular : '',
    param,
    nestedParam,
    newSegment: scope.pathNames.get('new') ?? 'new',
    isShallow: scope.shallow,
    shallowPath: call.options.get('shallow-path')?.value.value,
    shallowPrefix: call.options.get('shallow-prefix')?.value.value,
    hasMemberRows: rows.some((row) => row.level === 'member'),
    ownDemands,
    // Members get the constraints of surrounding blocks under their own key.
    nestedDemands: [...scope.demands.filter(isOfKey), ...ownDemands].map((demand) =>
      demand.kind === 'entry' ? { ...demand, key: nestedParam } : demand,
    ),
  };
}

/** Reads the block and the concerns of a resource, whose routes come before the resource's own. */
function readInside(
  context: Context,
  call: ReadCall,
  piece: StringValue | undefined,
  { shape, body, level }: ReturnType<typeof resourceLevels> & { readonly shape: ResourceShape },
): void {
  const { declaration } = call;
  const concerns = call.options.get('concerns')?.value;
  if (shape.hasMemberRows) context.paths.checkPrefix(level.member.route.path, piece, declaration);
  if (declaration.block || concerns) context.paths.checkPrefix(body.nest.path, piece, declaration);
  if (declaration.block) context.block(declaration.block, body);
  if (concerns) for (const concern of stringsOf(concerns)) useConcern(context, concern, declaration, body);
}

function isAllowed(action: string, filter: ActionFilter | undefined): boolean {
  return (filter?.only?.has(action) ?? true) && !(filter?.except?.has(action) ?? false);
}
