// Finds the actions of a controller: the functions of a module or an object, or the methods of a class.

import { attempt } from '../../http/http-error.js';
import { type Class, isClass } from '../../http/object-shape.js';
import type { Request } from '../../http/request.js';
import { actionMember } from './action-name.js';

/** A function that answers a request. */
export type Action = (request: Request) => unknown;

/**
 * The function that answers an action, bound to its owner, or undefined. A controller is a module or object of functions, or a class, or a
 * module whose default export is one of these. A class is instantiated for each call. So is a function whose prototype has the method: a
 * compiler has written it for a class.
 *
 * If no method of a class has the name, one instance is made to see if it has such a property. If that fails and nothing else has the
 * action, its error is thrown.
 */
export function findAction(controller: unknown, action: string): Action | undefined {
  let failed: { readonly cause: unknown } | undefined;
  for (const owner of ownersOf(controller)) {
    const made = typeof owner === 'function' && (() => new (owner as Class)());
    const nameIn = (methods: object | undefined): string | undefined =>
      actionMember(action, (wanted) => hasMethod(methods, wanted));
    let name = nameIn(made ? ((owner as Class).prototype as object) : owner);
    try {
      if (made && isClass(owner)) name ??= nameIn(made());
    } catch (cause) {
      failed ??= { cause };
    }
    if (name !== undefined)
      return (request) => ((made ? made() : owner) as Record<string, Action>)[name]!(request);
  }
  if (failed) throw failed.cause;
  return undefined;
}

/** The names of a controller's actions, for suggestions. */
export function actionNames(controller: unknown): readonly string[] {
  const names = new Set<string>();
  for (const owner of ownersOf(controller)) {
    const made = isClass(owner) ? attempt(() => new owner()) : undefined;
    const methods = made ?? (typeof owner === 'function' ? ((owner as Class).prototype as object) : owner);
    for (let at: object | null = methods; at && at !== Object.prototype; at = Reflect.getPrototypeOf(at)) {
      for (const name of Object.getOwnPropertyNames(at)) {
        if (actionMember(name, (wanted) => wanted === name && hasMethod(at, wanted)) !== undefined)
          names.add(name);
      }
    }
  }
  return [...names];
}

interface Exports {
  readonly default?: Exports;
}

/** The objects that may have the actions: the default export (its own default first, as compiled to CommonJS), then the module itself. */
function ownersOf(controller: unknown): readonly object[] {
  const exports = Object(controller) as Exports;
  // A mock of Vitest throws if a property that it lacks is read.
  const given = 'default' in exports ? exports.default : undefined;
  return [given?.default, given, controller].filter((owner): owner is object => Object(owner) === owner);
}

/**
 * Whether an object or its prototypes have a method of that name; `Object.prototype` does not count. Getters of a class are not run.
 * Getters of a module's exports are: loaders make them. A class is not a method, because it cannot be called.
 */
function hasMethod(owner: object | undefined, name: string): boolean {
  for (
    let at: object | null | undefined = owner;
    at && at !== Object.prototype;
    at = Reflect.getPrototypeOf(at)
  ) {
    const property = Object.getOwnPropertyDescriptor(at, name);
    if (!property) continue;
    const isExport = at === owner && property.enumerable;
    const value: unknown = isExport ? Reflect.get(at, name) : property.value;
    return typeof value === 'function' && !isClass(value);
  }
  return false;
}
