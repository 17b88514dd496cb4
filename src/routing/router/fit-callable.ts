// What an export has to be that a routes file names as a target, a constraint, an application or a location.

import { hasMethod, isClass } from '../../http/object-shape.js';
import { isSchema } from '../../middleware/validated.js';

/**
 * Whether a value can be called for a route: as a function, or with a method where there is one. A schema that is a function answers what is true, whatever
 * it thinks of the value; an application made for Fetch reads another request.
 */
export function isFitCallable(value: unknown, method: string | undefined): boolean {
  if (typeof value === 'function' && !isClass(value) && !isSchema(value))
    return method !== 'call' || !isMadeForFetch(value);
  return method !== undefined && hasMethod(value, method);
}

/** Whether it is an application with `fetch`, also one that can be called itself, but for a listener of Node's. */
export function isMadeForFetch(value: unknown): boolean {
  if (typeof value === 'function')
    return value.length < 2 && 'fetch' in value && typeof value.fetch === 'function';
  return hasMethod(value, 'fetch');
}
