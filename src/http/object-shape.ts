// What kind of object an unknown value is: a plain object (keys and values, no instance of a class), an object with a certain method, or
// a class.

/**
 * Whether an object is plain: it has no prototype, or one that itself inherits nothing. `Object.prototype` of any realm is such a
 * prototype, and so is that of a match's params.
 */
export function isPlainObject(value: object): value is Readonly<Record<string, unknown>> {
  const prototype: unknown = Object.getPrototypeOf(value);
  // The second check is covered by the third, but faster. URL helpers check each object that they are given.
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
}

/** Whether a value is an object with a method of this name. */
export function hasMethod<Name extends string | symbol>(
  value: unknown,
  name: Name,
): value is { [key in Name]: (...values: unknown[]) => unknown } {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as { [key in Name]?: unknown })[name] === 'function'
  );
}

/** The name of an object's constructor, if it has one. */
export function classNameOf(value: object): string | undefined {
  const { constructor }: { readonly constructor?: unknown } = value;
  // A class may have a static member of its own called `name`.
  const name: unknown = typeof constructor === 'function' && constructor.name;
  return typeof name === 'string' && name ? name : undefined;
}

/** Describes a value that is not accepted: `undefined`, `an object of class Map`, `a value of type number`. */
export function kindOf(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  const name = typeof value === 'object' ? classNameOf(value) : undefined;
  return name === undefined ? `a value of type ${typeof value}` : `an object of class ${name}`;
}

/** The default export. For an ES module that was compiled to CommonJS, Node gives all exports as the default one. */
export function defaultExport(given: unknown): unknown {
  const isWhole = typeof given === 'object' && given !== null && '__esModule' in given && 'default' in given;
  return isWhole ? given.default : given;
}

export type Class = new () => object;

/** Whether a value is a class, rather than a function to be called. */
export function isClass(value: unknown): value is Class {
  return (
    typeof value === 'function' &&
    'prototype' in value &&
    /^class\b/.test(Function.prototype.toString.call(value))
  );
}
