// Checks that the controllers and actions of routes exist. It runs once all routes are known, if controllers are known.

import { errorLine } from '../http/http-error.js';
import { type Declaration, itemsOf, positionalsOf } from '../language/declarations.js';
import type { Place } from '../language/diagnostics.js';
import { didYouMean, nearest, nearestPath, ownName } from '../language/nearest.js';
import { isReserved } from '../language/reserved-words.js';
import { isResource, pairNamed } from '../language/roles.js';
import { stringsOf } from '../language/value-kinds.js';
import type { OptionName } from '../language/vocabulary.js';
import { mayBeAction } from '../routing/router/action-name.js';
import type { Bindings } from './bindings.js';
import type { InterpretedRoute } from './interpreted-route.js';
import type { Diagnostics } from './reported-diagnostics.js';

type Controllers = NonNullable<Bindings['controllers']>;

/** The actions that a controller lacks and one declaration leads to. */
interface Missing {
  readonly place: Place;
  readonly actions: Set<string>;
  readonly known: readonly string[];
}

/** Reports routes whose controller or action does not exist. */
export function checkControllers(
  routes: readonly InterpretedRoute[],
  controllers: Controllers,
  diagnostics: Diagnostics,
): void {
  const lacking = new Map<Declaration, Map<string, Missing>>();
  /** Controllers whose constructor throws, which has been reported. */
  const failing = new Set<string>();
  for (const { definition, declaration, targetPlace, controllerPlace } of routes) {
    if (definition.target.kind !== 'controller') continue;
    const { controller, action } = definition.target;
    if (controllers.missingFolder !== undefined) {
      diagnostics.error(
        'unknown-controller',
        controllerPlace,
        `there is no folder '${controllers.missingFolder}' for the controller '${controller}'; write ${controllers.missingFolder}/${controller}.ts`,
      );
      return;
    }
    const knowledge = controllers.find(controller);
    if (!knowledge) {
      unknownController(controller, controllers, controllerPlace, diagnostics);
      continue;
    }
    let hasAction = failing.has(controller);
    try {
      hasAction ||= knowledge.hasAction(action);
    } catch (error) {
      // The constructor fails for all its routes, so it is reported once.
      failing.add(controller);
      hasAction = true;
      diagnostics.error(
        'unknown-action',
        targetPlace,
        `whether the controller '${controller}' has the action '${action}' cannot be told, since it is no method and the constructor throws (${errorLine(error)}); write it as a method, or mend the constructor`,
      );
    }
    if (!hasAction) {
      const ofDeclaration = lacking.get(declaration) ?? new Map<string, Missing>();
      lacking.set(declaration, ofDeclaration);
      const entry = ofDeclaration.get(controller) ?? {
        place: targetPlace,
        actions: new Set(),
        // Sorted, because modules that were run list their names alphabetically, and modules that were only read list them as written.
        known: [...knowledge.actions].sort(),
      };
      ofDeclaration.set(controller, entry);
      entry.actions.add(action);
    }
  }
  for (const [declaration, byController] of lacking) {
    for (const [controller, missing] of byController)
      unknownActions(controller, missing, declaration, diagnostics);
  }
}

function unknownController(
  controller: string,
  controllers: Controllers,
  place: Place,
  diagnostics: Diagnostics,
): void {
  const say = (help: string, suggestion?: string): void =>
    diagnostics.error('unknown-controller', place, `there is no controller '${controller}'${help}`, {
      suggestion,
    });
  const unusable = controllers.unusable?.(controller);
  if (unusable !== undefined) return say(`; ${unusable}`);
  const namesake = namesakeOf(controller, controllers.known);
  const suggestion = meantBy(controller, controllers.known, namesake !== undefined);
  if (suggestion !== undefined) return say(didYouMean(suggestion), suggestion);
  if (namesake !== undefined) return say(`; write it, or name another (there is '${namesake}')`);
  const where = controllers.folder === undefined ? '' : ` in ${controllers.folder}`;
  say(`${where}; write it, or name another`);
}

/**
 * The nearest known name, also without words that belong to the file or class: `PagesController`, `controllers/pages`. If a controller in
 * another folder has the same name, only such a controller counts as near.
 */
function meantBy(controller: string, known: readonly string[], hasNamesake: boolean): string | undefined {
  const plain = controller.replace(/^controllers\//, '').replace(/[-_]?controller$/i, '');
  for (const name of [controller, plain]) {
    const found = name === '' ? undefined : nearestPath(name, known);
    if (found !== undefined && !(hasNamesake && !isNamesake(found, plain))) return found;
  }
  return undefined;
}

/**
 * A controller with the same name in another folder, or with `controller` after it as in Rails: `admin/posts` or `posts_controller` for
 * `posts`.
 */
function namesakeOf(controller: string, known: readonly string[]): string | undefined {
  return known.find((name) => isNamesake(name.replace(/[-_]?controller$/i, ''), controller));
}

function isNamesake(name: string, controller: string): boolean {
  return ownName(name).toLowerCase() === ownName(controller).toLowerCase();
}

function unknownActions(
  controller: string,
  { place, actions, known }: Missing,
  declaration: Declaration,
  diagnostics: Diagnostics,
): void {
  const [only = ''] = actions;
  const reserved = [...actions].find(isReserved);
  const exported = reserved === undefined ? '' : `as \`export { … as ${reserved} }\``;
  if (actions.size === 1) {
    const suggestion = nearest(only, known);
    const add = mayBeAction(only)
      ? `add it${exported && ` ${exported}`}`
      : 'write it under another name, since no action can be called so';
    const help =
      suggestion === undefined
        ? `; ${add}, or route to another${known.length > 0 ? ` (${known.join(', ')})` : ''}`
        : didYouMean(suggestion);
    diagnostics.error(
      'unknown-action',
      place,
      `the controller '${controller}' has no action '${only}'${help}`,
      { suggestion },
    );
  } else {
    const list = Array.from(actions, (action) => `'${action}'`).join(', ');
    const without = withoutActions(declaration, actions);
    const help = without === undefined ? '' : `, or write \`${without}\``;
    diagnostics.error(
      'unknown-action',
      place,
      `the controller '${controller}' has no actions ${list}; add them${exported && `, '${reserved}' ${exported}`}${help}`,
    );
  }
}

/** The option that takes some actions out of a resource; undefined if the declaration has several resources. */
function withoutActions(declaration: Declaration, actions: ReadonlySet<string>): string | undefined {
  const names = positionalsOf(declaration).flatMap(itemsOf);
  if (!isResource(declaration) || names.length > 1) return undefined;
  const only = actionsIn(declaration, 'only');
  if (only) return `only => <${only.filter((action) => !actions.has(action)).join(' ')}>`;
  return `except => <${[...new Set([...(actionsIn(declaration, 'except') ?? []), ...actions])].join(' ')}>`;
}

function actionsIn(declaration: Declaration, option: OptionName): readonly string[] | undefined {
  const value = pairNamed(declaration, option)?.value;
  return value && stringsOf(value).map((word) => word.value);
}
