// The function that an action's name stands for: the function of that name, or of its camelCase form.

import { camelCaseName } from '../patterns/route-name.js';

/**
 * The member that answers an action, out of those for which `has` holds; undefined where there is none. Names with a
 * leading `_`, `constructor` and what every object has are never actions.
 */
export function actionMember(action: string, has: (name: string) => boolean): string | undefined {
  return [action, camelCaseName(action)].find(
    (name) => !name.startsWith('_') && !(name in Object.prototype) && has(name),
  );
}
