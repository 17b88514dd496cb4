// Tells whether an object has only own properties.

export function inheritsNothing(object: object): boolean {
  for (let at = Object.getPrototypeOf(object) as object | null; at !== null;) {
    if (Reflect.ownKeys(at).length > 0) return false;
    at = Object.getPrototypeOf(at) as object | null;
  }
  return true;
}
