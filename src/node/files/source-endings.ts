// The extensions of source files in an application: such files may call helpers, or be controllers.

/** The endings of modules, and of the views of common template languages. */
export const sourceEndings: readonly string[] =
  'ts tsx mts cts js jsx mjs cjs vue svelte astro mdx html ejs eta hbs handlebars liquid njk pug'.split(' ');
