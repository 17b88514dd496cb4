// Whether the controllers and actions that routes lead to exist: asked when all routes are known, of whoever knows them.

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

/** Actions that a controller lacks and one declaration leads to. */
interface Missing {
  readonly place: Place;
  readonly actions: Set<string>;
  readonly known: readonly string[];
}

/** Reports controllers and actions of routes that do not exist. */
export function checkControllers(
  routes: readonly InterpretedRoute[],
  controllers: Controllers,
  diagnostics: Diagnostics,
): void {
  const lacking = new Map<Declaration, Map<string, Missing>>();
  /** Controllers whose constructor throws, which was told. */
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
      // It fails for all of its routes alike.
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
        // A module that was run has them in the order of the alphabet, one that was read as they are written.
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
 * The nearest name, if need be without what stands in that of the class or of the file: `PagesController`, `controllers/pages`. Where a controller has the
 * same name in another folder, no other name is near.
 */
function meantBy(controller: string, known: readonly string[], hasNamesake: boolean): string | undefined {
  const plain = controller.replace(/^controllers\//, '').replace(/[-_]?controller$/i, '');
  for (const name of [controller, plain]) {
    const found = name === '' ? undefined : nearestPath(name, known);
    if (found !== undefined && !(hasNamesake && !isNamesake(found, plain))) return found;
  }
  return undefined;
}

/** A controller in another folder, or with `controller` behind its name as Rails has it: `admin/posts` or `posts_controller` for `posts`. */
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

/** The option by which a resource has none of some actions; undefined where it would speak of other resources as well. */
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
