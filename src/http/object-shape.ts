// What an unknown value is by its shape: a plain object (keys and values, no instance of a class), an object with a method, or a class.

/**
 * Whether an object is of no class: its prototype is that of all objects, of this realm or of another, or one that inherits nothing, as that
 * of a match's params; or it has none.
 */
export function isPlainObject(value: object): value is Readonly<Record<string, unknown>> {
  const prototype: unknown = Object.getPrototypeOf(value);
  // The second look says the same as the last, and sooner: URL helpers ask of each object that they are given.
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

export type Class = new () => object;

/** Whether a value is a class, rather than a function to be called. */
export function isClass(value: unknown): value is Class {
  return (
    typeof value === 'function' &&
    typeof value.prototype === 'object' &&
    /^class\b/.test(Function.prototype.toString.call(value))
  );
}
