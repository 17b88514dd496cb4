// Writes the type of the params of each routed action, from all of its routes:
//
//   get '/posts/:id(.:format)', to => 'posts#show', id => /new|top/
//   get '/latest', to => 'posts#show', defaults => { id => 'last' }
//   →  'posts#show': { params: { id: 'new' | 'top' | 'last'; format?: string } };
//
// A name is required if every route gives it, in its path or by default. Its type is the union of the routes' types.
//
// If a layer around the action validates with schemas, the action also has the type of `request.valid`: `valid: ValidOf<…>`.

import { paramValues, quotedText, textType } from './segment-type.js';
import type { RouteDefinition } from '../routing/patterns/route.js';

interface Param {
  /** The number of the action's routes that always give it. */
  sure: number;
  /** The possible texts; undefined if any text is possible. */
  values: Set<string> | undefined;
}

interface Action {
  routes: number;
  readonly params: Map<string, Param>;
  /** For each of its routes, the type of what its layers validate. */
  readonly valid: Set<string>;
}

/** The type of what a layer validates; undefined if it validates nothing. */
export type ValidOfLayer = (layer: unknown) => string | undefined;

/** The lines about actions for `RoutedFiles`, one for each action, in the order of the routes. */
export function typedActions(
  definitions: readonly RouteDefinition[],
  validOf: ValidOfLayer = () => undefined,
): string[] {
  const actions = new Map<string, Action>();
  for (const definition of definitions) {
    if (definition.target.kind !== 'controller') continue;
    const name = `${definition.target.controller}#${definition.target.action}`;
    const action = actions.get(name) ?? { routes: 0, params: new Map<string, Param>(), valid: new Set() };
    actions.set(name, action);
    addRoute(action, definition);
    const layers = (definition.facts?.layers ?? []).flatMap(({ layer }) => validOf(layer) ?? []);
    // A route without validation adds `object`: nothing is sure to be there.
    action.valid.add([...new Set(layers)].join(' & ') || 'object');
  }
  return [...actions].map(
    ([name, action]) => `${quotedText(name)}: { params: ${paramsType(action)}${validType(action)} };`,
  );
}

/** The lines about controllers for `RoutedFiles`, each with the names of a controller's actions. */
export function typedControllers(definitions: readonly RouteDefinition[]): string[] {
  const controllers = new Map<string, Set<string>>();
  for (const { target } of definitions) {
    if (target.kind !== 'controller') continue;
    const actions = controllers.get(target.controller);
    if (actions) actions.add(target.action);
    else controllers.set(target.controller, new Set([target.action]));
  }
  return [...controllers].map(([name, actions]) => `${quotedText(name)}: ${textType(actions)};`);
}

function addRoute(action: Action, { pattern, defaults, segmentConstraints }: RouteDefinition): void {
  action.routes++;
  for (const name of new Set([...pattern.names, ...defaults.keys()])) {
    const given = defaults.get(name);
    const own = pattern.names.includes(name)
      ? paramValues(segmentConstraints.get(name) ?? [])
      : new Set<string>();
    const values = own && new Set(given === undefined ? own : [...own, given]);
    const sure = given !== undefined || !pattern.optionalNames.has(name) ? 1 : 0;
    const known = action.params.get(name);
    if (!known) action.params.set(name, { sure, values });
    else {
      known.sure += sure;
      known.values = known.values && values && new Set([...known.values, ...values]);
    }
  }
}

function validType({ valid }: Action): string {
  const types = [...valid];
  return types.some((type) => type !== 'object') ? `; valid: ${types.join(' | ')}` : '';
}

function paramsType({ routes, params }: Action): string {
  const members = [...params].map(([name, { sure, values }]) => {
    const key = /^[\p{L}_$][\p{L}\p{M}\p{Nd}_$]*$/u.test(name) ? name : quotedText(name);
    const type = values ? textType(values) : 'string';
    return `${key}${sure < routes ? '?' : ''}: ${type}`;
  });
  return members.length === 0 ? '{}' : `{ ${members.join('; ')} }`;
}
