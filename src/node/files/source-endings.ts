// The extensions of source files in an application: such files may call helpers, or be controllers. Apart from what reads files, since the
// language server asks for them in a worker too, which has no module of Node.

/** The endings of modules, and of the views of common template languages. */
export const sourceEndings: readonly string[] =
  'ts tsx mts cts js jsx mjs cjs vue svelte astro mdx html ejs eta hbs handlebars liquid njk pug'.split(' ');

/** The endings of the modules that an application imports by a name without one, first the one that is looked for first. */
export const moduleEndings: readonly string[] = ['.ts', '.mts', '.cts', '.js', '.mjs', '.cjs'];
