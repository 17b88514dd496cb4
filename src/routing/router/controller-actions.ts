// The actions of a controller: the functions of a module or an object, or the methods of a class.

import { type Class, isClass } from '../../http/object-shape.js';
import type { Request } from '../../http/request.js';
import { actionMember } from './action-name.js';

/** What answers a request. */
export type Action = (request: Request) => unknown;

/**
 * The function that answers an action, bound to what it belongs to; undefined where there is none. A controller is a
 * module or object of functions, or a class (or a module whose default export is one), of which each call makes an instance.
 */
export function findAction(controller: unknown, action: string): Action | undefined {
  for (const owner of ownersOf(controller)) {
    const methods = isClass(owner) ? (owner.prototype as object) : owner;
    const name = actionMember(action, (wanted) => hasMethod(methods, wanted));
    if (name === undefined) continue;
    if (isClass(owner)) return (request) => (new owner() as Record<string, Action>)[name]!(request);
    return (request) => (owner as Record<string, Action>)[name]!(request);
  }
  return undefined;
}

/** The names of a controller's actions, for a suggestion. */
export function actionNames(controller: unknown): readonly string[] {
  const names = new Set<string>();
  for (const owner of ownersOf(controller)) {
    for (
      let at: object | null = isClass(owner) ? (owner.prototype as object) : owner;
      at && at !== Object.prototype;
      at = prototypeOf(at)
    ) {
      for (const name of Object.getOwnPropertyNames(at)) {
        if (actionMember(name, (wanted) => wanted === name && hasMethod(at, wanted)) !== undefined)
          names.add(name);
      }
    }
  }
  return [...names];
}

/** What may have the actions: the default export, then the module itself. */
function ownersOf(controller: unknown): readonly (object | Class)[] {
  if (isClass(controller)) return [controller];
  if (typeof controller !== 'object' || controller === null) return [];
  const whole: unknown = Object.hasOwn(controller, 'default')
    ? Reflect.get(controller, 'default')
    : undefined;
  return isClass(whole) || (typeof whole === 'object' && whole !== null) ? [whole, controller] : [controller];
}

/**
 * Whether an object or the classes it is made from have a method of that name, never one that every object has. No
 * getter of a class is run to find out; those of a module's exports are only a loader's way to give them.
 */
function hasMethod(owner: object, name: string): boolean {
  for (let at: object | null = owner; at && at !== Object.prototype; at = prototypeOf(at)) {
    const property = Object.getOwnPropertyDescriptor(at, name);
    if (!property) continue;
    const isExport = at === owner && property.get !== undefined && property.enumerable === true;
    const value: unknown = isExport ? Reflect.get(owner, name) : property.value;
    return typeof value === 'function';
  }
  return false;
}

const prototypeOf = (value: object): object | null => Object.getPrototypeOf(value) as object | null;
