// Checks exports that a routes file names as a target, a constraint, a mounted application or a location.

import { hasMethod, isClass } from '../../http/object-shape.js';
import { isSchema } from '../../middleware/validated.js';

/**
 * Whether a value can be called for a route: it is a function, or has the method (if one is given). Two kinds of functions are refused. A
 * schema returns a truthy result for any value, valid or not. An application made for Fetch expects another kind of request.
 */
export function isFitCallable(value: unknown, method: string | undefined): boolean {
  if (typeof value === 'function' && !isClass(value) && !isSchema(value))
    return method !== 'call' || !isMadeForFetch(value);
  return method !== undefined && hasMethod(value, method);
}

/** Whether a value is an application with `fetch`, which may itself be a function. Listeners of Node, with two parameters, are not. */
export function isMadeForFetch(value: unknown): boolean {
  if (typeof value === 'function')
    return value.length < 2 && 'fetch' in value && typeof value.fetch === 'function';
  return hasMethod(value, 'fetch');
}
