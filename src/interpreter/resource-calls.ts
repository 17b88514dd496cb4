// `resources` and `resource`: the rows of the seven and the six, filtered and placed, and the block inside them.

import type { ReadCall } from '../language/call-reader.js';
import { stringsOf } from '../language/value-kinds.js';
import type { StringValue } from '../language/declarations.js';
import { resourceActions, resourcesActions } from '../language/vocabulary.js';
import {
  actionFilter,
  booleanOption,
  checkName,
  formatSetting,
  paramOption,
  pathNamesOption,
  text,
  valueError,
  withOptionDefaults,
} from './call-options.js';
import { useConcern } from './concern-calls.js';
import type { Context } from './context.js';
import { withFacts } from './facts.js';
import { sameKey } from './demands.js';
import { isSlashedName, routeName } from './names.js';
import { resourceLevels, resourceRows, resourcesRows, type ResourceShape } from './resources.js';
import { atLevel, demanding, joinPath, type ActionFilter, type Demand, type Scope } from './scope.js';
import { stringOption } from './targets.js';

export function readResources(context: Context, call: ReadCall, scope: Scope, isSingular: boolean): void {
  for (const name of call.positionals) {
    if (name.kind === 'string') readResource(context, call, scope, name, isSingular);
  }
}

function readResource(
  context: Context,
  call: ReadCall,
  outer: Scope,
  name: StringValue,
  isSingular: boolean,
): void {
  const { declaration } = call;
  const as = call.options.get('as')?.value;
  const isGood = as !== undefined || isSlashedName(name.value);
  if (!isGood && !declaration.damaged) {
    valueError(
      context,
      'invalid-value',
      call,
      name.span,
      `'${name.value}' cannot be the name of a resource: name it with letters, digits, '_' and '-', and give the piece of the path as \`path => '…'\``,
    );
  }
  if (as?.kind === 'string') checkName(context, as, call);
  const isNamed = as?.kind !== 'boolean';
  const inflection = context.inflection;
  const base = as?.kind === 'string' ? as.value : name.value;
  const singular = isSingular || base === '' ? base : inflection.singular(base);
  const path = call.options.get('path')?.value;
  const piece = path?.kind === 'string' ? path : isGood ? name : undefined;
  const param = paramOption(context, call) ?? outer.param;
  const nestedParam = `${(singular || inflection.singular(name.value)).replace(/[^\p{L}\p{N}_]/gu, '_')}_${param}`;
  const filter =
    actionFilter(context, call, isSingular ? resourceActions : resourcesActions) ??
    outer.concernActions ??
    outer.actions;
  const rows = (isSingular ? resourceRows : resourcesRows).filter(({ action }) => isAllowed(action, filter));
  const pathNames = pathNamesOption(context, call, outer);
  const shallow = booleanOption(call, 'shallow') ?? outer.shallow;
  const demands = context.demands.ofCall(call, false);
  const isOwnKey = (demand: Demand): boolean =>
    !isSingular && demand.kind === 'entry' && sameKey(param, demand.key);
  const shape: ResourceShape = {
    isSingular,
    segment: piece?.value ?? name.value.replace(/[^\p{L}\p{N}_/-]/gu, ''),
    plural: isNamed ? base : '',
    singular: isNamed ? singular : '',
    param,
    nestedParam,
    newSegment: pathNames.get('new') ?? 'new',
    isShallow: shallow,
    shallowPath: text(call.options.get('shallow-path')?.value),
    shallowPrefix: text(call.options.get('shallow-prefix')?.value),
    hasMemberRows: rows.some((row) => row.level === 'member'),
    ownDemands: demands.filter(isOwnKey),
    nestedDemands: demands.filter(isOwnKey).map((demand) => ({ ...demand, key: nestedParam }) as Demand),
  };
  const module = stringOption(call, 'module');
  const settings: Scope = {
    ...demanding(
      outer,
      demands.filter((demand) => !isOwnKey(demand)),
    ),
    modules: module === undefined ? outer.modules : [...outer.modules, module],
    controller: stringOption(call, 'controller') ?? (isSingular ? inflection.plural(name.value) : name.value),
    controllerPlace: {
      source: declaration.source,
      span: call.options.get('controller')?.value.span ?? name.span,
    },
    format: formatSetting(context, call, outer),
    pathNames,
    shallow,
    defaults: withOptionDefaults(context, call, outer).defaults,
    facts: withFacts(context, call, outer).facts,
  };
  const { body, level } = resourceLevels(
    {
      ...settings,
      isDoubtful: settings.isDoubtful || declaration.damaged || context.program.isUnclosed(declaration),
    },
    shape,
  );
  const hasLostParam = call.mentioned.has('param') && !call.options.has('param');
  if (declaration.damaged || hasLostParam) context.demands.forgive([...demands, ...outer.demands]);
  if (shape.hasMemberRows) context.set.checkPrefix(level.member.route.path, piece, declaration);
  if (declaration.block || call.options.has('concerns'))
    context.set.checkPrefix(body.nest.path, piece, declaration);
  if (declaration.block) context.block(declaration.block, body);
  const concerns = call.options.get('concerns')?.value;
  if (concerns) for (const concern of stringsOf(concerns)) useConcern(context, concern, declaration, body);
  const resourceScope: Scope = { ...settings, resource: body.resource };
  const resourceTargets = qualifyResource(settings);
  for (const row of rows) {
    const rowScope = atLevel(settings, level, row.level);
    const own = row.own ? (pathNames.get(row.own) ?? row.own) : '';
    context.add({
      declaration,
      scope: resourceScope,
      verbs: row.verbs,
      any: false,
      pattern: context.set.pattern(joinPath(rowScope.route.path, own), piece, declaration, settings.format),
      found: {
        target: { kind: 'controller', controller: resourceTargets, action: row.action },
        place: { source: declaration.source, span: name.span },
        controllerPlace: settings.controllerPlace,
      },
      name: isNamed ? routeName(rowScope, row.own ?? '') : undefined,
      nameIsGiven: false,
      nameSpan: undefined,
      demands: settings.demands.concat(rowScope.route.demands),
    });
  }
}

function isAllowed(action: string, filter: ActionFilter | undefined): boolean {
  return (filter?.only?.has(action) ?? true) && !(filter?.except?.has(action) ?? false);
}

function qualifyResource({ controller = '', modules }: Scope): string {
  return controller.startsWith('/')
    ? controller.slice(1)
    : [...modules, controller].filter((part) => part !== '').join('/');
}
