// The names under which files of `public/` are served. `waypost build --hash-assets` adds a hash of the content to a name.
//
//   assetPath('/app.css')   →   /app.css in development, /app-3f9a61c20b.css in what was built
//
// A built application first puts the list of these names on `globalThis`, under a symbol that every copy of this module knows.

/**
 * The path under which a file of `public/` is served (docs/bundlers.md, "Names with a hash"). If the file has no other name, this is
 * `path` itself.
 */
export function assetPath(path: string): string {
  const names = (globalThis as { readonly [known]?: Readonly<Record<string, string>> })[known];
  const named = names !== undefined && Object.hasOwn(names, path) ? names[path] : undefined;
  return named ?? path;
}

const known = Symbol.for('waypost.assets');
