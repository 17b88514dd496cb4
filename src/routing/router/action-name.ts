// The function that an action's name stands for: the function of that name, or of its camelCase form.

import { camelCaseName } from '../patterns/route-name.js';

/**
 * The member that answers an action, out of those for which `has` holds; undefined where there is none. Names with a
 * leading `_`, `constructor` and what every object has are never actions.
 */
export function actionMember(action: string, has: (name: string) => boolean): string | undefined {
  // '_secret' stands for no 'Secret' either.
  if (action.startsWith('_')) return undefined;
  return [action, camelCaseName(action)].find((name) => !(name in Object.prototype) && has(name));
}

/** Whether an action can have the name. */
export function mayBeAction(name: string): boolean {
  return actionMember(name, () => true) !== undefined;
}
