// The extensions of an application's source files, which may call helpers or be controllers. This module imports nothing of Node, since the
// language server also uses it in a worker.

/** The extensions of modules, and of views in common template languages, without the dot. */
export const sourceEndings: readonly string[] =
  'ts tsx mts cts js jsx mjs cjs vue svelte astro mdx html ejs eta hbs handlebars liquid njk pug'.split(' ');

/** The extensions of modules that are named without one, in the order in which they are tried. */
export const moduleEndings: readonly string[] = ['.ts', '.mts', '.cts', '.js', '.mjs', '.cjs'];
