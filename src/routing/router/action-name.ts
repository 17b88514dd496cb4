// Finds the function for an action's name, which has that name or its camelCase form: `mark_read` or `markRead`.

import { camelCaseName } from '../patterns/route-name.js';

/**
 * The name of the function that answers an action: the first spelling for which `has` is true; undefined if there is none. Names that begin
 * with `_`, `constructor`, and the properties of every object are never actions.
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
