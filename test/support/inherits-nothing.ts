// Whether an object has its own properties and no other.

export function inheritsNothing(object: object): boolean {
  for (let at = Object.getPrototypeOf(object) as object | null; at !== null;) {
    if (Reflect.ownKeys(at).length > 0) return false;
    at = Object.getPrototypeOf(at) as object | null;
  }
  return true;
}
