// The names that files of `public/` have in what is served: with a hash of their content, where `waypost build --hash-assets` gave them one.
//
//   assetPath('/app.css')   →   /app.css in development, /app-3f9a61c20b.css in what was built
//
// What was built begins with the list of them, which is found by a key that all copies of this module share.

/** The path under which a file of `public/` is served (docs/bundlers.md, "Names with a hash"); the path as it is where it has no other name. */
export function assetPath(path: string): string {
  const names = (globalThis as { readonly [known]?: Readonly<Record<string, string>> })[known];
  const named = names !== undefined && Object.hasOwn(names, path) ? names[path] : undefined;
  return named ?? path;
}

const known = Symbol.for('waypost.assets');
