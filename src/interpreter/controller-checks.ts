// Whether the controllers and actions that routes lead to exist: asked when all routes are known, of whoever knows them.

import { errorLine } from '../http/http-error.js';
import type { Declaration } from '../language/declarations.js';
import type { Place } from '../language/diagnostics.js';
import { didYouMean, nearest } from '../language/nearest.js';
import type { Bindings } from './bindings.js';
import type { InterpretedRoute } from './interpreted-route.js';
import type { Diagnostics } from './reported-diagnostics.js';

/** Actions that a controller lacks and one declaration leads to. */
interface Missing {
  readonly place: Place;
  readonly actions: string[];
  readonly known: readonly string[];
}

/** Reports controllers and actions of routes that do not exist. */
export function checkControllers(
  routes: readonly InterpretedRoute[],
  controllers: NonNullable<Bindings['controllers']>,
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
      const unusable = controllers.unusable?.(controller);
      const suggestion = unusable === undefined ? meantBy(controller, controllers.known) : undefined;
      const namesake = suggestion === undefined ? namesakeOf(controller, controllers.known) : undefined;
      const place = controllers.folder === undefined ? '' : ` in ${controllers.folder}`;
      const help =
        unusable !== undefined
          ? `; ${unusable}`
          : namesake !== undefined
            ? `; write it, or name another (there is '${namesake}')`
            : didYouMean(suggestion) || `${place}; write it, or name another`;
      diagnostics.error(
        'unknown-controller',
        controllerPlace,
        `there is no controller '${controller}'${help}`,
        { suggestion },
      );
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
        actions: [],
        known: knowledge.actions,
      };
      ofDeclaration.set(controller, entry);
      entry.actions.push(action);
    }
  }
  for (const byController of lacking.values()) {
    for (const [controller, missing] of byController) unknownActions(controller, missing, diagnostics);
  }
}

/** The nearest name, if need be without what stands in that of the class or of the file: `PagesController`, `controllers/pages`. */
function meantBy(controller: string, known: readonly string[]): string | undefined {
  const plain = controller.replace(/^controllers\//, '').replace(/[-_]?controller$/i, '');
  return nearest(controller, known) ?? (plain === '' ? undefined : nearest(plain, known));
}

/** A controller in another folder, or with `controller` behind its name as Rails has it: `admin/posts` or `posts_controller` for `posts`. */
function namesakeOf(controller: string, known: Iterable<string>): string | undefined {
  const own = (name: string): string => name.slice(name.lastIndexOf('/') + 1).toLowerCase();
  const wanted = own(controller);
  for (const name of known) if (own(name).replace(/[-_]?controller$/, '') === wanted) return name;
  return undefined;
}

function unknownActions(
  controller: string,
  { place, actions, known }: Missing,
  diagnostics: Diagnostics,
): void {
  const [only = ''] = actions;
  if (actions.length === 1) {
    const suggestion = nearest(only, known);
    const help =
      suggestion === undefined
        ? `; add it, or route to another${known.length > 0 ? ` (${known.join(', ')})` : ''}`
        : didYouMean(suggestion);
    diagnostics.error(
      'unknown-action',
      place,
      `the controller '${controller}' has no action '${only}'${help}`,
      { suggestion },
    );
  } else {
    const list = actions.map((action) => `'${action}'`).join(', ');
    diagnostics.error(
      'unknown-action',
      place,
      `the controller '${controller}' has no actions ${list}; add them, or write \`except => <${actions.join(' ')}>\``,
    );
  }
}
